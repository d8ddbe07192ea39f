import assert from 'node:assert/strict';
import { foldSession } from '../../src/agent/session/sessionState';
import { Rehearsal } from '../../src/models/rehearsal';
import { textOf } from '../../src/shared/messages/messages';
import { foldConversation } from '../../src/view/conversation/conversationFold';
import { newConversation } from '../../src/view/conversation/conversationState';
import { allows, Core, type CoreOptions, SharedHost } from '../fixtures/core';
import { heldPrompt } from '../fixtures/heldPrompt';

const says = (text: string) => ({ content: [{ type: 'text' as const, text }] });
const calls = (id: string) => ({ content: [{ type: 'tool_use' as const, id, name: 'Bash', input: { command: 'echo ok' } }] });

describe('messages while a run is on', () => {
  const host = new SharedHost();
  after(() => host.dispose());
  let core: Core;
  afterEach(() => core.stop());
  /** The prompt of the first call stands until `answer` is called. */
  const start = async (turns: ReturnType<typeof says | typeof calls>[], more: CoreOptions = {}) => {
    const { human, prompt, answer } = heldPrompt();
    core = await Core.start({ host, script: { turns }, human, ...more });
    return { prompt, answer };
  };
  const said = () =>
    core.session.history.map((message) => `${message.role}: ${textOf(message)}`).filter((line) => !line.endsWith(': '));
  const idle = async () => {
    while (core.session.running || core.session.queue.length > 0) await new Promise((resolve) => setImmediate(resolve));
  };
  const order = (...types: string[]) =>
    core.events
      .filter(({ type }) => types.includes(type))
      .map(({ type, input }) => (type === 'user_message' ? textOf(input as never) : type));

  it('wait for its end, in order, and can be changed or taken back before', async () => {
    const { prompt, answer } = await start([calls('t1'), says('one'), says('two'), says('three')]);
    const first = core.session.send('first');
    await prompt;
    await core.session.submit('second');
    await core.session.submit('dropped');
    await core.session.submit('third');
    const [second, dropped] = core.session.queue;
    core.session.dropQueued(dropped!.id);
    core.session.changeQueued(second!.id, 'second, changed');
    answer();
    await first;
    await idle();
    assert.deepEqual(order('user_message', 'after_run'), [
      'first',
      'after_run',
      'second, changed',
      'after_run',
      'third',
      'after_run',
    ]);
  });

  it('wait on where the session is closed meanwhile, for its next life, and none begins by itself', async () => {
    const { prompt } = await start([calls('t1'), says('one')]);
    const first = core.session.send('first');
    await prompt;
    await core.session.submit('second');
    await core.session.dispose();
    assert.equal((await first).status, 'aborted');
    assert.deepEqual(order('user_message'), ['first']);
    const { queue } = foldSession(core.session.items);
    assert.deepEqual(
      queue.map(({ content }) => content),
      ['second'],
    );
  });

  it('steer it: they go in before the next model call, through their hooks', async () => {
    const { prompt, answer } = await start([calls('t1'), says('done')], {
      hooks: {
        'a.ts':
          "import { hook } from 'hooksmith';\nexport const loud = hook('userMessage', (ctx) => ctx.modify({ context: 'heard' }));",
      },
    });
    const run = core.session.send('first');
    await prompt;
    await core.session.submit('rather do that', true);
    answer();
    await run;
    assert.deepEqual(order('user_message', 'tool_settled', 'post_model_call', 'after_run'), [
      'first',
      'post_model_call',
      'tool_settled',
      'rather do that',
      'post_model_call',
      'after_run',
    ]);
    const told = core.session.history.at(-2)!;
    assert.equal(told.role, 'user');
    assert.match(textOf(told), /rather do that/);
    assert.match(textOf(told), /heard/);
  });

  it('steer it on where it would have ended, and a denied one changes nothing', async () => {
    const { prompt, answer } = await start([calls('t1'), says('the end'), says('and more')], {
      hooks: {
        'a.ts': [
          "import { hook } from 'hooksmith';",
          "export const no = hook('userMessage', (ctx) => JSON.stringify(ctx.message).includes('forbidden') ? ctx.deny('not that') : undefined);",
        ].join('\n'),
      },
    });
    core.session.onItem((item) => {
      if (item.kind === 'event' && item.event.type === 'message' && JSON.stringify(item.event.input).includes('the end')) {
        void core.session.submit('forbidden', true);
        if (!said().some((line) => line.includes('go on'))) void core.session.submit('go on', true);
      }
    });
    const run = core.session.send('first');
    await prompt;
    answer();
    const result = await run;
    assert.equal(result.text, 'and more');
    assert.ok(!JSON.stringify(core.session.history).includes('forbidden'));
  });

  it('wait again where the run failed before they were heard: those it began with, and those that steer it', async () => {
    const { prompt, answer } = await start([calls('t1'), says('never')], {
      hooks: {
        'a.ts': [
          "import { hook } from 'hooksmith';",
          "export const picky = hook('userMessage', { onError: 'stop' }, (ctx) => { if (ctx.text.includes('bad')) throw new Error('too bad'); });",
        ].join('\n'),
      },
    });
    await core.session.submit('bad start', false, 'small');
    assert.deepEqual(
      core.session.queue.map(({ content, steers, model }) => [content, steers, model]),
      [['bad start', false, 'small']],
    );
    const view = newConversation();
    for (const item of core.session.items) foldConversation(view, item);
    assert.deepEqual(view.queue, core.session.queue, 'the human sees it');
    core.session.dropQueued(core.session.queue[0]!.id);
    const run = core.session.submit('good start');
    await prompt;
    await core.session.submit('later');
    await core.session.submit('bad turn', true);
    answer();
    await run;
    assert.deepEqual(
      core.session.queue.map(({ content, steers }) => [content, steers]),
      [
        ['bad turn', false],
        ['later', false],
      ],
    );
    assert.deepEqual(core.session.running, false);
  });

  it('stay where they are when the human stops it, until they are sent', async () => {
    const { prompt } = await start([calls('t1'), says('later')]);
    const run = core.session.send('first');
    await prompt;
    await core.session.submit('second');
    await core.session.stop();
    await run;
    assert.deepEqual(
      core.session.queue.map(({ content }) => content),
      ['second'],
    );
    assert.equal(core.session.running, false);
    await core.session.sendQueued(core.session.queue[0]!.id);
    assert.deepEqual(order('user_message'), ['first', 'second']);
    assert.equal(core.session.queue.length, 0);
  });

  it('stay where they are when the human stops it at its very end', async () => {
    await start([says('one'), says('two')]);
    const stopped: Promise<void>[] = [];
    core.session.onItem((item) => {
      if (item.kind === 'event' && item.event.type === 'before_run') void core.session.submit('second');
      if (item.kind === 'event' && item.event.type === 'after_run') stopped.push(core.session.stop());
    });
    await core.session.send('first');
    await Promise.all(stopped);
    assert.deepEqual([core.session.running, core.session.queue.map(({ content }) => content)], [false, ['second']]);
  });

  it('are not cut off by a rewind while one runs that waited for the end of another', async () => {
    const { prompt } = await start([says('one'), calls('t1'), says('two'), says('three')]);
    await core.session.send('first');
    const first = core.all('user_message')[0]!;
    const second = core.session.send('second');
    await prompt;
    const third = core.session.send('third');
    assert.equal(await core.session.rewind(first.id), true);
    assert.equal(core.session.running, false);
    await Promise.all([second, third]);
    assert.deepEqual(said(), []);
    assert.deepEqual(foldSession(core.session.items).history, []);
  });

  it('begin no run any more once the session is closed', async () => {
    const { prompt } = await start([calls('t1'), says('two')]);
    const first = core.session.send('first');
    await prompt;
    const second = assert.rejects(core.session.send('second'), /closed/);
    await core.session.dispose();
    await Promise.all([first, second]);
    assert.deepEqual(core.all('before_run').length, 1);
    assert.equal(core.session.running, false);
  });

  it('is answered by the model that its command named, when it waits, is changed or is sent by hand', async () => {
    const asked: (string | undefined)[] = [];
    const rehearsal = new Rehearsal({ turns: [calls('t1'), says('one'), says('two'), says('three')] }, 'main');
    const { prompt, answer } = await start([], {
      model: (_, named) => {
        asked.push(named);
        return rehearsal;
      },
    });
    const first = core.session.send('first');
    await prompt;
    await core.session.submit('/quick second', false, 'small');
    await core.session.submit('/quick third', false, 'small');
    core.session.changeQueued(core.session.queue[1]!.id, '/slow third', 'large');
    answer();
    await first;
    await idle();
    assert.deepEqual([...new Set(asked)], [undefined, 'small', 'large']);
  });

  const left = async (more: CoreOptions = {}) => {
    const { prompt } = await start([calls('t1'), says('later')], more);
    void core.session.send('first');
    await prompt;
    await core.session.submit('taken back');
    await core.session.submit([
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
      { type: 'text', text: 'second' },
    ]);
    core.session.dropQueued(core.session.queue[0]!.id);
    // As a window that goes away: nothing more is written.
    const items = core.session.items.slice();
    const queued = core.session.queue;
    await core.stop();
    return { items, queued };
  };

  it('outlive the window, pictures too, and go on behind the run that goes on', async () => {
    const { items, queued } = await left();
    await start([calls('t1'), says('done'), says('seen')], { items, human: allows });
    assert.deepEqual(core.session.queue, queued);
    assert.equal(core.session.leftAtPrompt, true);
    await core.session.continue();
    await idle();
    assert.deepEqual(said().slice(-2), ['user: second', 'assistant: seen']);
    assert.equal(JSON.stringify(core.session.history).includes('image/png'), true);
    assert.deepEqual(foldSession(core.session.items).queue, []);
  });

  it('are not stored where a hook is to redact them first', async () => {
    const clean = "export const clean = hook('userMessage', { redacts: true }, (ctx) => ctx.modify({ message: '***' }));";
    const { items, queued } = await left({ hooks: { 'a.ts': `import { hook } from 'hooksmith';\n${clean}` } });
    assert.equal(queued.length, 1);
    assert.equal(JSON.stringify(items).includes('second'), false);
    core = await Core.start({ host, items });
    assert.deepEqual(core.session.queue, []);
  });

  it('a rewind takes back the end at a limit too: there is nothing to go on with', async () => {
    core = await Core.start({
      host,
      script: { turns: [says('one')] },
      hooks: { 'a.ts': "import { stepLimit } from 'hooksmith';\nexport const limit = stepLimit(0);" },
    });
    await core.session.send('first');
    assert.equal(core.session.canContinue, true);
    await core.session.rewind(core.event('user_message').id);
    assert.deepEqual(core.session.history, []);
    assert.equal(core.session.canContinue, false);
    assert.equal(foldSession(core.session.items).endedShort, undefined);
  });

  it('are taken back by a rewind: the history is cut, the record kept, hooks see a fork', async () => {
    core = await Core.start({
      host,
      script: { turns: [says('one'), says('two'), says('two again')] },
      hooks: {
        'a.ts':
          "import { hook } from 'hooksmith';\nexport const starts = hook('sessionStart', (ctx) => { ctx.log(ctx.source); });",
      },
    });
    await core.session.send('first');
    await core.session.send('second');
    const second = core.events.filter(({ type }) => type === 'user_message')[1]!;
    assert.equal(await core.session.rewind('ev_none'), false);
    assert.equal(await core.session.rewind(second.id), true);
    assert.deepEqual(said(), ['user: first', 'assistant: one']);
    await core.session.send('second, better');
    assert.deepEqual(said(), ['user: first', 'assistant: one', 'user: second, better', 'assistant: two again']);
    assert.deepEqual(
      core.events.filter(({ type }) => type === 'session_start').map(({ hooks }) => hooks[0]?.logs?.[0]),
      ['startup', 'fork'],
    );
    assert.ok(
      core.session.items.some((item) => item.kind === 'event' && item.event.id === second.id),
      'the record keeps all',
    );
    assert.deepEqual(foldSession(core.session.items).history, core.session.history);
    const view = newConversation();
    for (const item of core.session.items) foldConversation(view, item);
    assert.deepEqual(
      view.entries.map((entry) => ('text' in entry ? entry.text : entry.kind)),
      ['first', 'one', 'second, better', 'two again'],
    );
  });
});
