/** The entry that VS Code calls inside its extension host: one Mocha for all tests of this folder. */
import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';
import { noteActivation } from './activation';

export async function run(): Promise<void> {
  if (process.env.HOOKSMITH_ACTIVATION) return noteActivation(process.env.HOOKSMITH_ACTIVATION);
  // The editor's console mixes its own lines in: the report goes to a file of its own.
  const output = process.env.HOOKSMITH_OUTPUT;
  if (output) Mocha.reporters.Base.consoleLog = (...values: unknown[]) => appendFileSync(output, `${format(...values)}\n`);
  const harness = join(process.env.HOOKSMITH_ROOT!, 'test', 'harness');
  require(join(harness, 'limits.cjs'));
  const mocha = new Mocha({
    timeout: 60_000,
    reporter: join(harness, 'reporter.cjs'),
    ...(process.env.HOOKSMITH_GREP ? { grep: process.env.HOOKSMITH_GREP } : {}),
  });
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  // Registered by being required after Mocha's globals exist; the bundle holds all of that form.
  const names = readdirSync(join(process.env.HOOKSMITH_ROOT!, 'test', 'vscode', 'suite')).sort();
  for (const name of names) if (name.endsWith('.test.ts')) require(`./${name.slice(0, -'.test.ts'.length)}.test.ts`);
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} tests failed`);
}
