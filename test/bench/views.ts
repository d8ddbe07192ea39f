/** Both views in a browser, as the editor shows them. */
import { SessionParts } from '../../src/editor/sessionParts';
import type { StreamItem } from '../../src/shared/stream';
import { holdParts, longMessage } from '../view/longSession';
import { openLab } from '../view/page';
import { hookRecord, Stream, sessionOf } from '../view/samples';
import { type Measured, type Row, single } from './measure';

/** The timeline with 100,000 events: opening, filtering, its memory, and frames while the list is scrolled from end to end, against a page that scrolls as much of nothing. */
export async function timeline(): Promise<Row[]> {
  const lab = await openLab();
  const view = await lab.open('timeline', { width: 1000, height: 600 });
  const { page } = view;
  const stream = new Stream();
  const kinds = ['message', 'pre_tool_use', 'post_tool_use', 'tool_settled'];
  const items = Array.from({ length: 100_000 }, (_, n) =>
    stream.event(n === 0 ? 'before_run' : kinds[n % 4]!, {
      toolName: 'Bash',
      branch: n % 3 ? 'main' : 'main/scout',
      hooks: [hookRecord('audit')],
    }),
  );
  const before = performance.now();
  const session = SessionParts.of(items)!;
  // The window passes it on twice as text.
  const message = JSON.parse(JSON.stringify(JSON.parse(JSON.stringify(longMessage(session.long)))));
  const prepared = performance.now() - before;
  await holdParts(view, session, true);
  const { opened, whole, longest } = await page.evaluate(async (message) => {
    let longest = 0;
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    });
    observer.observe({ type: 'longtask' });
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
    await new Promise((resolve) => setTimeout(resolve, 100));
    observer.disconnect();
    return { opened, whole, longest };
  }, message);
  const cdp = await page.context().newCDPSession(page);
  // What the page answers with stands for the window, and is none of the view's.
  await page.evaluate(() => Object.assign(window, { answering: undefined }));
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  /** From a key in the box until it is told how many are left, and back. */
  const filtered = await page.evaluate(async () => {
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
  const both: Measured = { ...single(ours), floor, floorP99: floor, floorQuick: floor };
  await lab.close();
  return [
    {
      what: 'a timeline of 100,000 events opens at its end',
      floor: 'none',
      measured: single(prepared + opened),
      goal: 300,
      of: 'ms',
    },
    { what: 'all of it has come', floor: 'none', measured: single(whole), of: 'ms' },
    { what: 'the longest task until then (0: none over 50 ms)', floor: 'none', measured: single(longest), goal: 50, of: 'ms' },
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
