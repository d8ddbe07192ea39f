// Mocha's spec output; and what happens as JSON lines into the file that the environment names, so that a run which is cut off has still told.
const { closeSync, openSync, writeSync } = require('node:fs');
const { relative } = require('node:path');
const { reporters } = require('mocha');

module.exports = class extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const path = process.env.HOOKSMITH_RESULTS;
    if (!path) return;
    const file = openSync(path, 'a');
    const tell = (line) => writeSync(file, `${JSON.stringify(line)}\n`);
    const began = (runnable) => tell({ began: runnable.fullTitle() });
    const ended = (runnable) => {
      const of = runnable.file ?? runnable.parent?.file;
      tell({ file: of ? relative(process.cwd(), of) : '', ms: runnable.duration ?? 0 });
    };
    runner.on('test', began).on('hook', began).on('test end', ended).on('hook end', ended);
    for (const outcome of ['pass', 'pending']) runner.on(outcome, (runnable) => tell({ [outcome]: runnable.fullTitle() }));
    runner.on('fail', (runnable, error) => tell({ fail: runnable.fullTitle(), why: String(error?.stack ?? error) }));
    runner.once('end', () => {
      tell({ over: true });
      closeSync(file);
    });
  }
};
