/** What is looked at from the views: the other view, an editor, a hook's place. Nothing of it changes the conversation. */
import * as vscode from 'vscode';
import { unreachable } from '../../shared/basics/unreachable';
import type { HookEvent } from '../../shared/events/events';
import type { HookDescription } from '../../shared/hooks/hookDescription';
import type { ChainStep } from '../../shared/verdicts/chainStep';
import type { FromView } from '../../shared/views/viewProtocol';
import { runCommand } from '../window/ourCommands';
import type { Screen } from './screen';
import type { Pane } from './webviewPane';

export interface LookingActions {
  openHook(file: string, line: number | undefined): Promise<void>;
  /** Whether there is such a file, or folder, in the workspace. */
  openMentioned(path: string, line: number | undefined): Promise<boolean>;
  openPayload(event: HookEvent): Promise<void>;
  openDiff(approvalId: string): Promise<void>;
  turnIntoHook(event: HookEvent): Promise<void>;
  /** The chain of an event that met these hooks. */
  explain(event: HookEvent, hooks: readonly HookDescription[]): ChainStep[];
}
type Look = Extract<
  FromView,
  {
    type:
      | 'openDiff'
      | 'openFile'
      | 'openMentioned'
      | 'openPayload'
      | 'turnIntoHook'
      | 'explain'
      | 'showInTimeline'
      | 'showInChat';
  }
>;

export async function look(message: Look, pane: Pane, screen: Screen, actions: LookingActions): Promise<void> {
  const withEvent = (event: HookEvent | undefined, act: (event: HookEvent) => Promise<void>) =>
    event ? act(event) : screen.notice('warning', vscode.l10n.t('This event is no longer in the session.'));
  // A call of several waits for those before it: until then there is nothing of it but the model's wish.
  const onceJudged = (toolCallId: string | undefined, act: () => Promise<void>) => {
    const toolName = screen.unjudged(toolCallId);
    if (toolName === undefined) return act();
    return screen.notice('info', vscode.l10n.t('{0} has not been judged yet: wait until its turn has come.', toolName));
  };
  switch (message.type) {
    case 'openDiff':
      return actions.openDiff(message.id);
    case 'openFile':
      return actions.openHook(message.file, message.line);
    case 'openMentioned':
      if (await actions.openMentioned(message.path, message.line)) return;
      return screen.notice('info', vscode.l10n.t('There is no {0} in this workspace.', message.path));
    case 'openPayload':
      return withEvent(screen.event(message.eventId), actions.openPayload);
    case 'turnIntoHook': {
      const { eventId, toolCallId } = message;
      if (eventId !== undefined) return withEvent(screen.event(eventId), actions.turnIntoHook);
      return onceJudged(toolCallId, async () => withEvent(screen.call(toolCallId), actions.turnIntoHook));
    }
    case 'explain': {
      const event = screen.event(message.eventId);
      const set = screen.items.find((item) => item.kind === 'hookSet' && item.id === event?.hookSet);
      const steps = event && set?.kind === 'hookSet' ? actions.explain(event, set.hooks) : undefined;
      return pane.post({ type: 'chain', eventId: message.eventId, steps });
    }
    case 'showInTimeline':
      return onceJudged(message.toolCallId, async () => {
        await runCommand('hooksmith.timeline.focus');
        screen.reveal(message.toolCallId, pane);
      });
    case 'showInChat':
      await runCommand('hooksmith.chat.focus');
      return screen.reveal(message.toolCallId, pane);
    default:
      return unreachable(message);
  }
}
