/** One agent step, streamed, with a tool, hooks before and after it, a policy, events, session file and timeline, against the bare SDK in a loop of its own, and against others. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { modelFetch } from '../../src/adapters/web/modelFetch';
import type { ModelPort } from '../../src/agent/ports/model';
import { OutputFiles } from '../../src/cli/outputFiles';
import { AnthropicModel } from '../../src/models/anthropic';
import { noFilter } from '../../src/view/timeline/timelineFilter';
import { TimelineRows } from '../../src/view/timeline/timelineRows';
import { foldTimeline, newTimeline } from '../../src/view/timeline/timelineState';
import { Core, root } from '../fixtures/core';
import { agentSdkLoop, aiSdkLoop, bareLoop, forkedLoop, type Loop, langchainLoop, type Place, spawningLoop } from './loops';
import { attempted, heldUp, type Line, type Measured, measured, median, type Row } from './measure';

/** The policy is asked of each call, and has nothing against it. */
const hooks = `import { hook, policy } from 'hooksmith';
export const before = hook('preToolUse', (ctx) => { if (ctx.toolName === 'never') return ctx.deny('no'); });
export const after = hook('postToolUse', () => undefined);
export const judge = policy({ tools: 'Read' }, (ctx) => { if (ctx.input.file_path === 'never') return ctx.deny('no'); });`;
const watching = `${hooks}
export const watch = hook('event', () => undefined);`;

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
    const known =
      models.get(steps) ?? new AnthropicModel({ fetch: modelFetch(), apiKey: 'k', model: `bench-${steps}`, baseURL: url });
    models.set(steps, known);
    return known;
  };
  const core = await Core.start({
    files: { 'a.txt': 'hello', 'sessions/.gitignore': '*' },
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
      // As `--events` writes them.
      const outputs = new OutputFiles({ events: join(core.folder, 'sessions', `${id}.events.jsonl`) }, (text) => {
        throw new Error(text);
      });
      // As the process of the view folds it, here in the loop's own.
      const timeline = newTimeline();
      const rows = new TimelineRows(timeline, noFilter);
      one.onItem((item) => {
        const row = foldTimeline(timeline, item);
        if (row) rows.add(row);
        if (item.kind !== 'event') return;
        outputs.event(item.event);
        if (item.event.type !== 'post_model_call') return;
        marks.push(performance.now());
        marked?.();
      });
      const { status, error } = await one.send('go');
      await one.dispose();
      close();
      outputs.close();
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

const shortRun = 'a step of a 20-step run: hooks before and after, a policy asked, events out, session file, timeline';
const watchedRun = 'the same with a hook on `event` too';
const noHooks = 'the same without hooks';
const twoTrips =
  'Hooks run in a process of their own, and a step asks them twice, before the call (hooks, then policies) and after it: two round trips between processes in a row, which nothing can be done beside. What these alone cost a bare loop is told by the row “bare SDK, both hooks in a forked process”; the rest is building, checking and recording the events of a step.';

const recording =
  'The floor keeps no record. A step leaves a dozen events, which are built, told to who listens, written to the session’s file and to the one beside it, and folded into rows.';

/** Ours and the floor, warm. */
async function loops() {
  const { url, pid, stop } = await startServer();
  const withHooks = await ours(url, hooks);
  const watched = await ours(url, watching);
  const without = await ours(url, undefined);
  const place = { url, folder: without.core.folder, tools: without.core.registry.declarations() };
  const floor: Loop = { what: 'bare SDK', run: bareLoop(place) };
  for (const { run } of [withHooks, watched, without, floor]) for (let n = 0; n < 3; n++) await run(20);
  const end = async () => {
    for (const loop of [withHooks, watched, without]) await loop.stop?.();
    stop();
  };
  return { withHooks, watched, without, floor, place, server: pid, end };
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
  const { withHooks, watched, without, floor, place, end } = await loops();
  const short = async (loop: Loop, times: number, steps = 20): Promise<Measured> => {
    const all: [number[], number[]] = [[], []];
    for (let n = 0; n < times; n++)
      for (const [which, one] of [loop, floor].entries()) all[which]!.push(ofAll(await one.run(steps), steps));
    return measured(...all);
  };
  const row = (what: string, measured: Measured, more: Partial<Row> = {}): Row => ({
    what,
    floor: floor.what,
    measured,
    ...more,
  });
  const goal = { goal: 1.3, heldBack: twoTrips };
  const lines: Line[] = [
    row(shortRun, await short(withHooks, 12), goal),
    row(watchedRun, await short(watched, 12), goal),
    row(noHooks, await short(without, 12), { goal: 1.3, heldBack: recording }),
    ...(await attempted('a step late in a long run', () => longRuns(withHooks, floor))),
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

const longSteps = 2000;

/** What the middle one of a hundred steps takes, here and there in a long run, and what ours adds to the floor early and late. */
async function longRuns(loop: Loop, floor: Loop): Promise<Row[]> {
  const runs: [ours: number[], floor: number[]][] = [];
  for (let n = 0; n < 3; n++) runs.push([await loop.run(longSteps), await floor.run(longSteps)]);
  const before = (marks: number[], step: number) =>
    median(Array.from({ length: 100 }, (_, n) => marks[step - n]! - marks[step - n - 1]!));
  const at = (step: number): Row => ({
    what: `a step at step ${step.toLocaleString('en')}, with hooks`,
    floor: floor.what,
    measured: measured(
      runs.map(([ours]) => before(ours, step)),
      runs.map(([, floor]) => before(floor, step)),
    ),
    goal: 1.3,
    heldBack: twoTrips,
  });
  const added = (step: number) => runs.map(([ours, floor]) => before(ours, step) - before(floor, step));
  return [
    ...[400, 1000, longSteps].map(at),
    {
      what: 'what a step costs beyond the bare loop, at step 2,000',
      floor: 'at step 120',
      measured: measured(added(longSteps), added(120)),
      goal: 1.3,
      heldBack:
        'A difference of two times that are both ten times as long: the bare loop sends its whole history at each step, and what the machine does meanwhile is in both. Within the session nothing goes over the history but the message that is sent.',
    },
  ];
}
