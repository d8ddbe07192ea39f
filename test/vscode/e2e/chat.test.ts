import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { press, shareWorkbench } from '../workbench';

describe('Chat in the real workbench', () => {
  const shared = shareWorkbench();

  it('asks for a tool call, runs it when it is allowed, and shows its events', async () => {
    const workbench = await shared();
    const chat = await workbench.newChat();
    await workbench.screenshot('chat-empty');
    await workbench.send(chat, '/call Bash {"command": "echo from-the-shell"}');
    const approval = chat.getByRole('group', { name: 'Approve Bash' });
    await approval.waitFor();
    await workbench.screenshot('chat-approval');
    await press(approval.getByRole('button', { name: 'Allow', exact: true }));
    await approval.waitFor({ state: 'detached' });
    await chat.getByRole('log', { name: 'Conversation' }).getByText('Bash answered').waitFor();
    await workbench.screenshot('chat-done');
    const timeline = await workbench.openTimeline();
    const grid = timeline.getByRole('treegrid', { name: 'Hook events' });
    await grid.getByRole('row').filter({ hasText: 'after_run' }).first().waitFor();
    await workbench.screenshot('timeline');
  });

  it('says of a call whose turn has not come that it is not judged yet', async () => {
    const workbench = await shared();
    const chat = await workbench.newChat();
    await workbench.send(chat, '/call Bash {"command": "echo one"}\n/call Bash {"command": "echo two"}');
    const approval = chat.getByRole('group', { name: 'Approve Bash' });
    await approval.waitFor();
    const told = chat.getByRole('alert').getByText('Bash has not been judged yet: wait until its turn has come.');
    await chat.getByRole('button', { name: 'Turn Bash into Hook…' }).last().press('Enter');
    await told.waitFor();
    await chat.getByRole('alert').getByRole('button', { name: 'Dismiss' }).press('Enter');
    await told.waitFor({ state: 'detached' });
    await chat.getByRole('button', { name: 'Show Bash in Timeline' }).last().press('Enter');
    await told.waitFor();
    await press(approval.getByRole('button', { name: 'Deny' }));
    // The other has its turn now.
    await press(approval.filter({ hasText: 'echo two' }).getByRole('button', { name: 'Deny' }));
    await approval.waitFor({ state: 'detached' });
  });

  it('denies with a reason that the agent is told', async () => {
    const workbench = await shared();
    const chat = await workbench.newChat();
    await workbench.send(chat, '/call Bash {"command": "echo no"}');
    const approval = chat.getByRole('group', { name: 'Approve Bash' });
    await approval.getByRole('textbox', { name: 'Reason for the agent' }).fill('use make instead');
    await press(approval.getByRole('button', { name: 'Deny' }));
    await chat.getByRole('log', { name: 'Conversation' }).getByText('use make instead').first().waitFor();
    assert.equal(await chat.getByRole('group', { name: 'Approve Bash' }).count(), 0);
  });

  it('brings a pending approval back after the window was reloaded, what waits behind it, and the session beside it', async () => {
    const workbench = await shared();
    const chat = await workbench.newChat();
    const asks = chat.getByRole('group', { name: 'Approve Bash' });
    await workbench.send(chat, '/call Bash {"command": "echo after-reload"}');
    await asks.waitFor();
    await workbench.send(chat, '/call LS {"path": "."}');
    const waiting = chat.getByRole('group', { name: 'Queued message' });
    await waiting.waitFor();
    await workbench.newChat();
    await workbench.send(chat, '/call Bash {"command": "echo behind"}');
    await asks.waitFor();
    // Of two that wait, the one that was begun and written first is on screen.
    await chat.getByRole('tab', { name: /after-reload/ }).click();
    await waiting.waitFor();
    await workbench.reload();
    const again = await workbench.openChat();
    const approval = again.getByRole('group', { name: 'Approve Bash' });
    await again.getByRole('group', { name: 'Queued message' }).waitFor();
    await again.getByRole('tab', { name: /echo behind.*asks you/ }).waitFor();
    await workbench.screenshot('two-that-ask');
    await press(approval.getByRole('button', { name: 'Allow', exact: true }));
    const log = again.getByRole('log', { name: 'Conversation' });
    await log.getByText('Bash answered').waitFor();
    await log.getByText('LS answered').waitFor();
    await again.getByRole('tab', { name: /echo behind/ }).click();
    await log.getByText('echo behind').first().waitFor();
    await press(approval.getByRole('button', { name: 'Allow', exact: true }));
    await log.getByText('Bash answered').waitFor();
  });

  it('shows a broken hook file as a problem and keeps the last good version', async () => {
    const workbench = await shared();
    const chat = await workbench.anew();
    await workbench.editAndSave(
      'guard.ts',
      "import { denyCommands } from 'hooksmith';\nexport const broken = denyCommands('sudo'\n",
    );
    await workbench.page.locator('.statusbar-item.warning-kind', { hasText: 'hooks' }).waitFor();
    await workbench.send(chat, '/call Bash {"command": "sudo id"}');
    await chat.getByRole('log', { name: 'Conversation' }).getByText('command contains blocked pattern: sudo').first().waitFor();
    await workbench.screenshot('broken-hook');
  });

  it('runs what the human edited, and lets a saved hook decide the next call of the same run', async () => {
    const workbench = await shared();
    const chat = await workbench.anew();
    await workbench.send(chat, '/call Bash {"command": "echo one"}\n/call Bash {"command": "echo two"}');
    const approval = chat.getByRole('group', { name: 'Approve Bash' });
    await press(approval.getByRole('button', { name: 'Edit Input' }));
    await approval.locator('textarea').first().fill('{"command": "echo edited"}');
    await press(approval.getByRole('button', { name: 'Use This Input' }));
    await approval.getByText('echo edited').first().waitFor();
    await workbench.editAndSave(
      'guard.ts',
      "import { denyCommands } from 'hooksmith';\nexport const noEcho = denyCommands('echo two');\n",
    );
    const log = chat.getByRole('log', { name: 'Conversation' });
    await log.getByText('Hooks reloaded: guard.ts').waitFor();
    await press(approval.getByRole('button', { name: 'Allow', exact: true }));
    await log.getByText('command contains blocked pattern: echo two').first().waitFor();
    await log.getByText('Bash answered').first().waitFor();
    await workbench.screenshot('chat-hook-decided');
  });

  it('goes on past a limit when it is told to, and compacts the conversation by its command', async () => {
    const workbench = await shared();
    const chat = await workbench.anew();
    await workbench.editAndSave('guard.ts', "import { stepLimit } from 'hooksmith';\nexport const short = stepLimit(1);\n");
    await workbench.page.getByRole('treeitem', { name: /^stepLimit\(1\)/ }).waitFor();
    const log = chat.getByRole('log', { name: 'Conversation' });
    await workbench.send(chat, '/call LS {"path": "."}');
    const question = log.getByRole('group', { name: 'Continue?' });
    await question.waitFor();
    await workbench.screenshot('continue');
    await question.getByRole('button', { name: 'Continue' }).click();
    await log.getByText('LS answered').waitFor();
    assert.equal(await question.count(), 0);
    await workbench.runCommand('Hooksmith: Compact Conversation');
    await log.getByText('the model now goes on from a summary').waitFor();
    await workbench.screenshot('compacted');
  });
});
