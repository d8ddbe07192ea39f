/** `onUnload`: when it runs, and that nothing it does holds anything up. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Core, until } from '../../fixtures/core';

describe('onUnload', () => {
  let core: Core;
  let folder: string;
  let stopped: boolean;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-unload-')));
    stopped = false;
  });
  afterEach(async () => {
    if (!stopped) await core.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const stop = () => {
    stopped = true;
    return core.stop();
  };
  const told = () => (existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8').trim().split('\n') : []);
  const file = (version: string, more = '') => `import { hook, onUnload } from 'hooksmith';
    import { appendFileSync } from 'node:fs';
    const tell = (text: string) => appendFileSync(${JSON.stringify(join(folder, 'log'))}, text + '\\n');
    tell('loaded ${version}');
    export const tidy = onUnload(() => tell('unloaded ${version}'));
    export const noop = hook('beforeRun', (ctx) => ctx.log('${version}'));
    ${more}`;
  const start = async (hooks: Record<string, string>) => {
    core = await Core.start({ hooks });
    assert.deepEqual(core.loaded.problems, []);
  };

  it('runs before the next version replaces the file, and at the end; not for the change of another file', async () => {
    await start({ 'a.ts': file('a1'), 'b.ts': file('b1') });
    assert.deepEqual(told().sort(), ['loaded a1', 'loaded b1']);
    await core.save('a.ts', file('a2'));
    assert.deepEqual(told().slice(2), ['unloaded a1', 'loaded a2']);
    await stop();
    assert.deepEqual(told().slice(4).sort(), ['unloaded a2', 'unloaded b1']);
  });

  it('runs when the file goes, and when all are loaded anew', async () => {
    await start({ 'a.ts': file('a1'), 'b.ts': file('b1') });
    rmSync(join(core.folder, '.hooksmith/hooks/a.ts'));
    await core.assembled.changed(join(core.folder, '.hooksmith/hooks/a.ts'));
    assert.deepEqual(told().slice(2), ['unloaded a1']);
    await core.reloader.loadAll();
    assert.deepEqual(told().slice(3), ['unloaded b1', 'loaded b1']);
  });

  it('a version that does not load leaves the one before set up anew', async () => {
    await start({ 'a.ts': file('a1') });
    await core.save('a.ts', file('a2', "throw new Error('broken');"));
    assert.deepEqual(told(), ['loaded a1', 'unloaded a1', 'loaded a2', 'loaded a1']);
    await core.session.send('hi');
    assert.deepEqual(core.event('before_run').hooks[0]?.logs, ['a1']);
  });

  it('is waited for at the end, what it throws is told, and one that never ends is not waited for', async () => {
    await start({
      'a.ts': file('a', "onUnload(async () => { await new Promise((done) => setTimeout(done, 50)); tell('at last'); });"),
      'b.ts': file('b', "onUnload(() => { throw new Error('cannot'); });"),
    });
    await stop();
    assert.ok(told().includes('at last'));
    assert.ok(core.logs.some((text) => text.includes('cannot')));
    stopped = false;
    await start({ 'a.ts': file('c', 'onUnload(() => new Promise(() => {})); onUnload(() => { for (;;); });') });
    const { pids } = core.host;
    await stop();
    await until(() => pids.every((pid) => !alive(pid)));
  });

  it('is an error outside of a file’s top level, and without a function', async () => {
    core = await Core.start({
      hooks: {
        'a.ts':
          "import { hook, onUnload } from 'hooksmith';\nexport const late = hook('beforeRun', () => { onUnload(() => {}); });",
        'b.ts': "import { onUnload } from 'hooksmith';\nonUnload('x' as never);",
      },
    });
    assert.match(core.loaded.problems[0]!.message, /onUnload: a function is needed, not string/);
    await core.session.send('hi');
    assert.match(core.event('hook_error').error.message, /onUnload: call it at the top level of a file/);
  });

  it('a tool file has it too', async () => {
    core = await Core.start({ files: { '.hooksmith/tools/t.ts': tool('t1') } });
    await core.saveIn('.hooksmith/tools/t.ts', tool('t2'));
    await stop();
    assert.deepEqual(told(), ['unloaded t1', 'unloaded t2']);
  });
  const tool = (version: string) => `import { defineTool, onUnload, z } from 'hooksmith';
    import { appendFileSync } from 'node:fs';
    onUnload(() => appendFileSync(${JSON.stringify(join(folder, 'log'))}, 'unloaded ${version}\\n'));
    export const t = defineTool({ name: 'T', description: '${version}', input: z.object({}), run: () => '' });`;
});

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
