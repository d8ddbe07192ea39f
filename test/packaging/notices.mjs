// The licences of all that a build carries: of what esbuild bundled, as its metafiles tell, and of what is copied beside it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What may be given on to others without a question; CC-BY-4.0 is that of codicons. */
const fine = new Set('MIT ISC Apache-2.0 BSD-2-Clause BSD-3-Clause 0BSD BlueOak-1.0.0 CC0-1.0 CC-BY-4.0 Unlicense'.split(' '));
/** `(MIT OR GPL-2.0)`: one of them is enough. `MIT AND X`: both count. */
export const isFine = (licence = '') =>
  licence
    .replace(/[()]/g, '')
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((one) => fine.has(one.trim())));
const licenceFile = /^(licen[cs]e|copying|unlicense)(-\w+)?(\.(md|txt))?$/i;

/** The folder of the package that an input of a build belongs to, from the innermost `node_modules`. */
export function packageOf(input) {
  const parts = input.replaceAll('\\', '/').split('/');
  const at = parts.lastIndexOf('node_modules');
  if (at < 0) return undefined;
  const name = parts[at + 1].startsWith('@') ? parts.slice(at + 1, at + 3) : [parts[at + 1]];
  return [...parts.slice(0, at + 1), ...name].join('/');
}

/**
 * In one text, by name. Throws where one says no licence, or one that is not known to be fine.
 * @param {Iterable<string>} folders of packages, each by its package.json; absolute, or from the working directory.
 */
export function notices(folders) {
  const seen = new Map();
  for (const folder of folders) {
    const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    if (!isFine(license))
      throw new Error(`${name}: its licence, ${license ?? 'none'}, is not among those that are known to be fine`);
    const files = readdirSync(folder).filter((file) => licenceFile.test(file));
    const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
    const by = typeof author === 'string' ? author : author?.name;
    seen.set(
      `${name} ${version}`,
      [`${name} ${version}`, license, ...(texts.length > 0 ? texts : [by ? `By ${by}` : ''])].filter(Boolean).join('\n\n'),
    );
  }
  const sorted = [...seen].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  return `Hooksmith carries parts of these packages.\n\n${sorted.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** Of all inputs of several builds. */
export const packagesOf = (metafiles) =>
  new Set(
    metafiles
      .flatMap(({ inputs }) => Object.keys(inputs))
      .flatMap((input) => packageOf(input) ?? [])
      .filter((folder) => existsSync(join(folder, 'package.json'))),
  );
