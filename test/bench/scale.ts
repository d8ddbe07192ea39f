/** What is large costs nothing until it is looked at. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SessionLog } from '../../src/adapters/sessions/sessionLog';
import { Core } from '../fixtures/core';
import { type Line, timed } from './measure';

const gigabyte = 1_000_000_000;

/** A session goes on: its file is opened at its end, where a torn line would be. */
async function longSession(folder: string): Promise<Line> {
  const path = join(folder, 'long.jsonl');
  new SessionLog(path, 'long', new Date(0).toISOString()).close();
  const fd = openSync(path, 'a');
  const one = `${JSON.stringify({ kind: 'history', branch: 'main', messages: [{ role: 'user', content: 'x'.repeat(2000) }] })}\n`;
  const many = Buffer.from(one.repeat(5000));
  for (let size = 0; size < gigabyte; size += many.length) writeSync(fd, many);
  closeSync(fd);
  const end = Buffer.alloc(64 * 1024);
  const measured = await timed(
    10,
    () => new SessionLog(path, 'long', new Date(0).toISOString()).close(),
    () => {
      const file = openSync(path, 'r');
      readSync(file, end, 0, end.length, statSync(path).size - end.length);
      closeSync(file);
    },
  );
  rmSync(path);
  return { what: 'a session file of 1 GB, opened at its end', floor: 'its last 64 kB read', measured, goal: 200, of: 'ms' };
}

/** The start of the core in a workspace of many files, against an empty one. */
async function manyFiles(folder: string): Promise<Line[]> {
  const count = 200_000;
  for (let n = 0; n < 200; n++) {
    const at = join(folder, 'files', `d${n}`);
    mkdirSync(at, { recursive: true });
    spawnSync('sh', ['-c', `seq 1 ${count / 200} | xargs touch`], { cwd: at });
  }
  const start = async (cwd: string) => {
    const core = await Core.start();
    await core.assembled.load({ folders: [cwd], userHooks: join(folder, 'none') });
    await core.stop();
  };
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  const measured = await timed(
    5,
    () => start(join(folder, 'files')),
    () => start(empty),
  );
  return [
    {
      what: `the core begins in a workspace of ${count.toLocaleString('en')} files`,
      floor: 'in an empty one',
      measured,
      goal: 1.3,
      heldBack: 'Nothing of the core goes over the files: what is measured beyond is the spread between starts.',
    },
  ];
}

export async function scale(): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hooksmith-scale-'));
  try {
    return [await longSession(folder), ...(await manyFiles(folder))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
