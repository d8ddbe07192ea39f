/** Slash commands that the product itself knows: they do something at once, and nothing is sent. */
import * as vscode from 'vscode';
import { readSlash, type SlashCommand } from '../shared/slashCommands';

/** By name, the command of the palette that it is. */
const own: Record<string, [command: string, description: () => string]> = {
  clear: ['hooksmith.newChat', () => vscode.l10n.t('Begin a new chat')],
  compact: ['hooksmith.compact', () => vscode.l10n.t('Sum the conversation up, so that the model has room')],
  model: ['hooksmith.chooseModel', () => vscode.l10n.t('Choose the model')],
  hook: ['hooksmith.newHook', () => vscode.l10n.t('Write a hook')],
  timeline: ['hooksmith.openTimeline', () => vscode.l10n.t('Show the events of this chat')],
  restore: ['hooksmith.restoreCheckpoint', () => vscode.l10n.t('Go back to before a message')],
  rules: ['hooksmith.manageApprovals', () => vscode.l10n.t('Manage what is allowed without asking')],
  sessions: ['hooksmith.showSessions', () => vscode.l10n.t('Open another session')],
  rename: ['hooksmith.renameSession', () => vscode.l10n.t('Name this session')],
  export: ['hooksmith.exportSession', () => vscode.l10n.t('Export this session')],
};

export const ownCommands = (): SlashCommand[] =>
  Object.entries(own).map(([name, [, description]]) => ({ name, description: description(), origin: 'hooksmith' }));

/** Does what the text names, where it names one of ours and nothing else; true where it did. */
export function runOwn(text: string): boolean {
  const slash = readSlash(text);
  if (slash?.args !== '' || !Object.hasOwn(own, slash.name)) return false;
  void vscode.commands.executeCommand(own[slash.name]![0]);
  return true;
}
