import { existsSync, renameSync, statSync, writeFileSync } from 'node:fs';

/** Who reads the file meanwhile reads the whole of what was there, or of what comes. */
export function writeWhole(path: string, text: string, mode = existsSync(path) ? statSync(path).mode & 0o777 : 0o644): void {
  const temporary = `${path}.hooksmith-${process.pid}`;
  writeFileSync(temporary, text, { mode });
  renameSync(temporary, path);
}
