/** A long session in the timeline: its end at once, all the rest as it comes. */
import assert from 'node:assert/strict';
import type { StreamItem } from '../../src/shared/stream';
import { openLong } from './longSession';
import { useLab, type ViewOptions, type ViewPage } from './page';
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

  it('belongs to nobody when another session has come in between', async () => {
    const { grid, send, release } = await open();
    await send({ ...sessionOf([new Stream().event('before_run')]), sessionId: 's2' } as ReturnType<typeof sessionOf>);
    await release();
    await send();
    assert.equal(await grid.getAttribute('aria-rowcount'), '2');
  });
});
