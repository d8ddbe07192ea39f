import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { until } from '../../../fixtures/core';
import { HookSet, imports, isAlive, request } from '../../../fixtures/hookSet';
import { InspectorClient } from '../../../fixtures/inspectorClient';

/** A hook file whose second line is `let answer = 1;`. */
const paused = (name: string, more = '') =>
  `${imports}export const ${name} = hook('preToolUse', { timeoutMs: 700 }, async (ctx) => {\n  let answer = 1;${more}\n  ctx.log(answer);\n});\n`;

describe('Debug Hooks, the parent’s side', () => {
  let set: HookSet | undefined;
  let debuggers: InspectorClient[] = [];
  const start = async (files: Record<string, string>) => {
    set = await HookSet.start({ files });
    return set;
  };
  /** Attached, with a breakpoint on this line of the bundle that holds `text`. */
  const attach = async (url: string) => {
    const client = await InspectorClient.connect(url);
    debuggers.push(client);
    await client.post('Runtime.enable');
    await client.post('Debugger.enable');
    return client;
  };
  const breakAt = async (client: InspectorClient, file: string, text: string) => {
    for (const { params } of client.told) {
      const { url, scriptId } = (params ?? {}) as { url?: string; scriptId?: string };
      if (!url?.endsWith(file)) continue;
      const { scriptSource } = (await client.post('Debugger.getScriptSource', { scriptId })) as { scriptSource: string };
      const lineNumber = scriptSource.split('\n').findIndex((line) => line.includes(text));
      if (lineNumber >= 0) await client.post('Debugger.setBreakpoint', { location: { scriptId, lineNumber } });
    }
  };
  const opened = (it: HookSet) => {
    const urls: string[] = [];
    const debug = it.host.debug({ opened: (url) => urls.push(url) });
    return { urls, debug, first: () => until(() => urls[0]) as Promise<string> };
  };
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  afterEach(async () => {
    for (const client of debuggers) client.close();
    debuggers = [];
    await set?.stop();
    set = undefined;
  });

  it('waits at a breakpoint for longer than the hook’s time, whose rest counts from there', async () => {
    const it = await start({ 'a.ts': paused('a') });
    const { first } = opened(it);
    const client = await attach(await first());
    await breakAt(client, 'a.ts', 'ctx.log(answer)');
    const call = it.call();
    const { callFrames } = (await client.heard('Debugger.paused')) as { callFrames: { callFrameId: string }[] };
    it.host.held(true);
    assert.deepEqual(it.host.judging, ['t']);
    await wait(1500);
    const { callFrameId } = callFrames[0]!;
    await client.post('Debugger.evaluateOnCallFrame', { callFrameId, expression: 'answer = 42' });
    await client.post('Debugger.resume');
    it.host.held(false);
    const [record] = (await call).hooks;
    assert.deepEqual(record?.logs, ['42']);
    assert.ok(record!.duration < 700, `${record!.duration} ms`);
  });

  it('runs no hook until who wanted to see it is there, and each that waited when the wish is taken back', async () => {
    const it = await start({ 'a.ts': `${imports}export const a = hook('preToolUse', (ctx) => ctx.deny('a'));` });
    const told: string[] = [];
    const calls = (name: string) => it.call().then(({ hooks }) => told.push(`${name} ${hooks[0]?.decision}`));
    let there: (() => void) | undefined;
    const debug = it.host.debug({
      opened: () =>
        new Promise<void>((resolve) => {
          there = resolve;
        }),
    });
    // Before the host has said where it listens, and after.
    const first = calls('first');
    const attach = await until(() => there);
    const second = calls('second');
    await wait(100);
    told.push('attached');
    attach();
    await Promise.all([first, second]);
    assert.deepEqual(told, ['attached', 'first deny', 'second deny']);
    debug.dispose();

    const again = it.host.debug({ opened: () => new Promise<void>(() => undefined) });
    const third = calls('third');
    again.dispose();
    await third;
  });

  it('hears that the run is stopped, or the host closed, while a debugger is on its way', async () => {
    const it = await start({ 'a.ts': `${imports}export const a = hook('preToolUse', () => {});` });
    const { pid } = it.host;
    it.host.debug({ opened: () => new Promise<void>(() => undefined) });
    const stop = new AbortController();
    const call = it.call('ls', stop.signal);
    const began = Date.now();
    // It waits by then.
    for (let i = 0; i < 50; i++) await Promise.resolve();
    stop.abort();
    assert.equal((await call).end.action, 'deny');
    assert.equal((await it.call('ls', stop.signal)).end.action, 'deny');
    assert.equal(it.host.pid, pid);
    const waiting = it.call();
    it.host.dispose();
    assert.equal((await waiting).end.action, 'deny');
    // As long as a debugger may take to attach.
    assert.ok(Date.now() - began < 30_000);
  });

  it('holds the time limit of a hook that is not paused', async () => {
    const it = await start({
      'late.ts': `${imports}export const late = hook('preToolUse', { timeoutMs: 60 }, () => new Promise(() => {}));`,
    });
    const { first } = opened(it);
    await attach(await first());
    assert.match((await it.call()).hooks[0]?.error?.message ?? '', /timeoutMs of 60 ms/);
  });

  it('does not stop a host that stands at a breakpoint, neither for its silence nor when the run is stopped', async () => {
    const it = await start({ 'a.ts': paused('a', ' debugger;') });
    const { first } = opened(it);
    const client = await attach(await first());
    const { pid } = it.host;
    const stop = new AbortController();
    const call = it.call('ls', stop.signal);
    await client.heard('Debugger.paused');
    it.host.held(true);
    stop.abort();
    assert.equal((await call).end.action, 'deny');
    await wait(1500);
    assert.ok(isAlive(pid!));
    await client.post('Debugger.resume');
    it.host.held(false);
    const next = it.call();
    await client.heard('Debugger.paused');
    await client.post('Debugger.resume');
    assert.deepEqual((await next).hooks[0]?.logs, ['1']);
    assert.equal(it.host.pid, pid);
  });

  it('does not stop a host that a debugger lets go of a while after its session ended', async () => {
    const it = await start({ 'a.ts': paused('a', ' debugger;') });
    const { first, debug } = opened(it);
    const client = await attach(await first());
    const { pid } = it.host;
    const call = it.call();
    await client.heard('Debugger.paused');
    it.host.held(true);
    debug.dispose();
    // Longer than its time and the watchdog's patience together.
    await wait(1500);
    assert.ok(isAlive(pid!));
    await client.post('Debugger.resume');
    assert.deepEqual((await call).hooks[0]?.logs, ['1']);
    assert.equal(it.host.pid, pid);
  });

  it('ends the dispatch that is paused on the version it began with, and runs the one that was saved meanwhile after it', async () => {
    const it = await start({ 'a.ts': paused('a', ' debugger;') });
    const { first } = opened(it);
    const client = await attach(await first());
    const call = it.call();
    await client.heard('Debugger.paused');
    it.host.held(true);
    const saved = it.save('a.ts', `${imports}export const b = hook('preToolUse', (ctx) => ctx.log('new'));`);
    await wait(200);
    await client.post('Debugger.resume');
    it.host.held(false);
    assert.deepEqual((await call).hooks[0]?.logs, ['1']);
    await saved;
    assert.deepEqual((await it.call()).hooks[0]?.logs, ['new']);
  });

  it('maps each version of a hook file to its own source', async () => {
    const it = await start({ 'a.ts': paused('a') });
    const { first } = opened(it);
    const client = await attach(await first());
    await it.save('a.ts', `${paused('a', ' answer++;')}// saved\n`);
    const maps = () =>
      client.told.flatMap(({ params }) => {
        const { url, sourceMapURL } = (params ?? {}) as { url?: string; sourceMapURL?: string };
        const [, data] = sourceMapURL?.split('base64,') ?? [];
        return url === pathToFileURL(it.path('a.ts')).href && data
          ? [JSON.parse(Buffer.from(data, 'base64').toString()) as { sources: string[]; sourcesContent: string[] }]
          : [];
      });
    await until(() => maps().length === 2);
    for (const map of maps()) assert.deepEqual(map.sources, ['a.ts']);
    assert.match(maps()[1]!.sourcesContent[0]!, /answer\+\+/);
  });

  it('opens no inspector but while it is wanted, on an address that is listed nowhere, and opens it again in the next host', async () => {
    const it = await start({
      'a.ts': `${imports}export const a = hook('preToolUse', (ctx) => { if (ctx.input.command === 'die') process.exit(1); });`,
    });
    const { urls, debug, first } = opened(it);
    const url = await first();
    const { port } = new URL(url);
    const listed = async () => (await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => undefined))?.text();
    assert.ok(!(await listed())?.includes(new URL(url).pathname.slice(1)));
    await it.call('die');
    await until(() => urls.length === 2);
    const again = await attach(urls[1]!);
    again.close();
    debug.dispose();
    await until(
      async () =>
        (await InspectorClient.connect(urls[1]!).then(
          (client) => client.close(),
          () => 'closed',
        )) === 'closed',
    );
    assert.equal((await it.call()).end.action, 'continue');
  });

  it('lets no hook file find the inspector', async () => {
    const it = await start({
      'a.ts': `${imports}import * as inspector from 'node:inspector';\nexport const a = hook('preToolUse', (ctx) => { for (const name of ['url', 'Session', 'close']) try { ctx.log(String((inspector as any)[name]())); } catch (error) { ctx.log((error as Error).message); } });`,
    });
    const { first } = opened(it);
    await first();
    for (const line of (await it.call()).hooks[0]!.logs!) assert.match(line, /is not there for hooks/);
  });

  it('waits for observers that are paused when the run ends', async () => {
    const it = await start({ 'a.ts': `${imports}export const a = hook('preToolUse', (ctx) => ctx.state.set('x', 1));` });
    await it.call();
    const { first } = opened(it);
    const client = await attach(await first());
    await client.post('Debugger.pause');
    const end = it.host.endRun('run');
    await client.heard('Debugger.paused');
    it.host.held(true);
    let isOver = false;
    void end.then(() => {
      isOver = true;
    });
    await wait(300);
    assert.equal(isOver, false);
    await client.post('Debugger.resume');
    it.host.held(false);
    await end;
    assert.deepEqual((await it.host.dispatch(request('message', { message: {} }))).hooks, []);
  });
});
