/** Lines that are made to cost, read and judged as a call of the agent's is, against work of a known size. */
import { hostileWork } from '../shell/hostileLines';
import { type Row, timed } from './measure';

/** What nobody can make quicker or slower but the machine. */
function loop(): number {
  let sum = 0;
  for (let i = 0; i < 5_000_000; i++) sum = (sum + i) % 1_000_003;
  return sum;
}

/** The line that costs most of all, so that one which costs too much is seen. */
export async function reading(times = 5): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [title, work] of Object.entries(hostileWork)) {
    work();
    rows.push({
      what: `the costliest of ${Object.keys(hostileWork).length} shell lines that are made to cost`,
      floor: 'a loop of 5 million turns',
      measured: await timed(times, work, loop),
      goal: 12,
      heldBack: `What was counted against it is not all that it cost: ${title}.`,
    });
  }
  const cost = ({ measured: { quick, floorQuick } }: Row) => quick / floorQuick;
  return rows.sort((a, b) => cost(b) - cost(a)).slice(0, 1);
}
