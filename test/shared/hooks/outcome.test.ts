import assert from 'node:assert/strict';
import type { DispatchResult } from '../../../src/shared/hooks/dispatch';
import { outcomeOf } from '../../../src/shared/hooks/outcome';

/** Two dispatches with the same outcome are the same to a replay. */
describe('what a dispatch came to', () => {
  const by = { kind: 'hook', name: 'end' } as const;
  const stopped = (output: string) =>
    outcomeOf({ error: {} }, {
      end: { action: 'stop', by, reason: 'enough' },
      payload: { error: {}, recovered: true, output },
      hooks: [],
    } as unknown as DispatchResult);

  it('holds the answer that a later stop left standing', () => {
    assert.deepEqual(stopped('a'), { end: 'stop', left: { answer: 'a' } });
    assert.notDeepEqual(stopped('a'), stopped('b'));
  });
});
