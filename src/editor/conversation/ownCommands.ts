/** Slash commands that the product itself knows: they do something at once, and nothing is sent. */
import * as vscode from 'vscode';
import { readSlash, type SlashCommand } from '../../shared/messages/slashCommands';
import type { OurCommand } from '../window/ourCommands';

interface Own {
  /** Of the palette, and what it is given. */
  command: readonly [name: OurCommand | 'workbench.action.openWalkthrough', ...args: unknown[]];
  description: () => string;
  /** What people know it by from elsewhere: it is found by that, too. */
  also?: readonly string[];
}

const own: Record<string, Own> = {
  clear: { command: ['hooksmith.newChat'], description: () => vscode.l10n.t('Begin a new chat'), also: ['new'] },
  compact: {
    command: ['hooksmith.compact'],
    description: () => vscode.l10n.t('Sum the conversation up, so that the model has room'),
    also: ['summarize'],
  },
  model: { command: ['hooksmith.chooseModel'], description: () => vscode.l10n.t('Choose the model'), also: ['login', 'key'] },
  hook: { command: ['hooksmith.newHook'], description: () => vscode.l10n.t('Write a hook'), also: ['hooks'] },
  timeline: { command: ['hooksmith.openTimeline'], description: () => vscode.l10n.t('Show the events of this chat') },
  restore: {
    command: ['hooksmith.restoreCheckpoint'],
    description: () => vscode.l10n.t('Go back to before a message'),
    also: ['rewind', 'undo', 'checkpoint'],
  },
  rules: {
    command: ['hooksmith.manageApprovals'],
    description: () => vscode.l10n.t('Manage what is allowed without asking'),
    also: ['permissions', 'allowed-tools', 'approvals'],
  },
  mcp: { command: ['hooksmith.mcpServers'], description: () => vscode.l10n.t('See the MCP servers, and start or stop them') },
  sessions: {
    command: ['hooksmith.showSessions'],
    description: () => vscode.l10n.t('Open another session'),
    also: ['resume', 'history', 'chats'],
  },
  rename: { command: ['hooksmith.renameSession'], description: () => vscode.l10n.t('Name this session') },
  export: { command: ['hooksmith.exportSession'], description: () => vscode.l10n.t('Export this session') },
  guard: {
    command: ['hooksmith.guardAgent'],
    description: () => vscode.l10n.t('Let your hooks guard another agent'),
  },
  help: {
    command: ['workbench.action.openWalkthrough', 'hooksmith.hooksmith#start'],
    description: () => vscode.l10n.t('Show what can be done here, step by step'),
  },
};

export const ownCommands = (): SlashCommand[] =>
  Object.entries(own).map(([name, { description }]) => ({ name, description: description(), origin: 'hooksmith' }));

/** The names from elsewhere, each with the command that it means. */
export const borrowedNames = (): { name: string; means: string; description: string }[] =>
  Object.entries(own).flatMap(([means, { also = [], description }]) =>
    also.map((name) => ({ name, means, description: description() })),
  );

/** Does what the text names, where it names one of ours and nothing else; true where it did. */
export function runOwn(text: string): boolean {
  const slash = readSlash(text);
  if (slash?.args !== '' || !Object.hasOwn(own, slash.name)) return false;
  void vscode.commands.executeCommand(...own[slash.name]!.command);
  return true;
}
