/** The reloader with what the human accepted, kept on disk: what stays in force whatever happens to the files, in this life and the next. */
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AcceptedDiskStore } from '../../../../src/adapters/disk/acceptedStore';
import { AcceptedFiles } from '../../../../src/hooks/parent/accepting/acceptedFiles';
import { HookReloader, type Reloaded } from '../../../../src/hooks/parent/accepting/reloader';
import { hashOf } from '../../../../src/hooks/parent/building/bundleSources';
import { agentLayer } from '../../../../src/hooks/parent/building/hookLayers';
import { HookSet, imports, toolCall } from '../../../fixtures/hookSet';

const denies = (word: string) => `${imports}export const guard = denyCommands('${word}');\n`;

describe('accepted hook files', () => {
  let set: HookSet;
  let life: HookReloader;
  let accepted: AcceptedFiles;
  let running: boolean;
  let saved: Map<string, string>;
  let refused: string[];
  let unkept: string[];
  let known: Set<string>;
  const storage = () => join(set.folder, 'storage');

  /** As a window does that is opened on the folder; returns what first trust accepted. */
  const begin = async (folder = set.folder): Promise<string[]> => {
    saved = new Map();
    accepted = new AcceptedFiles({
      store: new AcceptedDiskStore({ folder: storage(), known, failed: (why) => unkept.push(why) }),
      running: () => running,
      saved: (path, hash) => saved.get(path) === hash,
      refused: (folder, why) => refused.push(`${folder}: ${why}`),
    });
    accepted.begin([folder]);
    life = new HookReloader(set.host, [], accepted);
    await life.loadAll([
      { root: join(folder, '.hooksmith', 'hooks'), layer: 1 },
      { root: join(folder, '.hooksmith', 'agents'), layer: agentLayer, ofAgents: true },
    ]);
    return accepted.settle();
  };
  const start = async (files: Record<string, string>) => {
    set = HookSet.idle({ files });
    await begin();
  };
  const restart = async () => {
    await life.dispose();
    await set.host.setFiles([], [], true);
    return begin();
  };
  const fromOutside = (name: string, text: string) => {
    saved.delete(set.path(name));
    return life.changed(set.write(name, text));
  };
  const byHand = (name: string, text: string): Promise<Reloaded | undefined> => {
    saved.set(set.path(name), hashOf(text));
    return life.changed(set.write(name, text));
  };
  const denied = async (command: string) => (await set.host.judge(toolCall(command))).judgement?.action === 'deny';
  const held = () => life.held.map(({ file, why }) => `${why} ${file.slice(set.root.length + 1)}`).sort();

  beforeEach(() => {
    running = false;
    refused = [];
    unkept = [];
    known = new Set();
  });
  afterEach(async () => {
    await life.dispose();
    await set.stop();
    assert.deepEqual(unkept, []);
  });

  it('are those that are there at first trust, which are listed once', async () => {
    set = HookSet.idle({ files: { 'a.ts': denies('a'), '../agents/x/hooks/own.ts': denies('own') } });
    assert.deepEqual((await begin()).sort(), [set.path('../agents/x/hooks/own.ts'), set.path('a.ts')]);
    assert.ok(await denied('a'));
    assert.deepEqual(held(), []);
    assert.deepEqual(await restart(), []);
    assert.ok(await denied('a'));
  });

  it('are none that come later from outside: a pull into a workspace without hooks brings none that runs', async () => {
    await start({});
    await fromOutside('new.ts', denies('a'));
    assert.deepEqual(held(), ['new new.ts']);
    assert.equal(await denied('a'), false);
    await restart();
    assert.deepEqual(held(), ['new new.ts']);
    assert.equal(await denied('a'), false);
    assert.equal(await denied('anything'), false, 'what was never in force is not missed');
    rmSync(set.path('new.ts'));
    await life.changed(set.path('new.ts'));
    assert.deepEqual(held(), []);
  });

  it('stay in force when their file changes from outside, also in the next life, until the human makes the change live', async () => {
    await start({ 'a.ts': denies('a') });
    await fromOutside('a.ts', denies('b'));
    assert.deepEqual(held(), ['changed a.ts']);
    assert.ok((await denied('a')) && !(await denied('b')));
    await restart();
    assert.deepEqual(held(), ['changed a.ts']);
    assert.ok((await denied('a')) && !(await denied('b')));
    const { before, after } = life.heldTexts(set.path('a.ts'))!;
    assert.deepEqual([before.get(set.path('a.ts')), after.get(set.path('a.ts'))], [denies('a'), denies('b')]);
    await life.makeLive(life.held);
    assert.deepEqual(held(), []);
    assert.ok(!(await denied('a')) && (await denied('b')));
    await restart();
    assert.ok(!(await denied('a')) && (await denied('b')));
  });

  it('tell the texts that put them back on disk, in this life and the next, after which nothing waits', async () => {
    const entry = `\uFEFF${imports}import { word } from './_h';\nexport const guard = denyCommands(word);\n`.replaceAll(
      '\n',
      '\r\n',
    );
    const helper = "export const word: string = 'a';\n";
    await start({ 'a.ts': entry, 'b.ts': denies('b'), '_h.ts': helper });
    const back = (name: string) => life.textsToPutBack(set.path(name));
    assert.equal(back('a.ts'), undefined, 'nothing waits');
    await fromOutside('_h.ts', "export const word: string = 'x';\n");
    assert.deepEqual([...back('a.ts')!], [[set.path('_h.ts'), helper]]);
    await fromOutside('a.ts', denies('y'));
    rmSync(set.path('b.ts'));
    await life.changed(set.path('b.ts'));
    await fromOutside('new.ts', denies('new'));
    await restart();
    assert.deepEqual(held(), ['changed a.ts', 'deleted b.ts', 'new new.ts']);
    assert.equal(back('new.ts'), undefined);
    for (const name of ['a.ts', 'b.ts'])
      for (const [path, text] of back(name)!) {
        writeFileSync(path, text);
        await life.changed(path);
      }
    assert.deepEqual(held(), ['new new.ts']);
    assert.deepEqual([readFileSync(set.path('a.ts'), 'utf8'), readFileSync(set.path('_h.ts'), 'utf8')], [entry, helper]);
    assert.deepEqual([await denied('a'), await denied('b'), await denied('x')], [true, true, false]);
  });

  it('tell no such texts where they are not known as they were accepted, or are of a package', async () => {
    const said = {
      version: 3,
      sources: ['_h.ts'],
      sourcesContent: ["export const word = 'evil';\n"],
      names: [],
      mappings: 'AAAA',
    };
    const data = `data:application/json;base64,${Buffer.from(JSON.stringify(said)).toString('base64')}`;
    const uses = (from: string) => `${imports}import { word } from '${from}';\nexport const guard = denyCommands(word);\n`;
    const pack = '../../node_modules/pack/index.js';
    await start({
      'a.ts': uses('./_h'),
      '_h.ts': `export const word = 'a';\n//# sourceMappingURL=${data}\n`,
      'b.ts': uses('pack'),
      [pack]: "export const word = 'b';\n",
    });
    await fromOutside('_h.ts', "export const word = 'other';\n");
    await fromOutside(pack, "export const word = 'later';\n");
    assert.deepEqual(held(), ['changed a.ts', 'changed b.ts']);
    for (const name of ['a.ts', 'b.ts']) assert.equal(life.textsToPutBack(set.path(name)), undefined, name);
  });

  it('come into force as they were seen: what changed since goes on waiting', async () => {
    await start({ 'a.ts': denies('a') });
    await fromOutside('a.ts', denies('b'));
    const seen = life.held;
    await fromOutside('a.ts', denies('c'));
    await life.makeLive(seen);
    assert.deepEqual(held(), ['changed a.ts']);
    assert.ok((await denied('a')) && !(await denied('c')));
  });

  it('stay in force when their file is deleted, renamed, or its whole folder is gone', async () => {
    await start({ 'a.ts': denies('a'), 'b.ts': denies('b'), '../agents/x/hooks/own.ts': denies('own') });
    renameSync(set.path('a.ts'), set.path('c.ts'));
    await life.changed(set.path('a.ts'));
    await life.changed(set.path('c.ts'));
    assert.deepEqual(held(), ['deleted a.ts', 'new c.ts']);
    assert.ok(await denied('a'));
    rmSync(join(set.folder, '.hooksmith'), { recursive: true });
    await restart();
    assert.equal(life.held.length, 3);
    assert.ok((await denied('a')) && (await denied('b')));
    assert.equal((await set.host.judge({ ...toolCall('own'), agentHooks: ['x'] })).judgement?.action, 'deny');
    await life.makeLive(life.held);
    assert.ok(!(await denied('a')) && !(await denied('b')));
    await restart();
    assert.deepEqual([life.files, await denied('a')], [[], false]);
  });

  it('are what the human saves by hand, at once and mid-run; a timer’s save is held', async () => {
    await start({ 'a.ts': denies('a') });
    running = true;
    await byHand('a.ts', denies('b'));
    assert.ok(await denied('b'));
    await fromOutside('a.ts', denies('half'));
    assert.deepEqual(held(), ['changed a.ts']);
    assert.ok(await denied('b'));
    await byHand('new.ts', denies('new'));
    assert.ok(await denied('new'));
  });

  it('are a helper’s save for all that import it, and no save of theirs where the helper came from outside', async () => {
    await start({
      'a.ts': `${imports}import { word } from './_word';\nexport const a = denyCommands(word);\n`,
      '_word.ts': "export const word = 'one';\n",
    });
    await byHand('_word.ts', "export const word = 'two';\n");
    assert.ok(await denied('two'));
    await fromOutside('_word.ts', "export const word = 'three';\n");
    assert.deepEqual(held(), ['changed a.ts']);
    await byHand('a.ts', `${imports}import { word } from './_word';\n// saved\nexport const a = denyCommands(word);\n`);
    assert.deepEqual(held(), ['changed a.ts']);
    assert.ok(await denied('two'));
    await fromOutside('_word.ts', "export const word = 'two';\n");
    assert.deepEqual(held(), []);
  });

  it('are told by what runs, whatever a source map says that a file brings: its own, or one beside it', async () => {
    const mapped = (name: string) => {
      const said = {
        version: 3,
        sources: ['_h.ts'],
        sourcesContent: ["export const word = 'a';\n"],
        names: [],
        mappings: 'AAAA',
      };
      if (name !== '') set.write(name, JSON.stringify(said));
      const data = `data:application/json;base64,${Buffer.from(JSON.stringify(said)).toString('base64')}`;
      return `export const word = 'none';\n//# sourceMappingURL=${name === '' ? data : name}\n`;
    };
    const uses = `${imports}import { word } from './_h';\nexport const guard = denyCommands(word);\n`;
    for (const name of ['', '_h.map']) {
      await start({ 'a.ts': uses, '_h.ts': "export const word = 'a';\n" });
      const lies = mapped(name);
      await fromOutside('_h.ts', lies);
      assert.deepEqual(held(), ['changed a.ts']);
      const { before, after } = life.heldTexts(set.path('a.ts'))!;
      assert.deepEqual([before.get(set.path('_h.ts')), after.get(set.path('_h.ts'))], ["export const word = 'a';\n", lies]);
      await byHand('a.ts', `${uses}// Seen.\nexport const more = guard;\n`);
      assert.deepEqual(held(), ['changed a.ts'], 'the human saved the one, not the other');
      assert.ok(await denied('a'));
      if (name === '') await life.dispose().then(() => set.stop());
    }
  });

  it('are pinned elsewhere as they are in force: none that waits, and of one that is gone that it is', async () => {
    await start({ 'a.ts': denies('a'), 'b.ts': denies('b'), 'c.ts': denies('c') });
    await fromOutside('b.ts', denies('x'));
    rmSync(set.path('c.ts'));
    await life.changed(set.path('c.ts'));
    const pinned = () =>
      [...accepted.pinsBelow(join(set.folder, '.hooksmith'))].map(([file, pin]) => `${file.slice(set.root.length + 1)} ${!!pin}`);
    assert.deepEqual(pinned(), ['a.ts true']);
    const { version } = (await life.inForce(set.path('a.ts')))!.bundles[0]!;
    assert.equal(accepted.pinsBelow(set.root).get(set.path('a.ts'))?.version, version);
    await life.makeLive(life.held);
    assert.deepEqual(pinned().sort(), ['a.ts true', 'b.ts true', 'c.ts false']);
    assert.deepEqual([...accepted.pinsBelow(set.path('nowhere'))], []);
  });

  it('are those of before when a branch is switched, while no run is active', async () => {
    await start({ 'a.ts': denies('a') });
    await byHand('a.ts', denies('b'));
    await fromOutside('a.ts', denies('a'));
    assert.ok((await denied('a')) && held().length === 0);
    running = true;
    await fromOutside('a.ts', denies('b'));
    assert.deepEqual(held(), ['changed a.ts']);
    running = false;
    await restart();
    assert.deepEqual(held(), ['changed a.ts'], 'what came during a run waits for the human');
  });

  it('stay in force where the file does not compile any more, in the next life too', async () => {
    await start({ 'a.ts': denies('a') });
    await byHand('a.ts', 'export const = ;');
    await restart();
    assert.ok(await denied('a'));
    assert.equal(await denied('other'), false, 'no gate is closed for what is known');
  });

  it('tell of a text that does not compile what is wrong with it, not what was wrong with the one before', async () => {
    await start({ 'a.ts': denies('a') });
    const lines = async (text: string) => (await byHand('a.ts', text))!.problems.map(({ line }) => line);
    assert.deepEqual(await lines(`${imports}\n\nexport const guard = policy({ tols: 'Bash' }, () => undefined);`), [4]);
    assert.deepEqual(await lines(`${imports}export const guard = (`), [2]);
    assert.ok(await denied('a'), 'what loaded last is in force');
    assert.deepEqual(await lines(denies('a')), []);
  });

  it('a file that was broken at first trust is the human’s to mend', async () => {
    await start({ 'a.ts': 'export const = ;' });
    assert.ok(await denied('anything'), 'it was there at start and does not load');
    assert.ok(accepted.wasAccepted(set.path('a.ts'), hashOf('export const = ;')));
    await byHand('a.ts', denies('a'));
    assert.ok((await denied('a')) && !(await denied('anything')));
  });

  it('changed where they are kept are refused, said, and closed until they are reviewed', async () => {
    await start({ 'a.ts': denies('a') });
    const [folder] = readdirSync(storage()).filter((name) => name !== 'key');
    const index = join(storage(), folder!, 'index.json');
    const text = readFileSync(index, 'utf8');
    writeFileSync(index, text.replace('a.ts', 'b.ts'));
    set.write('a.ts', denies('evil'));
    await restart();
    assert.deepEqual(refused, [`${set.folder}: it was changed from outside`]);
    assert.deepEqual(held(), ['changed a.ts']);
    assert.ok(await denied('anything'));
    await life.makeLive(life.held);
    assert.ok((await denied('evil')) && !(await denied('anything')));
    await restart();
    assert.deepEqual([refused.length, held()], [1, []]);
  });

  it('that are gone, or whose key is gone, are refused as well', async () => {
    await start({ 'a.ts': denies('a') });
    rmSync(join(storage(), 'key'));
    await restart();
    rmSync(storage(), { recursive: true });
    await restart();
    assert.deepEqual(refused, [`${set.folder}: its key is gone`, `${set.folder}: it is gone`]);
    assert.ok(await denied('anything'));
  });

  it('whose code was changed where it is kept are closed, unless the file itself is the same', async () => {
    await start({ 'a.ts': denies('a') });
    const spoil = () => {
      for (const name of readdirSync(storage(), { recursive: true, encoding: 'utf8' }))
        if (name.endsWith('.js')) appendFileSync(join(storage(), name), '\nmodule.exports = {};');
    };
    spoil();
    await restart();
    assert.ok((await denied('a')) && !(await denied('anything')));
    set.write('a.ts', denies('evil'));
    await restart();
    assert.ok(await denied('anything'));
    assert.deepEqual(refused, []);
  });

  it('are what the human saves, whatever its line ends and marks', async () => {
    await start({ 'a.ts': `\uFEFF${denies('a').replaceAll('\n', '\r\n')}` });
    assert.ok(accepted.wasAccepted(set.path('a.ts'), hashOf(denies('a'))));
    saved.set(set.path('a.ts'), hashOf(denies('b')));
    await life.changed(set.write('a.ts', `\uFEFF${denies('b').replaceAll('\n', '\r\n')}`));
    assert.ok(await denied('b'));
  });

  it('keep no code that is in force no more', async () => {
    await start({ 'a.ts': denies('a') });
    for (const word of ['b', 'c', 'd']) await byHand('a.ts', denies(word));
    const codes = readdirSync(storage(), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
    assert.equal(codes.length, 1);
  });

  it('of a folder in another folder are its own', async () => {
    await start({ 'a.ts': denies('a') });
    const inner = join(set.folder, 'inner');
    mkdirSync(join(inner, '.hooksmith', 'hooks'), { recursive: true });
    writeFileSync(join(inner, '.hooksmith', 'hooks', 'i.ts'), denies('inner'));
    accepted.begin([inner]);
    await life.loadAll([
      { root: set.root, layer: 1 },
      { root: join(inner, '.hooksmith', 'hooks'), layer: 2 },
    ]);
    assert.deepEqual(accepted.settle(), [join(inner, '.hooksmith', 'hooks', 'i.ts')]);
    assert.ok(await denied('inner'));
  });

  describe('are in force for whoever judges without this editor', () => {
    const helper = "export const word = 'a';\n";
    const imported = `${imports}import { word } from './helper';\nexport const guard = denyCommands(word);\n`;
    const now = (name: string, text?: string) =>
      accepted.isInForce(set.path(name), text === undefined ? undefined : hashOf(text));

    it('as they are live, not as they ever were', async () => {
      await start({ 'a.ts': denies('a') });
      assert.ok(now('a.ts', denies('a')));
      await byHand('a.ts', denies('b'));
      assert.ok(now('a.ts', denies('b')) && !now('a.ts', denies('a')));
      running = true;
      await fromOutside('a.ts', denies('a'));
      assert.deepEqual(held(), ['changed a.ts']);
      assert.ok(!now('a.ts', denies('a')) && !now('a.ts', denies('b')));
      await life.makeLive(life.held);
      assert.ok(now('a.ts', denies('a')));
    });

    it('where they are gone, only once the human let them go', async () => {
      await start({ 'a.ts': denies('a'), 'b.ts': denies('b') });
      rmSync(set.path('a.ts'));
      await fromOutside('b.ts', denies('b'));
      assert.ok(!now('a.ts'), 'nobody has told the window yet');
      await life.changed(set.path('a.ts'));
      assert.ok(!now('a.ts'), 'it is held');
      await life.makeLive(life.held);
      assert.ok(now('a.ts') && !now('a.ts', denies('a')));
    });

    it('where they are gone, not before they are looked at, nor where nobody here ever knew of them', async () => {
      await start({ 'a.ts': denies('a') });
      accepted = new AcceptedFiles({
        store: new AcceptedDiskStore({ folder: storage(), known, failed: (why) => unkept.push(why) }),
        ...{ running: () => false, saved: () => false, refused: () => undefined },
      });
      rmSync(set.path('a.ts'));
      assert.ok(!now('a.ts'));
      accepted.begin([set.folder]);
      assert.ok(!now('a.ts') && !now('other.ts') && !now('../agents/x.md'));
    });

    it('with what they import, the same for all of them', async () => {
      await start({ 'a.ts': imported, 'helper.ts': helper });
      assert.ok(now('helper.ts', helper) && !now('helper.ts'));
      await fromOutside('helper.ts', helper.replace('a', 'b'));
      assert.ok(!now('helper.ts', helper.replace('a', 'b')));
      rmSync(set.path('helper.ts'));
      await life.changed(set.path('helper.ts'));
      assert.ok(!now('helper.ts'));
    });

    it('beside what no hook is made of, which is the human’s own where they wrote it', async () => {
      await start({ 'a.ts': denies('a') });
      const test = "it('is tested');\n";
      set.write('a.test.ts', test);
      assert.ok(!now('a.test.ts', test) && !now('a.test.ts'));
      accepted.grew(set.path('a.test.ts'), hashOf(test));
      assert.ok(now('a.test.ts', test) && !now('a.test.ts', `${test}//`) && now('a.test.ts'));
      accepted.grew(set.path('../agents/x.md'), hashOf(test));
      assert.ok(now('../agents/x.md', test) && !now('../agents/x.md'));
    });

    it('by whatever path they are reached', async () => {
      set = HookSet.idle({ files: { 'a.ts': denies('a') } });
      const link = `${set.folder}-link`;
      symlinkSync(set.folder, link);
      try {
        await begin(link);
        assert.ok(now('a.ts', denies('a')));
        rmSync(set.path('a.ts'));
        await life.changed(join(link, '.hooksmith', 'hooks', 'a.ts'));
        assert.equal(life.held.length, 1);
        assert.ok(!now('a.ts'));
        await life.makeLive(life.held);
        assert.ok(now('a.ts') && !now('a.ts', denies('a')));
      } finally {
        rmSync(link);
      }
    });
  });
});
