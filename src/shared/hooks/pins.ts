/** What of hook files is accepted where no window is open: the very bundle of each, and what it was made of. */

/** A hook file as it was accepted, with all that it imports. */
export interface Pin {
  /** SHA-256 of the bundle. */
  version: string;
  builder: string;
  /** Hashes of the texts in it, by real path. */
  texts: Readonly<Record<string, string>>;
}

export interface Pins {
  /** By the path of the hook file. */
  bundles: ReadonlyMap<string, Pin>;
  /** Files that are accepted: a hook file among them with no bundle is one whose imports nobody saw. */
  known: ReadonlySet<string>;
}

/** Of one with nothing to accept: it does not build, or waits until the human has seen it. */
export const noPin: Pin = { version: 'none', builder: '', texts: {} };
