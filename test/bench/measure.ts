/** Medians and their table: everything is measured in turn with a floor in the same run, since machines are noisy. */
const at = (sorted: number[], share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
const ascending = (values: number[]) => [...values].sort((a, b) => a - b);
export const median = (values: number[]): number => at(ascending(values), 0.5);

/** Milliseconds. */
export interface Measured {
  ours: number;
  floor: number;
  p99: number;
  /** The middle half of ours, as a share of its median. */
  spread: number;
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
  return { ours: middle, floor: median(floors), p99: at(sorted, 0.99), spread: (at(sorted, 0.75) - at(sorted, 0.25)) / middle };
}

export interface Row {
  what: string;
  floor: string;
  measured: Measured;
  /** Of the ratio, or of milliseconds where it says so. */
  goal: number;
  of?: 'ratio' | 'ms' | 'p99 ratio';
}

const ms = (value: number) => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(3));

/** What a row comes to, in the unit of its goal. */
export const resultOf = ({ measured: { ours, floor, p99 }, of = 'ratio' }: Row): number =>
  of === 'ms' ? ours : of === 'p99 ratio' ? p99 / floor : ours / floor;

export function lineOf(row: Row): string {
  const { what, floor, measured, goal, of = 'ratio' } = row;
  const result = resultOf(row);
  const unit = of === 'ms' ? ' ms' : '';
  const ratio = of === 'ms' ? '' : `${result.toFixed(2)}${of === 'p99 ratio' ? ' (p99)' : ''}`;
  const met = result <= goal ? 'yes' : 'no';
  return `| ${what} | ${ms(measured.ours)} ms ±${Math.round(measured.spread * 50)} % | ${floor} | ${ms(measured.floor)} ms | ${ratio} | ${goal}${unit} | ${met} |`;
}

export const heading =
  '| work | ours (median, half of the middle half) | floor | its median | ratio | goal | met |\n| --- | ---: | --- | ---: | ---: | ---: | --- |';
