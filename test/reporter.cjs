// Mocha's spec output, and the counts in the file that the environment names.
const { writeFileSync } = require('node:fs');
const { reporters } = require('mocha');

module.exports = class extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once('end', () => {
      const { passes, failures, pending } = this.stats;
      if (process.env.HOOKSMITH_RESULTS)
        writeFileSync(process.env.HOOKSMITH_RESULTS, JSON.stringify({ passed: passes, failed: failures, skipped: pending }));
    });
  }
};
