import assert from 'node:assert/strict';
import { seeded } from '../fixtures/seeded';
import { BashOracle, lineOf } from './bashOracle';

/** A larger number looks further: `HOOKSMITH_FUZZ=5000`. */
const count = Number(process.env.HOOKSMITH_FUZZ ?? 250);

describe('our reading of a line and what bash runs', () => {
  if (process.platform === 'win32') return;

  it(`agree on ${count} lines`, function () {
    this.timeout(60_000 + count * 400);
    const next = seeded(20261121);
    const bash = new BashOracle();
    try {
      const known = Array.from({ length: count }, () => lineOf(next)).filter((line) => bash.agrees(line)).length;
      assert.ok(known > count / 2, `${known} of ${count} were read`);
    } finally {
      bash.dispose();
    }
  });
});
