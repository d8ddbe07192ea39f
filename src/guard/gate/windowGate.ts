/** The gate of a window of the editor: its own hooks judge for the agents at work in its folders, from when they are live until it closes. */
import type { Occurrence } from '../../protocols/protocol';
import type { JsonObject } from '../../shared/basics/json';
import type { GuestWays } from '../guests/guestSession';
import { type GuestOpener, OpenGuests } from '../guests/openGuests';
import { Left } from '../guests/relay';
import { announceWindow, forgetWindow, windowPlace } from '../guests/windows';
import type { Asker } from '../place/asker';
import { GateServer } from './gateServer';

export interface WindowGateOptions {
  home: string;
  /** Of the process that answers. */
  pid: number;
  open: GuestOpener['open'];
  ways?: GuestWays;
  /** Milliseconds after which a session is left of which nothing is heard; half an hour where absent. */
  silentMs?: number;
  log(text: string): void;
}

export class WindowGate {
  private readonly guests: OpenGuests;
  private server: GateServer | undefined;
  private folders: readonly string[] = [];
  /** Asked for last; it may be on its way. */
  private wanted: readonly string[] = [];
  private judging = new Set<Promise<unknown>>();
  /** Resolves when all that was taken is judged and kept. */
  private left: Promise<void> | undefined;
  private changing: Promise<void> = Promise.resolve();
  private loads = 0;

  constructor(private readonly options: WindowGateOptions) {
    this.guests = new OpenGuests(options.home, options.ways, options.silentMs);
  }

  /** Judges for agents in these folders from now on: real paths, and none ends it. Rejects where it cannot listen. */
  serve(folders: readonly string[]): Promise<void> {
    this.wanted = folders;
    return this.inTurn(() => this.change(folders));
  }

  /**
   * Hooks are loaded anew, for these folders once they are: of those it judges for it keeps the ones that stay, and takes on others when their hooks are live.
   * Rejects where the load does.
   */
  async around(load: () => Promise<void>, folders: () => readonly string[]): Promise<void> {
    const turn = ++this.loads;
    await this.changing;
    const staying = this.folders.filter((folder) => folders().includes(folder));
    if (staying.length < this.folders.length) await this.serve(staying);
    await load();
    // Another load is under way for what has changed since.
    if (turn !== this.loads) return;
    this.serve(folders()).catch((error: Error) =>
      this.options.log(`agents in this workspace are judged by another process: ${error.message}`),
    );
  }

  /** An agent is at work: what it runs may change hook files. */
  get isBusy(): boolean {
    return this.guests.areAtWork;
  }

  /** What it has taken is judged and kept first: then the next one is free to. */
  close(): Promise<void> {
    // What is being loaded comes too late.
    this.loads++;
    return this.serve([]);
  }

  private inTurn(change: () => Promise<void>): Promise<void> {
    const changed = this.changing.then(change);
    this.changing = changed.catch(() => undefined);
    return changed;
  }

  private async change(folders: readonly string[]): Promise<void> {
    const { home, pid } = this.options;
    // What it has taken may lie in a folder that is another's now.
    if (folders.join('\n') !== this.folders.join('\n')) await this.leave();
    this.folders = folders;
    if (folders.length === 0) return;
    await this.listen();
    announceWindow(home, { pid, folders });
  }

  private async leave(): Promise<void> {
    const { server } = this;
    if (!server) return;
    const { home, pid, log } = this.options;
    const notKept = (error: Error) => log(`not all was kept of an agent's session: ${error.message}`);
    this.left = (async () => {
      const judged = [...this.judging].map((one) => one.catch(() => undefined));
      await Promise.all([this.guests.leaveAll(true).catch(notKept), ...judged]);
      await this.guests.leaveAll(true).catch(notKept);
      forgetWindow(home, pid);
    })();
    await this.left;
    this.server = undefined;
    await server.close();
    this.left = undefined;
  }

  private async listen(): Promise<void> {
    if (this.server) return;
    const { home, pid, log } = this.options;
    const server: GateServer = new GateServer({
      place: windowPlace(home, pid),
      isWindow: true,
      hear: (occurrence, asker) => this.hear(occurrence, asker),
      status: () => ({ pid, workspaces: [...this.folders], sessions: this.guests.all }),
      // It is the window that ends it; where its socket was taken away it opens another.
      ended: () => void (this.server === server && this.again()),
      log,
    });
    if (!(await server.listen())) throw new Error('another process answers for this window');
    this.server = server;
  }

  private async again(): Promise<void> {
    try {
      await this.inTurn(async () => {
        await this.change([]);
        // For what is wanted by now: it may be about to close.
        await this.change(this.wanted);
      });
    } catch (error) {
      this.options.log(`hooksmith: ${(error as Error).message}`);
    }
  }

  private async hear(occurrence: Occurrence, asker: Asker): Promise<JsonObject> {
    const { left } = this;
    if (left !== undefined) {
      await left;
      throw new Left('this window is closing');
    }
    const judged = this.guests.hear(occurrence, asker, { folder: this.folders[0] ?? '', open: this.options.open });
    this.judging.add(judged);
    return judged.finally(() => this.judging.delete(judged));
  }
}
