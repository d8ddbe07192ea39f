/**
 * What the human has begun to answer an approval with: words for the agent, another input. It is kept as drafts of messages are, under the session and the
 * call, and not under the approval's id: after a reload of the window the same call is asked about under another one.
 */
import type { ApprovalRequest } from '../shared/approvals';
import type { HookEvent } from '../shared/events';
import type { ConversationState, ToolEntry } from './conversationState';
import { remember, remembered, rememberedNames } from './host';

interface Begun {
  words: string;
  /** Of the input that has this hash, and of no other. */
  edit?: { inputHash: string; text: string };
}

class BegunAnswers {
  private session = '';

  /** What is over by now, heard of or not, is forgotten. */
  openSession(id: string, { tools }: ConversationState): void {
    this.session = id;
    const { place } = this;
    this.forget(
      rememberedNames(place).filter((name) => {
        const tool = tools.get(name.slice(place.length));
        return tool !== undefined && isOver(tool);
      }),
    );
  }

  /** Of a prompt that was only withdrawn it stays: where that came of closing the window, the same call is asked about again. */
  heard(event: HookEvent): void {
    if (event.type !== 'approval_resolved' || event.data.decision === 'cancelled') return;
    const name = this.place + event.toolCallId;
    if (remembered(name)) this.forget([name]);
  }

  private forget(names: readonly string[]): void {
    if (names.length > 0) remember(Object.fromEntries(names.map((name) => [name, ''])));
  }

  private get place(): string {
    return `approval ${this.session} `;
  }

  of({ toolCallId, inputHash }: ApprovalRequest): { words: string; edit: string | undefined } {
    const kept = remembered(this.place + toolCallId);
    const { words, edit }: Begun = kept ? (JSON.parse(kept) as Begun) : { words: '' };
    return { words, edit: edit?.inputHash === inputHash ? edit.text : undefined };
  }

  keep({ toolCallId, inputHash }: ApprovalRequest, words: string, edit: string | undefined): void {
    const begun: Begun = { words, ...(edit === undefined ? {} : { edit: { inputHash, text: edit } }) };
    remember({ [this.place + toolCallId]: words === '' && edit === undefined ? '' : JSON.stringify(begun) });
  }
}

/** One that was interrupted is asked about again. */
const isOver = ({ approval, phase, answer }: ToolEntry): boolean =>
  !approval && (phase === 'settled' || (phase !== 'interrupted' && answer !== undefined && answer.decision !== 'cancelled'));

export const begunAnswers = new BegunAnswers();
