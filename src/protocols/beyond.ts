/** What a hook does that an agent under guard cannot be told, as far as it is known before anything happens. What is said at the event itself: expressible.ts. */
import { protocols } from './index';
import type { AgentName, Word } from './protocol';

/** A word of a hook's, or a field that it changes. */
export type Use =
  | ('allow' | 'ask' | 'deny' | 'respond' | 'fail' | 'redirect' | 'retry' | 'continueWith' | 'confine')
  | ('input' | 'output' | 'error' | 'text' | 'message' | 'context');

export interface Beyond {
  /** What the hook does; undefined where it is not called at all. */
  does?: string;
  /** What happens there in its place. */
  becomes?: string;
}

interface Row {
  does: string;
  /** One of these lets the agent be told; none: no agent can be. */
  needs: readonly Word[];
  becomes(says: ReadonlySet<Word>, event: string): string;
}

const row = (does: string, needs: readonly Word[], becomes: string): Row => ({ does, needs, becomes: () => becomes });

const besideFailure = (says: ReadonlySet<Word>): string =>
  says.has('context') ? 'told beside the failure, which stays' : 'not told';

const rows: Record<Use, Row> = {
  allow: row('allows', ['allow'], 'it may still ask by its own rules'),
  ask: row('asks', ['ask'], 'denied'),
  deny: {
    does: 'denies',
    needs: ['deny'],
    becomes: (says, event) => {
      if (says.has('tells')) return 'told beside what has happened';
      return event === 'preCompact' ? 'it sums up all the same' : 'it goes on, and its next calls are refused';
    },
  },
  respond: {
    does: 'answers for the tool',
    // Before it runs nobody has that word.
    needs: ['output'],
    becomes: (says, event) => (event === 'toolError' ? besideFailure(says) : 'denied, with the answer as the reason'),
  },
  fail: row('fails for the tool', [], 'denied, with the error as the reason'),
  redirect: row('redirects the call', [], 'denied, and told what to call'),
  retry: row('has the tool run again', [], 'what it gave stays'),
  continueWith: row('keeps the agent going', ['continueWith'], 'it ends all the same'),
  confine: row('confines the command', [], 'asks, since our sandbox is not theirs'),
  input: row('changes the input', ['input', 'merges'], 'denied, and told the call to make'),
  output: {
    does: 'changes the output',
    needs: ['output'],
    becomes: (says) => {
      if (says.has('tells')) return 'told beside the output, which stays';
      return says.has('mcpOutput') ? 'not told, but of an MCP tool' : 'not told';
    },
  },
  error: { does: 'changes the error', needs: ['output'], becomes: besideFailure },
  text: row('changes the message', [], 'refused, with what to send; added text goes as context where it takes that'),
  message: row('changes the message', [], 'refused, with what to send'),
  context: row('adds context', ['context'], 'not told'),
};

export const isUse = (word: string): word is Use => Object.hasOwn(rows, word);

/** In the order of the uses; empty where the agent can be told all of it. */
export function beyond(agent: AgentName, event: string, uses: Iterable<Use>): Beyond[] {
  const theirs = [...protocols[agent].events.values()].filter(
    ({ ours, failures, untold }) => (ours === event && !untold) || (failures && event === 'toolError'),
  );
  if (theirs.length === 0) return [{}];
  const says = new Set(theirs.flatMap((one) => one.says));
  return [...uses].flatMap((use) => {
    const { does, needs, becomes } = rows[use];
    return needs.some((word) => says.has(word)) ? [] : [{ does, becomes: becomes(says, event) }];
  });
}
