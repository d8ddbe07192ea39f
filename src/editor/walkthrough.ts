/** Steps of the walkthrough are done when what they are about has happened, not when a button was pressed. */
import type * as vscode from 'vscode';
import type { HookEvent } from '../shared/events/events';
import { type OurContext, setContext } from './window/ourCommands';

const steps: readonly [context: OurContext, happened: (event: HookEvent) => boolean][] = [
  ['hooksmith.didRun', ({ type }) => type === 'after_run'],
  ['hooksmith.didAsk', ({ type }) => type === 'approval_requested'],
  ['hooksmith.didSave', (event) => event.type === 'hooks_reloaded' && event.data.saved === true],
  [
    'hooksmith.didSeeHook',
    ({ hooks }) =>
      hooks.some(({ kind, decision }) =>
        kind === 'policy' ? decision !== 'continue' : decision === 'deny' || decision === 'modify',
      ),
  ],
];

export function walkthrough(onHookEvent: vscode.Event<HookEvent>): vscode.Disposable {
  const open = new Map(steps);
  return onHookEvent((event) => {
    for (const [context, happened] of open) {
      if (!happened(event)) continue;
      open.delete(context);
      setContext(context, true);
    }
  });
}
