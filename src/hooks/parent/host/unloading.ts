/** A host that goes lets its files end what they have begun; it is not waited for long. */
import type { FileToLoad } from '../../hostProtocol';
import { unloadMs, withinTime } from '../building/withinTime';
import type { HostProcess } from '../process/hostProcess';

export class Unloading {
  /** By the number of what the host was told. */
  private readonly endings = new Map<number, () => void>();

  async of(host: HostProcess, files: readonly FileToLoad[], n: number): Promise<void> {
    if (files.length === 0) return;
    await withinTime(unloadMs, (resolve) => {
      this.endings.set(n, resolve);
      host.send({ type: 'end', n });
    });
    this.endings.delete(n);
  }

  /** Whether that number was one of these. */
  done(n: number): boolean {
    const ended = this.endings.get(n);
    ended?.();
    return ended !== undefined;
  }

  died(): void {
    for (const done of this.endings.values()) done();
  }
}
