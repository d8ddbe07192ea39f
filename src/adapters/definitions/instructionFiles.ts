/**
 * Instructions that a workspace keeps for agents: those at the top of its folders and the user's own, those of folders below, and what they import.
 * Formats: https://agents.md, https://code.claude.com/docs/en/memory,
 * https://docs.github.com/copilot/customizing-copilot/adding-repository-custom-instructions-for-github-copilot
 */
import { dirname, join } from 'node:path';
import type { Files, InstructionFiles, Instructions, InstructionText } from '../../agent/ports/files';
import { withoutMark } from '../../shared/basics/byteOrderMark';
import { importsIn, looksLikePath, spellingsOf } from '../../shared/messages/imports';
import type { InstructionProblem } from '../../shared/messages/instructions';
import { isInside, resolvePath } from '../../shell/paths/paths';
import { shownPath } from '../../shell/paths/shownPath';

export interface InstructionPlaces {
  /** Real paths of the workspace folders that are trusted, in order. */
  readonly folders: readonly string[];
  readonly home: string;
  readonly files: Pick<Files, 'readText' | 'stat' | 'realPath'>;
}

const nested: readonly string[] = ['AGENTS.md', 'CLAUDE.md'];
const atTop: readonly string[] = [...nested, '.claude/CLAUDE.md', 'CLAUDE.local.md', '.github/copilot-instructions.md'];
const ofUser: readonly string[] = ['.hooksmith/AGENTS.md', '.claude/CLAUDE.md'];
/** Where, in the home folder, a file of a workspace may import from. */
const sharedByUser: readonly string[] = ['.claude', '.hooksmith'];

const deepestImport = 5;
const mostFiles = 100;
/** Characters of one file, and of all that are taken at once. */
export const longestInstructions = 40_000;
export const mostInstructions = 120_000;
/** Bytes of a file that is read at all. */
const largestFile = 1_000_000;
/** Folders that one call may lead to. */
const mostFolders = 64;

/** Why a file may not be shown, if it may not. */
type Hides = (path: string) => Promise<string | undefined>;

export const instructionFiles = (places: () => InstructionPlaces): InstructionFiles => ({
  async atTop(hides) {
    const reading = new Reading(places(), hides);
    const { folders, home } = reading.places;
    for (const name of ofUser) await reading.take(join(home, name), `~/${name}`);
    for (const folder of folders)
      for (const name of atTop) await reading.take(join(folder, name), shownPath(join(folder, name), reading.places));
    return reading;
  },
  async below(paths, known, hides) {
    const reading = new Reading(places(), hides, known);
    // Outer ones first: what is nearer comes later.
    for (const folder of (await foldersTo(paths, reading.places)).sort((a, b) => a.length - b.length))
      for (const name of nested) await reading.take(join(folder, name), shownPath(join(folder, name), reading.places));
    return reading;
  },
});

/** The folders between a workspace folder and each of these paths. */
async function foldersTo(paths: readonly string[], { folders, files }: InstructionPlaces): Promise<string[]> {
  const found = new Set<string>();
  for (const path of paths) {
    const folder = folders.filter((one) => isInside(one, path)).sort((a, b) => b.length - a.length)[0];
    if (folder === undefined || found.size >= mostFolders) continue;
    const isFolder = (await files.stat(path).catch(() => undefined))?.type === 'directory';
    for (let at = isFolder ? path : dirname(path); at !== folder && isInside(folder, at); at = dirname(at)) found.add(at);
  }
  return [...found];
}

/** Takes files one after the other, each once, imports behind the file that names them. */
class Reading implements Instructions {
  readonly files: InstructionText[] = [];
  readonly problems: InstructionProblem[] = [];
  private readonly seen: Set<string>;
  private readonly texts = new Set<string>();
  private characters = 0;

  constructor(
    readonly places: InstructionPlaces,
    private readonly hides: Hides,
    /** Real paths that are not to be taken again. */
    known: ReadonlySet<string> = new Set(),
  ) {
    this.seen = new Set(known);
  }

  /** Nothing where there is no such file. */
  async take(path: string, name: string): Promise<void> {
    const real = this.real(path);
    if ((await this.stat(real))?.type !== 'file') return;
    await this.takeReal(real, name, undefined, 0, /(^|\/)CLAUDE(\.local)?\.md$/.test(name));
  }

  private async takeReal(
    path: string,
    name: string,
    importedBy: string | undefined,
    depth: number,
    imports: boolean,
  ): Promise<void> {
    if (this.seen.has(path)) return;
    this.seen.add(path);
    const refuse = (reason: string) => void this.problems.push({ name, reason, ...(importedBy ? { importedBy } : {}) });
    if (this.files.length >= mostFiles) return refuse(`more than ${mostFiles} files`);
    const why = this.outside(path) ?? (await this.hides(path));
    if (why !== undefined) return refuse(why);
    if ((await this.stat(path))!.size > largestFile) return refuse(`larger than ${largestFile / 1_000_000} MB`);
    const text = await this.places.files.readText(path).catch(() => undefined);
    if (text === undefined) return refuse('cannot be read');
    if (text.includes('\0')) return refuse('no text');
    const whole = withoutMark(text).trim();
    if (whole === '' || this.texts.has(whole)) return;
    this.texts.add(whole);
    const room = Math.min(longestInstructions, mostInstructions - this.characters);
    if (room <= 0) return refuse(`all files together are longer than ${mostInstructions} characters`);
    const isCut = whole.length > room;
    const shown = isCut ? `${whole.slice(0, room)}\n[cut here: ${whole.length - room} more characters]` : whole;
    this.characters += shown.length;
    this.files.push({
      ...{ path, name, text: shown, characters: whole.length },
      ...(importedBy ? { importedBy } : {}),
      ...(isCut ? { cut: true as const } : {}),
    });
    if (imports) for (const word of importsIn(whole)) await this.import(word, path, name, depth + 1);
  }

  private async import(word: string, from: string, importedBy: string, depth: number): Promise<void> {
    for (const spelling of spellingsOf(word)) {
      const real = resolvePath(spelling, { cwd: dirname(from), home: this.places.home, realPath: (path) => this.real(path) });
      const found = await this.stat(real);
      if (found?.type !== 'file') continue;
      if (depth > deepestImport)
        this.problems.push({ name: spelling, importedBy, reason: `imports are followed ${deepestImport} deep` });
      else await this.takeReal(real, shownPath(real, this.places), importedBy, depth, true);
      return;
    }
    const missed = spellingsOf(word).at(-1)!;
    if (looksLikePath(missed)) this.problems.push({ name: missed, importedBy, reason: 'there is no such file' });
  }

  /** A repository names files of its own, and notes that the user keeps for agents: nothing else of the machine. */
  private outside(path: string): string | undefined {
    const { folders, home } = this.places;
    if (folders.some((folder) => isInside(folder, path))) return undefined;
    const isNote = /\.(md|mdx|txt)$/i.test(path) && sharedByUser.some((folder) => isInside(this.real(join(home, folder)), path));
    return isNote ? undefined : 'outside of the workspace';
  }

  private stat(path: string) {
    return this.places.files.stat(path).catch(() => undefined);
  }

  private real(path: string): string {
    return this.places.files.realPath(path);
  }
}
