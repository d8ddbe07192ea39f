/** What an observer that takes its time says of the work in which it began, once others have that work. */
import assert from 'node:assert/strict';
import { hook } from '../../../src/api';
import type { RegisteredHook } from '../../../src/hooks/chain/words/registered';
import { Observers } from '../../../src/hooks/child/observers';
import { until } from '../../fixtures/core';
import { hookEvent } from '../../fixtures/hookSet';
import { around, hooksOf } from '../chain/chaining';

describe('an observer that is left behind', () => {
  it('says no more of the work that it began in, nor of any other', async () => {
    const said: string[] = [];
    const seen: string[] = [];
    let goOn!: () => void;
    const waits = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const hooks = hooksOf({
      slow: hook('event', { timeoutMs: 60_000 }, async ({ hookEvent: seenEvent }) => {
        const type: string = seenEvent.type;
        await (type === 'one' ? waits : undefined);
        seen.push(type);
      }),
    });
    const observers = new Observers({
      hooks: () => hooks,
      environment: (n) => {
        const say = (what: string) => () => void said.push(`${what} ${n}`);
        return around({ began: say('began'), carries: say('carries'), ended: say('ended'), paused: say('paused') });
      },
      isSuspended: () => false,
      send: (message) => assert.fail(JSON.stringify(message)),
      late: ({ name }: RegisteredHook, set: string) => void said.push(`late ${name} ${set}`),
      broke: (error) => assert.fail(String(error)),
    });
    await observers.see(7, [hookEvent('one'), hookEvent('two')]);
    assert.deepEqual([said, seen], [['began 7'], []]);
    goOn();
    await observers.caughtUp();
    assert.deepEqual(
      [said, seen],
      [
        ['began 7', 'late slow set-1'],
        ['one', 'two'],
      ],
    );
    await observers.see(8, [hookEvent('three')]);
    await until(() => seen.length === 3);
    assert.deepEqual(said.slice(2), ['began 8', 'ended 8']);
  });
});
