// After the last test nothing may keep the process alive: what does is named, by the test that it was first seen after. `--require` it.
const { writeFileSync } = require('node:fs');
const { factor } = require('./speed.cjs');

/** Milliseconds that what was closed gets to be gone. */
const grace = 5000;
const firstSeen = new WeakMap();

function note(title) {
  for (const handle of process._getActiveHandles()) if (!firstSeen.has(handle)) firstSeen.set(handle, title);
}

const standard = new Set([process.stdin, process.stdout, process.stderr]);
const holds = (handle) => !standard.has(handle) && handle.fd !== 1 && handle.fd !== 2 && handle.hasRef?.() !== false;

function described(handle) {
  const kind = handle.constructor?.name ?? typeof handle;
  const about =
    handle.spawnargs?.join(' ') ??
    (handle.listening ? JSON.stringify(handle.address()) : handle.remotePort ? `to port ${handle.remotePort}` : '');
  const what = `${kind} ${about}`.trim().slice(0, 200);
  return `${what} (first seen after: ${firstSeen.get(handle) ?? 'the last test'})`;
}

exports.mochaHooks = {
  beforeAll() {
    note('the start');
  },
  afterEach() {
    note(this.currentTest.fullTitle());
  },
  afterAll() {
    const timer = setTimeout(() => {
      const handles = process._getActiveHandles().filter(holds).map(described);
      const resources = process.getActiveResourcesInfo();
      const timers = resources.filter((type) => type === 'Timeout' || type === 'Immediate').length;
      const rest = handles.length + timers > 0 ? [] : [`resources: ${resources.join(', ')}`];
      const leaks = [...handles, ...(timers > 0 ? [`${timers} timers`] : []), ...rest];
      if (process.env.HOOKSMITH_RESULTS) writeFileSync(`${process.env.HOOKSMITH_RESULTS}.leaks`, JSON.stringify(leaks));
      process.exit(1);
    }, grace * factor());
    timer.unref();
  },
};
