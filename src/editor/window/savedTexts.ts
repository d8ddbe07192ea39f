/** Which texts are the human's own: what was saved by hand in a document that grew, by editing, from a text that was accepted. Knows documents by path only. */

export interface SavedTextsParts {
  /** It was part of an accepted version of a hook file, or became of one by the human's editing. */
  wasAccepted(path: string, hash: string): boolean;
  /** The human's editing has led to this text. */
  grew(path: string, hash: string): void;
  hashOf(text: string): string;
}

export class SavedTexts {
  /** For each document what its text has grown from; undefined where that is not the human's. */
  private readonly bases = new Map<string, string | undefined>();
  private readonly grown = new Map<string, Set<string>>();
  private readonly saved = new Map<string, string>();

  constructor(private readonly parts: SavedTextsParts) {}

  /** A document was opened on a text, or took on the text that someone else put on disk. Returns what takes it back, unless the document was meddled with since. */
  based(path: string, text: string): () => void {
    const before = this.bases.get(path);
    const hash = this.parts.hashOf(text);
    this.bases.set(path, hash);
    return () => {
      if (this.bases.get(path) === hash) this.bases.set(path, before);
    };
  }

  /** Something that is not the human edits the document. */
  meddled(path: string): void {
    this.bases.set(path, undefined);
  }

  closed(path: string): void {
    this.bases.delete(path);
  }

  /** `byHand` where the human asked for the save, not a timer or a lost focus. Returns whether the text is the human's now. */
  wasSaved(path: string, text: string, byHand: boolean): boolean {
    const hash = this.parts.hashOf(text);
    const base = this.bases.get(path);
    const isGrown = [base, hash].some((one) => one !== undefined && this.isOwn(path, one));
    if (isGrown) {
      this.bases.set(path, hash);
      this.grown.set(path, (this.grown.get(path) ?? new Set()).add(hash));
      this.parts.grew(path, hash);
    }
    if (isGrown && byHand) this.saved.set(path, hash);
    else this.saved.delete(path);
    return isGrown && byHand;
  }

  /** A command of ours wrote this for the human; it is not live before it is saved by hand where `byHand` is false. */
  wrote(path: string, text: string, byHand = true): void {
    const hash = this.parts.hashOf(text);
    this.grown.set(path, (this.grown.get(path) ?? new Set()).add(hash));
    if (byHand) this.saved.set(path, hash);
  }

  /** Whether that is the text which the human saved last at that path. */
  isSaved(path: string, hash: string): boolean {
    const saved = this.saved.get(path);
    // Another text came over it: that the first comes back is no save. One of the human's own was read before the save, and is looked at only now.
    if (saved !== undefined && saved !== hash && !this.isOwn(path, hash)) this.saved.delete(path);
    return saved === hash;
  }

  private isOwn(path: string, hash: string): boolean {
    return hash === this.parts.hashOf('') || this.grown.get(path)?.has(hash) === true || this.parts.wasAccepted(path, hash);
  }
}
