import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { until } from '../../fixtures/limits';
import { useWorkbench } from '../workbench';

/** Leaves a file in the home folder wherever it runs. */
const leaves = (name: string) =>
  `require('node:fs').writeFileSync(require('node:path').join(require('node:os').homedir(), '${name}.ran'), '')`;
const imports =
  "import { writeFileSync } from 'node:fs';\nimport { homedir } from 'node:os';\nimport { join } from 'node:path';\n";
const loads = (name: string) => `${imports}writeFileSync(join(homedir(), '${name}.ran'), '');\n`;
const hook = "import { hook } from 'hooksmith';\nexport const seen = hook('message', () => undefined);\n";

describe('a workspace that is not trusted', () => {
  const workbenches = useWorkbench();

  it('runs nothing of its own: no hook, tool, agent or MCP server; once it is trusted they are there', async () => {
    const workbench = await workbenches.open({
      restricted: true,
      settings: { 'hooksmith.permissions.deny': ['Bush(x)'] },
      hooks: {
        'marked.ts': `${loads('hook')}${hook}`,
        '../agents/marked/hooks/own.ts': `${loads('agent')}${hook}`,
        '../agents/marked.md': '---\ndescription: Marks.\n---\nYou mark.\n',
        '../tools/marked.ts': `${loads('tool')}import { defineTool, z } from 'hooksmith';\nexport const marked = defineTool({ name: 'Marked', description: 'Marks', input: z.object({}), run: () => 'marked' });\n`,
        '../../.mcp.json': JSON.stringify({
          mcpServers: { other: { command: 'none' }, marked: { command: 'node', args: ['-e', leaves('mcp')] } },
        }),
      },
    });
    const { page, folder } = workbench;
    const ran = () =>
      readdirSync(join(folder, '..', 'home'))
        .filter((name) => name.endsWith('.ran'))
        .sort();
    await page.locator('.statusbar-item', { hasText: '0 hooks' }).waitFor();
    const chat = await workbench.openChat();
    const log = chat.getByRole('log', { name: 'Conversation' });
    await workbench.send(chat, '/call Read {"file_path": "README.md"}');
    await log.getByText('Read answered').waitFor();
    await workbench.send(chat, '/call Bash {"command": "echo no"}');
    await log.getByText('this workspace is not trusted').first().waitFor();
    await workbench.send(chat, '/call Marked {}');
    await log.getByText('tool not found: Marked').first().waitFor();
    await workbench.runCommand('Hooksmith: Reload Hooks');
    await workbench.send(chat, '/call Agent {"subagent_type": "marked", "prompt": "mark"}');
    await log.getByText('tool Agent is disabled: no agent').waitFor();
    assert.deepEqual(ran(), []);
    // What was called meanwhile does not take the place of why there are no hooks.
    await page.locator('.pane-body').getByText('This workspace is not trusted: none of its hooks are loaded').waitFor();

    await workbench.runCommand('Workspaces: Manage Workspace Trust');
    await page.getByRole('button', { name: 'Trust', exact: true }).click();
    await until(() => ran().length >= 3);
    // What came with the folder is listed, once; a server starts when its exact command was accepted, no sooner.
    await page.locator('.statusbar-item', { hasText: '2 held' }).waitFor();
    assert.deepEqual(ran(), ['agent.ran', 'hook.ran', 'tool.ran']);
    await workbench.runCommand('Notifications: Show Notifications');
    const notes = page.locator('.notifications-center');
    await notes.getByText('Live from now on: .hooksmith/agents/marked/hooks/own.ts').first().waitFor();
    // Told without a button it would be cut after a line.
    await notes.getByRole('button', { name: 'Show Hooks' }).waitFor();
    await notes.getByText('asks to start MCP servers: other, marked').first().waitFor();
    // Now that all tools are there, it is known that none has this name.
    await notes.getByText("'Bush(x)' is for no tool that there is: did you mean 'Bash(x)'?").first().waitFor();
    await notes.getByRole('button', { name: 'Open Settings' }).first().waitFor();
    await workbench.screenshot('trust-listed');
    await workbench.runCommand('Hooksmith: MCP Servers');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'marked' }).click();
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.getByText("node -e \"require('node:fs')").waitFor();
    await workbench.screenshot('trust-server');
    await dialog.getByRole('button', { name: 'Start Server' }).click();
    await until(() => ran().length >= 4);
    assert.deepEqual(ran(), ['agent.ran', 'hook.ran', 'mcp.ran', 'tool.ran']);
  });
});
