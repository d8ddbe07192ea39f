/** What a module asks of where it lies (`import.meta`, `__dirname`, `__filename`) is else that of its bundle, or nothing: each is told its own file. */
import { readFileSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildOptions, Loader, Plugin } from 'esbuild';

const meta = '__hooksmithMeta';
const folder = '__hooksmithDirname';
const path = '__hooksmithFilename';

/** Of a bundle that was built without this; esbuild's own name is for the `import.meta` that it leaves empty. */
export const asksForPlace = (code: string): boolean =>
  ['import_meta', '__dirname', '__filename'].some((name) => code.includes(name));

const mayAsk = /\bmeta\b|__(?:dir|file)name\b/;

/** Reads every file of the bundle, which takes its time: for those that ask. */
const ownPlace: Plugin = {
  name: 'own-place',
  setup(build) {
    build.onLoad({ filter: /\.[cm]?[jt]sx?$/, namespace: 'file' }, ({ path: file }) => {
      const text = readFileSync(file, 'utf8');
      if (!mayAsk.test(text)) return undefined;
      const [first = ''] = /^#!.*\r?\n?/.exec(text) ?? [];
      return { contents: `${first}${placeOf(file)}${text.slice(first.length)}`, loader: loaderOf(file) };
    });
  },
};

/** On the line of what it stands before, so that no line moves. */
function placeOf(file: string): string {
  const [url, dirname_, filename] = [pathToFileURL(file).href, dirname(file), file].map((one) => JSON.stringify(one));
  return `const ${meta}={url:${url},dirname:${dirname_},filename:${filename}},${folder}=${dirname_},${path}=${filename};`;
}

function loaderOf(file: string): Loader {
  const kind = extname(file).slice(1);
  return kind.endsWith('x') ? (kind as Loader) : kind.endsWith('ts') ? 'ts' : 'js';
}

/** The same build, in which each module is told its place. */
export const withPlaces = <O extends BuildOptions>(options: O) => ({
  ...options,
  plugins: [ownPlace, ...(options.plugins ?? [])],
  define: { ...options.define, 'import.meta': meta, __dirname: folder, __filename: path },
});
