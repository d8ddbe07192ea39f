/** What the disk has, for those who go on without what is not there or cannot be read. */
import { readdirSync, readFileSync } from 'node:fs';

export function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

export function namesAt(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
