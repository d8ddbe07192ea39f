/** The Hook Timeline in a browser, as the editor shows it. */
import { SessionParts } from '../../src/editor/conversation/sessionParts';
import type { StreamItem } from '../../src/shared/stream/stream';
import { holdParts, longMessage } from '../view/longSession';
import { openLab, type ViewLab, type ViewPage } from '../view/page';
import { hookRecord, Stream } from '../view/samples';
import { watchTasks } from './longTasks';
import { measured, type Row, single } from './measure';

const kinds = ['message', 'pre_tool_use', 'post_tool_use', 'tool_settled'];

class Recorded {
  private readonly stream = new Stream();
  private n = 0;

  /** As a session's file gives them: the engine looks at objects that tests put together of pieces ten times as long. */
  next(count: number): StreamItem[] {
    return JSON.parse(JSON.stringify(this.made(count)));
  }

  private made(count: number): StreamItem[] {
    return Array.from({ length: count }, () => {
      const n = this.n++;
      return this.stream.event(n === 0 ? 'before_run' : kinds[n % 4]!, {
        toolName: 'Bash',
        branch: n % 3 ? 'main' : 'main/scout',
        hooks: [hookRecord('audit')],
      });
    });
  }
}

/** With 100,000 events: opening, filtering, its memory, what is appended, and frames while the list is scrolled from end to end, against a page that scrolls as much of nothing. */
export async function timeline(): Promise<Row[]> {
  const lab = await openLab();
  try {
    const recorded = new Recorded();
    const items = recorded.next(100_000);
    const opens: Opened[] = [];
    for (let n = 0; n < 2; n++) {
      const one = await open(lab, items);
      await one.view.page.close();
      opens.push(one);
    }
    const last = await open(lab, items);
    opens.push(last);
    const of = (part: 'opened' | 'whole') =>
      measured(
        opens.map((one) => one[part]),
        [0],
      );
    const held = await megabytes(last.view);
    const filtered = await filtering(last.view);
    const small = await open(lab, new Recorded().next(2_000));
    const appended = await appending(last.view, small.view, recorded);
    const scrolled = await scrolling(last.view);
    const plain = await plainRows(lab);
    return [
      {
        what: 'a timeline of 100,000 events opens at its end',
        ...{ floor: 'none', measured: of('opened'), goal: 300, of: 'ms' },
        heldBack:
          'Two thirds of it are the window’s way through all events, which tells which rows stand at the end; the page itself has them within 60 to 80 ms.',
      },
      { what: 'all of it has come', floor: 'none', measured: of('whole'), of: 'ms' },
      {
        what: `the longest task until then ${noneAbove}`,
        floor: 'none',
        measured: single(Math.max(...opens.map(({ longest }) => longest))),
        goal: 50,
        of: 'ms',
        heldBack:
          'It is the engine’s collection while 70 MB of events become rows: in a profile its longest pauses are 54 to 74 ms, where our own code runs for 35 ms at most in one piece.',
      },
      { what: 'it is filtered by text', floor: 'none', measured: measured(filtered, [0]), goal: 100, of: 'ms' },
      { what: 'what its view holds', floor: 'none', measured: single(held), goal: 150, of: 'MB' },
      {
        what: '20 events appended to 100,000, until they are laid out',
        ...{ floor: 'to 2,000', measured: appended, goal: 1.3 },
        heldBack: 'The fold and the list take the same for each event; what grows is the engine’s collection of a larger heap.',
      },
      {
        what: 'a frame of scrolling through 100,000 events',
        floor: 'an empty page',
        measured: measured(scrolled.ours, scrolled.floor),
        goal: 16.7,
        of: 'ms',
      },
      {
        what: `the longest task meanwhile ${noneAbove}`,
        ...{ floor: 'none', measured: single(scrolled.longest), goal: 50, of: 'ms' },
        heldBack:
          'It is the browser’s own style, layout and painting of a screen of rows, and one collection of 39 ms: in a profile no piece of our own code takes longer than 26 ms.',
      },
      { what: '10,000 rows of plain DOM, painted', floor: 'our timeline of 10,000 events', measured: plain },
    ];
  } finally {
    await lab.close();
  }
}

export const noneAbove = '(0: none over 50 ms)';

interface Opened {
  view: ViewPage;
  /** Milliseconds, what the window does before included. */
  opened: number;
  whole: number;
  longest: number;
}

async function open(lab: ViewLab, items: StreamItem[]): Promise<Opened> {
  const view = await lab.open('timeline', { width: 1000, height: 600 });
  const { page } = view;
  await watchTasks(page);
  const before = performance.now();
  const session = SessionParts.of(items, 1)!;
  // The window passes it on twice as text.
  const message = JSON.parse(JSON.stringify(JSON.parse(JSON.stringify(longMessage(session.long)))));
  const prepared = performance.now() - before;
  await holdParts(view, session, true);
  const came = await page.evaluate(async (message) => {
    window.tasks.forget();
    const began = performance.now();
    const until = async (isSo: () => boolean) => {
      while (!isSo()) {
        if (performance.now() - began > 60_000) throw new Error('it shows no rows');
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return performance.now() - began;
    };
    window.postMessage(message, '*');
    const opened = await until(() => document.querySelectorAll('.row.body:not([aria-busy])').length > 20);
    // What lies at the beginning is there when all is.
    const scroller = document.querySelector('.rows')!;
    scroller.scrollTop = 0;
    scroller.dispatchEvent(new Event('scroll'));
    const whole = await until(() => document.querySelector('.row.body:not([aria-busy])[aria-rowindex="2"]') !== null);
    return { opened, whole, longest: await window.tasks.longest() };
  }, message);
  // What the page answers with stands for the window, and is none of the view's.
  await page.evaluate(() => Object.assign(window, { answering: undefined }));
  return { view, ...came, opened: prepared + came.opened };
}

async function megabytes({ page }: ViewPage): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}

/** From a key in the box until it is told how many are left, and back. */
const filtering = ({ page }: ViewPage): Promise<number[]> =>
  page.evaluate(async () => {
    const box = document.querySelector<HTMLInputElement>('input[type=search]')!;
    const told = () => document.querySelector('[role=status]')?.textContent ?? '';
    const took = async (text: string, isThere: () => boolean) => {
      const began = performance.now();
      box.value = text;
      box.dispatchEvent(new Event('input', { bubbles: true }));
      while (!isThere()) {
        if (performance.now() - began > 20_000) throw new Error('the filter did not work');
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return performance.now() - began;
    };
    const all: number[] = [];
    for (let n = 0; n < 5; n++) {
      all.push(await took(`none of them ${n}`, () => told().startsWith('0 of ')));
      await took('', () => told() === '');
    }
    return all;
  });

/** The fold and the frame in which it is drawn, without the wait for that frame: the end in sight, in turn on both pages. */
async function appending(large: ViewPage, small: ViewPage, recorded: Recorded) {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < 6; round++)
    for (const [which, { page }] of [large, small].entries()) {
      const pieces = Array.from({ length: 10 }, () => recorded.next(20));
      const took = await page.evaluate(async (pieces) => {
        const scroller = document.querySelector('.rows')!;
        scroller.scrollTop = scroller.scrollHeight;
        const all: number[] = [];
        for (const items of pieces) {
          await new Promise((resolve) => setTimeout(resolve, 20));
          // Asked for before the view asks for its own, and after: what lies between is the view's frame.
          const first = new Promise<number>((resolve) => requestAnimationFrame(() => resolve(performance.now())));
          const before = performance.now();
          window.dispatchEvent(new MessageEvent('message', { data: { type: 'items', items } }));
          const folded = performance.now() - before;
          const drawn = await new Promise<number>((resolve) =>
            requestAnimationFrame(() => {
              void document.body.offsetHeight;
              resolve(performance.now());
            }),
          );
          all.push(folded + drawn - (await first));
        }
        return all;
      }, pieces);
      // The first round of a page is slow on both.
      if (round > 0) times[which]!.push(...took);
    }
  return measured(...times);
}

/** Milliseconds of script and layout for each step. */
async function scrolling({ page }: ViewPage): Promise<{ ours: number[]; floor: number[]; longest: number }> {
  const scroll = (selector: string) =>
    page.evaluate(async (selector) => {
      const scroller = document.querySelector(selector)!;
      const steps: number[] = [];
      const far = scroller.scrollHeight / 121;
      scroller.scrollTop = 0;
      for (let n = 0; n < 120; n++) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const before = performance.now();
        scroller.scrollTop += far;
        scroller.dispatchEvent(new Event('scroll'));
        await Promise.resolve();
        void document.body.offsetHeight;
        steps.push(performance.now() - before);
      }
      return steps;
    }, selector);
  await page.evaluate(() => window.tasks.forget());
  const ours = await scroll('.rows');
  const longest = await page.evaluate(() => window.tasks.longest());
  await page.evaluate(() => {
    const empty = document.body.appendChild(document.createElement('div'));
    empty.id = 'empty';
    empty.style.cssText = 'position:fixed;inset:0;overflow:auto';
    empty.appendChild(document.createElement('div')).style.height = '2200000px';
  });
  return { ours, floor: await scroll('#empty'), longest };
}

/** What a list costs that draws every row, beside ours, which draws those in sight: each in a page of its own, until the frame is over in which they are. */
async function plainRows(lab: ViewLab) {
  const [plain, ours]: [number[], number[]] = [[], []];
  for (let n = 0; n < 3; n++) {
    const { page } = await lab.open('timeline', { width: 1000, height: 600 });
    plain.push(
      await page.evaluate(async () => {
        const began = performance.now();
        const list = document.createElement('div');
        list.style.cssText = 'height:600px;overflow:auto';
        for (let n = 0; n < 10_000; n++) {
          const row = list.appendChild(document.createElement('div'));
          row.style.cssText = 'display:flex;gap:8px;height:22px';
          for (const text of ['12:00:00.000', 'pre_tool_use', 'Bash', 'main', 'audit', '1.4 ms'])
            row.appendChild(document.createElement('span')).textContent = text;
        }
        document.body.replaceChildren(list);
        list.scrollTop = list.scrollHeight;
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        return performance.now() - began;
      }),
    );
    await page.close();
    const one = await open(lab, new Recorded().next(10_000));
    ours.push(one.opened);
    await one.view.page.close();
  }
  return measured(plain, ours);
}
