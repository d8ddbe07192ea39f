import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isAlive } from '../../../src/guard/place/alive';
import { until } from '../../fixtures/core';

describe('a process', () => {
  it('is alive while it runs', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    assert.ok(isAlive(child.pid!));
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.ok(!isAlive(child.pid!));
    assert.ok(isAlive(1), 'another user’s');
  });

  it('that has ended is not, though nobody has collected its exit', async function () {
    if (process.platform !== 'linux') return this.skip();
    // The shell becomes a program that never asks what became of its child.
    const parent = spawn('sh', ['-c', '(until grep -q sleep /proc/$$/comm; do :; done) & echo $!; exec sleep 600'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const [line] = (await once(parent.stdout, 'data')) as [Buffer];
      const pid = Number(line.toString());
      await until(() => !isAlive(pid));
      process.kill(pid, 0);
    } finally {
      parent.kill('SIGKILL');
      await once(parent, 'exit');
    }
  });
});
