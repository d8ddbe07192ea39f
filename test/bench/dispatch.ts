/** A dispatch to the hook host, against a message that goes to another process and back. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { Core, root } from '../fixtures/core';
import { toolCall } from '../fixtures/hookSet';
import { type Measured, measured, type Row, timed } from './measure';

const gate = (n: number, tools: string) =>
  `export const h${n} = hook('preToolUse', { tools: '${tools}' }, (ctx) => { if (ctx.toolCallId === 'never') return ctx.deny('no'); });`;
const file = (lines: string[]) => `import { hook } from 'hooksmith';\n${lines.join('\n')}`;

const settled = ['postToolUse', 'toolResultMessages', 'message', 'toolSettled'];

const request = toolCall(`echo ${'x'.repeat(1000)}`);

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

const beyondTheTrip =
  'The floor sends a value and gets it back, unread. A dispatch writes down which hook is about to run, so that one that never ends can be named, calls ten handlers with frozen contexts, makes a record of each, and believes no answer before it has been checked.';

/** `share` of the full number of times, for who only wants to know whether something is far off. */
export async function dispatch(share = 1): Promise<Row[]> {
  const times = (most: number) => Math.ceil(most * share);
  const ten = Array.from({ length: 10 }, (_, n) => gate(n, 'Bash'));
  const core = await Core.start({ hooks: { 'ten.ts': file(ten) } });
  const many = Array.from({ length: 990 }, (_, n) => gate(n + 10, `mcp__server${n}__*`));
  const crowd = await Core.start({ hooks: { 'ten.ts': file(ten), 'many.ts': file(many) } });
  const echo = fork(join(root, '.vscode-test/out/bench/echo.js'), { serialization: 'advanced' });
  const bounce = (value: unknown = request) =>
    new Promise((resolve) => {
      echo.once('message', resolve);
      echo.send({ type: 'dispatch', n: 1, request: value });
    });
  const one = () => core.host.dispatch(request);
  await timed(500, one, () => bounce());
  const busy = await timed(times(2000), one, () => bounce());
  const asleep: [number[], number[]] = [[], []];
  for (let n = 0; n < times(100); n++)
    for (const [which, work] of [one, () => bounce()].entries()) {
      await pause();
      const began = performance.now();
      await work();
      asleep[which]!.push(performance.now() - began);
    }
  const sleepy: Measured = measured(...asleep);
  // As old as the crowd's: what a host has judged for longer it judges faster.
  const few = await Core.start({ hooks: { 'ten.ts': file(ten) } });
  const inCrowd = () => crowd.host.dispatch(request);
  const amongFew = () => few.host.dispatch(request);
  await timed(500, inCrowd, amongFew);
  const crowded = await timed(times(1000), inCrowd, amongFew);
  const long = {
    ...request,
    event: 'postToolUse',
    payload: { ...request.payload, output: 'x'.repeat(1_000_000), isError: false },
  };
  const after = await Core.start({
    hooks: {
      'a.ts':
        "import { hook } from 'hooksmith';\nexport const a = hook('postToolUse', { tools: 'Bash' }, (ctx) => { ctx.output.length; });",
    },
  });
  const large = await timed(
    times(100),
    () => after.host.dispatch(long as never),
    () => bounce(long),
  );
  const settling = await Core.start({
    hooks: { 'a.ts': file(settled.map((event, n) => `export const h${n} = hook('${event}', () => undefined);`)) },
  });
  const inTurn = async (isTold: boolean) => {
    const { run } = request;
    const events = settled.map((event) => ({
      event,
      run,
      payload: { ...request.payload, message: { role: 'user', content: 'x' } },
    }));
    for (const [at, one] of events.entries())
      await settling.host.dispatch(one as never, undefined, isTold ? (events.slice(at + 1) as never) : undefined);
  };
  const together = await timed(
    times(1000),
    () => inTurn(true),
    () => inTurn(false),
  );
  echo.kill();
  for (const each of [core, crowd, few, after, settling]) await each.stop();
  const trip = 'a message there and back';
  return [
    { what: 'a dispatch of 10 hooks, 1 KB input', floor: trip, measured: busy, goal: 1.5, heldBack: beyondTheTrip },
    {
      what: 'the same, the slowest in a hundred',
      ...{ floor: trip, measured: busy, goal: 3, of: 'p99 ratio', heldBack: beyondTheTrip },
    },
    {
      what: 'the same, from sleep',
      ...{ floor: trip, measured: sleepy, goal: 1.5 },
      heldBack: 'Two processes are woken one after the other, as in the floor, and then do cold what a busy dispatch does warm.',
    },
    {
      what: '1,000 hooks of which 10 match',
      ...{ floor: '10 hooks', measured: crowded, goal: 1.2 },
      heldBack:
        'Which hooks are for a tool is found once for each tool and kept; what is left is a larger heap on both sides, and the record’s counts of those that were passed over.',
    },
    {
      what: '1 MB of tool output through an after-hook',
      ...{ floor: trip, measured: large, goal: 1.5, heldBack: beyondTheTrip },
    },
    { what: 'what follows a result, four events with a hook on each', floor: 'each asked when it comes', measured: together },
  ];
}
