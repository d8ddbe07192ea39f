/** Code that a line writes itself and then runs, or has loaded: nobody knows it before, but what is known of its text counts as if it stood in the line. Pure. */
import type { Uncertainty } from '../../shared/calls/toolFacts';
import { isInside } from '../paths/paths';
import { namesInCode } from './codeNames';
import { codeMayRead } from './plainCode';

export interface WrittenFile {
  path: string;
  /** It was there, and the line changes something in it. */
  isEdited: boolean;
}
interface Run {
  name: string;
  kind: Uncertainty['kind'];
  covers(file: WrittenFile): boolean;
  /** The file that runs, where a word of the line names it. */
  path?: string | undefined;
  /** After how many of the things that the line brings. */
  after: number;
}
/** A folder in which anything may have come to lie, a file that a program was told to write, one that it may have made, or how the names of its files begin. */
interface Brought {
  place: string;
  kind: 'folder' | 'repository' | 'output' | 'guess' | 'prefix' | 'anywhere';
}
const isWithin: Readonly<Record<Brought['kind'], (place: string, path: string) => boolean>> = {
  folder: isInside,
  repository: isInside,
  output: isInside,
  guess: (place, path) => path === place,
  prefix: (place, path) => path.startsWith(place),
  anywhere: () => true,
};
/** Whether what runs files that others name may be given this one. */
export const mayBeHanded = ({ path, isEdited }: WrittenFile): boolean =>
  !isEdited && !data.test(path) && !/(^|\/)(logs?|out(put)?|results?|err(ors?)?|list|report|tmp)$/i.test(path);
export interface OwnRun extends Pick<Run, 'name' | 'kind'> {
  /** What of the code stands in the line. */
  texts: string[];
  /** It may read files that no text of the line names: more than what git brings, which is the project's. */
  mayRead: boolean;
}

const mostBrought = 200;
/** A file of a language in which all that is done is called by a name. */
const source = /\.([cm]?[jt]sx?|py|rb)$/i;
/** What is read as data, whatever runs beside it. */
const data =
  /\.(txt|md|log|csv|tsv|jsonl?|ya?ml|xml|html?|css|svg|png|jpe?g|gif|pdf|lock|out|tmp|bak|diff|patch|gz|tgz|zip|tar)$/i;

/** A word that names code names it whole, without the ending (`-r ./x`), or by a folder around it (`-I lib`, `node .`), where more than an edit makes it the line's own. */
export function namesCode(word: string, { path, isEdited }: WrittenFile): boolean {
  if (path === word) return true;
  if (isEdited) return false;
  if (path.startsWith(`${word}.`)) return /^\.\w+$/.test(path.slice(word.length)) && !data.test(path);
  return isInside(word, path) && (!data.test(path) || path.endsWith('/package.json'));
}

/** The same of a word that names the very file, which the line has made: for programs that read files as well as run them. */
export const namesScript: typeof namesCode = (word, { path, isEdited }) =>
  !isEdited && !data.test(path) && (path === word || (path.startsWith(`${word}.`) && /^\.\w+$/.test(path.slice(word.length))));

/** The same of any file, whatever it is written in. */
export const namesFile: typeof namesCode = (word, { path, isEdited }) => !isEdited && path === word;

const textsIn = (path: string, kind: Uncertainty['kind'], texts: ReadonlySet<string>): string[] =>
  [...texts].map((text) => (kind === 'code' || source.test(path) ? namesInCode(text, source.test(path)) : text));

export class OwnCode {
  private readonly files = new Map<string, { isEdited: boolean; isSaid: boolean; texts: Set<string> }>();
  private readonly runs = new Map<string, Run>();
  private readonly brought: Brought[] = [];
  /** Something runs more than once, or later: what is brought behind it counts as well. */
  isRepeated = false;

  /** `spend` is told of each file that is compared, and each text that is kept. */
  constructor(private readonly spend: (steps: number) => void) {}

  /** `isSaid`: the texts are all that is written. */
  write(path: string, texts: Iterable<string> = [], isEdited = false, isSaid = false): void {
    const file = this.files.get(path) ?? { isEdited, isSaid, texts: new Set<string>() };
    file.isEdited &&= isEdited;
    file.isSaid &&= isSaid;
    for (const text of texts) {
      this.spend(1 / 16);
      file.texts.add(text);
    }
    this.files.set(path, file);
  }

  /** What runs from there from here on is not known. */
  brings(place: string, kind: Brought['kind'] = 'folder'): void {
    if (this.brought.length < mostBrought) this.brought.push({ place, kind });
    // Of more nobody looks where it lies.
    else if (this.brought.length === mostBrought) this.brought.push({ place, kind: 'anywhere' });
  }
  get broughtSoFar(): number {
    return this.brought.length;
  }
  /** Whether it has run since, so that it is no more than what is there. */
  hasRun(path: string, since: number): boolean {
    return [...this.runs.values()].some((run) => run.path === path && run.after >= since);
  }

  /** What is known of a file that the line has written by now. */
  textsOf(path: string): string[] {
    return [...(this.files.get(path)?.texts ?? [])];
  }
  /** Whether a word names a file that the line has written by now. */
  has(word: string): boolean {
    this.spend(this.files.size / 64);
    return [...this.files].some(([path, { isEdited }]) => namesCode(word, { path, isEdited }));
  }

  /** `what` tells it from other runs of the program; `path` is the file that runs, where a word names it. */
  run(name: string, what: string, kind: Uncertainty['kind'], covers: Run['covers'], path?: string): void {
    this.runs.set(`${name}\0${what}`, { name, kind, covers, path, after: this.brought.length });
  }

  /** What of the line's own code runs, now that all of it has been read. */
  ran(): OwnRun[] {
    if (this.files.size + this.brought.length === 0) return [];
    return [...this.runs.values()].flatMap(({ name, kind, covers, path: own, after }) => {
      this.spend((this.files.size + this.brought.length) / 64);
      // What lies in a folder that was written is as new as the folder.
      const isAround = (path: string) => own !== undefined && path !== own && isInside(path, own);
      const found = [...this.files].filter(([path, { isEdited }]) => covers({ path, isEdited }) || (!isEdited && isAround(path)));
      const brought = this.brought
        .slice(0, this.isRepeated ? undefined : after)
        .filter(
          ({ place, kind }) =>
            (own !== undefined && isWithin[kind](place, own)) || (kind === 'output' && covers({ path: place, isEdited: false })),
        );
      if (found.length + brought.length === 0) return [];
      const texts = found.flatMap(([path, { texts }]) => textsIn(path, kind, texts));
      // What of a shell script stands in the line has been read as such.
      const isUnread = ([, { isSaid, texts }]: (typeof found)[number]) =>
        !isSaid || (kind === 'code' && [...texts].some((text) => codeMayRead(text, name)));
      return [{ name, kind, texts, mayRead: found.some(isUnread) || brought.some(({ kind }) => kind !== 'repository') }];
    });
  }
}
