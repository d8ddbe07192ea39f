import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

/** Who reads the file meanwhile reads the whole of what was there, or of what comes. */
export function writeWhole(path: string, text: string, mode = existsSync(path) ? statSync(path).mode & 0o777 : 0o644): void {
  const temporary = `${path}.hooksmith-${process.pid}`;
  try {
    writeFileSync(temporary, text, { mode });
    renameSync(temporary, path);
  } catch (error) {
    // A part of it is of no use to anybody.
    rmSync(temporary, { force: true });
    const failure = error as Error;
    // A full disk does not say which it is.
    if (!failure.message.includes(path)) failure.message = `${path}: ${failure.message}`;
    throw failure;
  }
}
