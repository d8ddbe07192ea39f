/** The agents of this user that are guarded now: their workspaces, and a session for each of theirs. */
import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { answer } from '../../protocols';
import type { Occurrence, SharedEvent } from '../../protocols/protocol';
import { filesBelow } from '../../shared/basics/fileTree';
import type { JsonObject } from '../../shared/basics/json';
import type { Pins } from '../../shared/hooks/pins';
import { isAlive } from '../place/alive';
import type { Asker } from '../place/asker';
import { type AcceptedFolders, realPath } from './acceptedFolders';
import { guestKey, named } from './guestNames';
import { type GuestOpener, OpenGuests } from './openGuests';
import { askWindow } from './relay';
import { type SessionPlace, SessionPlaces } from './sessionPlaces';
import { forgetWindow, type GuardWindow, windowAround, windowPlace, windowsOf } from './windows';

/** Hook files of a workspace that count. */
export interface AcceptedHooks {
  pins: Pins;
  /** Files that are not among them. */
  without: readonly string[];
}

/** A workspace that is open for other agents. */
export interface GuestWorkspace {
  /** Loads the hooks anew: the user's own, and the workspace's where any count. Returns which of these are no more what they were, and why. */
  load(accepted: AcceptedHooks | undefined): Promise<readonly { file: string; why: string }[]>;
  /** A file of the user's own hooks changed. */
  changed(path: string): Promise<void>;
  open: GuestOpener['open'];
  dispose(): Promise<void>;
}

export interface GuestsOptions {
  home: string;
  accepted: AcceptedFolders;
  open(folder: string): GuestWorkspace;
  /** Milliseconds that only grow, whatever the clock is set to. */
  now(): number;
}

interface Workspace {
  folder: string;
  core: GuestWorkspace;
  loaded: Promise<void>;
  /** What of the folder's hooks was accepted when they were loaded. */
  stamp: string;
  /** Why its gates are shut, if they are. */
  shut?: string;
  ownHooks: Map<string, string>;
  lookedAt: number;
  /** How long it took to load them. */
  tookMs: number;
}

const lookEveryMs = 300;
/** So many times as long as it took to load them, hooks that are not what was accepted are left alone. */
const restAfterLoad = 10;
const gates: ReadonlySet<string | undefined> = new Set<SharedEvent>(['preToolUse', 'permissionRequest', 'userMessage']);

export class Guests {
  private readonly workspaces = new Map<string, Workspace>();
  private readonly open: OpenGuests;
  private readonly places: SessionPlaces;

  constructor(private readonly options: GuestsOptions) {
    this.open = new OpenGuests(options.home);
    this.places = new SessionPlaces(options.home);
  }

  /** A window of the editor that has the workspace open judges with its own hooks; else this process does. */
  async hear(occurrence: Occurrence, asker: Asker): Promise<JsonObject> {
    const { home } = this.options;
    const place = this.places.of(occurrence, () => this.folderOf(occurrence, asker));
    if (occurrence.told.event === 'sessionEnd') this.places.forget(occurrence);
    const key = guestKey(named(occurrence, place.folder));
    const gone = new Set<number>();
    for (;;) {
      const pid = this.windowOf(place, gone);
      if (pid === undefined) {
        const workspace = await this.ready(place.folder);
        await this.open.settled(key);
        // One may have opened meanwhile: no session is judged in two places.
        if (this.windowOf(place, gone) === undefined) return this.judge(occurrence, asker, workspace);
        continue;
      }
      await this.open.leave(key, true);
      place.window = pid;
      const reply = await askWindow(windowPlace(home, pid).socket, occurrence, asker);
      if (reply !== 'gone') return reply;
      gone.add(pid);
    }
  }

  /** The one that judges a session keeps it for as long as it is there. */
  private windowOf({ folder, window }: SessionPlace, gone: ReadonlySet<number>): number | undefined {
    const its = this.windows().filter(({ pid, folders }) => !gone.has(pid) && folders.includes(folder));
    return (its.find(({ pid }) => pid === window) ?? its[0])?.pid;
  }

  /** Those that are there: what one left behind that was killed is forgotten. */
  private windows(): GuardWindow[] {
    const { home } = this.options;
    return windowsOf(home).filter(({ pid }) => {
      if (isAlive(pid)) return true;
      forgetWindow(home, pid);
      return false;
    });
  }

  private judge(occurrence: Occurrence, asker: Asker, { folder, core, shut }: Workspace): Promise<JsonObject> | JsonObject {
    if (shut !== undefined)
      return gates.has(occurrence.told.event) ? answer(occurrence, { action: 'deny', reason: shut }).json : {};
    return this.open.hear(occurrence, asker, { folder, open: (id, path) => core.open(id, path) });
  }

  get status(): JsonObject {
    return {
      workspaces: [...this.workspaces.keys()],
      sessions: this.open.all,
      windows: this.windows(),
    };
  }

  async dispose(): Promise<void> {
    try {
      await this.open.leaveAll();
    } finally {
      const workspaces = [...this.workspaces.values()];
      this.workspaces.clear();
      await Promise.all(workspaces.map(({ core }) => core.dispose()));
    }
  }

  /**
   * The folder around what the agent works on that was accepted, whichever window has a part of it open; else one that a window has open; else the nearest
   * that has hooks, or is a repository; else what it says. A real path.
   */
  private folderOf({ folders, cwd }: Occurrence, asker: Asker): string {
    const candidates = [asker.project, ...folders, cwd, asker.cwd].filter((one): one is string => !!one);
    const windows = this.windows();
    for (const one of candidates) {
      const known = this.options.accepted.around(one) ?? windowAround(windows, realPath(one));
      if (known !== undefined) return known;
    }
    const first = realPath(candidates[0] ?? this.options.home);
    for (let at = first; dirname(at) !== at; at = dirname(at))
      if (['.hooksmith', '.git'].some((name) => existsSync(join(at, name)))) return at;
    return first;
  }

  /** Its hooks as they count now. What a session began in may have been accepted since, as a part of more. */
  private async ready(folder: string): Promise<Workspace> {
    const workspace = this.workspaceOf(this.options.accepted.around(folder) ?? folder);
    await this.upToDate(workspace);
    return workspace;
  }

  private workspaceOf(folder: string): Workspace {
    const known = this.workspaces.get(folder);
    if (known) return known;
    const core = this.options.open(folder);
    const workspace: Workspace = {
      ...{ folder, core, stamp: '', ownHooks: new Map(), lookedAt: 0, tookMs: 0 },
      loaded: Promise.resolve(),
    };
    this.workspaces.set(folder, workspace);
    workspace.loaded = this.load(workspace);
    return workspace;
  }

  private async load(workspace: Workspace): Promise<void> {
    const { accepted } = this.options;
    const { folder, core } = workspace;
    workspace.stamp = accepted.stamp(folder);
    workspace.ownHooks = this.ownHooks();
    workspace.lookedAt = this.options.now();
    const { state, changed, elsewhere, later, pins } = accepted.of(folder);
    const isAccepted = state === 'accepted';
    const strange = isAccepted
      ? await core.load({ pins, without: later })
      : changed.map((file) => ({ file, why: elsewhere ? `was accepted in ${elsewhere} alone` : 'has changed' }));
    if (state === 'unknown') await core.load(undefined);
    workspace.shut = strange.length > 0 ? wordsOn(folder, strange) : undefined;
    workspace.tookMs = this.options.now() - workspace.lookedAt;
  }

  /** The user's own hooks are live as they are saved; a workspace's once the human has accepted them. */
  private async upToDate(workspace: Workspace): Promise<void> {
    let loaded: Promise<void>;
    do {
      loaded = workspace.loaded;
      await loaded.catch((error: Error) => {
        // The next question tries anew.
        this.workspaces.delete(workspace.folder);
        void workspace.core.dispose().catch(() => undefined);
        throw error;
      });
      // Another question has had them loaded anew since.
    } while (loaded !== workspace.loaded);
    const { accepted, now } = this.options;
    const sinceMs = now() - workspace.lookedAt;
    if (sinceMs < lookEveryMs) return;
    const isAnew = accepted.stamp(workspace.folder) !== workspace.stamp;
    // Packages of thousands of files are not read for each question that is refused.
    if (workspace.shut !== undefined && !isAnew && sinceMs < workspace.tookMs * restAfterLoad) return;
    workspace.lookedAt = now();
    if (workspace.shut !== undefined || isAnew) {
      workspace.loaded = this.load(workspace);
      return workspace.loaded;
    }
    const before = workspace.ownHooks;
    workspace.ownHooks = this.ownHooks();
    const paths = new Set([...before.keys(), ...workspace.ownHooks.keys()]);
    const changed = [...paths].filter((path) => before.get(path) !== workspace.ownHooks.get(path));
    if (changed.length === 0) return;
    workspace.loaded = Promise.all(changed.map((path) => workspace.core.changed(path))).then(() => undefined);
    await workspace.loaded;
  }

  private ownHooks(): Map<string, string> {
    const { files, unread } = filesBelow(disk, join(this.options.home, '.hooksmith', 'hooks'), { isWanted: () => true });
    return new Map([...files, ...unread].map((path) => [path, stampOf(path)]));
  }
}

const disk = { lstatSync, readdirSync, realpathSync, statSync, join, dirname };

function stampOf(path: string): string {
  try {
    const { mtimeMs, size } = statSync(path);
    return `${mtimeMs} ${size}`;
  } catch {
    return 'not to be read';
  }
}

const mostNamed = 3;

/** Why the gates of a folder are shut. */
function wordsOn(folder: string, strange: readonly { file: string; why: string }[]): string {
  const named = strange.slice(0, mostNamed).map(({ file, why }) => `${relative(folder, file)} ${why}`);
  const more = strange.length > mostNamed ? [`${strange.length - mostNamed} more`] : [];
  const which = [...named, ...more].join('; ');
  return `the hook files of ${folder} are not those that were accepted (${which}): look at them, then run 'hooksmith guard AGENT' there`;
}
