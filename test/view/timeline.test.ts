import assert from 'node:assert/strict';
import type { StreamItem } from '../../src/shared/stream/stream';
import { useLab } from './lab';
import type { ViewOptions, ViewPage } from './page';
import { hookRecord, Stream, sessionOf, statusOf } from './samples';

describe('timeline view', function () {
  this.timeout(30_000);
  const lab = useLab();
  let view: ViewPage;

  const open = async (items: StreamItem[], options: ViewOptions = {}) => {
    view = await lab.open('timeline', { width: 1000, height: 500, ...options });
    await view.send(sessionOf(items));
    const { page } = view;
    const grid = page.getByRole('treegrid', { name: 'Hook events' });
    const row = (type: string) => grid.getByRole('row').filter({ has: page.getByText(type, { exact: true }) });
    return { ...view, grid, row };
  };
  const sample = () => {
    const stream = new Stream();
    const hooks = [
      hookRecord('patientTests', {
        decision: 'modify',
        changed: [{ field: 'input.timeout' as const, before: 1, after: 600 }],
        logs: ['slow'],
      }),
      hookRecord('audit', { file: '/ws/.hooksmith/hooks/audit.ts', line: 7, priority: -5 }),
    ];
    return [
      ...stream.user('test it'),
      ...stream.call(
        't1',
        'Bash',
        { command: 'npm test' },
        { hooks, skipped: { disabled: 0, tool: 2, match: 1, agent: 0, ended: 0 } },
      ),
      ...stream.result('t1', 'Bash', '12 passing'),
      stream.event('before_agent', { branch: 'main/scout', agentName: 'scout' }),
      stream.event('pre_tool_use', {
        branch: 'main/scout',
        toolName: 'Read',
        toolCallId: 't2',
        hooks: [hookRecord('noSecrets', { decision: 'deny', reason: 'secret file' })],
      }),
      stream.event('after_run'),
    ];
  };
  const selected = () => view.page.evaluate(() => document.querySelector('.row.selected')?.querySelector('.name')?.textContent);
  const types = () => view.page.locator('.row.body .name').allTextContents();

  it('has a row for each event, as a tree, with what the hooks did', async () => {
    const { grid, row } = await open(sample());
    assert.equal(await grid.getByRole('row').count(), 13, 'the header and 12 events');
    assert.equal(await row('before_run').getAttribute('aria-level'), '1');
    assert.equal(await row('before_run').getAttribute('aria-expanded'), 'true');
    assert.equal(await row('before_agent').getAttribute('aria-level'), '2');
    assert.equal(await row('pre_tool_use').nth(1).getAttribute('aria-level'), '3');
    assert.match((await row('pre_tool_use').first().textContent()) ?? '', /Bash.*patientTests: modify/s);
    assert.match((await row('pre_tool_use').nth(1).textContent()) ?? '', /noSecrets: deny/);
    assert.match((await row('post_tool_use').textContent()) ?? '', /42 ms/);
  });

  it('names the agent of each event, on the main branch too', async () => {
    const stream = new Stream();
    const { page } = await open([
      stream.event('user_message', { agentName: 'claude', input: { role: 'user', content: 'Tidy up' } }),
      stream.event('before_agent', { branch: 'main/scout', agentName: 'scout' }),
    ]);
    assert.deepEqual(await page.locator('.row.body .branch').allTextContents(), ['claude', 'scout']);
  });

  it('calls an agent by one word, and says in a narrow view what its filter is for', async () => {
    const { page, grid } = await open(sample(), { width: 250 });
    const heads = await grid.locator('[role="columnheader"]').allTextContents();
    assert.deepEqual([heads.includes('Agent'), heads.includes('Branch')], [true, false]);
    assert.equal(
      await page.getByRole('combobox', { name: 'Agent', includeHidden: true }).locator('option').first().textContent(),
      'All agents',
    );
    const filter = page.getByRole('searchbox', { name: 'Filter events' });
    const [text, place] = await filter.evaluate((input: HTMLInputElement) => {
      const style = getComputedStyle(input);
      const pen = document.createElement('canvas').getContext('2d')!;
      pen.font = style.font;
      const taken = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
      return [pen.measureText(input.placeholder).width, Math.min(input.clientWidth, 160) - taken];
    });
    assert.ok(text! > 0 && text! <= place!, `${text} of ${place} pixels`);
  });

  it('is driven by the keyboard alone', async () => {
    const { page, grid, row, next } = await open(sample());
    await grid.focus();
    await page.keyboard.press('Home');
    assert.equal(await selected(), 'before_run');
    await page.keyboard.press('ArrowDown');
    assert.equal(await selected(), 'user_message');
    const id = await grid.getAttribute('aria-activedescendant');
    assert.equal(await page.locator(`#${id} .name`).textContent(), 'user_message');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await selected(), 'before_run', 'left goes to the parent');
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => document.querySelectorAll('.row.body').length === 1);
    assert.equal(await row('before_run').getAttribute('aria-expanded'), 'false');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.querySelectorAll('.row.body').length === 12);
    await page.keyboard.press('End');
    assert.equal(await selected(), 'after_run');
    await page.keyboard.press('Enter');
    const detail = page.getByRole('complementary', { name: 'Event' });
    await detail.getByText('after_run').waitFor();
    await detail.getByRole('button', { name: 'Open Payload' }).press('Enter');
    assert.match((await next('openPayload')).eventId, /^ev_/);
    await page.keyboard.press('Escape');
    assert.equal(await detail.count(), 0, 'Escape closes the detail from inside it');
    const inGrid = () => grid.evaluate((node) => document.activeElement === node);
    assert.ok(await inGrid());
    // To the filter, and on to what it found.
    await page.keyboard.press('Control+f');
    // At once: what single letters find is there for a moment, too.
    await page.keyboard.insertText('tool_use');
    await page.waitForFunction(() => document.querySelectorAll('.row.body').length < 12);
    const found = await grid.locator('.row.body .name').allTextContents();
    await page.keyboard.press('ArrowDown');
    assert.ok(await inGrid());
    assert.equal(await selected(), found[0]);
    await page.keyboard.press('End');
    await page.keyboard.press('Control+f');
    await page.keyboard.press('Enter');
    assert.ok(await inGrid());
    assert.equal(await selected(), found.at(-1), 'what was chosen stays');
    // No pause between the last letter and the key.
    await page.getByRole('searchbox').evaluate((box: HTMLInputElement) => {
      box.value = 'after_run';
      box.dispatchEvent(new Event('input', { bubbles: true }));
      box.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
    });
    assert.ok(await inGrid());
    await page.waitForFunction(() => document.querySelectorAll('.row.body').length < 3);
    assert.equal(await selected(), await grid.locator('.row.body .name').first().textContent());
  });

  it('covers the row that keys have led to by nothing', async () => {
    const stream = new Stream();
    const { page, grid } = await open(Array.from({ length: 80 }, () => stream.event('message')));
    await grid.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('PageDown');
    const jump = (await page.getByRole('button', { name: 'Jump to latest' }).boundingBox())!;
    const row = (await page.locator('.row.selected').boundingBox())!;
    assert.ok(row.y + row.height <= jump.y, `${row.y + row.height} ${jump.y}`);
  });

  it('names an agent by its own word, and has room for the longest names of what waits', async () => {
    const { row, grid } = await open(sample(), { width: 800 });
    assert.deepEqual(
      await row('before_agent')
        .last()
        .locator('.branch')
        .evaluate((cell) => [cell.textContent, cell.getAttribute('title')]),
      ['scout', 'main/scout'],
    );
    const isCut = await grid.evaluate((node) => {
      const name = node.querySelector('.row.body .name')!;
      name.textContent = 'permission_request';
      name.parentElement!.style.paddingLeft = '24px';
      return name.scrollWidth > name.clientWidth || name.parentElement!.scrollWidth > name.parentElement!.clientWidth;
    });
    assert.equal(isCut, false);
  });

  it('shows what came to nothing as such, with the reason', async () => {
    const stream = new Stream();
    const dropped = {
      decision: 'modify' as const,
      changed: [{ field: 'input.timeout' as const, before: 1, after: 600 }],
      noEffect: 'dropped: guard denied',
    };
    const { page, row } = await open([
      ...stream.user('go'),
      ...stream.call('t1', 'Bash', { command: 'x' }, { hooks: [hookRecord('patient', dropped)] }),
    ]);
    assert.match((await row('pre_tool_use').first().textContent()) ?? '', /patient: modify \(no effect\)/);
    assert.doesNotMatch((await row('pre_tool_use').first().getAttribute('class')) ?? '', /changed/);
    await row('pre_tool_use').first().click();
    const detail = page.getByRole('complementary', { name: 'Event' });
    await detail.getByText('Without effect: dropped: guard denied').waitFor();
    const line = await detail.locator('.hook.void strong').evaluate((node) => getComputedStyle(node).textDecorationLine);
    assert.equal(line, 'line-through');
  });

  it('has an icon for what a hook of a later version decided', async () => {
    const stream = new Stream();
    const hooks = [hookRecord('later', { decision: 'constructor' as 'drop' })];
    const { page, row } = await open([...stream.user('go'), ...stream.call('t1', 'Bash', { command: 'x' }, { hooks })]);
    await row('pre_tool_use').first().click();
    const line = page.getByRole('complementary', { name: 'Event' }).locator('.hook-line', { hasText: 'constructor' });
    assert.match((await line.locator('.codicon').getAttribute('class')) ?? '', /codicon-circle-small-filled$/);
  });

  it('says of a hook that decided that it only might match, once', async () => {
    const stream = new Stream();
    const uncertain = '$x is only known when it runs';
    const hooks = [
      hookRecord('no', { decision: 'deny', reason: 'never', uncertain }),
      hookRecord('perhaps', {
        ...{ kind: 'policy', decision: 'deny', mightMatch: true, uncertain },
        reason: `not here (it only might match: ${uncertain})`,
      }),
    ];
    const { page, row } = await open([...stream.user('go'), ...stream.call('t1', 'Bash', { command: 'git $x' }, { hooks })]);
    await row('pre_tool_use').first().click();
    const detail = page.getByRole('complementary', { name: 'Event' });
    await detail.getByText(`(it only might match: ${uncertain})`, { exact: true }).waitFor();
    assert.equal(await detail.getByText('it only might match').count(), 2);
  });

  it('shows the chain of an event and leads on from there', async () => {
    const { page, row, next } = await open(sample());
    await row('pre_tool_use').first().click();
    const detail = page.getByRole('complementary', { name: 'Event' });
    for (const words of ['patientTests', 'modify', 'input.timeout', '600', 'slow', 'audit', '3 skipped: 2 by tool, 1 by match'])
      await detail.getByText(words).first().waitFor();
    await detail.getByText('priority -5').waitFor();
    await detail.getByRole('button', { name: 'audit' }).click();
    assert.deepEqual(await next('openFile'), { type: 'openFile', file: '/ws/.hooksmith/hooks/audit.ts', line: 7 });
    await detail.getByRole('button', { name: 'Show in Chat' }).click();
    assert.equal((await next('showInChat')).toolCallId, 't1');
    await detail.getByRole('button', { name: 'Turn into Hook…' }).click();
    assert.equal((await next('turnIntoHook')).eventId, 'ev_4');
  });

  it('filters by text, type, tool, agent and outcome, and remembers it', async () => {
    const { page } = await open(sample());
    const all = (await types()).length;
    await page.getByRole('searchbox', { name: 'Filter events' }).fill('SECRET file');
    await page.waitForFunction(() => document.querySelectorAll('.row.body').length === 1);
    assert.deepEqual(await types(), ['pre_tool_use']);
    await page.getByRole('searchbox', { name: 'Filter events' }).fill('');
    await page.waitForFunction((count) => document.querySelectorAll('.row.body').length === count, all);
    await page.getByRole('combobox', { name: 'Event type' }).selectOption('pre_tool_use');
    await page.waitForFunction(() => document.querySelectorAll('.row.body').length === 2);
    await page.getByRole('combobox', { name: 'Agent' }).selectOption('main/scout');
    await page.waitForFunction(() => document.querySelectorAll('.row.body').length === 1);
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('denied');
    await page.reload();
    await view.next('ready');
    await view.send(sessionOf(sample()));
    assert.equal(await page.getByRole('combobox', { name: 'Agent' }).inputValue(), 'main/scout');
    assert.deepEqual(await types(), ['pre_tool_use']);
    await page.getByRole('combobox', { name: 'Tool' }).selectOption('Bash');
    await page.getByText('No event matches the filter.').waitFor();
  });

  it('says of each hook of the chain whether it ran, and why not, once the host has answered', async () => {
    const stream = new Stream();
    const event = stream.event('pre_tool_use', {
      toolName: 'Bash',
      toolCallId: 't1',
      hookSet: 'set-1',
      decidedBy: { kind: 'hook', name: 'no', file: '/ws/.hooksmith/hooks/hooks.ts', line: 12 },
      hooks: [hookRecord('no', { decision: 'deny', reason: 'never' })],
    });
    const { page, row, next, send } = await open([event]);
    await row('pre_tool_use').click();
    const { eventId } = await next('explain');
    assert.equal(eventId, event.event.id);
    const step = (name: string) => ({
      id: `hooks.ts#${name}`,
      name,
      file: '/ws/h.ts',
      line: 3,
      kind: 'hook' as const,
      priority: 0,
    });
    await send({
      type: 'chain',
      eventId,
      steps: [
        { ...step('reads'), skipped: { why: 'tool', wanted: 'Read, Glob' } },
        { ...step('pushes'), skipped: { why: 'match', wanted: 'command: git push*' } },
        { ...step('off'), skipped: { why: 'disabled' } },
        step('no'),
        { ...step('late'), kind: 'policy', priority: -9, skipped: { why: 'ended', by: 'no' } },
      ],
    });
    const detail = page.getByRole('complementary', { name: 'Event' });
    const chain = await detail.locator('ol.hooks > li').allTextContents();
    assert.deepEqual(
      chain.map((text) =>
        text
          .replace(/\s+/g, ' ')
          .trim()
          .replace(/ · [\d.]+ m?s.*/, ''),
      ),
      [
        'reads skipped another tool: it wants Read, Glob',
        'pushes skipped the input does not match command: git push*',
        'off skipped it is disabled',
        'no deny hooks.ts:12',
        'late skipped policy no had ended the chain · priority -9',
      ],
    );
    await detail.getByText('Decided by').getByRole('button', { name: 'hook no' }).click();
    assert.deepEqual(await next('openFile'), { type: 'openFile', file: '/ws/.hooksmith/hooks/hooks.ts', line: 12 });
    await detail.getByText('hooks.ts:12').first().waitFor();
  });

  it('shows a change of many lines line by line', async () => {
    const stream = new Stream();
    const lines = Array.from({ length: 40 }, (_, n) => `line ${n}`);
    const after = lines.with(20, 'another line').join('\n');
    const { page, row } = await open([
      stream.event('post_tool_use', {
        hooks: [hookRecord('edit', { decision: 'modify', changed: [{ field: 'output', before: lines.join('\n'), after }] })],
      }),
    ]);
    await row('post_tool_use').click();
    const change = page.locator('.change');
    assert.equal(await change.locator('del').textContent(), 'line 20');
    assert.equal(await change.locator('ins').textContent(), 'another line');
    await change.getByText('… 18 lines alike').waitFor();
  });

  it('shows a large value a page at a time', async () => {
    const stream = new Stream();
    const output = Array.from({ length: 3000 }, (_, n) => `row ${n}`).join('\n');
    const { page, row } = await open([stream.event('post_tool_use', { output })]);
    await row('post_tool_use').click();
    const value = page.getByRole('region', { name: 'Output' });
    assert.ok(((await value.textContent()) ?? '').length <= 8000);
    await page.getByText('Page 1 of 4').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Previous Page' }).isDisabled());
    for (let n = 0; n < 3; n++) await page.getByRole('button', { name: 'Next Page' }).click();
    await page.getByText('Page 4 of 4').waitFor();
    assert.match((await value.textContent()) ?? '', /row 2999$/);
  });

  it('tells hooks of one name in files of one name apart by their paths', async () => {
    const stream = new Stream();
    const own = (folder: string) =>
      hookRecord('pushes', { id: `${folder}#pushes`, file: `/${folder}/.hooksmith/hooks/guard.ts` });
    const hooks = [own('one'), own('two'), hookRecord('audit', { file: '/one/.hooksmith/hooks/audit.ts' })];
    const { page } = await open([...stream.user('go'), ...stream.call('t1', 'LS', {}, { hooks })]);
    assert.deepEqual(await page.getByRole('combobox', { name: 'Hook', exact: true }).getByRole('option').allTextContents(), [
      'All hooks',
      'pushes · /one/.hooksmith/hooks/guard.ts (1)',
      'pushes · /two/.hooksmith/hooks/guard.ts (1)',
      'audit · audit.ts (1)',
    ]);
  });

  it('filters by hook and time, clears all at once, and says how many it found', async () => {
    const { page } = await open(sample());
    const all = (await types()).length;
    await page.getByRole('combobox', { name: 'Hook', exact: true }).selectOption({ label: 'audit · audit.ts (1)' });
    await page.waitForFunction(() => document.querySelectorAll('.row.body').length === 1);
    await page.getByText(`1 of ${all}`, { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Time' }).selectOption('custom');
    await page.getByLabel('From').fill('2030-01-01T00:00:00');
    await page.getByLabel('From').dispatchEvent('change');
    await page.getByText('No event matches the filter.').waitFor();
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await page.waitForFunction((count) => document.querySelectorAll('.row.body').length === count, all);
    assert.equal(await page.getByRole('button', { name: 'Clear Filters' }).count(), 0);
    assert.equal(await page.getByRole('combobox', { name: 'Hook', exact: true }).inputValue(), '');
  });

  it('goes on where it was after a reload: folded rows, the chosen one, its detail, the place in the list', async () => {
    const stream = new Stream();
    const items = [
      stream.event('before_run'),
      stream.event('before_agent', { branch: 'main/scout' }),
      ...Array.from({ length: 20 }, () => stream.event('message', { branch: 'main/scout' })),
      ...Array.from({ length: 300 }, (_, n) => stream.event('stop', { data: { n } })),
    ];
    const { page, grid, row } = await open(items);
    await grid.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => document.querySelector('[role=treegrid]')!.getAttribute('aria-rowcount') === '303');
    for (let n = 0; n < 40; n++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const before = await page.locator('.row.selected').getAttribute('aria-rowindex');
    const top = () => page.evaluate(() => Math.round(document.querySelector('.rows')!.scrollTop));
    const at = await top();
    await page.waitForFunction(() => /"detailOpen":true/.test(JSON.parse(sessionStorage.getItem('state') ?? '{}').place ?? ''));
    await page.reload();
    await view.next('ready');
    await view.send(sessionOf(items));
    await page.getByRole('complementary', { name: 'Event' }).waitFor();
    assert.equal(await page.locator('.row.selected').getAttribute('aria-rowindex'), before);
    assert.equal(await grid.getAttribute('aria-rowcount'), '303', 'what was folded still is');
    assert.ok(Math.abs((await top()) - at) <= 22);
    assert.equal(await row('before_agent').count(), 0, 'it did not jump to the top');
    assert.equal(await page.getByRole('button', { name: 'Follow Latest' }).getAttribute('aria-pressed'), 'false');
  });

  it('draws the hooks of an event inside its bar', async () => {
    const stream = new Stream();
    const { row } = await open([
      stream.event('before_run', { timestamp: '2026-01-01T12:00:00.000Z' }),
      stream.event('pre_tool_use', {
        timestamp: '2026-01-01T12:00:05.000Z',
        hooks: [hookRecord('slow', { startedAt: '2026-01-01T12:00:05.000Z', duration: 4000 })],
      }),
      stream.event('after_run', { timestamp: '2026-01-01T12:00:10.000Z', duration: 10_000 }),
    ]);
    const lane = row('pre_tool_use').locator('.lane');
    assert.equal(await lane.getAttribute('title'), '5.0 s into the run, takes 4.0 s');
    const [whole, hook] = [await lane.boundingBox(), await lane.locator('b').boundingBox()];
    assert.ok(Math.abs((hook!.x - whole!.x) / whole!.width - 0.5) < 0.02, 'it begins in the middle of the run');
    assert.ok(Math.abs(hook!.width / whole!.width - 0.4) < 0.02, 'and takes four tenths of it');
  });

  it('keeps focus and choice while events come in', async () => {
    const stream = new Stream();
    const items = [stream.event('before_run'), ...Array.from({ length: 50 }, () => stream.event('message'))];
    const { page, grid, send } = await open(items);
    await grid.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    const chosen = await grid.getAttribute('aria-activedescendant');
    for (let n = 0; n < 20; n++) await send({ type: 'items', items: [stream.event('message')] });
    assert.equal(await grid.getAttribute('aria-activedescendant'), chosen);
    assert.ok(await grid.evaluate((node) => document.activeElement === node));
    await page.keyboard.press('PageDown');
    assert.ok(Number(await page.locator('.row.selected').getAttribute('aria-rowindex')) > 8);
  });

  it('follows new events until the reader goes elsewhere', async () => {
    const stream = new Stream();
    const items = [
      stream.event('before_run'),
      ...Array.from({ length: 200 }, (_, i) => stream.event('message', { data: { index: i } })),
    ];
    const { page, grid, send } = await open(items);
    const toggle = page.getByRole('button', { name: 'Follow Latest' });
    assert.equal(await toggle.getAttribute('aria-pressed'), 'true');
    await send({ type: 'items', items: [stream.event('tool_start')] });
    await grid.getByText('tool_start').waitFor();
    await grid.hover();
    await page.mouse.wheel(0, -1500);
    await page.getByRole('button', { name: 'Jump to latest' }).waitFor();
    assert.equal(await toggle.getAttribute('aria-pressed'), 'false');
    const before = await types();
    await send({ type: 'items', items: [stream.event('after_run')] });
    assert.deepEqual(await types(), before);
    await toggle.click();
    await grid.getByText('after_run').waitFor();
  });

  it('keeps the chosen row in sight when its detail opens', async () => {
    const stream = new Stream();
    const items = [stream.event('before_run'), ...Array.from({ length: 60 }, () => stream.event('message'))];
    const { page } = await open(items, { width: 300, height: 420 });
    await page.locator('.row.body').last().click();
    await page.getByRole('complementary', { name: 'Event' }).waitFor();
    await page.waitForFunction(() => {
      const row = document.querySelector('.row.selected')?.getBoundingClientRect();
      const rows = document.querySelector('.rows')!.getBoundingClientRect();
      return row !== undefined && row.top >= rows.top - 1 && row.bottom <= rows.bottom + 1;
    });
  });

  it('keeps the chosen row in sight when the filter that found it is cleared', async () => {
    const stream = new Stream();
    const many = () => Array.from({ length: 60 }, () => stream.event('message'));
    const { page, row } = await open([stream.event('before_run'), ...many(), stream.event('stop'), ...many()]);
    await page.getByRole('combobox', { name: 'Event type' }).selectOption('stop');
    await page.waitForFunction(() => document.querySelectorAll('.row.body').length === 1);
    await row('stop').click();
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await page.waitForFunction(() => {
      const row = document.querySelector('.row.selected')?.getBoundingClientRect();
      const rows = document.querySelector('.rows')!.getBoundingClientRect();
      return document.querySelectorAll('.row.body').length > 1 && row && row.top >= rows.top && row.bottom <= rows.bottom + 1;
    });
  });

  for (const width of [1000, 520, 400])
    it(`shows a duration of minutes whole, ${width} pixels wide`, async () => {
      const stream = new Stream();
      const { page } = await open([stream.event('before_run'), stream.event('after_run', { duration: 24 * 60_000 + 35_000 })], {
        width,
      });
      await page.getByText('24 min 35 s').first().waitFor();
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('.row.body .took > .dim')].some((node) => {
          const text = document.createRange();
          text.selectNodeContents(node);
          return (
            text.getBoundingClientRect().right > node.parentElement!.getBoundingClientRect().right + 1 || node.offsetHeight > 22
          );
        }),
      );
      assert.equal(cut, false);
    });

  for (const width of [520, 400, 300])
    it(`shows the type of an event of a call whole, ${width} pixels wide`, async () => {
      const stream = new Stream();
      const { page } = await open([stream.event('before_run'), stream.event('approval_requested')], { width });
      const name = page.locator('.row.body .name', { hasText: 'approval_requested' });
      await name.waitFor();
      assert.equal(await name.evaluate((node) => node.scrollWidth > node.clientWidth), false);
    });

  it('holds 100,000 events with few rows in the page', async () => {
    const stream = new Stream();
    const { page, grid } = await open([stream.event('before_run')]);
    /** Sends so many events, one or many to a message, and waits until they are counted. */
    const grow = (count: number, perMessage: number) =>
      page.evaluate(
        async ({ count, perMessage, item }) => {
          const grid = document.querySelector('[role=treegrid]')!;
          const have = Number(grid.getAttribute('aria-rowcount'));
          const made = Array.from({ length: count }, (_, i) => ({ ...item, event: { ...item.event, id: `grown_${have + i}` } }));
          for (let i = 0; i < count; i += perMessage)
            window.postMessage({ type: 'items', items: made.slice(i, i + perMessage) }, '*');
          while (Number(grid.getAttribute('aria-rowcount')) < have + count)
            await new Promise((resolve) => requestAnimationFrame(resolve));
        },
        { count, perMessage, item: stream.event('message') },
      );
    await grow(999, 999);
    await grow(600, 1);
    await grow(99_000, 9_000);
    await grow(300, 1);
    await grid.focus();
    for (const [key, first] of [
      ['Home', '2'],
      ['End', '100901'],
    ] as const) {
      await page.keyboard.press(key);
      await page.waitForFunction(
        (index) => document.querySelector('.row.selected')?.getAttribute('aria-rowindex') === index,
        first,
      );
      assert.ok((await page.locator('.row.body').count()) < 80);
    }
  });

  it('shows the row that the chat points at, whatever the filter', async () => {
    const { page, send } = await open(sample());
    await page.getByRole('combobox', { name: 'Event type' }).selectOption('after_run');
    await send({ type: 'reveal', toolCallId: 't2' });
    await page.waitForFunction(() => document.querySelector('.row.selected .name')?.textContent === 'pre_tool_use');
    await page.getByRole('complementary', { name: 'Event' }).getByText('secret file').waitFor();
  });

  it('says what will appear while there is nothing', async () => {
    const { page, send } = await open([]);
    await page.getByText(/No events yet/).waitFor();
    const playable = page.getByText('No key is needed');
    assert.equal(await playable.count(), 0, 'a language model is told what to do');
    await send({ type: 'status', status: statusOf({ rehearsal: true }) });
    await playable.waitFor();
    const [wide, all] = await page.locator('.empty').evaluate((node) => [node.clientWidth, innerWidth]);
    assert.equal(wide, all, 'where it scrolls, its bar is at the edge');
    await page.getByRole('button', { name: 'Open Chat' }).click();
    assert.deepEqual(await view.next('command'), { type: 'command', command: 'hooksmith.openChat' });
  });

  it('says so below what hooks and tools tell of themselves, until something has run', async () => {
    const stream = new Stream();
    const own = { runId: '' };
    const { page, grid, row, send } = await open([stream.event('hooks_reloaded', own), stream.event('tools_reloaded', own)]);
    const teaching = page.getByText(/Nothing has run yet/);
    const [rows, words] = [(await row('tools_reloaded').boundingBox())!, (await teaching.boundingBox())!];
    assert.ok(rows.height > 10 && rows.y + rows.height <= words.y);
    assert.equal(await grid.evaluate((node) => node.scrollHeight > node.clientHeight), false);
    await page.getByRole('searchbox').fill('tools_');
    await teaching.waitFor({ state: 'detached' });
    await page.getByRole('searchbox').fill('');
    await teaching.waitFor();
    await send({ type: 'items', items: [stream.event('before_run')] });
    await teaching.waitFor({ state: 'detached' });
  });

  for (const width of [250, 300, 600])
    it(`fits into ${width} px`, async () => {
      const { page, row } = await open(sample(), { width });
      if (width < 720) {
        assert.equal(await page.getByRole('combobox', { name: 'Agent' }).isVisible(), false);
        await page.getByRole('button', { name: 'More Filters' }).click();
        assert.ok(await page.getByRole('combobox', { name: 'Agent' }).isVisible());
      }
      await row('pre_tool_use').first().click();
      await page.getByRole('complementary', { name: 'Event' }).waitFor();
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      assert.ok(await row('pre_tool_use').first().isVisible());
    });
});
