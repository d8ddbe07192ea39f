/** Writing hooks in the real workbench: problems with their fixes, and tests in the Testing view. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { limit, until } from '../../fixtures/limits';
import { useWorkbench } from '../workbench';

const tests = `import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runHooks, toolCall } from 'hooksmith/testing';
import * as guard from './guard.js';

describe('guard', () => {
  it('denies sudo', async () => {
    const { decision } = await runHooks(guard, toolCall('Bash', { command: 'sudo ls' }));
    assert.equal(decision, 'deny');
  });
  it('lets the rest pass', async () => {
    const { decision } = await runHooks(guard, toolCall('Bash', { command: 'ls' }));
    assert.equal(decision, 'continue');
  });
});
`;
const guard = "import { denyCommands } from 'hooksmith';\nexport const noSudo = denyCommands('sudo');\n";

describe('authoring in the real workbench', () => {
  const workbenches = useWorkbench();

  it('runs tests of hooks from the Testing view, again on save, with coverage', async () => {
    const workbench = await workbenches.open({ hooks: { 'guard.ts': guard, 'guard.test.ts': tests } });
    const { page } = workbench;
    await workbench.runCommand('Testing: Focus on Test Explorer View');
    const tree = page.locator('.test-explorer');
    await tree.getByRole('treeitem', { name: /hooks\/guard\.test\.ts/ }).waitFor();
    await workbench.runCommand('Test: Run All Tests');
    await tree.getByRole('treeitem', { name: /hooks\/guard\.test\.ts.*[Pp]assed/ }).waitFor();
    await workbench.screenshot('hook-tests-passed');

    await workbench.runCommand('Test: Start Continuous Run');
    const pick = page.locator('.quick-input-list .monaco-list-row', { hasText: 'Run' }).first();
    if (await pick.isVisible()) await page.keyboard.press('Enter');
    await workbench.editAndSave('guard.ts', guard.replace("'sudo'", "'ls'"));
    await tree.getByRole('treeitem', { name: /hooks\/guard\.test\.ts.*[Ff]ailed/ }).waitFor();
    await workbench.screenshot('hook-tests-failed');
    await workbench.editAndSave('guard.ts', guard);
    await tree.getByRole('treeitem', { name: /hooks\/guard\.test\.ts.*[Pp]assed/ }).waitFor();

    await workbench.runCommand('Test: Run All Tests with Coverage');
    await page
      .locator('.test-coverage-view, .pane', { hasText: /guard\.ts/ })
      .first()
      .waitFor();
    await workbench.screenshot('hook-tests-coverage');
  });

  it('runs the tests beside a hook file from its head, and shows what came of them', async () => {
    const workbench = await workbenches.open({ hooks: { 'guard.ts': guard.replace("'sudo'", "'ls'"), 'guard.test.ts': tests } });
    const { page } = workbench;
    await workbench.openFile('guard.ts');
    // Until it has asked anew, the editor shows those that it had, without what a click does.
    await page.locator('.codelens-decoration').getByRole('button', { name: 'Run Tests' }).click();
    await page.locator('.test-output-peek-tree .monaco-list-row').first().waitFor();
    // The keyboard stays where it was.
    await workbench.editorOf('guard.ts');
  });

  it('writes a hook for any event, for what is to be done there', async () => {
    const workbench = await workbenches.open();
    const { page, folder } = workbench;
    const rows = page.locator('.quick-input-list .monaco-list-row');
    await workbench.runCommand('Hooksmith: New Hook…');
    await rows.filter({ hasText: 'Ask before a command' }).first().waitFor();
    await page.locator('.quick-input-widget input[type="text"]').fill('permissionRequest');
    await rows.filter({ hasText: 'Ask before a command' }).waitFor({ state: 'hidden' });
    await workbench.screenshot('new-hook-event');
    await page.keyboard.press('Enter');
    await rows.filter({ hasText: 'Deny it' }).first().waitFor();
    await workbench.screenshot('new-hook-intent');
    await rows.filter({ hasText: 'Deny it' }).first().click();
    await page.locator('.tab.active', { hasText: 'deny-this.ts' }).waitFor();
    const text = readFileSync(join(folder, '.hooksmith', 'hooks', 'deny-this.ts'), 'utf8');
    assert.match(
      text,
      /hook\('permissionRequest', \{ tools: 'Bash', match: \{ command: 'git status\*' \} \}, \(ctx\) =>\n {2}ctx\.deny/,
    );
    // Its name is selected.
    await page.locator('.statusbar-item', { hasText: 'Ln 4, Col 22 (8 selected)' }).waitFor();
  });

  it('mends what it says is wrong, by its own fix', async () => {
    const text =
      "import { policy } from 'hooksmith';\nexport const noList = policy({ tools: 'LS' }, (ctx) => {\n  ctx.deny('not now');\n});\n";
    const workbench = await workbenches.open({ hooks: { 'lost.ts': text }, builtIn: ['typescript-language-features'] });
    const { page, folder } = workbench;
    await workbench.openFile('lost.ts');
    await page.locator('.squiggly-error').first().waitFor();
    // Until the editor has read the types it has problems of its own.
    await until(async () => {
      await page.keyboard.press('F8');
      return page.getByText('the decision is made and lost').first().isVisible();
    });
    await workbench.screenshot('hook-problem');
    await page.keyboard.press('Escape');
    await page.locator('.marker-widget').waitFor({ state: 'hidden' });
    await workbench.editorOf('lost.ts');
    // What the editor still finds out about the line closes the list again.
    const fix = page.locator('.action-widget').getByText('Return it').first();
    await until(async () => {
      await page.keyboard.press('Control+.');
      return fix.click({ timeout: limit(5000) }).then(
        () => true,
        () => false,
      );
    });
    await page.keyboard.press('Control+S');
    await until(() =>
      readFileSync(join(folder, '.hooksmith', 'hooks', 'lost.ts'), 'utf8').includes("return ctx.deny('not now')"),
    );
    await page.locator('.squiggly-error').waitFor({ state: 'hidden' });
  });
});
