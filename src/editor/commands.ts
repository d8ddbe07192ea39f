/** The commands of the palette and of menus. Each is one call of the part whose business it is. */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { isObject } from '../shared/basics/json';
import type { RuleReach } from '../shared/calls/approvals';
import type { AguiExport } from './agui';
import type { HookDebugger } from './authoring/hookDebugger';
import { importOtherHooks } from './authoring/importHooks';
import { type NewHookParts, newHook } from './authoring/newHook';
import type { CheckpointActions } from './conversation/checkpointActions';
import type { Conversation } from './conversation/conversation';
import { exportSession, openSession } from './conversation/sessionFiles';
import type { SessionList } from './conversation/sessionList';
import type { Views } from './conversation/views';
import { eventCommands } from './eventCommands';
import type { HookWatcher } from './hooks/hookWatcher';
import type { Models } from './window/models';
import { onCommand, type PaletteCommand } from './window/ourCommands';
import type { PayloadDocuments } from './window/payloadDocuments';
import type { Rules } from './window/permissionRules';

export interface CommandParts {
  agui: AguiExport;
  conversation: Conversation;
  files: CheckpointActions;
  sessionList: SessionList;
  log: vscode.LogOutputChannel;
  hookDebugger: HookDebugger;
  models: Models;
  newHookParts: NewHookParts;
  payloads: Pick<PayloadDocuments, 'report'>;
  /** How many of the last calls rules allow. */
  reachOf(rules: readonly string[]): Promise<readonly RuleReach[]>;
  rules: Rules;
  views: Views;
  watcher: HookWatcher;
}

export function registerCommands(parts: CommandParts): vscode.Disposable {
  const {
    agui,
    sessionList,
    conversation,
    files,
    hookDebugger,
    log,
    models,
    newHookParts,
    payloads,
    reachOf,
    rules,
    views,
    watcher,
  } = parts;
  const commands: Record<PaletteCommand, (argument?: unknown) => unknown> = {
    openChat: async (given) => {
      if (isObject(given) && given.waiting) await showWaiting(conversation);
      await views.openChat(typeof given === 'string' ? given : undefined);
    },
    newChat: async () => {
      await conversation.newChat();
      await views.openChat();
    },
    compact: () => conversation.compact(),
    openTimeline: () => views.openTimeline(),
    newHook: (named) => newHook(newHookParts, named),
    debugHooks: () => hookDebugger.start(),
    importHooks: () =>
      importOtherHooks(async (path, text) => {
        await mkdir(dirname(path), { recursive: true });
        await watcher.write(path, text, true);
      }, payloads),
    reloadHooks: async () => {
      await watcher.start(true);
      vscode.window.setStatusBarMessage(vscode.l10n.t('Hooks reloaded.'), 5000);
    },
    chooseModel: () => models.choose(),
    setApiKey: () => models.setKey(),
    manageApprovals: () => rules.manage(conversation.current.id, reachOf),
    showAgui: () => agui.show(),
    restoreCheckpoint: () => files.restore(conversation),
    redoRestore: () => files.redo(conversation),
    exportSession: () => exportSession(conversation.file),
    showSessions: () => sessionList.show(),
    renameSession: () => sessionList.renameCurrent(),
    restoreSession: () => sessionList.restore(),
    openSession: (file) => openSession(conversation, log, file instanceof vscode.Uri ? file : undefined),
  };
  return vscode.Disposable.from(
    ...(Object.entries(commands) as [PaletteCommand, (argument?: unknown) => unknown][]).map(([name, run]) =>
      onCommand(`hooksmith.${name}`, run),
    ),
    ...eventCommands((message) => views.handle(message)),
  );
}

/** A session that waits for the human comes on screen, unless the one that is there does. */
async function showWaiting(conversation: Conversation): Promise<void> {
  const asking = conversation.tabs.filter(({ state }) => state === 'asks');
  const [first] = asking;
  if (first && !asking.some(({ current }) => current)) await conversation.openTab(first.id);
}
