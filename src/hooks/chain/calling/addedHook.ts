/** `addHook` of the API: a handler in another extension's process as one hook of the chain, checked and ordered like those of files. */

import { type HookDefinition, hook } from '../../../api/define';
import type { CompleteOptions, Completer, ContextFields } from '../../../shared/hooks/dispatch';
import { calledAs } from '../../../shared/hooks/hookDescription';
import type { EventName } from '../../../shared/hooks/points';
import { registerExports } from '../registering/register';
import { acceptedBy } from '../words/acceptedDecisions';
import { printedLine } from '../words/printedText';
import type { HookDescription, StateStore } from '../words/registered';
import { readThrown } from '../words/thrown';
import { baseContext, contextFor, explainError, inShadow, readCompleteOptions } from './context';

export interface RemoteHook extends HookDescription {
  handler(fields: ContextFields, calls: RemoteCalls): unknown;
}
/** What its context has beside the event's fields. */
export interface RemoteCalls {
  log(text: string): void;
  complete(prompt: string, options: CompleteOptions, by: Completer): Promise<string>;
  signal: AbortSignal;
  state: StateStore;
  session: StateStore;
}

/** After all layers of files. */
export const addHookLayer = 1_000_000;

export interface RemotePlace {
  /** Who registers it, as far as that can be told. */
  file: string;
  /** 1-based. */
  line: number;
  /** Counts registrations. */
  n: number;
}

/** `args` are those of `hook(event, options?, handler)`. Throws a TypeError that says what is wrong with them. */
export function remoteHook(args: readonly unknown[], { file, line, n }: RemotePlace): RemoteHook {
  const name = `addHook[${n}]`;
  const definition = (hook as (...args: readonly unknown[]) => HookDefinition)(...args);
  const lines = new Map([[name, line]]);
  const registered = registerExports({ [name]: definition }, { file, version: String(n), layer: addHookLayer, lines });
  const [made] = registered.hooks;
  if (!made) throw new TypeError(registered.problems[0]?.message ?? `${name} is no hook`);
  const { handler, ...facts } = made;
  const accepted = acceptedBy(facts);
  return {
    ...facts,
    position: n,
    async handler(fields, { log, complete, ...rest }: RemoteCalls) {
      const event = fields.event as EventName;
      const shared = baseContext(fields, rest);
      const ctx = contextFor(facts.options.shadow ? inShadow(shared, facts.id) : shared, accepted, {
        log: (values) => log(printedLine(values)),
        complete: (prompt, options = {}) =>
          complete(prompt, readCompleteOptions(prompt, options), {
            hook: calledAs(facts),
            ...{ file, line, event },
            runId: String(fields.runId),
            ...(fields.taskId === undefined ? {} : { taskId: String(fields.taskId) }),
          }),
      });
      try {
        return await handler(ctx);
      } catch (thrown) {
        throw thrown instanceof Error ? new Error(explainError(readThrown(thrown), accepted), { cause: thrown }) : thrown;
      }
    },
  };
}
