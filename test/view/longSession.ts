/** A long session as the editor's window gives it to the timeline: its end, and the parts that the view asks for. */
import { SessionParts } from '../../src/editor/conversation/sessionParts';
import type { StreamItem } from '../../src/shared/stream/stream';
import type { LongSession, ToView } from '../../src/shared/views/viewProtocol';
import type { ViewPage } from './page';
import { statusOf } from './samples';

type Part = ToView & { type: 'part' };
interface Answering {
  /** Whether parts are given; until then the view waits for them. */
  isOpen: boolean;
  waiting: number[];
  give(from: number): void;
}

export const allParts = (session: SessionParts): Part[] => {
  const parts: Part[] = [];
  for (let at = 0; at < session.long.events; at = parts.at(-1)!.next) parts.push(session.part(at));
  return parts;
};

export const longMessage = (long: LongSession): ToView => ({
  type: 'session',
  sessionId: 's1',
  items: [{ kind: 'run', runId: 'r1', running: false }],
  status: statusOf(),
  long,
});

/** Puts the parts into the page, which answers there as the window would. */
export async function holdParts({ page }: ViewPage, session: SessionParts, isOpen: boolean): Promise<void> {
  const texts = allParts(session).map(({ events, ...part }) => ({ ...part, text: Buffer.from(events).toString() }));
  await page.evaluate(
    ({ texts, isOpen }) => {
      const parts = new Map(texts.map(({ text, ...part }) => [part.from, { ...part, events: new TextEncoder().encode(text) }]));
      const answering: Answering = {
        isOpen,
        waiting: [],
        give: (from) => window.postMessage(parts.get(from), '*'),
      };
      window.addEventListener('posted', (event) => {
        // Only the one who was put there last answers.
        if ((window as unknown as { answering: Answering }).answering !== answering) return;
        const message = (event as CustomEvent<{ type: string; from: number }>).detail;
        if (message.type !== 'part') return;
        if (answering.isOpen) answering.give(message.from);
        else answering.waiting.push(message.from);
      });
      Object.assign(window, { answering });
    },
    { texts, isOpen },
  );
}

/** The session is given to the view; its parts, as soon as `release` is called. */
export async function openLong(view: ViewPage, items: StreamItem[]): Promise<{ release(): Promise<void> }> {
  const session = SessionParts.of(items, 1);
  if (!session) throw new Error('this session is not long');
  await holdParts(view, session, false);
  await view.send(longMessage(session.long));
  return {
    release: () =>
      view.page.evaluate(() => {
        const { answering } = window as unknown as { answering: Answering };
        answering.isOpen = true;
        for (const from of answering.waiting.splice(0)) answering.give(from);
      }),
  };
}
