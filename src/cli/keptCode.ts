/**
 * Runs a bundle with what the engine compiled of it before, kept in a folder of the user's: half of what a start costs is compiling. For versions of Node that
 * have no such cache of their own.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import Module, { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';

/** On the first line, so that no line moves. */
const wrapped = (code: string) =>
  `(function (exports, require, module, __filename, __dirname) { ${code.replace(/^#!.*/, '')}\n})`;

/** Code that nobody has compiled anew for so long. */
const keptMs = 30 * 24 * 60 * 60 * 1000;

type Wrapper = (exports: unknown, require: NodeJS.Require, module: unknown, file: string, folder: string) => void;

/** The bundle is run as `require` would run it. A cache that cannot be read or written is none. */
export function runKept(file: string, folder: string): unknown {
  const { size, mtimeMs } = statSync(file);
  // One home may have several installs, and several engines.
  const place = createHash('sha256').update(file).digest('hex').slice(0, 16);
  const own = `${basename(file, '.js')}-${place}-${process.version}-${process.arch}-`;
  // The engine itself looks at its version and its flags, and at the length of the code.
  const path = join(folder, `${own}${size}-${Math.trunc(mtimeMs)}.code`);
  const cachedData = ownFile(path);
  const script = new Script(wrapped(readFileSync(file, 'utf8')), { filename: file, ...(cachedData ? { cachedData } : {}) });
  // With what was compiled as it ran.
  if (!cachedData || script.cachedDataRejected) process.once('exit', () => keep(path, own, script));
  const module = new Module(file);
  const require = createRequire(file);
  require.cache[file] = module;
  (script.runInThisContext() as Wrapper)(module.exports, require, module, file, dirname(file));
  return module.exports;
}

/** Undefined where there is none, and where it is anybody else's, or others could write it: it is code. */
function ownFile(path: string): Buffer | undefined {
  try {
    const fd = openSync(path, 'r');
    try {
      const { uid, mode } = fstatSync(fd);
      const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
      return isOwn ? readFileSync(fd) : undefined;
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined;
  }
}

/** `own`: what the names of this install's code begin with, of which only the latest is of use. Of others that goes which is old: they may be gone. */
function keep(path: string, own: string, script: Script): void {
  try {
    const folder = dirname(path);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const aside = `${path}.${process.pid}`;
    writeFileSync(aside, script.createCachedData(), { mode: 0o600 });
    renameSync(aside, path);
    const isPast = (name: string) => Date.now() - statSync(join(folder, name)).mtimeMs > keptMs;
    for (const name of readdirSync(folder))
      if (name !== basename(path) && /\.code(\.\d+)?$/.test(name) && (name.startsWith(own) || isPast(name)))
        rmSync(join(folder, name), { force: true });
  } catch {
    // A home that cannot be written to: the next start costs what this one did.
  }
}
