/** The set of files that is to be in force: each change has a number and a name of its own, and none passes unseen before the first is live. */
import { randomUUID } from 'node:crypto';
import type { GivenBundles } from '../../givenBundles';
import type { FileToLoad, ToHost } from '../../hostProtocol';
import type { RemoteHooks } from './remoteHooks';
import type { Survivors } from './survivors';

export interface SetOfFiles {
  files: FileToLoad[];
  disabled: string[];
  /** All files are evaluated anew. */
  fresh: boolean;
}

type NumberedSet = Pick<WantedSet, 'n' | 'id' | 'given'>;

export class WantedSet {
  n = 0;
  id = 'empty';
  given: SetOfFiles = { files: [], disabled: [], fresh: false };
  /** No other host's sets have its ids: a session outlives this one. */
  private readonly name = randomUUID().slice(0, 8);
  private opened: () => void = () => {};
  /** Nothing passes before the first set is live: what its gates would say is not known. */
  begun: Promise<void> | undefined = new Promise((resolve) => {
    this.opened = resolve;
  });

  /** Those before, by number, as long as somebody may go on with them. */
  private readonly before = new Map<number, NumberedSet>();

  /** `isInUse`: a dispatch that is under way was given with the set of that number. */
  change(n: number, given: SetOfFiles, isInUse: (n: number) => boolean = () => false): void {
    this.before.set(this.n, { n: this.n, id: this.id, given: { ...this.given, fresh: false } });
    for (const one of this.before.keys()) if (!isInUse(one)) this.before.delete(one);
    this.n = n;
    this.id = `set-${this.name}-${n}`;
    this.given = given;
  }

  begin(): void {
    this.begun = undefined;
    this.opened();
  }

  /** The set of that number, where it is one before this one. */
  older(n: number | undefined): NumberedSet | undefined {
    return n === undefined ? undefined : this.before.get(n);
  }

  /** `bundles` are those that the host knows. */
  message(bundles: GivenBundles, survivors: Survivors, remote: RemoteHooks, set: NumberedSet = this): ToHost {
    const { n, id } = set;
    const { files, disabled, fresh } = set.given;
    const given = bundles.encode(survivors.withRefused(files));
    return { type: 'set', n, id, files: given, disabled, remote: remote.descriptions, fresh };
  }
}
