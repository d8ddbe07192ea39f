/** Prompts that wait for the human. The chat shows them from the stream; answers come back here, by id and input hash. */
import * as vscode from 'vscode';
import { notify } from '../../adapters/machine/osNotification';
import type { ApprovalPort } from '../../agent/ports/human';
import type { ApprovalAnswer, ApprovalRequest } from '../../shared/calls/approvals';
import { runCommand } from '../window/ourCommands';

interface Waiting {
  request: ApprovalRequest;
  sessionId: string | undefined;
  resolve(answer: ApprovalAnswer): void;
}

export class ApprovalBroker implements ApprovalPort {
  private readonly waiting = new Map<string, Waiting>();
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;

  get pending(): ApprovalRequest[] {
    return [...this.waiting.values()].map(({ request }) => request);
  }

  ask(request: ApprovalRequest, signal: AbortSignal, sessionId?: string): Promise<ApprovalAnswer> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      const settle = () => {
        if (this.waiting.get(request.id)?.request === request) this.waiting.delete(request.id);
        this.changed.fire();
      };
      signal.addEventListener(
        'abort',
        () => {
          settle();
          reject(signal.reason as Error);
        },
        { once: true },
      );
      this.waiting.set(request.id, {
        request,
        sessionId,
        resolve: (answer) => {
          settle();
          resolve(answer);
        },
      });
      this.changed.fire();
      void tellOfWaiting(vscode.l10n.t('Hooksmith: {0} waits for your decision', request.toolName));
    });
  }

  /** The session that waits for it, whatever is on screen. */
  sessionOf(id: string): string | undefined {
    return this.waiting.get(id)?.sessionId;
  }

  /** True where the prompt stands on that input, and the rule that comes with an answer for more than once is one of those that it offers. */
  takes(answer: ApprovalAnswer): boolean {
    const request = this.waiting.get(answer.id)?.request;
    if (request?.inputHash !== answer.inputHash) return false;
    if (answer.decision !== 'allow' || (answer.scope === 'once' && answer.rule === undefined)) return true;
    return answer.scope !== 'once' && answer.rule !== undefined && request.suggestions.includes(answer.rule);
  }

  /** False where it does not take the answer: nothing was decided. */
  answer(answer: ApprovalAnswer): boolean {
    if (!this.takes(answer)) return false;
    this.waiting.get(answer.id)?.resolve(answer);
    return true;
  }
}

/** A notification of the system and of the editor, where the human looks elsewhere. On another machine than the human's the system's would reach nobody. */
export async function tellOfWaiting(text: string): Promise<void> {
  if (vscode.window.state.focused) return;
  if (vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop) void notify('Hooksmith', text);
  const show = vscode.l10n.t('Show');
  if ((await vscode.window.showInformationMessage(text, show)) === show)
    await runCommand('hooksmith.openChat', { waiting: true });
}
