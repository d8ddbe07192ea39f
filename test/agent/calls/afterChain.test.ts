import { strict as assert } from 'node:assert';
import { type AfterChain, afterChain } from '../../../src/agent/calls/afterChain';
import type { ChainEnd } from '../../../src/shared/verdicts/chainEnd';

const by = { kind: 'hook' as const, name: 'guard' };
const said = { by, reason: 'why' };
const error = { name: 'Error', message: 'failed' };
const ends: { [A in ChainEnd['action']]: [Extract<ChainEnd, { action: A }>, AfterChain['kind']] } = {
  continue: [{ action: 'continue' }, 'goesOn'],
  deny: [{ action: 'deny', ...said }, 'denied'],
  respond: [{ action: 'respond', value: 'an answer', ...said }, 'replaced'],
  fail: [{ action: 'fail', error, ...said }, 'replaced'],
  stop: [{ action: 'stop', ...said }, 'halted'],
  error: [{ action: 'error', error, ...said }, 'halted'],
  retry: [{ action: 'retry', afterMs: 0, ...said }, 'denied'],
  drop: [{ action: 'drop', ...said }, 'denied'],
  continueWith: [{ action: 'continueWith', message: 'go on', ...said }, 'denied'],
};

describe('what becomes of a call after its chain', () => {
  it('lets none go on but where the chain went on', () => {
    for (const [end, kind] of Object.values(ends)) assert.equal(afterChain({ end }).kind, kind, end.action);
  });

  it('keeps the word of a policy that denies what a hook answers', () => {
    const judged = (action: 'deny' | 'ask') => afterChain({ end: ends.respond[0], judgement: { action, ...said } });
    assert.deepEqual(judged('deny'), { kind: 'replaced', end: ends.respond[0], refused: { action: 'deny', ...said } });
    assert.deepEqual(judged('ask'), { kind: 'replaced', end: ends.respond[0] });
  });

  it('throws at an end that it does not know', () => {
    assert.throws(() => afterChain({ end: { action: 'shrug' } as unknown as ChainEnd }), /no case for/);
  });
});
