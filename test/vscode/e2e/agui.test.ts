import assert from 'node:assert/strict';
import { HttpAgent } from '@ag-ui/client';
import { describe, it } from 'mocha';
import { freePort } from '../../fixtures/freePort';
import { until } from '../../fixtures/limits';
import { useWorkbench } from '../workbench';

describe('AG-UI export in the real workbench', () => {
  const workbenches = useWorkbench();

  it('shows its address and token, is followed by a real client, and takes an approval where that is allowed', async () => {
    const port = await freePort();
    const workbench = await workbenches.open({
      settings: { 'hooksmith.agui.port': port, 'hooksmith.agui.allowApprovals': true },
    });
    const { page } = workbench;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const chat = await workbench.openChat();
    await workbench.runCommand('Hooksmith: Show AG-UI Address');
    const choices = page.locator('.quick-input-list .monaco-list-row');
    await choices.filter({ hasText: `http://127.0.0.1:${port}` }).waitFor();
    await workbench.screenshot('agui-address');
    await choices.filter({ hasText: 'Copy Token' }).click();
    const token = await until(() => page.evaluate(() => navigator.clipboard.readText()));
    const authorization = `Bearer ${token}`;
    const url = `http://127.0.0.1:${port}`;
    assert.equal((await fetch(`${url}/events`)).status, 401);

    await workbench.send(chat, '/call Bash {"command": "echo followed"}');
    await chat.getByRole('group', { name: 'Approve Bash' }).waitFor();
    const agent = new HttpAgent({ url, headers: { authorization } });
    const statuses: number[] = [];
    const answered = agent.runAgent(undefined, {
      onStateSnapshotEvent: async ({ event }) => {
        for (const { id, inputHash } of (event.snapshot as { approvals: { id: string; inputHash: string }[] }).approvals) {
          const { status } = await fetch(`${url}/approvals`, {
            method: 'POST',
            headers: { authorization },
            body: JSON.stringify({ id, inputHash, decision: 'allow' }),
          });
          statuses.push(status);
        }
      },
    });
    await answered;
    assert.deepEqual([...new Set(statuses)], [204]);
    assert.ok(agent.messages.some((one) => one.role === 'tool' && String(one.content).includes('followed')));
    await chat.getByRole('log', { name: 'Conversation' }).getByText('Bash answered').waitFor();
    assert.equal(await chat.getByRole('group', { name: 'Approve Bash' }).count(), 0);
  });
});
