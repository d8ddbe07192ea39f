import { describe, it } from 'mocha';
import { press, useWorkbench } from '../workbench';

describe('Terminals in the real workbench', () => {
  const workbenches = useWorkbench();

  it('run the agent’s commands in sight where the setting says so, each in a shell of its own', async () => {
    const workbench = await workbenches.open({
      // Its policies have the sandbox take what cannot be read to the end.
      hooks: { 'guard.ts': null },
      settings: { 'hooksmith.bash.terminal': true },
    });
    const { page } = workbench;
    const chat = await workbench.openChat();
    const log = chat.getByRole('log', { name: 'Conversation' });
    const run = async (command: string) => {
      await workbench.send(chat, `/call Bash ${JSON.stringify({ command })}`);
      const approval = chat.getByRole('group', { name: 'Approve Bash' });
      await press(approval.getByRole('button', { name: 'Allow', exact: true }));
      await approval.waitFor({ state: 'detached' });
    };
    await run("cd / && export KEPT=yes; alias pwd='echo aliased'; test -t 1 && echo \"it's a terminal\"; exit 3");
    await log.getByText("it's a terminal\nExit code 3").first().waitFor();
    await page.locator('.terminal-wrapper.active .xterm').waitFor();
    await workbench.screenshot('terminal');
    await run('echo "in $(basename "$PWD"), kept: ${KEPT:-nothing}"');
    await log.getByText('in workspace, kept: nothing').first().waitFor();
  });
});
