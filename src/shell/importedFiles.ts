/** Files that a script on disk has loaded, by the words in it: so that what a line writes and then runs by way of another file is seen. Pure but for the files it asks for. */
import { dirname, join, resolve } from 'node:path';

/** The text of a file that is there, where it is one that people write. */
export type Texts = (path: string) => string | undefined;

const mostFiles = 40;
const mostNames = 400;
const longestName = 200;
const endings = [
  '',
  '.js',
  '.mjs',
  '.cjs',
  '.ts',
  '.mts',
  '.tsx',
  '.jsx',
  '.py',
  '.rb',
  '.php',
  '.sh',
  '/index.js',
  '/index.ts',
  '/__init__.py',
];

/** Whether the script, or what it has loaded by a relative name, and so on, names this file. */
export function importsFile(script: string, file: string, texts: Texts, spend: (steps: number) => void): boolean {
  const seen = new Set([script]);
  for (const one of seen) {
    const text = texts(one);
    if (text === undefined) continue;
    spend(8 + text.length / 500);
    for (const path of namedIn(text, dirname(one))) {
      if (endings.some((ending) => path + ending === file)) return true;
      // Only what is there is read on.
      if (seen.size < mostFiles)
        for (const ending of endings) if (path + ending !== one && isLikely(path + ending)) seen.add(path + ending);
    }
  }
  return false;
}

const isLikely = (path: string): boolean => /\.([cm]?[jt]sx?|py|rb|php|sh)$/.test(path);

function namedIn(text: string, folder: string): string[] {
  const found = new Set<string>();
  const add = (name: string) => {
    if (name.length <= longestName && found.size < mostNames) found.add(resolve(folder, name));
  };
  // `import './x'`, `require('../x')`, `require_relative 'x'`, `include "x.php"`.
  for (const [, name] of text.matchAll(/['"`](\.{1,2}\/[\w@./-]+)['"`]/g)) add(name!);
  for (const [, name] of text.matchAll(
    /\b(?:require_relative|include|include_once|require_once|load)\b[\s(]*['"]([\w./-]+)['"]/g,
  ))
    add(name!);
  // `import x.y`, `from .x import y`, `from . import x`.
  for (const [, module, names] of text.matchAll(/^[ \t]*(?:from|import)[ \t]+([\w.]+)(?:[ \t]+import[ \t]+([\w, \t]+))?/gm)) {
    const base = module!.replace(/^\.+/, '').replaceAll('.', '/');
    add(base || '.');
    for (const name of (names ?? '').split(/[\s,]+/)) if (name) add(join(base, name));
  }
  // `source x.sh`, `. ./x`, `./x.sh`, `sh x.sh`.
  for (const [, name] of text.matchAll(/(?:^|[\s;&|(])(?:source|\.|sh|bash|node|python3?)[ \t]+([\w./-]+)/gm)) add(name!);
  for (const [, name] of text.matchAll(/(?:^|[\s;&|(])(\.{1,2}\/[\w./-]+)/gm)) add(name!);
  return [...found];
}
