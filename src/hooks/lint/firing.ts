/** Hooks that were there in past sessions, with events that could have been theirs, and never ran. */
import { readFileSync } from 'node:fs';
import { agentsWithHooks } from '../../shared/dispatch';
import type { HookDescription } from '../../shared/hookDescription';
import { hookPoints } from '../../shared/points';
import type { StreamItem } from '../../shared/stream';
import { exportLines } from './exportLines';
import type { Problem } from './problem';

/** So many sessions are looked at. */
export const lastSessions = 20;

export class Firing {
  private sessions = 0;
  private readonly sets = new Map<string, readonly HookDescription[]>();
  private readonly fired = new Set<string>();
  /** By id: the hook as it was last seen, and how many events passed it by. */
  private readonly idle = new Map<string, { hook: HookDescription; passed: number }>();

  /** All items of one session. Ids of sets are those of a process: each session brings its own. */
  take(items: Iterable<StreamItem>): void {
    this.sessions++;
    this.sets.clear();
    for (const item of items) {
      if (item.kind === 'hookSet') this.sets.set(item.id, item.hooks);
      if (item.kind !== 'event') continue;
      const { type, hooks = [], hookSet } = item.event;
      for (const { id } of hooks) this.fired.add(id);
      if (hookSet === undefined) continue;
      // An agent's own hooks are there where it is at work.
      const agents = agentsWithHooks(item.event, () => true);
      for (const hook of this.sets.get(hookSet) ?? []) {
        const isThere = hook.agent === undefined || agents.includes(hook.agent);
        const isTheirs = isThere && hook.options?.enabled && hook.events.some((event) => hookPoints[event]?.type === type);
        if (isTheirs) this.idle.set(hook.id, { hook, passed: (this.idle.get(hook.id)?.passed ?? 0) + 1 });
      }
    }
  }

  /** At the lines of the files as they are now; a hook that is not there any more is left out. */
  async problems(isMeant: (file: string) => boolean): Promise<Problem[]> {
    const problems: Problem[] = [];
    const lines = new Map<string, Map<string, number>>();
    for (const [id, { hook, passed }] of this.idle) {
      const { file, name, events } = hook;
      if (this.fired.has(id) || !isMeant(file)) continue;
      if (!lines.has(file)) lines.set(file, new Map(await exportLines(textOf(file), file)));
      const line = lines.get(file)!.get(name.replace(/(\[\d+\])+$/, ''));
      if (line === undefined) continue;
      const sessions = this.sessions === 1 ? 'the last session' : `the last ${this.sessions} sessions`;
      const message = `${name} has not run in ${sessions}: ${passed} ${events.join(', ')} passed it by`;
      const at = { line, column: 1, endLine: line, endColumn: (textOf(file).split('\n')[line - 1]?.length ?? 0) + 1 };
      problems.push({ code: 'not-fired', severity: 'warning', message, file, ...at });
    }
    return problems;
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
