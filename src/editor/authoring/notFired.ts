/** Hooks that did not run in the sessions that are kept: read when a hook file is looked at, again after a while. */
import { streamSession } from '../../adapters/sessions/sessionFile';
import { listSessions } from '../../adapters/sessions/sessionPaths';
import { Firing, lastSessions } from '../../hooks/lint/firing';
import type { Problem } from '../../hooks/lint/problem';

const staleMs = 60_000;
/** The first session of a workspace says nothing yet: its hooks are written in the midst of it. */
const fewest = 2;

export class NotFired {
  private read: { at: number; firing: Promise<Firing> } | undefined;

  /** `sessions` is the folder of their files. */
  constructor(private readonly sessions: string) {}

  async problems(isMeant: (file: string) => boolean): Promise<Problem[]> {
    if (!this.read || Date.now() - this.read.at > staleMs) this.read = { at: Date.now(), firing: this.firing() };
    return (await this.read.firing).problems(isMeant);
  }

  private async firing(): Promise<Firing> {
    const firing = new Firing();
    const paths = listSessions(this.sessions).slice(0, lastSessions);
    for (const path of paths.length < fewest ? [] : paths) {
      const session = await streamSession(path).catch(() => undefined);
      if (session) firing.take(session.items);
    }
    return firing;
  }
}
