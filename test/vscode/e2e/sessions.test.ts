import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { until } from '../../fixtures/limits';
import { press, useWorkbench } from '../workbench';

describe('Sessions in the real workbench', () => {
  const workbenches = useWorkbench();

  it('goes on beside a run, shows which asks, forks, renames, finds, exports as Markdown, deletes, and takes that back', async () => {
    const workbench = await workbenches.open();
    const { page, folder } = workbench;
    const chat = await workbench.openChat();
    const log = chat.getByRole('log', { name: 'Conversation' });
    await workbench.send(chat, '/call Bash {"command": "echo first-session"}');
    await chat.getByRole('group', { name: 'Approve Bash' }).waitFor();
    const waits = page.locator('.statusbar-item', { hasText: 'Bash waits for you' });
    await waits.getByRole('button', { name: /Waiting for you:\s+• Bash: allow or deny it/ }).waitFor();

    const box = chat.getByRole('textbox', { name: 'Message' });
    const inBox = box.and(chat.locator(':focus'));
    await chat.getByRole('button', { name: 'New Chat' }).click();
    await inBox.waitFor();
    const tabs = chat.getByRole('tablist', { name: 'Open sessions' });
    const asking = tabs.getByRole('tab', { name: /asks you/ });
    await asking.waitFor();
    await workbench.send(chat, 'second session');
    await log.getByText('This is the rehearsal model').waitFor();
    await workbench.screenshot('sessions-tabs');
    // It leads to the one that waits, from wherever.
    await waits.click();
    await chat.getByRole('group', { name: 'Approve Bash' }).waitFor();
    await tabs.getByRole('tab', { name: 'second session' }).click();
    await log.getByText('This is the rehearsal model').waitFor();
    await asking.click();
    await press(chat.getByRole('group', { name: 'Approve Bash' }).getByRole('button', { name: 'Allow', exact: true }));
    await log.getByText('Bash answered').waitFor();
    assert.equal(await log.getByText('second session').count(), 0);

    await log.locator('.user').first().hover();
    await log.getByRole('button', { name: 'Fork from Here' }).click();
    await log.getByText('Bash answered').waitFor({ state: 'detached' });
    await until(async () => (await box.inputValue()).includes('first-session'));
    await box.fill('in the fork');
    await box.press('Enter');
    await log.getByText('This is the rehearsal model').waitFor();

    const input = page.locator('.quick-input-widget input[type="text"]');
    await workbench.runCommand('Hooksmith: Rename Session…');
    await input.fill('My fork');
    await page.keyboard.press('Enter');
    await chat.getByRole('heading', { name: 'My fork' }).waitFor();
    await inBox.waitFor();

    const row = (text: string) => page.locator('.quick-input-list .monaco-list-row', { hasText: text });
    const list = async (text: string) => {
      await chat.getByRole('button', { name: 'Sessions' }).click();
      await row('My fork').first().waitFor();
      await input.fill(text);
    };
    // Who leaves the list is in the chat, where they opened it.
    await list('');
    await page.keyboard.press('Escape');
    await inBox.waitFor();
    await list('first-session');
    await row('My fork').waitFor({ state: 'detached' });
    await workbench.screenshot('sessions-list');
    await page.keyboard.press('Enter');
    await log.getByText('Bash answered').waitFor();
    await inBox.waitFor();

    await workbench.runCommand('Hooksmith: Export Session…');
    const target = join(folder, 'exported.md');
    await until(async () => (await input.inputValue()).includes(folder));
    await input.fill(target);
    await page.locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();
    await until(() => existsSync(target) && readFileSync(target, 'utf8').includes('### Bash'));

    // A rename leads back to the list, where the session stands first; its date and length have a line of their own.
    await list('My fork');
    await row('My fork').first().hover();
    await row('My fork').first().getByRole('button', { name: 'Rename' }).click();
    await page.getByText('Empty brings back its first words').first().waitFor();
    await input.fill('My fork, renamed');
    await page.keyboard.press('Enter');
    const renamed = page.locator('.quick-input-list .monaco-list-row.focused', { hasText: 'My fork, renamed' });
    await renamed.locator('.quick-input-list-label-meta', { hasText: / · .*\d.* · \d+ messages?$/ }).waitFor();
    await page.keyboard.press('Escape');
    await inBox.waitFor();

    await list('My fork');
    await row('My fork').first().hover();
    await row('My fork').first().getByRole('button', { name: 'Delete' }).click();
    await tabs.getByRole('tab', { name: /My fork/ }).waitFor({ state: 'detached' });
    await log.getByText('Bash answered').waitFor();

    await workbench.runCommand('Notifications: Show Notifications');
    await page.locator('.notifications-center .notification-list-item').getByRole('button', { name: 'Undo' }).click();
    await chat.getByRole('heading', { name: 'My fork' }).waitFor();
    await log.getByText('in the fork').waitFor();

    // Its notice gone, it can be brought back still.
    await list('My fork');
    await row('My fork').first().hover();
    await row('My fork').first().getByRole('button', { name: 'Delete' }).click();
    await log.getByText('in the fork').waitFor({ state: 'detached' });
    await workbench.runCommand('Notifications: Clear All Notifications');
    await workbench.runCommand('Hooksmith: Restore Deleted Session…');
    await row('My fork').first().waitFor();
    await page.keyboard.press('Enter');
    await chat.getByRole('heading', { name: 'My fork' }).waitFor();
    await log.getByText('in the fork').waitFor();

    // Asked for while another view covers the chat, a new one is what comes up.
    await workbench.runCommand('View: Show Explorer');
    await workbench.runCommand('Hooksmith: New Chat');
    const fresh = await workbench.frameWith('.composer textarea:focus');
    await fresh.getByRole('heading', { name: 'New chat' }).waitFor();
  });
});
