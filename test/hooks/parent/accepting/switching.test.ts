/** A gate that two branches both have, each in files of its own, is missing at no time while one gives way to the other. */
import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AcceptedDiskStore } from '../../../../src/adapters/disk/acceptedStore';
import { AcceptedFiles } from '../../../../src/hooks/parent/accepting/acceptedFiles';
import { HookReloader } from '../../../../src/hooks/parent/accepting/reloader';
import { HookSet, imports, toolCall } from '../../../fixtures/hookSet';
import { seeded } from '../../../fixtures/seeded';

type Branch = Record<string, string>;
const gate = "export const guard = denyCommands('gated');\n";
const another = `${imports}export const another = denyCommands('another');\n`;
/** With some files that are of that branch. */
const branch = (word: string, files: Branch): Branch => ({
  ...Object.fromEntries(
    Array.from({ length: 5 }, (_, n) => [`o${n}.ts`, `${imports}export const o${n} = denyCommands('${word}${n}');\n`]),
  ),
  ...files,
});
const gated = `${imports}${gate}`;
const pairs: Record<string, [Branch, Branch]> = {
  'whose file is another text': [branch('x', { 'a.ts': gated }), branch('y', { 'a.ts': `${imports}\n${gate}` })],
  'whose file has another name': [branch('x', { 'z.ts': gated }), branch('y', { 'b.ts': gated })],
  'whose file has another ending': [branch('x', { 'a.ts': gated }), branch('y', { 'a.mjs': gated })],
  'whose file lies in a folder': [branch('x', { 'a.ts': gated }), branch('y', { 'team/deep/a.ts': gated })],
  'that is in another of the same files': [
    branch('x', { 'a.ts': gated, 'c.ts': another }),
    branch('y', { 'a.ts': another, 'c.ts': gated }),
  ],
  'whose helper has another name': [
    branch('x', { 'a.ts': "export { guard } from './_a';\n", '_a.ts': gated }),
    branch('y', { 'a.ts': "export { guard } from './_b';\n", '_b.ts': gated }),
  ],
};

describe('a gate of two branches', () => {
  let set: HookSet;
  let life: HookReloader;
  let begins: boolean;
  let running: boolean;

  const start = async (files: Branch) => {
    [begins, running] = [false, false];
    set = HookSet.idle({ files });
    const accepted = new AcceptedFiles({
      store: new AcceptedDiskStore({ folder: join(set.folder, 'storage'), known: new Set(), failed: assert.fail }),
      running: () => {
        // One begins as soon as another turn is taken.
        if (begins) queueMicrotask(() => (running = true));
        return running;
      },
      saved: () => false,
      refused: assert.fail,
    });
    accepted.begin([set.folder]);
    life = new HookReloader(set.host, [{ root: set.root, layer: 1 }], accepted);
    await life.loadAll();
    accepted.settle();
  };
  /** Writes what differs; returns the paths, in an order that `below` makes. */
  const write = (from: Branch, to: Branch, below: (n: number) => number): string[] => {
    const names = Object.keys({ ...from, ...to }).filter((name) => from[name] !== to[name]);
    for (const name of names) if (to[name] === undefined) rmSync(set.path(name));
    for (const name of names) if (to[name] !== undefined) set.write(name, to[name]!);
    return names
      .map((name) => [below(1000), set.path(name)] as const)
      .sort(([a], [b]) => a - b)
      .map(([, path]) => path);
  };
  const acceptAll = async () => {
    await life.loadAll();
    await life.makeLive(life.held);
    assert.deepEqual(life.held, []);
  };
  const isDenied = async () => (await set.host.judge(toolCall('gated'))).judgement?.action === 'deny';
  /** Asks again and again while `work` is done, and once more. */
  const beside = async (what: string, work: () => Promise<unknown>) => {
    let [asked, passed, isOver] = [0, 0, false];
    const asking = (async () => {
      do {
        asked++;
        if (!(await isDenied())) passed++;
      } while (!isOver);
    })();
    await work();
    isOver = true;
    await asking;
    assert.deepEqual([passed, await isDenied()], [0, true], `${what}: ${passed} of ${asked} calls passed`);
  };

  afterEach(async () => {
    await life.dispose();
    await set.stop();
  });

  for (const [which, [x, y]] of Object.entries(pairs))
    it(`${which}, denies every call while they are switched`, async () => {
      await start(x);
      const below = seeded(9);
      for (const [from, to] of [[x, y] as const, [y, x] as const]) {
        write(from, to, below);
        await acceptAll();
      }
      let [from, to] = [x, y];
      const turn = async (tell: (paths: string[]) => Promise<unknown>, what: string) => {
        await beside(what, () => tell(write(from, to, below)));
        [from, to] = [to, from];
      };
      const together = (paths: string[]) => Promise.all(paths.map((path) => life.changed(path)));
      for (let n = 0; n < 2; n++) await turn(together, 'told together');
      // Of two files that each are another text nobody knows that they belong together.
      const isOneChange = Object.keys(x).every((name) => name in y) && 'c.ts' in x;
      if (!isOneChange)
        for (let n = 0; n < 2; n++)
          await turn(async (paths) => {
            for (const path of paths.filter((one) => !existsSync(one))) {
              await life.changed(path);
              assert.ok(await isDenied(), `told one by one: passed once ${path} was gone`);
            }
            for (const path of paths) await life.changed(path);
          }, 'told one by one');
      for (let n = 0; n < 2; n++) {
        begins = true;
        await turn(together, 'while a run begins');
        [begins, running] = [false, false];
        await acceptAll();
      }
    });
});
