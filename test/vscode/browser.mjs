// Chromium for the tests: one that is there, or Debian's package.
import { spawnSync } from 'node:child_process';
import { findChromium } from './host.mjs';

export function ensureBrowser() {
  if (findChromium()) return;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...args) => {
    const [command, ...rest] = [...asRoot, 'apt-get', ...args];
    return (
      spawnSync(command, rest, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0
    );
  };
  console.log('Installing Chromium …');
  const install = (name) => apt('install', '-y', '-q', '--no-install-recommends', name) && findChromium();
  if (process.platform === 'linux' && apt('update', '-q') && (install('chromium-headless-shell') || install('chromium'))) return;
  throw new Error('The tests need Chromium: install it (Debian: apt-get install chromium), or name one in HOOKSMITH_CHROMIUM.');
}

/** What Playwright leaves out: the last list that the browser is given takes the place of those before it. */
const leftOutByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];
/** With it a script of 19 MB, the editor's own, is compiled anew for each page although its compiled code was kept: a second of a processor. */
const compilesAnew = 'BackgroundResourceFetch';

export const browserFlags = [
  `--disable-features=${[...leftOutByPlaywright, compilesAnew].join()}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
