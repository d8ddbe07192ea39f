import assert from 'node:assert/strict';
import { changedPayload, payloadChanges, References } from '../../src/hooks/references';

describe('references', () => {
  const ends = () => [new References(1), new References(-1)] as const;
  /** What IPC does to a message. */
  const sent = <T>(value: T): T => structuredClone(value);
  const long = (text: string) => ({ role: 'user', content: text.repeat(100) });

  it('send an element once, whatever list it is in, both ways', () => {
    const [here, there] = ends();
    const messages = [long('a'), long('b')];
    const first = there.decode(sent(here.encode({ messages })));
    assert.deepEqual(first, { messages });
    const request = { model: 'm', messages: [...messages, long('c')], tools: [{ name: 'T' }] };
    const coded = here.encode({ request });
    assert.equal(JSON.stringify(coded).includes('aaa'), false);
    assert.equal(JSON.stringify(coded).includes('ccc'), true);
    const decoded = there.decode(sent(coded)) as { request: typeof request };
    assert.deepEqual(decoded, { request });
    assert.ok(JSON.stringify(here.encode({ request })).length < 20);
    // What the other end sends back is the very object that was sent.
    const back = here.decode(sent(there.encode({ messages: decoded.request.messages }))) as { messages: unknown[] };
    assert.ok(back.messages.every((message, index) => message === request.messages[index]));
  });

  it('leave alone what is in no list, and keep what is no object', () => {
    const [here, there] = ends();
    const payload = { input: { messages: [1] }, messages: [1, null, 'x'], system: 's', tools: 'none' };
    assert.deepEqual(there.decode(sent(here.encode(payload))), payload);
  });

  it('carry only what changed of a payload, and what is gone', () => {
    const [here, there] = ends();
    const before = { messages: [long('a')], system: 's', text: 'x' };
    const known = there.decode(sent(here.encode(before)));
    assert.deepEqual(payloadChanges(known, known, there), { set: {}, gone: [] });
    const { text: _, ...rest } = known;
    const changes = sent(payloadChanges(known, { ...rest, system: 't' }, there));
    assert.deepEqual(changes, { set: { system: 't' }, gone: ['text'] });
    assert.deepEqual(changedPayload(before, changes, here), { messages: before.messages, system: 't' });
  });

  it('begin anew when both forget, and never guess', () => {
    const [here, there] = ends();
    const messages = [long('a')];
    there.decode(sent(here.encode({ messages })));
    const known = here.encode({ messages });
    there.clear();
    assert.throws(() => there.decode(sent(known)), /never sent/);
    here.clear();
    assert.deepEqual(there.decode(sent(here.encode({ messages }))), { messages });
  });
});
