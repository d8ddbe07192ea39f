/** Both views in a browser, as the editor shows them. */
import type { StreamItem } from '../../src/shared/stream';
import { openLab } from '../view/page';
import { hookRecord, Stream, sessionOf } from '../view/samples';
import { type Measured, type Row, single } from './measure';

/** The timeline with 100,000 events: opening, filtering, its memory, and frames while the list is scrolled from end to end, against a page that scrolls as much of nothing. */
export async function timeline(): Promise<Row[]> {
  const lab = await openLab();
  const { page } = await lab.open('timeline', { width: 1000, height: 600 });
  const stream = new Stream();
  const kinds = ['message', 'pre_tool_use', 'post_tool_use', 'tool_settled'];
  const items = Array.from({ length: 100_000 }, (_, n) =>
    stream.event(n === 0 ? 'before_run' : kinds[n % 4]!, {
      toolName: 'Bash',
      branch: n % 3 ? 'main' : 'main/scout',
      hooks: [hookRecord('audit')],
    }),
  );
  const opened = await page.evaluate(async (session) => {
    const began = performance.now();
    window.postMessage(session, '*');
    const rows = () => Number(document.querySelector('[role=treegrid]')?.getAttribute('aria-rowcount') ?? 1);
    while (rows() < 100) {
      if (performance.now() - began > 20_000) throw new Error('it shows no rows');
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return performance.now() - began;
  }, sessionOf(items));
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  /** From a key in the box to the rows that are left, and back. */
  const filtered = await page.evaluate(async () => {
    const box = document.querySelector<HTMLInputElement>('input[type=search]')!;
    const rows = () => Number(document.querySelector('[role=treegrid]')?.getAttribute('aria-rowcount') ?? 1);
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
    const whole = rows();
    for (let n = 0; n < 5; n++) {
      all.push(await took(`none of them ${n}`, () => rows() < 100));
      await took('', () => rows() === whole);
    }
    return all.sort((a, b) => a - b)[2]!;
  });
  /** Median milliseconds of script and layout for one step of scrolling. */
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
      return steps.sort((a, b) => a - b)[60]!;
    }, selector);
  const ours = await scroll('.rows');
  await page.evaluate(() => {
    const empty = document.body.appendChild(document.createElement('div'));
    empty.id = 'empty';
    empty.style.cssText = 'position:fixed;inset:0;overflow:auto';
    empty.appendChild(document.createElement('div')).style.height = '2200000px';
  });
  const floor = Math.max(0.05, await scroll('#empty'));
  const both: Measured = { ours, floor, p99: ours, floorP99: floor, spread: 0 };
  await lab.close();
  return [
    { what: 'a timeline of 100,000 events opens', floor: 'none', measured: single(opened), goal: 300, of: 'ms' },
    { what: 'it is filtered by text', floor: 'none', measured: single(filtered), goal: 100, of: 'ms' },
    { what: 'what its view holds', floor: 'none', measured: single(usedSize / 1e6), goal: 150, of: 'MB' },
    { what: 'a frame of scrolling through 100,000 events', floor: 'an empty page', measured: both, goal: 16.7, of: 'ms' },
  ];
}

const delta = (text: string): StreamItem => ({ kind: 'delta', runId: 'r1', branch: 'main', delta: { type: 'text', text } });

/** When the chat stands on the screen, and a conversation of 2 MB while 2,000 tokens a second stream into it: how long the page is held up at most. */
export async function chat(): Promise<Row[]> {
  const lab = await openLab();
  const { page, send } = await lab.open('chat', { width: 500, height: 800 });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]!.startTime);
  const stream = new Stream();
  const paragraph = `Some words of an answer, with \`code\` and **weight**, as models write them.\n\n`;
  const items = Array.from({ length: 200 }, (_, n) => [
    ...stream.user(`Question ${n}`),
    stream.assistant(paragraph.repeat(Math.ceil(10_000 / paragraph.length))),
  ]).flat();
  await send(sessionOf(items, true));
  const pieces = Array.from({ length: 33 }, (_, n) => delta(n % 12 === 11 ? 'words.\n\n' : 'words '));
  const longest = await page.evaluate(async (pieces) => {
    let most = 0;
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) most = Math.max(most, duration);
    });
    observer.observe({ type: 'longtask' });
    // A frame's share of 2,000 a second, for three seconds.
    for (let frame = 0; frame < 180; frame++) {
      window.postMessage({ type: 'items', items: pieces }, '*');
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    observer.disconnect();
    return most;
  }, pieces);
  await lab.close();
  return [
    {
      what: 'the chat’s first paint, from when its page is asked for',
      floor: 'none',
      measured: single(painted),
      goal: 300,
      of: 'ms',
    },
    {
      what: 'the longest task while 2,000 tokens a second stream into a chat of 2 MB (0: none over 50 ms)',
      ...{ floor: 'none', measured: single(longest), goal: 50, of: 'ms' },
    },
  ];
}
