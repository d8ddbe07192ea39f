/** A hook that asks a model beside runs does it in a session of ours: no guarded agent's record tells of it. */
import { strict as assert } from 'node:assert';
import { GuardedHome } from '../fixtures/gate';
import { GuardWindow } from '../fixtures/guardWindow';

it('what hooks ask a model beside runs belongs to a session of ours, though a guarded agent came later', async () => {
  const at = new GuardedHome();
  const { core, close } = await GuardWindow.open(at).then((window) => ({ core: window.core, close: () => window.close() }));
  try {
    const by = { runId: '' } as Parameters<typeof core.services.complete>[2];
    const named = (name: string, guest?: true) => {
      const { session } = core.open({ guest });
      session.complete = () => Promise.resolve(name);
    };
    named('guest', true);
    assert.equal(await core.services.complete('?', {}, by), 'guest', 'where there is no other');
    named('ours');
    named('another guest', true);
    assert.equal(await core.services.complete('?', {}, by), 'ours');
  } finally {
    await close();
    await at.dispose();
  }
});
