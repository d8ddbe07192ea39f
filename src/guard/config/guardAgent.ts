/** Puts the gate into an agent's configuration and takes it out again: what would change is known before anything does. */
import { isUtf8 } from 'node:buffer';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { applyPatch, createTwoFilesPatch, reversePatch, structuredPatch } from 'diff';
import * as z from 'zod';
import { writeWhole } from '../../adapters/disk/writeWhole';
import { gateFiles } from '../../protocols/gateHandler';
import type { AgentName } from '../../protocols/protocol';
import { underLock } from '../place/processLock';
import type { AgentConfig } from './agentConfigs';
import { guarded, isGuarded, ourHandlers, unguarded } from './configEdit';

export interface ConfigChange {
  path: string;
  before: string | undefined;
  /** Undefined where the file goes. */
  after: string | undefined;
  /** Where it is guarded: what comes back once it is no more, undefined where that is no file. */
  without?: string;
  isSecret?: true;
  /** As a unified diff; empty where nothing changes. */
  diff: string;
}

/** What was there before us, so that it comes back to the byte. */
const record = z.object({
  version: z.literal(1),
  files: z.record(z.string(), z.object({ before: z.string().nullable(), after: z.string(), folders: z.array(z.string()) })),
});
type Recorded = z.infer<typeof record>;

export class GuardedConfigs {
  private readonly recordPath: string;

  constructor(home: string) {
    this.recordPath = join(home, '.hooksmith', 'guard', 'configurations.json');
  }

  /** Throws where the file cannot be read as what it is. */
  guard(agent: AgentName, base: string, config: AgentConfig): ConfigChange {
    const path = fileOf(base, config);
    const before = textOf(path);
    const after = inWords(path, () => guarded(agent, before, config));
    // What is there may be our own, of another time.
    const without = isGuarded(agent, before) ? this.remove(agent, base, config).after : before;
    const secret = config.isSecret ? { isSecret: true as const } : {};
    return { ...change(path, before, after), ...(without === undefined ? {} : { without }), ...secret };
  }

  remove(agent: AgentName, base: string, config: Pick<AgentConfig, 'path' | 'own'>): ConfigChange {
    const { own } = config;
    const path = fileOf(base, config);
    const before = textOf(path);
    if (before === undefined) return change(path, before, before);
    const known = this.read().files[path];
    if (known && known.after === before) return change(path, before, known.before ?? undefined);
    if (!isGuarded(agent, before)) return change(path, before, before);
    // Others have written since: what we added is taken out where it stands.
    const patch = known && reversePatch(structuredPatch(path, path, known.before ?? '', known.after));
    const undone = patch ? applyPatch(before, patch) : false;
    const after =
      typeof undone === 'string' && !isGuarded(agent, undone) ? undone : inWords(path, () => unguarded(agent, before));
    return change(path, before, (own || known?.before === null) && isEmpty(after) ? undefined : after);
  }

  /** Is it ours already, in this file? */
  isGuarded(agent: AgentName, base: string, config: Pick<AgentConfig, 'path'>): boolean {
    try {
      return isGuarded(agent, textOf(fileOf(base, config)));
    } catch {
      return false;
    }
  }

  /** Folders whose file of this agent, at `path` below, was guarded from here. `also`: those where it may lie elsewhere, behind a link. */
  recorded({ path }: Pick<AgentConfig, 'path'>, also: readonly string[]): string[] {
    const { files } = this.read();
    const end = sep + path;
    const own = Object.keys(files).flatMap((file) => (file.endsWith(end) ? [file.slice(0, -end.length)] : []));
    const linked = also.filter((base) => Object.hasOwn(files, realFile(join(base, path))));
    return [...new Set([...own, ...linked])];
  }

  /** What ours run there on this system: each gate with its Node. */
  gateFiles(agent: AgentName, base: string, config: Pick<AgentConfig, 'path'>): string[][] {
    const text = textOf(fileOf(base, config));
    return text === undefined ? [] : ourHandlers(agent, text).map((handler) => gateFiles(handler, process.platform));
  }

  /** Throws where others have written to the file since: they would lose what nobody was shown. */
  write(change: ConfigChange, mode: 'guard' | 'remove'): void {
    underLock(this.recordPath, () => this.writeAlone(change, mode));
  }

  private writeAlone({ path, before, after, without, isSecret }: ConfigChange, mode: 'guard' | 'remove'): void {
    if (![before, after].includes(textOf(path))) throw new Error(`${path}: it was changed meanwhile, and was left as it is`);
    const records = new Map(Object.entries(this.read().files));
    if (after === undefined) {
      rmSync(path, { force: true });
      for (const folder of records.get(path)?.folders ?? []) {
        if (removedIfEmpty(folder)) continue;
        // It goes with the last of ours that lies in it.
        const heir = [...records].find(([other]) => other !== path && other.startsWith(folder + sep))?.[1];
        heir?.folders.push(folder);
      }
    } else {
      const folders = madeFolders(path);
      const known = records.get(path)?.folders ?? [];
      try {
        // How it is taken back is kept before there is anything to take back.
        if (mode === 'guard')
          this.keep(new Map(records).set(path, { before: without ?? null, after, folders: [...folders, ...known] }));
        writeWhole(path, after, before === undefined && isSecret ? 0o600 : undefined);
      } catch (error) {
        this.keepAsItWas(records);
        folders.forEach(removedIfEmpty);
        throw error;
      }
    }
    if (mode === 'guard') return;
    records.delete(path);
    this.keep(records);
  }

  private keep(records: ReadonlyMap<string, Recorded['files'][string]>): void {
    writeWhole(
      this.recordPath,
      `${JSON.stringify({ version: 1, files: Object.fromEntries(records) } satisfies Recorded, null, 2)}\n`,
      0o600,
    );
  }

  private keepAsItWas(records: ReadonlyMap<string, Recorded['files'][string]>): void {
    try {
      this.keep(records);
    } catch {
      // Where it could not be written before, it is as it was.
    }
  }

  private read(): Recorded {
    try {
      return record.parse(JSON.parse(readFileSync(this.recordPath, 'utf8')));
    } catch {
      return { version: 1, files: {} };
    }
  }
}

function change(path: string, before: string | undefined, after: string | undefined): ConfigChange {
  const name = (text: string | undefined) => (text === undefined ? '/dev/null' : path);
  const diff =
    before === after ? '' : createTwoFilesPatch(name(before), name(after), before ?? '', after ?? '', '', '', { context: 2 });
  return { path, before, after, diff: diff.replace(/^(Index: .*\n)?=+\n/, '') };
}

/** Nobody but us has said anything there. */
const isEmpty = (text: string) => /^({("version":1)?})?$/.test(text.replace(/\s/g, ''));

function inWords(path: string, work: () => string): string {
  try {
    return work();
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
}

/** Throws where it is no text: what cannot be decoded could not be written back as it was. */
function textOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return undefined;
  if (!found.isFile()) throw new Error(`${path}: it is no file`);
  const bytes = readFileSync(path);
  if (!isUtf8(bytes)) throw new Error(`${path}: it is not in UTF-8`);
  return bytes.toString('utf8');
}

/** Throws where it leads into what the kernel shows as files: to read there may wait without end, and to make a folder does. */
function fileOf(base: string, { path }: Pick<AgentConfig, 'path'>): string {
  const file = realFile(join(base, path));
  let at = file;
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  if (process.platform === 'linux' && kernels.has(statfsSync(at).type))
    throw new Error(`${join(base, path)}: it leads to ${file}, which is no place for a file`);
  return file;
}

/** Of procfs and sysfs, as `statfs` has them. */
const kernels: ReadonlySet<number> = new Set([0x9fa0, 0x62656572]);

/** A link stays a link, of the file or of a folder around it, and one that leads to no file yet leads to ours: the same before it is there and after. */
function realFile(path: string, hops = 40): string {
  try {
    return realpathSync(path);
  } catch {
    const folder = dirname(path);
    const place = folder === path ? path : join(realFile(folder, hops), basename(path));
    const isLink = lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    return isLink && hops > 0 ? realFile(resolve(dirname(place), readlinkSync(place)), hops - 1) : place;
  }
}

/** Makes the file's folder; returns those that were not there, deepest first. */
function madeFolders(path: string): string[] {
  const missing: string[] = [];
  for (let at = dirname(path); !existsSync(at); at = dirname(at)) missing.push(at);
  for (const folder of [...missing].reverse()) mkdirSync(folder);
  return missing;
}

/** False where something is kept there. */
function removedIfEmpty(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
