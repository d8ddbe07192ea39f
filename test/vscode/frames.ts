/** Finds webviews among the frames of a page. */
import type { Frame, Page } from 'playwright-core';
import { limit } from '../fixtures/limits';

/** The frame that has this element now. One that is being replaced may never answer: it holds up no other. */
export async function frameThatHas(page: Page, selector: string): Promise<Frame | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<number>((resolve) => {
    timer = setTimeout(() => resolve(0), limit(2000));
  });
  const counts = page.frames().map(async (frame) => ({
    frame,
    count: await Promise.race([
      frame
        .locator(selector)
        .count()
        .catch(() => 0),
      late,
    ]),
  }));
  const found = await Promise.all(counts);
  clearTimeout(timer);
  return found.findLast(({ count }) => count > 0)?.frame;
}
