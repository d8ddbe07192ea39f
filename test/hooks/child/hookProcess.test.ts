import assert from 'node:assert/strict';
import { Core, until } from '../../fixtures/core';

const hookFile = (body: string) => `import { hook, policy, denyCommands } from 'hooksmith';\n${body}\n`;
const call = '/call Bash {"command": "echo ran"}';

describe('hook host', () => {
  let core: Core | undefined;
  const start = async (...args: Parameters<typeof Core.start>) => {
    core = await Core.start(...args);
    return core;
  };
  afterEach(async () => {
    await core?.stop();
    core = undefined;
  });

  it('stops a hook that loops, blames it, denies the call and goes on', async () => {
    const it = await start({
      hooks: {
        'loop.ts': hookFile(
          "export const loop = hook('preToolUse', { timeoutMs: 200 }, () => { for (;;); });\nexport const after = hook('toolSettled', (ctx) => ctx.log('still here'));",
        ),
      },
    });
    const first = it.host.pid;
    await it.session.send(call);
    const settled = it.event('tool_settled');
    assert.equal(settled.data?.outcome, 'denied');
    assert.match(settled.reason ?? '', /timeoutMs of 200 ms/);
    assert.equal(it.event('hook_error').data?.hook, 'loop');
    assert.deepEqual(
      settled.hooks.map((hook) => hook.logs),
      [['still here']],
    );
    assert.notEqual(it.host.pid, first);
  });

  it('survives a hook that ends the process, and keeps the state of the run', async () => {
    const it = await start({
      hooks: {
        'exit.ts': hookFile(
          "export const keep = hook('beforeAgent', (ctx) => { ctx.state.set('seen', 41); });\nexport const leave = hook('preToolUse', { onError: 'continue' }, () => process.exit(3));\nexport const read = hook('toolSettled', (ctx) => { ctx.log(String(ctx.state.get('seen'))); });",
        ),
      },
    });
    await it.session.send(call);
    assert.match(it.event('hook_error').error?.message ?? '', /exited with code 3/);
    assert.deepEqual(it.event('tool_settled').hooks[0]?.logs, ['41']);
    assert.equal(it.event('tool_settled').data?.outcome, 'ok');
  });

  it('times out an async hook, and suspends it after three times until it is saved', async () => {
    const slow = "export const slow = hook('preToolUse', { timeoutMs: 30, onError: 'continue' }, () => new Promise(() => {}));";
    const it = await start({ hooks: { 'slow.ts': hookFile(slow) } });
    for (let i = 0; i < 4; i++) await it.session.send(call);
    const errors = it.events.filter((event) => event.type === 'hook_error').map((event) => event.error?.name);
    assert.deepEqual(errors, ['TimeoutError', 'TimeoutError', 'TimeoutError', 'SuspendedError']);
    await it.save('slow.ts', hookFile(`${slow}\n// saved`));
    await it.session.send(call);
    assert.equal(it.events.filter((event) => event.type === 'hook_error').at(-1)?.error?.name, 'TimeoutError');
  });

  it('suspends a hook that takes the host down three times in a row, and closes no gate for others', async () => {
    const it = await start({
      hooks: { 'exit.ts': hookFile("export const leave = hook('preToolUse', { onError: 'continue' }, () => process.exit(1));") },
    });
    const down: string[] = [];
    it.host.onDidFail((why) => down.push(why));
    for (let i = 0; i < 5; i++) await it.session.send(call);
    assert.deepEqual(down, []);
    assert.deepEqual(
      it.events.filter((event) => event.type === 'hook_error').map((event) => event.error?.name),
      ['HostError', 'HostError', 'HostError', 'SuspendedError', 'SuspendedError'],
    );
    assert.deepEqual(
      it.events.filter((event) => event.type === 'tool_settled').map((event) => event.data?.outcome),
      ['ok', 'ok', 'ok', 'ok', 'ok'],
    );
    await it.save('exit.ts', hookFile("export const stay = hook('preToolUse', (ctx) => ctx.log('here'));"));
    await it.session.send(call);
    assert.equal(it.events.filter((event) => event.type === 'hook_error').length, 5);
  });

  it('denies every tool call after three deaths within a minute that nobody is known to have caused, and starts anew when a file is saved', async () => {
    const it = await start({ hooks: { 'a.ts': hookFile("export const a = hook('preToolUse', () => undefined);") } });
    const down: string[] = [];
    it.host.onDidFail((why) => down.push(why));
    for (let n = 0; n < 3; n++) {
      await it.session.send(call);
      const { pid } = it.host;
      process.kill(pid!, 'SIGKILL');
      await until(() => it.host.pid !== pid);
    }
    await until(() => down.length === 1);
    await it.session.send(call);
    await it.save('a.ts', hookFile("export const stay = hook('preToolUse', () => undefined);"));
    await it.session.send(call);
    assert.deepEqual(
      it.events.filter((event) => event.type === 'tool_settled').map((event) => event.data?.outcome),
      ['ok', 'ok', 'ok', 'denied', 'ok'],
    );
  });

  it('makes a saved file live mid-run, keeps the last good version of one that breaks, and names the line', async () => {
    let saved = false;
    const it = await start({
      hooks: { 'guard.ts': hookFile("export const guard = denyCommands('first');") },
      human: async ({ id, inputHash, input }) => {
        if (input.command === 'echo one' && !saved) {
          saved = true;
          await core!.save('guard.ts', hookFile("export const guard = denyCommands('echo two');"));
        }
        return { id, inputHash, decision: 'allow', scope: 'once' };
      },
    });
    await it.session.send('/call Bash {"command": "echo one"}\n/call Bash {"command": "echo two"}');
    const outcomes = it.events
      .filter((event) => event.type === 'tool_settled')
      .map((event) => `${event.data?.outcome} ${event.reason ?? ''}`.trim());
    assert.deepEqual(outcomes, ['ok', 'denied command contains blocked pattern: echo two']);
    const broken = await it.save(
      'guard.ts',
      "import { denyCommands } from 'hooksmith';\nexport const guard = denyCommands('x'\n",
    );
    assert.equal(broken?.problems[0]?.line, 3);
    await it.session.send('/call Bash {"command": "echo two"}');
    assert.equal(it.events.filter((event) => event.type === 'tool_settled').at(-1)?.data?.outcome, 'denied');
  });

  it('denies every tool call while a file that was there at start has no version that loads', async () => {
    const it = await start({ hooks: { 'bad.ts': 'export const nothing = (' } });
    await it.session.send(call);
    assert.match(it.event('tool_settled').reason ?? '', /bad\.ts does not compile/);
  });

  it('reports a throw at load with its line in the source', async () => {
    const it = await start({
      hooks: {
        'throws.ts':
          "import { hook } from 'hooksmith';\n\ninterface Unused { a: string }\nconst x: Unused | undefined = undefined;\nthrow new Error('at load');\nexport const h = hook('message', () => { x; });",
      },
    });
    const problem = it.loaded.problems.find((one) => /at load/.test(one.message));
    assert.equal(problem?.line, 5);
  });

  it('rebuilds what imports a changed helper', async () => {
    const it = await start({
      hooks: {
        '_words.ts': "export const word = 'before';",
        'uses.ts':
          "import { hook } from 'hooksmith';\nimport { word } from './_words';\nexport const say = hook('toolSettled', (ctx) => { ctx.log(word); });",
      },
    });
    const reloaded = await it.save('_words.ts', "export const word = 'after';");
    assert.equal(reloaded?.files.length, 1);
    await it.session.send(call);
    assert.deepEqual(it.event('tool_settled').hooks[0]?.logs, ['after']);
  });

  it('gives hooks a clean environment', async () => {
    process.env.HOOKSMITH_TEST_SECRET = 'x';
    const it = await start({
      hooks: {
        'env.ts': hookFile(
          "export const env = hook('beforeRun', (ctx) => { ctx.log(Object.keys(process.env).filter((name) => /^(NODE_|LD_|ANTHROPIC|HOOKSMITH)/.test(name)).join()); });",
        ),
      },
    });
    delete process.env.HOOKSMITH_TEST_SECRET;
    await it.session.send('hi');
    assert.deepEqual(it.event('before_run').hooks[0]?.logs, ['']);
  });

  it('drains observers in order before the run ends, and leaves no process behind', async () => {
    const it = await start({
      hooks: {
        'see.ts': hookFile(
          "import { appendFileSync } from 'node:fs';\nimport { observe } from 'hooksmith';\nexport const see = observe((event) => { appendFileSync(process.env.HOME + '/unused', ''); console.log(event.type); });",
        )
          .replace("appendFileSync(process.env.HOME + '/unused', ''); ", '')
          .replace("import { appendFileSync } from 'node:fs';\n", ''),
      },
    });
    await it.session.send('hi');
    const { pid } = it.host;
    it.host.dispose();
    await until(() => {
      try {
        process.kill(pid!, 0);
        return false;
      } catch {
        return true;
      }
    });
  });
});
