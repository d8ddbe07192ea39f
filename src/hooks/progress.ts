/** How far a chain is, as it crosses after each hook that decides. Of its lists that is what is new: else a thousand hooks would be told of a thousand times. */
import type { JsonObject } from '../shared/basics/json';
import type { ChainProgress } from './chain/words/registered';

export interface ProgressNews {
  /** Of each list what comes after those that were told before. */
  progress: ChainProgress;
  /** How many of each list those are. */
  kept: Record<string, number>;
}

const idList = 'ranIds';

/** What the other end knows of one chain. */
export class ToldProgress {
  private readonly told = new Map<string, unknown[]>();

  newsOf({ ranIds, carried }: ChainProgress): ProgressNews {
    const kept: Record<string, number> = {};
    const newOf = <T>(name: string, list: readonly T[]): T[] => {
      const told = this.told.get(name) ?? [];
      this.told.set(name, told);
      let same = 0;
      while (same < told.length && same < list.length && told[same] === list[same]) same++;
      const news = list.slice(same);
      told.length = same;
      // What is changed later is another one then (`rewrite`).
      for (const one of news) told.push(one);
      kept[name] = same;
      return news;
    };
    const fields = Object.entries(carried).map(([name, value]) => [name, Array.isArray(value) ? newOf(name, value) : value]);
    return { progress: { ranIds: newOf(idList, ranIds), carried: Object.fromEntries(fields) as JsonObject }, kept };
  }
}

/** The whole again, with the lists of `before`, which are lengthened in place. Throws where they lack what was told before. */
export function wholeProgress(before: ChainProgress | undefined, { progress, kept }: ProgressNews): ChainProgress {
  const whole = (name: string, known: unknown, news: readonly unknown[]): unknown[] => {
    const list = Array.isArray(known) ? known : [];
    const count = kept[name] ?? 0;
    if (count > list.length) throw new Error(`${count} of ${name}, of which ${list.length} were told`);
    list.length = count;
    for (const one of news) list.push(one);
    return list;
  };
  const fields = Object.entries(progress.carried).map(([name, value]) => [
    name,
    Array.isArray(value) ? whole(name, before?.carried[name], value) : value,
  ]);
  return {
    ranIds: whole(idList, before?.ranIds, progress.ranIds) as string[],
    carried: Object.fromEntries(fields) as JsonObject,
  };
}
