/** One agent step, streamed, with a tool, hooks before and after it, policies, events and session file, against the bare SDK in a loop of its own, and against others. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import type { ModelPort } from '../../src/agent/ports/model';
import { AnthropicModel } from '../../src/models/anthropic';
import { Core, root } from '../fixtures/core';
import { agentSdkLoop, aiSdkLoop, bareLoop, forkedLoop, type Loop, langchainLoop, type Place, spawningLoop } from './loops';
import { attempted, heldUp, type Line, type Measured, measured, type Row, single, timed } from './measure';

const hooks = `import { hook, policy } from 'hooksmith';
export const before = hook('preToolUse', (ctx) => { if (ctx.toolName === 'never') return ctx.deny('no'); });
export const after = hook('postToolUse', () => undefined);
export const judge = policy({ tools: 'Bash' }, (ctx) => ctx.ask('Bash asks'));`;

/** Ends with the process that asks it. */
export async function startServer(): Promise<{ url: string; pid: number; stop(): void }> {
  const child = fork(join(root, '.vscode-test/out/bench/server.js'));
  const port = await new Promise((resolve) => child.once('message', resolve));
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, stop: () => child.disconnect() };
}

/** Its own requests are those that the others send: system prompt and tools are taken from it. */
async function ours(url: string, hooks: string | undefined): Promise<Loop & { core: Core }> {
  const models = new Map<number, AnthropicModel>();
  let steps = 0;
  const current = () => {
    const known = models.get(steps) ?? new AnthropicModel({ apiKey: 'k', model: `bench-${steps}`, baseURL: url });
    models.set(steps, known);
    return known;
  };
  const core = await Core.start({
    files: { 'a.txt': 'hello' },
    hooks: hooks === undefined ? {} : { 'a.ts': hooks },
    model: following(current),
  });
  return {
    what: 'Hooksmith',
    core,
    run: async (count, marked) => {
      steps = count;
      const marks = [performance.now()];
      const id = `s${steps}-${performance.now()}`;
      // Recorded as a user's session is: by the core itself, which keeps what is no delta.
      const { session: one, close } = core.assembled.open({ id, items: [], path: join(core.folder, 'sessions', `${id}.jsonl`) });
      one.onItem((item) => {
        if (item.kind !== 'event' || item.event.type !== 'post_model_call') return;
        marks.push(performance.now());
        marked?.();
      });
      const { status, error } = await one.send('go');
      await one.dispose();
      close();
      if (marks.length <= count) throw new Error(`it ended after ${marks.length} steps: ${error?.message ?? status}`);
      return marks;
    },
    stop: () => core.stop(),
  };
}

/** A model that is another one for each run, in a core that keeps the first it was given. */
const following = (current: () => ModelPort): ModelPort =>
  new Proxy({} as ModelPort, {
    get: (_, key) => {
      const model = current();
      const value: unknown = Reflect.get(model, key);
      return typeof value === 'function' ? value.bind(model) : value;
    },
  });

const perStep = (marks: number[], from: number, to: number) => (marks[to]! - marks[from]!) / (to - from);
/** Where a loop tells no more than its begin and end. */
const ofAll = (marks: number[], steps: number) => (marks.length > 2 ? perStep(marks, 0, steps) : (marks[1]! - marks[0]!) / steps);

const shortRun = 'a step of a 20-step run, hooks before and after, a policy, session file';
const noHooks = 'the same without hooks';

/** Ours and the floor, warm. */
async function loops() {
  const { url, pid, stop } = await startServer();
  const withHooks = await ours(url, hooks);
  const without = await ours(url, undefined);
  const place = { url, folder: without.core.folder, tools: without.core.registry.declarations() };
  const floor: Loop = { what: 'bare SDK', run: bareLoop(place) };
  for (const { run } of [withHooks, without, floor]) for (let n = 0; n < 3; n++) await run(20);
  const end = async () => {
    for (const loop of [withHooks, without]) await loop.stop?.();
    stop();
  };
  return { withHooks, without, floor, place, server: pid, end };
}

/** The same two rows from steps that nothing else on the machine has held up; where there are too few of them, it is too busy to tell. */
export async function stepCheck(): Promise<Row[]> {
  const { withHooks, without, floor, server, end } = await loops();
  const pids = [process.pid, server, withHooks.core.host.pid!];
  const rows: Row[] = [];
  for (const [what, loop] of [
    [shortRun, withHooks],
    [noHooks, without],
  ] as const) {
    const all: [number[], number[]] = [[], []];
    const ends = performance.now() + mostCheckMs;
    for (let n = 0; n < 8 || (Math.min(...all.map(({ length }) => length)) < enough && performance.now() < ends); n++)
      for (const [which, one] of [loop, floor].entries()) all[which]!.push(...(await undisturbed(one, pids)));
    if (all.every(({ length }) => length >= enough))
      rows.push({ what, floor: floor.what, measured: measured(...all), goal: 1.3 });
    else console.log(`the machine is too busy to tell: ${what}`);
  }
  await end();
  return rows;
}

const enough = 20;
const mostCheckMs = 15_000;

/** Of a run those steps in which these processes hardly waited for a processor. */
async function undisturbed(loop: Loop, pids: readonly number[]): Promise<number[]> {
  const held: number[] = [];
  const marks = await loop.run(20, () => held.push(heldUp(pids)));
  const steps: number[] = [];
  for (let step = 1; step < 20; step++) {
    const took = marks[step + 1]! - marks[step]!;
    if (held[step]! - held[step - 1]! < took / 10) steps.push(took);
  }
  return steps;
}

export async function step(): Promise<Line[]> {
  const { withHooks, without, floor, place, end } = await loops();
  const short = async (loop: Loop, times: number, steps = 20): Promise<Measured> => {
    const all: [number[], number[]] = [[], []];
    for (let n = 0; n < times; n++)
      for (const [which, one] of [loop, floor].entries()) all[which]!.push(ofAll(await one.run(steps), steps));
    return measured(...all);
  };
  /** The last twenty steps of a long run. */
  const late = async (loop: Loop, steps: number, times: number): Promise<Measured> => {
    const all: [number[], number[]] = [[], []];
    for (let n = 0; n < times; n++)
      for (const [which, one] of [loop, floor].entries()) all[which]!.push(perStep(await one.run(steps), steps - 20, steps));
    return measured(...all);
  };
  const row = (what: string, measured: Measured, goal?: number): Row => ({ what, floor: floor.what, measured, goal });
  const lines: Line[] = [
    row(shortRun, await short(withHooks, 12), 1.3),
    row(noHooks, await short(without, 12), 1.3),
    row('a step at step 400, with hooks', await late(withHooks, 400, 3), 1.3),
    row('a step at step 1,000, with hooks', await late(withHooks, 1000, 1), 1.3),
    ...(await attempted('what a step costs beyond the bare loop: at step 1,000 against step 20', async () => [
      await growth(withHooks, floor),
    ])),
  ];
  const peers: [string, (place: Place) => Loop, times: number, steps: number][] = [
    ['both hooks in a forked process', forkedLoop, 8, 20],
    ['AI SDK', aiSdkLoop, 5, 20],
    ['LangChain', langchainLoop, 5, 20],
    ['Claude Agent SDK', agentSdkLoop, 3, 20],
    ['hooks that are spawned', spawningLoop, 1, 5],
  ];
  for (const [what, make, times, steps] of peers)
    lines.push(
      ...(await attempted(what, async () => {
        const loop = make(place);
        if (steps === 20) await loop.run(steps);
        const result = await short(loop, times, steps);
        await loop.stop?.();
        return [row(loop.what, result)];
      })),
    );
  await end();
  return lines;
}

/** Milliseconds that ours adds to the floor, late in a run and early in it. */
async function growth(loop: Loop, floor: Loop): Promise<Row> {
  const steps = 1000;
  const [marks, bare] = [await loop.run(steps), await floor.run(steps)];
  const added = (from: number) => Math.max(0.001, perStep(marks, from, from + 100) - perStep(bare, from, from + 100));
  return {
    what: 'what a step costs beyond the bare loop, at step 900 to 1,000',
    floor: 'at step 20 to 120',
    measured: { ...single(added(steps - 100)), floor: added(20) },
    goal: 1.3,
  };
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
