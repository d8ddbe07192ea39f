import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'mocha';
import { root } from '../../fixtures/core';
import { until } from '../../fixtures/limits';
import { press, useWorkbench } from '../workbench';

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
    // The change is readable while it is asked about: nothing lies over it.
    const preview = page.locator('.tab', { hasText: 'settings.json (Claude Code)' });
    const write = page.locator('.editor-actions').getByRole('button', { name: 'Write This Change' });
    await choose();
    await write.waitFor();
    assert.ok(!existsSync(settings));
    await write.click();
    await until(() => existsSync(settings));
    assert.match(readFileSync(settings, 'utf8'), /"PreToolUse"[\s\S]*gate/);
    const count = page.locator('.statusbar-item').filter({ hasText: /^ ?1$/ }).and(page.locator('[id$="hooksmith.guarded"]'));
    await count.waitFor();
    await mark.waitFor();
    await preview.waitFor({ state: 'detached' });
    await choose();
    await preview.waitFor();
    await write.click();
    await until(() => !existsSync(settings));
    await count.waitFor({ state: 'detached' });
    await mark.waitFor({ state: 'detached' });
    await preview.waitFor({ state: 'detached' });
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
    await workbench.runCommand('Hooksmith: Open Session of Guarded Agent…');
    const kept = page.locator('.quick-input-list .monaco-list-row').filter({ hasText: 'past.jsonl' });
    await kept.getByText('List the files, then remove build').click();
    await chat.getByRole('log', { name: 'Conversation' }).getByText('The removal was refused, so I stop.').waitFor();
  });

  it('judges for one that works in its folder, with hooks as they are saved, live on the timeline, until it closes', async () => {
    const denies = (command: string) =>
      `import { denyCommands } from 'hooksmith';\nexport const no = denyCommands('${command}');\n`;
    const pushes =
      "import { policy } from 'hooksmith';\nexport const pushes = policy({ tools: 'Bash', match: { command: 'git push*' } }, (ctx) => ctx.ask('Pushes need a human.'));\n";
    const workbench = await workbenches.open({
      hooks: { 'no.ts': denies('ls'), 'pushes.ts': pushes },
      settings: { 'hooksmith.guard.prompts': 'hooksmith' },
    });
    const { page, folder, home } = workbench;
    const ask = (command: string, other: object = {}) =>
      new Promise<string>((resolve) => {
        const env = { ...process.env, HOME: home };
        const child = spawn(process.execPath, [join(root, 'dist', 'gate.js'), '--agent', 'claude'], { cwd: folder, env });
        let text = '';
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
        child.on('close', () => resolve(text));
        child.stdin.end(
          JSON.stringify({
            ...{ hook_event_name: 'PreToolUse', session_id: 'live', cwd: folder, tool_name: 'Bash', tool_input: { command } },
            ...other,
          }),
        );
      });
    try {
      const chat = await workbench.openChat();
      // The window speaks for its folder as soon as its hooks are live.
      await until(async () => /blocked pattern: ls/.test(await ask('ls')));
      await ask('', {
        hook_event_name: 'UserPromptSubmit',
        prompt: 'Tidy the folder',
        tool_name: undefined,
        tool_input: undefined,
      });
      await workbench.runCommand('Hooksmith: Open Session of Guarded Agent…');
      await page.locator('.quick-input-list').getByText('live').first().click();
      await chat.getByRole('heading', { name: 'Claude Code: Tidy the folder' }).waitFor();
      await chat.getByText('Only shown: a session of Claude Code').waitFor();
      const timeline = await workbench.frameWith('hooksmith-timeline');
      const rows = timeline.getByRole('treegrid', { name: 'Hook events' });
      await rows.getByText('pre_tool_use').first().waitFor();
      // A tool of which there was no call before: its row is new, wherever the others have gone.
      await ask('', { tool_name: 'Glob', tool_input: { pattern: '*.md' } });
      await rows.getByText('Glob').first().waitFor();
      await workbench.editAndSave('no.ts', denies('pwd'));
      await until(async () => /blocked pattern: pwd/.test(await ask('pwd')));
      assert.equal(await ask('ls'), '{}');
      await chat.getByRole('button', { name: 'Back to the current session' }).click();
      // A prompt that comes before it is back would stand in the session that is left.
      await chat.getByRole('button', { name: 'Back to the current session' }).waitFor({ state: 'detached' });
      const pushed = ask('git push origin main');
      const card = chat.getByRole('group', { name: 'Approve Bash' });
      await card.getByText('Claude Code asks: approve Bash?').waitFor();
      assert.equal(await chat.getByRole('button', { name: 'Stop' }).count(), 0, 'it could stop nothing');
      await workbench.screenshot('guest-prompt');
      await press(card.getByRole('button', { name: 'Allow', exact: true }));
      assert.match(await pushed, /"allow"/);
      await card.waitFor({ state: 'detached' });
      // What came on screen for its prompt alone goes with it.
      await chat.getByRole('button', { name: 'Back to the current session' }).waitFor({ state: 'detached' });
      await chat.getByRole('textbox', { name: 'Message' }).and(chat.locator(':enabled')).waitFor();
      await chat.getByRole('tab', { name: 'Claude Code: Tidy the folder, at work' }).waitFor();
      await ask('', { hook_event_name: 'Stop', tool_name: undefined, tool_input: undefined });
      await chat.getByRole('tab', { name: 'Claude Code: Tidy the folder', exact: true }).waitFor();
      const refused = ask('git push --force');
      await card.getByText('git push --force').waitFor();
      await card.getByRole('textbox', { name: 'Reason for the agent' }).fill('not on a Sunday');
      await press(card.getByRole('button', { name: 'Deny', exact: true }));
      const verdict = await refused;
      assert.match(verdict, /"deny"/);
      assert.match(verdict, /not on a Sunday/);
      await card.waitFor({ state: 'detached' });
    } finally {
      await new Promise<void>((resolve) => {
        const env = { ...process.env, HOME: home };
        spawn(process.execPath, [join(root, 'dist', 'cli.js'), 'serve', '--stop'], { env }).on('close', () => resolve());
      });
    }
  });
});
