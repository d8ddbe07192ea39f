/** What a page was held up by: tasks of more than 50 ms, as the browser tells of them. */
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    tasks: {
      forget(): void;
      /** The longest since then, in milliseconds; 0 where there was none. */
      longest(): Promise<number>;
    };
  }
}

export const watchTasks = (page: Page): Promise<void> =>
  page.evaluate(() => {
    let most = 0;
    const take = (entries: PerformanceEntryList) => {
      for (const { duration } of entries) most = Math.max(most, duration);
    };
    const observer = new PerformanceObserver((list) => take(list.getEntries()));
    observer.observe({ type: 'longtask' });
    window.tasks = {
      forget: () => {
        observer.takeRecords();
        most = 0;
      },
      longest: async () => {
        // The one that is under way is told of after it.
        await new Promise((resolve) => setTimeout(resolve, 100));
        take(observer.takeRecords());
        return most;
      },
    };
  });
