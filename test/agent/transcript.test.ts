/** What a session keeps of its stream. */
import assert from 'node:assert/strict';
import { Transcript } from '../../src/agent/transcript';
import type { HookDescription } from '../../src/shared/hookDescription';
import type { StreamItem } from '../../src/shared/stream';
import { hookEvent } from '../fixtures/hookSet';

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
