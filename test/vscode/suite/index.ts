/** The entry that VS Code calls inside its extension host: one Mocha for all tests of this folder. */
import { join } from 'node:path';
import Mocha from 'mocha';

export async function run(): Promise<void> {
  const mocha = new Mocha({
    timeout: 60_000,
    reporter: join(process.env.HOOKSMITH_ROOT!, 'test', 'reporter.cjs'),
    ...(process.env.HOOKSMITH_GREP ? { grep: process.env.HOOKSMITH_GREP } : {}),
  });
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  // Registered by being required after Mocha's globals exist.
  require('./hooks.test');
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} tests failed`);
}
