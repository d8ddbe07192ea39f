import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { until } from '../../fixtures/limits';
import { useWorkbench } from '../workbench';

describe('Session files in the real workbench', () => {
  const workbenches = useWorkbench();

  it('exports the session, shows it read-only beside the current one, and goes back', async () => {
    const workbench = await workbenches.open();
    const { page, folder } = workbench;
    const chat = await workbench.openChat();
    const log = chat.getByRole('log', { name: 'Conversation' });
    await workbench.send(chat, '/call Read {"file_path": "README.md"}');
    await log.getByText('Read answered').waitFor();

    const target = join(folder, 'exported.jsonl');
    const path = page.locator('.quick-input-widget input[type="text"]');
    const enter = async () => {
      await path.waitFor({ state: 'visible' });
      // The dialog proposes a path of its own, a moment after it opened.
      await until(async () => (await path.inputValue()).includes(folder));
      await path.fill(target);
      await page.locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();
      await path.waitFor({ state: 'hidden' });
    };
    await workbench.runCommand('Hooksmith: Export Session…');
    await enter();
    await until(() => existsSync(target));
    assert.match(readFileSync(target, 'utf8').split('\n')[0]!, /"kind":"header"/);
    appendFileSync(target, 'this is no line of a session\n{"kind":"event","event":{}}\n');

    await chat.getByRole('button', { name: 'New Chat' }).click();
    await log.getByText('Read answered').waitFor({ state: 'detached' });
    await workbench.runCommand('Hooksmith: Open Session File…');
    await enter();
    const banner = chat.getByRole('note', { name: 'Session file, read-only' });
    await banner.getByText('Only shown: exported.jsonl').waitFor();
    await log.getByText('Read answered').waitFor();
    assert.ok(await chat.getByRole('textbox', { name: 'Message' }).isDisabled());
    const timeline = await workbench.openTimeline();
    await timeline
      .getByRole('treegrid', { name: 'Hook events' })
      .getByRole('row')
      .filter({ hasText: 'after_run' })
      .first()
      .waitFor();
    await workbench.screenshot('session-file');

    await banner.getByRole('button', { name: 'Back to the current session' }).click();
    await banner.waitFor({ state: 'detached' });
    await log.getByText('Read answered').waitFor({ state: 'detached' });
    await workbench.send(chat, 'hello again');
    await log.getByText('hello again').first().waitFor();
  });
});
