/** Recorded sessions through today's hooks. */
import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../fixtures/core';
import { measured, type Row } from './measure';

const events = 100_000;
/** Of command, host and spare together: what a replay is bounded by, however long the session. */
const mostMegabytes = 500;

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
    const recorded = async (name: string, runs: number) => {
      const out = createWriteStream(join(folder, name));
      out.write(`${header}\n`);
      for (let n = 0; n < runs; n++) out.write(`${lines.join('\n').replaceAll(runId, `${runId}-${n}`)}\n`);
      await new Promise((resolve) => out.end(resolve));
    };
    const runs = Math.ceil(events / perRun);
    await recorded('long.jsonl', runs);
    await recorded('short.jsonl', Math.ceil(runs / 10));
    const longest: Replayed[] = [];
    const shortest: Replayed[] = [];
    for (let n = 0; n < 3; n++) {
      longest.push(await replayed(folder, 'long.jsonl'));
      shortest.push(await replayed(folder, 'short.jsonl'));
    }
    const of = (part: 'ms' | 'megabytes') =>
      measured(
        longest.map((one) => one[part]),
        shortest.map((one) => one[part]),
      );
    const floor = 'a tenth of them';
    const memory: Row[] = longest.every(({ megabytes }) => megabytes > 0)
      ? [{ what: 'the most that its processes hold meanwhile', floor, measured: of('megabytes'), goal: mostMegabytes, of: 'MB' }]
      : [];
    return [
      {
        what: `100,000 recorded events through 20 hooks (${longest[0]!.told})`,
        ...{ floor, measured: of('ms'), goal: 5000, of: 'ms' },
        heldBack:
          'The command reads for as long as the host decides, and is the longer of the two. In a profile a third of its time is the check that each event is what its type says, a sixth JSON, an eighth the reading of the file by lines, a tenth the sending of pieces, a tenth the engine’s collection. To check each event in one pass instead of two, and to read by pieces instead of lines, was tried: neither could be told from noise.',
      },
      ...memory,
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Replayed {
  ms: number;
  /** The most that the command and its host held, together; 0 where the system does not say. */
  megabytes: number;
  /** Its last line. */
  told: string;
}

async function replayed(cwd: string, name: string): Promise<Replayed> {
  const began = performance.now();
  const child = spawn(process.execPath, [join(root, 'dist/cli.js'), 'replay', name], {
    cwd,
    env: { ...process.env, HOME: cwd },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  const most = new Map<number, number>();
  const looking = setInterval(() => {
    for (const pid of [child.pid!, ...childrenOf(child.pid!)]) most.set(pid, Math.max(most.get(pid) ?? 0, peakOf(pid)));
  }, 50);
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearInterval(looking);
  const told = said.trim().split('\n').at(-1)!;
  if (code !== 0 || !/^0 of \d{2,} decisions would change, 0 unknown$/.test(told))
    throw new Error(`it ended with ${code}: ${told}`);
  return { ms: performance.now() - began, megabytes: [...most.values()].reduce((sum, one) => sum + one, 0), told };
}

/** Linux alone tells of these. */
function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1000;
  } catch {
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
