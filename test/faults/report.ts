/** `npm run faults [SHARE] [NAME…]`: the table of faults, on standard output and, where all was tried in full, in the reference. */
import { writeFileSync } from 'node:fs';
import { arch, cpus, platform } from 'node:os';
import { join } from 'node:path';
import { root } from '../fixtures/core';
import { faults } from './all';

const [shareText = '1', ...names] = process.argv.slice(2);
const share = Number(shareText);
const head = `# Reliability

Made by \`npm run faults\`. Each fault is injected as often as the table says; after each try it is checked that no tool ran undecided, that each call has
exactly one result, that the API would take the history, that no call ran twice, and that what is wrong is said in words.

| fault | tried | broken promises | figures | seconds |
| --- | ---: | ---: | --- | ---: |`;

async function report(): Promise<void> {
  const rows: string[] = [];
  let broken = 0;
  console.log(head);
  for (const [name, fault] of Object.entries(faults)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const began = performance.now();
    const tallies = [await fault(share)].flat();
    const seconds = (performance.now() - began) / 1000 / tallies.length;
    for (const tally of tallies) {
      broken += tally.broken.length;
      const figures = Object.entries(tally.figures).map(([figure, value]) => `${figure}: ${value}`);
      const row = `| ${tally.fault} | ${tally.tried} | ${tally.broken.length} | ${figures.join('; ')} | ${seconds.toFixed(0)} |`;
      rows.push(row);
      console.log(row);
      for (const what of tally.broken.slice(0, 10)) console.error(`  ${what}`);
    }
  }
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? arch()}, ${platform()}, Node ${process.version}`;
  const foot = `\nMeasured on ${new Date().toISOString().slice(0, 10)} on ${machine}.\n`;
  if (share === 1 && names.length === 0)
    writeFileSync(join(root, 'media', 'reference', 'reliability.md'), `${[head, ...rows, foot].join('\n')}`);
  console.log(foot);
  process.exit(broken > 0 ? 1 : 0);
}

void report();
