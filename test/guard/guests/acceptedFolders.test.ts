/** Where no window is open the hook files of a folder run as they were accepted, with all that they import from wherever it lies, or are missed. */
import { strict as assert } from 'node:assert';
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { AcceptedFolders } from '../../../src/guard/guests/acceptedFolders';
import type { FileToLoad } from '../../../src/hooks/hostProtocol';
import { PinnedFiles, pinsNow } from '../../../src/hooks/parent/accepting/pinnedFiles';
import { HookReloader } from '../../../src/hooks/parent/accepting/reloader';
import { hookFilesOf } from '../../../src/hooks/parent/building/hookFiles';
import { agentLayer } from '../../../src/hooks/parent/building/hookLayers';
import { noPin } from '../../../src/shared/hooks/pins';
import { GuardedHome } from '../../fixtures/gate';

describe('what was accepted of a folder', () => {
  let at: GuardedHome;
  let accepted: AcceptedFolders;
  beforeEach(() => {
    at = new GuardedHome();
    accepted = new AcceptedFolders(at.home);
  });
  afterEach(() => at.dispose());

  const pins = async () => new Map([...(await pinsNow(at.project))].map(([file, { pin }]) => [file, pin]));
  const accept = async () => accepted.accept(at.project, await pins());
  const hooks = () => join(at.project, '.hooksmith', 'hooks');
  /** What a guard that starts now makes of it: the files that run, and those that are missed. */
  const begun = async () => {
    const { state, later, pins, changed } = accepted.of(at.project);
    let set: FileToLoad[] = [];
    const host = {
      problems: [],
      prepare: () => undefined,
      setFiles: async (files: FileToLoad[]) => {
        set = files;
        return { hooks: [], problems: [], failed: [] };
      },
    };
    const pinned = new PinnedFiles(at.project, at.home);
    pinned.take(pins);
    const reloader = new HookReloader(host, [], pinned);
    const agents = join(at.project, '.hooksmith', 'agents');
    await reloader.loadAll([
      { root: join(at.home, '.hooksmith', 'hooks'), layer: 0 },
      { root: hooks(), layer: 1, except: later },
      { root: agents, layer: agentLayer, ofAgents: true, except: later },
    ]);
    await reloader.dispose();
    const shown = (path: string) => relative(at.project, path);
    return {
      state,
      changed: changed.map(shown),
      live: set.filter(({ bundles }) => bundles.length > 0).map(({ file }) => shown(file)),
      missed: pinned.missed.map(({ file, why }) => `${shown(file)} ${why}`),
      closed: set.filter(({ bundles, required }) => required && bundles.length === 0).map(({ problem }) => problem),
    };
  };
  const isWell = async (...live: string[]) => {
    const { changed: _, closed: __, ...rest } = await begun();
    assert.deepEqual(rest, { state: 'accepted', live: live.map((name) => join('.hooksmith/hooks', name)), missed: [] });
  };
  const hook = (from: string) => at.write('.hooksmith/hooks/a.ts', `import { x } from '${from}';\nexport const y = [x];\n`);
  const aPackage = (name: string, main = 'index.js') =>
    at.write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main }));

  const elsewhere: [what: string, from: string, file: string, before?: string, after?: string][] = [
    ['beside .hooksmith', '../../src/policy', 'src/policy.ts'],
    ['beside the folder', '../../../lib/policy', '../lib/policy.ts'],
    ['in a package', 'pack', 'node_modules/pack/index.js'],
    ['in a package below .hooksmith', 'pack', '.hooksmith/node_modules/pack/index.js'],
    ['in a folder of ours', '../types/policy', '.hooksmith/types/policy.ts'],
    ['in a declaration', './policy.d.ts', '.hooksmith/hooks/policy.d.ts'],
    ['of another ending', './_policy.tsx', '.hooksmith/hooks/_policy.tsx'],
    ['in a text', './x.txt', '.hooksmith/hooks/x.txt', 'sudo', 'none'],
    ['in data', '../../package.json', 'package.json', '{"x":1}', '{"x":2}'],
  ];
  for (const [what, from, file, before = 'export const x = 1;', after = 'export const x = 2;'] of elsewhere)
    it(`is pinned with what it imports ${what}`, async () => {
      hook(from);
      if (what === 'in a text') at.write('.hooksmith/hooks/a.ts', `import x from '${from}';\nexport const y = x;\n`);
      const path = join(at.project, file);
      at.write(path, before);
      await accept();
      await isWell('a.ts');
      at.write(path, after);
      const { state, live, missed, closed } = await begun();
      const named = file.startsWith('..') ? path : file;
      assert.deepEqual([state, live], ['accepted', []]);
      assert.deepEqual(missed, [`.hooksmith/hooks/a.ts has other code in it: ${named.startsWith('/') ? join(named) : named}`]);
      assert.match(closed.join(), /not what was accepted: .*run 'hooksmith guard AGENT' in/);
      at.write(path, before);
      await isWell('a.ts');
      at.write(path, after);
      await accept();
      await isWell('a.ts');
    });

  it('is missed where a file that came later stands before what it imports', async () => {
    hook('../../src/policy');
    at.write('src/policy/index.ts', 'export const x = 1;');
    await accept();
    const shadow = at.write('src/policy.ts', 'export const x = 2;');
    const { missed } = await begun();
    assert.match(missed.join(), /^\.hooksmith\/hooks\/a\.ts has other code in it: src\/policy\.ts, src\/policy\/index\.ts$/);
    rmSync(shadow);
    await isWell('a.ts');
  });

  it('is missed where a package.json leads elsewhere among the same files', async () => {
    at.write('.hooksmith/hooks/a.ts', "import { x as p } from 'p';\nimport { x as q } from 'q';\nexport const y = [p, q];\n");
    for (const name of ['p', 'q']) at.write(`node_modules/${name}/index.js`, `exports.x = '${name}';`);
    for (const name of ['p', 'q']) aPackage(name);
    await accept();
    await isWell('a.ts');
    aPackage('p', '../q/index.js');
    aPackage('q', '../p/index.js');
    assert.deepEqual((await begun()).missed, ['.hooksmith/hooks/a.ts is put together in another way, of the same files']);
    for (const name of ['p', 'q']) aPackage(name);
    await isWell('a.ts');
  });

  it('is missed where a file brings a source map that says what was accepted', async () => {
    hook('../../src/policy');
    const path = at.write('src/policy.ts', 'export const x = 1;\n');
    await accept();
    const { texts } = accepted.of(at.project).pins.bundles.get(join(hooks(), 'a.ts'))!;
    const map = { version: 3, sources: ['policy.ts'], sourcesContent: ['export const x = 1;\n'], names: [], mappings: 'AAAA' };
    const data = Buffer.from(JSON.stringify(map)).toString('base64');
    at.write(path, `export const x = 2;\n//# sourceMappingURL=data:application/json;base64,${data}\n`);
    assert.deepEqual((await begun()).missed, ['.hooksmith/hooks/a.ts has other code in it: src/policy.ts']);
    // Where another Hooksmith made the bundle its texts alone are to be relied on.
    accepted.accept(at.project, new Map([[join(hooks(), 'a.ts'), { version: 'f'.repeat(64), builder: 'of old', texts }]]));
    assert.deepEqual((await begun()).missed, ['.hooksmith/hooks/a.ts has other code in it: src/policy.ts']);
    at.write(path, 'export const x = 1;\n');
    await isWell('a.ts');
  });

  it('is found behind links, the same files as are loaded', async function () {
    if (process.platform === 'win32') this.skip();
    at.write('.hooksmith/hooks/a.ts', 'export const a = [];');
    at.write('shared/b.ts', 'export const b = [];');
    at.write('shared/deep/c.ts', 'export const c = [];');
    at.write('own/hooks/d.ts', 'export const d = [];');
    mkdirSync(join(at.project, '.hooksmith', 'agents'));
    accepted.accept(at.project);
    symlinkSync('../../shared', join(hooks(), 'shared'));
    symlinkSync('../../shared/b.ts', join(hooks(), 'link.ts'));
    symlinkSync('.', join(hooks(), 'self'));
    symlinkSync('loop.ts', join(hooks(), 'loop.ts'));
    symlinkSync(join(at.project, 'own'), join(at.project, '.hooksmith', 'agents', 'own'));
    const { later } = accepted.of(at.project);
    const all = hookFilesOf(at.project);
    assert.equal(all.length, 6);
    assert.deepEqual(
      all.filter((file) => !later.includes(file)),
      [join(hooks(), 'a.ts')],
    );
    await accept();
    rmSync(join(hooks(), 'loop.ts'));
    assert.deepEqual((await begun()).missed, ['.hooksmith/hooks/loop.ts is gone']);
    await accept();
    await isWell('a.ts', 'link.ts', 'shared/b.ts', 'shared/deep/c.ts', '../agents/own/hooks/d.ts');
  });

  it('is no matter of its tests, whatever becomes of them', async () => {
    at.write('.hooksmith/hooks/a.ts', "import { hook } from 'hooksmith';\nexport const a = hook('stop', () => {});\n");
    at.write('.hooksmith/hooks/a.test.ts', "import './a.js';\n");
    assert.deepEqual(await accept(), ['hooks/a.ts']);
    at.write('.hooksmith/hooks/a.test.ts', 'throw 1;\n');
    at.write('.hooksmith/hooks/a.test.data.json', '{}');
    await isWell('a.ts');
    // An agent may be called so.
    at.write('.hooksmith/agents/b.test.md', 'Read.');
    assert.deepEqual(await accept(), ['agents/b.test.md', 'hooks/a.ts']);
  });

  it('runs none that came later, and misses none of these', async () => {
    at.write('.hooksmith/hooks/a.ts', 'export const a = [];');
    await accept();
    at.write('.hooksmith/hooks/b.ts', 'export const b = [];');
    at.write('.hooksmith/hooks/broken.ts', 'export const');
    if (process.platform !== 'win32') {
      at.write('shared/c.ts', 'export const c = [];');
      symlinkSync('../../shared', join(hooks(), 'shared'));
    }
    await isWell('a.ts');
    // One that appears only between looking and building.
    const pinned = new PinnedFiles(at.project, at.home);
    pinned.take(accepted.of(at.project).pins);
    const bundle = { code: '', version: 'x', lines: [] };
    const candidate = { file: join(hooks(), 'b.ts'), bundle, source: '', builder: '', inputs: [] };
    assert.deepEqual([pinned.judge(candidate), pinned.inForce(candidate.file), pinned.missed], ['held', undefined, []]);
  });

  it('is missed where it is gone, does not build any more, or did not when it was accepted', async () => {
    hook('../../src/policy');
    const { pin, problem } = (await pinsNow(at.project)).get(join(hooks(), 'a.ts'))!;
    assert.equal(pin, noPin);
    assert.match(problem ?? '', /Could not resolve/);
    await accept();
    assert.match((await begun()).missed.join(), /did not build, or waited for you, when this was accepted/);
    const policy = at.write('src/policy.ts', 'export const x = 1;');
    assert.match(
      (await begun()).missed.join(),
      /did not build, or waited for you, when this was accepted/,
      'what it imports came later',
    );
    await accept();
    rmSync(policy);
    const { live, missed } = await begun();
    assert.deepEqual(live, []);
    assert.match(missed.join(), /^\.hooksmith\/hooks\/a\.ts does not compile: a\.ts:1: Could not resolve/);
    at.write(policy, 'export const x = 1;');
    await isWell('a.ts');
    rmSync(join(hooks(), 'a.ts'));
    assert.deepEqual((await begun()).changed, ['.hooksmith/hooks/a.ts']);
    assert.deepEqual((await begun()).missed, ['.hooksmith/hooks/a.ts is gone']);
  });

  it('is the same where another Hooksmith builds it of the same texts, and where the user changed what is their own', async () => {
    const own = at.write(join(at.home, '.hooksmith', 'lib', 'own.ts'), 'export const x = 1;');
    hook(relative(hooks(), own).replace(/\.ts$/, ''));
    await accept();
    at.write(own, 'export const x = 2;');
    await isWell('a.ts');
    const bundles = [...(await pins())].map(
      ([file, pin]) => [file, { ...pin, version: 'f'.repeat(64), builder: 'of old' }] as const,
    );
    accepted.accept(at.project, new Map(bundles));
    await isWell('a.ts');
  });

  it('of old, with no word on what it imports, is missed', async () => {
    at.write('.hooksmith/hooks/a.ts', 'export const a = [];');
    const { at: when } = { at: new Date().toISOString() };
    accepted.accept(at.project);
    const path = join(at.home, '.hooksmith', 'guard', 'folders.json');
    const { files } = Object.values(JSON.parse(readFileSync(path, 'utf8')).folders)[0] as { files: object };
    at.write(path, JSON.stringify({ version: 1, folders: { [at.project]: { at: when, files } } }));
    assert.deepEqual((await begun()).missed, ['.hooksmith/hooks/a.ts was accepted without what it imports']);
    await accept();
    await isWell('a.ts');
  });

  it("leaves the user's own hooks as they are saved, in a workspace that is their home too", async () => {
    at.ownHook('export const own = [];');
    const pinned = new PinnedFiles(at.home, at.home);
    const file = join(at.home, '.hooksmith', 'hooks', 'own.ts');
    const bundle = { code: '', version: 'x', lines: [] };
    assert.equal(pinned.judge({ file, bundle, source: '', builder: '', inputs: [] }), 'live');
  });

  it('follows what is in force in a window, and nothing that waits there', async () => {
    hook('../../src/policy');
    const policy = at.write('src/policy.ts', 'export const x = 1;');
    await accept();
    at.write(policy, 'export const x = 2;');
    const stamp = accepted.stamp(at.project);
    accepted.follow(at.project, () => false, new Map());
    assert.equal(accepted.stamp(at.project), stamp);
    assert.equal((await begun()).missed.length, 1);
    const live = await pins();
    accepted.follow(at.project, () => false, live);
    assert.notEqual(accepted.stamp(at.project), stamp);
    await isWell('a.ts');
    at.write('.hooksmith/hooks/b.ts', 'export const b = [];');
    accepted.follow(at.project, () => false, await pins());
    await isWell('a.ts', 'b.ts');
    const tool = join(at.project, '.hooksmith', 'tools', 't.ts');
    accepted.follow(at.project, () => false, new Map([[tool, [...live.values()][0]!]]));
    assert.ok(!accepted.of(at.project).pins.bundles.has(tool), 'the guard offers no tools');
    accepted.follow(at.project, () => true, new Map([[join(hooks(), 'a.ts'), undefined]]));
    assert.deepEqual([...accepted.of(at.project).pins.bundles.keys()], [join(hooks(), 'b.ts')]);
  });
});
