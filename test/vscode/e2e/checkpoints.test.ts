import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import type { Frame, Page } from 'playwright-core';
import { until } from '../../fixtures/limits';
import { shareWorkbench, type Workbench } from '../workbench';

const first = '/call Bash {"command": "echo agent > made.txt; echo changed > src/greet.js"}';
const second =
  '/call Read {"file_path": "README.md"}\n/call Write {"file_path": "README.md", "content": "written over\\n"}\n/call Bash {"command": "rm package.json"}';

describe('Checkpoints in the real workbench', () => {
  const shared = shareWorkbench(() => ({ settings: { 'hooksmith.mode': 'bypass' } }));

  const read = ({ folder }: Workbench, name: string) => readFileSync(join(folder, name), 'utf8');
  const pick = (page: Page, label: string) =>
    page.locator('.quick-input-list .monaco-list-row', { hasText: label }).first().click();
  const said = (chat: Frame, text: string) => chat.getByRole('log', { name: 'Conversation' }).getByText(text, { exact: false });
  const section = (chat: Frame) => chat.getByRole('region', { name: 'Changed files' });
  /** Both messages, and what they did. */
  async function afterBoth(workbench: Workbench, chat: Frame): Promise<void> {
    await workbench.send(chat, first);
    await section(chat).getByText('2 files changed').waitFor();
    await workbench.send(chat, second);
    await section(chat).getByText('4 files changed').waitFor();
    await chat.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' });
  }

  it('restore files and conversation, redo, and both after a restart', async () => {
    const workbench = await shared();
    const { page, folder } = workbench;
    let chat = await workbench.anew();
    const before = { readme: read(workbench, 'README.md'), greet: read(workbench, 'src/greet.js') };
    await afterBoth(workbench, chat);
    assert.equal(read(workbench, 'README.md'), 'written over\n');

    // From the message itself.
    await said(chat, '/call Read').first().hover();
    await chat.getByRole('button', { name: 'Restore Checkpoint' }).nth(1).click();
    await pick(page, 'Files and Conversation');
    await said(chat, '/call Read').waitFor({ state: 'detached' });
    await until(() => read(workbench, 'README.md') === before.readme && existsSync(join(folder, 'package.json')));
    assert.equal(read(workbench, 'made.txt'), 'agent\n', 'what the first message did stays');
    await until(async () => (await chat.getByRole('textbox', { name: 'Message' }).inputValue()).startsWith('/call Read'));
    await section(chat).getByText('2 files changed').waitFor();
    // The message is there to be changed, and the keyboard with it.
    await chat.waitForFunction(() => document.hasFocus());

    await workbench.reload();
    chat = await workbench.openChat();
    await said(chat, '/call Bash').first().waitFor();
    await chat.getByRole('note', { name: 'Restored' }).getByRole('button', { name: 'Redo' }).click();
    await said(chat, '/call Read').first().waitFor();
    await section(chat).getByText('4 files changed').waitFor();
    await until(async () => (await chat.getByRole('textbox', { name: 'Message' }).inputValue()) === '');
    assert.equal(read(workbench, 'README.md'), 'written over\n');
    assert.equal(existsSync(join(folder, 'package.json')), false);

    // By the command, files alone; the human has changed one of them since.
    await workbench.reload();
    chat = await workbench.openChat();
    await section(chat).getByText('4 files changed').waitFor();
    writeFileSync(join(folder, 'made.txt'), 'mine now\n');
    await workbench.runCommand('Hooksmith: Restore Checkpoint…');
    await page
      .locator('.quick-input-list')
      .getByText(/\d:\d\d.* · 2 files changed/)
      .first()
      .waitFor();
    await pick(page, '/call Bash');
    // The list before this one speaks of files too.
    const files = page.locator('.quick-input-list .monaco-list-row .label-name', { hasText: /^Files$/ });
    await files.click();
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.getByText('made.txt: changed after the agent').waitFor();
    await workbench.screenshot('checkpoint-conflict');
    await dialog.getByRole('button', { name: 'Leave Them as They Are' }).click();
    await until(() => read(workbench, 'src/greet.js') === before.greet && read(workbench, 'README.md') === before.readme);
    assert.equal(read(workbench, 'made.txt'), 'mine now\n');
    await said(chat, '/call Read').first().waitFor();
    await workbench.runCommand('Hooksmith: Redo Restored Checkpoint');
    await until(() => read(workbench, 'src/greet.js') === 'changed\n');
  });

  it('list what the agent changed: diff, keep and undo, each and all', async () => {
    const workbench = await shared();
    const { page, folder } = workbench;
    const chat = await workbench.anew();
    const readme = read(workbench, 'README.md');
    await afterBoth(workbench, chat);
    await section(chat).getByRole('button', { name: '4 files changed' }).click();
    await workbench.screenshot('changed-files');

    await section(chat).getByRole('button', { name: 'Show changes of README.md' }).click();
    await page.locator('.tab.active', { hasText: 'README.md (before the agent' }).waitFor();
    await page.locator('.monaco-diff-editor .original .view-line', { hasText: 'workspace' }).first().waitFor();
    await page.locator('.monaco-diff-editor .modified .view-line', { hasText: 'written' }).first().waitFor();

    await section(chat).getByRole('button', { name: 'Keep made.txt' }).click();
    await section(chat).getByText('3 files changed').waitFor();
    await section(chat).getByRole('button', { name: 'Undo README.md' }).click();
    await until(() => read(workbench, 'README.md') === readme);
    await section(chat).getByText('2 files changed').waitFor();
    await section(chat).getByRole('button', { name: 'Undo All' }).click();
    await section(chat).waitFor({ state: 'detached' });
    assert.ok(existsSync(join(folder, 'package.json')));
    assert.equal(read(workbench, 'made.txt'), 'agent\n', 'what was kept stays');
    await chat.getByRole('note', { name: 'Restored' }).getByRole('button', { name: 'Redo' }).click();
    await section(chat).getByText('2 files changed').waitFor();
    await section(chat).getByRole('button', { name: 'Keep All' }).click();
    await section(chat).waitFor({ state: 'detached' });
    assert.equal(existsSync(join(folder, 'package.json')), false);
  });

  it('tell which files could not be restored, and why', async () => {
    const workbench = await shared();
    const { page, folder } = workbench;
    const chat = await workbench.anew();
    const names = [1, 2, 3, 4, 5, 6, 7].map((at) => `taken${at}.txt`);
    for (const name of names) writeFileSync(join(folder, name), 'mine\n');
    await workbench.send(chat, `/call Bash {"command": "echo agent | tee ${names.join(' ')}"}`);
    await section(chat).getByText('7 files changed').waitFor();
    for (const name of names) {
      rmSync(join(folder, name));
      mkdirSync(join(folder, name));
    }
    await section(chat).getByRole('button', { name: 'Undo All' }).click();
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.getByText('taken1.txt: changed after the agent').waitFor();
    await dialog.getByRole('button', { name: 'Restore Them Too' }).click();
    // It goes by itself: it is read where all that was said is kept.
    await page.locator('[role=alert]', { hasText: 'Not restored' }).first().waitFor({ state: 'attached' });
    await workbench.runCommand('Notifications: Show Notifications');
    const note = page.locator('.notifications-center .notification-list-item', {
      hasText: 'Not restored: taken1.txt: a folder stands',
    });
    await note.getByText('taken5.txt: a folder stands in its place; 2 more').waitFor();
    await note.getByRole('button', { name: 'Show Log' }).click();
    await page.locator('.panel').getByRole('tab', { name: 'Output', selected: true }).waitFor();
  });

  it('tell of what a command did in whose middle the window was reloaded', async () => {
    const workbench = await shared();
    const { folder } = workbench;
    let chat = await workbench.anew();
    await workbench.send(chat, '/call Bash {"command": "echo half > half.txt; until [ -e stop ]; do sleep 0.1; done"}');
    await until(() => existsSync(join(folder, 'half.txt')));
    await workbench.reload();
    chat = await workbench.openChat();
    await section(chat).getByText('1 file changed').waitFor();
    // A window that goes away has no time to end it.
    writeFileSync(join(folder, 'stop'), '');
    await section(chat).getByText('1 file changed').click();
    await section(chat).getByRole('button', { name: 'Undo half.txt' }).click();
    const dialog = workbench.page.locator('.monaco-dialog-box');
    await dialog.getByText('half.txt: others may have changed it').waitFor();
    await dialog.getByRole('button', { name: 'Restore Them Too' }).click();
    await until(() => !existsSync(join(folder, 'half.txt')));
  });
});
