// `npm start`: all set-up, then VS Code with the extension on a copy of the sample workspace. Needs nothing but Node and npm.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ensureVsCode, freePort, root, startServer } from './host.mjs';

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const shell = process.platform === 'win32';

/** Dependencies and a build; quick where nothing changed. */
export function setUp() {
  const lock = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(lock) || statSync(lock).mtimeMs < statSync(join(root, 'package-lock.json')).mtimeMs) {
    console.log('Installing dependencies …');
    must(npm, ['ci', '--no-audit', '--no-fund']);
  }
  console.log('Building …');
  must(process.execPath, ['esbuild.mjs']);
}

function must(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: shell && command === npm });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}`);
}

/** A copy that the user may change; made once, kept after. */
function sampleWorkspace() {
  const folder = join(root, '.vscode-test', 'sample-workspace');
  if (existsSync(folder)) return folder;
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, 'test', 'fixtures', 'workspace'), folder, { recursive: true });
  const git = (...args) =>
    spawnSync('git', ['-c', 'user.name=Sample', '-c', 'user.email=sample@localhost', ...args], { cwd: folder, stdio: 'ignore' });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'Sample workspace');
  return folder;
}

function hasDesktopEditor() {
  if (process.env.HOOKSMITH_START === 'browser') return false;
  const found = spawnSync('code', ['--version'], { stdio: 'ignore', shell });
  return found.status === 0;
}

async function main() {
  setUp();
  const folder = sampleWorkspace();
  if (hasDesktopEditor()) {
    console.log(`Opening VS Code on ${folder}`);
    must('code', ['--new-window', `--extensionDevelopmentPath=${root}`, folder]);
    return;
  }
  await ensureVsCode();
  const settings = {
    'workbench.startupEditor': 'none',
    'security.workspace.trust.enabled': false,
    'extensions.autoCheckUpdates': false,
  };
  const server = await startServer({ dataDir: join(root, '.vscode-test', 'start-profile'), port: await freePort(), settings });
  const url = server.url(folder);
  console.log(
    `\nVS Code with Hooksmith runs at\n\n  ${url}\n\nOpen it, click the Hooksmith icon in the activity bar, and follow the sample's README. Ctrl+C ends it.`,
  );
  if (process.argv.includes('--smoke')) {
    const page = await fetch(url);
    await server.stop();
    if (!page.ok) throw new Error(`the workbench answered ${page.status}`);
    return;
  }
  const opener =
    { darwin: 'open', win32: 'explorer' }[process.platform] ??
    (process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? 'xdg-open' : undefined);
  if (opener)
    spawn(opener, [url], { stdio: 'ignore', detached: true })
      .on('error', () => undefined)
      .unref();
  const stop = () => server.stop().then(() => process.exit(0));
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

if (process.argv[1] && import.meta.url.endsWith('/start.mjs') && process.argv[1].endsWith('start.mjs')) {
  main().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
