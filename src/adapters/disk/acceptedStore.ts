/** Keeps what the human accepted, a folder of its own for each scope: an index with a MAC, and codes by their SHA-256. Whoever has not the key changes it not unseen. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textAt } from './quietReads';
import { writeWhole } from './writeWhole';

export interface AcceptedStoreParts {
  /** Of the extension, no workspace's. */
  folder: string;
  /** Scopes for which something was kept at some time, remembered elsewhere: that it is gone is noticed. */
  known: { has(scope: string): boolean; add(scope: string): void };
  /** What could not be kept holds for this window only. */
  failed(why: string): void;
}

const index = 'index.json';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const codeFile = /^[0-9a-f]{64}\.js$/;

export class AcceptedDiskStore {
  constructor(private readonly parts: AcceptedStoreParts) {}

  read(scope: string): { text?: string; refused?: string } {
    const found = textAt(join(this.folderOf(scope), index));
    if (found === undefined) return this.parts.known.has(scope) ? { refused: 'it is gone' } : {};
    const [mac = '', ...rest] = found.split('\n');
    const text = rest.join('\n');
    const key = this.key();
    if (!key) return { refused: 'its key is gone' };
    return isSame(mac, this.macOf(key, scope, text)) ? { text } : { refused: 'it was changed from outside' };
  }

  write(scope: string, text: string, codes: ReadonlyMap<string, () => string | undefined>): void {
    const folder = this.folderOf(scope);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const there = new Set(readdirSync(folder));
      for (const [version, code] of codes) {
        const name = `${version}.js`;
        const missing = there.delete(name) ? undefined : code();
        if (missing !== undefined) writeWhole(join(folder, name), missing, 0o600);
      }
      writeWhole(join(folder, index), `${this.macOf(this.key() ?? this.newKey(), scope, text)}\n${text}`, 0o600);
      this.parts.known.add(scope);
      for (const name of there) if (codeFile.test(name)) rmSync(join(folder, name), { force: true });
    } catch (error) {
      this.parts.failed((error as Error).message);
    }
  }

  readCode(scope: string, version: string): string | undefined {
    const code = textAt(join(this.folderOf(scope), `${version}.js`));
    return code !== undefined && sha256(code) === version ? code : undefined;
  }

  private folderOf(scope: string): string {
    return join(this.parts.folder, sha256(scope).slice(0, 32));
  }

  private macOf(key: string, scope: string, text: string): string {
    return createHmac('sha256', key).update(`${scope}\n${text}`).digest('hex');
  }

  private key(): string | undefined {
    return textAt(join(this.parts.folder, 'key'));
  }

  private newKey(): string {
    mkdirSync(this.parts.folder, { recursive: true, mode: 0o700 });
    const key = randomBytes(32).toString('hex');
    try {
      writeFileSync(join(this.parts.folder, 'key'), key, { mode: 0o600, flag: 'wx' });
      return key;
    } catch (error) {
      // Another window was quicker.
      const other = this.key();
      if (other) return other;
      throw error;
    }
  }
}

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
