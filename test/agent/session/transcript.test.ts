/** What a session keeps of its stream. */
import assert from 'node:assert/strict';
import { Transcript } from '../../../src/agent/session/transcript';
import type { HookDescription } from '../../../src/shared/hooks/hookDescription';
import type { StreamItem } from '../../../src/shared/stream/stream';
import { hookEvent } from '../../fixtures/hookSet';

describe('the transcript of a session', () => {
  const start = (items: StreamItem[] = []) => {
    const appended: StreamItem[] = [];
    const heard: StreamItem[] = [];
    const disk = { isFull: false };
    const transcript = new Transcript(items, {
      append: (item) => {
        if (disk.isFull) throw new Error('no space');
        appended.push(item);
      },
      describe: (id) => (id === 'known' ? ([] as HookDescription[]) : undefined),
    });
    transcript.onItem((item) => heard.push(item));
    const add = (item: StreamItem) => transcript.add(item, item);
    return { transcript, appended, heard, disk, add };
  };
  const event = (hookSet?: string): StreamItem => ({ kind: 'event', event: { ...hookEvent('message'), hookSet } });

  it('keeps what is stored, and tells what is shown', () => {
    const { transcript, appended, heard } = start();
    const shown: StreamItem = { kind: 'queue', messages: [{ id: 'q', content: 'secret', steers: false }] };
    const stored: StreamItem = { kind: 'queue', messages: [] };
    transcript.add(shown, stored);
    assert.deepEqual([transcript.items, appended, heard], [[stored], [stored], [shown]]);
    assert.deepEqual(transcript.state.queue, shown.messages);
  });

  it('shows what the human said though it cannot be kept: it waits, or is in the history', () => {
    const { transcript, heard, disk, add } = start();
    const queue: StreamItem = { kind: 'queue', messages: [{ id: 'q', content: 'next', steers: false }] };
    const of = (type: string, facts = {}): StreamItem => ({
      kind: 'event',
      event: hookEvent(type, { branch: 'main', ...facts }),
    });
    const said = { role: 'user', content: 'go' };
    const humans = [queue, of('user_message', { input: said }), of('message', { input: said })];
    const others = [
      of('message', { input: { role: 'assistant', content: 'done' } }),
      of('message', { input: said, toolCallId: 't' }),
      of('message', { input: said, branch: 'main/helper' }),
      of('pre_model_call'),
    ];
    disk.isFull = true;
    for (const item of [...humans, ...others]) assert.throws(() => add(item), /no space/);
    assert.deepEqual([heard, transcript.state.queue], [humans, queue.messages]);
  });

  describe('an answer that streams', () => {
    const at = { runId: 'r', branch: 'main' };
    const piece = (text: string, type: 'text' | 'thinking' = 'text', taskId?: string): StreamItem => ({
      ...{ kind: 'delta', ...at, taskId, delta: { type, text } },
    });
    const of = (type: string, facts = {}): StreamItem => ({
      kind: 'event',
      event: hookEvent(type, { branch: 'main', ...facts }),
    });
    const kinds = (items: readonly StreamItem[]) =>
      items.map((item) => (item.kind === 'event' ? item.event.type : item.kind === 'delta' ? item.delta : item.kind));

    it('is kept as far as it came where it broke off, before what ends it, and told once', () => {
      const { transcript, appended, heard, add } = start();
      for (const item of [piece('hm', 'thinking'), piece('half an '), piece('answer'), of('stop')]) add(item);
      const kept = [{ type: 'thinking', text: 'hm' }, { type: 'text', text: 'half an answer' }, 'stop'];
      assert.deepEqual([kinds(appended), kinds(transcript.items)], [kept, kept]);
      assert.equal(heard.length, 4);
    });

    it('is kept where the model failed in the middle of it', () => {
      const { appended, add } = start();
      for (const item of [piece('half'), of('post_model_call', { error: { name: 'E', message: 'gone' } }), of('stop')]) add(item);
      assert.deepEqual(kinds(appended), [{ type: 'text', text: 'half' }, 'post_model_call', 'stop']);
    });

    it('is not kept where it came whole, or began anew', () => {
      const { appended, add } = start();
      add(piece('whole'));
      add(of('post_model_call'));
      add(of('message', { input: { role: 'assistant', content: 'whole' } }));
      add(piece('void'));
      add({ kind: 'deltaReset', ...at });
      add(of('stop'));
      assert.deepEqual(kinds(appended), ['post_model_call', 'message', 'stop']);
    });

    it('is its speaker’s own', () => {
      const { appended, add } = start();
      add(piece('a task’s', 'text', 'task'));
      add(of('stop'));
      assert.deepEqual(kinds(appended), ['stop']);
      add(of('stop', { branch: 'main/helper', taskId: 'task' }));
      assert.deepEqual(kinds(appended).slice(1), [{ type: 'text', text: 'a task’s' }, 'stop']);
    });
  });

  it('keeps nothing that lives on screen alone', () => {
    const { transcript, appended, heard, add } = start();
    add({ kind: 'toolOutput', toolCallId: 't', chunk: 'x' });
    assert.deepEqual([transcript.items, appended, heard.length], [[], [], 1]);
  });

  it('holds each set of hooks once, before the first event that met it, in another life too', () => {
    const first = start();
    for (const set of ['known', 'known', 'forgotten', undefined]) first.add(event(set));
    const kinds = first.appended.map(({ kind }) => kind);
    assert.deepEqual(kinds, ['hookSet', 'event', 'event', 'event', 'event']);
    const next = start(first.transcript.items);
    next.add(event('known'));
    assert.deepEqual(
      next.appended.map(({ kind }) => kind),
      ['event'],
    );
  });

  it('knows the run that is on', () => {
    const { transcript, add } = start();
    add({ kind: 'run', runId: 'r1', running: true });
    assert.equal(transcript.runId, 'r1');
    add({ kind: 'run', runId: 'r1', running: false });
    assert.equal(transcript.runId, '');
  });

  it('tells whoever says it that an item cannot be kept, and nobody that it happened', () => {
    const { heard, disk, add } = start();
    disk.isFull = true;
    assert.throws(() => add({ kind: 'event', event: hookEvent('tool_start') }), /no space/);
    assert.deepEqual(heard, []);
  });
});
