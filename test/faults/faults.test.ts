/** A share of what `npm run faults` tries, in every run of the tests. */
import assert from 'node:assert/strict';
import { faults } from './all';

describe('faults', () => {
  const share = {
    sessionFiles: 0.02,
    invented: 0.06,
    quoting: 0.04,
    fuzz: 0.03,
    soak: 0.01,
    longOutput: 0.1,
    manyHooks: 0.3,
    loops: 0.03,
    windows: 0.03,
    hookHosts: 0.03,
  } as Record<string, number>;
  for (const [name, fault] of Object.entries(faults))
    it(`${name}: nothing runs undecided, and nothing is lost`, async function () {
      this.timeout(120_000);
      for (const { broken, tried, fault: title } of [await fault(share[name] ?? 0.1)].flat()) {
        assert.deepEqual(broken, [], title);
        assert.ok(tried > 0, title);
      }
    });
});
