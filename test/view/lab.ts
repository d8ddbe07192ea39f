/** The views, built once, in one browser for all the tests of a process; what a test opened is closed after it. */
import assert from 'node:assert/strict';
import { openLab, type ViewLab, type ViewPage } from './page';

/** Where the test files, each a bundle of its own, find the one that is there. */
const holder = globalThis as { hooksmithLab?: Promise<ViewLab> };

/** Where its browser did not start, or fell over, the next test has another. */
function theLab(): Promise<ViewLab> {
  const gone = () => {
    holder.hooksmithLab = undefined;
  };
  holder.hooksmithLab ??= openLab(gone).catch((error) => {
    gone();
    throw error;
  });
  return holder.hooksmithLab;
}

after(async () => {
  const lab = await holder.hooksmithLab?.catch(() => undefined);
  await lab?.close();
});

/** For a suite. What its tests opened has thrown nothing, and met no refusal of the content policy. */
export function useLab(): Pick<ViewLab, 'open'> {
  let views: ViewPage[] = [];
  afterEach(async () => {
    const opened = views;
    views = [];
    for (const { page } of opened) await page.close();
    assert.deepEqual(
      opened.flatMap(({ problems }) => problems),
      [],
    );
  });
  return {
    open: async (name, options) => {
      const view = await (await theLab()).open(name, options);
      views.push(view);
      return view;
    },
  };
}
