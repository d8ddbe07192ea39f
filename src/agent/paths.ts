/** Paths as the core judges them: resolved to real ones, compared by segment (contract §4 and §8). */
import { homedir } from 'node:os';
import { basename, isAbsolute, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface PathBase {
  cwd: string;
  home: string;
  realPath(path: string): string;
}

/** `~`, relative paths, `..`, file: URIs and symlinks resolved; a file that does not exist yet by its nearest existing parent. */
export function resolvePath(path: string, { cwd, home, realPath }: PathBase): string {
  const plain = path.startsWith('file:') ? toPath(path) : path;
  const expanded = plain === '~' ? home : plain.startsWith('~/') || plain.startsWith('~\\') ? join(home, plain.slice(2)) : plain;
  return realPath(isAbsolute(expanded) ? resolve(expanded) : resolve(cwd, expanded));
}

function toPath(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch {
    return uri;
  }
}

const ignoresCase = process.platform === 'darwin' || process.platform === 'win32';
const fold = (path: string) => (ignoresCase ? path.toLowerCase() : path);

export function isInside(folder: string, path: string): boolean {
  const [parent, child] = [fold(folder), fold(path)];
  return child === parent || child.startsWith(parent.endsWith(sep) ? parent : parent + sep);
}

const protectedNames = new Set(['.hooksmith', '.claude', '.vscode', '.mcp.json', '.git', '.husky', '.envrc', '.npmrc']);
const startUpFiles = new Set([
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.profile',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.zlogin',
  '.kshrc',
  '.cshrc',
  '.tcshrc',
  '.inputrc',
  '.xprofile',
  '.gitconfig',
]);

/** Contract §8, protected paths: what could change what the agent may do, or run by itself later. Real paths only. */
export function isProtected(
  path: string,
  { folders, home = homedir(), appFolders = [] }: { folders: readonly string[]; home?: string; appFolders?: readonly string[] },
): boolean {
  if (appFolders.some((folder) => isInside(folder, path))) return true;
  const name = fold(basename(path));
  if (name.endsWith('.code-workspace')) return true;
  for (const folder of [...folders, home]) {
    if (!isInside(folder, path)) continue;
    const segments = fold(path).slice(fold(folder).length).split(/[\\/]/).filter(Boolean);
    if (segments.some((segment) => protectedNames.has(segment))) return true;
  }
  if (isInside(home, path)) {
    const first = fold(path).slice(fold(home).length).split(/[\\/]/).filter(Boolean);
    if (first[0] === '.ssh' || (first[0] === '.config' && (first[1] === 'fish' || first[1] === 'code' || first[1] === 'vscode')))
      return true;
    if (first.length === 1 && startUpFiles.has(first[0]!)) return true;
  }
  return /^\/etc\/(profile|bash\.bashrc|zsh|environment|profile\.d)/.test(path);
}

/** Files that configure how code is built or run: Accept-edits mode asks for these. */
export function needsAskInAcceptEdits(path: string): boolean {
  const name = fold(basename(path));
  return (
    name === 'package.json' ||
    name === 'makefile' ||
    /\.config\.[^.]+$/.test(name) ||
    /(^|[\\/])\.github[\\/]/.test(path) ||
    /^(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|cargo\.lock|poetry\.lock|gemfile\.lock|composer\.lock|go\.sum|uv\.lock)$/.test(
      name,
    )
  );
}

/** `.env*` and key files. */
export function isSecretFile(path: string): boolean {
  const name = basename(path).toLowerCase();
  return (
    /^\.env(\..*)?$|^\.envrc$/.test(name) ||
    /^id_(rsa|dsa|ecdsa|ed25519)$/.test(name) ||
    /\.(pem|key|p12|pfx|keystore|jks)$/.test(name) ||
    /^(credentials|\.netrc|\.pgpass)$/.test(name)
  );
}
