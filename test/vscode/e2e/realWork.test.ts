/** A day's work as people have it: an agent adds a feature to a repository that others wrote, every hook of the gallery on. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { until } from '../../fixtures/limits';
import { FakeMessagesApi } from '../../fixtures/messagesApi';
import { addsFeature, addsFlag, commits, realRepository, reviews } from '../../fixtures/realWork';
import { answerBy, press, useWorkbench } from '../workbench';

describe('Work in a real repository', () => {
  const workbenches = useWorkbench();
  let api: FakeMessagesApi;
  beforeEach(async () => {
    api = await FakeMessagesApi.start();
  });
  afterEach(() => api.stop());

  it('is done in sixty steps from the first look to the commits, with what hooks, rules and the human say of it', async () => {
    const workbench = await workbenches.open({
      builtIn: 'all',
      prepare: realRepository,
      env: { ANTHROPIC_API_KEY: 'test-key' },
      viewport: { width: 1280, height: 900 },
      settings: { 'hooksmith.model': 'anthropic:claude-sonnet-5-5', 'hooksmith.anthropic.baseUrl': api.url },
    });
    const { page, folder } = workbench;
    const { keyboard } = page;
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
    const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');
    const chat = await workbench.openChat();
    const log = chat.getByRole('log', { name: 'Conversation' });
    const box = chat.getByRole('textbox', { name: 'Message' });
    const focused = (name: string) =>
      chat.evaluate((label) => document.activeElement?.getAttribute('aria-label') === label, name);
    const card = (tool: string) => chat.getByRole('group', { name: `Approve ${tool}`, exact: true });
    const asked = async (tool: string) => {
      await until(() => card(tool).getByRole('button', { name: 'Allow', exact: true }).isEnabled());
      return card(tool);
    };
    /** By the key, from the message box, where the focus is when the answer is given. */
    const allow = async (tool: string) => {
      await answerBy(await asked(tool), () => keyboard.press('Control+Enter'));
    };

    await page.locator('.statusbar-item', { hasText: '1 held' }).waitFor();
    await workbench.runCommand('Hooksmith: Review Changed Hook Files');
    await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Start Server' }).click();
    await page.locator('.statusbar-item', { hasText: 'held' }).waitFor({ state: 'detached' });

    api.reply(...addsFeature());
    await box.focus();
    await keyboard.type('/fea');
    await chat.locator('.completions').getByRole('option', { name: '/feature' }).waitFor();
    await keyboard.press('Enter');
    await until(async () => (await box.inputValue()) === '/feature ');
    await keyboard.type('filter @test/te');
    await chat
      .getByRole('option', { name: /test\.js/ })
      .first()
      .waitFor();
    await keyboard.press('Enter');
    await until(async () => (await box.inputValue()).endsWith('test.js '));
    await keyboard.press('Enter');
    await asked('mcp__tracker__echo');
    await workbench.screenshot('work-asked');
    await allow('mcp__tracker__echo');
    await allow('Edit');
    // The tests run from now on.
    const more = (await asked('Bash')).getByRole('button', { name: 'More allow options' });
    await press(more);
    await press(chat.getByRole('menuitem').filter({ hasText: 'session' }).first());
    await card('Bash').waitFor({ state: 'detached' });
    await until(() => focused('Message'));
    await asked('Edit');
    await keyboard.press('Control+.');
    await chat.getByRole('combobox').filter({ hasText: 'Accept Edits' }).waitFor();
    await allow('Edit');
    await log.getByText('All pass').waitFor();
    await workbench.screenshot('work-added');
    assert.match(textOf('index.js'), /if \(!filter \|\| filter\(newKey, value\)\) output/);

    api.reply(...commits());
    await workbench.send(chat, 'Document it, and commit.');
    await allow('Bash');
    await allow('Bash');
    await log.getByText('Committed.', { exact: true }).waitFor();
    await workbench.screenshot('work-committed');
    for (const word of ['This holds an AWS key', 'This is main', 'Name the ticket', 'No pushes by force'])
      assert.match(JSON.stringify(api.requests.at(-1)!.body.messages), new RegExp(word));
    assert.deepEqual(
      [git('branch', '--show-current'), git('log', '-1', '--format=%s')],
      ['filter', 'FLAT-12: flatten takes a filter'],
    );
    assert.match(textOf('demo.ipynb'), /filter: \(\) => true/);
    assert.equal(existsSync(join(folder, 'secret.js')), false);

    api.reply(...addsFlag());
    await workbench.send(chat, 'And a flag for the delimiter.');
    const form = chat.getByRole('form', { name: 'Questions from the agent' });
    await form.getByRole('radio', { name: '--delimiter' }).press('Space');
    await keyboard.press('Enter');
    await form.waitFor({ state: 'detached' });
    await until(() => focused('Message'));
    const costly = await asked('Bash');
    await costly.getByRole('textbox', { name: 'Reason for the agent' }).focus();
    await keyboard.type('on a small file');
    await answerBy(costly, () => keyboard.press('Enter'));
    await until(() => focused('Message'));
    await asked('Bash');
    await workbench.screenshot('work-flag');
    await allow('Bash');
    await allow('Bash');
    await log.getByText('The flag is').waitFor();
    const told = JSON.stringify(api.requests.at(-1)!.body.messages);
    assert.match(told, /on a small file/);
    assert.match(told, /\\"a\/b\\": 1/);
    assert.equal(git('log', '-1', '--format=%s'), 'FLAT-13: a flag for the delimiter');

    // What the agent did to files: one is kept, one undone.
    const files = chat.getByRole('region', { name: 'Changed files' });
    await files.getByRole('button', { name: /files changed/ }).press('Enter');
    assert.equal(await files.getByRole('listitem').count(), 6);
    await files.getByRole('button', { name: 'Keep cli.js' }).press('Enter');
    await files.getByRole('button', { name: 'Show changes of cli.js' }).waitFor({ state: 'detached' });
    await files.getByRole('button', { name: 'Undo example.json' }).press('Enter');
    await until(() => !existsSync(join(folder, 'example.json')));
    assert.match(textOf('cli.js'), /--delimiter=/);
    await files.getByRole('button', { name: '4 files changed' }).waitFor();

    api.reply({ content: [{ type: 'text', text: 'flatten takes a filter now, the command line a delimiter.' }] });
    await workbench.send(chat, '/compact');
    await log.getByText('goes on from a summary').waitFor();
    api.reply(...reviews());
    await workbench.send(chat, 'Is all of it well?');
    await log.getByText('Nothing is amiss.').waitFor();
    await workbench.screenshot('work-reviewed');
    assert.ok(api.requests.length >= 60, `${api.requests.length} steps`);
    assert.equal(git('status', '--short', '--untracked-files=no'), '');

    // The timeline has what the audit log on disk has.
    const audit = join(folder, '.hooksmith', 'audit');
    const lines = () => readdirSync(audit).flatMap((name) => readFileSync(join(audit, name), 'utf8').trim().split('\n'));
    const timeline = await workbench.openTimeline();
    const type = timeline.getByRole('combobox', { name: 'Event type' });
    await until(async () => (await type.textContent())?.includes(`tool_settled (${lines().length})`));
    assert.ok(lines().length >= 60, `${lines().length} calls were told to the audit log`);
    await type.selectOption('tool_settled');
    await timeline.getByRole('combobox', { name: 'Outcome' }).selectOption('denied');
    await workbench.screenshot('work-timeline');
    await timeline
      .getByRole('status')
      .getByText(/^5 of \d+ events$/)
      .waitFor();
  });
});
