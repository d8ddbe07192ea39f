/** The timeline in a browser, as the editor shows it. */
import { openLab } from '../view/page';
import { hookRecord, Stream, sessionOf } from '../view/samples';
import type { Measured, Row } from './measure';

/** Frames while the list is scrolled from end to end, against a page that scrolls as much of nothing. */
export async function timelineFrames(): Promise<Row[]> {
  const lab = await openLab();
  const { page, send } = await lab.open('timeline', { width: 1000, height: 600 });
  const stream = new Stream();
  const kinds = ['message', 'pre_tool_use', 'post_tool_use', 'tool_settled'];
  const items = Array.from({ length: 100_000 }, (_, n) =>
    stream.event(n === 0 ? 'before_run' : kinds[n % 4]!, {
      toolName: 'Bash',
      branch: n % 3 ? 'main' : 'main/scout',
      hooks: [hookRecord('audit')],
    }),
  );
  await send(sessionOf(items));
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
  const both: Measured = { ours, floor: Math.max(0.05, await scroll('#empty')), p99: ours, spread: 0 };
  await lab.close();
  return [{ what: 'a frame of scrolling through 100,000 events', floor: 'an empty page', measured: both, goal: 16.7, of: 'ms' }];
}
