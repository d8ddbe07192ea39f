/** How the hooks do, where it is seen at a glance: the status bar and the tree. */
import { describe, it } from 'mocha';
import { noHooks } from '../sampleHooks';
import { useWorkbench } from '../workbench';

const fragile = `import { hook } from 'hooksmith';

/** Fails where it is asked about the sources. */
export const fragile = hook('preToolUse', { tools: 'LS' }, (ctx) => {
  if (ctx.input.path === 'src') throw new Error('it broke');
});
`;

describe('health of hooks in the real workbench', () => {
  const workbenches = useWorkbench();

  it('says in the status bar that all calls passed, then which hook fails and why', async () => {
    const workbench = await workbenches.open({ hooks: { ...noHooks, 'fragile.ts': fragile } });
    const { page } = workbench;
    const chat = await workbench.openChat();
    const log = chat.getByRole('log', { name: 'Conversation' });
    const status = page.locator('.statusbar-item', { hasText: '1 hook' });
    // It is read out with what it says when it is pointed at.
    const told = (text: RegExp) => status.getByRole('button', { name: text }).waitFor();
    const tree = page.locator('.pane', { has: page.getByRole('button', { name: /^Hooks( | .* )Section/ }) });

    await workbench.send(chat, '/call LS {"path": "."}');
    await log.getByText('LS answered').waitFor();
    await told(/^[^·]*1 hook, 1 hook live\s+1 of 1 tool calls passed 1 hook, 0 bypassed/);
    await tree.getByRole('treeitem', { name: /^Health, 1 of 1 tool calls passed 1 hook, 0 bypassed/ }).waitFor();

    await workbench.send(chat, '/call LS {"path": "src"}');
    await page.locator('.statusbar-item.warning-kind', { hasText: '1 hook · 1 failing' }).waitFor();
    await told(/2 of 2 tool calls passed 1 hook, 0 bypassed\s+fragile failed: it broke/);
    // What fails is in sight without a click.
    await tree.getByRole('treeitem', { name: 'fragile, failed 1×: it broke' }).waitFor();
    await workbench.screenshot('hook-fails');

    // A save answers it: the alarm does not outlast the version that raised it.
    await workbench.editAndSave('fragile.ts', fragile.replace("throw new Error('it broke')", 'return'));
    await page.locator('.statusbar-item.warning-kind', { hasText: 'failing' }).waitFor({ state: 'detached' });
    await tree.getByRole('treeitem', { name: 'fragile, failed 1×: it broke' }).waitFor({ state: 'detached' });
    await log.getByText('Hooks reloaded: fragile.ts').waitFor();
  });
});
