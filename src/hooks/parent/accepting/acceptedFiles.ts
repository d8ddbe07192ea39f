/** The hook files that the human has accepted, by the folder that they belong to, and what waits; kept where a change is noticed. */
import { dirname, join, sep } from 'node:path';
import * as z from 'zod';
import type { Pin } from '../../../shared/hooks/pins';
import { bundledPath } from '../building/bundledPath';
import { hashOf, textsOf } from '../building/bundleSources';
import type { Candidate, FolderAcceptance, InForce } from './acceptance';
import { type AcceptedVersion, absent, type CurrentVersion, judgeVersion } from './judgeVersion';

/** Where what was accepted is kept, by folder. */
export interface AcceptedStore {
  /** Empty where nothing was ever kept; `refused` says why what is there is not believed. */
  read(folder: string): { text?: string; refused?: string };
  /** With the codes of all versions in force, by their SHA-256; others are dropped. */
  write(folder: string, text: string, codes: ReadonlyMap<string, () => string | undefined>): void;
  /** Undefined where it is gone, or not what it was. */
  readCode(folder: string, version: string): string | undefined;
}

export interface AcceptedFilesParts {
  store: AcceptedStore;
  running(): boolean;
  /** Whether that is the text which the human saved last at that path. */
  saved(path: string, hash: string): boolean;
  refused(folder: string, why: string): void;
}

/** Nothing was accepted: the file is new. */
const none = 'none';
/** Something was, and is not known any more. */
const lost = 'lost';
/** Versions of one file, and texts of one path, that are remembered. */
const mostBefore = 200;

const recordSchema = z.object({
  /** A SHA-256, `absent`, `none` or `lost`. */
  version: z.string(),
  lines: z.array(z.tuple([z.string(), z.number()])),
  texts: z.array(z.tuple([z.string(), z.string()])),
  builder: z.string(),
  before: z.array(z.string()),
  held: z.object({ version: z.string(), strange: z.array(z.string()) }).optional(),
});
const folderSchema = z.object({
  files: z.array(z.tuple([z.string(), recordSchema])),
  texts: z.array(z.tuple([z.string(), z.array(z.string())])),
});
type FileRecord = z.infer<typeof recordSchema>;

interface Folder {
  path: string;
  files: Map<string, FileRecord>;
  /** Texts that were accepted there, by path. */
  texts: Map<string, string[]>;
  /** `first`: what is there is accepted; `lost`: what is there was, in another form perhaps. */
  state: 'first' | 'lost' | 'settled';
  isChanged: boolean;
}

export class AcceptedFiles implements FolderAcceptance {
  private readonly folders = new Map<string, Folder>();
  private readonly codes = new Map<string, string>();

  constructor(private readonly parts: AcceptedFilesParts) {}

  /** Begins folders. Until `settle` what is in one for which nothing was ever kept is accepted. */
  begin(folders: readonly string[]): void {
    for (const path of folders) if (!this.folders.has(path)) this.folders.set(path, this.read(path));
  }

  /** Ends first trust; returns the files that it accepted. */
  settle(): string[] {
    const listed: string[] = [];
    for (const folder of this.folders.values()) {
      if (folder.state === 'first') {
        folder.isChanged = true;
        listed.push(...folder.files.keys());
      }
      folder.state = 'settled';
    }
    this.keep();
    return listed;
  }

  /** Whether that text at that path was part of a version that was accepted. */
  wasAccepted(path: string, hash: string): boolean {
    return [...this.folders.values()].some(({ texts }) => texts.get(path)?.includes(hash));
  }

  /**
   * Whether what is at that path now, that text or where it is undefined nothing at all, is what the human made live: whoever judges with it is as strict as
   * what is in force here.
   */
  isInForce(path: string, hash: string | undefined): boolean {
    const real = bundledPath(path);
    const records = [...this.folders.values()].flatMap(({ files }) => [...files]);
    const itsOwn = records.flatMap(([file, record]) => (bundledPath(file) === real ? [record] : []));
    if (itsOwn.some(({ held }) => held)) return false;
    const inUse = records.flatMap(([, { texts }]) => texts.filter(([one]) => one === real).map(([, used]) => used));
    if (inUse.length > 0) return inUse.every((used) => used === hash);
    if (itsOwn.length > 0) return hash === undefined && itsOwn.every(({ version }) => version === absent);
    // No hook is made of it: a test beside them, say. What of it is the human's own disarms nothing.
    const own = [...this.folders.values()].flatMap(({ texts }) => texts.get(real) ?? []);
    return hash === undefined ? own.length > 0 && isCode.test(real) : own.includes(hash);
  }

  /** A text that the human's own has become at that path, in force or not: what grows from it is the human's. */
  grew(path: string, hash: string): void {
    const folder = this.closest(path);
    if (!folder || folder.texts.get(path)?.includes(hash)) return;
    const isHookText = path.startsWith(join(folder.path, '.hooksmith') + sep) || this.textsInForce(path);
    if (!isHookText) return;
    remember(folder, path, hash);
    this.keep();
  }

  found(file: string, source: string): void {
    const folder = this.folderOf(file);
    if (folder.state === 'first') remember(folder, bundledPath(file), hashOf(source));
  }

  judge(candidate: Candidate): 'live' | 'held' {
    const { file, bundle, cause } = candidate;
    const folder = this.folderOf(file);
    const record = folder.files.get(file);
    if (record && record.version === bundle?.version && !record.held) {
      this.codes.set(record.version, bundle.code);
      return 'live';
    }
    const current = this.currentOf(candidate);
    const verdict = judgeVersion(current, {
      first: folder.state === 'first',
      accepted: acceptedVersion(record, folder.state),
      held: record?.held,
      running: this.parts.running(),
      cause: cause === undefined ? undefined : bundledPath(cause),
      saved: this.parts.saved,
      inForce: (path) => this.textsInForce(path),
    });
    if (verdict.live) this.accept(candidate);
    else {
      const held = { version: current.version, strange: verdict.strange };
      folder.files.set(file, { ...(record ?? newRecord(folder.state === 'lost' ? lost : none)), held });
      folder.isChanged ||= folder.state === 'settled';
    }
    return verdict.live ? 'live' : 'held';
  }

  accept(candidate: Candidate): void {
    const { file, bundle } = candidate;
    const folder = this.folderOf(file);
    const record = folder.files.get(file);
    folder.isChanged = true;
    if (!bundle && (!record || record.version === none)) {
      folder.files.delete(file);
      return;
    }
    const { version, texts, builder } = this.currentOf(candidate);
    const before = [...(record?.before ?? []).filter((one) => one !== version), version].slice(-mostBefore);
    folder.files.set(file, {
      ...{ version, before, builder },
      lines: bundle?.lines ?? [],
      texts: [...texts],
    });
    if (bundle) this.codes.set(version, bundle.code);
    for (const [path, hash] of texts) remember(folder, path, hash);
  }

  inForce(file: string): InForce | undefined {
    const folder = this.folderOf(file);
    const record = folder.files.get(file);
    if (!record || record.version === none || record.version === absent) return undefined;
    const { version, lines, texts } = record;
    const code = version === lost ? undefined : this.codeOf(folder, version);
    if (code === undefined) return { lost: 'is held: what was accepted of it was changed where it is kept. Review it' };
    return { bundle: { code, version, lines }, texts: new Map(texts) };
  }

  /** What is in force below a folder, for whoever judges with it elsewhere: files that wait are left out, those that are gone undefined. */
  pinsBelow(root: string): Map<string, Pin | undefined> {
    const pins = new Map<string, Pin | undefined>();
    for (const { files } of this.folders.values())
      for (const [file, { version, builder, texts, held }] of files) {
        if (held || version === none || version === lost || !file.startsWith(root + sep)) continue;
        pins.set(file, version === absent ? undefined : { version, builder, texts: Object.fromEntries(texts) });
      }
    return pins;
  }

  filesBelow(root: string): string[] {
    return [...this.folders.values()].flatMap(({ files }) =>
      [...files].flatMap(([file, { version }]) =>
        file.startsWith(root + sep) && version !== none && version !== absent ? [file] : [],
      ),
    );
  }

  keep(): void {
    for (const folder of this.folders.values()) {
      if (!folder.isChanged || folder.state === 'first') continue;
      folder.isChanged = false;
      const { path, files, texts } = folder;
      const codes = new Map([...files.values()].map(({ version }) => [version, () => this.codeOf(folder, version)]));
      for (const word of [none, absent, lost]) codes.delete(word);
      this.parts.store.write(
        path,
        JSON.stringify({ files: [...files], texts: [...texts] } satisfies z.infer<typeof folderSchema>),
        codes,
      );
    }
  }

  private codeOf(folder: Folder, version: string): string | undefined {
    const code = this.codes.get(version) ?? this.parts.store.readCode(folder.path, version);
    if (code !== undefined) this.codes.set(version, code);
    return code;
  }

  /** Texts that are part of any hook file in force. */
  private textsInForce(path: string): ReadonlySet<string> | undefined {
    const found = new Set<string>();
    for (const { files } of this.folders.values())
      for (const { texts } of files.values()) for (const [one, hash] of texts) if (one === path) found.add(hash);
    return found.size > 0 ? found : undefined;
  }

  private currentOf({ file, bundle, source, builder, inputs }: Candidate): CurrentVersion {
    const entry = bundledPath(file);
    if (!bundle) return { version: absent, entry, texts: new Map(), builder };
    // What has no code is in no map: a file of comments, say.
    const texts = new Map([[entry, hashOf(source)]]);
    for (const [path, text] of textsOf(bundle.code, dirname(entry), inputs)) texts.set(path, hashOf(text));
    return { version: bundle.version, entry, texts, builder };
  }

  private folderOf(file: string): Folder {
    const found = this.closest(file);
    if (!found) throw new Error(`${file} lies in no folder that was begun`);
    return found;
  }

  /** Of folders in folders the innermost. */
  private closest(file: string): Folder | undefined {
    let found: Folder | undefined;
    for (const folder of this.folders.values())
      if (file.startsWith(folder.path + sep) && folder.path.length > (found?.path.length ?? -1)) found = folder;
    return found;
  }

  private read(path: string): Folder {
    const kept: { text?: string; refused?: string } = this.parts.store.read(path);
    let parsed: z.infer<typeof folderSchema> | undefined;
    try {
      if (kept.text !== undefined) parsed = folderSchema.parse(JSON.parse(kept.text));
    } catch {
      kept.refused = 'it cannot be read';
    }
    if (kept.refused !== undefined) this.parts.refused(path, kept.refused);
    return {
      path,
      files: new Map(parsed?.files),
      texts: new Map(parsed?.texts),
      state: kept.refused !== undefined ? 'lost' : parsed ? 'settled' : 'first',
      isChanged: false,
    };
  }
}

function remember(folder: Folder, path: string, hash: string): void {
  const known = folder.texts.get(path) ?? [];
  if (known.includes(hash)) return;
  folder.texts.set(path, [...known, hash].slice(-mostBefore));
  folder.isChanged = true;
}

const newRecord = (version: string): FileRecord => ({ version, lines: [], texts: [], builder: '', before: [] });

function acceptedVersion(record: FileRecord | undefined, state: Folder['state']): AcceptedVersion | undefined {
  if (!record) return state === 'lost' ? { version: lost, texts: new Map(), builder: '', before: [] } : undefined;
  if (record.version === none) return undefined;
  const { version, texts, builder, before } = record;
  return { version, texts: new Map(texts), builder, before };
}

const isCode = /\.(ts|mts|js|mjs)$/;
