/**
 * `npm run bench:check`: in a minute, on any machine, whether a ratio is far off or a bundle too large. Times are not looked at. What else the machine does is left out: of what is short
 * the quickest tenth counts, and of steps those that waited for no processor.
 */
import { dispatch } from './dispatch';
import { farTwice } from './farTwice';
import { attempted, type Line, type Measured, resultOf } from './measure';
import { reading } from './reading';
import { sizes } from './start';
import { stepCheck } from './step';
import { streamingCheck } from './streaming';

interface Group {
  rows(): Promise<Line[]>;
  isShort: boolean;
}
const groups: Record<string, Group> = {
  step: { rows: stepCheck, isShort: false },
  dispatch: { rows: () => dispatch(0.25), isShort: true },
  streaming: { rows: streamingCheck, isShort: true },
  reading: { rows: () => reading(3), isShort: true },
  sizes: { rows: sizes, isShort: false },
};
/** Ratios beyond this times their goal are no noise; sizes have none. */
const noise = 2;

/** The exit code. What is beyond, or was not measured, is measured once more: it fails where it is so both times. */
export async function check(): Promise<number> {
  let failed = 0;
  for (const [name, group] of Object.entries(groups)) {
    const first = await far(name, group);
    if (first.size === 0) continue;
    console.log(`${name} once more: ${[...first].join(', ')}`);
    for (const what of farTwice(name, first, await far(name, group))) {
      failed++;
      console.error(`beyond its goal (a ratio: ${noise} times that), twice, or not measured: ${what}`);
    }
  }
  return failed > 0 ? 1 : 0;
}

async function far(name: string, { rows, isShort }: Group): Promise<Set<string>> {
  const what = new Set<string>();
  for (const row of await attempted(name, rows)) {
    if ('failed' in row) {
      console.log(`${name} was not measured: ${row.failed}`);
      what.add(name);
      continue;
    }
    const { goal, of = 'ratio', measured } = row;
    if (goal === undefined || (of !== 'ratio' && of !== 'kB')) continue;
    const result = isShort ? quickest(measured) : resultOf(row);
    const most = of === 'kB' ? 1 : noise;
    const isFar = !(result <= most * goal);
    console.log(`${result.toFixed(2)} of at most ${most} × ${goal}${isFar ? ', too much' : ''}: ${row.what}`);
    if (!isFar) continue;
    if (row.heldBack) console.log(row.heldBack);
    what.add(row.what);
  }
  return what;
}

const quickest = ({ quick, floorQuick }: Measured): number => quick / floorQuick;
