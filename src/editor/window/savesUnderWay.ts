/** Saves that began and have not ended: who asked for each, and how long signs of its file wait for it. */
import { sep } from 'node:path';

interface Save {
  byHand: boolean;
  done: Promise<void>;
  /** Nothing waits for it any longer. */
  release(): void;
}

/** A save that began and never ended keeps the signs of its file waiting no longer. */
const saveMs = 5_000;

export class SavesUnderWay {
  private readonly saves = new Map<string, Save>();
  private readonly waitedFor = new Set<string>();

  constructor(private readonly mostMs = saveMs) {}

  begins(path: string, byHand: boolean): void {
    this.saves.get(path)?.release();
    let resolve = () => {};
    const done = new Promise<void>((settle) => {
      resolve = settle;
    });
    const release = () => {
      clearTimeout(timer);
      if (this.saves.get(path) === save) this.waitedFor.delete(path);
      resolve();
    };
    const timer = setTimeout(release, this.mostMs);
    const save = { byHand, done, release };
    this.saves.set(path, save);
    this.waitedFor.add(path);
  }

  /** Whether the human asked for it, however long it takes. */
  isByHand(path: string): boolean {
    return this.saves.get(path)?.byHand === true;
  }

  ended(path: string): void {
    this.saves.get(path)?.release();
    this.saves.delete(path);
  }

  /** For as long as signs of the file wait for it. */
  has(path: string): boolean {
    return this.waitedFor.has(path);
  }

  /** Resolves when none is under way of that file, or in that folder. */
  async settled(path: string): Promise<void> {
    const meant = [...this.waitedFor].filter((saved) => saved === path || saved.startsWith(path + sep));
    await Promise.all(meant.map((saved) => this.saves.get(saved)?.done));
  }

  dispose(): void {
    for (const { release } of this.saves.values()) release();
  }
}
