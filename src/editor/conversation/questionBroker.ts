/** Questions that wait for the human. The chat shows them from the stream; answers come back here, by tool call. */
import * as vscode from 'vscode';
import type { QuestionPort } from '../../agent/ports/human';
import { fits, type QuestionAnswer, type QuestionRequest } from '../../shared/calls/questions';
import { tellOfWaiting } from './approvalBroker';

interface Waiting {
  request: QuestionRequest;
  resolve(answer: QuestionAnswer): void;
}

export class QuestionBroker implements QuestionPort {
  private readonly waiting = new Map<string, Waiting>();
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;

  get pending(): QuestionRequest[] {
    return [...this.waiting.values()].map(({ request }) => request);
  }

  ask(request: QuestionRequest, signal: AbortSignal): Promise<QuestionAnswer> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      const withdraw = () => {
        settle();
        reject(signal.reason as Error);
      };
      const settle = () => {
        this.waiting.delete(request.toolCallId);
        signal.removeEventListener('abort', withdraw);
        this.changed.fire();
      };
      signal.addEventListener('abort', withdraw, { once: true });
      this.waiting.set(request.toolCallId, {
        request,
        resolve: (answer) => {
          settle();
          resolve(answer);
        },
      });
      this.changed.fire();
      void tellOfWaiting(vscode.l10n.t('Hooksmith: the agent has a question for you'));
    });
  }

  /** False where the questions are gone, or the answer is not one to them. */
  answer(answer: QuestionAnswer): boolean {
    const waiting = this.waiting.get(answer.toolCallId);
    if (!waiting || !fits(waiting.request, answer)) return false;
    waiting.resolve(answer);
    return true;
  }
}
