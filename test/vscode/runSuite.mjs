// Runs the suite inside a real extension host: a VS Code that VSCODE_EXECUTABLE_PATH names, else the npm-hosted one. The same suite in both.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import * as esbuild from 'esbuild';
import { factor } from '../harness/speed.cjs';
import { browserFlags, ensureBrowser } from './browser.mjs';
import { ensureVsCode, findChromium, root, startServer } from './host.mjs';

const out = join(root, '.vscode-test', 'out', 'suite');
await esbuild.build({
  entryPoints: [join(root, 'test/vscode/suite/index.ts')],
  outfile: join(out, 'index.js'),
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  sourcemap: 'inline',
  external: ['vscode', 'mocha', 'esbuild'],
  alias: { hooksmith: join(root, 'src/api/index.ts'), 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  logLevel: 'warning',
});
const scratch = mkdtempSync(join(tmpdir(), 'hooksmith-suite-'));
const folder = join(scratch, 'workspace');
cpSync(join(root, 'test/fixtures/workspace'), folder, { recursive: true });
/** A second extension, which uses our API. */
const caller = join(root, 'test/fixtures/extensions/test-caller');
const grepAt = process.argv.indexOf('--grep');
const output = join(scratch, 'report.txt');
const env = {
  HOOKSMITH_OUTPUT: output,
  HOOKSMITH_ROOT: root,
  HOOKSMITH_RESULTS: process.env.HOOKSMITH_RESULTS,
  ...(process.env.HOOKSMITH_ACTIVATION ? { HOOKSMITH_ACTIVATION: process.env.HOOKSMITH_ACTIVATION } : {}),
  HOME: scratch,
  ...(grepAt < 0 ? {} : { HOOKSMITH_GREP: process.argv[grepAt + 1] }),
};

async function inDesktop(vscodeExecutablePath) {
  const { runTests } = await import('@vscode/test-electron');
  return runTests({
    vscodeExecutablePath,
    extensionDevelopmentPath: [root, caller],
    extensionTestsPath: join(out, 'index.js'),
    launchArgs: [folder, '--disable-extensions', '--disable-workspace-trust', '--user-data-dir', join(scratch, 'user')],
    extensionTestsEnv: env,
  });
}

async function inBrowser() {
  ensureBrowser();
  await ensureVsCode();
  const { chromium } = await import('playwright-core');
  cpSync(caller, join(scratch, 'profile', 'extensions', 'hooksmith-test.test-caller-1.0.0'), { recursive: true });
  // In a browser the editor saves by itself after a second, as nobody asked it to: on a slow machine before a test does by hand.
  const settings = { 'files.autoSave': 'off' };
  const server = await startServer({ dataDir: join(scratch, 'profile'), env, settings });
  const browser = await chromium.launch({ executablePath: findChromium(), args: browserFlags, timeout: 30_000 * factor() });
  const page = await browser.newPage();
  try {
    const exited = new Promise((resolve) => void page.exposeFunction('codeAutomationExit', resolve));
    await page.exposeFunction('codeAutomationLog', (type, args) => {
      if (process.env.HOOKSMITH_VERBOSE) console.log(type, ...args);
    });
    await page.goto(server.url(folder, [['extensionTestsPath', `vscode-remote://remote${out}/index.js`]]));
    // Where it never does, the stage says so, by this signal, once nothing has been told for long.
    const given = new Promise((resolve) => process.once('SIGUSR2', () => resolve(1)));
    const code = await Promise.race([exited, given]);
    if (code !== 0) await keepEvidence(page, server);
    return code;
  } catch (error) {
    await keepEvidence(page, server);
    throw error;
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** What a failed suite leaves: the screen, and the logs of the server and of the extension host. */
async function keepEvidence(page, { dataDir, logFile }) {
  const into = join(root, 'test-results', 'host');
  await page.screenshot({ path: join(into, 'screen.png') }).catch(() => undefined);
  for (const path of [logFile, join(dataDir, 'data', 'logs')])
    if (existsSync(path)) cpSync(path, join(into, basename(path)), { recursive: true });
}

try {
  const named = process.env.VSCODE_EXECUTABLE_PATH;
  process.exitCode = await (named ? inDesktop(named) : inBrowser());
} finally {
  if (existsSync(output)) process.stdout.write(readFileSync(output, 'utf8'));
  rmSync(scratch, { recursive: true, force: true, maxRetries: 10 });
}
