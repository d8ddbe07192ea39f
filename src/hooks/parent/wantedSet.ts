/** The set of files that is to be in force: each change has a number and a name of its own, and none passes unseen before the first is live. */
import { randomUUID } from 'node:crypto';
import type { GivenBundles } from '../givenBundles';
import type { FileToLoad, ToHost } from '../hostProtocol';
import type { RemoteHooks } from './remoteHooks';
import type { Survivors } from './survivors';

export interface SetOfFiles {
  files: FileToLoad[];
  disabled: string[];
  /** All files are evaluated anew. */
  fresh: boolean;
}

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

  change(n: number, given: SetOfFiles): void {
    this.n = n;
    this.id = `set-${this.name}-${n}`;
    this.given = given;
  }

  begin(): void {
    this.begun = undefined;
    this.opened();
  }

  /** `bundles` are those that the host knows. */
  message(bundles: GivenBundles, survivors: Survivors, remote: RemoteHooks): ToHost {
    const { n, id } = this;
    const { files, disabled, fresh } = this.given;
    const given = bundles.encode(survivors.withRefused(files));
    return { type: 'set', n, id, files: given, disabled, remote: remote.descriptions, fresh };
  }
}
