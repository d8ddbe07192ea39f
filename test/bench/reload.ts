/** From save to live, against esbuild's own rebuild of that file. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as esbuild from 'esbuild';
import { residentBytes } from '../../src/hooks/parent/process/residentBytes';
import { Core } from '../fixtures/core';
import { toolCall } from '../fixtures/hookSet';
import { attempted, type Line, measured, type Row, timed } from './measure';
import { peer } from './peers';

const text = (n: number, change: number) =>
  `import { hook } from 'hooksmith';\nexport const h${n} = hook('toolSettled', (ctx) => { ctx.log('${change}'); });\n`;

async function saveToLive(count: number, goal: number): Promise<Row> {
  const core = await Core.start({ hooks: Object.fromEntries(Array.from({ length: count }, (_, n) => [`h${n}.ts`, text(n, 0)])) });
  const floor = await rebuilding(join(core.folder, '.hooksmith', 'hooks', 'h0.ts'), (n) => text(0, n + 1000));
  const both = await timed(20, (n) => core.save('h0.ts', text(0, n + 1)), floor.again);
  await floor.stop();
  await core.stop();
  return {
    what: `save to live, ${count} files`,
    ...{ floor: 'esbuild’s rebuild', measured: both, goal, of: 'ms' },
    heldBack:
      'Beyond esbuild’s rebuild, half of which is its pipe, a profile has the writing of the file, its exports’ lines (the compiler reads them while esbuild works) and the host’s evaluation of the new bundle, 2 ms. What grows with the set: naming its files to the host, 4 ms among 200, the host’s going through them, 8, and all hooks told back and read, 6. Codes cross once, and are registered once.',
  };
}

async function sharedHelper(count: number, goal: number): Promise<Row> {
  const importer = (n: number) =>
    `import { hook } from 'hooksmith';\nimport { word } from './_shared';\nexport const h${n} = hook('toolSettled', (ctx) => { ctx.log(word); });\n`;
  const helper = (n: number) => `export const word = 'word ${n}';\n`;
  const files = Object.fromEntries(Array.from({ length: count }, (_, n) => [`h${n}.ts`, importer(n)]));
  const core = await Core.start({ hooks: { ...files, '_shared.ts': helper(0) } });
  const floor = await rebuilding(join(core.folder, '.hooksmith', 'hooks', '_shared.ts'), (n) => helper(n + 1000));
  const both = await timed(10, (n) => core.save('_shared.ts', helper(n + 1)), floor.again);
  await floor.stop();
  await core.stop();
  return {
    what: `a helper that ${count} files import, save to live`,
    floor: 'esbuild’s rebuild of it',
    measured: both,
    goal,
    of: 'ms',
    heldBack:
      'The half of it is esbuild bundling each importer anew, the other half the host evaluating as many bundles: both grow with the importers, the floor is one file alone.',
  };
}

async function rebuilding(file: string, version: (n: number) => string) {
  const context = await esbuild.context({
    ...{ entryPoints: [file], write: false, bundle: true, format: 'cjs', platform: 'node', external: ['hooksmith'] },
    sourcemap: 'inline',
    logLevel: 'silent',
  });
  await context.rebuild();
  return {
    again: async (n: number) => {
      writeFileSync(file, version(n));
      await context.rebuild();
    },
    stop: () => context.dispose(),
  };
}

async function afterDeath(): Promise<Row> {
  const [killed, answered]: [number[], number[]] = [[], []];
  const took = async (work: () => unknown) => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
  for (let n = 0; n < 7; n++) {
    const core = await Core.start({
      hooks: { 'a.ts': "import { hook } from 'hooksmith';\nexport const a = hook('preToolUse', () => {});" },
    });
    const answer = () => core.host.dispatch(toolCall('ls'));
    await answer();
    // Its spare is warm, as it is whenever a host has been at work for a second.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    answered.push(await took(answer));
    killed.push(
      await took(() => {
        process.kill(core.host.pid!, 'SIGKILL');
        return answer();
      }),
    );
    await core.stop();
  }
  return {
    what: 'the next answer after the host was killed',
    floor: 'an answer',
    measured: measured(killed, answered),
    goal: 50,
    of: 'ms',
  };
}

/** A set is saved again and again: what its processes hold in the end, beyond what they held at first; less than nothing where they hold less. */
async function memory(saves: number): Promise<Row> {
  const grown: number[] = [];
  for (let n = 0; n < 3; n++) grown.push(await growth(saves));
  return {
    what: `memory of both processes after ${saves.toLocaleString('en')} reloads, beyond that after 200`,
    floor: 'none',
    measured: measured(grown, [0]),
    goal: 20,
    of: 'MB',
    heldBack:
      'What lives on the host’s heap grew from 7.2 MB after 200 reloads to 8.9 MB after 2,200; all else is memory that its engine took for what is new and gives back to nobody, up to a bound that the host is started with.',
  };
}

/** Megabytes. */
async function growth(saves: number): Promise<number> {
  const core = await Core.start({ hooks: Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`h${n}.ts`, text(n, 0)])) });
  const held = () => {
    collect();
    const host = residentBytes(core.host.pid!);
    if (host === undefined) throw new Error('this system does not say what a process holds');
    return (process.memoryUsage().heapUsed + host) / 1e6;
  };
  const save = (n: number) => core.save('h0.ts', text(0, n + 1));
  // What comes and goes at first is no growth.
  for (let n = 0; n < 200; n++) await save(n);
  const before = held();
  for (let n = 0; n < saves; n++) await save(n + 200);
  const grown = held() - before;
  await core.stop();
  return grown;
}

/** What the collector would take away anyway is not held. */
setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** What others take from a changed file to its exports. */
async function loaders(): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hooksmith-loaders-'));
  const file = join(folder, 'h.ts');
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const version = (n: number) => `export const word: string = 'word ${n}';\n`;
  writeFileSync(file, version(0));
  const floor = await rebuilding(file, (n) => version(n + 1000));
  const loader = async (name: 'jiti' | 'tsx', of: (loaded: ReturnType<typeof peer>) => Promise<(n: number) => unknown>) =>
    attempted(`${name}: changed file to loaded`, async () => {
      const found = peer(name);
      const load = await of(found);
      const work = async (n: number) => {
        writeFileSync(file, version(n));
        await load(n);
      };
      await work(-1);
      return [
        {
          what: `${found.version}: changed file to loaded`,
          floor: 'esbuild’s rebuild',
          measured: await timed(20, work, floor.again),
        },
      ];
    });
  const lines = [
    ...(await loader('jiti', async ({ load }) => {
      const { createJiti } = load('jiti');
      return () => createJiti(folder, { fsCache: false, moduleCache: false }).import(file);
    })),
    ...(await loader('tsx', async (found) => {
      const { tsImport } = await found.import('tsx/esm/api');
      return () => tsImport(file, { parentURL: pathToFileURL(join(folder, 'from.js')).href });
    })),
  ];
  await floor.stop();
  rmSync(folder, { recursive: true, force: true });
  return lines;
}

export async function reload(): Promise<Line[]> {
  return [
    await saveToLive(10, 10),
    await saveToLive(200, 25),
    await sharedHelper(10, 30),
    await sharedHelper(50, 30),
    await afterDeath(),
    ...(await attempted('memory after reloads', async () => [await memory(2000)])),
    ...(await loaders()),
  ];
}
