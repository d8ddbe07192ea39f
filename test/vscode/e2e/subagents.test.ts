import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { press, useWorkbench } from '../workbench';

describe('Subagents in the real workbench', () => {
  const workbenches = useWorkbench();

  it('asks in the name of the agent, and shows its work beneath its call', async () => {
    const workbench = await workbenches.open();
    const chat = await workbench.openChat();
    const prompt = '/call Grep {"pattern": "greet"}\n/call Bash {"command": "npm test"}';
    await workbench.send(
      chat,
      `/call Agent ${JSON.stringify({ subagent_type: 'researcher', prompt, description: 'Look around' })}`,
    );
    const approval = chat.getByRole('group', { name: 'Approve Bash' });
    await approval.getByText('agent main/researcher').waitFor();
    await approval.getByText('The researcher only looks.').waitFor();
    const head = chat.getByRole('button', { name: /^researcher · 2 calls/ });
    assert.equal(await head.getAttribute('aria-expanded'), 'false');
    await workbench.screenshot('subagent-approval');
    await press(approval.getByRole('button', { name: 'Allow', exact: true }));
    await approval.waitFor({ state: 'detached' });
    await chat.getByRole('log', { name: 'Conversation' }).getByText('Agent answered').waitFor();
    await head.click();
    const work = chat.getByRole('group', { name: 'Work of researcher' });
    await work.getByText('Grep', { exact: true }).first().waitFor();
    await workbench.screenshot('subagent-work');
    const timeline = await workbench.openTimeline();
    const grid = timeline.getByRole('treegrid', { name: 'Hook events' });
    const started = grid.getByRole('row').filter({ hasText: 'subagent_start' }).first();
    // Rows out of sight are not drawn.
    await grid.press('Home');
    for (let steps = 0; steps < 40 && (await started.count()) === 0; steps++) await grid.press('ArrowDown');
    await started.waitFor();
    assert.equal(await started.getAttribute('aria-level'), '2');
    assert.equal(await started.getAttribute('aria-expanded'), 'true');
    await started.scrollIntoViewIfNeeded();
    await workbench.screenshot('subagent-timeline');
  });
});
