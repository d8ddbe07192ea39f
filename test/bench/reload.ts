/** From save to live, against esbuild's own rebuild of that file. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { Core } from '../fixtures/core';
import { toolCall } from '../fixtures/hookSet';
import { type Row, timed } from './measure';

const text = (n: number, change: number) =>
  `import { hook } from 'hooksmith';\nexport const h${n} = hook('toolSettled', (ctx) => { ctx.log('${change}'); });\n`;

async function saveToLive(count: number, goal: number): Promise<Row> {
  const core = await Core.start({ hooks: Object.fromEntries(Array.from({ length: count }, (_, n) => [`h${n}.ts`, text(n, 0)])) });
  const floor = await rebuilding(join(core.folder, '.hooksmith', 'hooks', 'h0.ts'), (n) => text(0, n + 1000));
  const both = await timed(20, (n) => core.save('h0.ts', text(0, n + 1)), floor.again);
  await floor.stop();
  await core.stop();
  return { what: `save to live, ${count} files`, floor: 'esbuild’s rebuild', measured: both, goal, of: 'ms' };
}

async function sharedHelper(count: number): Promise<Row> {
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
    goal: 30,
    of: 'ms',
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
  const core = await Core.start({
    hooks: { 'a.ts': "import { hook } from 'hooksmith';\nexport const a = hook('preToolUse', () => {});" },
  });
  const answer = () => core.host.dispatch(toolCall('ls'));
  await answer();
  const killed = async () => {
    process.kill(core.host.pid!, 'SIGKILL');
    await answer();
  };
  const result = await timed(1, killed, answer);
  await core.stop();
  return { what: 'the next answer after the host was killed', floor: 'an answer', measured: result, goal: 50, of: 'ms' };
}

export async function reload(): Promise<Row[]> {
  return [await saveToLive(10, 10), await saveToLive(200, 25), await sharedHelper(50), await afterDeath()];
}
