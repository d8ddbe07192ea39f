/** After an install, the model is told which dependencies have a licence that nobody has agreed to. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hook } from 'hooksmith';

const agreed = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'CC0-1.0', 'Unlicense', 'BlueOak-1.0.0'];

interface Manifest {
  license?: string;
  dependencies?: Record<string, string>;
}
const manifestIn = async (...parts: string[]) => JSON.parse(await readFile(join(...parts, 'package.json'), 'utf8')) as Manifest;
/** `(MIT OR GPL-3.0)`: one of them is enough. `MIT AND X`: both count. */
const isAgreed = (licence: string) =>
  licence
    .replace(/[()]/g, '')
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((one) => agreed.includes(one.trim())));

export const licences = hook(
  'postToolUse',
  { tools: 'Bash', match: { command: ['npm install*', 'npm i *', 'npm ci*', 'npm add*'] }, onError: 'continue' },
  async (ctx) => {
    if (ctx.isError) return;
    const { dependencies = {} } = await manifestIn(ctx.cwd);
    const found = await Promise.all(
      Object.keys(dependencies).map(async (name) => {
        const { license = 'none' } = await manifestIn(ctx.cwd, 'node_modules', name).catch((): Manifest => ({ license: 'not installed' }));
        return isAgreed(license) ? [] : [`${name} (${license})`];
      }),
    );
    const names = found.flat();
    if (names.length > 0) return ctx.modify({ context: `Licences that nobody has agreed to: ${names.join(', ')}. Say so, and look for another package.` });
  },
);
