/** Medians and their table: everything is measured in turn with a floor in the same run, since machines are noisy. */
import { readFileSync } from 'node:fs';
import { root } from '../fixtures/core';

const at = (sorted: number[], share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
const ascending = (values: number[]) => [...values].sort((a, b) => a - b);
export const median = (values: number[]): number => at(ascending(values), 0.5);

/** Milliseconds. */
export interface Measured {
  ours: number;
  floor: number;
  p99: number;
  /** The slowest in a hundred of the floor: what else the machine does is in both. */
  floorP99: number;
  /** The middle half of ours, as a share of its median. */
  spread: number;
  /** The quickest tenth ends here, of ours and of the floor. */
  quick: number;
  floorQuick: number;
}

/** Milliseconds that these processes have waited for a processor since they began; 0 where the system does not say. */
export function heldUp(pids: readonly number[]): number {
  let nanoseconds = 0;
  for (const pid of pids)
    try {
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]);
    } catch {
      // Other systems do not say.
    }
  return nanoseconds / 1e6;
}

/** Both in turn, so that what else the machine does falls on both. */
export async function timed(times: number, ours: (n: number) => unknown, floor: (n: number) => unknown): Promise<Measured> {
  const all: [number[], number[]] = [[], []];
  for (let n = 0; n < times; n++)
    for (const [which, run] of [ours, floor].entries()) {
      const before = performance.now();
      await run(n);
      all[which]!.push(performance.now() - before);
    }
  return measured(all[0], all[1]);
}

export function measured(ours: number[], floors: number[]): Measured {
  const sorted = ascending(ours);
  const middle = at(sorted, 0.5);
  return {
    ours: middle,
    floor: median(floors),
    p99: at(sorted, 0.99),
    floorP99: at(ascending(floors), 0.99),
    spread: (at(sorted, 0.75) - at(sorted, 0.25)) / Math.abs(middle),
    quick: at(sorted, 0.1),
    floorQuick: at(ascending(floors), 0.1),
  };
}

/** What ours takes beyond its floor, for a goal that is of our own work alone. */
export function beyondFloor({ ours, floor, spread, ...rest }: Measured): Measured {
  const beyond = ours - floor;
  return { ...rest, ours: beyond, floor, spread: (spread * ours) / Math.abs(beyond) };
}

export interface Row {
  what: string;
  floor: string;
  measured: Measured;
  /** Of the ratio, or of what `of` says; none for what stands there to compare with. */
  goal?: number;
  of?: Unit | 'ratio' | 'p99 ratio';
  /** What keeps it from its goal, as far as that is known: said where it misses. */
  heldBack?: string;
}
/** Of frames a second a goal is the least; of all else the most. */
export type Unit = 'ms' | 'MB' | 'kB' | 'frames' | 'frames/s';
/** What could not be measured, and why. */
export interface Unmeasured {
  what: string;
  failed: string;
}
export type Line = Row | Unmeasured;

/** One figure that stands for itself: megabytes, or milliseconds that somebody else has measured. */
export const single = (value: number): Measured => ({
  ...{ ours: value, floor: 0, p99: value, floorP99: 0, spread: 0 },
  ...{ quick: value, floorQuick: 0 },
});

/** The rows, or one that says why there are none: what fails keeps nothing else from being measured. */
export async function attempted(what: string, work: () => Promise<Line[]> | Line[]): Promise<Line[]> {
  try {
    return await work();
  } catch (error) {
    const [why] = ((error as Error).message ?? String(error)).split('\n');
    // The table is kept: it names no path of this machine.
    return [{ what, failed: why!.replaceAll(`${root}/`, '').replaceAll('|', '/').slice(0, 200) }];
  }
}

const figure = (value: number) => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(3));

/** What a row comes to, in the unit of its goal. */
export const resultOf = ({ measured: { ours, floor, p99, floorP99 }, of = 'ratio' }: Row): number =>
  of === 'p99 ratio' ? p99 / floorP99 : of === 'ratio' ? ours / floor : ours;

export function isMet(row: Row & { goal: number }): boolean {
  const result = resultOf(row);
  return row.of === 'frames/s' ? Math.round(result) >= row.goal : result <= row.goal;
}

export function lineOf(row: Line): string {
  if ('failed' in row) return `| ${row.what} | not measured: ${row.failed} | | | | | |`;
  const { what, floor, measured, goal, of = 'ratio' } = row;
  const isRatio = of === 'ratio' || of === 'p99 ratio';
  const unit = isRatio ? ' ms' : ` ${of}`;
  const ratio = isRatio ? `${resultOf(row).toFixed(2)}${of === 'p99 ratio' ? ' (p99)' : ''}` : '';
  const [time, least] = of === 'p99 ratio' ? [measured.p99, measured.floorP99] : [measured.ours, measured.floor];
  const spread = measured.spread > 0 && of !== 'p99 ratio' ? ` ±${Math.round(measured.spread * 50)} %` : '';
  const aim = goal === undefined ? '' : `${goal}${isRatio ? '' : unit}`;
  const met = goal === undefined ? (floor === 'none' ? '' : 'a peer') : isMet({ ...row, goal }) ? 'yes' : 'no';
  const floors = least === 0 ? '' : `${figure(least)}${unit}`;
  return `| ${what} | ${figure(time)}${unit}${spread} | ${floor} | ${floors} | ${ratio} | ${aim} | ${met} |`;
}

/** For each row that misses its goal: what is known of why. Empty where none does. */
export function heldBack(rows: Line[]): string {
  const missed = rows.flatMap((row) =>
    'failed' in row || row.goal === undefined || isMet({ ...row, goal: row.goal }) ? [] : [row],
  );
  const lines = missed.map(({ what, heldBack }) => `- ${what}: ${heldBack ?? 'not known.'}`);
  return lines.length === 0 ? '' : `## What holds back what is not met\n\n${[...new Set(lines)].join('\n')}\n\n`;
}

export const heading =
  '| work | median (± half of the middle half) | floor | its median | ratio | goal | met |\n| --- | ---: | --- | ---: | ---: | ---: | --- |';
