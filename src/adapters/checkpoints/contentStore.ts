/** Contents of files by their hash, in a folder: each is kept once, and read back only whole. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesAt } from '../disk/quietReads';

export class ContentStore {
  /** Known to be there. */
  private readonly known = new Set<string>();

  constructor(private readonly folder: string) {}

  /** Throws what the system says where it cannot be kept. */
  put(bytes: Uint8Array): string {
    const hash = hashOf(bytes);
    if (this.known.has(hash)) return hash;
    const path = this.pathOf(hash);
    if (!existsSync(path)) {
      mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
      // Whoever dies in the middle leaves nothing of that name.
      const aside = `${path}.${randomBytes(4).toString('hex')}.tmp`;
      try {
        writeFileSync(aside, bytes, { mode: 0o600 });
        renameSync(aside, path);
      } catch (error) {
        rmSync(aside, { force: true });
        throw error;
      }
    }
    this.known.add(hash);
    return hash;
  }

  /** Undefined where it is not there, or is not what it was. */
  get(hash: string): Uint8Array | undefined {
    try {
      const bytes = readFileSync(this.pathOf(hash));
      return hashOf(bytes) === hash ? bytes : undefined;
    } catch {
      return undefined;
    }
  }

  /** Removes all others. */
  keepOnly(hashes: ReadonlySet<string>): void {
    this.known.clear();
    for (const start of namesAt(this.folder))
      for (const rest of namesAt(join(this.folder, start)))
        if (!hashes.has(start + rest)) rmSync(join(this.folder, start, rest), { force: true });
  }

  private pathOf(hash: string): string {
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error(`'${hash}' names no content`);
    return join(this.folder, hash.slice(0, 2), hash.slice(2));
  }
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
