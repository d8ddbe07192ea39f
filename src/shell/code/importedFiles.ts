/** Files that a script on disk has loaded, by the words in it: so that what a line writes and then runs by way of another file is seen. Pure but for the files it asks for. */
import { dirname, join, resolve } from 'node:path';

/** The text of a file that is there, where it is one that people write. */
export type Texts = (path: string) => string | undefined;

/** Beyond these nobody looks: what is loaded there may be any file. */
const mostFiles = 60;
const mostTries = 1500;
const mostNames = 400;
const longestName = 200;

/** What may stand behind a name, by the script in which it stands. */
const script: readonly string[] = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.tsx', '.jsx', '.json', '.node'];
const families: readonly { of: RegExp; endings: readonly string[] }[] = [
  {
    of: /\.[cm]?[jt]sx?$/,
    endings: ['', ...script, '/package.json', '/index.js', '/index.cjs', '/index.mjs', '/index.ts', '/index.tsx'],
  },
  { of: /\.py$/, endings: ['', '.py', '/__init__.py'] },
  { of: /\.rb$/, endings: ['', '.rb'] },
  { of: /\.p[lm]$/, endings: ['', '.pm'] },
];
const endingsOf = (path: string): readonly string[] =>
  families.find(({ of }) => of.test(path))?.endings ?? (/\.\w+$/.test(path) ? [''] : ['', ...script, '.py', '.rb']);
/** What has code in it; not what `node main.js` says of `main.json`. */
const isLikely = (path: string): boolean => /\.([cm]?[jt]sx?|py|rb|php|sh|bash|pl|pm|lua)$/.test(path);
/** `./x.js` is what `x.ts` comes to. */
const plain = (path: string): string => path.replace(/\.[cm]?[jt]sx?$/, '.js');

/** Whether the script, or what it has loaded by a name, and so on, names this file; where that is more than is looked at, it may. */
export function importsFile(script: string, file: string, texts: Texts, spend: (steps: number) => void): boolean {
  const seen = new Set([script]);
  // No code is loaded from a text or a log.
  const mayBeAny = isLikely(file) || /\.(json|node)$|\/[^./]+$/.test(file);
  let files = 0;
  for (const one of seen) {
    spend(1 / 4);
    if (seen.size > mostTries) return mayBeAny;
    const text = texts(one);
    if (text === undefined) continue;
    if (++files > mostFiles) return mayBeAny;
    spend(8 + text.length / 500);
    const names = namedIn(text, dirname(one));

    const endings = endingsOf(one);
    for (const path of names) {
      if (plain(path) === plain(file) || endings.some((ending) => path + ending === file)) return true;
      // Only what is there is read on.
      for (const next of isLikely(path) ? [path] : endings.map((ending) => path + ending)) if (isLikely(next)) seen.add(next);
    }
    if (names.size >= mostNames) return mayBeAny;
  }
  return false;
}

function namedIn(text: string, folder: string): Set<string> {
  const found = new Set<string>();
  const add = (name: string) => {
    if (name.length <= longestName && found.size < mostNames) found.add(resolve(folder, name));
  };
  const each = (form: RegExp, note: (...parts: (string | undefined)[]) => void) => {
    for (const [, ...parts] of text.matchAll(form)) note(...parts);
  };
  // `import './x'`, `require('../x')`, `include "x.php"`, `__dirname + '/x.js'`; a bare name with no ending is a package's, but where a word says otherwise.
  each(/['"`](\.{0,2}\/[\w@./-]+|[\w-][\w@/-]*\.[\w./-]*\w)['"`]/g, (name) => {
    for (const one of new Set([name!, name!.replace(/^\/+/, '')])) add(one);
  });
  each(/\b(?:require_relative|include|include_once|require_once|load)\b[\s(]*['"]([\w./-]+)['"]/g, (name) => add(name!));
  // `path.join(__dirname, 'a', 'x')`
  each(/\b(?:join|resolve)\(([^()\n]*)\)/g, (words) => {
    const parts = [...words!.matchAll(/['"`]([\w@./-]+)['"`]/g)].map(([, part]) => part!);
    if (parts.length > 0) add(join(...parts).replace(/^\/+/, ''));
  });
  // `import x.y, z`, `from .x import y`, `from . import (x, y)`, `import_module('x.y')`.
  const module = (name: string, names = '') => {
    const dots = /^\.*/.exec(name)![0].length;
    const base = join('../'.repeat(Math.max(0, dots - 1)), name.slice(dots).replaceAll('.', '/'));
    add(base || '.');
    for (const [one] of names.matchAll(/\w+/g)) add(join(base, one));
  };
  each(/(?:^|[;:\n])[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^()]*\)|[\w, \t]+)/g, (name, names) => module(name!, names));
  each(/(?:^|[;:\n])[ \t]*import[ \t]+([\w., \t]+)/g, (names) => {
    for (const one of names!.split(',')) module(one.trim().split(/\s/)[0]!);
  });
  each(/\b(?:import_module|__import__|run_module)\(\s*['"]([\w.]+)['"]/g, (name) => module(name!));
  // `use Foo::Bar;`
  each(/\b(?:use|require)[ \t]+([A-Z]\w*(?:::\w+)*)/g, (name) => {
    for (const base of ['.', 'lib']) add(join(base, name!.replaceAll('::', '/')));
  });
  // `source x.sh`, `. ./x`, `./x.sh`, `sh -e x.sh`, `"$DIR/x.sh"`.
  each(
    /(?:^|[\s;&|(])(?:source|\.|(?:ba|da|z|k)?sh|node|deno|bun|tsx|ts-node|python[\d.]*|perl|ruby|php|lua)(?:[ \t]+-[\w-]+|[ \t]+run)*[ \t]+["']?([\w./-]+)/g,
    (name) => add(name!),
  );
  each(/(?:^|[\s;&|(])(\.{1,2}\/[\w./-]+)/g, (name) => add(name!));
  each(/(?:\$\w+|[})])["']?\/([\w./-]+)/g, (name) => add(name!));
  return found;
}
