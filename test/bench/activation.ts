/** What the extension's start costs the editor's extension host, and a tool call in it then: the real one, several times. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Core, root } from '../fixtures/core';
import type { Activation } from '../vscode/suite/activation';
import { measured, type Row } from './measure';
import { asked, messages } from './messages';

const times = 5;

export async function activation(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hooksmith-activation-'));
  const noted: Activation[] = [];
  try {
    for (let n = 0; n < times; n++) {
      const file = join(folder, `${n}.json`);
      const env = { ...process.env, HOOKSMITH_ACTIVATION: file };
      const { status, stderr } = spawnSync(process.execPath, ['test/vscode/runSuite.mjs'], { cwd: root, env, encoding: 'utf8' });
      if (status !== 0) throw new Error(`the extension host did not come up: ${stderr.trim().split('\n').at(-1)}`);
      noted.push(JSON.parse(readFileSync(file, 'utf8')) as Activation);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const of = (part: Exclude<keyof Activation, 'messages'>) =>
    measured(
      noted.map((one) => one[part]),
      [0],
    );
  const ofEditor = noted.flatMap((one) => one.messages);
  return [
    {
      what: 'the extension puts itself together in `activate`',
      ...{ floor: 'none', measured: of('own'), goal: 30, of: 'ms' },
      heldBack:
        'Code that runs for the first time, and waits for nothing: on each machine it was measured on it took about as long as bare Node takes to start.',
    },
    { what: 'its bundle is read and run before that, not minified', floor: 'none', measured: of('load'), of: 'ms' },
    { what: 'it is activated, its hooks loaded', floor: 'none', measured: of('activate'), of: 'ms' },
    {
      what: 'a message with a tool call, in a chat of the real editor',
      ...{ floor: 'the same in plain Node', measured: measured(ofEditor, await inPlainNode()), goal: 1.5 },
    },
  ];
}

async function inPlainNode(): Promise<number[]> {
  const core = await Core.start({ files: { 'README.md': 'a sample' } });
  try {
    return await messages(() => core.session.send(asked));
  } finally {
    await core.stop();
  }
}
