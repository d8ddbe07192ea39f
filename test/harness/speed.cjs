// How slow the machine is now: a factor of 1 or more for time limits that were set on an idle machine of the usual kind.
const { spawnSync } = require('node:child_process');
const { availableParallelism, loadavg } = require('node:os');

/** What that machine takes, in ms. */
const usual = { loop: 26, start: 45 };
const most = 12;

const bounded = (factor) => Math.min(most, Math.max(1, Math.round(factor * 10) / 10));

/** A loop that the processor alone decides about; long enough to be interrupted where others want it too. */
function loop() {
  const began = performance.now();
  let x = 1;
  for (let i = 0; i < 4e6; i++) x = (x * 1103515245 + i) | 0;
  return x === 0.5 ? 0 : performance.now() - began;
}

function start() {
  const began = performance.now();
  const { NODE_OPTIONS: _, NODE_EXTRA_CA_CERTS: __, ...env } = process.env;
  spawnSync(process.execPath, ['-e', '0'], { env, stdio: 'ignore' });
  return performance.now() - began;
}

const mean = (times, measure) => Array.from({ length: times }, measure).reduce((sum, one) => sum + one, 0) / times;

/** Without starting processes: an editor's own executable is none to start. */
exports.loadNow = () => bounded(Math.max(mean(4, loop) / usual.loop, loadavg()[0] / availableParallelism()));

/** What it will be with so many lanes that are busy at once. Takes half a second on the usual machine. */
exports.slowness = (lanes = 1) =>
  bounded(Math.max(mean(6, start) / usual.start, exports.loadNow()) * Math.max(1, lanes / availableParallelism()));

let known = Number(process.env.HOOKSMITH_TIME_FACTOR) || 1;

/** The factor that holds: what was measured at the start of the tests, or more recently. It only grows. */
exports.factor = () => known;

/** Measures anew. A limit that seems to have passed is asked of this before it counts. */
exports.refresh = () => {
  known = Math.max(known, exports.loadNow());
  return known;
};
