/** A look at the workspace: which version of which file stands where. What has not changed since the last look is not read again. */
import { type Dirent, lstatSync, readdirSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { FileVersion, LeftOut, WhyLeft } from '../../shared/events/fileChanges';
import { type IgnoreFile, isIgnored, readIgnoreFile } from '../../shell/paths/gitignore';
import { isInside, isSecretFile } from '../../shell/paths/paths';
import { textAt } from '../disk/quietReads';
import type { ContentStore } from './contentStore';

export interface LookLimits {
  /** Of one file whose content is kept. */
  fileBytes: number;
  /** Of all of them. */
  allBytes: number;
  files: number;
}
const lookLimits: LookLimits = { fileBytes: 10 * 1024 * 1024, allBytes: 1024 * 1024 * 1024, files: 50_000 };

export interface Look {
  files: Map<string, FileVersion>;
  leftOut: LeftOut[];
}

/** Never a part of what is looked at, whatever ignore files say: they are somebody else's books, or can be had again. */
const never: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', '.jj', 'node_modules']);
const mostNamed = 10;
/** Longest time without a turn for others. */
const breathMs = 8;
/** A file that changed so shortly before it was read may change again within the same tick of its clock. */
const tickMs = 50;

export class Looker {
  private readonly known = new Map<string, { stamp: string; version: FileVersion }>();

  constructor(
    private readonly store: ContentStore,
    private readonly limits: LookLimits = lookLimits,
  ) {}

  async look(folders: readonly string[]): Promise<Look> {
    const roots = folders.filter((one) => !folders.some((other) => other !== one && isInside(other, one)));
    const look = new Looking(this, this.limits);
    for (const root of roots) await look.walk(root);
    for (const path of this.known.keys())
      if (!look.files.has(path) && roots.some((root) => path.startsWith(root))) this.known.delete(path);
    return { files: look.files, leftOut: look.leftOut };
  }

  /** What stands at one path, whoever ignores it. A folder is nothing. `room`: bytes that may still be kept. Throws where the store cannot take it. */
  version(path: string, room = Number.POSITIVE_INFINITY): FileVersion | undefined {
    const stats = statsOf(path);
    if (!stats || stats.isDirectory()) return undefined;
    const { size, mtimeMs, ctimeMs, ino } = stats;
    const left = (why: WhyLeft): FileVersion => ({ kind: 'left', why, size, mtimeMs });
    if (stats.isSymbolicLink()) {
      try {
        return { kind: 'link', target: readlinkSync(path) };
      } catch {
        return left('unreadable');
      }
    }
    if (isSecretFile(path)) return left('secret');
    if (!stats.isFile()) return left('unreadable');
    if (size > this.limits.fileBytes) return left('large');
    if (size > room) return left('full');
    const mode = stats.mode & 0o7777;
    const stamp = `${size} ${mtimeMs} ${ctimeMs} ${ino} ${mode}`;
    const known = this.known.get(path);
    if (known?.stamp === stamp) return known.version;
    let bytes: Uint8Array;
    try {
      bytes = readFileSync(path);
    } catch {
      return left('unreadable');
    }
    const version: FileVersion = { kind: 'file', hash: this.store.put(bytes), size: bytes.length, mode };
    if (Date.now() - Math.max(mtimeMs, ctimeMs) > tickMs) this.known.set(path, { stamp, version });
    else this.known.delete(path);
    return version;
  }
}

class Looking {
  readonly files = new Map<string, FileVersion>();
  private readonly left = new Map<WhyLeft, LeftOut>();
  private bytes = 0;
  private since = Date.now();

  constructor(
    private readonly looker: Looker,
    private readonly limits: LookLimits,
  ) {}

  get leftOut(): LeftOut[] {
    return [...this.left.values()];
  }

  /** Breadth first: where there is too much, what lies deepest is left out. */
  async walk(root: string): Promise<void> {
    const folders: { path: string; ignores: readonly IgnoreFile[] }[] = [{ path: root, ignores: excludes(root) }];
    for (const { path: folder, ignores } of folders) {
      const entries = entriesOf(folder);
      if (!entries) {
        this.leave('unreadable', folder);
        continue;
      }
      const own = entries.some(({ name }) => name === '.gitignore') ? textAt(join(folder, '.gitignore')) : undefined;
      const inForce = own === undefined ? ignores : [...ignores, readIgnoreFile(slashed(folder), own)];
      const isLeft = (entry: Dirent) =>
        never.has(entry.name) || isIgnored(slashed(join(folder, entry.name)), entry.isDirectory(), inForce);
      // As caches, environments and our typings ignore themselves: it is one thing that is left out, not each of its files.
      if (own !== undefined && entries.every(isLeft)) {
        this.leave('ignored', folder);
        continue;
      }
      for (const entry of entries) {
        const path = join(folder, entry.name);
        if (Date.now() - this.since > breathMs) {
          await turn();
          this.since = Date.now();
        }
        if (isLeft(entry)) this.leave('ignored', path);
        else if (entry.isDirectory()) folders.push({ path, ignores: inForce });
        else if (this.files.size >= this.limits.files) this.leave('full', path);
        else this.take(path);
      }
    }
  }

  private take(path: string): void {
    const version = this.looker.version(path, this.limits.allBytes - this.bytes);
    // It went away meanwhile.
    if (!version) return;
    this.files.set(path, version);
    if (version.kind === 'file') this.bytes += version.size;
    if (version.kind === 'left') this.leave(version.why, path);
  }

  private leave(why: WhyLeft, path: string): void {
    const left = this.left.get(why) ?? { why, count: 0, paths: [] };
    left.count++;
    if (left.paths.length < mostNamed) left.paths.push(path);
    this.left.set(why, left);
  }
}

/** What the user's own git leaves out here beside the ignore files. */
function excludes(root: string): IgnoreFile[] {
  const text = textAt(join(root, '.git', 'info', 'exclude'));
  return text === undefined ? [] : [readIgnoreFile(slashed(root), text)];
}

const slashed = (path: string) => path.replaceAll('\\', '/').replace(/\/$/, '');

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

function entriesOf(folder: string): Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}
