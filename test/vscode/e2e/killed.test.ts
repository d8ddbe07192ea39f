import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { until } from '../../fixtures/limits';
import { press, useWorkbench } from '../workbench';

interface Processes {
  /** Of the hook host. */
  host: number;
  /** Its parent: the extension host. */
  editor: number;
}

/** A hook that writes down where it runs. */
const tells = (file: string) => `import { writeFileSync } from 'node:fs';
import { hook } from 'hooksmith';
export const tells = hook('preToolUse', () => { writeFileSync(${JSON.stringify(file)}, JSON.stringify({ host: process.pid, editor: process.ppid })); });
`;

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('An extension host that is killed', () => {
  const workbenches = useWorkbench();

  it('leaves a session that shows what happened: what ran is not run again, and what nobody decided does not run', async () => {
    let processes = '';
    const workbench = await workbenches.open({
      prepare: (folder) => {
        processes = join(folder, 'processes.json');
        mkdirSync(join(folder, '.hooksmith', 'hooks'), { recursive: true });
        writeFileSync(join(folder, '.hooksmith', 'hooks', 'tells.ts'), tells(processes));
      },
    });
    const ran = join(workbench.folder, 'ran.txt');
    const lines = () => (existsSync(ran) ? readFileSync(ran, 'utf8').trim().split('\n') : []);
    const call = (command: string) => `/call Bash ${JSON.stringify({ command })}`;
    const kill = async () => {
      const { host, editor } = JSON.parse(readFileSync(processes, 'utf8')) as Processes;
      process.kill(editor, 'SIGKILL');
      await until(() => !isThere(editor) && !isThere(host));
      await workbench.reload();
      const chat = await workbench.openChat();
      return { chat, log: chat.getByRole('log', { name: 'Conversation' }) };
    };

    const first = await workbench.openChat();
    await workbench.send(first, call('echo once >> ran.txt; until [ -e go ]; do sleep 0.05; done'));
    await press(first.getByRole('group', { name: 'Approve Bash' }).getByRole('button', { name: 'Allow', exact: true }));
    await until(() => lines().length > 0);
    const { chat, log } = await kill();
    writeFileSync(join(workbench.folder, 'go'), '');
    await log.getByText('The last run was interrupted').waitFor();
    await log.locator('.tool.interrupted').waitFor();
    await workbench.screenshot('killed-interrupted');
    await chat.getByRole('button', { name: 'Retry' }).click();
    await log.getByText('may have partly run').first().waitFor();
    assert.deepEqual(lines(), ['once']);

    await workbench.send(chat, call('echo never >> ran.txt'));
    await chat.getByRole('group', { name: 'Approve Bash' }).waitFor();
    const again = await kill();
    const approval = again.chat.getByRole('group', { name: 'Approve Bash' });
    await approval.getByText('echo never').first().waitFor();
    await workbench.screenshot('killed-undecided');
    assert.deepEqual(lines(), ['once']);
    await press(approval.getByRole('button', { name: 'Deny' }));
    await again.log.getByText('Bash did not succeed').last().waitFor();
    assert.deepEqual(lines(), ['once']);
  });
});
