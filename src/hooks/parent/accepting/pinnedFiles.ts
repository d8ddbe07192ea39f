/** The hook files of a folder where no window is open: each runs as the bundle that was accepted there, or is missed. The user's own run as they are. */
import { dirname, join, sep } from 'node:path';
import { noPin, type Pin, type Pins } from '../../../shared/hooks/pins';
import type { Bundle } from '../../hostProtocol';
import { HookBuilder } from '../building/build';
import { bundledPath } from '../building/bundledPath';
import { hashOf, textsOf } from '../building/bundleSources';
import { hookFilesOf } from '../building/hookFiles';
import type { Candidate, FolderAcceptance, InForce } from './acceptance';

/** What is wrong with a file that was accepted. */
export interface Missed {
  file: string;
  why: string;
}

const none: Pins = { bundles: new Map(), known: new Set() };

export class PinnedFiles implements FolderAcceptance {
  private pins = none;
  private readonly lost = new Map<string, string>();
  private readonly below: string;
  private readonly own: string;

  constructor(
    private readonly folder: string,
    home: string,
  ) {
    this.below = join(folder, '.hooksmith') + sep;
    this.own = join(home, '.hooksmith') + sep;
  }

  /** What is accepted from now on. */
  take(pins: Pins = none): void {
    this.pins = pins;
    this.lost.clear();
    for (const [file, { version }] of pins.bundles) if (version === noPin.version) this.lost.set(file, unbuilt);
  }

  /** Of what was accepted, the files that do not run as they were then. */
  get missed(): Missed[] {
    return [...this.lost].map(([file, why]) => ({ file, why }));
  }

  found(file: string, _source: string, why = 'cannot be built'): void {
    if (this.isPinned(file) && !this.lost.has(file)) this.lost.set(file, why);
  }

  judge(candidate: Candidate): 'live' | 'held' {
    const { file } = candidate;
    if (!this.isJudged(file)) return 'live';
    const why = this.strangeIn(candidate);
    if (why === undefined) {
      this.lost.delete(file);
      return 'live';
    }
    if (this.isPinned(file)) this.lost.set(file, why);
    // What was never accepted is forgotten once it is gone.
    else if (!candidate.bundle) return 'live';
    return 'held';
  }

  inForce(file: string): InForce | undefined {
    const why = this.lost.get(file);
    if (why === undefined) return undefined;
    return { lost: `is not what was accepted: it ${why} (look at it, then run 'hooksmith guard AGENT' in ${this.folder})` };
  }

  filesBelow(root: string): string[] {
    return [...this.pins.bundles.keys()].filter((file) => file.startsWith(root + sep) && this.isJudged(file));
  }

  begin(): void {}
  settle(): string[] {
    return [];
  }
  accept(): void {}
  keep(): void {}

  private isJudged(file: string): boolean {
    return file.startsWith(this.below) && !file.startsWith(this.own);
  }

  private isPinned(file: string): boolean {
    return this.isJudged(file) && (this.pins.bundles.has(file) || this.pins.known.has(file));
  }

  /** Why it is not what was accepted; undefined where it is. */
  private strangeIn({ file, bundle, builder, inputs }: Candidate): string | undefined {
    if (!bundle) return 'is gone';
    const pin = this.pins.bundles.get(file);
    if (pin?.version === bundle.version) return undefined;
    if (!pin) return 'was accepted without what it imports';
    if (pin.version === noPin.version) return unbuilt;
    const texts = hashesOf(file, bundle, inputs);
    const isOther = (path: string) => pin.texts[path] !== texts[path];
    const others = [...new Set([...Object.keys(texts), ...Object.keys(pin.texts)])].filter(isOther);
    const own = bundledPath(this.own) + sep;
    const strange = others.filter((path) => !path.startsWith(own));
    if (strange.length > 0) return `has other code in it: ${this.shown(strange)}`;
    // Else something that is no text of the bundle, such as a package.json, leads elsewhere.
    return others.length > 0 || pin.builder !== builder ? undefined : 'is put together in another way, of the same files';
  }

  private shown(paths: readonly string[]): string {
    const [first, second, ...more] = paths.map((path) =>
      path.startsWith(this.folder + sep) ? path.slice(this.folder.length + 1) : path,
    );
    const named = [first, ...(second === undefined ? [] : [second])].join(', ');
    return more.length > 0 ? `${named} and ${more.length} more` : named;
  }
}

const unbuilt = 'did not build, or waited for you, when this was accepted';

const hashesOf = (file: string, { code }: Bundle, inputs: readonly string[]): Record<string, string> =>
  Object.fromEntries([...textsOf(code, dirname(bundledPath(file)), inputs)].map(([path, text]) => [path, hashOf(text)]));

/** A hook file as it is now, to be accepted as that. */
export interface PinnedNow {
  pin: Pin;
  /** Why it cannot be built, if it cannot. */
  problem?: string;
}

/** All hook files of a folder, by path. */
export async function pinsNow(folder: string): Promise<Map<string, PinnedNow>> {
  const builder = new HookBuilder();
  try {
    const all = await builder.buildAll(hookFilesOf(folder));
    return new Map(
      [...all].map(
        ([
          file,
          {
            bundle,
            builder,
            inputs,
            problems: [first],
          },
        ]): [string, PinnedNow] => {
          if (!bundle) {
            const problem = first && `${first.file === file ? '' : `${first.file}: `}${first.message}`;
            return [file, { pin: noPin, problem: problem ?? 'it cannot be built' }];
          }
          return [file, { pin: { version: bundle.version, builder, texts: hashesOf(file, bundle, inputs) } }];
        },
      ),
    );
  } finally {
    await builder.dispose();
  }
}
