/** Paths as the core judges them: resolved to real ones, compared by segment. */
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, normalize, parse, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folded } from './foldedNames';

export interface PathBase {
  cwd: string;
  home: string;
  realPath(path: string): string;
}

/**
 * `~`, relative paths, `..`, file: URIs and symlinks resolved; a file that does not exist yet by its nearest existing parent. A `..` behind a link is the
 * parent of the link's target, as it is for the system. A path that no system opens, being too long, leads to the root, outside of all.
 */
export function resolvePath(path: string, { cwd, home, realPath }: PathBase): string {
  const plain = /^file:/i.test(path) ? toPath(path) : path;
  const expanded = plain === '~' ? home : /^~[\\/]/.test(plain) ? `${home}${sep}${plain.slice(2)}` : plain;
  const absolute = isAbsolute(expanded) ? expanded : `${cwd}${sep}${expanded}`;
  const { root } = parse(absolute);
  if (plain.length > longestPath) return root;
  let reached = normalize(root);
  // Put together by hand: to join them reads all of the path again for each segment.
  let gap = gapBehind(reached);
  let isReal = true;
  for (const segment of absolute.slice(root.length).split(separators)) {
    if (segment === '..') {
      reached = dirname(isReal ? reached : realPath(reached));
      gap = gapBehind(reached);
      isReal = true;
    } else if (segment !== '' && segment !== '.') {
      reached += gap + segment;
      gap = sep;
      isReal = false;
    }
  }
  // `resolve` gives a Windows path its drive.
  return realPath(resolve(reached));
}

/** Linux opens none of 4096 bytes, macOS none of 1024, Windows none of 32,767. */
const longestPath = sep === '\\' ? 32_767 : 4096;

const gapBehind = (path: string) => (path.endsWith(sep) ? '' : sep);

const separators = sep === '\\' ? /[\\/]/ : '/';

function toPath(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch {
    return uri;
  }
}

export function isInside(folder: string, path: string, platform: string = process.platform): boolean {
  return segmentsBeneath(folder, path, platform) !== undefined;
}

/** The segments of `path` below `folder`, as the disk compares them; undefined where it is not inside. */
function segmentsBeneath(folder: string, path: string | readonly string[], platform: string): string[] | undefined {
  const children = typeof path === 'string' ? segmentsOf(path, platform) : path;
  const key = `${platform} ${folder}`;
  const parents = folderSegments.get(key) ?? segmentsOf(folder, platform);
  if (!folderSegments.has(key)) {
    if (folderSegments.size >= mostFolders) folderSegments.clear();
    folderSegments.set(key, parents);
  }
  return parents.every((segment, i) => children[i] === segment) ? children.slice(parents.length) : undefined;
}

/** Thousands of paths are compared with the same few folders. */
// biome-ignore lint/plugin: what it remembers follows from the key alone
const folderSegments = new Map<string, readonly string[]>();
const mostFolders = 64;

function segmentsOf(path: string, platform: string): string[] {
  const name = folded(path, platform);
  if (platform !== 'win32') return name.split('/').filter(Boolean);
  // Windows takes `.git.`, `.git ` and `.git::$INDEX_ALLOCATION` for `.git`.
  return name
    .replace(/^\\\\\?\\/, '')
    .split(/[\\/]/)
    .filter(Boolean)
    .map((segment, i) => (i === 0 ? segment : segment.replace(/:.*$/, '').replace(/[. ]+$/, '')));
}

const protectedNames: ReadonlySet<string> = new Set([
  '.hooksmith',
  '.claude',
  '.vscode',
  '.mcp.json',
  '.git',
  '.husky',
  '.envrc',
  '.npmrc',
]);
/** Read by shells and sessions when they start; all lie directly in the home folder. */
const startUpFiles: ReadonlySet<string> = new Set(
  (
    '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout .kshrc .mkshrc .cshrc .tcshrc .login ' +
    '.logout .inputrc .xprofile .xsession .xinitrc .pam_environment .gitconfig .ssh .vscode-server .vscode-insiders .vscode-oss .vscodium .vscode-server-insiders'
  ).split(' '),
);
/** Beneath the home folder: shells, what starts with a session, VS Code's own data, and the code that our command line has compiled. */
const startUpFolders: readonly string[] = [
  '.config/fish',
  '.config/git',
  '.config/autostart',
  '.config/systemd',
  '.config/environment.d',
  '.config/zsh',
  '.cache/hooksmith',
  'Library/LaunchAgents',
  ...['.config', 'Library/Application Support', 'AppData/Roaming'].flatMap((base) =>
    ['Code', 'Code - Insiders', 'Code - OSS', 'VSCodium', 'vscode', 'Cursor'].map((name) => `${base}/${name}`),
  ),
  'Documents/WindowsPowerShell',
  'Documents/PowerShell',
];
const startUpPlaces = startUpFolders.map((folder) => folder.toLowerCase());

/** Protected names that may be links, below a workspace folder or the home folder. */
export const linkableNames = (isHome: boolean): string[] =>
  isHome ? [...protectedNames, ...startUpFiles, ...startUpFolders] : [...protectedNames];

const systemStartUp = /^(\/private)?\/etc\/(profile|bash\.bashrc|bashrc|zsh|environment|profile\.d|fish|gitconfig|npmrc)/i;

export interface ProtectedPlaces {
  folders: readonly string[];
  home?: string;
  /** Other data folders of the editor that runs this. */
  appFolders?: readonly string[];
  platform?: string;
}

/** Protected paths: what could change what the agent may do, or run by itself later. Real paths only; names in any case, since any disk may ignore it. */
export function isProtected(
  path: string,
  { folders, home = homedir(), appFolders = [], platform = process.platform }: ProtectedPlaces,
): boolean {
  const segments = segmentsOf(path, platform);
  const isNamed = (segment: string) => protectedNames.has(folded(segment, 'darwin'));
  if (appFolders.some((folder) => segmentsBeneath(folder, segments, platform))) return true;
  if (segments.at(-1)?.toLowerCase().endsWith('.code-workspace')) return true;
  const inFolders = [...folders, home].flatMap((folder) => segmentsBeneath(folder, segments, platform) ?? []);
  // Outside of all of them a repository is still a repository.
  const own = inFolders.length > 0 ? inFolders : segments;
  if (own.some(isNamed)) return true;
  const inHome = segmentsBeneath(home, segments, platform)?.map((segment) => segment.toLowerCase());
  if (inHome?.[0] !== undefined) {
    const joined = inHome.join('/');
    if (startUpFiles.has(inHome[0]) || startUpPlaces.some((folder) => joined === folder || joined.startsWith(`${folder}/`)))
      return true;
  }
  return platform !== 'win32' && systemStartUp.test(path);
}

const protectedName = new RegExp(
  `(^|[\\\\/])(${[...protectedNames].map((name) => name.replace('.', '\\.')).join('|')})([\\\\/]|$)|\\.code-workspace$`,
  'i',
);
/** A quick look at one of many files beneath a folder: false where it is no protected one. */
export function mayBeProtected(
  folder: string,
  { home = homedir(), appFolders = [] }: ProtectedPlaces,
): (file: string) => boolean {
  const places = [...[...startUpFiles, ...startUpFolders].map((name) => join(home, name)), ...appFolders, '/etc'];
  const isPlain = !protectedName.test(folder) && places.every((place) => !isInside(folder, place) && !isInside(place, folder));
  return isPlain ? (file) => protectedName.test(file) : () => true;
}

const nameOf = (path: string) => basename(path).toLowerCase();

/** Files that configure how code is built or run: Accept-edits mode asks for these. */
export function needsAskInAcceptEdits(path: string): boolean {
  return (
    /^(package\.json|(gnu)?makefile|.+\.config\.[^.]+)$/.test(nameOf(path)) ||
    /(^|[\\/])\.github([\\/]|$)/i.test(path) ||
    /^(package-lock\.json|npm-shrinkwrap\.json|bun\.lockb|go\.sum|pnpm-lock\.yaml|packages\.lock\.json|package\.resolved|.+\.lock)$/.test(
      nameOf(path),
    )
  );
}

/** `.env*` and key files. */
export function isSecretFile(path: string): boolean {
  const name = nameOf(path);
  return (
    name.startsWith('.env') ||
    (/^id_(rsa|dsa|ecdsa|ed25519)/.test(name) && !name.endsWith('.pub')) ||
    /\.(pem|key|p12|pfx|keystore|jks|ppk)$/.test(name) ||
    /^(credentials|\.netrc|_netrc|\.pgpass|\.git-credentials)$/.test(name)
  );
}
