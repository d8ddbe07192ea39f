import assert from 'node:assert/strict';
import { join, sep } from 'node:path';
import { SavesUnderWay } from '../../../src/editor/window/savesUnderWay';

describe('saves that are under way', () => {
  it('are by hand however long they take, and keep nobody waiting for ever', async () => {
    const saves = new SavesUnderWay(1);
    saves.begins('/a', true);
    assert.ok(saves.has('/a'));
    await saves.settled('/a');
    assert.ok(!saves.has('/a'));
    assert.ok(saves.isByHand('/a'));
    saves.ended('/a');
    assert.ok(!saves.isByHand('/a'));
  });

  it('are waited for until they end, the last one if another begins', async () => {
    const saves = new SavesUnderWay();
    const told: string[] = [];
    saves.begins('/a', true);
    const first = saves.settled('/a').then(() => told.push('first'));
    saves.begins('/a', false);
    await first;
    assert.ok(saves.has('/a'));
    const second = saves.settled('/a').then(() => told.push('second'));
    await saves.settled('/b');
    assert.deepEqual(told, ['first']);
    assert.ok(!saves.isByHand('/a'));
    saves.ended('/a');
    await second;
    assert.deepEqual(told, ['first', 'second']);
    saves.begins('/c', true);
    const third = saves.settled('/c');
    saves.dispose();
    await third;
  });

  it('are waited for where a sign is of the folder that the file lies in', async () => {
    const saves = new SavesUnderWay();
    const [folder, file] = [join(sep, 'new'), join(sep, 'new', 'a')];
    const told: string[] = [];
    saves.begins(file, true);
    const sign = saves.settled(folder).then(() => told.push('folder'));
    await saves.settled(join(sep, 'ne'));
    assert.deepEqual(told, []);
    saves.ended(file);
    await sign;
  });
});
