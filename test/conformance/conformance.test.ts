/** Runs every behaviour's test and keeps the table true; `UPDATE_CONFORMANCE=1 npm test -- unit` rewrites it. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Core, root, SharedHost } from '../fixtures/core';
import { needsTest } from './behaviour';
import { rehearse } from './rehearse';
import { systems } from './systems';
import { table } from './table';

describe('conformance', () => {
  let host: SharedHost;
  before(() => {
    host = new SharedHost();
  });
  after(() => host.dispose());

  for (const { id: system, repository, behaviours } of systems) {
    describe(`${system} ${repository}`, () => {
      for (const { id, verdict, line, test } of behaviours) {
        if (!test) continue;
        it(`${id} ${verdict}: ${line}`, async () => {
          const cores: Core[] = [];
          try {
            await test((scene) => rehearse(scene, host, cores));
          } finally {
            for (const core of cores) await core.stop();
          }
        });
      }
    });
  }

  describe('the table', () => {
    for (const { id: system, count, behaviours } of systems) {
      it(`gives every behaviour of ${system} one verdict`, () => {
        const expected = Array.from({ length: count }, (_, index) => `${system}-${String(index + 1).padStart(2, '0')}`);
        assert.deepEqual(
          behaviours.map(({ id }) => id),
          expected,
        );
      });
    }

    it('has a test wherever one is due', () => {
      const untested = systems.flatMap(({ behaviours }) => behaviours.filter((one) => needsTest(one) && !one.test));
      assert.deepEqual(
        untested.map(({ id }) => id),
        [],
      );
    });

    it('is what the declarations say', () => {
      const path = join(root, 'test', 'conformance', 'README.md');
      if (process.env.UPDATE_CONFORMANCE) writeFileSync(path, table(systems));
      assert.equal(readFileSync(path, 'utf8'), table(systems), 'run with UPDATE_CONFORMANCE=1 to write it anew');
    });
  });
});
