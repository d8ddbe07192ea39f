import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { factsOfStray } from '../../../src/hooks/hostProtocol';
import type { HookEvent } from '../../../src/shared/events/events';
import { root, until } from '../../fixtures/core';
import type { LooseFacts } from '../../fixtures/events';
import { blamed, hookEvent, imports, isAlive, request, toolCall, useMarkingHooks } from '../../fixtures/hookSet';

describe('hooks that fail', () => {
  const { open, start, count } = useMarkingHooks();
  /** A hook leaves code behind; where that hits one that waits meanwhile, the one that waits is told by whom. */
  const leaveBehind = async (code: string) => {
    const it = await start({
      'a.ts': `export const leaves = hook('preToolUse', () => { ${code} });
export const waits = hook('message', { timeoutMs: 60_000 }, async (ctx) => { mark('waits'); await ctx.complete('wait'); });`,
    });
    const waiting = it.host.dispatch(request('message', { message: {} }));
    await it.call();
    const { hooks } = await waiting;
    if (hooks[0]?.error) assert.match(hooks[0].error.message, /was interrupted: .*#leaves/);
    await until(() => it.failures.length > 0);
    return it;
  };

  for (const [how, code] of Object.entries({
    'ends the process': 'process.exit(1);',
    loops: 'for (;;);',
    'floods the memory': 'const all: unknown[] = []; for (;;) all.push(new Array(1e5).fill({}));',
    'blocks in native code': 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);',
  }))
    it(`run once, though one that comes later ${how}; that one is named`, async () => {
      const it = await start({
        'a.ts': `export const quick = hook('preToolUse', { priority: 3 }, () => mark('quick'));
export const changes = hook('preToolUse', { priority: 2 }, (ctx) => { mark('changes'); return ctx.modify({ input: { description: 'kept' } }); });
export const bad = hook('preToolUse', { priority: 1, timeoutMs: 200, onError: 'continue' }, (ctx) => { mark('bad'); ctx.log('said before'); ${code} });
export const after = hook('preToolUse', () => mark('after'));
export const judge = policy(() => mark('judge'));`,
      });
      const began = Date.now();
      const { hooks, payload } = await it.call();
      const [bad] = hooks.filter(({ name }) => name === 'bad');
      assert.deepEqual(bad!.logs, ['said before']);
      const startedAt = Date.parse(bad!.startedAt);
      // A process tells the time of its start in whole milliseconds, and another one when it died.
      assert.ok(startedAt >= began - 1 && startedAt + bad!.duration <= Date.now() + 1, `${began} ${JSON.stringify(bad)}`);
      if (how === 'loops') assert.ok(bad!.duration >= 200, `${bad!.duration} ms`);
      assert.deepEqual(
        hooks.map(({ name, decision }) => `${name} ${decision}`),
        ['quick continue', 'changes modify', 'bad error', 'after continue', 'judge continue'],
      );
      assert.equal((payload.input as { description?: string }).description, 'kept');
      assert.deepEqual(['quick', 'changes', 'bad', 'after', 'judge'].map(count), [1, 1, 1, 1, 1]);
    });

  it('have on their row what they and no other logged before they died, and nothing that a later hook redacts', async () => {
    const it = await start({
      'a.ts': `export const first = hook('postToolUse', { priority: 2 }, (ctx) => ctx.log('first'));
export const dies = hook('postToolUse', { priority: 1 }, (ctx) => { ctx.log('dies'); ctx.log(ctx.output); process.exit(1); });
export const cleans = hook('postToolUse', { redacts: true }, (ctx) => ctx.modify({ output: 'clean' }));`,
    });
    const { hooks } = await it.host.dispatch(request('postToolUse', { ...toolCall('ls').payload, output: 'the secret' }));
    assert.deepEqual(
      hooks.map(({ name, logs }) => [name, logs]),
      [
        ['first', ['first']],
        ['dies', ['dies', 'withheld: it quotes what a later hook is to redact']],
        ['cleans', undefined],
      ],
    );
  });

  it('go on with the set that they began with, though it is replaced and the host dies meanwhile', async () => {
    const text = (which: string) => `export const first = hook('preToolUse', { priority: 2 }, () => mark('first ${which}'));
export const dies = hook('preToolUse', { priority: 1, onError: 'continue', timeoutMs: 60_000 }, async () => { mark('dies ${which}'); await new Promise(() => {}); });
export const last = hook('preToolUse', (ctx) => { mark('last ${which}'); return ctx.modify({ input: { description: '${which}' } }); });
export const judge = policy(() => mark('judge ${which}'));`;
    const it = await start({ 'a.ts': text('old') });
    const called = it.call();
    await until(() => count('dies old') === 1);
    const imported = readFileSync(it.path('a.ts'), 'utf8').slice(0, -text('old').length);
    await it.save('a.ts', imported + text('new'));
    process.kill(it.host.pid!, 'SIGKILL');
    const { hooks, payload } = await called;
    assert.deepEqual(
      hooks.map(({ name, decision }) => `${name} ${decision}`),
      ['first continue', 'dies error', 'last modify', 'judge continue'],
    );
    assert.equal((payload.input as { description?: string }).description, 'old');
    assert.deepEqual(['first new', 'dies new', 'last new', 'judge new'].map(count), [0, 0, 0, 0]);
    // What begins now is of the new one.
    const next = it.call();
    await until(() => count('dies new') === 1);
    process.kill(it.host.pid!, 'SIGKILL');
    assert.equal(((await next).payload.input as { description?: string }).description, 'new');
    assert.deepEqual(['first old', 'last old', 'judge old'].map(count), [1, 1, 1]);
  });

  for (const [how, stop, code] of [
    ['that dies as it hears of a stop', true, "ctx.signal.addEventListener('abort', () => process.exit(4));"],
    [
      'that dies only when it is not waited for any more',
      true,
      "ctx.signal.addEventListener('abort', () => { for (const end = Date.now() + 600; Date.now() < end; ); process.exit(4); });",
    ],
    ['whose finalizer dies', false, 'kept = new FinalizationRegistry(() => process.exit(4)); kept.register({}, 0);'],
    ['that hears of what another one tells', false, "process.on('beat', () => process.exit(4));"],
    ['that throws as it hears of a stop', true, "ctx.signal.addEventListener('abort', () => { throw new Error('late'); });"],
  ] as const)
    it(`are named, not those that wait beside them: one ${how}`, async () => {
      const it = await start({
        'a.ts': `let kept;\nexport const bad = hook('preToolUse', { timeoutMs: 60_000 }, (ctx) => { ${code} mark('bad'); if (${stop}) return new Promise(() => {}); });`,
        'b.ts': `export const waits = hook('message', { timeoutMs: 60_000 }, async () => { mark('waits'); for (let junk: unknown[] = []; ; junk = junk.length > 20 ? [] : [...junk, new Array(1e5).fill({})]) { await new Promise((done) => setTimeout(done, 1)); process.emit('beat' as never); } });`,
      });
      const stopping = new AbortController();
      const waiting = it.host.dispatch(request('message', { message: {} }), stopping.signal);
      await until(() => count('waits') === 1);
      const called = it.call('ls', stopping.signal);
      await until(() => count('bad') === 1);
      if (stop) stopping.abort();
      await Promise.all([called, waiting]);
      await until(() => blamed(it).length + it.failures.length > 0);
      assert.deepEqual([...new Set([...blamed(it), ...it.failures.map(({ hook }) => hook)])], ['bad']);
    });

  it('are named, not those that have only heard of what they tell', async () => {
    const it = await start({
      'a.ts': `process.on('beat', () => mark('heard'));\nexport const hears = hook('preToolUse', () => { process.on('beat', () => mark('heard')); });`,
      'b.ts': `export const dies = hook('message', () => { process.emit('beat' as never); process.exit(4); });`,
    });
    await it.call();
    await it.host.dispatch(request('message', { message: {} }));
    assert.deepEqual([count('heard'), blamed(it), it.failures], [2, ['dies'], []]);
  });

  for (const [how, dies, guilty] of [
    ['within it', 'kept!(() => process.exit(4))', 'binds'],
    ['once it is over', "kept!(() => mark('bound')); process.exit(4)", 'calls'],
  ] as const)
    it(`are named by whose code it is that was bound to other work, where the process ends ${how}`, async () => {
      const it = await start({
        'a.ts': `import { AsyncLocalStorage } from 'node:async_hooks';
let kept: ((run: () => void) => void) | undefined;
export const binds = hook('preToolUse', () => { kept = AsyncLocalStorage.snapshot(); });
export const calls = hook('message', () => { ${dies}; });`,
      });
      await it.call();
      await it.host.dispatch(request('message', { message: {} }));
      assert.deepEqual(blamed(it), [guilty]);
    });

  it('leave what many before them have decided as it was, once each', async () => {
    const it = await start({
      'a.ts': `export const many = Array.from({ length: 300 }, (_, n) => hook('preToolUse', { priority: 1 }, (ctx) => { mark('many'); return n % 2 ? ctx.ask('a human') : ctx.modify({ input: { description: String(n) } }); }));
export const bad = hook('preToolUse', { onError: 'continue' }, () => process.exit(1));`,
    });
    const { hooks, vote, payload } = await it.call();
    const decided = (action: string) => hooks.filter(({ decision }) => decision === action).length;
    assert.deepEqual([count('many'), decided('ask'), decided('modify'), hooks.at(-1)?.decision], [300, 150, 150, 'error']);
    assert.deepEqual([vote?.action, (payload.input as { description?: string }).description], ['ask', '298']);
  });

  it('run once, though a policy takes the host down', async () => {
    const it = await start({
      'a.ts': `export const quick = hook('preToolUse', () => mark('quick'));
export const first = policy({ name: 'first' }, () => mark('first'));
export const second = policy(() => { mark('second'); process.exit(1); });`,
    });
    const { judgement } = await it.call();
    assert.equal(judgement?.action, 'deny');
    assert.match(judgement?.reason ?? '', /second failed/);
    assert.deepEqual(['quick', 'first', 'second'].map(count), [1, 1, 1]);
  });

  it('are not run again where another one beside them took the host down, and are not blamed for it', async () => {
    const it = await start({
      'a.ts': `export const waits = hook('preToolUse', { onError: 'continue' }, async (ctx) => { mark('waits'); await ctx.complete('wait'); });
export const leaves = hook('message', () => { mark('leaves'); process.exit(1); });`,
    });
    const waiting = it.call();
    await until(() => count('waits') === 1);
    const left = await it.host.dispatch(request('message', { message: {} }));
    assert.match(left.hooks[0]?.error?.message ?? '', /exited with code 1/);
    const { hooks } = await waiting;
    if (hooks[0]?.error) assert.match(hooks[0].error.message, /was interrupted: .*leaves/);
    assert.deepEqual(['waits', 'leaves'].map(count), [1, 1]);
    assert.equal(it.host.isSuspended(`${it.path('a.ts')}#waits`), false);
  });

  it('are suspended as observers that loop, and no tool call is denied for it', async () => {
    const it = await start({
      'a.ts': `export const stuck = hook('event', { timeoutMs: 100 }, () => { mark('stuck'); for (;;); });\nexport const sees = hook('event', () => mark('sees'));`,
    });
    for (let n = 1; n <= 5; n++) {
      it.host.observe({ kind: 'event', event: hookEvent('x') });
      await until(() => count('sees') === n);
      assert.equal((await it.call()).end.action, 'continue');
    }
    assert.equal(count('stuck'), 3);
    assert.equal(it.host.isSuspended(`${it.path('a.ts')}#stuck`), true);
    assert.deepEqual(it.down, []);
  });

  it('are told of at their place where a timer or a promise that they left fails; nothing runs again', async () => {
    const it = await start({
      'a.ts': `export const leaves = hook('preToolUse', () => {
  mark('leaves');
  setTimeout(() => { throw new Error('too late'); }, 0);
  void Promise.reject(new Error('nobody waits'));
});
export const slow = hook('message', async (ctx) => { mark('slow'); await ctx.complete('wait'); });`,
    });
    const { pid } = it.host;
    const slow = it.host.dispatch(request('message', { message: {} }));
    await it.call();
    await until(() => it.failures.length === 2);
    assert.deepEqual(it.failures.map(({ file, line, message }) => `${file === it.path('a.ts')} ${line} ${message}`).sort(), [
      'true 8 too late',
      'true 9 nobody waits',
    ]);
    assert.equal((await slow).hooks[0]?.error, undefined);
    assert.deepEqual([count('leaves'), count('slow'), it.host.pid], [1, 1, pid]);
  });

  /** What a hook may throw beside an Error, by the word of the call that brings it about. */
  const odd = `
const { proxy: revoked, revoke } = Proxy.revocable({}, {});
revoke();
const trap = () => { throw new Error('trap'); };
const oddOnes: Record<string, () => unknown> = {
  nothing: () => undefined,
  null: () => null,
  symbol: () => Symbol('s'),
  bare: () => Object.create(null),
  text: () => ({ toString: trap, [Symbol.toPrimitive]: trap }),
  message: () => ({ get message() { return trap(); } }),
  number: () => ({ message: { a: 1 }, name: () => 1 }),
  name: () => Object.assign(new Error('named'), { name: Symbol('n') }),
  stack: () => Object.assign(new Error('stacked'), { stack: { split: 1 } }),
  getter: () => Object.defineProperty(new Error('x'), 'stack', { get: trap }),
  proxy: () => new Proxy({}, { get: trap, has: trap, getPrototypeOf: trap, ownKeys: trap }),
  wrapped: () => new Proxy(new Error('x'), { get: trap, getPrototypeOf: trap }),
  revoked: () => revoked,
  inspected: () => ({ [Symbol.for('nodejs.util.inspect.custom')]: trap }),
  huge: () => new Error('h'.repeat(1e7)),
};
const oddOne = (ctx: { input: unknown }) => oddOnes[(ctx.input as { command: string }).command]!();
`;
  const kinds = 'nothing null symbol bare text message number name stack getter proxy wrapped revoked inspected huge'.split(' ');

  for (const [how, code] of Object.entries({
    throws: 'throw oddOne(ctx);',
    'rejects with': 'return Promise.reject(oddOne(ctx));',
  }))
    it(`are the only ones that fail where one ${how} something that is no error, or an error that cannot be read`, async () => {
      const it = await start({
        'a.ts': `${odd}export const before = hook('preToolUse', { priority: 1 }, (ctx) => ctx.modify({ input: { description: 'kept' } }));
export const bad = hook('preToolUse', { onError: 'continue' }, (ctx) => { ${code} });
export const after = hook('preToolUse', { priority: -1 }, () => mark('after'));
export const judge = policy((ctx) => ctx.deny('judged'));`,
      });
      const { pid } = it.host;
      for (const [calls, kind] of kinds.entries()) {
        const { hooks, payload, judgement } = await it.call(kind);
        assert.deepEqual(
          hooks.map(({ name, decision }) => `${name} ${decision}`),
          ['before modify', 'bad error', 'after continue', 'judge deny'],
          kind,
        );
        assert.equal((payload.input as { description?: string }).description, 'kept');
        assert.equal(judgement?.reason, 'judged');
        const { message = '' } = hooks[1]?.error ?? {};
        assert.ok(message.length > 0 && message.length <= 10_000, kind);
        assert.equal(count('after'), calls + 1);
      }
      assert.equal(it.host.pid, pid);
    });

  it('are named where what they left behind throws such things, and the host lives', async () => {
    const it = await start({
      'a.ts': `${odd}export const leaves = hook('preToolUse', (ctx) => {
  const one = oddOne(ctx);
  void Promise.reject(one);
  setTimeout(() => { throw one; }, 0);
});
export const waits = hook('message', { timeoutMs: 60_000 }, async () => { await new Promise((done) => setTimeout(done, 20)); });`,
    });
    const { pid } = it.host;
    for (const [at, kind] of kinds.entries()) {
      const waiting = it.host.dispatch(request('message', { message: {} }));
      assert.equal((await it.call(kind)).end.action, 'continue');
      await until(() => it.failures.length === 2 * (at + 1));
      assert.equal((await waiting).hooks[0]?.error, undefined);
    }
    assert.deepEqual([...new Set(it.failures.map(({ hook, file }) => `${hook} ${file === it.path('a.ts')}`))], ['leaves true']);
    assert.equal(it.host.pid, pid);
  });

  it('that leave microtasks without end behind are named, not the one that waits then', async () => {
    const it = await leaveBehind('const go = () => { void Promise.resolve().then(go); }; go();');
    assert.equal(it.failures[0]?.hook, 'leaves');
    assert.deepEqual(blamed(it), ['leaves']);
  });

  for (const [what, code] of Object.entries({
    'in a timer': "setTimeout(() => { mark('loops'); for (;;); }, 0);",
    'of promises': "setTimeout(() => { mark('loops'); const go = () => { void Promise.resolve().then(go); }; go(); }, 0);",
  }))
    it(`that leave a loop ${what} behind are named, and a call waits no more than 2 s for it`, async () => {
      const it = await start({
        'a.ts': `export const leaves = hook('message', () => { ${code} });
export const gate = hook('preToolUse', (ctx) => ctx.deny('judged'));`,
      });
      await it.host.dispatch(request('message', { message: {} }));
      await until(() => count('loops') === 1);
      const { end } = await it.call();
      assert.equal(end.action === 'deny' && end.reason, 'judged');
      assert.match(it.failures[0]?.message ?? '', /had left running: blocked the hook host for more than 2000 ms/);
      assert.deepEqual([it.failures.map(({ hook }) => hook), blamed(it)], [['leaves'], ['leaves']]);
    });

  for (const [what, code] of Object.entries({
    'a `then`': 'return { then(resolve: () => void) { setTimeout(() => process.exit(7), 50); resolve(); } } as never;',
    'a getter':
      "return Promise.resolve({ get action() { setTimeout(() => process.exit(7), 50); return 'continue'; } }) as never;",
  }))
    it(`that leave something behind by ${what} of their answer are named`, async () => {
      const { hook, message } = (await leaveBehind(code)).failures[0]!;
      assert.equal(hook, 'leaves');
      assert.match(message, /had left running: the hook host exited with code 7/);
    });

  it('a file whose top level leaves something behind that ends the process is named and, the third time, not loaded again', async () => {
    const it = await start({
      'a.ts': `export const judge = policy((ctx) => { if (String(ctx.input.command).includes('rm')) return ctx.deny('no rm'); });
export const waits = hook('message', { timeoutMs: 60_000 }, async (ctx) => { await new Promise((done) => setTimeout(done, 20)); });`,
      'b.ts': `setInterval(() => process.exit(5), 1);\nexport const note = hook('preToolUse', () => undefined);`,
    });
    await until(async () => {
      const { hooks } = await it.host.dispatch(request('message', { message: {} }));
      if (hooks[0]?.error) assert.match(hooks[0].error.message, /was interrupted: .*b\.ts the hook host exited/);
      assert.equal((await it.call('rm x')).judgement?.action ?? 'deny', 'deny');
      return it.host.problems.length > 0;
    });
    assert.deepEqual(
      it.host.problems.map(({ file }) => file),
      [it.path('b.ts')],
    );
    assert.match(it.host.problems[0]?.message ?? '', /does not load: .*exited with code 5/);
    assert.deepEqual([...new Set(it.failures.map(({ hook }) => hook))], ['b.ts']);
    // It had been there at the start: what it would have said is not known.
    assert.match(String(JSON.stringify(await it.call('ls'))), /b\.ts does not load/);
    assert.equal((await it.call('rm x')).hooks.find(({ name }) => name === 'judge')?.error, undefined);
    assert.deepEqual([blamed(it), it.down], [[], []]);
    await it.save(
      'b.ts',
      `export const note = hook('preToolUse', () => undefined);`.replace(/^/, "import { hook } from 'hooksmith';\n"),
    );
    assert.equal((await it.call('ls')).end.action, 'continue');
  });

  it('that leave a flood of rejections behind are named, and no gate waits for it or closes', async () => {
    const it = await start({
      'a.ts': `export const bad = hook('preToolUse', () => { for (let n = 0; n < 50_000; n++) void Promise.reject(new Error('n' + n)); });
export const gate = hook('preToolUse', { priority: -1 }, (ctx) => { if (ctx.input.command === 'rm') return ctx.deny('no rm'); });`,
    });
    const { pid } = it.host;
    for (let n = 0; n < 4; n++) {
      const { end } = await it.call('rm');
      assert.equal(end.action === 'deny' && end.reason, 'no rm');
    }
    await until(() => it.failures.length > 0);
    assert.deepEqual([...new Set(it.failures.map(({ hook }) => hook))], ['bad']);
    assert.deepEqual([it.host.pid, blamed(it), it.down], [pid, [], []]);
  });

  for (const [how, cluster] of Object.entries({
    import: "(await import('cluster'))",
    ask: "process.getBuiltinModule('cluster')",
  }))
    it(`that would start their process once more are told what to use in its place: those that ${how}`, async () => {
      const it = await start({
        'a.ts': `export const forks = hook('preToolUse', { onError: 'continue' }, async () => { ${cluster}.fork(); });`,
      });
      const { hooks } = await it.call();
      assert.equal(
        hooks[0]?.error?.message,
        'cluster.fork is not there for hooks and tools: it would start their process once more. Use node:child_process',
      );
    });

  it('that watch are not shown the late failures of one another without end', async () => {
    const watches = (name: string) => `export const ${name} = hook('event', (ctx) => {
  if (ctx.hookEvent.type === 'hook_error') mark('seen');
  void Promise.reject(new Error('late'));
});`;
    const it = await start({ 'a.ts': watches('a'), 'b.ts': watches('b') });
    const tell = (event: HookEvent) => it.host.observe({ kind: 'event', event });
    tell(hookEvent('message'));
    await until(() => it.failures.length === 2);
    const first = [...it.failures];
    for (let n = 0; n < 5; n++)
      for (const failure of first) tell(hookEvent('hook_error', factsOfStray(failure) as unknown as LooseFacts));
    await it.host.endRun('run');
    // The first that failed was told to the other.
    assert.equal(count('seen'), 1);
  });

  it('may keep bytes, which the next process has again', async () => {
    const it = await start({
      'a.ts': `import { deserialize, serialize } from 'node:v8';
export const keeps = hook('preToolUse', { onError: 'continue' }, (ctx) => {
  ctx.log(String(ctx.state.get('bytes')), String(deserialize(serialize({ of: Buffer.from([4, 5]) })).of[1]));
  ctx.state.set('bytes', new Uint8Array([1, 2]));
  if (ctx.input.command === 'exit') process.exit(1);
});`,
    });
    await it.call('exit');
    assert.deepEqual((await it.call('ls')).hooks[0]?.logs, ['1,2 5']);
    assert.deepEqual(it.down, []);
  });

  it('cannot make the parent listen to them without end', async () => {
    const it = await start({
      'a.ts': `export const bad = hook('preToolUse', () => { const go = () => { setImmediate(go); console.log('x'.repeat(1e5)); throw new Error('again'); }; setImmediate(go); });`,
    });
    await it.call();
    await until(() => it.logs.join('').length > 900_000);
    for (let n = 0; n < 20; n++) assert.equal((await it.call()).end.action, 'continue');
    assert.ok(it.failures.length > 0 && it.failures.every(({ hook }) => hook === 'bad'));
    assert.ok(it.logs.every((text) => text.length <= 10_000));
  });

  for (const [how, write] of Object.entries({
    'process.stdout': "process.stdout.write('out ' + ctx.output)",
    'it later': "setTimeout(() => process.stdout.write('out ' + ctx.output), 5)",
    'process.stderr': "process.stderr.write(Buffer.from('out ' + ctx.output + '\\n'))",
    'a stream into it': "Readable.from(['out ' + ctx.output]).pipe(process.stdout, { end: false })",
    'console.table': 'console.table([ctx.output])',
    'its descriptor': "writeSync(1, 'out ' + ctx.output)",
    'a program that has its output':
      "execFileSync(process.execPath, ['-p', JSON.stringify('out ' + ctx.output)], { stdio: 'inherit' })",
  }))
    it(`show nothing that a later hook is to redact: written to ${how}`, async () => {
      const it = await start({
        'a.ts': `import { execFileSync } from 'node:child_process';\nimport { writeSync } from 'node:fs';\nimport { Readable } from 'node:stream';
export const tells = hook('postToolUse', { priority: 1 }, (ctx) => { ${write}; });
export const cleans = hook('postToolUse', { redacts: true }, (ctx) => ctx.modify({ output: 'clean' }));`,
      });
      const { hooks } = await it.host.dispatch(request('postToolUse', { ...toolCall('ls').payload, output: 'the secret' }));
      const told = () => [...it.logs, ...(hooks[0]?.logs ?? [])];
      await until(() => told().some((text) => /withheld/.test(text)));
      assert.deepEqual(
        told().filter((text) => text.includes('secret')),
        [],
      );
    });

  it('show what they write to their output where none redacts', async () => {
    const it = await start({
      'a.ts': `import { writeSync } from 'node:fs';
export const tells = hook('preToolUse', (ctx) => new Promise((done) => { process.stdout.write('7479706564', 'hex', () => done(undefined)); process.stderr.write('two\\n'); writeSync(1, 'directly'); }));`,
    });
    assert.deepEqual((await it.call()).hooks[0]?.logs, ['typed', 'two']);
    await until(() => it.logs.length > 0);
    assert.deepEqual(it.logs, ['directly']);
  });

  it('are given each value once: what is carried is what was checked', async () => {
    const it = await start({
      'a.ts': `// @ts-nocheck
const first = (...values) => () => (values.length > 1 ? values.shift() : values[0]);
const turns = (ways) => Object.defineProperties({}, Object.fromEntries(Object.entries(ways).map(([name, get]) => [name, { get, enumerable: true }])));
export const shared = hook('preToolUse', { priority: 9, onError: 'continue' }, () => ({ action: 'modify', metadata: { a: new SharedArrayBuffer(8) } }));
export const nested = hook('preToolUse', { priority: 8, onError: 'continue' }, () => ({ action: 'modify', metadata: { a: new Map([[1, new SharedArrayBuffer(8)]]) } }));
export const list = hook('preToolUse', { priority: 7 }, () => { const a = [1]; a.map = () => [() => 1]; return { action: 'modify', metadata: { a } }; });
export const judge = policy(() => turns({ action: first('ask', 'ask', 'ask', 'ask', 'allow'), reason: first('r', 'r', () => 1) }));`,
    });
    const { hooks, judgement, metadata } = await it.call();
    assert.deepEqual(
      hooks.map(({ name, decision }) => `${name} ${decision}`),
      ['shared error', 'nested error', 'list modify', `judge ${hooks.at(-1)?.error ? 'error' : 'ask'}`],
    );
    assert.match(hooks[0]?.error?.message ?? '', /'metadata\.a' is a SharedArrayBuffer, which no event can carry/);
    assert.deepEqual(metadata, { a: [1] });
    assert.match(judgement?.action ?? '', /^(ask|deny)$/);
  });

  it('are suspended in the version that failed: what is saved is called again, though its host died meanwhile', async () => {
    const loops = "export const it = hook('message', { timeoutMs: 50 }, () => { for (;;); });";
    const it = await start({ 'a.ts': loops });
    const id = `${it.path('a.ts')}#it`;
    const message = async () => (await it.host.dispatch(request('message', { message: {} }))).hooks[0];
    for (let n = 0; n < 3; n++) await message();
    assert.equal((await message())?.error?.name, 'SuspendedError');
    assert.equal(it.host.isSuspended(id), true);
    const { pid } = it.host;
    // The next host never knew the version before.
    const saved = it.save('a.ts', `${imports}export const it = hook('message', (ctx) => ctx.log('again'));`);
    process.kill(pid!, 'SIGKILL');
    await saved;
    assert.deepEqual((await message())?.logs, ['again']);
    assert.equal(it.host.isSuspended(id), false);
    await it.save('a.ts', `${imports}${loops}`);
    assert.equal(it.host.isSuspended(id), false);
  });

  it('a host that never starts is given up at once, said once, and tool calls are denied', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hooksmith-faults-'));
    const script = join(folder, 'host.js');
    writeFileSync(
      script,
      "require('node:fs').appendFileSync(require('node:path').join(__dirname, 'starts'), 'x'); process.exit(3);",
    );
    const set = await open({
      files: { 'a.ts': `${imports}export const it = hook('preToolUse', () => {});` },
      host: { script },
    });
    assert.deepEqual(set.down, [
      'The hook host did not start: it exited with code 3. Tool calls are denied until a hook file is saved or hooks are reloaded.',
    ]);
    const { end } = await set.call();
    assert.equal(end.action, 'deny');
    // One is started while files are built: where it has died by the time it is needed, another is.
    assert.match(readFileSync(join(folder, 'starts'), 'utf8'), /^xx?$/);
    rmSync(folder, { recursive: true });
  });

  it('judges on where its folder is gone, or is none', async () => {
    for (const cwd of [join(tmpdir(), 'hooksmith-no-such-folder'), join(root, 'package.json')]) {
      const set = await open({
        files: { 'a.ts': `${imports}export const no = hook('preToolUse', (ctx) => ctx.deny('judged'));` },
        cwd,
      });
      const { end } = await set.call();
      assert.deepEqual([set.down, end.action === 'deny' && end.reason], [[], 'judged']);
      await set.stop();
    }
  });

  it('starts anew with another environment, once what is under way is done', async () => {
    process.env.HOOKSMITH_TEST_NAME = 'value';
    let names: string[] = [];
    let asked = 0;
    let answer = () => {};
    const answered = new Promise<string>((resolve) => {
      answer = () => resolve('yes');
    });
    const set = await open({
      files: {
        'a.ts': `${imports}export const it = hook('message', async (ctx) => { ctx.state.set('n', ((ctx.state.get('n') as number) ?? 0) + 1); ctx.log(process.env.HOOKSMITH_TEST_NAME ?? 'none', ctx.state.get('n')); await ctx.complete('wait'); });`,
      },
      host: { environment: () => names },
      complete: () => {
        asked++;
        return answered;
      },
    });
    const { host } = set;
    const message = async () => (await host.dispatch(request('message', { message: {} }))).hooks[0]?.logs;
    const first = message();
    await until(() => asked === 1);
    const before = host.pid;
    names = ['HOOKSMITH_TEST_NAME'];
    host.restart();
    assert.equal(host.pid, before);
    answer();
    assert.deepEqual(await first, ['none 1']);
    assert.deepEqual(await message(), ['value 2']);
    assert.notEqual(host.pid, before);
    await until(() => !isAlive(before!));
    assert.deepEqual(set.failures, []);
    delete process.env.HOOKSMITH_TEST_NAME;
  });

  it('no signal opens an inspector', async function () {
    if (process.platform === 'win32') this.skip();
    const it = await start({ 'a.ts': "export const it = hook('message', (ctx) => ctx.log('lives'));" });
    const message = async () => (await it.host.dispatch(request('message', { message: {} }))).hooks[0]?.logs;
    await message();
    const { pid } = it.host;
    process.kill(pid!, 'SIGUSR1');
    assert.deepEqual(await message(), ['lives']);
    assert.equal(it.host.pid, pid);
    assert.deepEqual(
      it.logs.filter((text) => /Debugger|inspector/i.test(text)),
      [],
    );
  });

  describe('side by side in one host', () => {
    const wait = `import { existsSync } from 'node:fs';
const wait = async (name: string) => { while (!existsSync(join(dirname(dirname(dirname(__filename))), name))) await new Promise((done) => setTimeout(done, 5)); };`;
    /** The first waits for its file and then does what it does; the others wait for as long as it takes. */
    const sideBySide = (code: string) => ({
      'a.ts': `${wait}
export const guilty = hook('preToolUse', { timeoutMs: 3000 }, async () => { mark('guilty'); await wait('go'); ${code} });
export const other = hook('message', { timeoutMs: 60_000 }, async () => { mark('other'); await wait('never'); });
export const third = hook('message', { timeoutMs: 60_000 }, async () => { await undefined; });`,
    });
    for (const [how, code] of Object.entries({
      'ends the process': 'process.exit(7);',
      'kills the process': 'process.kill(process.pid, "SIGKILL");',
      loops: 'for (;;);',
    }))
      it(`the one that ${how} is named and counted, not those that began after it`, async () => {
        const it = await start(sideBySide(code));
        const guilty = it.call();
        await until(() => count('guilty') === 1);
        const others = [1, 2].map((n) => it.host.dispatch(request('message', { message: {} }, `run${n}`)));
        await until(() => count('other') === 2);
        writeFileSync(join(it.folder, 'go'), '');
        const { end, hooks } = await guilty;
        assert.equal(end.action, 'deny');
        assert.equal(hooks[0]?.name, 'guilty');
        assert.doesNotMatch(hooks[0]?.error?.message ?? '', /interrupted/);
        for (const other of await Promise.all(others))
          assert.match(other.hooks[0]?.error?.message ?? '', /was interrupted: .*#guilty/);
        assert.deepEqual(blamed(it), ['guilty']);
      });

    it('a hook whose timer ends the process later is named, not the one that waits then', async () => {
      const it = await leaveBehind('setTimeout(() => process.exit(7), 50);');
      const { hook, line, message } = it.failures[0]!;
      assert.deepEqual([hook, line], ['leaves', 6]);
      assert.match(message, /had left running: the hook host exited with code 7/);
      assert.equal(count('waits'), 1);
    });

    it('a hook that answers each time and ends the process afterwards is suspended, and interrupts the others no more', async () => {
      const it = await start({
        'a.ts': `export const leaves = hook('preToolUse', () => { setTimeout(() => process.exit(7), 0); });`,
      });
      for (let n = 1; n <= 3; n++) {
        assert.equal((await it.call()).hooks[0]?.error, undefined);
        await until(() => it.failures.length === n);
      }
      assert.match((await it.call()).hooks[0]?.error?.message ?? '', /^suspended/);
      assert.deepEqual(it.down, []);
    });

    it('a late throw is named by its hook, whichever runs meanwhile', async () => {
      const it = await start({
        'a.ts': `export const leaves = hook('preToolUse', () => { setTimeout(() => { throw 'no stack'; }, 0); });
${wait}
export const waits = hook('message', { timeoutMs: 60_000 }, () => wait('go'));`,
      });
      const waiting = it.host.dispatch(request('message', { message: {} }));
      await it.call();
      await until(() => it.failures.length > 0);
      writeFileSync(join(it.folder, 'go'), '');
      await waiting;
      assert.deepEqual(
        it.failures.map(({ hook, message }) => [hook, message]),
        [['leaves', 'no stack']],
      );
    });
  });
});
