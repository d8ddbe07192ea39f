/** Tells what came of hooks and tools: reloads and stray failures as events of the conversation, problems in Problems, a host that is down in a message. */
import * as vscode from 'vscode';
import type { HookProblem } from '../../hooks/chain/words/registered';
import { factsOfStray, type StrayFailure } from '../../hooks/hostProtocol';
import type { Reloaded } from '../../hooks/parent/accepting/reloader';
import type { HookHost } from '../../hooks/parent/host/hookHost';
import type { Conversation } from '../conversation/conversation';
import { HookDiagnostics } from './hookDiagnostics';

export interface ReloadReportParts {
  core: {
    readonly hooks: HookHost;
    readonly problems: readonly HookProblem[];
    onDidReload(listener: (kind: 'hooks_reloaded' | 'tools_reloaded', reloaded: Reloaded) => void): vscode.Disposable;
    onDidFail(listener: (failure: StrayFailure) => void): vscode.Disposable;
    onDidChangeProblems(listener: () => void): vscode.Disposable;
  };
  conversation: Conversation;
}

export function reportReloads({ core, conversation }: ReloadReportParts): vscode.Disposable {
  const diagnostics = new HookDiagnostics();
  return vscode.Disposable.from(
    diagnostics,
    core.onDidReload((kind, reloaded) => {
      diagnostics.saved(reloaded.files);
      conversation.note(kind, {
        duration: Math.round(reloaded.durationMs * 10) / 10,
        isError: reloaded.problems.some(({ severity }) => severity === 'error'),
        data: { ...reloaded },
      });
      conversation.refresh();
    }),
    core.onDidChangeProblems(() => diagnostics.show(core.problems)),
    core.onDidFail((failure) => conversation.note('hook_error', factsOfStray(failure))),
    core.hooks.onDidFail((why) => void vscode.window.showErrorMessage(`Hooksmith: ${why}`)),
    conversation.onToolOutput((toolCallId) => diagnostics.wrote(toolCallId)),
    conversation.onHookEvent((event) => diagnostics.ran(event)),
  );
}
