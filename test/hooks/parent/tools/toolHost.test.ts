import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../../fixtures/core';
import { isAlive } from '../../../fixtures/hookSet';
import { nested } from '../../../fixtures/nested';
import { ToolSet, toolFile } from '../../../fixtures/toolSet';

describe('workspace tools', () => {
  let set: ToolSet | undefined;
  const start = async (files: Record<string, string>) => {
    set = await ToolSet.start(files);
    return set;
  };
  afterEach(async () => {
    await set?.stop();
    set = undefined;
  });

  it('are offered with their JSON schema and run in a process of their own, with no keys', async () => {
    process.env.HOOKSMITH_TEST_KEY = 'secret';
    const it = await start({
      'greet.ts': `import { defineTool, z } from 'hooksmith';
        export const greet = defineTool({ name: 'Greet', description: 'Greets', input: z.object({ name: z.string().describe('Whom'), times: z.number().int().default(1) }),
          run: ({ name, times }, ctx) => ({ said: 'hi '.repeat(times) + name, pid: process.pid, key: process.env.HOOKSMITH_TEST_KEY, cwd: ctx.cwd }) });`,
    });
    assert.deepEqual(it.problems, []);
    assert.deepEqual(it.registry.get('Greet')?.scope, '.hooksmith/tools/greet.ts');
    const [declared] = it.registry.declarations().filter(({ name }) => name === 'Greet');
    assert.deepEqual(declared?.input_schema.required, ['name']);
    assert.deepEqual((declared!.input_schema.properties as { name: unknown }).name, { type: 'string', description: 'Whom' });
    const said = JSON.parse(String(await it.call('Greet', { name: 'you', times: 2 })));
    assert.deepEqual(said, { said: 'hi hi you', pid: it.host.pid, cwd: it.folder });
    assert.notEqual(said.pid, process.pid);
    delete process.env.HOOKSMITH_TEST_KEY;
  });

  it('may name zod itself, which a workspace need not have installed', async () => {
    const it = await start({
      'add.mts': `import { defineTool } from 'hooksmith';
        import * as all from 'zod';
        import z, { string, z as named } from 'zod';
        export const add = defineTool({ name: 'Add', description: 'Adds', input: named.object({ a: all.number(), b: all.z.number(), as: string() }),
          run: ({ a, b, as }) => as + (a + b) + z.literal('!').parse('!') });`,
    });
    assert.deepEqual(it.problems, []);
    assert.equal(await it.call('Add', { a: 1, b: 2, as: 'n' }), 'n3!');
  });

  it('have no process where there is no tool file', async () => {
    const it = await start({});
    assert.equal(it.host.pid, undefined);
    await it.save('a.ts', toolFile('A', "() => 'a'"));
    const pid = it.host.pid!;
    assert.equal(await it.call('A'), 'a');
    await it.remove('a.ts');
    await until(() => !isAlive(pid));
    assert.deepEqual(it.names, []);
  });

  it('are checked like built-in ones, by what JSON schema can say at once and by the rest before they run', async () => {
    const it = await start({
      'even.ts': `import { defineTool, z } from 'hooksmith';
        export const even = defineTool({ name: 'Even', description: 'Test', input: z.object({ n: z.number().refine((n) => n % 2 === 0, 'must be even') }), run: ({ n }) => String(n) });`,
    });
    assert.match(it.toolbox.facts('Even', { n: 'x' }).problem ?? '', /^invalid input for Even: n: /);
    assert.equal(it.toolbox.facts('Even', { n: 3 }).status, 'known');
    await assert.rejects(it.call('Even', { n: 3 }), { name: 'InvalidInput', message: 'invalid input for Even: n: must be even' });
    assert.equal(await it.call('Even', { n: 4 }), '4');
  });

  it('are given what their schema makes of an input which is not yet what the model is asked for', async () => {
    const it = await start({
      'later.ts': `import { defineTool, z } from 'hooksmith';
        const input = z.object({ n: z.coerce.number(), on: z.coerce.date(), of: z.preprocess((v) => [v].flat(), z.array(z.string())), short: z.string().trim().max(2) });
        export const later = defineTool({ name: 'Later', description: 'Test', input, run: ({ n, on, of, short }) => JSON.stringify([n + 1, on.getUTCFullYear(), of, short]) });`,
    });
    const given = { n: '5', on: '2026-01-02', of: 'a', short: '  ab  ' };
    assert.deepEqual([it.problems, it.toolbox.facts('Later', given).problem], [[], undefined]);
    assert.equal(await it.call('Later', given), '[6,2026,["a"],"ab"]');
    await assert.rejects(it.call('Later', { ...given, n: 'x' }), { message: 'invalid input for Later: n: must be a number' });
    assert.deepEqual(it.registry.declarationOf('Later')?.input_schema.properties, {
      n: { type: 'number' },
      on: { type: 'string', format: 'date-time' },
      of: { type: 'array', items: { type: 'string' } },
      short: { type: 'string', maxLength: 2 },
    });
  });

  it('are live on save, and a version that does not compile or is made wrongly leaves the last good one in force', async () => {
    const it = await start({ 'a.ts': toolFile('A', "() => 'one'") });
    await it.save('a.ts', toolFile('A', "() => 'two'"));
    assert.equal(await it.call('A'), 'two');
    await it.save('a.ts', toolFile('A', '() => {'));
    assert.match(it.problems.join(), /^a\.ts:6: /);
    assert.equal(await it.call('A'), 'two');
    await it.save('a.ts', toolFile('A', "() => 'three'", '\n  readonly: true,'));
    assert.match(it.problems.join(), /^a\.ts:2: a: unknown field 'readonly': did you mean 'readOnly'\?/);
    assert.equal(await it.call('A'), 'two');
    await it.save('a.ts', toolFile('A', "() => 'four'"));
    assert.deepEqual([it.problems, await it.call('A')], [[], 'four']);
  });

  it('name what is wrong with them, and stand beside what is', async () => {
    const it = await start({
      'a.ts': toolFile('Bad Name', "() => ''").replace('bad name', 'bad'),
      'b.ts': toolFile('mcp__x__y', "() => ''"),
      'c.ts': "import { hook } from 'hooksmith';\nexport const h = hook('message', () => undefined);",
      'd.ts': toolFile('Good', "() => 'good'"),
      'e.ts':
        "import { defineTool, z } from 'hooksmith';\n\nexport const text = defineTool({ name: 'Text', description: 'x', input: z.string() as never, run: () => '' });",
      'f.ts': 'throw new Error("at load");',
      'g.ts': 'export const nothing = 1;',
    });
    const named = (file: string) => it.problems.find((problem) => problem.startsWith(file)) ?? '';
    assert.match(named('a.ts'), /letters, digits/);
    assert.match(named('b.ts'), /MCP servers/);
    assert.match(named('c.ts'), /^c\.ts:2: h is a hook: hooks and policies live in \.hooksmith\/hooks/);
    assert.match(named('e.ts'), /^e\.ts:3: text: input must be an object/);
    assert.match(named('f.ts'), /at load/);
    assert.match(named('g.ts'), /exports no tool/);
    assert.deepEqual(it.names, ['Good']);
  });

  it('give way where a name is taken, by a built-in tool or an earlier file, and come in when it is free', async () => {
    const it = await start({
      'a.ts': toolFile('Same', "() => 'a'"),
      'b.ts': toolFile('same', "() => 'b'"),
      'c.ts': toolFile('bash', "() => 'c'"),
    });
    assert.deepEqual(it.problems, [
      'b.ts:2: the tool name same is taken by .hooksmith/tools/a.ts: this one is not offered',
      'c.ts:2: the tool name bash is taken by built-in: this one is not offered',
    ]);
    await it.save('a.ts', toolFile('Other', "() => 'a'"));
    assert.deepEqual([it.names.sort(), await it.call('same')], [['Other', 'same'], 'b']);
  });

  it('tell which scopes came and went, once each, and only where something changed', async () => {
    const it = await start({ 'a.ts': toolFile('A', "() => 'a'"), 'b.ts': toolFile('B', "() => 'b'") });
    await it.save('b.ts', toolFile('B', "() => 'changed'"));
    await it.remove('a.ts');
    const scopes = it.changes.map(({ kind, name, tools }) => `${kind} ${name} ${tools}`);
    assert.deepEqual(scopes, [
      'register .hooksmith/tools/a.ts A',
      'register .hooksmith/tools/b.ts B',
      'unregister .hooksmith/tools/b.ts B',
      'register .hooksmith/tools/b.ts B',
      'unregister .hooksmith/tools/a.ts A',
    ]);
    const { status, problem } = it.toolbox.facts('A', {});
    assert.deepEqual(
      [status, problem],
      ['unknown', 'tool A is no longer there: its scope .hooksmith/tools/a.ts was unregistered'],
    );
  });

  it('may be switched off, and are then named so', async () => {
    const it = await start({ 'a.ts': toolFile('A', "() => 'a'", '\n  enabled: false,') });
    assert.deepEqual(it.names, []);
    assert.deepEqual(it.toolbox.facts('A', {}).problem, 'tool A is disabled: it is switched off in .hooksmith/tools/a.ts');
  });

  it('show what they log while they run, and hand the model what they return, bounded', async () => {
    const it = await start({
      'a.ts': toolFile(
        'A',
        "async (input, ctx) => { ctx.log('step', { n: 1 }); await null; console.log('printed'); process.stdout.write('written'); return 'x'.repeat(100_000); }",
      ),
    });
    let live = '';
    const content = String(await it.call('A', {}, { onOutput: (chunk) => (live += chunk) }));
    assert.equal(live, 'step { n: 1 }\nprinted\nwritten\n');
    assert.ok(content.length < 31_000);
    assert.match(content, /70000 characters left out/);
  });

  it('fail as they throw, and the process goes on', async () => {
    const it = await start({
      'a.ts': toolFile('A', "() => { throw new TypeError('broken'); }"),
      'b.ts': toolFile('B', '() => () => 1'),
    });
    await assert.rejects(it.call('A'), { name: 'TypeError', message: 'broken' });
    await assert.rejects(it.call('B'), /returned a function/);
    const pid = it.host.pid;
    await assert.rejects(it.call('A'));
    assert.equal(it.host.pid, pid);
  });

  it('fail alone at what is beyond all measure', async () => {
    const it = await start({
      'a.ts': toolFile('A', "() => 'x'.repeat(2 ** 26)"),
      'b.ts': toolFile('B', '() => ({ list: new Array(2 ** 32 - 1) })'),
      'c.ts': toolFile('C', "() => 'c'"),
    });
    await it.call('C');
    const { pid } = it.host;
    await assert.rejects(it.call('A'), /too large: what the tool of .*a\.ts returns has at most 33554432 characters/);
    await assert.rejects(
      it.call('B'),
      /'list' is too large: what the tool of .*b\.ts returns has at most 2000000 fields and elements/,
    );
    await it.call('C');
    assert.equal(it.host.pid, pid);
  });

  it('fail alone at what is nested without end, given or returned', async () => {
    const nest = 'let value: object = {}; for (let n = 0; n < 2500; n++) value = { a: value }; return value;';
    const it = await start({ 'a.ts': toolFile('A', `() => { ${nest} }`), 'b.ts': toolFile('B', "() => 'b'") });
    await it.call('B');
    const pid = it.host.pid;
    await assert.rejects(it.call('A'), { message: 'what the tool returned is nested deeper than 500 levels' });
    await assert.rejects(it.call('B', { more: nested(2000) }), { message: 'the input of B is nested deeper than 500 levels' });
    await it.call('B');
    assert.equal(it.host.pid, pid);
  });

  it('say so where JSON has nothing of what they return but an empty object', async () => {
    const values = ['new Map([[1, 2]])', "Buffer.from('hi')", '(function* () { yield 1; })()', "new RangeError('as a value')"];
    const it = await start(
      Object.fromEntries(values.map((value, n) => [`t${n}.ts`, toolFile(`T${n}`, `() => ${value}`)] as const)),
    );
    await assert.rejects(it.call('T0'), { message: 'the tool returned a Map: return text, content blocks or JSON' });
    await assert.rejects(it.call('T1'), { message: 'the tool returned a Buffer: return text, content blocks or JSON' });
    await assert.rejects(it.call('T2'), /^TypeError: the tool returned an? .*return text, content blocks or JSON/);
    await assert.rejects(it.call('T3'), { name: 'RangeError', message: 'as a value' });
  });

  it('end when the run is stopped: politely where they listen, by force where they do not', async () => {
    const it = await start({
      'listens.ts': toolFile(
        'Listens',
        "(input, ctx) => new Promise((_, reject) => { ctx.log('on'); ctx.signal.onabort = () => reject(new Error('heard')); })",
      ),
      'deaf.ts': toolFile('Deaf', "(input, ctx) => { ctx.log('on'); for (;;); }"),
    });
    for (const name of ['Listens', 'Deaf']) {
      const pid = it.host.pid!;
      const abort = new AbortController();
      const call = it.call(name, {}, { signal: abort.signal, onOutput: () => abort.abort(new Error('stopped by the user')) });
      // A loop sends nothing: it is stopped from outside.
      if (name === 'Deaf') setImmediate(() => abort.abort(new Error('stopped by the user')));
      await assert.rejects(call, /stopped by the user/);
      await until(() => isAlive(pid) === (name === 'Listens'));
    }
    const again = new AbortController();
    await assert.rejects(it.call('Listens', {}, { signal: again.signal, onOutput: () => again.abort(new Error('x')) }), /x/);
  });

  it('end when they take longer than their timeoutMs', async () => {
    const it = await start({
      'slow.ts': toolFile('Slow', '() => new Promise(() => undefined)', '\n  timeoutMs: 50,'),
      'stuck.ts': toolFile('Stuck', '() => { for (;;); }', '\n  timeoutMs: 50,'),
    });
    for (const name of ['Slow', 'Stuck'])
      await assert.rejects(it.call(name), {
        name: 'TimeoutError',
        message: `${name} took longer than its timeoutMs of 50 ms and was ended`,
      });
  });

  it('ask the human whether to go on, and what the human takes does not count towards timeoutMs', async () => {
    const it = await start({
      'a.ts': toolFile(
        'A',
        `async (input, ctx) => {
          const said = [];
          for (const reason of ['one', 'two']) said.push(await ctx.confirm(reason));
          return JSON.stringify(said);
        }`,
        '\n  timeoutMs: 2000,',
      ),
    });
    const asked: string[] = [];
    const confirm = async (reason: string) => {
      const since = Date.now();
      await until(() => Date.now() - since > 1500);
      return asked.push(reason) === 1;
    };
    assert.equal(await it.call('A', {}, { confirm }), '[true,false]');
    assert.deepEqual(asked, ['one', 'two']);
  });

  it('wait for the human no longer than their call lasts, and are told why there is no answer', async () => {
    const it = await start({
      'leaves.ts': toolFile('Leaves', "(input, ctx) => { void ctx.confirm('still?').catch(() => undefined); return 'gone'; }"),
      'fails.ts': toolFile('Fails', "(input, ctx) => ctx.confirm('sure?')"),
      'says.ts': toolFile('Says', '(input, ctx) => ctx.confirm()'),
    });
    let withdrawn = false;
    const stands = (_: string, signal?: AbortSignal) =>
      new Promise<boolean>((_, reject) =>
        signal!.addEventListener('abort', () => {
          withdrawn = true;
          reject(signal!.reason);
        }),
      );
    assert.equal(await it.call('Leaves', {}, { confirm: stands }), 'gone');
    assert.ok(withdrawn);
    const confirm = async () => {
      throw new Error('nobody is here');
    };
    await assert.rejects(it.call('Fails', {}, { confirm }), /nobody is here/);
    await assert.rejects(it.call('Says', {}, { confirm }), /the reason is what the human reads/);
  });

  it('may leave their calls to whoever started the run', async () => {
    const it = await start({
      'a.ts':
        "import { defineTool, z } from 'hooksmith';\nexport const a = defineTool({ name: 'Ticket', description: 'x', input: z.object({ n: z.number() }), external: true });",
      'b.ts':
        "import { defineTool, z } from 'hooksmith';\nexport const b = defineTool({ name: 'B', description: 'x', input: z.object({}), external: true, run: () => '' } as never);",
      'c.ts':
        "import { defineTool, z } from 'hooksmith';\nexport const c = defineTool({ name: 'C', description: 'x', input: z.object({}) } as never);",
    });
    assert.deepEqual(it.names, ['Ticket']);
    assert.equal(it.registry.get('Ticket')?.external, true);
    await assert.rejects(it.call('Ticket', { n: 1 }), /answered from outside/);
    assert.match(it.problems.find((problem) => problem.startsWith('b.ts')) ?? '', /^b\.ts:2: b: an external tool has no run/);
    assert.match(it.problems.find((problem) => problem.startsWith('c.ts')) ?? '', /^c\.ts:2: c: run must be a function/);
  });

  it('that take their process down beside others are the ones that are named, whoever began last', async () => {
    const waits = '() => new Promise((done) => setTimeout(done, 60_000))';
    const it = await start({
      'exits.ts': toolFile('Exits', 'async () => { await new Promise((done) => setTimeout(done, 50)); process.exit(3); }'),
      'a.ts': toolFile('First', waits),
      'b.ts': toolFile('Last', waits),
    });
    const [first, exits, last] = await Promise.allSettled([it.call('First'), it.call('Exits'), it.call('Last')]);
    const said = [first, exits, last].map((one) => (one.status === 'rejected' ? (one.reason as Error).message : 'ran'));
    const beside = 'the process of workspace tools ended while it ran: Exits exited with code 3';
    assert.deepEqual(said, [beside, 'Exits exited with code 3', beside]);
  });

  for (const [when, run, more] of [
    [
      'as what they return is read',
      'async () => { await new Promise((done) => setTimeout(done, 50)); return { toJSON: () => process.exit(3) }; }',
      '',
    ],
    [
      'as they hear that they are to end',
      "(_: object, ctx: { signal: AbortSignal }) => new Promise(() => ctx.signal.addEventListener('abort', () => process.exit(3)))",
      ' timeoutMs: 200,',
    ],
  ] as const)
    it(`that take their process down ${when} are named`, async () => {
      const it = await start({
        'bad.ts': toolFile('Bad', run, more),
        'a.ts': toolFile('Waits', '() => new Promise((done) => setTimeout(done, 60_000))'),
      });
      const [, waits] = await Promise.allSettled([it.call('Bad'), it.call('Waits')]);
      assert.match(String(waits?.status === 'rejected' && waits.reason), /ended while it ran: Bad exited with code 3/);
    });

  it('that loop while another is to end are the ones that are named', async () => {
    const it = await start({
      'a.ts': toolFile('Waits', '() => new Promise((done) => setTimeout(done, 60_000))', ' timeoutMs: 200,'),
      'b.ts': toolFile('Loops', 'async () => { await new Promise((done) => setTimeout(done, 50)); for (;;); }'),
    });
    const all = await Promise.allSettled([it.call('Waits'), it.call('Loops')]);
    assert.deepEqual(
      all.map((one) => (one.status === 'rejected' ? (one.reason as Error).message : 'ran')),
      ['Waits took longer than its timeoutMs of 200 ms and was ended', 'Loops did not give way when Waits was told to end'],
    );
  });

  it('are not named for what the top level of a file has left behind', async () => {
    const it = await start({
      'a.ts': `const later = setInterval(() => { if (process.env.HOOKSMITH_GO) { clearInterval(later); process.exit(3); } }, 1);\n${toolFile('Quick', "async () => { console.log('q'); process.env.HOOKSMITH_GO = 'x'; await new Promise((done) => setTimeout(done, 60_000)); }")}`,
    });
    await assert.rejects(it.call('Quick'), { message: 'the process of workspace tools ended while it ran: exited with code 3' });
  });

  it('say so when they take their process down, and the next call finds a new one', async () => {
    const it = await start({
      'exits.ts': toolFile('Exits', '() => process.exit(3)'),
      'good.ts': toolFile('Good', "() => 'good'"),
    });
    await assert.rejects(it.call('Exits'), /Exits exited with code 3/);
    assert.equal(await it.call('Good'), 'good');
  });

  it('that loop while they load are refused, the others live', async () => {
    const it = await start({ 'good.ts': toolFile('Good', "() => 'good'") });
    await it.save('loop.ts', 'for (;;);');
    assert.match(it.problems.join(), /loop\.ts:1: does not load: .*5000 ms/);
    assert.equal(await it.call('Good'), 'good');
  });

  it('run in the sandbox where everything does: they write in the workspace and nowhere else, and are ended as ever', async function () {
    this.timeout(120_000);
    const outside = mkdtempSync(join(homedir(), '.hooksmith-test-outside-'));
    try {
      set = await ToolSet.start({}, true);
      const gap = await set.sandbox.unavailable();
      if (gap) {
        console.log(`      skipped: ${gap}`);
        return this.skip();
      }
      const it = set;
      await it.save(
        'w.ts',
        `import { writeFileSync } from 'node:fs';
import { defineTool, z } from 'hooksmith';
export const write = defineTool({ name: 'W', description: 'Writes', input: z.object({ path: z.string() }), run: ({ path }) => { writeFileSync(path, 'x'); return 'written'; } });
export const hang = defineTool({ name: 'H', description: 'Hangs', timeoutMs: 500, input: z.object({}), run: () => { for (;;); } });`,
      );
      assert.deepEqual(it.problems, []);
      assert.equal(await it.call('W', { path: join(it.folder, 'in.txt') }), 'written');
      await assert.rejects(it.call('W', { path: join(outside, 'out.txt') }), /EROFS|EACCES|EPERM|ENOENT/);
      assert.equal(existsSync(join(outside, 'out.txt')), false);
      const pid = it.host.pid!;
      await assert.rejects(it.call('H'), /took longer than its timeoutMs/);
      await until(() => !isAlive(pid));
      assert.equal(await it.call('W', { path: join(it.folder, 'in.txt') }), 'written');
    } finally {
      rmSync(outside, { recursive: true, force: true });
    }
  });

  it('are not there where everything is to run in a sandbox, and there is none', async () => {
    set = await ToolSet.start({}, true);
    set.sandbox.unavailable = async () => 'bubblewrap is not installed';
    await set.save('a.ts', toolFile('A', "() => 'a'"));
    assert.deepEqual(set.names, []);
    assert.ok(
      set.logs.some((text) => /not started: everything is to run in the sandbox: bubblewrap is not installed/.test(text)),
    );
  });
});
