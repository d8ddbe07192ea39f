/** What people are used to from other agents: instructions of the workspace, commands, mentions, the open file, and ways in from editor and problems. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'mocha';
import { until } from '../../fixtures/limits';
import { shareWorkbench, type Workbench } from '../workbench';

describe('at home in the real workbench', () => {
  const shared = shareWorkbench(
    // Only what a terminal draws as text can be waited for.
    () => ({ settings: { 'terminal.integrated.gpuAcceleration': 'off' }, builtIn: ['json-language-features'] }),
  );
  const put = (workbench: Workbench, name: string, text: string) => {
    const path = join(workbench.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };

  it('takes the workspace’s instructions, offers its commands, and mentions files, all by keyboard', async () => {
    const workbench = await shared();
    put(workbench, 'AGENTS.md', 'Use tabs.');
    put(
      workbench,
      '.claude/commands/look.md',
      '---\ndescription: Looks at a folder\nargument-hint: [folder]\n---\n/call LS {"path": "$1"}',
    );
    const chat = await workbench.newChat();
    const { keyboard } = workbench.page;
    const box = chat.getByRole('textbox', { name: 'Message' });
    await box.focus();
    await keyboard.type('/lo');
    await chat.locator('.completions').getByRole('option', { name: '/look' }).waitFor();
    await workbench.screenshot('composing-commands');
    await keyboard.press('Enter');
    await until(async () => (await box.inputValue()) === '/look ');
    await keyboard.type('src @gre');
    await chat
      .getByRole('option', { name: /greet\.js/ })
      .first()
      .waitFor();
    await workbench.screenshot('composing-mentions');
    await keyboard.press('Escape');
    await box.fill('/look src');
    await keyboard.press('Enter');
    const log = chat.getByRole('log', { name: 'Conversation' });
    await log.getByText('LS answered').waitFor();
    await log.getByRole('list', { name: 'Goes with the message' }).getByText('/look').waitFor();
    await log.getByRole('button', { name: 'AGENTS.md' }).click();
    await workbench.page.locator('.tab.active', { hasText: 'AGENTS.md' }).waitFor();
    await box.focus();
    await keyboard.type('/cle');
    await chat.locator('.completions').getByRole('option', { name: '/clear' }).waitFor();
    await keyboard.press('Enter');
    await log.getByText('LS answered').waitFor({ state: 'detached' });
  });

  it('asks about what is selected, sends what is mentioned, and has a problem fixed', async () => {
    const workbench = await shared();
    put(workbench, 'src/broken.json', '{"a": }');
    const chat = await workbench.newChat();
    const { page } = workbench;
    await workbench.openFile('greet.js');
    await page.keyboard.press('Control+A');
    await chat.getByRole('listitem').filter({ hasText: 'src/greet.js:1-' }).waitFor();
    await workbench.screenshot('composing-chip');
    await workbench.runCommand('Hooksmith: Ask Hooksmith');
    const box = chat.getByRole('textbox', { name: 'Message' });
    await chat.locator('textarea:focus').waitFor();
    await until(async () => /^@src\/greet\.js#L1-\d+ $/.test(await box.inputValue()));
    await page.keyboard.type('what is this?');
    await page.keyboard.press('Enter');
    const log = chat.getByRole('log', { name: 'Conversation' });
    await log.getByText('This is the rehearsal model').waitFor();
    await log
      .getByRole('list', { name: 'Goes with the message' })
      .getByText(/src\/greet\.js:1-\d+/)
      .first()
      .waitFor();
    await workbench.openFile('broken.json');
    await page.locator('.monaco-editor .squiggly-error').first().waitFor();
    await workbench.runCommand('Hooksmith: Fix with Hooksmith');
    await log.getByText('Fix this problem in @src/broken.json#L1-1:').waitFor();
    await workbench.screenshot('composing-fix');

    const offered = page.locator('.quick-input-list .monaco-list-row');
    const offersNoFix = async (why: string) => {
      await page.keyboard.press('F1');
      await page.locator('.quick-input-widget input[type="text"]').fill('>Hooksmith: Hooksmith');
      await offered.filter({ hasText: 'Ask Hooksmith' }).first().waitFor();
      assert.equal(await offered.filter({ hasText: 'Fix with Hooksmith' }).count(), 0, why);
      await page.keyboard.press('Escape');
    };
    await workbench.openFile('greet.js');
    await offersNoFix('in a file without problems there is nothing to fix');
    await workbench.runCommand('View: Close All Editors');
    await offersNoFix('without a file there is nothing to fix');
  });

  it('sends what a terminal shows, and leaves the clipboard as it was', async () => {
    const workbench = await shared();
    const { page } = workbench;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const chat = await workbench.newChat();
    const log = chat.getByRole('log', { name: 'Conversation' });
    const box = chat.getByRole('textbox', { name: 'Message' });
    await workbench.runCommand('Terminal: Create New Terminal');
    await page.locator('.terminal-wrapper.active .xterm.focus').waitFor();
    await page.keyboard.type('echo built-$((40 + 2))');
    await page.keyboard.press('Enter');
    await page.locator('.terminal-wrapper.active .xterm-rows', { hasText: 'built-42' }).waitFor();
    await page.evaluate(() => navigator.clipboard.writeText('of the human'));

    await box.focus();
    await page.keyboard.type('What is in @term');
    await chat.locator('.completions').getByRole('option', { name: 'terminal' }).waitFor();
    await page.keyboard.press('Enter');
    await until(async () => (await box.inputValue()) === 'What is in @terminal ');
    await page.keyboard.press('Enter');
    await log.getByText('This is the rehearsal model').waitFor();
    const sent = log.getByRole('list', { name: 'Goes with the message' }).locator('details', { hasText: 'built-42' });
    await sent.locator('summary').click();
    await sent.getByText(/built-42/).waitFor();
    await workbench.screenshot('composing-terminal');
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'of the human');
  });

  it('declares an MCP server from the list that has none yet', async () => {
    const workbench = await shared();
    const chat = await workbench.newChat();
    const { page } = workbench;
    await chat.getByRole('textbox', { name: 'Message' }).focus();
    await page.keyboard.type('/mcp');
    await chat.locator('.completions').getByRole('option', { name: '/mcp' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Declare a Server…' }).click();
    await workbench.editorOf('.mcp.json');
    const lines = page.locator('.monaco-editor.focused .view-lines');
    await lines.getByText('"mcpServers"').waitFor();
    // What is typed first is the server's name.
    await page.keyboard.type('files');
    await lines.getByText('"files"').waitFor();
    await workbench.screenshot('mcp-declared');
    await page.keyboard.press('Control+S');
    const file = join(workbench.folder, '.mcp.json');
    await until(() => existsSync(file) && readFileSync(file, 'utf8').trimEnd().endsWith('}'));
    const { mcpServers } = JSON.parse(readFileSync(file, 'utf8')) as { mcpServers: object };
    assert.deepEqual(Object.keys(mcpServers), ['files']);
  });
});
