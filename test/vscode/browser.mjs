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
  if (
    process.platform === 'linux' &&
    apt('update', '-q') &&
    apt('install', '-y', '-q', '--no-install-recommends', 'chromium') &&
    findChromium()
  )
    return;
  throw new Error('The tests need Chromium: install it (Debian: apt-get install chromium), or name one in HOOKSMITH_CHROMIUM.');
}

export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
