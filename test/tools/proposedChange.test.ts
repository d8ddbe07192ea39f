import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { applyChanges } from '../../src/tools/changes';
import { edit } from '../../src/tools/edit';
import { multiEdit } from '../../src/tools/multiEdit';
import { changeBetween } from '../../src/tools/proposedChange';
import { write } from '../../src/tools/write';

const before = 'one\ntwo\ntwo\nthree\nfour\n';

describe('what the human makes of a proposed file', () => {
  it('is the content of a Write', () => {
    assert.deepEqual(write.propose!({ file_path: 'a', content: 'x' }, { before, after: 'mine' }), {
      file_path: 'a',
      content: 'mine',
    });
  });

  it('is another new text of an Edit where the rest stays, else another place', () => {
    const input = { file_path: 'a', old_string: 'three', new_string: 'THREE' };
    assert.deepEqual(edit.propose!(input, { before, after: before.replace('three', 'drei') }), {
      file_path: 'a',
      old_string: 'three',
      new_string: 'drei',
    });
    assert.deepEqual(edit.propose!(input, { before, after: before.replace('one', 'eins') }), {
      file_path: 'a',
      old_string: 'one\n',
      new_string: 'eins\n',
    });
    assert.equal(edit.propose!(input, { before, after: before }), undefined, 'nothing would change');
    assert.deepEqual(
      edit.propose!({ ...input, old_string: 'two', replace_all: true }, { before, after: before.replace('two', '2') }),
      { file_path: 'a', old_string: 'one\ntwo\ntwo\n', new_string: 'one\n2\ntwo\n' },
    );
  });

  it('is one edit of a MultiEdit', () => {
    const after = 'eins\ntwo\ntwo\nthree\nvier\n';
    const input = multiEdit.propose!({ file_path: 'a', edits: [{ old_string: 'one', new_string: '1' }] }, { before, after });
    assert.equal(applyChanges(before, input!.edits, 'a'), after);
  });

  it('is found between any two texts', () => {
    let seed = 7;
    const random = (n: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return (seed >>> 12) % n;
    };
    const text = () =>
      Array.from({ length: random(8) }, () => `${'ab '[random(3)]}${random(3)}`).join(['\n', '\r\n'][random(2)]) +
      ['', '\n'][random(2)];
    let found = 0;
    for (let n = 0; n < 5000; n++) {
      const [from, to] = [text(), text()];
      const change = changeBetween(from, to);
      if (from === to || from === '') assert.equal(change, undefined);
      else if (change) {
        found++;
        assert.equal(applyChanges(from, [change], ''), to);
      } else {
        // Line ends of two kinds in one file cannot always be said.
        assert.ok(from.includes('\r\n') || to.includes('\r\n'), JSON.stringify([from, to]));
      }
    }
    assert.ok(found > 4000, String(found));
  });
});
