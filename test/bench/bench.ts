/** `npm run bench [NAME…]`: the table, on standard output and, where all was measured, in the reference. Nothing here fails a test; `--check` says by its exit code what is far off. */
import { writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform } from 'node:os';
import { join } from 'node:path';
import { root } from '../fixtures/core';
import { activation } from './activation';
import { chat } from './chatView';
import { check } from './check';
import { dispatch } from './dispatch';
import { gate } from './gate';
import { attempted, heading, heldBack, type Line, lineOf } from './measure';
import { reading } from './reading';
import { reload } from './reload';
import { replay } from './replay';
import { scale } from './scale';
import { sizes, start } from './start';
import { step } from './step';
import { streaming } from './streaming';
import { timeline } from './timelineView';
import { versions } from './versions';

const parts: Record<string, () => Promise<Line[]>> = {
  step,
  dispatch,
  reload,
  streaming,
  timeline,
  chat,
  start,
  activation,
  sizes,
  replay,
  scale,
  gate,
  reading,
};

async function main(): Promise<void> {
  const names = process.argv.slice(2);
  if (names.includes('--check')) process.exit(await check());
  const rows: Line[] = [];
  console.log(heading);
  for (const [name, part] of Object.entries(parts)) {
    if (names.length > 0 && !names.includes(name)) continue;
    for (const row of await attempted(name, part)) {
      rows.push(row);
      console.log(lineOf(row));
    }
  }
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? arch()}, ${platform()}, Node ${process.version}`;
  const foot = `Measured on ${new Date().toISOString().slice(0, 10)} on ${machine}; the load of the machine at the end was ${loadavg()[0]!.toFixed(1)}. ${await versions()}`;
  const why = heldBack(rows);
  console.log(`\n${why}${foot}`);
  if (names.length === 0)
    writeFileSync(
      join(root, 'media', 'reference', 'speed.md'),
      `# Speed\n\nMade by \`npm run bench\`. Each figure stands beside a floor that was measured in turn with it, in the same run: what the work costs with nothing of ours.\n\n${[heading, ...rows.map(lineOf)].join('\n')}\n\n${why}${foot}\n`,
    );
  process.exit();
}

void main();
