/** The message box: what is offered behind a slash and an @, the chip of the open file, and what is dropped. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { partText } from '../../src/shared/messages/promptParts';
import type { CompletionItem, ToView } from '../../src/shared/views/viewProtocol';
import { until } from '../fixtures/limits';
import { assertAccessible } from './accessible';
import { useLab } from './lab';
import type { ViewPage } from './page';
import { Stream, sessionOf } from './samples';

const commands: CompletionItem[] = [
  { label: '/clear', detail: 'Begin a new chat', icon: 'symbol-event', insert: '/clear', runs: true },
  { label: '/review', detail: '[file] — Reviews a file', icon: 'note', insert: '/review', marks: [1, 2] },
];
const mentions: CompletionItem[] = [
  { label: 'src/', icon: 'folder', insert: '@src/', goesOn: true },
  { label: 'my file.ts', detail: 'src', icon: 'file', insert: '@src/my\\ file.ts' },
];

describe('the message box', function () {
  this.timeout(30_000);
  const lab = useLab();

  const box = (page: Page) => page.getByRole('textbox', { name: 'Message' });
  // The modes are options too.
  const options = (page: Page) => page.locator('.completions').getByRole('option');
  async function opened(width = 320): Promise<ViewPage> {
    const view = await lab.open('chat', { width });
    await view.send(sessionOf([]));
    return view;
  }
  /** Types, and answers what the box asks for last. */
  async function type(view: ViewPage, text: string, items: CompletionItem[]): Promise<void> {
    await box(view.page).pressSequentially(text);
    const asked = (await view.posted()).filter((message) => message.type === 'complete').at(-1)!;
    await view.send({ type: 'completions', id: asked.id, items });
    await options(view.page).first().waitFor();
  }
  const sent = async (view: ViewPage) => (await view.posted()).filter((message) => message.type === 'send');

  it('tells when words stand in the box and the human is in it', async () => {
    const view = await opened();
    const message = box(view.page);
    const told = async () => (await view.posted()).flatMap((one) => (one.type === 'drafting' ? [one.is] : []));
    const tells = async (...words: boolean[]) => until(async () => (await told()).join() === words.join());
    await message.focus();
    await message.pressSequentially('hi');
    await tells(true);
    await message.blur();
    await tells(true, false);
    await message.focus();
    await tells(true, false, true);
    await message.press('Enter');
    await tells(true, false, true, false);
  });

  it('keeps what is written in each session there, and what goes with it', async () => {
    const view = await opened();
    const { page } = view;
    const message = box(page);
    const show = (id: string) => view.send({ ...sessionOf([]), sessionId: id } as ToView);
    const shows = (text: string) => page.waitForFunction((is) => document.querySelector('textarea')?.value === is, text);
    const note = page.getByText('note.txt', { exact: true });
    await message.fill('of the first');
    await view.send({ type: 'attach', file: { name: 'note.txt', text: 'x' } });
    await note.waitFor();
    await show('another');
    await shows('');
    assert.equal(await note.count(), 0);
    await message.fill('of the other');
    await show('s1');
    await shows('of the first');
    await note.waitFor();
    await page.reload();
    await show('another');
    await shows('of the other');
  });

  it('takes what is typed before its session has come for a part of that, and offers what goes with it', async () => {
    const { page, send, posted } = await lab.open('chat', { width: 320 });
    await box(page).pressSequentially('/re');
    await send(sessionOf([]));
    await page.getByText('Rehearsal').or(page.getByRole('heading')).first().waitFor();
    assert.equal(await box(page).inputValue(), '/re');
    const asked = (await posted()).filter((message) => message.type === 'complete').at(-1)!;
    await send({ type: 'completions', id: asked.id, items: commands });
    await options(page).first().waitFor();
  });

  it('offers commands behind a slash at the start, chosen by keys while it keeps the focus', async () => {
    const view = await opened(250);
    const { page } = view;
    await type(view, '/re', commands);
    const asked = (await view.posted()).filter((message) => message.type === 'complete');
    assert.deepEqual(
      asked.map(({ trigger, query }) => [trigger, query]),
      [
        ['/', ''],
        ['/', 'r'],
        ['/', 're'],
      ],
    );
    await page.getByRole('listbox', { name: 'Commands' }).waitFor();
    await assertAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: '/review', selected: true }).waitFor();
    const active = await box(page).getAttribute('aria-activedescendant');
    assert.equal(await page.locator(`#${active}`).getAttribute('aria-selected'), 'true');
    await page.keyboard.press('Enter');
    assert.equal(await box(page).inputValue(), '/review ');
    assert.equal(await options(page).count(), 0);
    assert.deepEqual(await sent(view), []);
    await page.keyboard.type('a.ts');
    await page.keyboard.press('Enter');
    assert.deepEqual(
      (await sent(view)).map(({ text }) => text),
      ['/review a.ts'],
    );
  });

  it('does at once what a command of ours does, by Enter; Tab only writes it', async () => {
    const view = await opened();
    await type(view, '/cl', commands);
    await view.page.keyboard.press('Tab');
    assert.equal(await box(view.page).inputValue(), '/clear ');
    await box(view.page).fill('');
    await type(view, '/cl', commands);
    await view.page.keyboard.press('Enter');
    assert.deepEqual(
      (await sent(view)).map(({ text }) => text),
      ['/clear'],
    );
    assert.equal(await box(view.page).inputValue(), '');
    assert.equal(await view.page.getByText('Waiting').count(), 0);
  });

  it('chooses by Enter among what is offered for the words as they stand, not for those before', async () => {
    const view = await opened();
    const { page } = view;
    const [clear, review] = [commands[0]!, commands[1]!];
    const answer = async (items: CompletionItem[]) => {
      const asked = (await view.posted()).filter((message) => message.type === 'complete').at(-1)!;
      await view.send({ type: 'completions', id: asked.id, items });
    };
    await type(view, '/', [clear, review]);
    await page.keyboard.type('re');
    await page.keyboard.press('Enter');
    assert.deepEqual(await sent(view), [], 'the first of the old list was run');
    await answer([review]);
    assert.equal(await box(page).inputValue(), '/review ');

    await box(page).fill('');
    await type(view, '/', [clear, review]);
    await page.keyboard.type('nothing');
    await page.keyboard.press('Enter');
    await answer([]);
    assert.deepEqual(
      (await sent(view)).map(({ text }) => text),
      ['/nothing'],
    );

    // Another letter takes the key back, and who walks the list has it as it stands.
    await type(view, '/', [clear, review]);
    await page.keyboard.type('r');
    await page.keyboard.press('Enter');
    await page.keyboard.type('e');
    await answer([review]);
    assert.equal(await box(page).inputValue(), '/re');
    await page.keyboard.type('v');
    await page.keyboard.press('ArrowDown');
    await answer([clear]);
    await page.keyboard.press('Enter');
    assert.equal(await box(page).inputValue(), '/review ');
  });

  it('adds what comes late for the same words, and keys choose what they chose before; who walks the list has it as it stands', async () => {
    const view = await opened();
    const { page } = view;
    const [clear, review] = [commands[0]!, commands[1]!];
    await box(page).pressSequentially('/r');
    const chosen = page.getByRole('option', { selected: true }).locator('.label');
    const late = async (items: CompletionItem[]) => {
      const asked = (await view.posted()).filter((message) => message.type === 'complete').at(-1)!;
      await view.send({ type: 'completions', id: asked.id, items });
    };
    await late([]);
    await late([review]);
    await options(page).first().waitFor();
    await late([clear, review]);
    await options(page).nth(1).waitFor();
    assert.equal(await chosen.textContent(), '/review');
    await page.keyboard.press('ArrowUp');
    await page.getByRole('option', { name: '/clear', selected: true }).waitFor();
    await late([review]);
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: '/review', selected: true }).waitFor();
    assert.equal(await options(page).count(), 2);
  });

  it('offers what to mention behind an @ anywhere, goes on in a folder, and writes names with spaces so that they stay whole', async () => {
    const view = await opened();
    const { page } = view;
    await type(view, 'look at @', mentions);
    await page.keyboard.press('Enter');
    assert.equal(await box(page).inputValue(), 'look at @src/');
    await type(view, 'my', mentions.slice(1));
    await page.getByRole('option', { name: 'my file.ts' }).click();
    assert.equal(await box(page).inputValue(), 'look at @src/my\\ file.ts ');
    await page.keyboard.type('please');
    await page.keyboard.press('Enter');
    assert.deepEqual(
      (await sent(view)).map(({ text }) => text),
      ['look at @src/my\\ file.ts please'],
    );
  });

  it('chooses what Enter asked for though more is typed before it is known', async () => {
    const view = await opened();
    const { page } = view;
    const file = (insert: string): CompletionItem => ({ label: insert, icon: 'file', insert });
    for (const [more, expected] of [
      [' now', 'see @src/greet.js now'],
      ['x', 'see @src/greet.js x'],
    ] as const) {
      await box(page).fill('');
      await type(view, 'see @g', [file('@src/other.js')]);
      await page.keyboard.type('re');
      const asked = (await view.posted()).filter((message) => message.type === 'complete').at(-1)!;
      await page.keyboard.press('Enter');
      await page.keyboard.type(more);
      await view.send({ type: 'completions', id: asked.id, items: [file('@src/greet.js')] });
      await until(async () => (await box(page).inputValue()) === expected);
      await page.keyboard.type('!');
      assert.equal(await box(page).inputValue(), `${expected}!`);
    }
    // What it was asked for is gone.
    await box(page).fill('');
    await type(view, '@g', [file('@src/other.js')]);
    await page.keyboard.type('r');
    const asked = (await view.posted()).filter((message) => message.type === 'complete').at(-1)!;
    await page.keyboard.press('Enter');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('o');
    await view.send({ type: 'completions', id: asked.id, items: [file('@src/greet.js')] });
    assert.equal(await box(page).inputValue(), '@go');
    assert.deepEqual(await sent(view), []);
  });

  it('offers nothing within a word, in a path or behind a space, and what comes late for other words is not shown', async () => {
    const view = await opened();
    const { page } = view;
    await box(page).pressSequentially('ann@x.org /usr x');
    assert.deepEqual(
      (await view.posted()).filter(({ type }) => type === 'complete'),
      [],
    );
    await box(page).fill('');
    await box(page).pressSequentially('@a');
    const late = (await view.posted()).filter((message) => message.type === 'complete').at(-1)!;
    await box(page).pressSequentially(' b');
    await view.send({ type: 'completions', id: late.id, items: mentions });
    await view.send({ type: 'notice', level: 'info', text: 'drawn' });
    await page.getByText('drawn').waitFor();
    assert.equal(await options(page).count(), 0);
  });

  it('is put away by Escape, for this word, and by leaving the box', async () => {
    const view = await opened();
    const { page } = view;
    await type(view, '@a', mentions);
    await page.keyboard.press('Escape');
    assert.equal(await options(page).count(), 0);
    const before = (await view.posted()).length;
    await page.keyboard.type('bc');
    assert.equal((await view.posted()).slice(before).filter(({ type }) => type === 'complete').length, 0);
    await page.keyboard.press('Enter');
    assert.deepEqual(
      (await sent(view)).map(({ text }) => text),
      ['@abc'],
    );
    await type(view, '@a', mentions);
    await page.getByRole('button', { name: 'New Chat' }).focus();
    await options(page).first().waitFor({ state: 'detached' });
  });

  it('shows the open file and its selection as a chip that goes with messages until it is taken away; a file without selection when it is clicked', async () => {
    const view = await opened(250);
    const { page } = view;
    await view.send({ type: 'open', file: { name: 'src/a-file-with-a-rather-long-name.ts', lines: [3, 9] } });
    await page.getByText('src/a-file-with-a-rather-long-name.ts:3-9').waitFor();
    await assertAccessible(page);
    await box(page).fill('one');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove src/a-file-with-a-rather-long-name.ts' }).click();
    await page.keyboard.type('two');
    await page.keyboard.press('Enter');
    await view.send({ type: 'open', file: { name: 'b.ts' } });
    const offered = page.getByRole('button', { name: 'b.ts', exact: true });
    await offered.waitFor();
    await box(page).fill('three');
    await page.keyboard.press('Enter');
    await offered.click();
    assert.equal(await offered.getAttribute('aria-pressed'), 'true');
    await assertAccessible(page);
    await box(page).fill('four');
    await page.keyboard.press('Enter');
    assert.deepEqual(
      (await sent(view)).map(({ text, open }) => [text, open]),
      [
        ['one', true],
        ['two', undefined],
        ['three', undefined],
        ['four', true],
      ],
    );
  });

  it('takes files that are dropped: of the system by their text, of the editor by their address', async () => {
    const view = await opened();
    const { page } = view;
    const drop = (make: string) =>
      page.evaluate((code) => {
        const data = new DataTransfer();
        new Function('data', code)(data);
        document
          .querySelector('.composer')!
          .dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      }, make);
    await drop("data.items.add(new File(['hello'], 'notes.txt', { type: 'text/plain' }))");
    await page.getByText('notes.txt').waitFor();
    await drop("data.items.add(new File([new Uint8Array([0, 1, 2])], 'a.bin'))");
    await page.getByText('a.bin is neither text nor a picture.').waitFor();
    await drop("data.setData('application/vnd.code.uri-list', 'file:///ws/src/a.ts\\r\\n')");
    assert.deepEqual((await view.next('dropped')).uris, ['file:///ws/src/a.ts']);
    await view.send({ type: 'insert', text: '@src/a.ts ' });
    await page.waitForFunction(() => document.querySelector('textarea')!.value === '@src/a.ts ');
    await page.getByRole('button', { name: 'Send' }).click();
    assert.deepEqual(
      (await sent(view)).map(({ text, files }) => [text, files]),
      [['@src/a.ts', [{ name: 'notes.txt', text: 'hello' }]]],
    );
  });

  it('waits no longer for what was no message', async () => {
    const view = await opened();
    await box(view.page).fill('/timeline');
    await view.page.keyboard.press('Enter');
    await view.page.getByText('Waiting').waitFor();
    await view.send({ type: 'notSent' });
    await view.page.getByText('Waiting').waitFor({ state: 'detached' });
  });

  it('has the words again that could not be sent, with what went with them, before what was written since', async () => {
    const view = await opened();
    const { page } = view;
    await view.send({ type: 'attach', file: { name: 'log.txt', text: 'boom' } });
    await box(page).fill('/deploy now');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Waiting').waitFor();
    await page.getByText('log.txt').waitFor({ state: 'detached' });
    await box(page).fill('and then');
    await view.send({ type: 'notSent', text: '/deploy now' });
    await page.getByText('log.txt').waitFor();
    await page.getByText('Waiting').waitFor({ state: 'detached' });
    assert.equal(await box(page).inputValue(), '/deploy now\nand then');
    await page.getByRole('button', { name: 'Send' }).click();
    assert.deepEqual((await sent(view)).at(-1)!.files, [{ name: 'log.txt', text: 'boom' }]);
  });

  it('of a message in the chat shows the words, and what went with them to be looked at and opened', async () => {
    const view = await lab.open('chat', { width: 250 });
    const stream = new Stream();
    const parts = [
      partText({ tag: 'attached', kind: 'file', name: 'src/a.ts', path: '/ws/src/a.ts', note: 'cut: 1', text: 'INSIDE' }),
      partText({ tag: 'command', kind: 'workspace', name: '/review', text: 'REVIEW IT' }),
    ];
    await view.send(sessionOf(stream.user(['/review @src/a.ts', ...parts].join('\n'))));
    const list = view.page.getByRole('list', { name: 'Goes with the message' });
    await list.waitFor();
    assert.equal(await view.page.locator('.user .text').innerText(), '/review @src/a.ts');
    await list.getByText('src/a.ts').click();
    await list.getByText('INSIDE').waitFor();
    await assertAccessible(view.page);
    await list.getByRole('button', { name: 'Open File' }).first().click();
    assert.equal((await view.next('openFile')).file, '/ws/src/a.ts');
  });
});
