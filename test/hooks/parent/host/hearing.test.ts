import assert from 'node:assert/strict';
import type { FromHost } from '../../../../src/hooks/hostProtocol';
import { Debugging } from '../../../../src/hooks/parent/host/debugging';
import { Hearing } from '../../../../src/hooks/parent/host/hearing';
import { Unloading } from '../../../../src/hooks/parent/host/unloading';
import { KeptStates } from '../../../../src/hooks/parent/lasting/keptStates';
import { LiveSet } from '../../../../src/hooks/parent/lasting/liveSet';
import { RemoteHooks } from '../../../../src/hooks/parent/lasting/remoteHooks';
import { Survivors } from '../../../../src/hooks/parent/lasting/survivors';
import { OpenWork, type Work } from '../../../../src/hooks/parent/lasting/work';
import type { HostProcess } from '../../../../src/hooks/parent/process/hostProcess';
import { References } from '../../../../src/hooks/references';
import type { HookEvent } from '../../../../src/shared/events/events';
import { noSkips } from '../../../../src/shared/verdicts/hookRecord';
import { requestOf } from '../../chain/chaining';

const request = requestOf('preToolUse', { toolName: 'Bash', input: { command: 'ls' } });
const hookSet = 'set-1';
const answers = {
  passed: { type: 'passed', n: 1, hookSet, ran: [], skipped: noSkips },
  'the result of hooks': {
    type: 'result',
    n: 1,
    result: { end: { action: 'continue' }, context: [], hooks: [], skipped: noSkips, hookSet },
    changes: { set: {}, gone: [] },
  },
  'the word of policies': { type: 'result', n: 1, result: { hooks: [], hookSet } },
  done: { type: 'done', n: 1 },
  replayed: { type: 'replayed', n: 1, report: {} },
} as unknown as Record<string, FromHost>;
const meantFor: Record<string, Work['kind'][]> = {
  passed: ['dispatch'],
  'the result of hooks': ['dispatch'],
  'the word of policies': ['judge'],
  done: ['observe', 'endRun'],
  replayed: ['replay'],
};

function hearing() {
  const live = new LiveSet();
  live.take({ id: hookSet, hooks: [], problems: [], failed: [] });
  const survivors = new Survivors();
  const services = { toolFacts: () => ({}), complete: async () => '', log: () => {}, observerFailed: () => {} } as never;
  const open = new OpenWork({ live, survivors, toolFacts: (() => ({})) as never });
  const kept = new KeptStates(survivors, () => {});
  const distrusted: string[] = [];
  const sent: unknown[] = [];
  const from = {
    gone: false,
    references: new References(1),
    distrust: (why: string) => distrusted.push(why),
    send: (message: unknown) => {
      structuredClone(message);
      sent.push(message);
    },
  } as unknown as HostProcess;
  const remote = new RemoteHooks(
    (store) => kept.of(store),
    async () => '',
  );
  const heard = new Hearing({
    ...{ services, live, work: open, survivors, kept, remote },
    unloading: new Unloading(),
    debugging: new Debugging(() => {}),
    isAtWork: () => true,
    went: () => {},
  });
  const settled: unknown[] = [];
  const resolve = (value?: unknown) => void settled.push(value ?? 'ended');
  const works: Record<Work['kind'], Work> = {
    dispatch: { kind: 'dispatch', request, resolve },
    judge: { kind: 'judge', request, resolve },
    set: { kind: 'set', n: 1, files: [], waiting: [resolve] },
    observe: { kind: 'observe', events: [] as HookEvent[] },
    endRun: { kind: 'endRun', runId: 'run', resolve },
    replay: { kind: 'replay', piece: {} as never, resolve },
  };
  return { open, distrusted, sent, settled, works, remote, hears: (message: FromHost) => heard.receive(message, from) };
}

describe('what a hook host answers', () => {
  for (const [what, message] of Object.entries(answers))
    for (const kind of ['dispatch', 'judge', 'set', 'observe', 'endRun', 'replay'] as const) {
      const isMeant = meantFor[what]!.includes(kind);
      it(`${what}, to ${kind}: ${isMeant ? 'is taken' : 'ends the host, and the work is given to the next one'}`, () => {
        const { open, distrusted, settled, works, hears } = hearing();
        open.put(1, works[kind]);
        hears(message);
        assert.equal(open.get(1), isMeant ? undefined : works[kind]);
        assert.equal(settled.length, isMeant && kind !== 'observe' ? 1 : 0);
        assert.equal(distrusted.length, isMeant ? 0 : 1);
        if (!isMeant) assert.match(distrusted[0]!, /answer to something else/);
      });
    }

  it('is nothing to anybody where nobody waits for it any more', () => {
    const { distrusted, settled, hears } = hearing();
    for (const message of Object.values(answers)) hears(message);
    assert.deepEqual([distrusted, settled], [[], []]);
  });

  it('is not believed without the changes that its result stands for', () => {
    const { open, distrusted, settled, works, hears } = hearing();
    open.put(1, works.dispatch);
    hears({ ...answers['the result of hooks'], changes: undefined } as never);
    assert.equal(open.get(1), works.dispatch);
    assert.deepEqual([distrusted, settled], [['sent a result without its changes'], []]);
  });

  it('that it broke closes the gate that waits', async () => {
    const { open, settled, works, hears } = hearing();
    const answered = new Promise((resolve) => {
      open.put(1, { ...works.dispatch, resolve } as Work);
    });
    hears({ type: 'broken', n: 1, message: 'the chain fell over' });
    assert.match(JSON.stringify(await answered), /"deny".*the chain fell over|the chain fell over.*"deny"/);
    assert.deepEqual(settled, []);
  });
});

describe('what a hook host asks', () => {
  const ask = { type: 'ask', k: 7, runId: 'run', what: 'remote', args: ['mine', {}, 'run'] } as const;
  const answerTo = async (handler: () => unknown) => {
    const { remote, sent, hears } = hearing();
    remote.add({ id: 'mine', handler } as never);
    hears(ask as never);
    for (let turn = 0; sent.length === 0 && turn < 100; turn++) await Promise.resolve();
    return sent as { k: number; value?: unknown; error?: string }[];
  };

  it('is answered by its number', async () => {
    const [answer, ...more] = await answerTo(() => 'yes');
    assert.deepEqual(more, []);
    assert.equal(answer!.k, 7);
    assert.deepEqual(answer!.value, { returned: 'yes', logs: [] });
  });

  it('is answered with what went wrong, and with why the answer cannot be sent', async () => {
    const thrown = await answerTo(() => {
      throw new Error('not today');
    });
    assert.deepEqual(
      thrown.map(({ k, error }) => [k, error]),
      [[7, 'not today']],
    );
    const [unsendable, ...more] = await answerTo(() => () => 'a function');
    assert.deepEqual(more, []);
    assert.equal(unsendable!.k, 7);
    assert.match(unsendable!.error!, /could not be cloned/);
  });
});
