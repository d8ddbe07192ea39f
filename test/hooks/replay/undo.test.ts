/** Which changes of hooks are taken back from a recorded event: those that stood when its chain was over. */
import { strict as assert } from 'node:assert';
import { undo } from '../../../src/hooks/replay/undo';
import type { HookRecord } from '../../../src/shared/verdicts/hookRecord';

const change: HookRecord = {
  ...{ id: 'a.ts#a', file: 'a.ts', name: 'a', line: 1, kind: 'hook', version: '1', priority: 0, startedAt: '', duration: 0 },
  decision: 'modify',
  changed: [{ field: 'input.command', before: 'ls', after: 'pwd' }],
};
const undone = (record: HookRecord, command: string) => {
  const fields = { input: { command } };
  assert.equal(
    undo(fields, { hooks: [record] }, () => false),
    undefined,
  );
  return fields.input.command;
};

describe('taking back what hooks changed', () => {
  it('takes a change back', () => {
    assert.equal(undone(change, 'pwd'), 'ls');
  });
  it('leaves what the end of the chain took back already', () => {
    assert.equal(undone({ ...change, noEffect: 'dropped: no denied', dropped: true }, 'as it was'), 'as it was');
  });
  it('goes by that mark, not by words in which a hook may have its name', () => {
    assert.equal(undone({ ...change, noEffect: 'dropped has answered already, and the first answer stands' }, 'pwd'), 'ls');
  });
});
