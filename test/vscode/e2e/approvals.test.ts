import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { until } from '../../fixtures/limits';
import { press, shareWorkbench, useWorkbench } from '../workbench';

describe('Approvals in the real workbench', () => {
  const shared = shareWorkbench(() => ({ settings: { 'hooksmith.permissions.allow': ['Bash(date*)'] } }));

  it('shows an edit inline and in the diff editor, and a badge; the rule that is chosen decides the next call', async () => {
    const workbench = await shared();
    const { page, folder } = workbench;
    const chat = await workbench.anew();
    const log = chat.getByRole('log', { name: 'Conversation' });
    const edit = (from: string, to: string) =>
      `/call Edit ${JSON.stringify({ file_path: 'src/greet.js', old_string: from, new_string: to })}`;
    const before = readFileSync(join(folder, 'src/greet.js'), 'utf8');
    const word = /Hello/.exec(before)![0];
    await workbench.send(chat, '/call Read {"file_path": "src/greet.js"}');
    await log.getByText('Read answered').waitFor();
    await workbench.send(chat, edit(word, 'Good day'));
    const approval = chat.getByRole('group', { name: 'Approve Edit' });
    await approval.locator('.diff .plus', { hasText: 'Good day' }).waitFor();
    await page.locator('.activitybar .badge-content', { hasText: '1' }).waitFor();
    await approval.getByRole('button', { name: 'Open Diff' }).click();
    await page.locator('.monaco-diff-editor .modified .view-line', { hasText: 'Good day' }).waitFor();
    await workbench.screenshot('approval-diff');
    assert.equal(readFileSync(join(folder, 'src/greet.js'), 'utf8'), before, 'nothing ran yet');

    await press(approval.getByRole('button', { name: 'More allow options' }));
    const menu = chat.getByRole('menu', { name: 'More allow options' });
    const forSession = menu.getByRole('menuitem', { name: /session/i }).first();
    await forSession.waitFor();
    await workbench.screenshot('approval-menu');
    await press(forSession);
    await approval.waitFor({ state: 'detached' });
    await log.getByText('Edit answered').waitFor();
    assert.match(readFileSync(join(folder, 'src/greet.js'), 'utf8'), /Good day/);
    await workbench.send(chat, edit('Good day', 'Good evening'));
    await log.getByText('Edit answered').nth(1).waitFor();
    assert.match(readFileSync(join(folder, 'src/greet.js'), 'utf8'), /Good evening/);
  });

  it('runs what the human made of the proposed file, judged anew, and tells the agent what they said', async () => {
    const workbench = await shared();
    const { page, folder } = workbench;
    const chat = await workbench.anew();
    const log = chat.getByRole('log', { name: 'Conversation' });
    const text = () => readFileSync(join(folder, 'src/greet.js'), 'utf8');
    const before = text();
    await workbench.send(
      chat,
      `/call Read {"file_path": "src/greet.js"}\n/call Edit ${JSON.stringify({ file_path: 'src/greet.js', old_string: 'Hello', new_string: 'Good day' })}`,
    );
    const approval = chat.getByRole('group', { name: 'Approve Edit' });
    await approval.getByRole('button', { name: 'Open Diff' }).click();
    const proposed = page.locator('.editor-group-container.active .modified');
    await proposed.locator('.view-line', { hasText: 'Good day' }).click();
    await page.keyboard.press('End');
    await page.keyboard.insertText(' // mine');
    await page.locator('.tab.active.dirty').waitFor();

    // Not saved yet: Allow takes it, and asks about that.
    await press(approval.getByRole('button', { name: 'Allow', exact: true }));
    await approval.locator('.diff .plus', { hasText: '// mine' }).waitFor();
    await approval.getByText('changed by').first().waitFor();
    assert.equal(text(), before, 'nothing ran yet');
    await page.locator('.tab.active:not(.dirty)').waitFor();

    await proposed.locator('.view-line', { hasText: 'mine' }).click();
    await page.keyboard.press('End');
    await page.keyboard.insertText(' and again');
    await page.keyboard.press('Control+S');
    await approval.locator('.diff .plus', { hasText: '// mine and again' }).waitFor();
    await workbench.screenshot('approval-proposal');
    await approval.getByRole('textbox', { name: 'Reason for the agent' }).fill('nights are better');
    await press(approval.getByRole('button', { name: 'Allow and Tell It' }));
    await log.getByText('Edit answered').waitFor();
    assert.equal(text(), before.replace('Hello', 'Good day').replace('`;', '`; // mine and again'));
    await page.locator('.tab', { hasText: 'the right side may be edited' }).waitFor({ state: 'detached' });
    await log.locator('.tool-head', { hasText: 'Edit' }).click();
    await log.getByText('nights are better').waitFor();
  });

  it('offers rules in steps, with how far they reach; the one that is taken decides what is alike', async () => {
    const workbench = await shared();
    const chat = await workbench.anew();
    const log = chat.getByRole('log', { name: 'Conversation' });
    await workbench.send(chat, [1, 2, 3].map((n) => `/call Bash {"command": "date +${n}"}`).join('\n'));
    await log.getByText('Bash answered').nth(2).waitFor();
    const approval = chat.getByRole('group', { name: 'Approve Bash' });
    const line = '/call Bash {"command": "npm test -- --silent"}';
    await workbench.send(chat, line);
    await press(approval.getByRole('button', { name: 'More allow options' }));
    const menu = chat.getByRole('menu', { name: 'More allow options' });
    const wide = menu.getByRole('menuitem').filter({ hasText: 'Bash(npm test*)' });
    await wide.filter({ hasText: '0 of your last 3 commands' }).first().waitFor();
    assert.equal(await menu.getByRole('menuitem').filter({ hasText: 'Bash(npm test -- --silent)' }).count(), 3);
    await workbench.screenshot('approval-rules');
    await press(wide.filter({ hasText: 'This Workspace' }));
    await log.getByText('greet.test.js --silent').first().waitFor();
    await workbench.send(chat, '/call Bash {"command": "npm test -- --bail"}');
    await log.getByText('greet.test.js --bail').first().waitFor();
  });

  it('decides several that wait one by one in their order, and the rest together', async () => {
    const workbench = await shared();
    const chat = await workbench.anew();
    const agents = ['one', 'two', 'three'].map((word) =>
      JSON.stringify({ subagent_type: 'researcher', description: word, prompt: `/call Bash {"command": "echo ${word}"}` }),
    );
    await workbench.send(chat, agents.map((input) => `/call Agent ${input}`).join('\n'));
    const approvals = chat.getByRole('group', { name: 'Approve Bash' });
    await until(async () => (await approvals.count()) === 3);
    await workbench.screenshot('approvals-several');
    const first = await approvals.first().textContent();
    await press(approvals.first().getByRole('button', { name: 'Allow', exact: true }));
    await until(async () => (await approvals.count()) <= 2);
    assert.notEqual(await approvals.first().textContent(), first);
    await chat.getByRole('button', { name: 'Decide All…' }).click();
    await press(chat.getByRole('button', { name: 'Deny All' }));
    await approvals.first().waitFor({ state: 'detached' });
    await chat.getByRole('log', { name: 'Conversation' }).getByText('Agent answered').nth(2).waitFor();
  });
});

describe('An approval of a server’s tool', () => {
  const workbenches = useWorkbench();

  it('stands again in a window that is loaded anew, though the server comes later', async () => {
    const server = { command: process.execPath, args: [join(process.env.HOOKSMITH_ROOT!, 'test/fixtures/mcpServer.mjs')] };
    const workbench = await workbenches.open({
      prepare: (folder) => writeFileSync(join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { notes: server } })),
    });
    const { page } = workbench;
    const chat = await workbench.openChat();
    await workbench.runCommand('Hooksmith: Review Changed Hook Files');
    await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Start Server' }).click();
    await page.locator('.statusbar-item', { hasText: 'held' }).waitFor({ state: 'detached' });
    // It has been accepted, and starts.
    const asked = chat.getByRole('group', { name: 'Approve mcp__notes__fail' });
    const unknown = chat.getByRole('log', { name: 'Conversation' }).getByText('tool not found: mcp__notes__fail');
    await until(async () => {
      const before = await unknown.count();
      await workbench.send(chat, '/call mcp__notes__fail {}');
      await until(async () => (await asked.count()) > 0 || (await unknown.count()) > before);
      return (await asked.count()) > 0;
    });

    await workbench.reload();
    const again = await workbench.openChat();
    const approval = again.getByRole('group', { name: 'Approve mcp__notes__fail' });
    await press(approval.getByRole('button', { name: 'Allow', exact: true }));
    await again.getByRole('log', { name: 'Conversation' }).getByText('it went wrong').first().waitFor();
  });
});
