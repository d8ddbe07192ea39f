// Time limits of mocha's tests and hooks, scaled to the machine: `--require` it. One that has passed counts only after the speed was measured again.
const { Runnable } = require('mocha');
const { factor, refresh } = require('./speed.cjs');

const { timeout, run } = Runnable.prototype;

/** With a number, sets what holds on an idle machine; without, says what holds here. */
Runnable.prototype.timeout = function (...given) {
  return given.length > 0 ? timeout.apply(this, given) : timeout.call(this) * factor();
};

Runnable.prototype.resetTimeout = function () {
  this.clearTimeout();
  if (this.timeout() === 0) return;
  const began = Date.now();
  const left = () => began + this.timeout() - Date.now();
  const wait = () => {
    this.timer = setTimeout(() => {
      if (this.timeout() === 0) return;
      refresh();
      if (left() > 0) return wait();
      this.callback(this._timeoutError(this.timeout()));
      this.timedOut = true;
    }, left());
  };
  wait();
};

// Sent by the stage, which waits no longer than this: the test fails, and leaves what a failed one leaves.
process.on('SIGUSR2', () => {
  const { runnable } = globalThis.hooksmithRunning ?? {};
  if (!runnable || runnable.timedOut) return;
  runnable.callback(new Error('nothing happened any more'));
  runnable.timedOut = true;
});

/** What runs now, for those who wait: what they wait for is of interest no longer than that. */
Runnable.prototype.run = function (...args) {
  globalThis.hooksmithRunning = { runnable: this, began: Date.now() };
  return run.apply(this, args);
};
