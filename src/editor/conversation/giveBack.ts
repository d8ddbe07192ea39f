/** Lists and boxes that a view opens: where one closes, the editor would have the keyboard, though the human was in the view. */
import * as vscode from 'vscode';
import type { FromView } from '../../shared/views/viewProtocol';
import type { Pane } from './webviewPane';

/** Commands that ask something first; the rest show what they are about. */
type OfView = Extract<FromView, { type: 'command' }>['command'];
const asking: ReadonlySet<OfView> = new Set<OfView>([
  'hooksmith.chooseModel',
  'hooksmith.setApiKey',
  'hooksmith.showSessions',
  'hooksmith.newHook',
]);
const messages: ReadonlySet<FromView['type']> = new Set<FromView['type']>([
  'restore',
  'redo',
  'undoFiles',
  'turnIntoHook',
  'setMode',
]);

export const asks = (message: FromView): boolean =>
  message.type === 'command' ? asking.has(message.command) : messages.has(message.type);

/** The view has the keyboard again after this, unless it led into an editor. */
export async function givingBack(pane: Pick<Pane, 'focus'>, act: () => Promise<unknown>): Promise<void> {
  const before = place();
  await act();
  if (place() === before) await pane.focus();
}

/** Where in the editors the human is: another after whatever was opened, written or selected there. */
function place(): string {
  const { activeTextEditor, tabGroups } = vscode.window;
  const { document, selection } = activeTextEditor ?? {};
  const tab = tabGroups.activeTabGroup.activeTab;
  return JSON.stringify([tab?.label, tab?.group.viewColumn, document?.uri.toString(), document?.version, selection]);
}
