/** The sources as the compiler sees them, with other texts in the place of some files. */
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { root } from '../fixtures/core';

/** Sources alone, and of packages only that which makes types of ours: what belongs to others has no type then, and is their matter. */
export function sources(planted: ReadonlyMap<string, string>): ts.Program {
  const path = join(root, 'tsconfig.json');
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  const { fileNames, options: given } = ts.parseJsonConfigFileContent({ ...config, include: ['src'] }, ts.sys, dirname(path));
  const options = { ...given, incremental: false, tsBuildInfoFile: undefined, types: [], lib: ['lib.es2023.d.ts'] };
  const host = ts.createCompilerHost(options);
  const isOurs = (name: string, from: string) => /^\.|^hooksmith$|^zod\b/.test(name) || /node_modules[/\\]zod/.test(from);
  host.resolveModuleNameLiterals = (names, from, _, its) =>
    names.map(({ text }) => ({
      resolvedModule: isOurs(text, from) ? ts.resolveModuleName(text, from, its, host).resolvedModule : undefined,
    }));
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => planted.has(file) || fileExists.call(host, file);
  host.getSourceFile = (file, ...rest) => {
    const text = planted.get(file);
    return text === undefined ? getSourceFile.call(host, file, ...rest) : ts.createSourceFile(file, text, ts.ScriptTarget.ES2022);
  };
  return ts.createProgram([...new Set([...fileNames, ...planted.keys()])], options, host);
}
