/**
 * What the human has begun to answer with: an approval with words for the agent or another input, questions with what was chosen. It is kept as drafts of messages
 * are, under the session and the call, and not under the approval's id: after a reload of the window the same call is asked about under another one.
 * Some models count their calls anew in each run: what was begun at a call that is over is forgotten before the next.
 */

import { hash } from '../../shared/basics/hash';
import type { ApprovalRequest } from '../../shared/calls/approvals';
import type { QuestionRequest } from '../../shared/calls/questions';
import type { HookEvent } from '../../shared/events/events';
import type { ConversationState, ToolEntry } from '../conversation/conversationState';
import { remember, rememberedNames, rememberedText } from '../host';

interface Begun {
  words: string;
  /** Of the input that has this hash, and of no other. */
  edit?: { inputHash: string; text: string };
}

class BegunAnswers {
  private session = '';

  openSession(id: string, state: ConversationState): void {
    this.session = id;
    this.forgetOver(state, false);
  }

  /** Of a prompt that was only withdrawn, or interrupted, it stays: where that came of closing the window, the same call is asked about again. */
  heard(event: HookEvent, state: ConversationState): void {
    if (event.type === 'user_message' && event.branch === 'main') this.forgetOver(state, true);
    else if (event.type === 'approval_resolved' && event.data.decision !== 'cancelled') {
      const name = this.place + event.toolCallId;
      if (rememberedText(name)) this.forget([name]);
    } else if (event.type === 'question_answered' && !('cancelled' in event.data))
      this.forget(rememberedNames(`${this.questionPlace}${event.toolCallId} `));
  }

  /** What is over by now, heard of or not. A new message gives up what was interrupted, and what no record knows of. */
  private forgetOver({ tools }: ConversationState, givenUp: boolean): void {
    const over = (toolCallId: string, isOver: (tool: ToolEntry) => boolean) => {
      const tool = tools.get(toolCallId);
      return tool === undefined || tool.phase === 'interrupted' ? givenUp : isOver(tool);
    };
    const { place, questionPlace } = this;
    this.forget([
      ...rememberedNames(place).filter((name) => over(name.slice(place.length), isOver)),
      // Behind the call's id stands the hash of what was asked.
      ...rememberedNames(questionPlace).filter((name) =>
        over(name.slice(questionPlace.length, name.lastIndexOf(' ')), ({ phase }) => phase === 'settled'),
      ),
    ]);
  }

  private forget(names: readonly string[]): void {
    if (names.length > 0) remember(Object.fromEntries(names.map((name) => [name, ''])));
  }

  private get place(): string {
    return `approval ${this.session} `;
  }

  private get questionPlace(): string {
    return `questions ${this.session} `;
  }

  /** Under which name an answer to these questions is kept, and to no others that a call of this id asks. */
  nameOf({ toolCallId, questions }: QuestionRequest): string {
    return `${this.questionPlace}${toolCallId} ${hash(JSON.stringify(questions))}`;
  }

  of({ toolCallId, inputHash }: ApprovalRequest): { words: string; edit: string | undefined } {
    const kept = rememberedText(this.place + toolCallId);
    const { words, edit }: Begun = kept ? (JSON.parse(kept) as Begun) : { words: '' };
    return { words, edit: edit?.inputHash === inputHash ? edit.text : undefined };
  }

  keep({ toolCallId, inputHash }: ApprovalRequest, words: string, edit: string | undefined): void {
    const begun: Begun = { words, ...(edit === undefined ? {} : { edit: { inputHash, text: edit } }) };
    remember({ [this.place + toolCallId]: words === '' && edit === undefined ? '' : JSON.stringify(begun) });
  }
}

const isOver = ({ approval, phase, answer }: ToolEntry): boolean =>
  !approval && (phase === 'settled' || (answer !== undefined && answer.decision !== 'cancelled'));

// biome-ignore lint/plugin: elements of a page have no maker to be given it by, and a page shows one session
export const begunAnswers = new BegunAnswers();
