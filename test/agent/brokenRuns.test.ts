/** A process that died in a run: what comes of it when its session goes on from its file. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { readSession } from '../../src/adapters/sessions/sessionFile';
import type { AnyTool } from '../../src/agent/ports/tool';
import type { Session } from '../../src/agent/session/session';
import { Recollection } from '../../src/hooks/replay/recollection';
import type { HookEvent } from '../../src/shared/events/events';
import { noUsage, textOf } from '../../src/shared/messages/messages';
import { Core, type CoreOptions, SharedHost, until } from '../fixtures/core';
import { heldPrompt } from '../fixtures/heldPrompt';

const says = (text: string, stop_reason?: string) => ({ content: [{ type: 'text' as const, text }], stop_reason });

describe('a run that its process died in', () => {
  const host = new SharedHost();
  after(() => host.dispose());
  let core: Core;
  afterEach(() => core.stop());
  const start = async (options: CoreOptions, ...messages: string[]) => {
    core = await Core.start({ host, ...options });
    const path = join(core.folder, 's.jsonl');
    const { session, close } = core.open({ path });
    for (const message of messages) await session.send(message);
    await session.dispose();
    close();
    return path;
  };
  const eventsIn = (path: string): HookEvent[] =>
    readSession(path).items.flatMap((item) => (item.kind === 'event' ? [item.event] : []));
  /** A session file that ends with this line. */
  const cutAfter = (lines: readonly string[], end: number) => {
    const cut = join(core.folder, 'cut.jsonl');
    writeFileSync(
      cut,
      lines
        .slice(0, end + 1)
        .map((line) => `${line}\n`)
        .join(''),
    );
    return cut;
  };
  /** The session as it comes back whose file ended with the last event for which this holds. */
  const diedAfter = async (path: string, is: (event: HookEvent) => boolean) => {
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    const end = lines.findLastIndex((line) => line.startsWith('{"kind":"event"') && is(JSON.parse(line).event));
    const cut = cutAfter(lines, end);
    const { items, kept } = readSession(cut);
    const before = eventsIn(cut).length;
    const { session, close } = core.open({ path: cut, items, kept });
    const typesSince = () =>
      eventsIn(cut)
        .slice(before)
        .map(({ type }) => type);
    return { session, typesSince, close };
  };
  const said = ({ history }: Session) => history.map((message) => `${message.role}: ${textOf(message)}`);

  for (const type of ['message', 'after_step', 'stop', 'after_agent'])
    it(`ends, and asks the model for nothing, where ${type} was the last of a whole answer`, async () => {
      const path = await start({ script: { turns: [says('one'), says('never asked for')] } }, 'hi');
      const { session, typesSince, close } = await diedAfter(path, (event) => event.type === type);
      assert.equal(session.canContinue, true);
      const { status, text } = await session.continue();
      assert.deepEqual([status, text, said(session)], ['done', 'one', ['user: hi', 'assistant: one']]);
      assert.deepEqual(
        typesSince().filter((one) => one !== 'before_agent'),
        ['run_abort', 'after_run', 'session_start', 'before_run', 'stop', 'after_agent', 'run_done', 'after_run'],
      );
      assert.equal(session.canContinue, false);
      close();
    });

  const cleaning = {
    'a.ts': `import { hook } from 'hooksmith';
export const keep = hook('preToolUse', (ctx) => ctx.modify({ metadata: { folder: '/tmp/of-the-run' } }));
export const clean = hook(['runDone', 'runAbort', 'afterRun'], (ctx) =>
  ctx.log(JSON.stringify([ctx.event, ctx.status, ctx.interrupted ?? false, ctx.metadata, ctx.usage.input_tokens])));`,
  };
  const callsTool = {
    content: [{ type: 'tool_use' as const, id: 'l', name: 'LS', input: { path: '.' } }],
    usage: { ...noUsage, input_tokens: 7 },
  };
  const endsIn = (path: string) =>
    eventsIn(path).flatMap(({ type, runId, hooks }) =>
      ['before_run', 'run_done', 'run_abort', 'after_run'].includes(type)
        ? [[type, runId, ...hooks.flatMap(({ logs = [] }) => logs.map((text) => JSON.parse(text) as unknown))]]
        : [],
    );

  it('is ended when its session goes on: hooks that clean up are told once, with what they had kept for it', async () => {
    const path = await start({ hooks: cleaning, script: { turns: [callsTool, says('one'), says('two'), says('three')] } }, 'hi');
    const { session, close } = await diedAfter(path, ({ type }) => type === 'tool_settled');
    await session.send('and now?');
    await session.send('more');
    close();
    const kept = { folder: '/tmp/of-the-run' };
    const ends = endsIn(join(core.folder, 'cut.jsonl'));
    const [first, second, third] = [...new Set(ends.map(([, runId]) => runId))];
    assert.deepEqual(ends, [
      ['before_run', first],
      ['run_abort', first, ['runAbort', 'aborted', true, kept, 7]],
      ['after_run', first, ['afterRun', 'aborted', true, kept, 7]],
      ['before_run', second],
      ['run_done', second, ['runDone', 'done', false, {}, 0]],
      ['after_run', second, ['afterRun', 'done', false, {}, 0]],
      ['before_run', third],
      ['run_done', third, ['runDone', 'done', false, {}, 0]],
      ['after_run', third, ['afterRun', 'done', false, {}, 0]],
    ]);
  });

  it('is told to be over as it had said where its last event alone is missing', async () => {
    const path = await start({ hooks: cleaning, script: { turns: [says('one'), says('two')] } }, 'hi');
    const { session, close } = await diedAfter(path, ({ type }) => type === 'run_done');
    await session.send('and now?');
    close();
    const ends = endsIn(join(core.folder, 'cut.jsonl')).map(([type, , told]) => [type, (told as unknown[])?.slice(0, 3)]);
    assert.deepEqual(ends.slice(1, 3), [
      ['run_done', ['runDone', 'done', false]],
      ['after_run', ['afterRun', 'done', true]],
    ]);
  });

  it('is left to the session that it is of, which may be at it, by one that was forked from there', async () => {
    const path = await start({ script: { turns: [says('one'), says('two')] } }, 'hi');
    const { session: original, close: closeOriginal } = await diedAfter(path, ({ type }) => type === 'message');
    const { session, close } = core.open({ items: [...original.items], forked: true });
    const types: string[] = [];
    session.onItem((item) => void (item.kind === 'event' && types.push(item.event.type)));
    await session.continue();
    assert.deepEqual(types.slice(0, 2), ['session_start', 'before_run']);
    close();
    closeOriginal();
  });

  it('goes on with what a stop hook has it go on with, though the hook would not say so again', async () => {
    const hooks = {
      'a.ts': `import { hook } from 'hooksmith';
export const once = hook('stop', (ctx) => {
  if (ctx.session.get('told')) return undefined;
  ctx.session.set('told', true);
  return ctx.continueWith('And the tests?');
});`,
    };
    const path = await start({ hooks, script: { turns: [says('one'), says('two'), says('three')] } }, 'hi');
    const { session, close } = await diedAfter(path, (event) => event.type === 'stop' && event.data.message !== undefined);
    assert.equal(session.canContinue, true);
    assert.equal((await session.continue()).text, 'three');
    assert.deepEqual(said(session), ['user: hi', 'assistant: one', 'user: And the tests?', 'assistant: three']);
    close();
  });

  it('gives up its open calls where a hook answers in the place of the agent that would go on with them', async () => {
    const hooks = {
      'a.ts': `import { hook } from 'hooksmith';
export const answers = hook('beforeAgent', (ctx) => (ctx.input === undefined ? ctx.respond({ content: 'by a hook' }) : undefined));`,
    };
    const read = { type: 'tool_use' as const, name: 'Read', input: { file_path: 'a.txt' } };
    const calls = { content: [read, read] };
    const path = await start({ hooks, files: { 'a.txt': '' }, script: { turns: [calls, says('read'), says('more')] } }, 'hi');
    const { session, close } = await diedAfter(path, (event) => event.type === 'message' && event.data.index === 2);
    assert.equal((await session.continue()).text, 'by a hook');
    assert.equal((await session.send('and now?')).status, 'done');
    close();
    const settled = eventsIn(join(core.folder, 'cut.jsonl')).flatMap((event) =>
      event.type === 'tool_settled' ? [event.data.outcome] : [],
    );
    assert.deepEqual(settled, ['cancelled'], 'it had begun');
  });

  it('goes on where its last answer was cut off', async () => {
    const path = await start({ script: { turns: [says('one', 'max_tokens'), says('and two')] } }, 'hi');
    const { session, close } = await diedAfter(path, (event) => event.type === 'message');
    assert.equal((await session.continue()).text, 'and two');
    assert.deepEqual(said(session), [
      'user: hi',
      'assistant: one',
      'user: Go on exactly where you stopped.',
      'assistant: and two',
    ]);
    close();
  });

  it('has ended where it had told so', async () => {
    const path = await start({ script: { turns: [says('one')] } }, 'hi');
    const { session, close } = await diedAfter(path, (event) => event.type === 'run_done');
    assert.equal(session.canContinue, false);
    close();
  });

  it('goes on with the message that its hooks had let through, though no model had been told of it', async () => {
    const path = await start({ script: { turns: [says('one'), says('two'), says('three')] } }, 'hi', 'and now?');
    const { session, close } = await diedAfter(path, (event) => event.type === 'user_message');
    assert.equal(session.canContinue, true);
    assert.equal((await session.continue()).text, 'three');
    const all = ['user: hi', 'assistant: one', 'user: and now?', 'assistant: three'];
    assert.deepEqual(said(session), all);
    close();
    const { items } = readSession(join(core.folder, 'cut.jsonl'));
    assert.deepEqual(said(core.open({ items }).session), all, 'in a third life too');
  });

  it('has nothing to go on with before its message was let through, or where that was denied', async () => {
    const hooks = {
      'a.ts':
        "import { hook } from 'hooksmith';\nexport const no = hook('userMessage', (ctx) => (ctx.text === 'bad' ? ctx.deny('no') : undefined));",
    };
    const path = await start({ hooks, script: { turns: [says('one')] } }, 'hi', 'bad');
    for (const type of ['before_run', 'user_message']) {
      const { session, close } = await diedAfter(path, (event) => event.type === type);
      assert.deepEqual([session.canContinue, said(session)], [false, ['user: hi', 'assistant: one']], type);
      close();
    }
  });

  it('counts for the limits of its session with the time and the tokens that it took, in a replay too', async () => {
    let now = Date.parse('2026-01-01');
    const slow: AnyTool = {
      ...{ name: 'Slow', description: '', scope: 'test', readOnly: true, input: z.object({}) },
      run: async () => {
        now += 60_000;
        return { content: 'done' };
      },
    };
    const call = (id: string) => ({
      content: [{ type: 'tool_use' as const, id, name: 'Slow', input: {} }],
      usage: { ...noUsage, input_tokens: 7 },
    });
    const hooks = {
      'a.ts': `import { hook } from 'hooksmith';
export const yes = hook('preToolUse', (ctx) => ctx.allow());
export const tell = hook('beforeStep', (ctx) => ctx.log(JSON.stringify(ctx.earlier)));`,
    };
    const turns = [call('a'), call('b'), says('one'), says('two'), says('three')];
    const path = await start({ hooks, tools: [slow], now: () => now, script: { turns } }, 'hi');
    now += 3_600_000;
    const { session, close } = await diedAfter(path, ({ type, toolCallId }) => type === 'tool_settled' && toolCallId === 'b');
    const earlier: unknown[] = [];
    session.onItem((item) => {
      if (item.kind === 'event' && item.event.type === 'before_step')
        earlier.push(...item.event.hooks.flatMap(({ logs }) => logs ?? []).map((text) => JSON.parse(text)));
    });
    await session.continue();
    await session.send('more');
    const broken = { usage: { ...noUsage, input_tokens: 14 }, costUsd: 0, activeMs: 120_000 };
    assert.deepEqual(earlier, [broken, broken]);
    close();
    const past = new Recollection(true, [], async () => ({}));
    const replayed: unknown[] = [];
    for (const item of readSession(join(core.folder, 'cut.jsonl')).items) {
      past.before(item);
      if (item.kind === 'event' && item.event.type === 'before_step')
        replayed.push((await past.recall(item.event, undefined)).run.earlier);
      past.after(item);
    }
    assert.deepEqual(replayed.slice(-2), [broken, broken]);
  });

  it('goes on with the agent that its work was handed to, though the step had not ended', async () => {
    const handed = {
      content: [{ type: 'tool_use' as const, id: 'h', name: 'Handoff', input: { agent: 'writer', message: 'go on' } }],
    };
    const files = {
      '.hooksmith/agents/main.md': '---\nhandoffs: [writer]\n---\n',
      '.hooksmith/agents/writer.md': '---\ndescription: Writes.\n---\nYou are writer.\n',
    };
    const agents = { writer: { turns: [says('written'), says('and more')] } };
    const path = await start({ files, script: { turns: [handed], agents } }, 'hi');
    const { session, close } = await diedAfter(path, ({ type }) => type === 'tool_settled');
    assert.equal((await session.continue()).text, 'and more');
    close();
    const speakers = eventsIn(join(core.folder, 'cut.jsonl')).filter(({ type }) => type === 'post_model_call');
    assert.deepEqual(
      speakers.map(({ agentName }) => agentName),
      ['main', 'writer'],
    );
  });

  for (const steers of [true, false])
    it(`leaves waiting what waited, and had been taken ${steers ? 'into it' : 'to begin it'} and not been heard`, async () => {
      const { human, prompt, answer } = heldPrompt();
      const call = { content: [{ type: 'tool_use' as const, id: 'b', name: 'Bash', input: { command: 'true' } }] };
      core = await Core.start({ host, human, script: { turns: [call, says('one'), says('two'), says('three')] } });
      const path = join(core.folder, 's.jsonl');
      const first = core.open({ path });
      const run = first.session.send('hi');
      await prompt;
      await first.session.submit('and more', steers);
      answer();
      await run;
      await until(() => !first.session.running);
      first.settle();
      const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
      const taken = lines.findIndex((line) => line.startsWith('{"kind":"queue"') && line.includes('"messages":[]'));
      const cut = cutAfter(lines, taken);
      for (const life of ['next', 'one after it']) {
        const { items, kept } = readSession(cut);
        const { session, close } = core.open({ path: cut, items, kept });
        assert.deepEqual(
          session.queue.map(({ content, steers }) => [content, steers]),
          [['and more', false]],
          life,
        );
        close();
      }
      const whole = readSession(path);
      assert.deepEqual(core.open({ items: whole.items }).session.queue, [], 'what was heard waits no longer');
    });
});
