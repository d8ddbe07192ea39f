/** Commands of the agent in the editor's own terminals. */
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import * as vscode from 'vscode';
import type { Processes } from '../../../src/agent/ports/machine';
import { TerminalShell } from '../../../src/editor/terminalShell';

describe('a terminal for the agent', () => {
  it('that is closed before its prompt ends its command, and the next has one again', async () => {
    const said: string[] = [];
    const outOfSight: string[] = [];
    const inner = {
      shell: (command: string) => {
        outOfSight.push(command);
        return { pid: undefined, done: Promise.resolve({ code: 0, signal: null, timedOut: false }), kill: () => undefined };
      },
    } as unknown as Processes;
    const shell = new TerminalShell(
      inner,
      () => true,
      (text) => said.push(text),
    );
    const opened: vscode.Terminal[] = [];
    const closing = vscode.window.onDidOpenTerminal((terminal) => {
      opened.push(terminal);
      terminal.dispose();
    });
    try {
      for (const command of ['one', 'two']) {
        const options = { visible: true, cwd: tmpdir(), onOutput: () => undefined };
        assert.deepEqual(await shell.shell(command, options).done, { code: null, signal: 'SIGHUP', timedOut: false });
      }
      assert.equal(opened.length, 2);
      assert.deepEqual([said, outOfSight], [[], []]);
    } finally {
      closing.dispose();
    }
  });
});
