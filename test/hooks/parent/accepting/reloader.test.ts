import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { acceptsAll } from '../../../../src/hooks/parent/accepting/acceptance';
import { HookReloader } from '../../../../src/hooks/parent/accepting/reloader';
import { HookSet, imports, toolCall } from '../../../fixtures/hookSet';

const denies = (word: string) => `${imports}export const guard = denyCommands('${word}');`;

describe('hook reloader', () => {
  let set: HookSet | undefined;
  const start = async (files: Record<string, string>) => {
    set = await HookSet.start({ files });
    return set;
  };
  const judged = async (it: HookSet, command: string) => (await it.host.judge(toolCall(command))).judgement?.action;
  afterEach(async () => {
    await set?.stop();
    set = undefined;
  });

  it('starts the host while files are built, and none where there are none', async () => {
    const idle = HookSet.idle({ files: { 'a.ts': `${imports}export const a = hook('stop', () => {});\n` } });
    const empty = HookSet.idle({ host: { lazy: true } });
    try {
      const [loading, none] = [idle.reloader.loadAll(), empty.reloader.loadAll()];
      // The bundler is a process of its own: it has not answered by then.
      await new Promise(setImmediate);
      assert.deepEqual([idle.host.pids.length, empty.host.pids.length], [1, 0]);
      const [started] = idle.host.pids;
      assert.equal((await loading).hooks, 1);
      assert.equal(idle.host.pid, started);
      await none;
    } finally {
      await idle.stop();
      await empty.stop();
    }
  });

  it('rebuilds only what imports a changed helper, also one outside the hook folder', async () => {
    const it = await start({
      'a.ts': `${imports}import { word } from './_word';\nexport const a = denyCommands(word);`,
      'b.ts': `${imports}import { word } from '../../lib/word';\nexport const b = denyCommands(word);`,
      'c.ts': denies('c'),
      '_word.ts': "export const word = 'one';",
      '../../lib/word.ts': "export const word = 'two';",
    });
    const versions = () => new Map(it.host.descriptions.map((hook) => [hook.name, hook.version]));
    const before = versions();
    const first = await it.save('_word.ts', "export const word = 'three';");
    assert.deepEqual(first?.files, [it.path('a.ts')]);
    const second = await it.save('../../lib/word.ts', "export const word = 'four';");
    assert.deepEqual(second?.files, [it.path('b.ts')]);
    assert.deepEqual([...versions()].map(([name, version]) => `${name} ${version === before.get(name)}`).sort(), [
      'a false',
      'b false',
      'guard true',
    ]);
    assert.equal(await judged(it, 'three'), 'deny');
    assert.equal(await judged(it, 'four'), 'deny');
    assert.equal(await it.reloader.changed(join(it.folder, 'unrelated.ts')), undefined);
  });

  it('says whether the human saved what it reloaded, or made it live', async () => {
    const it = await start({ 'a.ts': denies('a') });
    const told: boolean[] = [];
    it.reloader.onDidReload(({ saved }) => told.push(saved));
    await it.reloader.changed(it.write('a.ts', denies('b')), () => true);
    await it.reloader.changed(it.write('a.ts', denies('c')));
    await it.reloader.loadAll();
    await it.reloader.setDisabled([]);
    await it.reloader.makeLive([]);
    assert.deepEqual(told, [true, false, false, false, true]);
  });

  it('does not evaluate again what did not change', async () => {
    const it = await start({
      'kept.ts': `${imports}let calls = 0;\nexport const kept = hook('preToolUse', (ctx) => ctx.log(String(++calls)));`,
      'other.ts': denies('x'),
    });
    await it.call();
    await it.save('other.ts', denies('y'));
    assert.deepEqual((await it.call()).hooks[0]?.logs, ['2']);
    await it.save(
      'kept.ts',
      `${imports}let calls = 10;\nexport const kept = hook('preToolUse', (ctx) => ctx.log(String(++calls)));`,
    );
    assert.deepEqual((await it.call()).hooks[0]?.logs, ['11']);
  });

  it('denies every call while a folder of hooks cannot be looked through, whenever that is found, and names it', async function () {
    if (process.platform === 'win32') this.skip();
    set = HookSet.idle({ files: { 'a.ts': denies('a') } });
    const away = join(set.folder, 'disk');
    symlinkSync(away, set.path('ours'));
    await set.reloader.loadAll();
    const why = async () => {
      const { judgement } = await set!.host.judge(toolCall('anything'));
      return judgement?.action === 'deny' ? judgement.reason : undefined;
    };
    assert.ok((await why())?.includes(set.path('ours')), await why());
    assert.match(set.reloader.problems[0]!.message, /^cannot be built: ENOENT/);
    // What changes elsewhere opens nothing.
    await set.save('a.ts', denies('b'));
    assert.ok(await why());
    mkdirSync(away);
    writeFileSync(join(away, 'c.ts'), denies('c'));
    writeFileSync(join(away, 'd.ts'), denies('d'));
    await set.reloader.changed(set.path('ours/c.ts'));
    assert.equal(await why(), undefined);
    for (const word of ['b', 'c', 'd']) assert.equal(await judged(set, word), 'deny');
    rmSync(away, { recursive: true });
    await set.reloader.loadAll();
    assert.ok((await why())?.includes(set.path('ours')));
  });

  it('finds a helper that was missing as soon as it is there', async () => {
    const it = await start({ 'a.ts': `${imports}import { word } from './_late';\nexport const a = denyCommands(word);` });
    assert.equal(await judged(it, 'anything'), 'deny');
    await it.save('_late.ts', "export const word = 'late';");
    assert.deepEqual(it.reloader.problems, []);
    assert.equal(await judged(it, 'anything'), undefined);
    assert.equal(await judged(it, 'late'), 'deny');
  });

  it('follows a file, and a folder, that is renamed or deleted', async () => {
    const it = await start({ 'a.ts': denies('a'), 'team/b.ts': denies('b') });
    renameSync(it.path('a.ts'), it.path('c.ts'));
    await it.reloader.changed(it.path('a.ts'));
    assert.deepEqual(it.reloader.files.sort(), [it.path('c.ts'), it.path('team/b.ts')]);
    assert.equal(await judged(it, 'a'), 'deny');
    await it.reloader.changed(it.path('c.ts'));
    assert.equal(await judged(it, 'a'), 'deny');
    renameSync(it.path('team'), it.path('crew'));
    await it.reloader.changed(it.path('team'));
    await it.reloader.changed(it.path('crew'));
    assert.deepEqual(it.reloader.files.sort(), [it.path('c.ts'), it.path('crew/b.ts')]);
    assert.equal(await judged(it, 'b'), 'deny');
    rmSync(it.path('crew'), { recursive: true });
    await it.reloader.changed(it.path('crew'));
    assert.equal(await judged(it, 'b'), undefined);
  });

  it('makes many changes live together: those that go, and those that stay', async () => {
    const many = Array.from({ length: 60 }, (_, n) => `f${n}.ts`);
    const it = await start(Object.fromEntries(many.map((name, n) => [name, denies(`w${n}`)])));
    let told = 0;
    it.reloader.onDidReload(() => told++);
    const [stays, ...gone] = many;
    for (const name of gone) rmSync(it.path(name));
    it.write(stays!, denies('other'));
    const live = await Promise.all(many.map((name) => it.reloader.changed(it.path(name))));
    assert.ok(told < many.length / 2, `${told} reloads`);
    assert.deepEqual(
      live.map((one, n) => one?.files.includes(it.path(many[n]!))),
      many.map(() => true),
    );
    assert.equal(live.at(-1)?.hooks, 1);
    assert.deepEqual([await judged(it, 'other'), await judged(it, 'w1')], ['deny', undefined]);
  });

  it('loads no helper, test, declaration or package as a hook file', async () => {
    const it = await start({
      '_helper.ts': denies('a'),
      'a.test.ts': denies('b'),
      'types.d.ts': 'export const x: number;',
      'node_modules/p/index.js': "module.exports.guard = require('hooksmith').denyCommands('c');",
      'notes.md': 'no code',
      'deep/er/a.mts': denies('d'),
      'plain.js': denies('e'),
      'module.mjs': denies('f'),
    });
    assert.deepEqual(it.reloader.files.sort(), [it.path('deep/er/a.mts'), it.path('module.mjs'), it.path('plain.js')].sort());
  });

  it('keeps the last good version of a hook or policy that is made wrongly, and names its line', async () => {
    const it = await start({
      'guard.ts': `${imports}export const guard = policy({ tools: 'Bash' }, (ctx) => ctx.deny('guarded'));`,
    });
    const reloaded = await it.save(
      'guard.ts',
      `${imports}\n\nexport const guard = policy({ tols: 'Bash' }, (ctx) => ctx.deny('guarded'));`,
    );
    assert.equal(reloaded?.problems[0]?.line, 4);
    assert.match(reloaded!.problems[0]!.message, /did you mean 'tools'/);
    assert.equal((await it.call()).judgement?.reason, 'guarded');
  });

  it('denies tool calls while a hook or policy that was there at start is made wrongly; its neighbours stand', async () => {
    const it = await start({
      'guard.ts': `${imports}export const wrong = policy({ tols: 'Bash' }, (ctx) => ctx.deny('x'));\nexport const right = hook('message', () => undefined);`,
    });
    assert.match((await it.call()).judgement?.reason ?? '', /guard\.ts.*wrong.*tols/s);
    assert.ok(it.host.descriptions.some(({ name }) => name === 'right'));
  });

  it('lets a file that is new and broken wait, and never loses one that was live', async () => {
    const it = await start({ 'a.ts': denies('a') });
    await it.save('new.ts', `${imports}export const broken = (`);
    assert.equal((await it.call('ls')).judgement, undefined);
    await it.save('new.ts', denies('new'));
    assert.equal(await judged(it, 'new'), 'deny');
    const broken = await it.save('new.ts', `${imports}export const broken = (`);
    assert.equal(broken?.problems.length, 1);
    assert.equal(await judged(it, 'new'), 'deny');
    // Saved for another reason meanwhile: the good version is still there.
    await it.save('a.ts', denies('b'));
    assert.equal(await judged(it, 'new'), 'deny');
  });

  it('switches hooks and whole files off by id, and on again', async () => {
    const it = await start({ 'a.ts': denies('a'), 'broken.ts': 'export const x = (' });
    assert.equal(await judged(it, 'b'), 'deny');
    await it.reloader.setDisabled([it.path('broken.ts')]);
    assert.equal(await judged(it, 'b'), undefined);
    assert.equal(await judged(it, 'a'), 'deny');
    await it.reloader.setDisabled([it.path('broken.ts'), `${it.path('a.ts')}#guard`]);
    assert.equal(await judged(it, 'a'), undefined);
    assert.equal(it.host.descriptions.find(({ name }) => name === 'guard')?.options.enabled, false);
    await it.reloader.setDisabled([]);
    assert.equal(await judged(it, 'a'), 'deny');
  });

  it('does not run the code of a file that is off', async () => {
    const it = await start({ 'a.ts': `${denies('a')}\nconsole.log('evaluated');` });
    assert.equal(it.logs.filter((log) => log === 'evaluated').length, 1);
    await it.reloader.setDisabled([it.path('a.ts')]);
    await it.save('a.ts', `${denies('b')}\nconsole.log('evaluated');`);
    assert.equal(it.logs.filter((log) => log === 'evaluated').length, 1);
    assert.ok(it.reloader.files.includes(it.path('a.ts')));
  });

  it('works below a symbolic link: helpers, and lines of errors', async () => {
    set = HookSet.idle({
      files: {
        'a.ts': `${imports}import { fail } from './_fail';\nexport const a = hook('preToolUse', () => {\n  fail('one');\n  throw new Error('here');\n});`,
        '_fail.ts': 'export const fail = (word: string) => console.log(word);',
      },
    });
    const link = join(set.folder, 'link');
    symlinkSync(set.root, link);
    const reloader = new HookReloader(set.host, [{ root: link, layer: 1 }]);
    await reloader.loadAll();
    const result = await set.call();
    assert.equal(result.hooks[0]?.file, join(link, 'a.ts'));
    assert.equal(result.hooks[0]?.error?.line, 5);
    writeFileSync(join(link, '_fail.ts'), "export const fail = (word: string) => console.log(word + ' two');");
    assert.deepEqual((await reloader.changed(join(link, '_fail.ts')))?.files, [join(link, 'a.ts')]);
    assert.deepEqual((await set.call()).hooks[0]?.logs, ['one two']);
    await reloader.dispose();
  });

  it('holds a version that is not accepted: the one in force stays', async () => {
    set = HookSet.idle({ files: { 'a.ts': denies('a') } });
    let verdict: 'live' | 'held' = 'live';
    const asked: string[] = [];
    const reloader = new HookReloader(set.host, [{ root: set.root, layer: 1 }], {
      ...acceptsAll,
      judge: ({ file, bundle }) => {
        asked.push(`${file} ${bundle?.version.length}`);
        return verdict;
      },
    });
    await reloader.loadAll();
    assert.deepEqual(asked, [`${set.path('a.ts')} 64`]);
    verdict = 'held';
    const reloaded = await reloader.changed(set.write('a.ts', denies('b')));
    assert.deepEqual(reloaded?.held, [set.path('a.ts')]);
    assert.equal(await judged(set, 'a'), 'deny');
    assert.equal(await judged(set, 'b'), undefined);
    verdict = 'live';
    await reloader.loadAll();
    assert.equal(await judged(set, 'b'), 'deny');
    await reloader.dispose();
  });

  it("gives an agent's own hooks to that agent only", async () => {
    const it = await start({});
    const folder = join(it.folder, '.hooksmith', 'agents', 'researcher', 'hooks');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'own.ts'), denies('curl'));
    await it.reloader.loadAll([
      { root: it.root, layer: 1 },
      { root: folder, layer: 2, agent: 'researcher' },
    ]);
    assert.equal(await judged(it, 'curl'), undefined);
    assert.equal((await it.host.judge({ ...toolCall('curl'), agentHooks: ['researcher'] })).judgement?.action, 'deny');
  });

  it('tells what a reload did', async () => {
    const it = await start({ 'a.ts': denies('a') });
    const told: unknown[] = [];
    const subscription = it.reloader.onDidReload(({ files, hooks, problems, durationMs }) =>
      told.push([files, hooks, problems.length, durationMs > 0]),
    );
    await it.save('a.ts', denies('b'));
    subscription.dispose();
    await it.save('a.ts', denies('c'));
    assert.deepEqual(told, [[[it.path('a.ts')], 1, 0, true]]);
  });
});
