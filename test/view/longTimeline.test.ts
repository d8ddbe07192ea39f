/** A long session in the timeline: its end at once, all the rest as it comes. */
import assert from 'node:assert/strict';
import { SessionParts } from '../../src/editor/conversation/sessionParts';
import type { StreamItem } from '../../src/shared/stream/stream';
import { limit } from '../fixtures/limits';
import { useLab } from './lab';
import { allParts, holdParts, longMessage, openLong } from './longSession';
import type { ViewOptions, ViewPage } from './page';
import { hookRecord, Stream, sessionOf } from './samples';

const count = 3_000;

describe('a long session in the timeline view', function () {
  this.timeout(30_000);
  const lab = useLab();
  let view: ViewPage;
  let stream: Stream;

  const items = (): StreamItem[] => {
    stream = new Stream();
    const kinds = ['message', 'pre_tool_use', 'post_tool_use', 'tool_settled'];
    return Array.from({ length: count }, (_, n) =>
      stream.event(n === 0 ? 'before_run' : kinds[n % 4]!, {
        branch: n % 3 ? 'main' : 'main/scout',
        toolCallId: `t${Math.floor(n / 4)}`,
        toolName: n % 100 === 1 ? 'Read' : 'Bash',
        hooks: [hookRecord('audit')],
        ...(n === 1_500 ? { input: { command: 'needle in the haystack' } } : {}),
      }),
    );
  };
  const open = async (options: ViewOptions = {}) => {
    view = await lab.open('timeline', { width: 1000, height: 500, ...options });
    const long = await openLong(view, items());
    const { page } = view;
    return { ...view, ...long, grid: page.getByRole('treegrid', { name: 'Hook events' }) };
  };
  const shown = () => view.page.locator('.row.body').allInnerTexts();
  const rowAt = (index: number) => view.page.locator(`.row.body:not([aria-busy])[aria-rowindex="${index}"]`);
  const chosen = (index: number) =>
    view.page.waitForFunction(
      (index) => document.querySelector('.row.selected:not([aria-busy])')?.getAttribute('aria-rowindex') === index,
      String(index),
    );

  it('shows its end before the rest is there, each row where it stays', async () => {
    const { grid, release } = await open();
    await rowAt(count + 1).waitFor();
    assert.equal(await grid.getAttribute('aria-rowcount'), String(count + 1));
    const before = await shown();
    assert.ok(before.length > 15);
    assert.ok(!before.some((text) => text.includes('Loading')));
    await release();
    await view.page
      .getByRole('combobox', { name: 'Tool' })
      .locator('option', { hasText: `Bash (${count - 30})` })
      .waitFor({ state: 'attached' });
    assert.deepEqual(await shown(), before);
    assert.equal(await grid.getAttribute('aria-rowcount'), String(count + 1));
  });

  it('is the same in the end as one that came whole', async () => {
    const { page, grid, release } = await open();
    await release();
    const rows = async () => {
      const all: string[][] = [];
      for (const part of [0, 0.3, 0.7, 1]) {
        await grid.evaluate((scroller, part) => {
          scroller.scrollTop = part * scroller.scrollHeight;
        }, part);
        await page.waitForFunction(() => !document.querySelector('.row.body[aria-busy]'));
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
        all.push(await shown());
      }
      return all;
    };
    const came = await rows();
    await view.send({ ...sessionOf(items()), sessionId: 's2' } as ReturnType<typeof sessionOf>);
    assert.deepEqual(await rows(), came);
  });

  it('goes where the reader wants to be once that is there', async () => {
    const { page, grid, release } = await open();
    await grid.focus();
    await page.keyboard.press('Home');
    await page.locator('.row.body[aria-busy]').first().waitFor();
    await release();
    await chosen(2);
    await rowAt(2).waitFor();
  });

  it('shows a call that lies before what is there', async () => {
    const { page, send, release } = await open();
    await send({ type: 'reveal', toolCallId: 't375' });
    assert.equal(await page.locator('.row.selected').count(), 0);
    await release();
    await page.getByRole('complementary', { name: 'Event' }).waitFor();
    assert.equal(await page.locator('.row.selected .name').textContent(), 'pre_tool_use');
  });

  it('finds what the filter asks for in all of it', async () => {
    const { page, grid, release } = await open();
    await page.getByRole('searchbox', { name: 'Filter events' }).fill('needle');
    await page.waitForFunction(() => document.querySelector('[role=treegrid]')?.getAttribute('aria-rowcount') === '1');
    assert.equal(await page.getByText('No event matches the filter.').count(), 0, 'that is not known yet');
    await release();
    await page.getByText(`1 of ${count} events`).waitFor();
    assert.equal(await grid.getAttribute('aria-rowcount'), '2');
    await page.getByRole('searchbox', { name: 'Filter events' }).fill('');
    await rowAt(count + 1).waitFor();
  });

  it('puts what happens meanwhile behind it', async () => {
    const { page, send, grid, release } = await open();
    await send({ type: 'items', items: [stream.event('tool_start')] });
    await release();
    await grid.getByText('tool_start').waitFor();
    assert.equal(await grid.getAttribute('aria-rowcount'), String(count + 2));
    assert.equal(await page.locator('.row.body[aria-busy]').count(), 0);
  });

  it('keeps a choice among the last rows, and one that comes later', async () => {
    const { page, grid, release, send } = await open();
    await rowAt(count + 1).click();
    await release();
    await page.getByRole('combobox', { name: 'Tool' }).locator('option', { hasText: 'Read (30)' }).waitFor({ state: 'attached' });
    await chosen(count + 1);
    await page.keyboard.press('Escape');
    await grid.focus();
    await page.keyboard.press('Home');
    await chosen(2);
    // The session is given again, as to a page that was reloaded.
    const again = await openLong(view, items());
    await send();
    await again.release();
    await chosen(2);
  });

  /** Alone, beside what else is held back. */
  const give = (from: number) =>
    view.page.evaluate((from) => (window as unknown as { answering: { give(from: number): void } }).answering.give(from), from);
  const isWhole = async () => {
    const { page } = view;
    const ofBash = page.getByRole('combobox', { name: 'Tool' }).locator('option', { hasText: `Bash (${count - 30})` });
    await ofBash.waitFor({ state: 'attached' });
    await page.getByRole('combobox', { name: 'Tool' }).selectOption('Bash');
    await page.getByText(`${count - 30} of ${count} events`).waitFor();
  };

  it('asks for each part once where it is given twice before anything is drawn', async () => {
    view = await lab.open('timeline', { width: 1000, height: 500 });
    const all = items();
    const [first, second] = [SessionParts.of(all, 1)!, SessionParts.of(all, 2)!];
    await holdParts(view, second, true);
    await view.send(longMessage(first.long), longMessage(second.long));
    await isWhole();
    const asked = (await view.posted()).flatMap((message) =>
      message.type === 'part' && message.of === second.long.of ? [message.from] : [],
    );
    assert.deepEqual(
      asked,
      allParts(second).map(({ from }) => from),
    );
  });

  it('has each row once where a part comes again', async () => {
    const { release } = await open();
    assert.ok(allParts(SessionParts.of(items(), 1)!).length > 1);
    await give(0);
    await give(0);
    await release();
    await isWhole();
  });

  /** Only calls of one tool: where a row stands is known when all are there. */
  const scrolledAmongFew = async () => {
    const { page, release } = await open();
    await release();
    await isWhole();
    await scrollTo(10_000);
    await page.waitForFunction(() => /"top":10000/.test(JSON.parse(sessionStorage.getItem('state') ?? '{}').place ?? ''));
  };
  const scrollTo = (top: number) =>
    view.page.evaluate((top) => {
      document.querySelector('.rows')!.scrollTop = top;
    }, top);
  const top = () => view.page.evaluate(() => document.querySelector('.rows')!.scrollTop);

  for (const reloads of [true, false])
    it(`goes on at its place, given twice more ${reloads ? 'after a reload' : 'to the same page'}`, async () => {
      await scrolledAmongFew();
      if (reloads) {
        await view.page.reload();
        await view.next('ready');
      }
      await openLong(view, items());
      const { release } = await openLong(view, items());
      await release();
      await view.page.getByText(`${count - 30} of ${count} events`).waitFor();
      assert.equal(await top(), 10_000);
    });

  it('shows the event that was chosen once it is there, given twice more before that', async () => {
    const { page, grid, release } = await open();
    await release();
    await isWhole();
    await grid.focus();
    for (const key of ['Home', 'Enter']) await page.keyboard.press(key);
    await chosen(2);
    const detail = page.getByRole('complementary', { name: 'Event' });
    await detail.waitFor();
    await openLong(view, items());
    await detail.waitFor({ state: 'detached' });
    const again = await openLong(view, items());
    await again.release();
    await chosen(2);
    await detail.waitFor();
  });

  it('leaves a reader who has scrolled meanwhile where he is', async () => {
    await scrolledAmongFew();
    const { release } = await openLong(view, items());
    await give(0);
    await view.page.waitForFunction(() => document.querySelector('.rows')!.scrollHeight > 4_000, undefined, {
      timeout: limit(10_000),
    });
    await scrollTo(2_000);
    await view.send();
    await release();
    await view.page.getByText(`${count - 30} of ${count} events`).waitFor();
    assert.equal(await top(), 2_000);
  });

  it('belongs to nobody when another session has come in between', async () => {
    const { grid, send, release } = await open();
    await send({ ...sessionOf([new Stream().event('before_run')]), sessionId: 's2' } as ReturnType<typeof sessionOf>);
    await release();
    await send();
    assert.equal(await grid.getAttribute('aria-rowcount'), '2');
  });
});
