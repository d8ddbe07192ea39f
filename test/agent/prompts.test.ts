/** Which prompts stand, as the stream of a session tells it: several may, where an agent runs elsewhere. */
import { strict as assert } from 'node:assert';
import { foldItem, foldSession, newSessionState } from '../../src/agent/session/sessionState';
import type { StreamItem } from '../../src/shared/stream/stream';
import { hookEvent } from '../fixtures/hookSet';

describe('prompts that stand', () => {
  const item = (type: 'approval_requested' | 'approval_resolved' | 'before_run' | 'after_run', toolCallId = ''): StreamItem => ({
    kind: 'event',
    event: { ...hookEvent(type as 'message'), type, toolCallId, data: { id: `prompt of ${toolCallId}` } } as never,
  });
  const standing = (...items: StreamItem[]) => {
    const state = newSessionState();
    for (const one of items) foldItem(state, one);
    return [...state.pending];
  };
  const [a, b] = [item('approval_requested', 'a'), item('approval_requested', 'b')];

  it('side by side go one by one, whichever is answered first', () => {
    assert.deepEqual(standing(a, b), ['a', 'b']);
    assert.deepEqual(standing(a, b, item('approval_resolved', 'a')), ['b']);
    assert.deepEqual(standing(a, b, item('approval_resolved', 'b')), ['a']);
    assert.deepEqual(standing(a, b, item('approval_resolved', 'b'), item('approval_resolved', 'a')), []);
  });

  it('are over with their run, and in a session that comes back where no run is to go on', () => {
    assert.deepEqual(standing(a, item('after_run')), []);
    assert.deepEqual(standing(a, item('before_run')), []);
    assert.deepEqual([...foldSession([item('before_run'), a]).pending], ['a'], 'going on brings it back');
    assert.deepEqual([...foldSession([a]).pending], []);
  });
});
