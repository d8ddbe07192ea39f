import assert from 'node:assert/strict';
import { hook, policy } from '../../../../src/api';
import { quietOf, resultOf } from '../../../../src/hooks/chain/folding/quietResult';
import { runChain } from '../../../../src/hooks/chain/running/chain';
import type { DispatchRequest } from '../../../../src/shared/hooks/dispatch';
import { around, hooksOf, requestOf } from '../chaining';

const request = requestOf('preToolUse', { toolName: 'Bash', input: { command: 'ls' } });
const quiet = () => undefined;

async function answered(exports: Record<string, unknown>, asked: DispatchRequest = request) {
  const hooks = hooksOf(exports);
  const result = await runChain(asked, hooks, around());
  const places = new Map(hooks.map(({ id }, place) => [id, place]));
  return { hooks, result, said: quietOf(asked, result, places) };
}

describe('the answer of hooks that had nothing to say', () => {
  it('is the whole result again at the other end, for hooks and policies, sync and async', async () => {
    const { hooks, result, said } = await answered({
      one: hook('preToolUse', quiet),
      two: hook('preToolUse', { name: 'Second', priority: 7 }, async () => undefined),
      other: hook('preToolUse', { tools: 'Read' }, quiet),
      judge: policy(quiet),
    });
    assert.ok(said);
    assert.equal(said.ran.length, 9);
    assert.deepEqual(resultOf(request, said, hooks), result);
  });

  it('names only hooks of its set', async () => {
    const { hooks, said } = await answered({ one: hook('preToolUse', quiet) });
    assert.throws(() => resultOf(request, said!, []), /no hook at place 0/);
    assert.throws(() => resultOf(request, said!, undefined), /no set of hooks is/);
    // That nothing ran is an answer of a set that is known, no less.
    assert.throws(() => resultOf(request, { ...said!, ran: [] }, undefined), /no set of hooks is/);
    assert.throws(() => resultOf(request, { ...said!, ran: said!.ran.slice(0, -1) }, hooks), /lacks when or how long/);
  });

  const says: Record<string, unknown> = {
    'a denial': hook('preToolUse', () => ({ action: 'deny', reason: 'no' }) as never),
    'a vote': hook('preToolUse', () => ({ action: 'ask', reason: 'sure?' }) as never),
    'a change': hook('preToolUse', () => ({ action: 'modify', input: { command: 'pwd' } }) as never),
    metadata: hook('preToolUse', () => ({ action: 'modify', metadata: { a: 1 } }) as never),
    'a log': hook('preToolUse', (ctx) => ctx.log('here')),
    'an error': hook('preToolUse', { onError: 'continue' }, () => {
      throw new Error('broken');
    }),
    'a word of a policy': policy(() => ({ action: 'ask', reason: 'sure?' }) as never),
    'what a policy confines': policy(() => ({ action: 'confine', denyRead: ['x'] }) as never),
    'what a shadow would say': hook('preToolUse', { shadow: true }, () => ({ action: 'deny', reason: 'no' }) as never),
    'a shadow': hook('preToolUse', { shadow: true }, quiet),
  };
  for (const [what, one] of Object.entries(says))
    it(`is not that where there is ${what}`, async () => {
      const { said } = await answered({ quiet: hook('preToolUse', quiet), one });
      assert.equal(said, undefined);
    });
});

describe('the fields of a context', () => {
  it('are those of its own dispatch, however many hooks and whatever came before', async () => {
    const seen: object[] = [];
    const look = hook('preToolUse', (ctx) => void seen.push({ ...ctx }));
    const inputs = [{ command: 'ls' }, { command: 'pwd', timeout: 5 }, { command: 'ls' }];
    for (const [n, input] of inputs.entries()) {
      const asked = requestOf('preToolUse', { toolName: 'Bash', input, ...(n === 1 ? { scope: 'test' } : {}) });
      await runChain(asked, hooksOf({ a: look, b: look }), around());
    }
    assert.deepEqual(
      seen.map((fields) => [(fields as { input: object }).input, 'scope' in fields]),
      inputs.flatMap((input, n) => [
        [input, n === 1],
        [input, n === 1],
      ]),
    );
  });

  it('cannot be given another name than their own', async () => {
    const names: string[][] = [];
    const asked = requestOf('preToolUse', { toolName: 'Bash', input: { command: 'ls' } });
    const odd = {
      ...asked,
      payload: { ...asked.payload, 'a"];globalThis.broken=1;//': 1, 'a\u2028b': 2 } as object,
    } as DispatchRequest;
    await runChain(odd, hooksOf({ a: hook('preToolUse', (ctx) => void names.push(Object.keys(ctx))) }), around());
    assert.equal('broken' in globalThis, false);
    assert.ok(names[0]!.includes('a"];globalThis.broken=1;//') && names[0]!.includes('a\u2028b'));
  });
});
