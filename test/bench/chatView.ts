/** The chat in a browser, as the editor shows it. */
import type { StreamItem } from '../../src/shared/stream/stream';
import { openLab, type ViewLab, type ViewPage } from '../view/page';
import { Stream, sessionOf } from '../view/samples';
import { watchTasks } from './longTasks';
import { measured, type Row, single } from './measure';
import { noneAbove } from './timelineView';

const delta = (text: string): StreamItem => ({ kind: 'delta', runId: 'r1', branch: 'main', delta: { type: 'text', text } });
const paragraph = 'Some words of an answer, with `code` and **weight**, as models write them.\n\n';

/** When the chat stands on the screen, and a conversation of 2 MB while 2,000 tokens a second stream into it: whether the page keeps up. */
export async function chat(): Promise<Row[]> {
  const lab = await openLab();
  try {
    const painted: number[] = [];
    for (let n = 0; n < 5; n++) painted.push(await firstPaint(lab));
    const view = await lab.open('chat', { width: 500, height: 800 });
    await watchTasks(view.page);
    const stream = new Stream();
    const answer = paragraph.repeat(Math.ceil(10_000 / paragraph.length));
    const items = Array.from({ length: 200 }, (_, n) => [...stream.user(`Question ${n}`), stream.assistant(answer)]).flat();
    await view.send(sessionOf(items, true));
    const firsts = await firstDeltas(view, stream);
    const [busy, rest, longest]: [number[], number[], number[]] = [[], [], []];
    for (let n = 0; n < 3; n++) {
      rest.push((await streamed(view, 0)).frames);
      const one = await streamed(view, 2000);
      busy.push(one.frames);
      longest.push(one.longest);
      // Each time it is an answer of 6,000 tokens.
      await view.send({ type: 'items', items: [stream.assistant('That was all.'), ...stream.user(`And now ${n}`)] });
    }
    const meanwhile = 'while 2,000 tokens a second stream into a chat of 2 MB';
    return [
      {
        what: 'the chat’s first paint, from when its page is asked for',
        ...{ floor: 'none', measured: measured(painted, [0]), goal: 300, of: 'ms' },
        heldBack:
          'Its files are asked for one after the other: the page names the script and the style sheet, the script its parts, the style sheet the icons, and each has to come before the next is known. Of 490 ms in a profile 300 are such waiting and 140 the browser’s own reading and layout; all our code takes 30.',
      },
      {
        what: 'the first delta of an answer is in the page, frames from when it came',
        ...{ floor: 'none', measured: measured(firsts, [0]), goal: 1, of: 'frames' },
      },
      {
        what: `frames a second ${meanwhile}`,
        ...{ floor: 'the same page at rest', measured: measured(busy, rest), goal: 60, of: 'frames/s' },
        heldBack:
          'Frames are lost where drawing one takes longer than 16.7 ms; where the same page at rest has fewer than 60, the machine gives no more.',
      },
      {
        what: `the longest task ${meanwhile} ${noneAbove}`,
        floor: 'none',
        measured: single(Math.max(...longest)),
        goal: 50,
        of: 'ms',
      },
    ];
  } finally {
    await lab.close();
  }
}

async function firstPaint(lab: ViewLab): Promise<number> {
  const { page } = await lab.open('chat', { width: 500, height: 800 });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]!.startTime);
  await page.close();
  return painted;
}

/** Frames from the message to the one at whose end its text is laid out; each is the first of an answer of its own. */
async function firstDeltas({ page, send }: ViewPage, stream: Stream): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < 9; n++) {
    await send({ type: 'items', items: stream.user(`Next ${n}`) });
    const text = `first-${n}-word`;
    const frames = await page.evaluate(
      async ({ message, text }) => {
        await new Promise((resolve) => setTimeout(resolve, 25));
        window.dispatchEvent(new MessageEvent('message', { data: message }));
        for (let frame = 1; frame <= 60; frame++) {
          await new Promise((resolve) => requestAnimationFrame(resolve));
          // What was asked for in the same frame has run by now, with what it put off to its end.
          await new Promise((resolve) => setTimeout(resolve));
          if (document.body.textContent?.includes(text)) return frame;
        }
        throw new Error('the first delta did not come');
      },
      { message: { type: 'items', items: [delta(text)] }, text },
    );
    all.push(frames);
    await send({ type: 'items', items: [stream.assistant(text)] });
  }
  return all;
}

/** Three seconds of so many tokens a second, by the clock, whatever the page makes of them. */
const streamed = ({ page }: ViewPage, perSecond: number): Promise<{ frames: number; longest: number }> =>
  page.evaluate(
    async ({ perSecond, pieces }) => {
      window.tasks.forget();
      const began = performance.now();
      let given = 0;
      const giving = setInterval(() => {
        const due = Math.floor(((performance.now() - began) / 1000) * perSecond);
        const items = Array.from({ length: due - given }, (_, n) => pieces[(given + n) % pieces.length]);
        given = due;
        if (items.length > 0) window.postMessage({ type: 'items', items }, '*');
      }, 16);
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const first = await frame();
      let last = first;
      let frames = 0;
      while (last - first < 3000) {
        last = await frame();
        frames++;
      }
      clearInterval(giving);
      return { frames: (frames * 1000) / (last - first), longest: await window.tasks.longest() };
    },
    { perSecond, pieces: Array.from({ length: 12 }, (_, n) => delta(n === 11 ? 'words.\n\n' : 'words ')) },
  );
