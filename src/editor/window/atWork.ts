/** Whether an agent is at work here, our own or one that is guarded: what changes a hook file meanwhile may be its doing. */
export class AtWork {
  private readonly signs: (() => boolean)[] = [];

  /** Whoever has agents at work says so. */
  asks(...signs: (() => boolean)[]): void {
    this.signs.push(...signs);
  }

  readonly any = (): boolean => this.signs.some((sign) => sign());
}
