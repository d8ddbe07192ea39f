/** Packages without types, which run as well as others: the editor is told that they are there, as `check` knows it, and shows no error where that warns. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from './problem';

/** The tsconfig that we write includes it. Made anew on every machine, as all that lies beside it. */
export function declareUntyped(folder: string, problems: readonly Problem[]): void {
  const types = join(folder, 'types');
  if (!existsSync(join(types, 'version'))) return;
  const names = [...new Set(problems.flatMap(({ untyped }) => untyped ?? []))].sort();
  const text = names.map((name) => `declare module ${JSON.stringify(name)};\n`).join('');
  const path = join(types, 'untyped.d.ts');
  const there = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (text === there) return;
  writeFileSync(path, text);
}
