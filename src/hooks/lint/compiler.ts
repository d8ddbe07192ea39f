/** The TypeScript compiler, loaded when a hook file is first read: it is as large as all the rest. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type ts from 'typescript';
import { once } from '../../shared/basics/once';

export type TypeScript = typeof ts;

export const loadCompiler = once(
  (): Promise<TypeScript> =>
    import('typescript').then((module) => (module as unknown as { default?: TypeScript }).default ?? module),
);

/** What is read in place of the disk, by path: texts of editors that are not saved. */
export type Overlay = ReadonlyMap<string, string>;

/** Hook files are typed as in the editor, by what `dist` ships: with no install, whatever lies beside them. */
export function programOf(
  compiler: TypeScript,
  files: readonly string[],
  dist: string,
  overlay: Overlay,
  old?: ts.Program,
): ts.Program {
  const options = optionsFor(compiler, files[0], dist);
  const host = compiler.createCompilerHost(options);
  // No rule asks for comments, and the typings that come along hold many.
  host.jsDocParsingMode = compiler.JSDocParsingMode.ParseForTypeErrors;
  const { getSourceFile, readFile, fileExists } = host;
  host.getDefaultLibLocation = () => join(dist, 'lib');
  host.getDefaultLibFileName = (given) => join(dist, 'lib', compiler.getDefaultLibFileName(given));
  host.readFile = (path) => overlay.get(path) ?? readFile(path);
  host.fileExists = (path) => overlay.has(path) || fileExists(path);
  host.getSourceFile = (path, languageVersion, ...rest) => {
    const isShipped = path.startsWith(dist);
    const known = isShipped ? shipped.get(path) : undefined;
    if (known) return known;
    const text = overlay.get(path);
    const source =
      text === undefined ? getSourceFile(path, languageVersion, ...rest) : compiler.createSourceFile(path, text, languageVersion);
    if (isShipped && source) shipped.set(path, source);
    return source;
  };
  return compiler.createProgram({ rootNames: [...files], options, host, oldProgram: old });
}

/** Typings do not change while the product runs. */
// biome-ignore lint/plugin: what it remembers follows from the key alone
const shipped = new Map<string, ts.SourceFile>();

function optionsFor(compiler: TypeScript, file: string | undefined, dist: string): ts.CompilerOptions {
  const types = join(dist, 'types');
  const own = file === undefined ? {} : ownOptions(compiler, dirname(file));
  return {
    target: compiler.ScriptTarget.ES2022,
    module: compiler.ModuleKind.ESNext,
    moduleResolution: compiler.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts'],
    strict: true,
    ...own,
    allowJs: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    composite: false,
    incremental: false,
    skipLibCheck: true,
    typeRoots: [types],
    types: ['node'],
    paths: {
      ...own.paths,
      hooksmith: [join(types, 'hooksmith', 'api', 'index.d.ts')],
      'hooksmith/testing': [join(types, 'hooksmith', 'api', 'testing.d.ts')],
      zod: [join(types, 'zod', 'index.d.cts')],
      'undici-types': [join(types, 'undici-types', 'index.d.ts')],
    },
  };
}

/** What the tsconfig.json of the hook folder says; one further up is that of another program. */
function ownOptions(compiler: TypeScript, folder: string): ts.CompilerOptions {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, 'tsconfig.json');
    const isLast = /[/\\]\.hooksmith$/.test(at) || dirname(at) === at;
    if (existsSync(path) && (isLast || at === folder)) {
      const { config } = compiler.parseConfigFileTextToJson(path, readFileSync(path, 'utf8'));
      // With what it extends, as the editor has it. Which files it includes is not asked.
      const { options } = compiler.parseJsonConfigFileContent(config ?? {}, { ...compiler.sys, readDirectory: () => [] }, at);
      // Relative paths and names of libraries are of the file that they stand in.
      return {
        ...options,
        paths: undefined,
        baseUrl: undefined,
        lib: options.lib?.filter((name) => !/dom|webworker|scripthost/.test(name)),
      };
    }
    if (isLast || !folder.includes('.hooksmith')) return {};
  }
}
