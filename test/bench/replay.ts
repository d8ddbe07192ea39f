/** Recorded sessions through today's hooks. */
import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../fixtures/core';
import { type Row, timed } from './measure';

const events = 100_000;

export async function replay(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hooksmith-replay-'));
  try {
    mkdirSync(join(folder, '.hooksmith', 'hooks'), { recursive: true });
    const gates = Array.from(
      { length: 20 },
      (_, n) =>
        `export const h${n} = hook('preToolUse', { tools: 'Todo*' }, (ctx) => { if (ctx.toolCallId === 'never') return ctx.deny('no'); });`,
    );
    writeFileSync(join(folder, '.hooksmith', 'hooks', 'a.ts'), `import { hook } from 'hooksmith';\n${gates.join('\n')}`);
    const turns = Array.from({ length: 50 }, () => ({
      content: [{ type: 'tool_use', name: 'TodoWrite', input: { todos: [] } }],
    }));
    writeFileSync(
      join(folder, 'script.json'),
      JSON.stringify({ turns: [...turns, { content: [{ type: 'text', text: 'done' }] }] }),
    );
    const cli = (...args: string[]) =>
      spawnSync(process.execPath, [join(root, 'dist/cli.js'), ...args], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, HOME: folder },
      });
    cli('run', '--model', 'script:script.json', '--session', 'one.jsonl', '--approve', 'always', 'go');
    const [header, ...lines] = readFileSync(join(folder, 'one.jsonl'), 'utf8').trim().split('\n');
    const perRun = lines.filter((line) => line.startsWith('{"kind":"event"')).length;
    const runId = /"runId":"([^"]+)"/.exec(lines.find((line) => line.includes('"runId"'))!)![1]!;
    const out = createWriteStream(join(folder, 'long.jsonl'));
    out.write(`${header}\n`);
    for (let n = 0; n * perRun < events; n++) out.write(`${lines.join('\n').replaceAll(runId, `${runId}-${n}`)}\n`);
    await new Promise((resolve) => out.end(resolve));
    let last = '';
    const result = await timed(
      1,
      () => {
        const { stdout, stderr } = cli('replay', 'long.jsonl');
        last = stdout.trim().split('\n').at(-1) || stderr;
      },
      () => spawnSync(process.execPath, ['-e', '0']),
    );
    return [
      {
        what: `100,000 recorded events through 20 hooks (${last})`,
        floor: '`node -e 0`',
        measured: result,
        goal: 5000,
        of: 'ms',
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
