// Each test file is loaded as a lane comes to it, and let go after it: all at once they are a gigabyte, and every lane would read all of them. `--require` it
// before `lane.cjs`. What a file says outside of each `describe`, hooks too, holds for that file.
const { relative, resolve } = require('node:path');
const { interfaces, Mocha, Runner, Suite, Test } = require('mocha');

const { grepTotal, runSuite } = Runner.prototype;

/** What stands in the place of a file: named in the report, and in no title of its tests. */
const files = new WeakMap();

Mocha.prototype.loadFilesAsync = async function () {
  this.lazyLoadFiles(true);
  // For those who take `describe` and `it` from the package.
  this.suite.emit('pre-require', global, undefined, this);
  for (const path of this.files) {
    const file = resolve(path);
    const suite = Suite.create(this.suite, relative(process.cwd(), file));
    Object.assign(suite, { file, fullTitle: () => '', titlePath: () => [] });
    files.set(suite, this);
  }
};

function load(suite, mocha) {
  try {
    interfaces.bdd(suite);
    suite.emit('pre-require', global, suite.file, mocha);
    require(suite.file);
  } catch (error) {
    const thrown = new Test('is loaded', () => {
      throw error;
    });
    suite.addTest(Object.assign(thrown, { file: suite.file }));
  }
}

/** Of a file that is not loaded nobody knows. */
Runner.prototype.grepTotal = function (suite) {
  return suite.root ? 1 : grepTotal.call(this, suite);
};

Runner.prototype.runSuite = function (suite, done) {
  const mocha = files.get(suite);
  if (mocha) load(suite, mocha);
  runSuite.call(this, suite, (error) => {
    if (mocha) {
      suite.suites = [];
      suite.tests = [];
      Mocha.unloadFile(suite.file);
    }
    done(error);
  });
};
