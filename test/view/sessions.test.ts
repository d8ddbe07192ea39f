import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { SessionTab } from '../../src/shared/views/viewProtocol';
import { assertAccessible } from './accessible';
import { useLab } from './lab';
import { Stream, sessionOf } from './samples';

const isUncovered = (tab: Locator) =>
  tab.evaluate((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return node.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  });

describe('sessions in the chat', function () {
  this.timeout(30_000);
  const lab = useLab();
  const tabs: SessionTab[] = [
    { id: '/s/a.jsonl', title: 'Mend the build, which is a rather long title', state: 'running', current: false },
    { id: '/s/b.jsonl', title: '', state: 'idle', current: true },
    { id: '/s/c.jsonl', title: 'Release', state: 'asks', current: false },
  ];

  it('stand in tabs where several are open, walked by arrows, opened, closed, and marked where one asks', async () => {
    const view = await lab.open('chat', { width: 250 });
    const { page, send, next } = view;
    await send(sessionOf([]), { type: 'tabs', tabs: tabs.slice(1, 2) });
    await page.getByRole('heading', { name: 'New chat' }).waitFor();
    assert.equal(await page.getByRole('tablist').count(), 0);
    await send({ type: 'tabs', tabs });
    const list = page.getByRole('tablist', { name: 'Open sessions' });
    await list.getByRole('tab', { name: 'Release, asks you' }).waitFor();
    await list.getByRole('tab', { name: 'Mend the build, which is a rather long title, at work' }).waitFor();
    await assertAccessible(page);
    await list.getByRole('tab', { name: 'New chat', selected: true }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    assert.equal((await next('openTab')).id, '/s/c.jsonl');
    await page.keyboard.press('Delete');
    assert.equal((await next('closeTab')).id, '/s/c.jsonl');
    await page.getByRole('button', { name: 'Close This Session' }).click();
    const closed = (await view.posted()).filter((message) => message.type === 'closeTab');
    assert.deepEqual(
      closed.map(({ id }) => id),
      ['/s/c.jsonl', '/s/b.jsonl'],
    );
  });

  it('have tabs of which something can be read, however many, and one that asks stays in sight', async () => {
    const { page, send } = await lab.open('chat', { width: 250 });
    const many = Array.from({ length: 10 }, (_, at): SessionTab => {
      const state = at === 8 ? 'asks' : 'running';
      return { id: `/s/${at}.jsonl`, title: `Task ${at} of many`, state, current: at === 5 };
    });
    await send(sessionOf([]), { type: 'tabs', tabs: many });
    const all = page.getByRole('tab');
    await all.nth(9).waitFor();
    for (const width of await all.evaluateAll((nodes) => nodes.map((node) => node.clientWidth)))
      assert.ok(width >= 70, `${width}`);
    const asks = page.getByRole('tab', { name: 'Task 8 of many, asks you' });
    for (const end of [0, 9]) {
      await all.nth(end).evaluate((node) => node.scrollIntoView());
      assert.ok(await isUncovered(asks), `at ${end}`);
    }
    // That on screen is none the less so for asking itself beside another.
    await all.first().evaluate((node) => node.scrollIntoView());
    await send({
      type: 'tabs',
      tabs: many.map((tab, at) => ({ ...tab, current: at === 4, state: at === 4 || at === 8 ? 'asks' : 'idle' })),
    });
    const shown = page.getByRole('tab', { selected: true, name: 'Task 4 of many, asks you' });
    await shown.waitFor();
    assert.ok(await isUncovered(shown));
    await assertAccessible(page);
  });

  it('have the tab of the one on screen in sight, until the human scrolls elsewhere', async () => {
    const { page, send } = await lab.open('chat', { width: 250 });
    const tabsAt = (current: number, title = 'Task') =>
      Array.from(
        { length: 10 },
        (_, at): SessionTab => ({ id: `/s/${at}.jsonl`, title: `${title} ${at}`, state: 'idle', current: at === current }),
      );
    const isInSight = (at: number) =>
      page
        .getByRole('tab')
        .nth(at)
        .evaluate((node) => {
          const { left, right } = node.getBoundingClientRect();
          const list = node.parentElement!.getBoundingClientRect();
          return left >= list.left - 1 && right <= list.right + 1;
        });
    for (const current of [9, 0, 6]) {
      await send(sessionOf([]), { type: 'tabs', tabs: tabsAt(current) });
      await page.getByRole('tab', { selected: true, name: `Task ${current}` }).waitFor();
      assert.ok(await isInSight(current), `${current}`);
    }
    await page
      .getByRole('tab')
      .first()
      .evaluate((node) => node.scrollIntoView());
    await send({ type: 'tabs', tabs: tabsAt(6, 'Thing') });
    await page.getByRole('tab', { name: 'Thing 0' }).waitFor();
    assert.ok(await isInSight(0));
  });

  it('tell the one on screen from the others where the theme has no border and one colour for all, as Monokai', async () => {
    const { page, send } = await lab.open('chat');
    const tabs = ['idle', 'idle'].map((state, at) => ({ id: `/s/${at}.jsonl`, title: `${at}`, state, current: at === 1 }));
    await send(sessionOf([]), { type: 'tabs', tabs: tabs as SessionTab[] });
    await page.getByRole('tab', { selected: true }).waitFor();
    const borders = await page.evaluate(() => {
      for (const name of ['widget-border', 'contrastBorder'])
        document.documentElement.style.setProperty(`--vscode-${name}`, 'initial');
      return [...document.querySelectorAll('[role=tab]')].map((tab) => getComputedStyle(tab).borderTopColor);
    });
    assert.equal(borders[0], 'rgba(0, 0, 0, 0)');
    assert.notEqual(borders[1], borders[0]);
  });

  it('are listed, named by the human, and forked from a message', async () => {
    const view = await lab.open('chat');
    const { page, send, next } = view;
    const stream = new Stream();
    const said = stream.user('hello there');
    await send(sessionOf(said));
    await page.getByRole('heading', { name: 'hello there' }).waitFor();
    await send({ type: 'items', items: [stream.event('session_renamed', { data: { title: 'Greetings' } })] });
    await page.getByRole('heading', { name: 'Greetings' }).waitFor();
    await page.getByRole('button', { name: 'Sessions' }).click();
    assert.equal((await next('command')).command, 'hooksmith.showSessions');
    await page.getByRole('button', { name: 'Fork from Here' }).click();
    const event = said.find((item) => item.kind === 'event' && item.event.type === 'user_message');
    assert.equal((await next('fork')).eventId, event?.kind === 'event' ? event.event.id : '');
    await assertAccessible(page);
  });
});
