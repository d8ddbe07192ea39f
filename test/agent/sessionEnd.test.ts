/** A session's end, of which hooks are told: nobody waits for what observers make of it, until all that is left of the session goes. */
import assert from 'node:assert/strict';
import { Core, SharedHost } from '../fixtures/core';

describe('the end of a session', () => {
  const host = new SharedHost();
  after(() => host.dispose());

  it('is over while observers are at work, and nothing goes before they are done', async () => {
    const hooks = { 'a.ts': "import { hook } from 'hooksmith';\nexport const sees = hook('event', () => undefined);" };
    const core = await Core.start({ host, hooks, script: { turns: [{ content: [{ type: 'text', text: 'ok' }] }] } });
    await core.session.send('go');
    const drain = core.host.endRun.bind(core.host);
    let areDone: () => void = () => undefined;
    const done = new Promise<void>((resolve) => {
      areDone = resolve;
    });
    const drained: string[] = [];
    core.host.endRun = async (id) => {
      await done;
      await drain(id);
      drained.push(id);
    };
    try {
      await core.session.end('new_chat');
      assert.deepEqual([core.all('session_end').length, drained], [1, []]);
      let isSeen = false;
      const seen = core.session.observed().then(() => {
        isSeen = true;
      });
      let isGone = false;
      const gone = core.session.dispose().then(() => {
        isGone = true;
      });
      // Whatever of it needs no observer has its turn.
      for (let n = 0; n < 20; n++) await new Promise(setImmediate);
      assert.deepEqual([isSeen, isGone], [false, false]);
      areDone();
      await Promise.all([seen, gone]);
      assert.deepEqual(drained, ['']);
    } finally {
      areDone();
      core.host.endRun = drain;
      await core.stop();
    }
  });

  it('is told once more where it was gone on with meanwhile, and both are waited for', async () => {
    const core = await Core.start({ host, script: { turns: [{ content: [{ type: 'text', text: 'ok' }] }] } });
    const drain = core.host.endRun.bind(core.host);
    const held: (() => void)[] = [];
    core.host.endRun = (id) => (id === '' ? new Promise((resolve) => held.push(resolve)) : drain(id));
    try {
      await core.session.send('go');
      await core.session.end('closed');
      let isSeen = false;
      const seen = core.session.observed().then(() => {
        isSeen = true;
      });
      await core.session.send('on');
      await core.session.end('closed');
      held[0]!();
      for (let n = 0; n < 20; n++) await new Promise(setImmediate);
      assert.equal(isSeen, false);
      held[1]!();
      await seen;
    } finally {
      core.host.endRun = drain;
      await core.stop();
    }
  });
});
