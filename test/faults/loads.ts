/** More than anybody is likely to have: hooks, output, chats, calls; and tools that do not stop when told to. */
import assert from 'node:assert/strict';
import { z } from 'zod';
import type { ToolContext } from '../../src/agent/ports/tool';
import type { RehearsalScript } from '../../src/models/rehearsal';
import { tool } from '../../src/tools/builtInTool';
import { Core } from '../fixtures/core';
import { assertHistory, type Share, Tally, times } from './tally';

const call = (name: string, input: Record<string, unknown> = {}) => ({ content: [{ type: 'tool_use' as const, name, input }] });
const say = { content: [{ type: 'text' as const, text: 'done' }] };
/** What is held on to: what the collector would take away anyway counts for nothing. */
const megabytes = () => {
  (globalThis as { gc?(): void }).gc?.();
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
      tally.figures['memory (MB)'] = grown;
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

/** Thirty hooks, a reload every fifty calls; the memory at the end is that after the first tenth, but for what a session keeps of its calls. */
export async function soak(share: Share): Promise<Tally> {
  const tally = new Tally('a soak of 20,000 calls with 30 hooks, a reload every 50');
  const perRun = 50;
  const runs = Math.ceil(times(20_000, share) / perRun);
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
    core.session.onItem((item) => {
      if (item.kind === 'event' && item.event.type === 'tool_settled') settled++;
    });
    try {
      for (let n = 0; n < runs; n++) {
        await core.session.send(calls);
        core.items.length = 0;
        await core.save('a.ts', text(n + 1));
        if (global.gc) global.gc();
        sizes.push(megabytes());
      }
      assert.equal(settled, runs * perRun, 'each call was settled');
      assertHistory(core.session.history);
      tally.figures.calls = settled;
      tally.figures['memory at the start, in the middle, at the end (MB)'] = [
        sizes[0],
        sizes[sizes.length >> 1],
        sizes.at(-1),
      ].join(', ');
    } finally {
      await core.stop();
    }
  });
  return tally;
}
