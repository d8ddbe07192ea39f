import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import type { Frame, Page } from 'playwright-core';
import { until } from '../../fixtures/limits';
import { noHooks } from '../sampleHooks';
import { press, useWorkbench, type Workbench } from '../workbench';

const denies = (reason: string) =>
  `import { policy } from 'hooksmith';\nexport const noList = policy({ tools: 'LS' }, (ctx) => ctx.deny('${reason}'));\n`;

const heldItem = (page: Page, count: number) => page.locator('.statusbar-item', { hasText: `${count} held` });
const noneHeld = (page: Page) => page.locator('.statusbar-item', { hasText: /^[^h]*\d+ hooks?$/ });

/** Each call's reason is looked for as its own, so that an earlier answer does not count. */
async function isDenied(workbench: Workbench, chat: Frame, reason: string): Promise<void> {
  const told = chat.getByRole('log', { name: 'Conversation' }).getByText(reason);
  const before = await told.count();
  await workbench.send(chat, '/call LS {"path": "."}');
  await told.nth(before).waitFor();
}

describe('hook files that change from outside', () => {
  const workbenches = useWorkbench();
  const hookFile = (workbench: Workbench, name: string) => join(workbench.folder, '.hooksmith', 'hooks', name);

  it('are held, the gate before them decides, over a reload too; the human sees the diff and makes them live', async () => {
    const workbench = await workbenches.open({ hooks: { ...noHooks, 'list.ts': denies('the first gate') } });
    const { page } = workbench;
    let chat = await workbench.openChat();
    await isDenied(workbench, chat, 'the first gate');
    writeFileSync(hookFile(workbench, 'list.ts'), denies('a pulled gate'));
    await heldItem(page, 1)
      .getByRole('button', { name: /• \.hooksmith\/hooks\/list\.ts/ })
      .waitFor();
    const tree = page.locator('.pane', { has: page.getByRole('button', { name: /^Hooks( | .* )Section/ }) });
    await tree.getByRole('treeitem', { name: /^list\.ts, held: changed from outside/ }).waitFor();
    await isDenied(workbench, chat, 'the first gate');
    await workbench.screenshot('held-tree');

    await workbench.reload();
    await heldItem(page, 1).waitFor();
    chat = await workbench.openChat();
    await isDenied(workbench, chat, 'the first gate');

    await workbench.runCommand('Hooksmith: Review Changed Hook Files');
    const diff = page.locator('.monaco-diff-editor');
    await diff.getByText('a pulled gate').waitFor();
    await diff.getByText('the first gate').waitFor();
    await workbench.screenshot('held-diff');
    await page.locator('.editor-actions').getByRole('button', { name: 'Make Live' }).click();
    await noneHeld(page).waitFor();
    await isDenied(workbench, chat, 'a pulled gate');
  });

  it('are put back as they were accepted, once the human agrees to it', async () => {
    const workbench = await workbenches.open({ hooks: { ...noHooks, 'list.ts': denies('the first gate') } });
    const { page } = workbench;
    const chat = await workbench.openChat();
    const path = hookFile(workbench, 'list.ts');
    for (const change of [() => writeFileSync(path, denies('a pulled gate')), () => rmSync(path)]) {
      change();
      await heldItem(page, 1).waitFor();
      await workbench.runCommand('Hooksmith: Review Changed Hook Files');
      await page.locator('.monaco-diff-editor').getByText('the first gate').waitFor();
      await page.locator('.editor-actions').getByRole('button', { name: 'Put Back What Is in Force' }).click();
      const question = page.getByRole('dialog').filter({ hasText: 'Put back what is in force?' });
      await question.getByText('What waits there is overwritten: .hooksmith/hooks/list.ts').waitFor();
      await question.getByRole('button', { name: 'Put Back' }).click();
      await noneHeld(page).waitFor();
      assert.equal(readFileSync(path, 'utf8'), denies('the first gate'));
    }
    await isDenied(workbench, chat, 'the first gate');
    await heldItem(page, 1).waitFor({ state: 'hidden' });
    writeFileSync(hookFile(workbench, 'new.ts'), denies('a new gate'));
    await heldItem(page, 1).waitFor();
    await workbench.runCommand('Hooksmith: Review Changed Hook Files');
    await page.locator('.monaco-diff-editor').getByText('a new gate').waitFor();
    await page.locator('.editor-actions').getByRole('button', { name: 'Make Live' }).waitFor();
    assert.equal(await page.locator('.editor-actions').getByRole('button', { name: 'Put Back' }).count(), 0);
  });

  it('are held where they are deleted, renamed or new; all are made live at once', async () => {
    const workbench = await workbenches.open({ hooks: { ...noHooks, 'list.ts': denies('the first gate') } });
    const { page } = workbench;
    const chat = await workbench.openChat();
    rmSync(hookFile(workbench, 'list.ts'));
    await heldItem(page, 1).waitFor();
    await isDenied(workbench, chat, 'the first gate');
    writeFileSync(hookFile(workbench, 'renamed.ts'), denies('the renamed gate'));
    await heldItem(page, 2).waitFor();
    await isDenied(workbench, chat, 'the first gate');
    await heldItem(page, 2).click();
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'All 2 Hook Files' }).waitFor();
    await workbench.screenshot('held-review');
    await page.keyboard.press('Enter');
    await page.locator('.editor-actions').getByRole('button', { name: 'Make Live' }).click();
    await noneHeld(page).waitFor();
    await isDenied(workbench, chat, 'the renamed gate');
  });

  it('are live at once where the human saves them, new ones too; a typing pause makes nothing live', async () => {
    const workbench = await workbenches.open({
      hooks: { ...noHooks, 'list.ts': denies('the first gate') },
      settings: { 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 200 },
    });
    const { page } = workbench;
    const chat = await workbench.openChat();
    await workbench.openFile('list.ts');
    const editor = page.locator('.editor-group-container.active .monaco-editor').first();
    await editor.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(denies('half a gate'));
    // The timer has saved it.
    await heldItem(page, 1).waitFor();
    await isDenied(workbench, chat, 'the first gate');
    await editor.click();
    await page.keyboard.press('Control+S');
    await noneHeld(page).waitFor();
    await isDenied(workbench, chat, 'half a gate');

    // A new file, made in the editor: untitled, then saved under its name.
    await workbench.runCommand('File: New Untitled Text File');
    await workbench.editorOf('Untitled');
    await page.keyboard.insertText(denies('a gate of my own').replace('noList', 'another').replace("'LS' }", "'Glob' }"));
    await page.keyboard.press('Control+S');
    const name = page.locator('.quick-input-widget input[type="text"]');
    // The box proposes a name of its own, a moment after it is there, and shows the folder of a path that it has read.
    await until(async () => (await name.inputValue()).includes('import'));
    await name.fill(hookFile(workbench, 'mine.ts'));
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'list.ts' }).first().waitFor();
    await until(async () => (await name.inputValue()).endsWith('mine.ts'));
    await page.keyboard.press('Enter');
    await page.locator('.tab', { hasText: 'mine.ts' }).waitFor();
    const tree = page.locator('.pane', { has: page.getByRole('button', { name: /^Hooks( | .* )Section/ }) });
    await tree.getByRole('treeitem', { name: /^another, policy/ }).waitFor();
    await noneHeld(page).waitFor();
    await workbench.send(chat, '/call Glob {"pattern": "*"}');
    await chat.getByRole('log', { name: 'Conversation' }).getByText('a gate of my own').first().waitFor();
  });

  it('are held where the agent wrote them, whoever allowed that, and in an open editor too; a version of before comes back by itself', async () => {
    const workbench = await workbenches.open({ hooks: { ...noHooks, 'list.ts': denies('the first gate') } });
    const { page } = workbench;
    const chat = await workbench.openChat();
    await workbench.openFile('list.ts');
    const write = { file_path: '.hooksmith/hooks/list.ts', content: denies('what the agent likes') };
    await workbench.send(chat, '/call Read {"file_path": ".hooksmith/hooks/list.ts"}');
    const allow = (tool: string) =>
      press(chat.getByRole('group', { name: `Approve ${tool}` }).getByRole('button', { name: 'Allow', exact: true }));
    await allow('Read');
    await chat.getByRole('log', { name: 'Conversation' }).getByText('Read answered').waitFor();
    await workbench.send(chat, `/call Write ${JSON.stringify(write)}`);
    await allow('Write');
    await heldItem(page, 1).waitFor();
    await isDenied(workbench, chat, 'the first gate');
    // What the human types on top of it is not theirs alone.
    await page.locator('.editor-group-container.active .monaco-editor').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('// mine\n');
    await page.keyboard.press('Control+S');
    await page.locator('.tab.active:not(.dirty)').waitFor();
    await isDenied(workbench, chat, 'the first gate');
    writeFileSync(hookFile(workbench, 'list.ts'), denies('the first gate'));
    await noneHeld(page).waitFor();
    await isDenied(workbench, chat, 'the first gate');
    assert.equal(await heldItem(page, 1).count(), 0);
  });
});
