// Several processes have the same test files: whoever comes to one first runs it, and the others pass it by. `--require` it, HOOKSMITH_QUEUE names the folder they
// share. None is begun after HOOKSMITH_UNTIL, in ms since the epoch, where that is given.
const { mkdirSync } = require('node:fs');
const { join, relative } = require('node:path');
const { Runner } = require('mocha');

const queue = process.env.HOOKSMITH_QUEUE;
const until = Number(process.env.HOOKSMITH_UNTIL) || Infinity;
const { runSuite } = Runner.prototype;
const mine = new Map();

function isMine(file) {
  if (!mine.has(file)) mine.set(file, Date.now() < until && take(file));
  return mine.get(file);
}

/** A folder can be made only once, whoever tries. */
function take(file) {
  try {
    mkdirSync(join(queue, relative(process.cwd(), file).replace(/[\\/]/g, '+')));
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

Runner.prototype.runSuite = function (suite, done) {
  // Those that stand outside of each `describe`.
  if (suite.root) suite.tests = suite.tests.filter(({ file }) => isMine(file));
  if (!suite.parent?.root || isMine(suite.file)) runSuite.call(this, suite, done);
  else done();
};
