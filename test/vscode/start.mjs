// `npm start`: all set-up, then VS Code with the extension on a copy of the sample workspace. Needs nothing but Node and npm.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureVsCode, root, startServer } from './host.mjs';
import { ownPort } from './ownPort.mjs';

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const shell = process.platform === 'win32';

/** Dependencies and a build; quick where nothing changed. */
export function setUp() {
  const lock = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(lock) || statSync(lock).mtimeMs < statSync(join(root, 'package-lock.json')).mtimeMs) {
    console.log('Installing dependencies …');
    must(npm, ['ci', '--no-audit', '--no-fund']);
  }
  // A build of whatever kind removes the mark of the last one.
  const mark = join(root, 'dist', '.built-from');
  const now = stateOfSources();
  if (existsSync(mark) && readFileSync(mark, 'utf8') === now) return;
  console.log('Building …');
  must(process.execPath, ['esbuild.mjs']);
  writeFileSync(mark, now);
}

/** All that a build reads, by size and time of change. */
function stateOfSources() {
  const hash = createHash('sha256');
  const files = ['esbuild.mjs', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.base.json'];
  const sources = readdirSync(join(root, 'src'), { recursive: true }).map((name) => join('src', name));
  for (const name of [...files, ...sources.sort()]) {
    const { size, mtimeMs } = statSync(join(root, name));
    hash.update(`${name} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function must(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: shell && command === npm });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}`);
}

/** Where sample and profile are kept: what somebody did with their own is none of a test's business. */
const place = () => join(root, '.vscode-test', process.env.HOOKSMITH_START_IN ?? '');

/** A copy that the user may change; made once, kept after. */
function sampleWorkspace() {
  const folder = join(place(), 'sample-workspace');
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

/** What the user has set in that profile stands. */
function keepSettings(folder, settings) {
  const file = join(folder, 'settings.json');
  let own = {};
  try {
    own = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    // Comments may stand in it: then it is the user's own work.
    if (error.code !== 'ENOENT') return;
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify({ ...settings, ...own }, null, 2));
}

function hasDesktopEditor() {
  if (process.env.HOOKSMITH_START === 'browser') return false;
  const found = spawnSync('code', ['--version'], { stdio: 'ignore', shell });
  return found.status === 0;
}

async function main() {
  // In a run of the tests all is set up: to build anew would be to change what others of them use.
  if (!process.env.HOOKSMITH_START_IN) setUp();
  const folder = sampleWorkspace();
  if (hasDesktopEditor()) {
    console.log(`Opening VS Code on ${folder}`);
    must('code', ['--new-window', `--extensionDevelopmentPath=${root}`, folder]);
    return;
  }
  await ensureVsCode();
  const dataDir = join(place(), 'start-profile');
  keepSettings(join(dataDir, 'data', 'User'), {
    'workbench.startupEditor': 'none',
    'security.workspace.trust.enabled': false,
    'extensions.autoCheckUpdates': false,
    // Two chats side by side would only puzzle: the editor's own stays out of the way here.
    'chat.disableAIFeatures': true,
    'workbench.secondarySideBar.defaultVisibility': 'hidden',
    // Those of all the machine's processes, a notification for each.
    'remote.autoForwardPorts': false,
    // As on the desktop: a hook that a browser saves by itself while it is typed would be held.
    'files.autoSave': 'off',
  });
  const starting = startServer({ dataDir, port: await ownPort(place()), forPeople: true });
  // From the moment that there is something to end: it runs in a group of its own, which no Ctrl+C reaches.
  const stop = () =>
    starting
      .then((server) => server.stop())
      .catch(() => undefined)
      .then(() => process.exit(0));
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const server = await starting;
  const url = server.url(folder);
  console.log(
    `\nVS Code with Hooksmith runs at\n\n  ${url}\n\nIts chat, its timeline and the sample's first page open with it. Ctrl+C ends it.`,
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
}

if (process.argv[1] && import.meta.url.endsWith('/start.mjs') && process.argv[1].endsWith('start.mjs')) {
  main().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
