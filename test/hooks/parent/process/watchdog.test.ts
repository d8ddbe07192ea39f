import assert from 'node:assert/strict';
import { longMessage, type Marker, nobody } from '../../../../src/hooks/hostProtocol';
import { Watchdog, type WatchedProcess } from '../../../../src/hooks/parent/process/watchdog';
import { until } from '../../../fixtures/limits';

type Host = NonNullable<ReturnType<WatchedProcess['process']>>;

describe('the watch over a host', () => {
  const markerOf = (hookId: string, facts: Partial<Marker> = {}): Marker => ({
    ...{ n: 0, startedAt: 0, timeoutMs: 0, paused: false, step: 0, set: '', begun: [] },
    ...{ isOver: false, isApart: false, isCarried: false, hookId, ...facts },
  });
  const watch = (host: Host): Watchdog => {
    const watchdog = new Watchdog({
      ...{ name: 'host', isBusy: true, memoryLimitMb: 1024 },
      process: () => host,
      awaits: (n) => n > 0,
      given: () => 0,
      debugged: () => 'off',
    });
    watchdog.wake();
    return watchdog;
  };
  /** What is said of a host that was heard of so long ago, and in which that runs for nobody: why it is stopped, if it is. */
  const looked = async (hookId: string, quietMs: number, facts: Partial<Marker> = {}): Promise<string | undefined> => {
    let [isOver, why]: [boolean, string | undefined] = [false, undefined];
    const host = {
      ...{ gone: false, killedFor: undefined, isReady: true, heardAt: Date.now() - quietMs, resident: 0, pid: undefined },
      waitedMs: 0,
      markers: () => [markerOf(hookId, facts)],
      kill: ({ message }: { message: string }) => ([isOver, why] = [true, message]),
      ping: () => {
        isOver = true;
      },
    } as unknown as Host;
    const watchdog = watch(host);
    await until(() => isOver).finally(() => watchdog.stop());
    return why;
  };

  it('gives the host’s own work on a long message the time that a busy machine takes for it, and that alone', async () => {
    assert.equal(await looked(longMessage, 30_000), undefined);
    assert.match((await looked(longMessage, 90_000))!, /^blocked the host for more than 60000 ms/);
  });

  it('counts what the host does with the words of hooks as the time of none, for which somebody waits', async () => {
    for (const isOver of [false, true]) {
      const facts = { n: 1, startedAt: Date.now() - 30_000, timeoutMs: 100, isOver };
      assert.equal(await looked('hook', 30_000, { ...facts, isCarried: true }), undefined);
      assert.match((await looked('hook', 90_000, { ...facts, isCarried: true }))!, /^blocked the host for more than 60000 ms/);
      if (!isOver) assert.match((await looked('hook', 30_000, facts))!, /^took longer than its timeoutMs of 100 ms/);
    }
  });

  it('counts for what runs for no work the time since it began, and not what the host did before, but for a minute in all', async () => {
    const startedAt = Date.now();
    for (const hookId of ['hook', nobody]) {
      assert.equal(await looked(hookId, 30_000, { startedAt }), undefined);
      assert.match((await looked(hookId, 90_000, { startedAt }))!, /^blocked the host/);
    }
  });

  it('counts as quiet no time in which others had the processor', async () => {
    for (const waits of [false, true]) {
      let [looks, why] = [0, ''];
      const heardAt = Date.now();
      const host = {
        ...{ gone: false, killedFor: undefined, isReady: true, heardAt, resident: 0, pid: undefined },
        get waitedMs() {
          return waits && looks > 0 ? 60_000 : 0;
        },
        markers: () => [markerOf('hook')],
        kill: ({ message }: { message: string }) => (why = message),
        ping: () => looks++,
      };
      const watchdog = watch(host as unknown as Host);
      await until(() => why !== '' || Date.now() - heardAt > 3000).finally(() => watchdog.stop());
      assert.match(why, waits ? /^$/ : /^blocked the host for more than 2000 ms/);
    }
  });

  it('gives code of a hook that is known less, where others wait, than what nobody knows', async () => {
    assert.match((await looked('hook', 3000))!, /^blocked the host for more than 2000 ms/);
    assert.equal(await looked(nobody, 3000), undefined);
    assert.match((await looked(nobody, 30_000))!, /^blocked the host for more than 5000 ms/);
  });
});
