import assert from 'node:assert/strict';
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'mocha';
import { root } from '../../fixtures/core';
import { until } from '../../fixtures/limits';
import { useWorkbench } from '../workbench';

describe('Other agents in the real workbench', () => {
  const workbenches = useWorkbench();

  it('guards one on the human’s word, shows how many are, and takes it back', async () => {
    const answers =
      "import { hook } from 'hooksmith';\nexport const answers = hook('preToolUse', (ctx) => ctx.respond('done'));\n";
    const workbench = await workbenches.open({ hooks: { 'answers.ts': answers } });
    const { page, folder } = workbench;
    await workbench.openChat();
    const mark = page.getByRole('treeitem', { name: /answers for the tool: not in Claude Code/ });
    const settings = join(folder, '.claude', 'settings.json');
    const choose = async () => {
      await workbench.runCommand('Hooksmith: Guard Another Agent…');
      await page.locator('.quick-input-list').getByText('Claude Code').first().click();
    };
    const dialog = page
      .getByRole('dialog')
      .filter({ hasText: 'Claude Code' })
      .or(page.getByRole('dialog').filter({ hasText: 'settings.json' }));
    await choose();
    await dialog.getByRole('button', { name: 'Guard' }).waitFor();
    assert.ok(!existsSync(settings));
    await dialog.getByRole('button', { name: 'Guard' }).click();
    await until(() => existsSync(settings));
    assert.match(readFileSync(settings, 'utf8'), /"PreToolUse"[\s\S]*gate/);
    const count = page.locator('.statusbar-item').filter({ hasText: /^ ?1$/ }).and(page.locator('[id$="hooksmith.guarded"]'));
    await count.waitFor();
    await mark.waitFor();
    await choose();
    await dialog.getByRole('button', { name: 'Take It Back' }).click();
    await until(() => !existsSync(settings));
    await count.waitFor({ state: 'detached' });
    await mark.waitFor({ state: 'detached' });
  });

  it('shows what a guarded agent does as it does it, and what one kept of its past', async () => {
    const workbench = await workbenches.open();
    const { page, home } = workbench;
    const sessions = join(home, '.hooksmith', 'guard', 'sessions');
    mkdirSync(sessions, { recursive: true });
    const file = join(sessions, 'claude-s1.jsonl');
    const event = (n: number, command: string) =>
      `${JSON.stringify({
        kind: 'event',
        event: {
          ...{
            id: `e${n}`,
            type: 'pre_tool_use',
            timestamp: '2026-10-01T10:00:00.000Z',
            sessionId: 'claude-s1',
            runId: 'r',
            agentName: 'claude',
          },
          ...{ branch: 'main', step: 0, hooks: [], skipped: { disabled: 0, tool: 0, match: 0, agent: 0, ended: 0 } },
          ...{ toolCallId: `c${n}`, toolName: 'Bash', input: { command }, data: { status: 'known' } },
        },
      })}\n`;
    writeFileSync(
      file,
      `${JSON.stringify({ kind: 'header', hooksmith: 1, sessionId: 'claude-s1', createdAt: '2026-10-01T10:00:00.000Z' })}\n${event(1, 'echo first')}`,
    );
    const past = join(home, '.claude', 'projects', 'p', 'past.jsonl');
    mkdirSync(dirname(past), { recursive: true });
    cpSync(join(root, 'test', 'fixtures', 'agents', 'claude-transcript.jsonl'), past);
    const chat = await workbench.openChat();
    const open = async (text: string) => {
      await workbench.runCommand('Hooksmith: Open Session of Guarded Agent…');
      await page.locator('.quick-input-list').getByText(text).first().click();
    };
    await open('s1');
    // It comes with the session.
    const timeline = await workbench.frameWith('hooksmith-timeline');
    const rows = timeline.getByRole('treegrid', { name: 'Hook events' });
    await rows.getByText('pre_tool_use').first().waitFor();
    appendFileSync(file, event(2, 'echo second'));
    await until(async () => (await rows.getByText('pre_tool_use').count()) === 2);
    await open('past.jsonl');
    await chat.getByRole('log', { name: 'Conversation' }).getByText('The removal was refused, so I stop.').waitFor();
  });
});
