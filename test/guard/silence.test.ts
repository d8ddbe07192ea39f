/** An agent of which nothing is heard any more: its session is let go, and taken up again as it was. */
import { strict as assert } from 'node:assert';
import { until } from '../fixtures/core';
import { GuardedHome } from '../fixtures/gate';
import { GuardWindow } from '../fixtures/guardWindow';

describe('a guarded agent that says nothing more', function () {
  this.timeout(300_000);
  let at: GuardedHome;
  let window: GuardWindow | undefined;
  beforeEach(() => {
    at = new GuardedHome();
  });
  afterEach(async () => {
    await window?.close();
    window = undefined;
    await at.dispose();
  });
  const refusal = async (command: string) => {
    const { json } = await at.gate('claude', at.bash(command));
    const { hookSpecificOutput } = json as { hookSpecificOutput?: { permissionDecisionReason?: string } };
    return hookSpecificOutput?.permissionDecisionReason;
  };

  it('is left, and what its hooks and its human know of it is not', async () => {
    at.ownHook(`export const twice = hook('preToolUse', (ctx) => {
      const n = Number(ctx.state.get('n') ?? 0) + 1;
      ctx.state.set('n', n);
      return n === 3 ? ctx.stop('three') : undefined;
    });`);
    window = await GuardWindow.open(at, { silentMs: 1 });
    const isLeft = () => until(() => window!.sessions.size === 0);
    for (const command of ['ls', 'pwd']) {
      assert.equal(await refusal(command), undefined);
      await isLeft();
    }
    assert.match((await refusal('date')) ?? '', /three/);
    await isLeft();
    assert.match((await refusal('ls')) ?? '', /three/, 'a stop outlives the silence');
    assert.equal(window.heard, 4);
    assert.deepEqual(window.logs, []);
  });

  it('stays while it speaks', async () => {
    window = await GuardWindow.open(at);
    assert.equal(await refusal('ls'), undefined);
    assert.equal(window.sessions.size, 1);
    await at.gate('claude', { hook_event_name: 'SessionEnd', session_id: 's', cwd: at.project, reason: 'other' });
    await until(() => window!.sessions.size === 0);
  });
});
