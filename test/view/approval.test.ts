import assert from 'node:assert/strict';
import type { ApprovalRequest } from '../../src/shared/calls/approvals';
import type { StreamItem } from '../../src/shared/stream/stream';
import { until } from '../fixtures/limits';
import { assertAccessible } from './accessible';
import { useLab } from './lab';
import type { ViewPage } from './page';
import { approvalOf, Stream, sessionOf } from './samples';

const decisions = ['approve', 'deny', 'editInput'];

describe('approval card', function () {
  this.timeout(30_000);
  const lab = useLab();
  let view: ViewPage;

  let stream: Stream;
  const open = async (more: Partial<ApprovalRequest> = {}, before: StreamItem[] = [], height = 700) => {
    stream = new Stream();
    const request = approvalOf(more);
    view = await lab.open('chat', { height });
    const { page } = view;
    await view.send(
      sessionOf(
        [...before, ...stream.user('push'), ...stream.call('t1', request.toolName, request.input), stream.asks(request)],
        true,
      ),
    );
    const card = page.getByRole('group', { name: `Approve ${request.toolName}` });
    return {
      ...view,
      card,
      allow: card.getByRole('button', { name: 'Allow', exact: true }),
      box: page.getByRole('textbox', { name: 'Message' }),
    };
  };
  const armed = () =>
    view.page.waitForFunction(() => !document.querySelector<HTMLButtonElement>('hooksmith-approval .primary')!.disabled);
  const decided = async () => (await view.posted()).filter(({ type }) => decisions.includes(type));

  /** How Allow came up, watched from within the page: a slow machine may take half a second to come back here. */
  const shown = (message: ReturnType<typeof sessionOf>) =>
    view.page.evaluate(async (message) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const find = () => document.querySelector<HTMLButtonElement>('hooksmith-approval .primary');
      window.postMessage(message, '*');
      while (!find()) await frame();
      const began = performance.now();
      const button = find()!;
      const dead = button.disabled;
      while (button.disabled) await frame();
      return { dead, waited: performance.now() - began, focused: document.activeElement === button };
    }, message as never);

  it('is dead for half a second in sight, and never takes the focus', async () => {
    view = await lab.open('chat', { height: 700 });
    stream = new Stream();
    const asked = sessionOf([...stream.user('push'), ...stream.call('t1', 'Bash', {}), stream.asks(approvalOf())], true);
    const { dead, waited, focused } = await shown(asked);
    assert.ok(dead);
    assert.ok(waited > 350, `armed after ${waited} ms`);
    assert.equal(focused, false);
    assert.deepEqual(await decided(), []);
  });

  it('says why who asks only might mean the call', async () => {
    const askedBy = { kind: 'policy', name: 'pushes', file: '/p.ts', line: 4 } as const;
    const { card } = await open({
      reason: 'Pushes need a human.',
      askedBy,
      uncertain: '`$X` in `git $X` is only known when it runs',
    });
    const why = await card.locator('.why').innerText();
    assert.match(
      why,
      /^Pushes need a human\. Asked by: policy pushes \(it only might match: `\$X` in `git \$X` is only known when it runs\)$/,
    );
  });

  it('says what the sandbox holds the call to', async () => {
    const { card } = await open({ confinement: { denyRead: ['.env', 'secrets'], denyPrograms: ['sudo'], hosts: ['npmjs.org'] } });
    await card
      .getByText(
        'runs in the sandbox: hides .env, secrets; without sudo; writes only in the workspace and the temporary folder; of the network only npmjs.org',
      )
      .waitFor();
  });

  it('offers what the sandbox refused without it, and says that', async () => {
    const { card, next } = await open({
      unconfined: true,
      confirms: true,
      reason: 'The sandbox refused\ncat: .env: Permission denied',
    });
    const run = card.getByRole('button', { name: 'Run Without Sandbox' });
    await card.getByText('cat: .env: Permission denied').waitFor();
    assert.equal(await card.getByRole('button', { name: 'Allow', exact: true }).count(), 0);
    await armed();
    await run.click();
    assert.equal((await next('approve')).type, 'approve');
  });

  for (const [how, length] of [
    ['the log scrolls', 30],
    ['there is room', 1],
  ] as const)
    it(`stays alive, and below them, when notes come and when it is told again unchanged, where ${how}`, async () => {
      const history = Array.from({ length }, (_, i) => new Stream().assistant(`answer ${i}`));
      const { page, card, send } = await open({}, history);
      await armed();
      // Watched from within the page: it would be alive again half a second later.
      await page.evaluate(() => {
        const button = document.querySelector<HTMLButtonElement>('hooksmith-approval .primary')!;
        new MutationObserver(() => Object.assign(window, { died: true })).observe(button, { attributeFilter: ['disabled'] });
      });
      const before = await card.boundingBox();
      await send({
        type: 'items',
        items: [stream.event('hooks_reloaded', { runId: '', reason: 'Hooks reloaded.' }), stream.asks(approvalOf())],
      });
      const note = await page.getByText('Hooks reloaded.').boundingBox();
      const after = await card.boundingBox();
      assert.ok(note!.y < after!.y);
      if (how === 'the log scrolls') assert.ok(Math.abs(after!.y - before!.y) < 1, `moved from ${before!.y} to ${after!.y}`);
      assert.equal(await page.evaluate(() => 'died' in window), false);
    });

  for (const [where, width, height] of [
    ['one at twice the size', 290, 236],
    ['above an open tree in a window of 480 pixels', 290, 198],
    ['the first in a window of 810 by 520 pixels, where the sidebar is as narrow', 201, 238],
  ] as const)
    it(`has its buttons in sight, below some of what would run, in a view as low as ${where}`, async () => {
      const { page, card, allow } = await open({ input: { command: 'git push origin main\n'.repeat(9) } }, [], height);
      await page.setViewportSize({ width, height });
      await armed();
      const box = (await card.boundingBox())!;
      const foot = (await allow.boundingBox())!;
      assert.ok(foot.y + foot.height <= box.y + box.height, 'Allow is in sight');
      const isOnTop = await allow.evaluate((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      });
      assert.ok(isOnTop, 'nothing covers it');
      const command = (await card.locator('.input pre').boundingBox())!;
      assert.ok(command.y + 14 < foot.y, `of what it would run ${foot.y - command.y} pixels are`);
      const reason = page.getByRole('textbox', { name: 'Reason for the agent' });
      await reason.focus();
      const words = (await reason.boundingBox())!;
      assert.ok(words.y + words.height <= box.y + box.height + 1, 'the reason is scrolled to');
    });

  it('stays dead while a part of it is out of sight', async () => {
    const history = Array.from({ length: 30 }, (_, i) => new Stream().assistant(`answer ${i}`));
    const { page, allow } = await open({}, history);
    await armed();
    await page.getByRole('log').hover();
    await page.mouse.wheel(0, -60);
    await page.waitForFunction(() => document.querySelector<HTMLButtonElement>('hooksmith-approval .primary')!.disabled);
    await page.getByRole('button', { name: 'Jump to the waiting approval' }).click();
    await armed();
    assert.ok(await allow.isVisible());
  });

  it('comes into sight by the keys that decide it, which decide nothing before that', async () => {
    const history = Array.from({ length: 30 }, (_, i) => new Stream().assistant(`answer ${i}`));
    const { page } = await open({}, history);
    await armed();
    const box = page.getByRole('textbox', { name: 'Message' });
    for (const key of ['Control+Enter', 'Control+Alt+Enter']) {
      await page.getByRole('log').hover();
      await page.mouse.wheel(0, -60);
      await page.waitForFunction(() => document.querySelector<HTMLButtonElement>('hooksmith-approval .primary')!.disabled);
      await box.press(key);
      await armed();
      assert.deepEqual(await decided(), [], key);
    }
    await box.press('Control+Enter');
    assert.equal((await decided()).length, 1);
  });

  it('is offered no way to it while it is wholly in sight, with its row open too', async () => {
    const history = Array.from({ length: 30 }, (_, i) => new Stream().assistant(`answer ${i}`));
    const { page, card } = await open({ input: { command: 'x\n'.repeat(40) } }, history, 900);
    const log = page.getByRole('log');
    const jump = page.getByRole('button', { name: 'Jump to the waiting approval' });
    await page.getByRole('button', { name: /^Bash.*asks you$/s }).click();
    await page.locator('.tool-body').waitFor();
    await card.evaluate((node) => node.scrollIntoView({ block: 'nearest' }));
    await armed();
    const isLower = () => log.evaluate((node) => node.scrollTop + node.clientHeight < node.scrollHeight - 30);
    assert.ok(await isLower(), 'what the row holds lies below');
    await jump.waitFor({ state: 'detached' });
    assert.equal(await page.locator('.jump').count(), 0);
    await log.hover();
    await page.mouse.wheel(0, -1000);
    await jump.click();
    await armed();
    await jump.waitFor({ state: 'detached' });
  });

  it('is dead anew when the input changes', async () => {
    const { page, send } = await open();
    await armed();
    const alive = await page.evaluate(
      async (item) => {
        window.postMessage({ type: 'items', items: [item] }, '*');
        const card = document.querySelector('hooksmith-approval')!;
        while (!card.textContent?.includes('--force')) await new Promise((resolve) => requestAnimationFrame(resolve));
        return !card.querySelector<HTMLButtonElement>('.primary')!.disabled;
      },
      stream.asks(approvalOf({ input: { command: 'git push --force' }, inputHash: 'hash_2' })) as never,
    );
    assert.equal(alive, false);
    await send();
    await armed();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    assert.deepEqual(await decided(), [{ type: 'approve', id: 'approval_1', inputHash: 'hash_2', scope: 'once' }]);
  });

  it('answers once, with the id and the hash', async () => {
    const { allow } = await open();
    await armed();
    await allow.dblclick({ timeout: 2000 }).catch(() => undefined);
    assert.deepEqual(await decided(), [{ type: 'approve', id: 'approval_1', inputHash: 'hash_1', scope: 'once' }]);
    assert.ok(await allow.isDisabled());
  });

  it('denies with a reason for the agent', async () => {
    const { card, next } = await open();
    await armed();
    await card.getByRole('textbox', { name: 'Reason for the agent' }).fill('use a branch');
    await card.getByRole('button', { name: 'Deny' }).click();
    assert.equal((await next('deny')).reason, 'use a branch');
  });

  it('offers the exact rule for session, workspace and always', async () => {
    const { page, card } = await open();
    await armed();
    const more = card.getByRole('button', { name: 'More allow options' });
    await more.click();
    const menu = page.getByRole('menu', { name: 'More allow options' });
    assert.equal(await menu.getByRole('menuitem').count(), 3);
    assert.match((await menu.getByRole('menuitem').nth(1).textContent()) ?? '', /Workspace.*Bash\(git push\*\)/s);
    await page.keyboard.press('Escape');
    assert.equal(await menu.count(), 0);
    assert.ok(await more.evaluate((node) => document.activeElement === node));
    await more.click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.deepEqual(await decided(), [
      { type: 'approve', id: 'approval_1', inputHash: 'hash_1', scope: 'workspace', rule: 'Bash(git push*)' },
    ]);
  });

  it('keeps the rules open beside their button while more is said, and decides nothing by them while the prompt is dead', async () => {
    const { page, card, send } = await open();
    await armed();
    const more = card.getByRole('button', { name: 'More allow options' });
    const menu = page.getByRole('menu', { name: 'More allow options' });
    const gap = async () => {
      const [above, button] = await Promise.all([menu.boundingBox(), more.boundingBox()]);
      return Math.round(button!.y - above!.y - above!.height);
    };
    await more.click();
    const before = await gap();
    const top = (await more.boundingBox())!.y;
    for (let at = 0; at < 30; at++) await send({ type: 'items', items: [stream.assistant(`words ${at}`)] });
    await page.getByRole('log').getByText('words 29').waitFor();
    assert.notEqual((await more.boundingBox())!.y, top, 'the prompt has moved');
    assert.equal(await menu.count(), 1);
    assert.equal(await gap(), before);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await menu.getByRole('menuitem').first().click({ force: true });
    assert.deepEqual(await decided(), []);
    await page.waitForFunction(() => document.querySelector('[role=menuitem]')?.getAttribute('aria-disabled') === 'false');
    await menu.getByRole('menuitem').first().click();
    assert.deepEqual(
      (await decided()).map(({ type }) => type),
      ['approve'],
    );
  });

  it('shows each rule to the letter, with how far it would have reached', async () => {
    const suggestions = ['Bash(npm test)', 'Bash(npm test*)'];
    const reach = [
      { rule: 'Bash(npm test)', matched: 3, of: 40 },
      { rule: 'Bash(npm test*)', matched: 12, of: 40 },
    ];
    const { page, card } = await open({ input: { command: 'npm test' }, suggestions, reach });
    await armed();
    await card.getByRole('button', { name: 'More allow options' }).click();
    const texts = await page.getByRole('menuitem').allTextContents();
    assert.equal(texts.length, 6);
    assert.match(texts[0]!, /Bash\(npm test\)3 of your last 40 commands/);
    assert.match(texts[3]!, /Bash\(npm test\*\)12 of your last 40 commands/);
  });

  it('allows with words for the agent, once there are some', async () => {
    const { page, card } = await open();
    const tell = card.getByRole('button', { name: 'Allow and Tell It' });
    await armed();
    await card.getByRole('textbox', { name: 'Reason for the agent' }).fill('  ');
    assert.equal(await tell.count(), 0);
    await card.getByRole('textbox', { name: 'Reason for the agent' }).fill('  only to origin ');
    await tell.and(page.locator(':enabled')).click();
    assert.deepEqual(await decided(), [
      { type: 'approve', id: 'approval_1', inputHash: 'hash_1', scope: 'once', message: 'only to origin' },
    ]);
  });

  it('keeps the menu within a narrow view', async () => {
    const { page, card } = await open({ suggestions: [`Bash(${'long '.repeat(30)}*)`] });
    await armed();
    await card.getByRole('button', { name: 'More allow options' }).click();
    const box = (await page.getByRole('menu').boundingBox())!;
    assert.ok(box.x >= 0 && box.x + box.width <= 300 && box.y >= 0, JSON.stringify(box));
  });

  it('offers no rule where none may be kept', async () => {
    const { card } = await open({ suggestions: [] });
    await armed();
    assert.ok(await card.getByRole('button', { name: 'More allow options' }).isDisabled());
  });

  it('edits the input as JSON and says what is wrong with it', async () => {
    const { page, card, next } = await open();
    await armed();
    await card.getByRole('button', { name: 'Edit Input' }).click();
    const json = card.getByRole('textbox', { name: 'Input as JSON' });
    assert.match(await json.inputValue(), /"command": "git push origin main"/);
    const save = card.getByRole('button', { name: 'Use This Input' });
    for (const wrong of ['{"command": ', '[1]', '"text"']) {
      await json.fill(wrong);
      await card.getByRole('alert').filter({ hasText: /./ }).waitFor();
      assert.ok(await save.isDisabled(), wrong);
    }
    // The editor's own keys work there too: it listens further out.
    const key = page.evaluate(() => new Promise((seen) => window.addEventListener('keydown', ({ key }) => seen(key))));
    await json.press('F1');
    assert.equal(await key, 'F1');
    await json.fill('{"command": "git push --dry-run"}');
    await save.click();
    assert.deepEqual((await next('editInput')).input, { command: 'git push --dry-run' });
  });

  it('keeps the words for the agent while the input is edited, and tells it what is seen', async () => {
    const { card, send, next } = await open();
    const reason = card.getByRole('textbox', { name: 'Reason for the agent' });
    await armed();
    await reason.fill('only to origin');
    await card.getByRole('button', { name: 'Edit Input' }).click();
    await card.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await reason.inputValue(), 'only to origin');
    await card.getByRole('button', { name: 'Edit Input' }).click();
    await card.getByRole('textbox', { name: 'Input as JSON' }).fill('{"command": "git push --force"}');
    await card.getByRole('button', { name: 'Use This Input' }).click();
    await next('editInput');
    const edited = approvalOf({ input: { command: 'git push --force' }, inputHash: 'hash_2' });
    await send({ type: 'items', items: [stream.asks(edited)] });
    await armed();
    assert.equal(await reason.inputValue(), 'only to origin');
    await card.getByRole('button', { name: 'Allow and Tell It' }).click();
    assert.equal((await next('approve')).message, 'only to origin');
  });

  it('leads back to the input that was not accepted, and says why as an error', async () => {
    const { page, card, send, next } = await open();
    await armed();
    await card.getByRole('button', { name: 'Edit Input' }).click();
    const json = card.getByRole('textbox', { name: 'Input as JSON' });
    await json.fill('{"comand": 3}');
    await card.getByRole('button', { name: 'Use This Input' }).click();
    await next('editInput');
    const why = 'The edited input is not valid: command is missing';
    await send({ type: 'items', items: [stream.asks(approvalOf({ reason: why }))] });
    await card.locator('.error-text', { hasText: why }).waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('textarea.json'));
    await json.fill('{"command": "ls"}');
    await card.locator('.why:not(.error-text)', { hasText: why }).waitFor();
  });

  it('has what waits behind it a click away, and lets the reader stay there, and leads back', async () => {
    const history = Array.from({ length: 30 }, (_, i) => new Stream().assistant(`answer ${i}`));
    const { page, send, card } = await open({ input: { command: 'x\n'.repeat(40) } }, history, 400);
    await armed();
    assert.equal(await page.locator('.jump').count(), 0);
    const messages = ['rather this', 'and then that'].map((content, i) => ({ id: `q${i}`, content, steers: false }));
    await send({ type: 'items', items: [{ kind: 'queue', messages }] });
    await page.getByRole('button', { name: 'Queued: 2' }).click();
    const last = page.getByText('and then that');
    const inSight = (node: Element) =>
      node.getBoundingClientRect().bottom <= node.closest('.log')!.getBoundingClientRect().bottom;
    await until(() => last.evaluate(inSight));
    // A reader at the end was taken for one who follows, and led back to the prompt with whatever came next.
    await send({ type: 'items', items: [{ kind: 'queue', messages: [...messages, { ...messages[0]!, id: 'q2' }] }] });
    await page.getByText('rather this').nth(1).waitFor();
    assert.ok(await last.evaluate(inSight));
    await page.getByRole('button', { name: 'Jump to the waiting approval' }).click();
    await armed();
    await card.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    await page.getByRole('log').evaluate((node) => node.scrollTo(0, node.scrollHeight));
    await page.getByRole('button', { name: 'Jump to the waiting approval' }).waitFor();
    await until(() => last.evaluate(inSight));
  });

  it('comes into sight, and so to life, with the input that was edited', async () => {
    const history = Array.from({ length: 30 }, (_, i) => new Stream().assistant(`answer ${i}`));
    const { page, send, card, next } = await open({}, history);
    await armed();
    await card.getByRole('button', { name: 'Edit Input' }).click();
    await card.getByRole('textbox', { name: 'Input as JSON' }).fill('{"command": "git push --force"}');
    await card.getByRole('button', { name: 'Use This Input' }).click();
    await next('editInput');
    await page.getByRole('log').evaluate((node) => node.scrollBy(0, -60));
    await page.getByRole('button', { name: 'Jump to the waiting approval' }).waitFor();
    await send({
      type: 'items',
      items: [stream.asks(approvalOf({ input: { command: 'git push --force' }, inputHash: 'hash_2' }))],
    });
    await armed();
  });

  it('stays whole in sight, and so alive, while its input becomes shorter and longer', async () => {
    const history = Array.from({ length: 30 }, (_, i) => new Stream().assistant(`answer ${i}`));
    const input = { command: 'npm test', description: 'tests', timeout: 600_000 };
    const { page, card } = await open({ input }, history, 560);
    await armed();
    await card.getByRole('button', { name: 'Edit Input' }).click();
    await page.keyboard.press('Control+A');
    // Fewer lines, and with the first character a line more that says what is wrong.
    for (const character of '{"command": "ls"}') await page.keyboard.insertText(character);
    await armed();
    assert.equal(await page.getByRole('button', { name: 'Jump to the waiting approval' }).count(), 0);
  });

  it('allows with Ctrl+Enter and denies with Ctrl+Alt+Enter', async () => {
    const { box, next } = await open();
    await armed();
    await box.press('Control+Alt+Enter');
    assert.equal((await next('deny')).reason, undefined);
    await view.page.close();
    const second = await open();
    await armed();
    await second.box.press('Control+Enter');
    assert.equal((await second.next('approve')).scope, 'once');
  });

  it('takes no key while it is dead, while Message has text, or while a reason is being written', async () => {
    const { page, box, card } = await open();
    await box.focus();
    const changed = { type: 'items', items: [stream.asks(approvalOf({ inputHash: 'hash_2' }))] };
    // From within the page: a slow machine may take the half second to come back here.
    await page.evaluate(async (message) => {
      window.postMessage(message, '*');
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      while (!document.querySelector<HTMLButtonElement>('hooksmith-approval .primary')!.disabled) await frame();
      const key = { key: 'Enter', ctrlKey: true, bubbles: true };
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', key));
    }, changed as never);
    await armed();
    await box.fill('wait');
    await box.press('Control+Enter');
    await box.fill('');
    const reason = card.getByRole('textbox', { name: 'Reason for the agent' });
    await reason.fill('do not push');
    await reason.press('Control+Enter');
    await reason.fill('');
    await box.focus();
    await page.evaluate(() => {
      const key = { key: 'Enter', ctrlKey: true, repeat: true, bubbles: true };
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', key));
    });
    assert.deepEqual(await decided(), [], 'a key meant for something else allowed the call');
  });

  it('marks what a hook changed, with the hook as a link', async () => {
    const { card, next } = await open({
      requestedInput: { command: 'git push', verbose: true },
      changedBy: [{ name: 'explicitRemote', file: '/h.ts', line: 3, fields: ['command'] }],
    });
    await card.getByText('git push', { exact: true }).waitFor();
    await card.getByText('git push origin main').waitFor();
    await card.getByText('removed').waitFor();
    await card.getByRole('button', { name: 'explicitRemote' }).click();
    assert.deepEqual(await next('openFile'), { type: 'openFile', file: '/h.ts', line: 3 });
  });

  it('shows an edit as a diff and says who asks', async () => {
    const { card, next } = await open({
      toolName: 'Edit',
      input: { file_path: 'a.ts', old_string: 'x', new_string: 'y' },
      diff: '--- a.ts\n+++ a.ts\n@@ -1 +1 @@\n-x\n+y\n',
      agentName: 'researcher',
      branch: 'main/researcher',
      askedBy: { kind: 'policy', name: 'edits', file: '/p.ts', line: 4 },
      reason: 'Edits need a human.',
    });
    assert.deepEqual(await card.locator('.diff .minus, .diff .plus').allTextContents(), ['-x', '+y']);
    await card.getByText('Edits need a human.').waitFor();
    await card.getByText('agent main/researcher').waitFor();
    await card.getByRole('button', { name: /edits/ }).waitFor();
    await card.getByRole('button', { name: 'Open Diff' }).click();
    assert.equal((await next('openDiff')).id, 'approval_1');
  });

  it('spells out characters that would deceive', async () => {
    const { card } = await open({ input: { command: 'echo \u202egpj.exe\u200b' } });
    await card.getByText('echo \\u{202e}gpj.exe\\u{200b}').waitFor();
  });

  it('shows by a shade that there is more to read, until it was read', async () => {
    const shade = () =>
      view.page.evaluate(() => Number(getComputedStyle(document.querySelector('.approval-body')!, '::after').opacity));
    const shown = async (wanted: number) => {
      while ((await shade()) !== wanted) await view.page.waitForTimeout(20);
    };
    await open();
    await armed();
    assert.equal(await shade(), 0);
    await view.page.close();
    const { card } = await open({ input: { command: 'echo line\n'.repeat(200) } }, [], 420);
    await armed();
    await shown(1);
    await card.getByRole('group', { name: 'What would run' }).evaluate((node) => node.scrollTo(0, node.scrollHeight));
    await shown(0);
  });

  it('is all in sight and usable in a low view, however long the command', async () => {
    const { card } = await open({ input: { command: 'echo line\n'.repeat(200) } }, [], 420);
    await armed();
    for (const name of ['Allow', 'Deny', 'Edit Input'])
      assert.ok(
        await card
          .getByRole('button', { name, exact: true })
          .evaluate((node) => node.getBoundingClientRect().bottom < innerHeight),
      );
  });

  it('shows some of what would run, and Allow below it, however low and narrow the view, and the rest can be reached', async () => {
    stream = new Stream();
    view = await lab.open('chat', { width: 250, height: 380 });
    const { page } = view;
    const asked = stream.asks(approvalOf({ input: { command: 'echo line\n'.repeat(20) } }));
    await view.send(sessionOf([...stream.user('push'), ...stream.call('t1', 'Bash', {}), asked], true, { rehearsal: true }));
    await armed();
    const below = (part: string) =>
      page.evaluate((part) => {
        const [log, shown] = ['.log', part].map((each) => document.querySelector(each)!.getBoundingClientRect());
        return shown!.bottom - log!.bottom;
      }, part);
    const { height } = (await page.locator('.approval-body').boundingBox())!;
    assert.ok(height >= 60, `${height} pixels of what would run`);
    for (const part of ['.approval-body', '.approval-foot .primary'])
      assert.ok((await below(part)) <= 0, `${part}: ${await below(part)} pixels out of sight`);
    assert.ok((await below('.words .reason')) > 0, 'not all has room');
    await page.locator('.approval-foot .primary').first().hover();
    await page.mouse.wheel(0, 500);
    while ((await below('.words .reason')) > 0) await page.waitForTimeout(20);
  });

  for (const [width, height] of [
    [275, 515],
    // Beside a laptop's screen of 720 pixels.
    [245, 438],
  ] as const)
    it(`shows lines of the command beside what is said of it, in a view of ${width} by ${height} as the tree of hooks leaves it`, async () => {
      stream = new Stream();
      view = await lab.open('chat', { width, height });
      const { page } = view;
      const asked = stream.asks(
        approvalOf({
          input: { command: `cp -r ${'build/output/'.repeat(6)} /etc/nginx && systemctl restart nginx` },
          risk: 'Runs cp, systemctl as you, with your permissions. Reaches outside the workspace.',
          confinement: { denyPrograms: ['sudo'], hideOnly: true },
          reason: 'Bash acts on your machine',
        }),
      );
      await view.send(sessionOf([...stream.user('push'), ...stream.call('t1', 'Bash', {}), asked], true, { rehearsal: true }));
      await armed();
      const inSight = await page.evaluate(() => {
        const [body, command] = ['.approval-body', '.input pre'].map((each) =>
          document.querySelector(each)!.getBoundingClientRect(),
        );
        return Math.min(body!.bottom, command!.bottom) - Math.max(body!.top, command!.top);
      });
      assert.ok(inSight >= 50, `${inSight} pixels of the command`);
    });

  it('has its reason before the reader’s eyes, however long the command and narrow the sidebar', async () => {
    const reason = `Pushes to ${'a-branch-with-a-long-name/'.repeat(6)} need a human.`;
    const { card, page } = await open({ input: { command: 'echo line\n'.repeat(200) }, reason }, [], 560);
    await page.setViewportSize({ width: 250, height: 560 });
    await armed();
    const why = card.locator('.why');
    assert.equal(await why.textContent().then((text) => text?.includes('need a human.')), true);
    const inSight = await why.evaluate((node) => {
      const { top, left, height } = node.getBoundingClientRect();
      return height > 20 && node.contains(document.elementFromPoint(left + 12, top + 8));
    });
    assert.equal(inSight, true);
    await assertAccessible(page);
  });

  it('is no wider than a narrow sidebar, whatever is long in it', async () => {
    const long = 'a_word_with_no_place_to_break_it_'.repeat(4);
    const { card, page } = await open({
      ...{ toolName: `mcp__${long}`, input: { [long]: long }, reason: long, risk: long, guest: long },
      changedBy: [{ name: long, file: '/ws/a.ts', line: 1, fields: [long] }],
    });
    await page.setViewportSize({ width: 250, height: 700 });
    const wider = await card.evaluate((node) =>
      [node, ...node.querySelectorAll('*:not(.split *)')]
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
        .map(({ className }) => className),
    );
    assert.deepEqual(wider, []);
  });

  it('shows a reason of some lines whole where there is room, and that there is more where there is none', async () => {
    const reason =
      'The edited input is not valid: command: must be text, not a number; input: has no field comand, only command, timeout. '.repeat(
        2,
      );
    const { card, page } = await open({ reason }, [], 900);
    await page.setViewportSize({ width: 300, height: 900 });
    await armed();
    const why = card.locator('.why');
    const hidden = () => why.evaluate((node) => node.scrollHeight - node.clientHeight);
    const shade = () => why.evaluate((node) => Number(getComputedStyle(node, '::after').opacity));
    await page.waitForFunction(
      () => document.querySelector('.why')!.scrollHeight <= document.querySelector('.why')!.clientHeight + 1,
    );
    assert.equal(await shade(), 0);
    await page.setViewportSize({ width: 300, height: 420 });
    await page.waitForFunction(
      () => document.querySelector('.why')!.scrollHeight > document.querySelector('.why')!.clientHeight + 1,
    );
    assert.ok((await hidden()) > 0);
    await page.waitForFunction(() => Number(getComputedStyle(document.querySelector('.why')!, '::after').opacity) > 0.5);
  });

  it('stands again after a reload and has approved nothing', async () => {
    const { page } = await open();
    await armed();
    await page.reload();
    await view.next('ready');
    const again = [...stream.user('push'), ...stream.call('t1', 'Bash', { command: 'ls' }), stream.asks(approvalOf())];
    const { dead } = await shown(sessionOf(again, true));
    assert.ok(dead);
    assert.deepEqual(await decided(), []);
  });

  describe('several at once', () => {
    const both = () => {
      stream = new Stream();
      const second = approvalOf({
        id: 'approval_2',
        toolCallId: 't2',
        toolName: 'Write',
        inputHash: 'hash_2',
        input: { file_path: 'b.ts', content: 'b' },
      });
      return [
        ...stream.user('push'),
        ...stream.call('t2', 'Write', second.input),
        ...stream.call('t1', 'Bash', { command: 'git push' }),
        stream.asks(approvalOf()),
        stream.asks(second),
      ];
    };
    const openBoth = async () => {
      view = await lab.open('chat', { height: 900 });
      await view.send(sessionOf(both(), true));
      return view.page;
    };

    it('are decided in the order they came, by the keys too', async () => {
      const page = await openBoth();
      await page.getByText('2 calls wait for your decision').waitFor();
      await page.waitForFunction(() =>
        [...document.querySelectorAll<HTMLButtonElement>('hooksmith-approval .primary')].every((one) => !one.disabled),
      );
      assert.match((await page.getByRole('group', { name: 'Approve Bash' }).textContent()) ?? '', /Ctrl\+Enter allows/);
      assert.doesNotMatch((await page.getByRole('group', { name: 'Approve Write' }).textContent()) ?? '', /Ctrl\+Enter/);
      await page.getByRole('textbox', { name: 'Message' }).press('Control+Enter');
      assert.deepEqual(await decided(), [{ type: 'approve', id: 'approval_1', inputHash: 'hash_1', scope: 'once' }]);
    });

    it('are decided together, each shown whole, after half a second in sight and anew for each change', async () => {
      const page = await openBoth();
      // Told by the page itself: whoever looks from outside may come late.
      await page.evaluate(() => {
        const states: boolean[] = [];
        Object.assign(window, { states });
        new MutationObserver(() => {
          const button = document.querySelector<HTMLButtonElement>('hooksmith-pending .primary');
          if (button && states.at(-1) !== button.disabled) states.push(button.disabled);
        }).observe(document.body, { subtree: true, childList: true, attributes: true });
      });
      const wereDisabled = (...states: boolean[]) =>
        page.waitForFunction((wanted) => String(Reflect.get(window, 'states')) === wanted, String(states));
      await page.getByRole('button', { name: 'Decide All…' }).click();
      const all = page.getByRole('group', { name: 'Approve all 2 calls' });
      await all.getByText('git push origin main').waitFor();
      await all.getByText('b.ts').waitFor();
      await wereDisabled(true, false);
      await view.send({
        type: 'items',
        items: [stream.asks(approvalOf({ input: { command: 'git push --force' }, inputHash: 'hash_3' }))],
      });
      await all.getByText('git push --force').waitFor();
      // Another input is another question.
      await wereDisabled(true, false, true, false);
      const allow = all.getByRole('button', { name: 'Allow All 2' });
      await allow.click();
      assert.deepEqual(await decided(), [
        { type: 'approve', id: 'approval_1', inputHash: 'hash_3', scope: 'once' },
        { type: 'approve', id: 'approval_2', inputHash: 'hash_2', scope: 'once' },
      ]);
    });
  });
});
