/** Hooks that were there in past sessions, with events of their tools and agents, and never ran. */
import { readFileSync } from 'node:fs';
import { agentsWithHooks, type DispatchRequest, factsOfEvent } from '../../shared/hooks/dispatch';
import type { HookDescription } from '../../shared/hooks/hookDescription';
import type { StreamItem } from '../../shared/stream/stream';
import { hookPointOf, matchText } from '../chain/choosing/explain';
import { hasOwnAmong, skipReason } from '../chain/choosing/matching';
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
      const event = hookPointOf(type);
      if (hookSet === undefined || !event) continue;
      const set = this.sets.get(hookSet) ?? [];
      const agentHooks = agentsWithHooks(item.event, hasOwnAmong(set));
      const request = { event, run: factsOfEvent(item.event), payload: {} as DispatchRequest['payload'], agentHooks };
      for (const hook of set)
        if (hook.events.includes(event) && isReached(hook, request, item.event.toolName))
          this.idle.set(hook.id, { hook, passed: (this.idle.get(hook.id)?.passed ?? 0) + 1 });
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
      const message = `${name} has not run in ${sessions}: ${passed} ${events.join(', ')} passed it by, ${whyNot(hook)}`;
      const at = { line, column: 1, endLine: line, endColumn: (textOf(file).split('\n')[line - 1]?.length ?? 0) + 1 };
      problems.push({ code: 'not-fired', severity: 'warning', message, file, ...at });
    }
    return problems;
  }
}

/** All but its `match` speaks for it: a tool that is seldom called, or an agent that is seldom at work, says nothing of a hook. */
function isReached(hook: HookDescription, request: DispatchRequest, toolName: string | undefined): boolean {
  // One that another version wrote may have none.
  if (!hook.options) return false;
  const matchless = { ...hook, options: { ...hook.options, match: {} } };
  return skipReason(matchless, request, toolName === undefined ? {} : { toolName }) === undefined;
}

const whyNot = ({ options }: HookDescription): string =>
  matchText(options) === '' ? 'each decided before its turn' : `none with ${matchText(options)}`;

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
