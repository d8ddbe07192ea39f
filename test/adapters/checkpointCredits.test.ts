/** Whom a change is credited to, look by look: what the walk of a look may meet in any order is put in that order here. */
import { strict as assert } from 'node:assert';
import { Credits } from '../../src/adapters/checkpoints/credits';
import type { FileVersion } from '../../src/shared/events/fileChanges';

describe('credits for a file that is made while a look is under way', () => {
  const made: FileVersion = { kind: 'file', hash: 'h', size: 1, mode: 0o644 };
  const disk = new Map<string, FileVersion>();
  let credits: Credits;
  const look = (found: Iterable<[string, FileVersion]>, meanwhile: () => void = () => undefined) => {
    credits.lookBegins();
    meanwhile();
    credits.looked(new Map(found));
  };
  const writes = () => {
    const ended = credits.beginNamed(new Map([['/new', disk.get('/new')]]));
    disk.set('/new', made);
    ended(new Map([['/new', made]]));
  };

  beforeEach(() => {
    disk.clear();
    credits = new Credits((path) => disk.get(path));
    look([]);
  });

  it('go to nobody else, though the look had passed its place already', () => {
    const one = credits.begin();
    look([], writes);
    assert.deepEqual(one(), []);
    const other = credits.begin();
    look(disk);
    assert.deepEqual(other(), []);
  });

  it('are forgotten where looks never come by: what becomes of it later is nobody’s', () => {
    look([], writes);
    look([]);
    disk.clear();
    const one = credits.begin();
    writes();
    look([]);
    assert.deepEqual(
      one().map(({ before }) => before),
      [],
    );
  });
});
