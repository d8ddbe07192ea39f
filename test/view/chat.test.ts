import assert from 'node:assert/strict';
import type { StreamItem } from '../../src/shared/stream/stream';
import type { ToView } from '../../src/shared/views/viewProtocol';
import { until } from '../fixtures/limits';
import { pictures } from '../fixtures/pictures';
import { assertAccessible } from './accessible';
import { useLab } from './lab';
import { approvalOf, hookRecord, Stream, sessionOf, statusOf } from './samples';

const text = (words: string): StreamItem => ({
  kind: 'delta',
  runId: 'r1',
  branch: 'main',
  delta: { type: 'text', text: words },
});

/** A picture of one pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('chat view', function () {
  this.timeout(30_000);
  const lab = useLab();
  const open = async (items: StreamItem[] = [], running = false, more: Parameters<typeof sessionOf>[2] = {}) => {
    const view = await lab.open('chat');
    await view.send(sessionOf(items, running, more));
    return view;
  };

  it('offers Message, Send, New Chat and the log, and Stop only while the agent runs', async () => {
    const { page, send, next } = await open();
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    await page.getByRole('log', { name: 'Conversation' }).waitFor();
    assert.ok(await page.getByRole('button', { name: 'Send' }).isDisabled());
    assert.equal(await page.getByRole('button', { name: 'Stop' }).count(), 0);
    await page.getByRole('button', { name: 'New Chat' }).click();
    await next('newChat');
    await send({ type: 'items', items: [new Stream().event('before_run')] });
    await page.getByRole('button', { name: 'Stop' }).click();
    await next('stop');
  });

  it('is headed by the agent whose session it shows and what was said to it first, and has no Stop for it', async () => {
    const stream = new Stream();
    const said = stream.event('user_message', { input: { role: 'user', content: 'Mend the build\nSoon.' } });
    const path = '/home/me/.hooksmith/guard/sessions/claude-4f0c.jsonl';
    const more = { readOnly: true, shownFile: path, guest: 'Claude Code' };
    const { page, send } = await open([said, ...stream.call('c1', 'Bash', { command: 'ls' })], true, more);
    await page.getByRole('heading', { name: 'Claude Code: Mend the build', exact: true }).waitFor();
    const banner = page.getByRole('note', { name: 'Session file, read-only' });
    await banner.getByText('Only shown: a session of Claude Code').waitFor();
    assert.ok(!(await page.locator('body').innerText()).includes('claude-4f0c'));
    await page.getByRole('log', { name: 'Conversation' }).getByText('Mend the build').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Stop' }).count(), 0);
    await assertAccessible(page);
    await send(sessionOf([], false, more));
    await page.getByRole('heading', { name: 'Claude Code', exact: true }).waitFor();
  });

  it('has each text run as its script does, and code from the left', async () => {
    const stream = new Stream();
    const arabic = 'مرحبا بالعالم، ماذا يفعل هذا؟';
    const { page } = await open([
      ...stream.user(`${arabic}\nAnd this?`),
      stream.assistant(`${arabic}\n\n- ${arabic}\n\n\`ls\``),
      stream.event('after_run'),
    ]);
    /** How much nearer a text stands to the right edge of what holds it than to the left. */
    const toTheRight = (selector: string, words: string) =>
      page.evaluate(
        ([within, words]) => {
          const walk = document.createTreeWalker(document.querySelector(within!)!, NodeFilter.SHOW_TEXT);
          while (walk.nextNode()) {
            const text = walk.currentNode as Text;
            const at = text.data.indexOf(words!);
            if (at < 0) continue;
            const range = document.createRange();
            range.setStart(text, at);
            range.setEnd(text, at + words!.length);
            const [is, box] = [range.getBoundingClientRect(), text.parentElement!.getBoundingClientRect()];
            return is.left - box.left - (box.right - is.right);
          }
          return Number.NaN;
        },
        [selector, words],
      );
    await page.locator('hooksmith-markdown li').waitFor();
    assert.ok((await toTheRight('.user .text', arabic)) > 10);
    assert.ok((await toTheRight('.user .text', 'And this?')) < -10);
    assert.ok((await toTheRight('hooksmith-markdown p', arabic)) > 10);
    assert.ok((await toTheRight('hooksmith-markdown li', arabic)) > 10);
    const box = page.getByRole('textbox', { name: 'Message', exact: true });
    assert.equal(await box.evaluate((node) => getComputedStyle(node).unicodeBidi), 'plaintext');
  });

  it('leads from what is held to its review', async () => {
    const stream = new Stream();
    const held = stream.event('hooks_reloaded', {
      data: { files: ['/w/a.ts'], held: ['/w/a.ts'], hooks: 1, problems: [], durationMs: 1, saved: false },
    });
    const { page, send, next } = await open([...stream.user('hi'), held], true);
    const log = page.getByRole('log', { name: 'Conversation' });
    await log.getByText('Held until you have reviewed the change: a.ts').waitFor();
    await log.getByRole('button', { name: 'Review' }).click();
    assert.equal((await next('command')).command, 'hooksmith.reviewHookFiles');
    const live = { data: { files: ['/w/a.ts'], held: [], hooks: 1, problems: [], durationMs: 1 } };
    await send({ type: 'items', items: [stream.event('hooks_reloaded', live)] });
    await log.getByText('Hooks reloaded: a.ts').waitFor();
    assert.equal(await log.getByRole('button', { name: 'Review' }).count(), 0);
  });

  it('says who had an agent elsewhere ask its human, which no prompt here does', async () => {
    const stream = new Stream();
    const by = { kind: 'policy' as const, name: 'pushes', file: '/w/.hooksmith/hooks/guard.ts', line: 4 };
    const facts = {
      toolCallId: 'c1',
      toolName: 'Bash',
      input: { command: 'git push' },
      decidedBy: by,
      reason: 'Pushes need a human.',
    };
    const asked = stream.event('pre_tool_use', { ...facts, data: { status: 'known', verdict: 'ask' } });
    const more = { readOnly: true, shownFile: '/s/claude-1.jsonl', guest: 'Claude Code' };
    const { page, send } = await open([asked], true, more);
    const log = page.getByRole('log', { name: 'Conversation' });
    await log.getByRole('button', { name: /git push waiting/ }).waitFor();
    assert.equal(await log.locator('.verdict').innerText(), 'asked by policy pushes: Pushes need a human.');
    await send({ type: 'items', items: [stream.event('session_end', { data: { reason: 'exit' } })] });
    await log.getByRole('button', { name: /git push end unknown/ }).waitFor();
    await assertAccessible(page);
  });

  /** The selectors by which a prompt, who speaks, or anything in vain, is looked for in the log while an answer streams. */
  const lookedFor = async (before: StreamItem[]) => {
    const { page, send } = await open([new Stream().event('before_run'), ...before], true);
    await send({ type: 'items', items: [text('begun ')] });
    await page.getByText('begun').waitFor();
    await page.evaluate(() => {
      const looked: string[] = [];
      for (const name of ['querySelector', 'querySelectorAll'] as const) {
        const own = Element.prototype[name] as (selector: string) => Element | NodeListOf<Element> | null;
        Object.assign(Element.prototype, {
          [name](this: Element, selector: string) {
            const found = own.call(this, selector);
            const isVain = found === null || (found instanceof NodeList && found.length === 0);
            if (/approval|questions|spoken/.test(selector) || (isVain && this.getElementsByClassName('log').length > 0))
              looked.push(selector);
            return found;
          },
        });
      }
      Object.assign(window, { looked });
    });
    for (const word of ['one ', 'two ', 'three ']) {
      await send({ type: 'items', items: [text(word)] });
      await page.getByText(word.trim()).waitFor();
    }
    return page.evaluate(() => (window as unknown as { looked: string[] }).looked);
  };

  it('looks through the log for no prompt, and for nothing in vain, while an answer streams, however long the log is', async () => {
    assert.deepEqual(await lookedFor([]), []);
  });

  it('looks no more for a prompt that it has found', async () => {
    const stream = new Stream();
    const request = approvalOf();
    const waits = [...stream.user('push'), ...stream.call('t1', request.toolName, request.input), stream.asks(request)];
    assert.deepEqual(await lookedFor(waits), []);
    const questions = [
      { question: 'Which?', header: 'One', multiSelect: false, options: [{ label: 'this' }, { label: 'that' }] },
    ];
    const at = { toolCallId: 't2', toolName: 'AskUserQuestion' };
    const asked = { toolCallId: 't2', agentName: 'main', branch: 'main', questions };
    const asks = [...stream.call('t2', at.toolName, { questions }), stream.event('question_asked', { ...at, data: asked })];
    assert.deepEqual(await lookedFor(asks), []);
  });

  it('sends with Enter, also while the agent runs, and breaks the line with Shift+Enter', async () => {
    const { page, next } = await open([], true);
    const box = page.getByRole('textbox', { name: 'Message' });
    await box.pressSequentially('one');
    await box.press('Shift+Enter');
    await box.pressSequentially('two');
    const grown = (await box.boundingBox())!.height;
    await box.press('Enter');
    assert.deepEqual(await next('send'), { type: 'send', text: 'one\ntwo' });
    assert.equal(await box.inputValue(), '');
    assert.ok((await box.boundingBox())!.height < grown, 'the box grows with its text and shrinks again');
  });

  it('steers the run with Ctrl+Enter; what waits is shown, changed, let in and taken back', async () => {
    const { page, next, send } = await open([], true);
    const box = page.getByRole('textbox', { name: 'Message' });
    await box.fill('rather this');
    await box.press('Control+Enter');
    assert.deepEqual(await next('send'), { type: 'send', text: 'rather this', steers: true });
    const queue = (...messages: { id: string; content: string; steers: boolean }[]) =>
      send({ type: 'items', items: [{ kind: 'queue', messages }] });
    await queue({ id: 'q1', content: 'rather this', steers: true }, { id: 'q2', content: 'and then that', steers: false });
    const [steering, waiting] = [0, 1].map((n) => page.getByRole('group', { name: 'Queued message' }).nth(n));
    await steering!.getByText('Goes in before the next step').waitFor();
    await waiting!.getByText('Queued').waitFor();
    await waiting!.getByRole('button', { name: 'Send into This Run' }).click();
    assert.equal((await next('sendQueued')).id, 'q2');
    await waiting!.getByRole('button', { name: 'Edit' }).click();
    const editor = page.getByRole('textbox', { name: 'Edit message' });
    assert.equal(await editor.inputValue(), 'and then that');
    await editor.fill('and then something else');
    await editor.press('Enter');
    assert.deepEqual(await next('changeQueued'), { type: 'changeQueued', id: 'q2', text: 'and then something else' });
    await steering!.getByRole('button', { name: 'Remove' }).click();
    assert.equal((await next('dropQueued')).id, 'q1');
    await queue();
    assert.equal(await page.getByRole('group', { name: 'Queued message' }).count(), 0);
  });

  it('edits an earlier message and sends it again; Escape leaves it as it was', async () => {
    const stream = new Stream();
    const { page, next, send } = await open([...stream.user('frist'), stream.assistant('?'), ...stream.user('second')]);
    const edit = page.getByRole('button', { name: 'Edit and Send Again' }).first();
    await edit.focus();
    await edit.press('Enter');
    const editor = page.getByRole('textbox', { name: 'Edit message' });
    await editor.press('Escape');
    assert.equal(await editor.count(), 0);
    await edit.click();
    await editor.fill('first');
    await editor.press('Enter');
    const { eventId, text } = await next('resend');
    assert.equal(text, 'first');
    await send({
      type: 'items',
      items: [{ kind: 'history', branch: 'main', messages: [], rewoundTo: eventId }, ...stream.user('first')],
    });
    await page.locator('.user .text', { hasText: 'first' }).waitFor();
    assert.deepEqual(await page.locator('.user .text').allTextContents(), ['first']);
  });

  it('goes to the end where an earlier message is sent again, and stays where its editing is given up', async () => {
    const stream = new Stream();
    const many = Array.from({ length: 30 }, (_, at) => [...stream.user(`message ${at}`), stream.assistant('ok')]).flat();
    const { page } = await open(many);
    const edit = page.getByRole('button', { name: 'Edit and Send Again' }).first();
    await edit.focus();
    await edit.press('Enter');
    const jump = page.getByRole('button', { name: 'Jump to latest' });
    await jump.waitFor();
    await page.getByRole('textbox', { name: 'Edit message' }).press('Escape');
    await jump.waitFor();
    await edit.click();
    await page.getByRole('textbox', { name: 'Edit message' }).press('Enter');
    await jump.waitFor({ state: 'detached' });
  });

  it('has the icon of a hook beside its name, however narrow the view', async () => {
    const { page, send } = await lab.open('chat', { width: 220 });
    const hooks = [hookRecord('denyCommands(sudo, rm -rf, git push --force)')];
    await send(sessionOf(new Stream().call('t1', 'Bash', { command: 'ls' }, { hooks })));
    await page.getByRole('button', { name: '1 hook ran' }).click();
    const top = (selector: string) => page.locator(`.hook-line ${selector}`).evaluate((node) => node.getClientRects()[0]!.top);
    assert.ok(Math.abs((await top('.codicon')) - (await top('.link'))) < 8);
  });

  it('gives secondary buttons the border that the theme has for them, where it has one', async () => {
    const stream = new Stream();
    const { page } = await open([...stream.call('t1', 'Bash', {}), stream.asks(approvalOf())], true);
    const border = () =>
      page.getByRole('button', { name: 'Deny', exact: true }).evaluate((node) => getComputedStyle(node).borderTopColor);
    assert.equal(await border(), 'rgba(255, 255, 255, 0.07)');
    await page.evaluate(() => document.documentElement.style.setProperty('--vscode-button-secondaryBorder', 'rgb(1, 2, 3)'));
    assert.equal(await border(), 'rgb(1, 2, 3)');
  });

  it('leaves no message of one session open for editing in another', async () => {
    const { page, send } = await open(new Stream().user('mine'));
    const editor = page.getByRole('textbox', { name: 'Edit message' });
    await page.getByRole('button', { name: 'Edit and Send Again' }).click();
    await editor.waitFor();
    await send({ ...sessionOf(new Stream().user('theirs')), sessionId: 's2' } as ToView);
    await page.locator('.user .text', { hasText: 'theirs' }).waitFor();
    assert.equal(await editor.count(), 0);
  });

  it('keeps open for editing the message that was opened, and no other, where its session is given anew', async () => {
    const stream = new Stream();
    const sent = [...stream.user('first'), stream.assistant('ok')];
    const second = stream.user('second');
    const later = [...second, stream.assistant('ok'), ...stream.user('third')];
    const { page, send, next } = await open(sent);
    // What came to nothing leaves no trace in the session.
    const reset: StreamItem = { kind: 'deltaReset', runId: 'r1', branch: 'main' };
    await send({ type: 'items', items: [text('an'), reset, text('an'), reset, ...later] });
    await page.getByRole('button', { name: 'Edit and Send Again' }).nth(1).click();
    await send(sessionOf([...sent, ...later]));
    await page.getByRole('textbox', { name: 'Edit message' }).press('Enter');
    const { eventId, text: words } = await next('resend');
    assert.deepEqual([eventId, words], [(second[1] as ReturnType<Stream['event']>).event.id, 'second']);
  });

  it('shows a list of tasks that no tool would take', async () => {
    const stream = new Stream();
    const { page } = await open(stream.call('t1', 'TodoWrite', { todos: [{ content: 'Test', status: 'done' }, { content: 7 }] }));
    await page.getByRole('button', { name: /^TodoWrite/ }).click();
    await page.getByRole('listitem').getByRole('img', { name: 'Pending' }).waitFor();
    assert.equal(await page.locator('.todo-items').innerText(), 'Test');
  });

  it('lists what the agent changed, each with its diff, Keep and Undo, and offers to redo a restore', async () => {
    const stream = new Stream();
    const version = (sign: string) => ({ kind: 'file', hash: sign.repeat(64), size: 1, mode: 0o644 });
    const [a, b] = [version('a'), version('b')];
    const files = [
      { path: '/ws/src/deep/in/folders/with/long/names/changed.ts', before: a, after: b },
      { path: '/ws/made.ts', after: b },
      {
        path: '/ws/.env',
        before: { kind: 'left', why: 'secret', size: 1, mtimeMs: 1 },
        after: { kind: 'left', why: 'secret', size: 2, mtimeMs: 2 },
      },
    ];
    const leftOut = [{ why: 'ignored', count: 2, paths: ['/ws/out', '/ws/node_modules'] }];
    const { page, next, send } = await open([
      ...stream.user('first'),
      stream.event('files_changed', { data: { files, leftOut } }),
    ]);
    const section = page.getByRole('region', { name: 'Changed files' });
    await section.getByRole('button', { name: '3 files changed' }).click();
    await section.getByText('2 ignored').waitFor();
    await section.getByRole('button', { name: 'Show changes of made.ts' }).click();
    assert.equal((await next('showFileChange')).path, '/ws/made.ts');
    await section.getByRole('button', { name: 'Undo made.ts' }).click();
    assert.deepEqual((await next('undoFiles')).paths, ['/ws/made.ts']);
    assert.ok(await section.getByRole('button', { name: '.env cannot be undone' }).isDisabled());
    await section.getByRole('button', { name: 'Keep All' }).click();
    assert.equal((await next('keepFiles')).paths.length, 3);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Restore Checkpoint' }).click();
    const { eventId } = await next('restore');
    await send({
      type: 'items',
      items: [
        stream.event('files_restored', {
          data: {
            to: eventId,
            files: files.slice(0, 2).map(({ path, before, after }) => ({ path, before: after, after: before })),
          },
        }),
        { kind: 'history', branch: 'main', messages: [], rewoundTo: eventId },
      ],
    });
    const note = page.getByRole('note', { name: 'Restored' });
    await note.getByText('Restored: the conversation and 2 files.').waitFor();
    assert.equal(await page.locator('.user .text').count(), 0);
    await assertAccessible(page);
    await note.getByRole('button', { name: 'Redo' }).click();
    await next('redo');
    await send({ type: 'items', items: [{ kind: 'history', branch: 'main', messages: [], redone: eventId }] });
    await page.locator('.user .text', { hasText: 'first' }).waitFor();
  });

  it('puts what is offered into an empty message box, or over what was offered before, and over nothing else', async () => {
    const { page, send } = await open();
    const box = page.getByRole('textbox', { name: 'Message' });
    const offer = async (text: string, over: string) => {
      await send({ type: 'focus', text, over });
      return box.inputValue();
    };
    assert.equal(await offer('third', ''), 'third');
    assert.equal(await offer('second', 'third'), 'second');
    assert.equal(await offer('', 'second'), '');
    await box.fill('own words');
    assert.equal(await offer('third', ''), 'own words');
    assert.equal(await offer('', 'third'), 'own words');
  });

  it('takes pictures that are pasted or dropped, tells them by their bytes, and refuses the rest', async () => {
    const { page, next } = await open();
    const bring = (type: 'paste' | 'drop', files: { name: string; type: string; base64: string }[]) =>
      page.getByRole('textbox', { name: 'Message' }).evaluate(
        (box, { type, files }) => {
          const data = new DataTransfer();
          for (const { name, type, base64 } of files)
            data.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name, { type }));
          box.dispatchEvent(
            type === 'paste'
              ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
              : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
          );
        },
        { type, files },
      );
    await bring('paste', [
      { name: 'dot.jpg', type: 'image/jpeg', base64: png },
      { name: 'text.png', type: 'image/png', base64: btoa('no picture at all') },
    ]);
    await page.getByRole('img', { name: 'dot.jpg' }).waitFor();
    await page.getByText('text.png is no PNG, JPEG, GIF or WebP picture.').waitFor();
    await bring('drop', [
      { name: 'large.png', type: 'image/png', base64: btoa('x'.repeat(5_000_001)) },
      { name: 'other.png', type: 'image/png', base64: png },
    ]);
    await page.getByText('large.png is too large').waitFor();
    await bring('drop', [{ name: 'wide.png', type: 'image/png', base64: pictures.png(9000, 20).toString('base64') }]);
    await page.getByText('wide.png is too large: a side may have 8000 pixels at most.').waitFor();
    await bring('drop', [{ name: 'cut.png', type: 'image/png', base64: png.slice(0, -32) }]);
    await page.getByText('cut.png cannot be shown: the file is damaged or cut off.').waitFor();
    await page.getByRole('button', { name: 'Remove other.png' }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    assert.deepEqual(await next('send'), { type: 'send', text: '', images: [{ media_type: 'image/png', data: png }] });
    assert.equal(
      await page
        .getByRole('listitem')
        .filter({ has: page.getByRole('img') })
        .count(),
      0,
    );
  });

  it('switches the mode from the keyboard, and says so', async () => {
    const { page, next, send } = await open();
    await page.getByRole('textbox', { name: 'Message' }).press('Control+.');
    assert.equal((await next('setMode')).mode, 'acceptEdits');
    await page.locator('[role=status]').filter({ hasText: 'Mode: Accept Edits' }).waitFor({ state: 'attached' });
    await send({ type: 'status', status: statusOf({ mode: 'bypass' }) });
    assert.equal(await page.getByRole('combobox', { name: 'Mode' }).inputValue(), 'bypass');
  });

  it('says how full the context is, what came from the cache, and what it cost at which prices', async () => {
    const { page } = await open([], false, {
      contextTokens: 164_000,
      pricesAsOf: '2026-10-24',
      usage: { input_tokens: 1000, output_tokens: 300, cache_read_input_tokens: 9000 },
    });
    await page.getByText('82% context').waitFor();
    await page.getByText('10.0k in, 300 out, 9.0k cached').waitFor();
    assert.match((await page.getByText('$0.0123').getAttribute('title')) ?? '', /prices of 2026-10-24/);
    const [whole, seen] = await page.evaluate(() => [
      document.documentElement.scrollHeight,
      document.documentElement.clientHeight,
    ]);
    assert.equal(whole, seen, 'the page itself is not to be scrolled');
  });

  it('teaches in three lines while it is empty', async () => {
    const { page, next } = await open();
    assert.equal(await page.locator('.empty').getByRole('listitem').count(), 3);
    await page.getByRole('button', { name: 'New Hook…' }).click();
    assert.equal((await next('command')).command, 'hooksmith.newHook');
  });

  it('draws only the end of 2 MB of conversation, and what is above as the reader goes there', async () => {
    const stream = new Stream();
    const many = Array.from({ length: 1000 }, (_, i) => [
      ...stream.user(`question ${i}`),
      stream.assistant(`answer ${i} ${'words '.repeat(340)}`),
    ]);
    const { page } = await open(many.flat());
    await page.getByText('answer 999').waitFor();
    const drawn = () => page.locator('.entry').count();
    assert.ok((await drawn()) <= 120, `${await drawn()} entries`);
    const log = page.getByRole('log');
    const top = page.locator('.entry').first();
    const before = await top.textContent();
    await log.evaluate((node) => {
      node.scrollTop = 10;
    });
    await page.waitForFunction((text) => document.querySelector('.entry')!.textContent !== text, before);
    const kept = page.locator('.entry', { hasText: before!.trim().slice(0, 14) }).first();
    const offset = await kept.evaluate(
      (node) => node.getBoundingClientRect().top - document.querySelector('.log')!.getBoundingClientRect().top,
    );
    assert.ok(Math.abs(offset) < 60, `what was read stays in its place, not ${offset} px away`);
    assert.ok((await drawn()) <= 200);
    await page.getByRole('button', { name: 'Jump to latest' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.entry').length <= 120);
  });

  it('keeps the end in sight while a message of several lines is written', async () => {
    const stream = new Stream();
    const many = Array.from({ length: 40 }, (_, i) => [...stream.user(`question ${i}`), stream.assistant(`answer ${i}`)]);
    const { page } = await open(many.flat());
    const last = page.getByText('answer 39');
    await last.waitFor();
    const box = page.getByRole('textbox', { name: 'Message' });
    const { height: atFirst } = (await box.boundingBox())!;
    // A place that is lost for a moment counts: the reader seems to have gone elsewhere.
    const tops = await page.evaluateHandle(() => {
      const log = document.querySelector('.log')!;
      const seen = [log.scrollTop];
      document.addEventListener('input', () => seen.push(log.scrollTop));
      return seen;
    });
    for (const line of ['one', 'two', 'three', 'four', 'five']) {
      await box.press('Shift+Enter');
      await page.keyboard.insertText(line);
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    }
    const moves = await tops.jsonValue();
    assert.deepEqual(
      moves,
      moves.toSorted((a, b) => a - b),
      'the end is never left',
    );
    assert.equal(await page.getByRole('button', { name: 'Jump to latest' }).count(), 0);
    assert.ok((await box.boundingBox())!.height > 4 * atFirst * 0.6, 'the box grows with its text');
    const [end, log] = await Promise.all([last.boundingBox(), page.getByRole('log').boundingBox()]);
    assert.ok(end!.y + end!.height <= log!.y + log!.height, 'what was said last is in sight');
    await box.fill(Array.from({ length: 200 }, (_, line) => `line ${line}`).join('\n'));
    assert.ok((await box.boundingBox())!.height <= page.viewportSize()!.height * 0.41, 'and leaves room for the conversation');
  });

  it('keeps opened rows and the reader’s place over a reload', async () => {
    const stream = new Stream();
    const items = [
      ...stream.user('go'),
      stream.assistant('so', 'the way there'),
      ...stream.call('t1', 'Read', { file_path: 'a.ts' }),
      ...stream.result('t1', 'Read', 'contents of a'),
      ...Array.from({ length: 60 }, (_, i) => [...stream.user(`question ${i}`), stream.assistant(`answer ${i}`)]).flat(),
    ];
    const { page, send, next } = await open(items);
    await page.getByRole('log').evaluate((node) => {
      node.scrollTop = 0;
    });
    await page.getByText('Thinking', { exact: true }).click();
    await page.getByRole('button', { name: /Read.*a\.ts/s }).click();
    await page.getByText('contents of a').waitFor();
    const place = () => page.getByText('contents of a').evaluate((node) => Math.round(node.getBoundingClientRect().top));
    await page.getByRole('log').evaluate((node) => {
      node.scrollTop = 40;
    });
    await page.waitForFunction(() => sessionStorage.getItem('state')?.includes('"at'));
    const before = await place();
    await page.reload();
    await next('ready');
    await send(sessionOf(items));
    await page.getByText('contents of a').waitFor();
    await page.getByText('the way there').waitFor();
    assert.ok(Math.abs((await place()) - before) < 20, `${await place()} and not ${before}`);
  });

  it('shows one notice once, however often it is given, and takes away what only informs', async () => {
    const { page, send } = await lab.open('chat');
    await send(sessionOf([]));
    const notice = (level: 'info' | 'warning', text: string) => send({ type: 'notice', level, text });
    const texts = () => page.locator('.toast span').allInnerTexts();
    for (let i = 0; i < 3; i++) await notice('warning', 'Not yet.');
    await notice('warning', 'Something else.');
    await notice('warning', 'Not yet.');
    await until(async () => (await texts()).join() === 'Something else.,Not yet.');
    await page.clock.install();
    await notice('info', 'By the way.');
    await page.getByText('By the way.').waitFor();
    await page.clock.fastForward(5000);
    await notice('info', 'By the way.');
    await page.clock.fastForward(5000);
    assert.equal(await page.getByText('By the way.').count(), 1, 'counts anew from the last');
    await page.clock.fastForward(5000);
    await page.getByText('By the way.').waitFor({ state: 'detached' });
    assert.equal(await page.locator('.toast').count(), 2);
    // What was told of the message that was being written is over with it.
    await page.getByRole('textbox', { name: 'Message' }).fill('go');
    await page.getByRole('textbox', { name: 'Message' }).press('Enter');
    await page.locator('.toast').first().waitFor({ state: 'detached' });
    assert.equal(await page.locator('.toast').count(), 0);
  });

  it('keeps thinking collapsed until it is opened', async () => {
    const { page } = await open([new Stream().assistant('the answer', 'the way there')]);
    assert.equal(await page.getByText('the way there').count(), 0);
    await page.getByText('Thinking', { exact: true }).click();
    await page.getByText('the way there').waitFor();
  });

  it('keeps attached pictures over a reload, until they are sent', async () => {
    const { page, next, send } = await open();
    const box = page.getByRole('textbox', { name: 'Message' });
    await box.evaluate(
      (target, bytes) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(bytes)], 'dot.png', { type: 'image/png' }));
        target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      },
      [...Buffer.from(png, 'base64')],
    );
    const picture = page.getByRole('img', { name: 'dot.png' });
    await picture.waitFor();
    await page.reload();
    await send(sessionOf([]));
    await picture.waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    assert.equal((await next('send')).images?.length, 1);
    await page.reload();
    await send(sessionOf([]));
    await box.waitFor();
    assert.equal(await picture.count(), 0);
  });

  it('walks back through what was said, and keeps the draft over a reload', async () => {
    const stream = new Stream();
    const { page, send } = await open([...stream.user('first'), ...stream.user('second')]);
    const box = page.getByRole('textbox', { name: 'Message' });
    await box.fill('draft');
    await box.press('ArrowUp');
    assert.equal(await box.inputValue(), 'second');
    await box.press('ArrowUp');
    assert.equal(await box.inputValue(), 'first');
    await box.press('ArrowDown');
    await box.press('ArrowDown');
    assert.equal(await box.inputValue(), 'draft');
    await page.reload();
    await send(sessionOf([]));
    await page.waitForFunction(() => document.querySelector('textarea')?.value === 'draft');
  });

  it('asks once whether to go on past a limit, and takes the question back when that is answered', async () => {
    const stream = new Stream();
    const signals = [{ reason: 'steps_limit', message: 'Step limit reached: 10/10', source: 'guards' }];
    const stopped = () => [
      stream.event('run_done', { reason: signals[0]!.message, data: { status: 'stopped', signals } }),
      stream.event('after_run'),
    ];
    const { page, send, next } = await open(stream.user('go'));
    await send({ type: 'items', items: stopped() });
    const question = page.getByRole('group', { name: 'Continue?' });
    await question.waitFor();
    await page.getByRole('status').getByText('Step limit reached: 10/10. Continue?').waitFor();
    await question.getByRole('button', { name: 'Continue' }).press('Enter');
    await next('retry');
    await send({ type: 'items', items: [stream.event('before_run')] });
    await question.waitFor({ state: 'detached' });
    await send({ type: 'items', items: stopped() });
    await question.getByRole('button', { name: 'Not Now' }).click();
    await next('declineContinue');
    await send({ type: 'items', items: [stream.event('continue_declined')] });
    await question.waitFor({ state: 'detached' });
  });

  it('shows that the conversation was compacted, and the summary on demand', async () => {
    const stream = new Stream();
    const { page, send, next } = await open([...stream.user('go'), stream.assistant('done'), stream.event('after_run')], false, {
      contextTokens: 164_000,
    });
    await page.getByRole('button', { name: 'Compact' }).click();
    assert.equal((await next('command')).command, 'hooksmith.compact');
    await send({ type: 'items', items: [{ kind: 'run', runId: 'r2', running: true }, stream.event('pre_compact')] });
    await page.getByText('Compacting the conversation…').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Compact' }).count(), 0);
    await send({
      type: 'items',
      items: [
        stream.event('compacted', { output: 'What was **done**.', data: { trigger: 'manual', messages: 12, kept: 2 } }),
        { kind: 'run', runId: 'r2', running: false },
      ],
    });
    await page.getByText('12 messages became 2').waitFor();
    await page.getByText('Summary', { exact: true }).click();
    await page.locator('.summary strong', { hasText: 'done' }).waitFor();
  });

  it('makes hostile markdown harmless', async () => {
    const evil =
      '<img src=x onerror="window.hacked=1"> <script>window.hacked=2</script> [a](javascript:window.hacked=3) [b](https://example.org) ' +
      '![pixel](https://example.org/p.png) <div class="approval-card" style="position:fixed">Allow</div>\n\n```html"onload=x\n<b>code</b>\n```';
    const { page } = await open([...new Stream().user('go'), new Stream().assistant(evil)]);
    const answer = page.locator('hooksmith-markdown');
    await answer.getByRole('link', { name: 'b' }).waitFor();
    assert.equal(await answer.locator('img, script, [style], .approval-card, a[href^="javascript"]').count(), 0);
    assert.equal(await page.evaluate(() => (window as unknown as { hacked?: number }).hacked), undefined);
    assert.match((await answer.textContent()) ?? '', /<b>code<\/b>/);
  });

  it('leads from a link of an answer to the file that it is to, and from no other', async () => {
    const links =
      '[a](src/a%20b.ts) [b](./src/b.ts#L12-L14) [c](/ws/c.ts:7) [d](https://example.org) [e](javascript:alert(1)) [f](#f)';
    const { page, next } = await open([new Stream().assistant(links)]);
    for (const [name, path, line] of [
      ['a', 'src/a b.ts', undefined],
      ['b', './src/b.ts', 12],
      ['c', '/ws/c.ts', 7],
    ] as const) {
      await page.getByRole('link', { name }).click();
      const { type: _, ...place } = await next('openMentioned');
      assert.deepEqual(place, { path, ...(line ? { line } : {}) });
    }
    assert.equal(await page.getByRole('link', { name: 'd' }).getAttribute('href'), 'https://example.org');
    assert.equal(await page.getByRole('link').count(), 4);
  });

  it('has code and tables of a list and of a quote as elsewhere, a struck-out word in its line', async () => {
    const list =
      '3. first\n   ```ts\n   const a = 1;\n   ```\n   - deeper\n\n     | x |\n     | - |\n     | y |\n4. ~~gone~~ word';
    const { page, next, send } = await open([new Stream().assistant(list)]);
    await page.locator('li').getByRole('button', { name: 'Copy Code' }).click();
    assert.equal((await next('copy')).text, 'const a = 1;');
    await page.locator('li li').getByRole('group', { name: 'Table' }).waitFor();
    assert.equal(await page.locator('hooksmith-markdown > ol').getAttribute('start'), '3');
    await send({ type: 'items', items: [new Stream().assistant('> Said:\n> - it was\n>   ```ts\n>   quoted();\n>   ```')] });
    await page.locator('blockquote li').getByRole('button', { name: 'Copy Code' }).click();
    await page.waitForFunction(() => (window as unknown as { posted: { text?: string }[] }).posted.at(-1)?.text === 'quoted();');
    assert.equal(await page.locator('del').evaluate((node) => getComputedStyle(node).display), 'inline');
  });

  it('copies and inserts a code block as it was written', async () => {
    const { page, next } = await open([new Stream().assistant('```ts\nif (a)\n  b = "<1>";\n```')]);
    await page.getByRole('button', { name: 'Copy Code' }).click();
    assert.equal((await next('copy')).text, 'if (a)\n  b = "<1>";');
    await page.getByRole('button', { name: 'Insert at Cursor' }).click();
    assert.equal((await next('insertText')).text, 'if (a)\n  b = "<1>";');
  });

  it('draws only the message that streams, not the others', async () => {
    const stream = new Stream();
    const items = Array.from({ length: 60 }, (_, i) => [
      ...stream.user(`question ${i}`),
      stream.assistant(`answer **${i}**\n\n- a\n- b`),
    ]);
    const { page, send } = await open([...items.flat(), stream.event('before_run')], true);
    await send({ type: 'items', items: [text('The '), text('first block.\n\nThe ')] });
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      const last = [...document.querySelectorAll('.entry')].at(-1)!;
      new MutationObserver((records) => {
        for (const { target } of records) if (!last.contains(target)) seen.push((target as Element).outerHTML ?? target.nodeName);
      }).observe(document.querySelector('.log')!, { subtree: true, childList: true, characterData: true, attributes: true });
      (last.querySelector('p') as unknown as { kept: boolean }).kept = true;
    });
    await send({ type: 'items', items: [text('second')] }, { type: 'items', items: [text(' block.')] });
    await page.getByText('The second block.').waitFor();
    assert.deepEqual(await page.evaluate(() => (window as unknown as { seen: string[] }).seen), []);
    const kept = await page.getByText('The first block.').evaluate((node) => (node as unknown as { kept?: boolean }).kept);
    assert.equal(kept, true, 'a block that is finished keeps its place in the page');
  });

  it('shows a tool call in one line, its hooks and values on demand', async () => {
    const stream = new Stream();
    const hooks = [
      hookRecord('patientTests', {
        decision: 'modify',
        reason: 'Tests take long',
        changed: [{ field: 'input.timeout', after: 600 }],
      }),
      hookRecord('audit'),
      hookRecord('pushes', { kind: 'policy' }),
    ];
    const input = { command: 'npm test', timeout: 600 };
    const { page, next } = await open([
      ...stream.user('test'),
      ...stream.call('t1', 'Bash', input, { requestedInput: { command: 'npm test' }, hooks }),
      ...stream.result('t1', 'Bash', '12 passing'),
    ]);
    const head = page.getByRole('button', { name: /Bash.*npm test.*ok.*42 ms/s });
    assert.equal(await head.getAttribute('aria-expanded'), 'false');
    assert.equal(await page.getByText('12 passing').count(), 0);
    await page.getByRole('button', { name: '3 hooks ran, 1 changed the input' }).click();
    await page.getByText('Tests take long').waitFor();
    await page.getByRole('button', { name: 'patientTests' }).click();
    assert.deepEqual(await next('openFile'), { type: 'openFile', file: '/ws/.hooksmith/hooks/hooks.ts', line: 12 });
    await head.click();
    await page.getByText('12 passing').waitFor();
    await page.getByText('Requested input').waitFor();
    await page.getByRole('button', { name: 'Show Bash in Timeline' }).click();
    assert.equal((await next('showInTimeline')).toolCallId, 't1');
  });

  it('says in one line why a message was not sent, and shows the reason as it was written', async () => {
    const stream = new Stream();
    const by = { kind: 'hook' as const, name: 'secrets', file: '/ws/.hooksmith/hooks/hooks.ts', line: 4 };
    const denied = { input: { role: 'user', content: 'the key is 123' }, decidedBy: by, data: { decision: 'deny' } };
    const { page } = await open([stream.event('user_message', { ...denied, reason: 'No keys.\n  Not here.' })]);
    const verdict = page.locator('.user .verdict');
    assert.equal((await verdict.textContent())?.trim(), 'Not sent, denied by hook secrets: No keys.\n  Not here.');
  });

  it('shows live output and who denied a call', async () => {
    const stream = new Stream();
    const { page, send } = await open(
      [
        ...stream.user('go'),
        ...stream.call('t1', 'Bash', { command: 'sudo ls' }),
        stream.event('tool_settled', {
          toolCallId: 't1',
          toolName: 'Bash',
          reason: 'command contains blocked pattern: sudo',
          decidedBy: { kind: 'policy', name: 'noSudo', file: '/h.ts', line: 2 },
          data: { outcome: 'denied' },
        }),
        ...stream.call('t2', 'Bash', { command: 'make' }),
        stream.event('tool_start', { toolCallId: 't2', toolName: 'Bash' }),
      ],
      true,
    );
    await page.getByText('command contains blocked pattern: sudo').waitFor();
    await page.getByRole('button', { name: /noSudo/ }).waitFor();
    await send({ type: 'items', items: [{ kind: 'toolOutput', toolCallId: 't2', chunk: '\u001b[32mcompiling\u001b[0m a.c\n' }] });
    await page.getByText('compiling a.c').waitFor();
    await page.getByRole('button', { name: /Bash.*make.*running/s }).waitFor();
  });

  it('says of a call that will not run that it will not, while another of its message is still asked about', async () => {
    const stream = new Stream();
    const blocked = 'command contains blocked pattern: sudo';
    const { page, send } = await open(
      [
        ...stream.user('go'),
        ...stream.call(
          't1',
          'Bash',
          { command: 'sudo ls' },
          {
            reason: blocked,
            decidedBy: { kind: 'policy', name: 'noSudo', file: '/h.ts', line: 2 },
            data: { verdict: 'deny' },
          },
        ),
        ...stream.call('t2', 'Bash', { command: 'make' }),
        stream.event('permission_request', {
          toolCallId: 't2',
          toolName: 'Bash',
          reason: 'no builds by night',
          decidedBy: { kind: 'hook', name: 'night', file: '/h.ts', line: 3 },
          data: { decision: 'deny' },
        }),
        ...stream.call('t3', 'Bash', { command: 'touch a' }),
        stream.asks(approvalOf({ id: 'a3', toolCallId: 't3' })),
        stream.event('approval_resolved', {
          toolCallId: 't3',
          toolName: 'Bash',
          data: { id: 'a3', decision: 'deny', reason: 'no' },
        }),
        ...stream.call('t4', 'Bash', { command: 'rm a' }),
        stream.asks(approvalOf({ id: 'a4', toolCallId: 't4' })),
        stream.event('approval_resolved', {
          toolCallId: 't4',
          toolName: 'Bash',
          hooks: [hookRecord('late')],
          data: { id: 'a4', decision: 'deny', reason: 'too late' },
        }),
        ...stream.call(
          't7',
          'Bash',
          { command: 'git push' },
          { data: { refusal: { by: { kind: 'rule', name: 'Bash(git push*)' }, reason: 'denied by the rule Bash(git push*)' } } },
        ),
        ...stream.call('t8', 'Bash', { command: 'make' }),
        stream.asks(approvalOf({ id: 'a8', toolCallId: 't8' })),
        stream.event('approval_resolved', {
          toolCallId: 't8',
          toolName: 'Bash',
          decidedBy: { kind: 'mode', name: 'plan' },
          data: { id: 'a8', decision: 'deny', reason: 'Plan mode: Bash would act.' },
        }),
        ...stream.call('t5', 'Bash', { command: 'ls' }),
        ...stream.call('t6', 'Bash', { command: 'cp a b' }),
        stream.asks(approvalOf({ id: 'a6', toolCallId: 't6' })),
      ],
      true,
    );
    const row = (id: string) => page.locator(`[data-tool-call="${id}"]`);
    for (const [id, word, reason] of [
      ['t1', 'denied', blocked],
      ['t2', 'denied', 'no builds by night'],
      ['t3', 'rejected', 'no'],
      ['t4', 'denied', 'too late'],
      ['t7', 'denied', 'denied by rule Bash\\(git push\\*\\)$'],
      ['t8', 'denied', '^Plan mode: Bash would act\\. Switch the mode below when it shall\\.$'],
    ] as const) {
      assert.equal(await row(id).locator('.status .word').innerText(), word);
      assert.equal(await row(id).locator('.codicon-modifier-spin').count(), 0);
      assert.match(await row(id).locator('.verdict').innerText(), new RegExp(reason));
    }
    await row('t1')
      .getByRole('button', { name: /noSudo/ })
      .waitFor();
    assert.equal(await row('t5').locator('.status .word').innerText(), 'waiting');
    assert.equal(await row('t5').locator('.codicon-modifier-spin').count(), 0);
    assert.equal(await row('t6').locator('.status .word').innerText(), 'asks you');
    const settled = { toolCallId: 't1', toolName: 'Bash', reason: 'settled', data: { outcome: 'denied' } };
    await send({ type: 'items', items: [stream.event('tool_settled', settled)] });
    await row('t1').locator('.verdict', { hasText: 'settled' }).waitFor();
  });

  it('does not take the answer to a question of a running tool for the end of its call', async () => {
    const stream = new Stream();
    const { page } = await open(
      [
        ...stream.user('go'),
        ...stream.call('t1', 'deploy', {}),
        stream.event('tool_start', { toolCallId: 't1', toolName: 'deploy' }),
        stream.asks(approvalOf({ id: 'a1', toolCallId: 't1', toolName: 'deploy', confirms: true })),
        stream.event('approval_resolved', { toolCallId: 't1', toolName: 'deploy', data: { id: 'a1', decision: 'deny' } }),
      ],
      true,
    );
    await page.locator('[data-tool-call="t1"] .status', { hasText: 'running' }).waitFor();
  });

  it('shows a path from its folder on, its end where there is little room, and whole in the tooltip', async () => {
    const stream = new Stream();
    const deep = '/ws/src/in/folders/that/have/rather/long/names/.env.example';
    const { page } = await open(
      [
        ...stream.user('go'),
        ...stream.call('t1', 'Read', { file_path: deep }),
        ...stream.result('t1', 'Read', 'A=1'),
        ...stream.call('t2', 'Read', { file_path: '/elsewhere/ws/a.ts' }),
        ...stream.call('t3', 'Bash', { command: 'cat /ws/a.ts' }),
      ],
      true,
    );
    const told = (id: string) => page.locator(`[data-tool-call="${id}"] .tool-input`);
    assert.equal(await told('t1').textContent(), deep.slice('/ws/'.length));
    assert.equal(await told('t1').getAttribute('title'), deep);
    const [around, end] = await told('t1').evaluate((node) => {
      const text = document.createRange();
      text.selectNodeContents(node.firstElementChild!);
      return [node.getBoundingClientRect().right, text.getBoundingClientRect().right];
    });
    assert.ok(Math.abs(around! - end!) <= 1, `its end is in sight: ${end} of ${around}`);
    assert.equal(await told('t2').textContent(), '/elsewhere/ws/a.ts');
    assert.equal(await told('t3').textContent(), 'cat /ws/a.ts');
  });

  it('keeps what is read in its place while rows above it grow', async () => {
    const stream = new Stream();
    const calls = Array.from({ length: 40 }, (_, i) => stream.call(`t${i}`, 'Bash', { command: `echo ${i}` })).flat();
    const { page, send } = await open([...stream.user('go'), stream.event('before_run'), ...calls], true);
    const log = page.getByRole('log');
    const row = page.locator('.entry', { hasText: 'echo 30' });
    await row.waitFor();
    await log.hover();
    await page.mouse.wheel(0, -300);
    await page.getByRole('button', { name: 'Jump to latest' }).waitFor();
    await row.scrollIntoViewIfNeeded();
    const facts = () => log.evaluate((node) => [node.scrollTop, node.scrollHeight] as const);
    // What is scrolled has come to rest.
    let was = -1;
    await until(async () => was === (was = (await facts())[0]));
    const [{ y: before }, [, height]] = [(await row.boundingBox())!, await facts()];
    const hooks = [hookRecord('seen')];
    const settled = Array.from({ length: 10 }, (_, i) => stream.result(`t${i}`, 'Bash', 'done', { hooks })).flat();
    await send({ type: 'items', items: settled });
    await until(async () => (await facts())[1] > height + 100);
    const after = (await row.boundingBox())!.y;
    assert.ok(Math.abs(after - before) < 2, `what was read at ${before} is at ${after}`);
  });

  it('follows the end only while the reader is there', async () => {
    const stream = new Stream();
    const many = Array.from({ length: 30 }, (_, i) => [...stream.user(`question ${i}`), stream.assistant(`answer ${i}`)]).flat();
    const { page, send } = await open([...many, stream.event('before_run')], true);
    const log = page.getByRole('log');
    const distance = () => log.evaluate((node) => node.scrollHeight - node.clientHeight - node.scrollTop);
    assert.ok((await distance()) < 2, 'opens at the end');
    await send({ type: 'items', items: [text(`${'more\n\n'.repeat(30)}the end`)] });
    await page.getByText('the end').waitFor();
    assert.ok((await distance()) < 2, 'follows');
    await log.hover();
    await page.mouse.wheel(0, -900);
    await page.getByRole('button', { name: 'Jump to latest' }).waitFor();
    const at = await log.evaluate((node) => node.scrollTop);
    await send({ type: 'items', items: [text(`${'even more\n\n'.repeat(30)}the very end`)] });
    await page.getByText('the very end').waitFor();
    assert.equal(await log.evaluate((node) => node.scrollTop), at, 'the reader is left alone');
    await page.getByRole('button', { name: 'New messages' }).click();
    await page.waitForFunction(() => {
      const node = document.querySelector('.log')!;
      return node.scrollHeight - node.clientHeight - node.scrollTop < 2;
    });
    assert.equal(await page.locator('.jump').count(), 0);
  });

  it('leads from an error of the model to the setting that helps and to another model', async () => {
    const stream = new Stream();
    const waysOut = ['hooksmith.anthropic.baseUrl', 'hooksmith.chooseModel'] as const;
    const { page, next } = await open([
      ...stream.user('go'),
      stream.event('run_error', { error: { name: 'ModelError', message: 'Sign in', kind: 'malformed', waysOut } }),
      stream.event('after_run'),
    ]);
    const names = page.locator('.run-error button');
    assert.deepEqual(await names.allInnerTexts(), ['Open Setting', 'Choose Model…', 'Retry']);
    await page.getByRole('button', { name: 'Open Setting' }).click();
    assert.deepEqual(await next('openSetting'), { type: 'openSetting', setting: 'hooksmith.anthropic.baseUrl' });
    await page.locator('.run-error').getByRole('button', { name: 'Choose Model…' }).click();
    assert.deepEqual(await next('command'), { type: 'command', command: 'hooksmith.chooseModel' });
  });

  it('offers Retry where the run broke, also after the hooks were mended', async () => {
    const stream = new Stream();
    const { page, send, next } = await open([
      ...stream.user('go'),
      stream.event('run_error', { error: { name: 'APIError', message: 'Overloaded', status: 529 } }),
      stream.event('after_run'),
    ]);
    await page.getByText('Overloaded').waitFor();
    await page.getByRole('button', { name: 'Retry' }).waitFor();
    await send({ type: 'items', items: [stream.event('hooks_reloaded', { runId: '', reason: 'Hooks reloaded.' })] });
    await page.getByText('Hooks reloaded.').waitFor();
    await page.getByRole('button', { name: 'Retry' }).click();
    await next('retry');
    await send({ type: 'items', items: stream.user('again') });
    await page.getByText('again').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Retry' }).count(), 0);
  });

  it('tells a hook that failed from one that denied, and says once what went wrong', async () => {
    const stream = new Stream();
    const error = { name: 'Error', message: 'the licence server is away', line: 3 };
    const { file, name, line } = hookRecord('gate');
    const { page } = await open([
      ...stream.user('go'),
      ...stream.call(
        't1',
        'Bash',
        { command: 'ls' },
        {
          hooks: [hookRecord('gate', { decision: 'error', error })],
          reason: error.message,
          decidedBy: { kind: 'hook', name, file, line },
          data: { decision: 'deny' },
        },
      ),
      stream.event('hook_error', { error, data: { hook: name, file, line } }),
      stream.event('tool_settled', { toolCallId: 't1', toolName: 'Bash', reason: error.message, data: { outcome: 'denied' } }),
    ]);
    const row = page.locator('[data-tool-call="t1"]');
    assert.equal(await row.locator('.verdict').innerText(), 'denied, since this failed: hook gate');
    assert.equal(await page.getByText('the licence server is away').count(), 1);
  });

  it('says how long it waits for the model', async () => {
    const stream = new Stream();
    const retry = stream.event('model_retry', { data: { waitMs: 30_000, attempt: 2, status: 529, message: 'Overloaded' } });
    retry.event.timestamp = new Date().toISOString();
    const { page } = await open([...stream.user('go'), retry], true);
    await page.getByText(/Trying again in \d+ s/).waitFor();
    await page.getByText(/attempt 2/).waitFor();
  });

  it('says plainly that the rehearsal model is none, and what to type', async () => {
    const { page, next } = await open([], false, { rehearsal: true, model: 'Rehearsal' });
    await page
      .getByText(/no language model/i)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Use Example' }).click();
    assert.match(await page.getByRole('textbox', { name: 'Message' }).inputValue(), /^\/call \w+ \{/);
    await page.getByRole('button', { name: 'Set API Key' }).click();
    assert.equal((await next('command')).command, 'hooksmith.setApiKey');
  });

  it('offers no call of a tool that acts where nobody has trusted the workspace', async () => {
    const { page } = await open([], false, { rehearsal: true, model: 'Rehearsal', trusted: false });
    const box = page.getByRole('textbox', { name: 'Message' });
    assert.match((await box.getAttribute('placeholder'))!, /^\/call LS \{/);
    await page.getByRole('button', { name: 'Use Example' }).click();
    assert.match(await box.inputValue(), /^\/call LS \{/);
    await page.getByText('Restricted mode').waitFor();
    assert.equal(await page.getByText('what acts is put to you first').count(), 0);
  });

  it('says why the model that was chosen does not answer, and leads to another', async () => {
    const modelProblem = 'hooksmith.model is openai:qwen, but no key is set; the rehearsal model answers.';
    const { page, next } = await open([], false, { rehearsal: true, model: 'Rehearsal', modelProblem });
    await page.getByRole('note').getByText(modelProblem).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Set API Key' }).count(), 0);
    await page.getByRole('note').getByRole('button', { name: 'Choose Model…' }).click();
    assert.equal((await next('command')).command, 'hooksmith.chooseModel');
  });

  it('offers things to click while the rehearsal model answers, and only then', async () => {
    const examples = [
      { kind: 'asks' as const, text: '/call Bash {"command":"git status"}' },
      { kind: 'denied' as const, text: '/call Bash {"command":"sudo x"}' },
    ];
    const { page, next, send } = await open([], false, { rehearsal: true, examples, editorModels: 2 });
    const offers = page.getByRole('list', { name: 'Things to try' }).getByRole('button');
    assert.deepEqual(await offers.allInnerTexts(), [
      'Run a command that asks you first',
      'Try a command that a hook denies',
      'Write your first hook',
      'Use a language model of the editor',
    ]);
    await offers.nth(3).click();
    assert.equal((await next('command')).command, 'hooksmith.chooseModel');
    await offers.first().click();
    assert.equal((await next('send')).text, examples[0]!.text);
    assert.equal(await offers.count(), 0);
    await send(sessionOf([], false, { rehearsal: false, examples }));
    assert.equal(await offers.count(), 0);
  });

  it('says at the call where a debugger holds its hooks, and turns it into a hook', async () => {
    const stream = new Stream();
    const paused = { toolCallIds: ['t1'], file: '/w/guard.ts', name: 'guard.ts', line: 7 };
    const { page, next, send } = await open([...stream.user('go'), ...stream.call('t1', 'Bash', { command: 'ls' })], true, {
      paused,
    });
    await page.locator('.tool .status', { hasText: 'paused' }).waitFor();
    await page.getByRole('button', { name: 'guard.ts:7' }).click();
    assert.equal((await next('openFile')).line, 7);
    await page.getByRole('button', { name: 'Turn Bash into Hook…' }).click();
    assert.equal((await next('turnIntoHook')).toolCallId, 't1');
    await send({ type: 'status', status: statusOf({ paused: undefined }) });
    await page.locator('.tool .paused').waitFor({ state: 'detached' });
  });

  it('shows mode, model, hooks, tokens and cost, and changes the mode', async () => {
    const { page, next } = await open([], false, { hooksLive: 7, hookProblems: 2 });
    await page.getByText('7 hooks live').waitFor();
    await page.getByText('2 with problems').waitFor();
    await page.getByText('1.2k in, 340 out').waitFor();
    await page.getByText('$0.0123').waitFor();
    await page.getByRole('combobox', { name: 'Mode' }).selectOption('plan');
    assert.equal((await next('setMode')).mode, 'plan');
  });

  it('counts no hooks before the first of them are in force', async () => {
    const { page, send } = await open([], false, { hooksLive: undefined });
    await page.getByText('Hooks are being loaded.').waitFor();
    await send({ type: 'status', status: statusOf({ hooksLive: 0 }) });
    await page.getByText('No hook sees the steps yet.').waitFor();
  });

  it('tells a screen reader of answers, prompts and ends', async () => {
    const stream = new Stream();
    const { page, send } = await open(stream.user('go'), true);
    const spoken = (words: string) => page.locator('[role=status]').filter({ hasText: words }).waitFor({ state: 'attached' });
    await send({ type: 'items', items: [stream.assistant('All tests pass.')] });
    await spoken('All tests pass.');
    await send({ type: 'items', items: [...stream.call('t1', 'Read', { file_path: 'a' }), ...stream.result('t1', 'Read', 'x')] });
    await spoken('Read: ok');
    await send({ type: 'items', items: [...stream.call('t2', 'Bash', {}), stream.asks(approvalOf({ toolCallId: 't2' }))] });
    await spoken('Bash waits for your decision: git push origin main');
    await send({ type: 'items', items: [stream.event('run_error', { error: { name: 'E', message: 'no answer' } })] });
    await spoken('Error: no answer');
    await send({ type: 'items', items: [stream.event('after_run')] });
    await spoken('The agent is done');
  });

  it('brings a tool call into sight that the timeline points at', async () => {
    const stream = new Stream();
    const early = [
      ...stream.user('go'),
      ...stream.call('t1', 'Read', { file_path: 'a.ts' }),
      ...stream.result('t1', 'Read', 'contents of a'),
    ];
    const late = Array.from({ length: 40 }, (_, i) => stream.assistant(`answer ${i}`));
    const { page, send } = await open([...early, ...late]);
    await send({ type: 'reveal', toolCallId: 't1' });
    await page.getByText('contents of a').waitFor();
    assert.ok(await page.getByText('contents of a').evaluate((node) => node.getBoundingClientRect().top > 0));
  });

  it('names tools, and keeps what is done with files together, in 250 px', async () => {
    const stream = new Stream();
    const view = await lab.open('chat', { width: 250 });
    const files = [
      {
        path: '/repo/a.ts',
        before: { kind: 'file' as const, hash: 'x' },
        after: { kind: 'file' as const, hash: 'y' },
        mixed: false,
      },
    ];
    await view.send(
      sessionOf([
        ...stream.user('go'),
        ...stream.call('t1', 'NoSuchTool', { a: 1 }),
        stream.event('tool_settled', { toolCallId: 't1', toolName: 'NoSuchTool', duration: 1234, data: { outcome: 'error' } }),
        stream.event('files_changed', { data: { files, leftOut: [] } }),
      ]),
    );
    const name = view.page.locator('.tool.error .tool-name');
    await name.waitFor();
    assert.ok(await name.evaluate((node) => node.scrollWidth <= node.clientWidth));
    const tops = await view.page
      .locator('.changed-head .link')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    assert.equal(tops.length, 2);
    assert.equal(tops[0], tops[1]);
  });

  it('names tools beside whatever became of them in 200 px', async () => {
    const stream = new Stream();
    const { page, send } = await lab.open('chat', { width: 200 });
    const outcomes = ['ok', 'error', 'denied', 'rejected', 'skipped', 'cancelled'] as const;
    const calls = outcomes.flatMap((outcome) => [
      ...stream.call(outcome, 'Bash', { command: 'make' }),
      stream.event('tool_settled', { toolCallId: outcome, toolName: 'Bash', data: { outcome } }),
    ]);
    await send(sessionOf([...stream.user('go'), ...calls, ...stream.call('waits', 'Bash', { command: 'make' })]));
    const cut = await page
      .locator('.tool-name')
      .evaluateAll((all) =>
        all.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.closest('.tool')!.className),
      );
    assert.equal(await page.locator('.tool-name').count(), outcomes.length + 1);
    assert.deepEqual(cut, []);
  });

  for (const theme of ['dark', 'light', 'high-contrast'] as const) {
    it(`fits into 250 px in the ${theme} theme`, async () => {
      const stream = new Stream();
      const long = 'a_very_long_name_without_any_place_to_break_it_anywhere_at_all';
      const view = await lab.open('chat', { theme, width: 250 });
      await view.send(
        sessionOf([
          ...stream.user(long),
          ...stream.call(
            't1',
            `mcp__${long}`,
            { command: long },
            { hooks: [hookRecord(long, { decision: 'deny', reason: long })] },
          ),
          ...stream.result('t1', `mcp__${long}`, long),
          stream.assistant(`${long}\n\n\`\`\`ts\n${long}${long}\n\`\`\`\n\n|a|b|\n|-|-|\n|${long}|${long}|`),
          stream.event('run_error', { error: { name: 'E', message: long } }),
        ]),
      );
      await view.page.locator('.hook-summary').click();
      await view.page.locator('.tool-head').click();
      const beyond = await view.page.evaluate(() => {
        const right = document.querySelector('.log')!.getBoundingClientRect().right;
        const scrolls = (node: Element | null): boolean =>
          node !== null &&
          !node.matches('.log') &&
          (['auto', 'scroll', 'hidden'].includes(getComputedStyle(node).overflowX) || scrolls(node.parentElement));
        return [...document.querySelectorAll('.log *')]
          .filter((node) => node.getBoundingClientRect().right > right + 1 && !scrolls(node.parentElement))
          .map((node) => node.className || node.tagName);
      });
      assert.deepEqual(beyond, []);
      assert.ok(await view.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    });
  }
});
