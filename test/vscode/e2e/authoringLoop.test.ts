/** From an event to a tested, live hook, as hands would do it; and what a hook shows of itself where it is written. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../fixtures/limits';
import { listHooks, noHooks } from '../sampleHooks';
import { useWorkbench } from '../workbench';

/** Text that the editor shows at the end of a line, without its being there. */
const hasInlay = (page: Page, text: string) =>
  page.evaluate(
    (wanted) =>
      [...document.querySelectorAll('.view-line span')].some((span) =>
        [span.textContent ?? '', getComputedStyle(span, '::after').content].some((shown) =>
          shown.replaceAll('\u00a0', ' ').includes(wanted),
        ),
      ),
    text,
  );

/** What fades or slides in has come to rest; what runs for ever does not count. */
const settled = (part: Locator) =>
  part.evaluate((element) => {
    const ending = element
      .getAnimations({ subtree: true })
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => undefined);
  });

describe('the loop of authoring in the real workbench', () => {
  const workbenches = useWorkbench();

  it('leads from a row of the timeline to a hook that judges the call that waits, and to its test, in six interactions', async () => {
    const workbench = await workbenches.open({
      scale: 1.5,
      settings: {
        'hooksmith.permissions.allow': ['Bash(git --version)'],
        'window.commandCenter': false,
        'window.title': '${activeEditorShort}${separator}${rootName}',
      },
    });
    const { page, folder } = workbench;
    const chat = await workbench.openChat();
    const offers = chat.locator('.offer');
    await until(async () => (await offers.count()) === 5);
    await workbench.screenshot('first-minute');
    const [banner, first] = [await chat.locator('.banner').boundingBox(), await offers.first().boundingBox()];
    assert.ok(first!.y >= banner!.y + banner!.height, 'the first offer is in sight');
    const log = chat.getByRole('log', { name: 'Conversation' });
    await workbench.send(chat, '/call Bash {"command": "git --version"}');
    await log.getByText('Bash answered').waitFor();
    await workbench.send(chat, '/call Bash {"command": "git status"}');
    const approval = chat.getByRole('group', { name: 'Approve Bash' });
    await approval.waitFor();
    const timeline = await workbench.openTimeline();
    const rows = page.locator('.quick-input-list .monaco-list-row');
    const hooks = join(folder, '.hooksmith', 'hooks');
    let interactions = 0;
    const by = async (act: () => Promise<unknown>) => {
      await act();
      interactions++;
    };

    const events = timeline.getByRole('treegrid', { name: 'Hook events' }).getByRole('row');
    await events.filter({ hasText: 'approval_requested' }).waitFor();
    await by(() => events.filter({ hasText: 'pre_tool_use' }).last().click());
    const event = timeline.getByRole('complementary', { name: 'Event' });
    await by(() => event.getByRole('button', { name: 'Turn into Hook…' }).click());
    await by(() => rows.filter({ hasText: 'It never runs' }).click());
    for (const [scope, met] of [
      ['This command: git status', '1 of 2'],
      ['git status*', '1 of 2'],
      ['Any git', '2 of 2'],
      ['Every call of Bash', '2 of 2'],
    ] as const)
      await rows
        .filter({ hasText: scope })
        .filter({ hasText: `would have denied ${met}` })
        .waitFor();
    await settled(page.locator('.quick-input-widget'));
    await workbench.picture('turn-into-hook');
    await by(() => rows.filter({ hasText: 'git status*' }).click());
    await page.locator('.tab.active.dirty', { hasText: 'deny-git-status.ts' }).waitFor();
    // The cursor stands where a condition would be typed.
    await page.locator('.statusbar-item', { hasText: /Ln \d+, Col 3$/ }).waitFor();
    // Nothing is live before it is saved.
    assert.equal(readFileSync(join(hooks, 'deny-git-status.ts'), 'utf8'), '');
    assert.ok(await approval.isVisible());
    assert.equal(await log.getByText('Hooks reloaded').count(), 0);
    await by(() => page.keyboard.press('Control+S'));
    await approval.waitFor({ state: 'detached' });
    await log.getByText('Hooks reloaded: deny-git-status.ts').waitFor();
    await log.getByText('denied by').first().waitFor();
    await by(() => workbench.runCommand('Test: Run All Tests'));
    assert.equal(interactions, 6);

    await workbench.runCommand('Testing: Focus on Test Explorer View');
    const tests = page.locator('.test-explorer');
    await tests.getByRole('treeitem', { name: /hooks\/deny-git-status\.test\.ts.*[Pp]assed/ }).waitFor();
    await workbench.openFile('deny-git-status.ts');
    const lens = page.locator('.codelens-decoration').filter({ hasText: 'Run on Last Match' });
    await lens.filter({ hasText: /\d of \d for Bash · 1 ran · 1 denied/ }).waitFor();
    await until(() => hasInlay(page, '⟶ deny: Not here.'));
    await workbench.picture('hook-judged');
  });

  it('tries a hook where it stands, on the last call and on one of choice, and switches it off', async () => {
    const workbench = await workbenches.open({ hooks: { ...noHooks, 'lists.ts': listHooks } });
    const { page } = workbench;
    const chat = await workbench.openChat();
    const log = chat.getByRole('log', { name: 'Conversation' });
    for (const path of ['.', 'test']) {
      await workbench.send(chat, `/call LS {"path": "${path}"}`);
      await log
        .getByText(path === '.' ? 'LS answered' : 'not the tests')
        .first()
        .waitFor();
    }
    const timeline = await workbench.openTimeline();
    const tree = page.locator('.pane', { has: page.getByRole('button', { name: /^Hooks( | .* )Section/ }) });
    await tree.getByRole('treeitem', { name: /^Health, 2 of 2 tool calls passed 2 hooks, 0 bypassed/ }).waitFor();
    await workbench.openFile('lists.ts');
    // By what only it has done: those that are scrolled away are not there to be counted.
    const lensOf = (done: string) => page.locator('.codelens-decoration').filter({ hasText: done });
    const [toSources, noTests] = [lensOf('1 changed'), lensOf('1 denied')];
    await toSources.filter({ hasText: '1 of 2 for LS · 2 ran · 1 changed · p95' }).waitFor();
    await noTests.filter({ hasText: '2 of 2 for LS · 1 ran · 1 denied · p95' }).waitFor();
    for (const shown of ['⟶ modify', '⟶ deny: not the tests']) await until(() => hasInlay(page, shown));
    await workbench.screenshot('hook-lenses');

    const came = page.locator('.review-widget');
    await toSources.getByRole('button', { name: 'Run on Last Match' }).click();
    for (const shown of ['let it pass unchanged', 'It logged:', 'was test']) await came.getByText(shown).first().waitFor();
    await workbench.screenshot('hook-tried');
    await noTests.getByRole('button', { name: 'Run on…' }).click();
    const rows = page.locator('.quick-input-list .monaco-list-row');
    // It asks for the last one first: as it came to the policies, the hook before had changed it.
    await rows.filter({ hasText: 'LS test' }).waitFor();
    await until(async () => (await rows.count()) === 2);
    await workbench.screenshot('hook-run-on');
    await rows.filter({ hasNotText: 'LS test' }).click();
    await came.getByText('does not run there: the input is not what it matches').first().waitFor();
    // A trial leaves no trace in the session.
    await noTests.filter({ hasText: '2 of 2 for LS · 1 ran · 1 denied' }).waitFor();

    // The list of comments has taken its place, and it has come back. What is covered is hidden by what holds its frame, not in it.
    const shown = await timeline.parentFrame()!.frameElement();
    await until(() => shown.isVisible());

    await noTests.getByRole('button', { name: 'Disable' }).click();
    await noTests.filter({ hasText: 'disabled · 1 ran' }).waitFor();
    await workbench.send(chat, '/call LS {"path": "test"}');
    // It runs, and finds no such folder.
    await log.getByText('there is no folder test').first().waitFor();
    await noTests.getByRole('button', { name: 'Enable' }).click();
    await noTests.filter({ hasText: '2 of 2 for LS' }).waitFor();

    await workbench.runCommand('Hooksmith: Show Coverage by Sessions');
    await page.locator('.test-coverage-list-item', { hasText: 'lists.ts' }).first().waitFor();
    await workbench.screenshot('hook-coverage-by-sessions');
  });
});
