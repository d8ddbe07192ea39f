// Native programs cannot be bundled: esbuild and ripgrep have a package for each platform, the sandbox's filter is Linux's alone. The rest of a build is the
// same everywhere.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** As VS Code names them; Node and the packages do too. */
export const targets = ['win32-x64', 'win32-arm64', 'linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];
export const ownTarget = `${process.platform}-${process.arch}`;
export const nativePackages = (target) => [`@esbuild/${target}`, `@vscode/ripgrep-${target}`];

/** The folder of a package of that platform: installed here, or fetched by npm and held against the lock file. */
function nativePackage(name, { root, cache }) {
  const installed = join(root, 'node_modules', name);
  if (existsSync(installed)) return installed;
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { version, integrity } = packages[`node_modules/${name}`];
  const folder = join(cache, `${name.replace(/\W+/g, '-')}-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  // Another may fetch the same at the same time.
  const fresh = mkdtempSync(`${folder}.new-`);
  const run = (command, args) => {
    const { status, stderr, error } = spawnSync(command, args, {
      cwd: fresh,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    if (status !== 0) throw new Error(`${name}@${version} could not be fetched: ${error?.message ?? stderr}`);
  };
  run('npm', ['pack', `${name}@${version}`, '--pack-destination', '.']);
  const tarball = readdirSync(fresh).find((file) => file.endsWith('.tgz'));
  const hash = `sha512-${createHash('sha512')
    .update(readFileSync(join(fresh, tarball)))
    .digest('base64')}`;
  if (hash !== integrity) throw new Error(`${name}@${version} is not what the lock file names`);
  run('tar', ['xzf', tarball, '--strip-components', '1']);
  rmSync(join(fresh, tarball));
  if (existsSync(folder)) rmSync(fresh, { recursive: true, force: true });
  else renameSync(fresh, folder);
  return folder;
}

/** Puts the programs of a platform into a build, in place of those of another. */
export function putNatives(dist, target, { root, cache }) {
  const modules = join(dist, 'node_modules');
  for (const path of [join(modules, '@esbuild'), join(dist, 'bin'), join(dist, 'vendor', 'seccomp')])
    rmSync(path, { recursive: true, force: true });
  const [esbuild, ripgrep] = nativePackages(target).map((name) => nativePackage(name, { root, cache }));
  cpSync(esbuild, join(modules, '@esbuild', target), { recursive: true });
  cpSync(join(ripgrep, 'bin'), join(dist, 'bin'), { recursive: true });
  const [platform, arch] = target.split('-');
  const filter = join('seccomp', arch, 'apply-seccomp');
  const vendor = join(root, 'node_modules', '@anthropic-ai', 'sandbox-runtime', 'vendor');
  if (platform === 'linux' && existsSync(join(vendor, filter))) cpSync(join(vendor, filter), join(dist, 'vendor', filter));
}
