/** Where the guard of this user is found, by every agent alike: it hangs on the user and the home folder, on nothing that an agent's environment could lack. */
import { chmodSync, lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';

const isWindows = process.platform === 'win32';
/** Of this process. All that the system knows of the user takes reading its list of them, and each question asks several times. */
const ownUid = (): number => process.geteuid?.() ?? userInfo().uid;

export interface GuardPlace {
  /** Of the user alone; absent where sockets lie in no folder. */
  folder?: string;
  socket: string;
}

export function guardPlace(home = homedir()): GuardPlace {
  const of = nameOf(home);
  if (isWindows) return { socket: `\\\\.\\pipe\\hooksmith-${userInfo().username}-${of}` };
  // Not the temporary folder of the environment: the path of a socket is short, and agents pass on only some of their variables.
  const folder = `/tmp/hooksmith-${ownUid()}-${of}`;
  return { folder, socket: join(folder, 'gate') };
}

/** Short, and another for each home. No digest: to load one takes the gate longer than its question. */
function nameOf(home: string): string {
  let [a, b] = [0x811c9dc5, 0x1b873593];
  for (const byte of Buffer.from(home)) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul((b << 7) | (b >>> 25), 0x85ebca6b) ^ a;
  }
  return [a, b].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
}

/** Why what stands in the folder is not to be believed; undefined where only this user could have put it there. */
export function whyNotOurs({ folder, socket }: GuardPlace): string | undefined {
  if (folder === undefined) return undefined;
  try {
    const found = lstatSync(folder);
    const { uid, mode } = found;
    if (!found.isDirectory()) return `${folder} is no folder`;
    if (uid !== ownUid()) return `${folder} belongs to another user`;
    if ((mode & 0o077) !== 0) return `${folder} can be entered by others`;
    if (lstatSync(socket, { throwIfNoEntry: false })?.isSymbolicLink()) return `${socket} leads elsewhere`;
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Makes the folder. Throws where another user holds its place. */
export function makeGuardPlace(place: GuardPlace): void {
  if (place.folder === undefined) return;
  try {
    mkdirSync(place.folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  // Nothing but a socket is of any use there, and the lock is a file: whatever else stands in their place would be there for ever.
  const socket = lstatSync(place.socket, { throwIfNoEntry: false });
  if (socket && !socket.isSocket()) takeAway(place, place.socket);
  const lock = lstatSync(lockOf(place), { throwIfNoEntry: false });
  if (lock && !lock.isFile()) takeAway(place, lockOf(place));
  const found = lstatSync(place.folder);
  if (found.uid === ownUid() && found.isDirectory() && (found.mode & 0o077) !== 0) {
    chmodSync(place.folder, 0o700);
    // What stands in it may be anyone's.
    for (const name of readdirSync(place.folder)) rmSync(join(place.folder, name), { force: true, recursive: true });
  }
  const why = whyNotOurs(place);
  if (why !== undefined) throw new Error(why);
}

/** Throws, with its name, where it holds something or cannot be taken away: it may be anybody's work. */
function takeAway({ folder }: GuardPlace, path: string): void {
  // In a folder that others may write to nothing is anybody's but theirs.
  if (lstatSync(folder!).uid !== ownUid()) return;
  try {
    if (lstatSync(path).isDirectory()) rmdirSync(path);
    else rmSync(path, { force: true });
  } catch (error) {
    throw new Error(`${path} stands in the way, and cannot be taken away: ${(error as Error).message}`);
  }
}

/** Held by the gate that starts a guard, until that listens. */
export const lockOf = ({ folder }: GuardPlace): string => join(folder ?? '', 'starting');

/** Takes the folder away, where nobody else has begun to use it. */
export function leaveGuardPlace({ folder }: GuardPlace): void {
  try {
    if (folder !== undefined) rmdirSync(folder);
  } catch {
    // A new guard is about to start there.
  }
}
