/** The whole loop without a mouse: from the chat over an approval and the timeline to a hook that is saved, and back. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import type { Frame } from 'playwright-core';
import { until } from '../../fixtures/limits';
import { noHooks } from '../sampleHooks';
import { answerBy, useWorkbench } from '../workbench';

/** What has the focus in a view, as a screen reader would name it. */
const focused = (view: Frame) =>
  view.evaluate(() => {
    const { activeElement: at } = document;
    if (!at || at === document.body || !document.hasFocus()) return undefined;
    return at.getAttribute('aria-label') ?? at.textContent?.trim();
  });

describe('By keyboard alone', () => {
  const workbenches = useWorkbench();

  it('a call is allowed, another denied with a reason, and its event turned into a hook that is live', async () => {
    const workbench = await workbenches.open({ hooks: noHooks, viewport: { width: 1400, height: 1000 } });
    const { page, folder } = workbench;
    const { keyboard } = page;
    const chat = await workbench.openChat();
    const log = chat.getByRole('log', { name: 'Conversation' });
    const card = chat.getByRole('group', { name: 'Approve Bash', exact: true });
    const at = (view: Frame, name: string) => until(async () => (await focused(view)) === name);
    /** Where Tab leads from here, no further than all of a view's controls. */
    const tabTo = async (view: Frame, name: string, key = 'Tab') => {
      const passed: (string | undefined)[] = [];
      for (let steps = 0; steps < 40; steps++) {
        await keyboard.press(key);
        const now = await focused(view);
        if (now === name) return;
        passed.push(now);
      }
      assert.fail(`${key} never came to ${name}, but to ${passed.join(' | ')}`);
    };
    const asked = () => until(() => card.getByRole('button', { name: 'Allow', exact: true }).isEnabled());

    // Opened by its command, the chat has the focus in its message box.
    await at(chat, 'Message');
    await keyboard.type('/call Bash {"command": "git --version"}');
    await keyboard.press('Enter');
    await asked();
    await tabTo(chat, 'Allow', 'Shift+Tab');
    await answerBy(card, async () => {
      // A button that died for a moment has handed the focus on.
      if ((await focused(chat)) !== 'Allow') await tabTo(chat, 'Allow');
      await keyboard.press('Enter');
    });
    await at(chat, 'Message');
    await log.getByText('Bash answered').waitFor();

    await keyboard.type('/call Bash {"command": "git status"}');
    await keyboard.press('Enter');
    await asked();
    await tabTo(chat, 'Reason for the agent', 'Shift+Tab');
    await keyboard.type('not now');
    await answerBy(card, () => keyboard.press('Enter'));
    await at(chat, 'Message');
    await log.getByText('not now').first().waitFor();

    const timeline = await workbench.openTimeline();
    await at(timeline, 'Hook events');
    const selected = timeline.locator('.row.selected');
    await timeline.getByRole('row').filter({ hasText: 'after_run' }).last().waitFor();
    await keyboard.press('End');
    await selected.filter({ hasText: 'after_run' }).waitFor();
    await until(async () => {
      if ((await selected.textContent())?.includes('pre_tool_use')) return true;
      await keyboard.press('ArrowUp');
      return false;
    });
    const detail = timeline.getByRole('complementary', { name: 'Event' });
    if (!(await detail.isVisible())) await keyboard.press('Enter');
    await detail.waitFor();
    await tabTo(timeline, 'Turn into Hook…');
    await keyboard.press('Enter');
    const rows = page.locator('.quick-input-list .monaco-list-row');
    await rows.filter({ hasText: 'It never runs' }).waitFor();
    await keyboard.type('Deny');
    await rows.filter({ hasText: 'It never runs' }).and(page.locator('.focused')).waitFor();
    await keyboard.press('Enter');
    // The first step stands while all are counted, and after.
    await rows.filter({ hasText: 'would have denied 1 of 2' }).first().waitFor();
    await rows.filter({ hasText: 'This command: git status' }).and(page.locator('.focused')).waitFor();
    await workbench.screenshot('keyboard-turn');
    await keyboard.press('Enter');
    await page.locator('.tab.active.dirty', { hasText: 'deny-git-status.ts' }).waitFor();
    await workbench.editorOf('deny-git-status.ts');
    await keyboard.press('Control+S');
    await page.locator('.statusbar-item', { hasText: '1 hook' }).waitFor();
    assert.ok(existsSync(join(folder, '.hooksmith/hooks/deny-git-status.test.ts')));

    await workbench.openChat();
    await at(chat, 'Message');
    await keyboard.type('/call Bash {"command": "git status"}');
    await keyboard.press('Enter');
    await log.getByText('denied by').first().waitFor();
    await at(chat, 'Message');
  });
});
