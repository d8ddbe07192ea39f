/** What the human says on its way to the session at work: put together one after the other, and sent in the order in which it was said. */
import type { Composed, ComposeOptions } from '../../agent/prompt/compose';
import type { Session } from '../../agent/session/session';
import type { FromView } from '../../shared/views/viewProtocol';
import type { Composing } from './composing';
import type { Conversation } from './conversation';
import { imageBlock, keptOf } from './messageContent';

interface Parts {
  conversation: Pick<Conversation, 'current' | 'isOpen' | 'notice' | 'post' | 'settle'>;
  composing: Pick<Composing, 'partsOf'>;
}

export class Outbox {
  private composed: Promise<void> = Promise.resolve();

  constructor(private readonly parts: Parts) {}

  send(text: string): void {
    this.compose(this.atWork, text, {}, ({ content, model }, session) => session.send(content, { model }));
  }

  /** With what was attached to it; it waits where a run is on, or steers that run. */
  submit({ text, images = [], files = [], open, steers }: Extract<FromView, { type: 'send' }>): void {
    const given = { images: images.map(imageBlock), parts: this.parts.composing.partsOf({ open, files }) };
    this.compose(this.atWork, text, given, ({ content, model }, session) => session.submit(content, steers, model));
  }

  /** Other words for one that waits. False where it waits no more. */
  change(id: string, text: string): boolean {
    const { atWork } = this;
    const queued = atWork.queue.find((one) => one.id === id);
    if (!queued) return false;
    this.compose(atWork, text, keptOf(queued.content), async ({ content, model }, session) =>
      session.changeQueued(id, content, model),
    );
    return true;
  }

  /** Other words for one that was sent, `said`: the conversation goes on from there. False where the session has no such message. */
  async resend(eventId: string, text: string, said: unknown): Promise<boolean> {
    const { atWork } = this;
    const kept = keptOf(said);
    try {
      if (!(await atWork.rewind(eventId))) return false;
    } catch (error) {
      this.giveBack(text, error as Error);
      return true;
    }
    this.compose(atWork, text, kept, ({ content, model }, session) => session.submit(content, false, model));
    return true;
  }

  private get atWork(): Session {
    return this.parts.conversation.current;
  }

  /** It goes to the session in which it was said, whichever is on screen by then. */
  private compose(
    session: Session,
    text: string,
    given: ComposeOptions,
    send: (composed: Composed, session: Session) => Promise<unknown>,
  ): void {
    const { conversation } = this.parts;
    this.composed = this.composed.then(async () => {
      try {
        const composed = await session.compose(text, given);
        // Its tab was closed meanwhile: there is nobody left to say it to.
        if (!conversation.isOpen(session)) return;
        if (composed.notes.length > 0) conversation.notice('warning', composed.notes.join('\n'));
        conversation.settle(send(composed, session));
      } catch (error) {
        this.giveBack(text, error as Error);
      }
    });
  }

  /** It came to nobody: the words are there again, to be mended. */
  private giveBack(text: string, { message }: Error): void {
    const { conversation } = this.parts;
    conversation.notice('error', message);
    conversation.post({ type: 'notSent', text });
  }
}
