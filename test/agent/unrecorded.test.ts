/** A session whose file takes no more. */
import assert from 'node:assert/strict';
import fs, { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { readSession } from '../../src/adapters/sessions/sessionFile';
import type { AnyTool } from '../../src/agent/ports/tool';
import { textOf, toolUsesOf } from '../../src/shared/messages/messages';
import { foldConversation } from '../../src/view/conversation/conversationFold';
import { newConversation } from '../../src/view/conversation/conversationState';
import { allows, Core, SharedHost } from '../fixtures/core';
import { heldPrompt } from '../fixtures/heldPrompt';
import { until } from '../fixtures/limits';

const makes = (name: string) => ({
  content: [{ type: 'tool_use' as const, id: name, name: 'Bash', input: { command: `touch ${name}` } }],
});
const says = (text: string) => ({ content: [{ type: 'text' as const, text }] });

describe('a session that cannot be recorded', () => {
  const host = new SharedHost();
  after(() => host.dispose());
  const { writeSync } = fs;
  let core: Core;
  afterEach(async () => {
    fs.writeSync = writeSync;
    await core.stop();
  });
  /** No room from the first line on that holds this. */
  const fillAt = (text: string) => {
    let isFull = false;
    fs.writeSync = ((fd: number, bytes: unknown, ...more: never[]) => {
      isFull ||= Buffer.isBuffer(bytes) && bytes.includes(text);
      if (isFull && Buffer.isBuffer(bytes)) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      return (writeSync as (...args: unknown[]) => number)(fd, bytes, ...more);
    }) as never;
  };

  it('acts no further: its run ends and says why, the human is told, and it goes on once there is room', async () => {
    core = await Core.start({ host, human: allows, script: { turns: [makes('one'), makes('two'), says('again')] } });
    const path = join(core.folder, 's.jsonl');
    const { session, close } = core.open({ path });
    const running: boolean[] = [];
    session.onItem((item) => item.kind === 'run' && running.push(item.running));
    fillAt('touch two');
    await assert.rejects(session.send('go'), /The session cannot be recorded: .*s\.jsonl: no space/);
    assert.deepEqual([existsSync(join(core.folder, 'one')), existsSync(join(core.folder, 'two'))], [true, false]);
    assert.deepEqual([running, session.running], [[true, false], false]);
    assert.deepEqual(
      core.logs.filter((text) => text.includes('no space')),
      [`${path}: no space`],
    );
    const calls = () => session.history.flatMap(toolUsesOf).map(({ id }) => id);
    assert.deepEqual([calls(), session.canContinue], [['one', 'two'], true], 'the model knows what was done');
    fs.writeSync = writeSync;
    assert.equal((await session.send('go on')).text, 'again');
    assert.equal(textOf(session.history[0]!), 'go');
    assert.deepEqual([calls(), session.openCalls], [['one', 'two'], []]);
    await session.dispose();
    close();
    const { items, problems } = readSession(path);
    assert.deepEqual(problems, []);
    const said = items.flatMap((item) => (item.kind === 'event' && item.event.type === 'user_message' ? [item.event.input] : []));
    assert.deepEqual(said.map(textOf as never), ['go', 'go on']);
  });

  it('ends only when the calls have ended that run beside the one it could not record', async () => {
    let release = () => {};
    const held = new Promise<string>((resolve) => {
      release = () => resolve('late');
    });
    const reading = (name: string, run: () => string | Promise<string>): AnyTool => ({
      ...{ name, description: '', scope: 'test', readOnly: true, input: z.object({}) },
      run: async () => ({ content: await run() }),
    });
    const calls = ['Quick', 'Slow'].map((name) => ({ type: 'tool_use' as const, id: name, name, input: {} }));
    // Where a hook is asked the run waits, and what was said is written.
    const hook = "import { hook } from 'hooksmith';\nexport const see = hook('toolResultMessages', () => {});";
    core = await Core.start({
      ...{ host, human: allows, script: { turns: [{ content: calls }, says('done')] }, hooks: { 'a.ts': hook } },
      tools: [reading('Quick', () => 'quick words'), reading('Slow', () => held)],
    });
    const { session, close } = core.open({ path: join(core.folder, 's.jsonl') });
    fillAt('quick words');
    let isOver = false;
    const run = session.send('go').finally(() => {
      isOver = true;
    });
    run.catch(() => undefined);
    await until(() => core.logs.some((text) => text.includes('no space')));
    // As long as anything takes that would end it.
    for (const name of ['b.ts', 'c.ts', 'd.ts']) await core.save(name, hook);
    assert.equal(isOver, false, 'the slow one runs still');
    release();
    await assert.rejects(run, /no space/);
    fs.writeSync = writeSync;
    await session.dispose();
    close();
  });

  it('keeps what waits in its queue, and says why a run that nobody waits for cannot be', async () => {
    const { human, prompt, answer } = heldPrompt();
    core = await Core.start({ host, human, script: { turns: [makes('one'), says('done'), says('first'), says('second')] } });
    const { session, close } = core.open({ path: join(core.folder, 's.jsonl') });
    const shown: string[][] = [];
    session.onItem((item) => item.kind === 'queue' && shown.push(item.messages.map(({ content }) => String(content))));
    const failed: string[] = [];
    session.onFailure(({ message }) => failed.push(message));
    const ended = new Set<string>();
    session.onItem((item) => item.kind === 'run' && !item.running && ended.add(item.runId));
    const run = session.send('go');
    await prompt;
    await session.submit('while there is room');
    fillAt('while there is none');
    await assert.rejects(session.submit('while there is none'), /no space/);
    assert.deepEqual(shown.at(-1), ['while there is room', 'while there is none']);
    fs.writeSync = writeSync;
    // The next one begins by itself, and does not come far.
    fillAt('"input":{"role":"user","content":"while there is room"}');
    answer();
    assert.equal((await run).status, 'done');
    await until(() => failed.length > 0 && !session.running);
    assert.match(failed.join('\n'), /^The session cannot be recorded: .*no space$/);
    assert.deepEqual(
      session.queue.map(({ content }) => content),
      ['while there is none'],
      'it is not sent by itself behind one that failed',
    );
    fs.writeSync = writeSync;
    await session.sendQueued(session.queue[0]!.id);
    assert.deepEqual(session.queue, []);
    assert.match(textOf(session.history.at(-1)!), /^(first|second)$/, 'it had its answer');
    await session.dispose();
    close();
  });

  const lines = { 'hook set': '"kind":"hookSet"', before_run: '"type":"before_run"', user_message: '"type":"user_message"' };
  for (const [what, line] of Object.entries({ ...lines, message: '"type":"message"' }))
    it(`shows the human what they said, and the model has it once, where the disk is full from its ${what} on`, async () => {
      // Where a hook is asked the run waits, and what was said is written.
      const hook =
        "import { hook } from 'hooksmith';\nexport const see = hook(['beforeRun', 'userMessage', 'message', 'beforeAgent'], () => {});";
      core = await Core.start({ host, script: { turns: [says('done')] }, hooks: { 'a.ts': hook } });
      const path = join(core.folder, 's.jsonl');
      const { session, close } = core.open({ path });
      const live = newConversation();
      session.onItem((item) => foldConversation(live, item));
      const shown = ({ entries, queue }: typeof live) => [
        ...entries.flatMap((entry) => (entry.kind === 'user' ? [entry.text] : [])),
        ...queue.map(({ content }) => content),
      ];
      fillAt(line);
      await assert.rejects(session.submit('what I said'), /no space/);
      assert.deepEqual(shown(live), ['what I said']);
      fs.writeSync = writeSync;
      const [waiting] = session.queue;
      await (waiting ? session.sendQueued(waiting.id) : session.continue());
      assert.deepEqual([shown(live), session.history.map(textOf)], [['what I said'], ['what I said', 'done']]);
      await session.dispose();
      close();
      const kept = newConversation();
      for (const item of readSession(path).items) foldConversation(kept, item);
      assert.deepEqual(shown(kept), ['what I said']);
    });

  it('takes a message back before the eyes of the human, or not at all', async () => {
    core = await Core.start({ host, script: { turns: [says('done'), says('better')] } });
    const { session, close } = core.open({ path: join(core.folder, 's.jsonl') });
    const live = newConversation();
    session.onItem((item) => foldConversation(live, item));
    await session.send('go');
    const said = session.items.find((item) => item.kind === 'event' && item.event.type === 'user_message')!;
    const id = said.kind === 'event' ? said.event.id : '';
    const queued = Reflect.get(session, 'queued') as { add(content: string, steers: boolean): void };
    queued.add('later', false);
    fillAt('"kind":"queue"');
    await assert.rejects(session.rewind(id), /no space/);
    assert.deepEqual([session.queue.length, session.history.length, live.queue.length, live.entries.length], [1, 2, 1, 2]);
    fs.writeSync = writeSync;
    session.dropQueued(session.queue[0]!.id);
    fillAt('"kind":"history"');
    await assert.rejects(session.rewind(id), /no space/);
    assert.deepEqual([session.history, live.entries], [[], []]);
    fs.writeSync = writeSync;
    await session.send('go better');
    assert.deepEqual(session.history.map(textOf), ['go better', 'better']);
    await session.dispose();
    close();
  });

  it('is disposed of whole, and says why that is not recorded', async () => {
    core = await Core.start({ host, script: { turns: [says('done')] } });
    const { session, close } = core.open({ path: join(core.folder, 's.jsonl') });
    const ended: string[] = [];
    const kept = () => session.emit({ kind: 'history', branch: 'main', messages: [] });
    const stop = () => {
      ended.push('task');
      kept();
    };
    session.tasks.add({
      ...{ id: 't', kind: 'command', label: 'sleep', output: '', status: 'running', done: Promise.resolve() },
      stop,
    });
    fillAt('"kind":"history"');
    assert.throws(kept, /no space/);
    session.onItem(() => ended.push('listener'));
    await assert.rejects(session.dispose(), /no space/);
    assert.equal(ended.at(-1), 'task');
    const { length } = ended;
    fs.writeSync = writeSync;
    session.emit({ kind: 'run', runId: '', running: false });
    assert.equal(ended.length, length, 'nobody listens any more');
    close();
  });

  it('gives its result to whoever waits for a run, though what is next cannot be taken from the queue', async () => {
    const { human, prompt, answer } = heldPrompt();
    core = await Core.start({ host, human, script: { turns: [makes('one'), says('done')] } });
    const { session, close } = core.open({ path: join(core.folder, 's.jsonl') });
    const failed: string[] = [];
    session.onFailure(({ message }) => failed.push(message));
    const run = session.send('go');
    await prompt;
    await session.submit('next');
    fillAt('"kind":"queue","messages":[]');
    answer();
    assert.deepEqual([(await run).text, failed.length, session.queue.length], ['done', 1, 1]);
    fs.writeSync = writeSync;
    await session.dispose();
    close();
  });

  it('leaves in its queue what cannot be taken from it', async () => {
    core = await Core.start({ host, script: { turns: [says('done')] } });
    const { session, close } = core.open({ path: join(core.folder, 's.jsonl') });
    fillAt('"kind":"queue"');
    const queued = Reflect.get(session, 'queued') as { add(content: string, steers: boolean): void };
    assert.throws(() => queued.add('go', false), /no space/);
    const id = session.queue[0]!.id;
    await assert.rejects(session.sendQueued(id), /no space/);
    assert.deepEqual(
      session.queue.map((one) => one.id),
      [id],
    );
    fs.writeSync = writeSync;
    await session.sendQueued(id);
    assert.deepEqual([session.queue, textOf(session.history[0]!)], [[], 'go']);
    await session.dispose();
    close();
  });

  it('goes on where it was cut short, once there is room', async () => {
    core = await Core.start({ host, human: allows, script: { turns: [makes('one'), makes('two'), says('done')] } });
    const { session, close } = core.open({ path: join(core.folder, 's.jsonl') });
    fillAt('touch two');
    await assert.rejects(session.send('go'), /no space/);
    fs.writeSync = writeSync;
    const { status, history } = await session.continue();
    assert.equal(status, 'done');
    assert.deepEqual(history.map(textOf).at(-1), 'done');
    assert.equal(textOf(history[0]!), 'go');
    await session.dispose();
    close();
  });
});
