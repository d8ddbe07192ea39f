/** One agent step, streamed, with a tool, hooks before and after it, policies, events and session file, against the bare SDK in a loop of its own. */
import { fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import { SessionLog } from '../../src/adapters/sessionLog';
import { AnthropicModel } from '../../src/models/anthropic';
import { Core, root } from '../fixtures/core';
import { type Measured, measured, type Row, timed } from './measure';

const hooks = `import { hook, policy } from 'hooksmith';
export const before = hook('preToolUse', (ctx) => { if (ctx.toolName === 'never') return ctx.deny('no'); });
export const after = hook('postToolUse', () => undefined);
export const judge = policy({ tools: 'Bash' }, (ctx) => ctx.ask('Bash asks'));`;

/** Ends with the process that asks it. */
export async function startServer(): Promise<{ url: string; stop(): void }> {
  const child = fork(join(root, '.vscode-test/out/bench/server.js'));
  const port = await new Promise((resolve) => child.once('message', resolve));
  return { url: `http://127.0.0.1:${port}`, stop: () => child.disconnect() };
}

interface Runner {
  run(steps: number): Promise<number[]>;
  stop(): Promise<void>;
}

/** `run` gives the times at which each step had ended. */
async function ours(url: string, files: string | undefined): Promise<Runner> {
  let model = 'bench-0';
  const core = await Core.start({
    files: { 'a.txt': 'hello' },
    hooks: files === undefined ? {} : { 'a.ts': files },
    model: () => new AnthropicModel({ apiKey: 'k', model, baseURL: url }),
  });
  const log = new SessionLog(join(core.folder, 's.jsonl'), 'bench', new Date().toISOString());
  let marks: number[] = [];
  return {
    run: async (steps) => {
      model = `bench-${steps}`;
      marks = [performance.now()];
      const one = core.assembled.open({ id: `s${steps}${performance.now()}`, items: [] }).session;
      one.onItem((item) => {
        log.append(item);
        if (item.kind === 'event' && item.event.type === 'post_model_call') marks.push(performance.now());
      });
      await one.send('go');
      await one.dispose();
      return marks;
    },
    stop: async () => {
      log.close();
      await core.stop();
    },
  };
}

/** The same requests: the system prompt and the tools are those of ours, recorded. */
function bare(url: string, folder: string): Runner {
  const client = new Anthropic({ apiKey: 'k', baseURL: url, maxRetries: 0 });
  const tools = JSON.parse(readFileSync(join(root, '.vscode-test/out/bench/tools.json'), 'utf8')) as Anthropic.Tool[];
  return {
    run: async (steps) => {
      const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'go' }];
      const marks = [performance.now()];
      for (;;) {
        const stream = client.messages.stream({
          model: `bench-${steps}`,
          max_tokens: 8192,
          messages,
          tools,
          system: 'x'.repeat(800),
        });
        const { content } = await stream.finalMessage();
        marks.push(performance.now());
        messages.push({ role: 'assistant', content });
        const uses = content.filter((block) => block.type === 'tool_use');
        if (uses.length === 0) return marks;
        const results = await Promise.all(
          uses.map(async ({ id }) => ({
            type: 'tool_result' as const,
            tool_use_id: id,
            content: await readFile(join(folder, 'a.txt'), 'utf8'),
          })),
        );
        messages.push({ role: 'user', content: results });
      }
    },
    stop: async () => undefined,
  };
}

const perStep = (marks: number[], from: number, to: number) => (marks[to]! - marks[from]!) / (to - from);

export async function step(): Promise<Row[]> {
  const { url, stop } = await startServer();
  const withHooks = await ours(url, hooks);
  const without = await ours(url, undefined);
  const floorFolder = (await Core.start({ files: { 'a.txt': 'hello' } })) as Core;
  writeFileSync(join(root, '.vscode-test/out/bench/tools.json'), JSON.stringify(floorFolder.registry.declarations()));
  const floor = bare(url, floorFolder.folder);
  for (const runner of [withHooks, without, floor]) await runner.run(20);
  const short = async (runner: Runner): Promise<Measured> => {
    const all: [number[], number[]] = [[], []];
    for (let n = 0; n < 12; n++) {
      all[0].push(perStep(await runner.run(20), 0, 20));
      all[1].push(perStep(await floor.run(20), 0, 20));
    }
    return measured(...all);
  };
  const late = async (runner: Runner, steps: number, times: number): Promise<Measured> => {
    const all: [number[], number[]] = [[], []];
    for (let n = 0; n < times; n++) {
      all[0].push(perStep(await runner.run(steps), steps - 20, steps));
      all[1].push(perStep(await floor.run(steps), steps - 20, steps));
    }
    return measured(...all);
  };
  const rows: Row[] = [
    {
      what: 'a step of a 20-step run, hooks before and after, a policy, session file',
      floor: 'bare SDK',
      measured: await short(withHooks),
      goal: 1.3,
    },
    { what: 'the same without hooks', floor: 'bare SDK', measured: await short(without), goal: 1.3 },
    { what: 'a step at step 400, with hooks', floor: 'bare SDK', measured: await late(withHooks, 400, 3), goal: 1.3 },
    { what: 'a step at step 1,000, with hooks', floor: 'bare SDK', measured: await late(withHooks, 1000, 1), goal: 1.3 },
  ];
  for (const runner of [withHooks, without, floor]) await runner.stop();
  await floorFolder.stop();
  stop();
  return rows;
}

/** Deltas as they reach the process of the view. */
export async function streaming(): Promise<Row[]> {
  const { url, stop } = await startServer();
  const model = 'bench-deltas-20000';
  const core = await Core.start({ model: () => new AnthropicModel({ apiKey: 'k', model, baseURL: url }) });
  const client = new Anthropic({ apiKey: 'k', baseURL: url, maxRetries: 0 });
  const parsed = async () => {
    const stream = await client.messages.create({
      model,
      max_tokens: 8192,
      messages: [{ role: 'user', content: 'go' }],
      stream: true,
    });
    for await (const one of stream) void one;
  };
  const shown = async (n: number) => {
    const { session } = core.assembled.open({ id: `d${n}`, items: [] });
    await session.send('go');
    await session.dispose();
  };
  const result = await timed(8, shown, parsed);
  await core.stop();
  stop();
  return [{ what: '20,000 text deltas to the view’s process', floor: 'the SDK reading them', measured: result, goal: 1.5 }];
}
