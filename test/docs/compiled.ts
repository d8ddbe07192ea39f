/** TypeScript blocks as their readers would compile them: with the typings that are shipped, those of one page beside one another. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { root } from '../fixtures/core';
import type { Page } from './blocks';

/** What is wrong, as `PAGE:LINE: text`, with the page's own lines. */
export function problemsOf(pages: readonly Page[]): string[] {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-docs-')));
  try {
    const places = new Map<string, { page: string; line: number }>();
    for (const [n, { name, blocks }] of pages.entries())
      for (const { language, text, path, line } of blocks) {
        if (language !== 'ts') continue;
        const file = join(folder, String(n), path ?? `line-${line}.ts`);
        mkdirSync(dirname(file), { recursive: true });
        // Each is a module, with or without imports.
        writeFileSync(file, `${text}\nexport {};\n`);
        places.set(file, { page: name, line });
      }
    const types = join(root, 'dist', 'types');
    const program = ts.createProgram([...places.keys()], {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ['lib.es2023.d.ts'],
      typeRoots: [join(root, 'node_modules', '@types')],
      types: ['node', 'vscode'],
      paths: {
        hooksmith: [join(types, 'hooksmith', 'api', 'index.d.ts')],
        'hooksmith/testing': [join(types, 'hooksmith', 'api', 'testing.d.ts')],
        'hooksmith/extension': [join(types, 'hooksmith', 'api', 'extension.d.ts')],
        zod: [join(types, 'zod', 'index.d.cts')],
        '@ag-ui/client': [join(root, 'node_modules', '@ag-ui', 'client')],
      },
    });
    return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
      const text = ts.flattenDiagnosticMessageText(messageText, '\n');
      const place = file && places.get(realpathSync(file.fileName));
      if (!place) return `${file?.fileName ?? ''}: ${text}`;
      return `${place.page}:${place.line + 1 + file.getLineAndCharacterOfPosition(start!).line}: ${text}`;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
