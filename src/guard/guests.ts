/** The agents of this user that are guarded now: their workspaces, and a session for each of theirs. */
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Session } from '../agent/session';
import { answer } from '../protocols';
import type { AgentName, Occurrence } from '../protocols/protocol';
import type { JsonObject } from '../shared/json';
import type { AcceptedFolders } from './acceptedFolders';
import type { Asker } from './gateServer';
import { GuestSession } from './guestSession';

/** A workspace that is open for other agents. */
export interface GuestWorkspace {
  /** Loads the hooks anew: the user's own, and the workspace's where they count, but for these files. */
  load(workspaceHooks: boolean, without: readonly string[]): Promise<void>;
  /** A file of the user's own hooks changed. */
  changed(path: string): Promise<void>;
  open(id: string, path: string): { session: Session; close(): void };
  dispose(): Promise<void>;
}

export interface GuestsOptions {
  home: string;
  accepted: AcceptedFolders;
  open(folder: string): GuestWorkspace;
  now(): number;
  log(text: string): void;
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
}
interface Guest {
  agent: AgentName;
  folder: string;
  opened: Promise<{ session: GuestSession; close(): void }>;
  heard: number;
}

const lookEveryMs = 300;
const gates: ReadonlySet<string | undefined> = new Set(['preToolUse', 'permissionRequest', 'userMessage']);

export class Guests {
  private readonly workspaces = new Map<string, Workspace>();
  private readonly guests = new Map<string, Guest>();

  constructor(private readonly options: GuestsOptions) {}

  async hear(occurrence: Occurrence, asker: Asker): Promise<JsonObject> {
    const { agent, sessionId, told } = occurrence;
    const key = `${agent} ${sessionId}`;
    const known = this.guests.get(key);
    // A session stays in the workspace that it began in, wherever its agent goes.
    const folder = known?.folder ?? this.folderOf(occurrence, asker);
    const workspace = this.workspaceOf(folder);
    await this.upToDate(workspace);
    if (workspace.shut !== undefined)
      return gates.has(told.event) ? answer(occurrence, { action: 'deny', reason: workspace.shut }).json : {};
    const guest = known ?? this.welcome(key, occurrence, workspace);
    guest.heard = this.options.now();
    const { session, close } = await guest.opened;
    const reply = await session.hear(occurrence);
    if (told.event === 'sessionEnd') {
      this.guests.delete(key);
      await session.close();
      close();
    }
    return reply;
  }

  get status(): JsonObject {
    return {
      workspaces: [...this.workspaces.keys()],
      sessions: [...this.guests].map(([key, { agent, folder }]) => ({ id: key.slice(agent.length + 1), agent, folder })),
    };
  }

  async dispose(): Promise<void> {
    const guests = [...this.guests.values()];
    this.guests.clear();
    for (const { opened } of guests) {
      const { session, close } = await opened;
      await session.close();
      close();
    }
    const workspaces = [...this.workspaces.values()];
    this.workspaces.clear();
    await Promise.all(workspaces.map(({ core }) => core.dispose()));
  }

  private welcome(key: string, { agent, sessionId }: Occurrence, { folder, core }: Workspace): Guest {
    const name = `${agent}-${sessionId.replace(/[^\w-]/g, '_').slice(0, 80)}`;
    const path = join(this.options.home, '.hooksmith', 'guard', 'sessions', `${name}.jsonl`);
    const guest: Guest = {
      agent,
      folder,
      heard: 0,
      opened: Promise.resolve().then(() => {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        const { session, close } = core.open(name, path);
        return { session: new GuestSession(session), close };
      }),
    };
    this.guests.set(key, guest);
    return guest;
  }

  /** The accepted folder around what the agent works on; else the nearest that has hooks, or is a repository; else what it says. */
  private folderOf({ folders, cwd }: Occurrence, asker: Asker): string {
    const candidates = [asker.project, ...folders, cwd, asker.cwd].filter((one): one is string => !!one);
    for (const one of candidates) {
      const accepted = this.options.accepted.around(one);
      if (accepted !== undefined) return accepted;
    }
    const first = candidates[0] ?? this.options.home;
    for (let at = first; dirname(at) !== at; at = dirname(at))
      if (['.hooksmith', '.git'].some((name) => existsSync(join(at, name)))) return at;
    return first;
  }

  private workspaceOf(folder: string): Workspace {
    const known = this.workspaces.get(folder);
    if (known) return known;
    const core = this.options.open(folder);
    const workspace: Workspace = {
      ...{ folder, core, stamp: '', ownHooks: new Map(), lookedAt: 0 },
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
    const { state, later } = accepted.of(folder);
    workspace.shut =
      state === 'changed'
        ? `the hook files of ${folder} are not those that were accepted: look at them, then run 'hooksmith guard AGENT' there`
        : undefined;
    if (workspace.shut === undefined) await core.load(state === 'accepted', later);
  }

  /** The user's own hooks are live as they are saved; a workspace's once the human has accepted them. */
  private async upToDate(workspace: Workspace): Promise<void> {
    await workspace.loaded.catch((error: Error) => {
      // The next question tries anew.
      this.workspaces.delete(workspace.folder);
      void workspace.core.dispose().catch(() => undefined);
      throw error;
    });
    const { accepted, now } = this.options;
    if (now() - workspace.lookedAt < lookEveryMs) return;
    workspace.lookedAt = now();
    if (workspace.shut !== undefined || accepted.stamp(workspace.folder) !== workspace.stamp) {
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
    const stamps = new Map<string, string>();
    const look = (folder: string) => {
      let entries: ReturnType<typeof list>;
      try {
        entries = list(folder);
      } catch {
        return;
      }
      for (const entry of entries) {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) {
          if (entry.name !== 'node_modules') look(path);
          continue;
        }
        const { mtimeMs, size } = statSync(path);
        stamps.set(path, `${mtimeMs} ${size}`);
      }
    };
    look(join(this.options.home, '.hooksmith', 'hooks'));
    return stamps;
  }
}
const list = (folder: string) => readdirSync(folder, { withFileTypes: true });
