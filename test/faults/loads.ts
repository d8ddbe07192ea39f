/** More than anybody is likely to have: hooks, output, chats, calls; and tools that do not stop when told to. */
import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import type { ToolContext } from '../../src/agent/ports/tool';
import type { RehearsalScript } from '../../src/models/rehearsalScript';
import { tool } from '../../src/tools/builtInTool';
import { Core } from '../fixtures/core';
import { assertHistory, type Share, Tally, times } from './tally';

const call = (name: string, input: Record<string, unknown> = {}) => ({ content: [{ type: 'tool_use' as const, name, input }] });
const say = { content: [{ type: 'text' as const, text: 'done' }] };
/** What is held on to: what the collector would take away anyway counts for nothing. */
setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const megabytes = () => {
  collect();
  return Math.round(process.memoryUsage().heapUsed / 1024 / 1024);
};

export async function manyHooks(share: Share): Promise<Tally> {
  const tally = new Tally('a thousand hooks');
  const count = times(1000, share);
  const files = Object.fromEntries(
    Array.from({ length: 20 }, (_, file) => {
      const own = Array.from(
        { length: Math.ceil(count / 20) },
        (_, n) =>
          `export const h${n} = hook('toolSettled', { priority: ${n} }, (ctx) => { ctx.state.set('n', (ctx.state.get('n') ?? 0) + 1); });`,
      );
      return [`f${file}.ts`, `import { hook } from 'hooksmith';\n${own.join('\n')}`];
    }),
  );
  await tally.try('one call', async () => {
    const core = await Core.start({
      hooks: files,
      permissions: { mode: 'bypass' },
      script: { turns: [call('TodoWrite', { todos: [] }), say] },
    });
    try {
      await core.session.send('go');
      const { hooks } = core.event('tool_settled');
      assert.equal(hooks.length, Math.ceil(count / 20) * 20);
      assert.ok(
        hooks.every(({ error }) => error === undefined),
        'each ran',
      );
      tally.figures.hooks = hooks.length;
    } finally {
      await core.stop();
    }
  });
  return tally;
}

export async function longOutput(share: Share): Promise<Tally> {
  const tally = new Tally('a command with 200 MB of output');
  const size = times(200, share);
  await tally.try(`${size} MB`, async () => {
    const script: RehearsalScript = { turns: [call('Bash', { command: `head -c ${size}000000 /dev/zero | tr '\\0' x` }), say] };
    const core = await Core.start({ permissions: { mode: 'bypass' }, script });
    const before = megabytes();
    try {
      await core.session.send('go');
      assert.equal(core.event('tool_settled').data.outcome, 'ok');
      assertHistory(core.session.history);
      assert.ok(JSON.stringify(core.session.history).length < 1_000_000, 'what the model is told is bounded');
      // The test's own record of the stream holds all of the output.
      core.items.length = 0;
      const grown = megabytes() - before;
      tally.figures['memory beyond what was held before (MB)'] = grown > 0 ? grown : 'none';
      assert.ok(grown < 100, `the memory grew by ${grown} MB`);
    } finally {
      await core.stop();
    }
  });
  return tally;
}

export async function deafTools(share: Share): Promise<Tally> {
  const tally = new Tally('a tool that ignores the signal to stop');
  const deaf = (release: Promise<void>) =>
    tool({
      name: 'Deaf',
      readOnly: false,
      description: 'does not listen',
      input: z.object({}),
      run: async (_: object, _context: ToolContext) => {
        await release;
        return { content: 'at last' };
      },
    });
  for (let n = 0; n < times(20, share); n++)
    await tally.try(`stop ${n}`, async () => {
      let letGo = () => {};
      const release = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      const core = await Core.start({
        tools: [deaf(release)],
        permissions: { mode: 'bypass' },
        script: { turns: [call('Deaf'), say] },
      });
      try {
        const began = new Promise<void>((resolve) =>
          core.session.onItem((item) => {
            if (item.kind === 'event' && item.event.type === 'pre_tool_use') setTimeout(resolve, n);
          }),
        );
        const run = core.session.send('go');
        await began;
        await core.session.stop();
        await run;
        assert.equal(core.event('after_run').data.status, 'aborted');
        assertHistory(core.session.history);
      } finally {
        letGo();
        await core.stop();
      }
    });
  return tally;
}

export async function manyChats(share: Share): Promise<Tally> {
  const tally = new Tally('ten chats at once');
  await tally.try('all', async () => {
    const chats = times(10, Math.max(share, 0.5));
    const cores = await Promise.all(
      Array.from({ length: chats }, () =>
        Core.start({
          permissions: { mode: 'bypass' },
          script: { turns: [...Array.from({ length: 10 }, () => call('TodoWrite', { todos: [] })), say] },
        }),
      ),
    );
    try {
      await Promise.all(cores.map((core) => core.session.send('go')));
      for (const core of cores) {
        assert.equal(core.all('tool_settled').length, 10);
        assertHistory(core.session.history);
      }
      tally.figures.chats = chats;
    } finally {
      await Promise.all(cores.map((core) => core.stop()));
    }
  });
  return tally;
}

/**
 * Thirty hooks, a reload every fifty calls, in ten conversations one after the other. A conversation keeps its calls as long as it is open, as its transcript
 * does; once it is closed nothing of it is left: what is held at the end is no more than what was held near the beginning.
 */
export async function soak(share: Share): Promise<Tally> {
  const tally = new Tally('a soak of 20,000 calls with 30 hooks, a reload every 50');
  const [perRun, conversations] = [50, 10];
  const runs = Math.ceil(times(20_000, share) / perRun / conversations);
  const text = (version: number) =>
    `import { hook } from 'hooksmith';\n${Array.from({ length: 10 }, (_, n) => `export const h${n} = hook(['preToolUse', 'toolSettled'], (ctx) => { ctx.state.set('n', ${version}); });`).join('\n')}`;
  await tally.try('all', async () => {
    const core = await Core.start({
      hooks: { 'a.ts': text(0), 'b.ts': text(0), 'c.ts': text(0) },
      permissions: { mode: 'bypass' },
    });
    const calls = Array.from({ length: perRun }, () => '/call TodoWrite {"todos": []}').join('\n');
    const sizes: number[] = [];
    let settled = 0;
    let version = 0;
    const converse = async (id: string) => {
      const { session, close } = core.open({ id });
      session.onItem((item) => {
        if (item.kind === 'event' && item.event.type === 'tool_settled') settled++;
      });
      for (let n = 0; n < runs; n++) {
        await session.send(calls);
        await core.save('a.ts', text(++version));
      }
      assertHistory(session.history);
      await session.end('closed');
      await session.dispose();
      close();
    };
    try {
      for (let n = 0; n < conversations; n++) {
        await converse(`soak-${n}`);
        sizes.push(megabytes());
      }
      assert.equal(settled, conversations * runs * perRun, 'each call was settled');
      // Growth alone: what the process held before, of others, may be let go at any time. The first is left out, in which code is compiled.
      const [, ...later] = sizes;
      const grown = median(later.slice(-3)) - median(later.slice(0, 3));
      assert.ok(grown <= mostDrift, `memory drifts: ${sizes.join(', ')} MB`);
      tally.figures.calls = settled;
      tally.figures['memory after each tenth (MB)'] = sizes.join(', ');
    } finally {
      await core.stop();
    }
  });
  return tally;
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

/** Megabytes that caches and compiled code may come to. */
const mostDrift = 12;
