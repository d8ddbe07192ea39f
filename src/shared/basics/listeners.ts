/** Those who want to be told of something, each until it is disposed. `Told` is what they are told. */
export class Listeners<Told extends unknown[] = []> {
  private readonly all = new Set<(...told: Told) => void>();

  add(listener: (...told: Told) => void): { dispose(): void } {
    this.all.add(listener);
    return { dispose: () => this.all.delete(listener) };
  }

  tell(...told: Told): void {
    for (const listener of this.all) listener(...told);
  }

  clear(): void {
    this.all.clear();
  }
}
