/** The module `hooksmith/testing`: for tests beside hook files. What runs hooks is `src/testing.ts`, which is built from the rooms that the host is built from. */

import type { JsonObject } from '../shared/basics/json';
import type { DecisionAction } from '../shared/hooks/points';
import type { Confinement } from '../shared/verdicts/confinement';
import type { DecidedBy, HookRecord } from '../shared/verdicts/hookRecord';
import type { HookDefinition } from './define';
import type { TestEvent } from './testEvents';

export {
  event,
  type FieldsOf,
  type RunFields,
  type TestEvent,
  type ToolCallFields,
  type ToolTestEvent,
  toolCall,
} from './testEvents';

/** A hook, a policy, a list of them, or a module: `import * as guard from './guard.js'`. */
export type HooksToRun = HookDefinition | readonly HooksToRun[] | { readonly [exported: string]: unknown };

export interface RunHooksOptions {
  /** Answers `ctx.complete`, which fails where this is absent: no test calls a model. */
  complete?(prompt: string, options: { model?: string; maxTokens?: number }): string | Promise<string>;
}

/** What the chain came to; `I` is the input's type, where the event tells it. */
export interface Outcome<I = unknown> {
  /** The strictest word, that of policies included; `continue` where there is none. What hooks changed is in the other fields. */
  decision: DecisionAction | 'error' | 'continue';
  reason?: string;
  by?: DecidedBy;
  /** The call's input, or the message or task, after the chain. */
  input: I;
  /** The tool's or the subagent's output, after the chain. */
  output?: unknown;
  /** What `respond` answered, `fail` failed with or `continueWith` says. */
  value?: unknown;
  /** All fields of the event, after the chain. */
  fields: JsonObject;
  /** What hooks had added to the conversation. */
  context: string[];
  /** The run's, where a hook changed it. */
  metadata?: JsonObject;
  /** What policies want the call held to, one entry for each. */
  confined: Confinement[];
  /** What all of them logged, in order. */
  logs: string[];
  /** Those that ran, in order. */
  hooks: HookRecord[];
}

/**
 * Runs the hooks on the event as the hook host does: in order, then the policies on the input that would run. Nothing else happens: no tool, no model, no
 * human. Events with the same `runId` share `ctx.state`, those with the same `sessionId` share `ctx.session`; each other has a run of its own. Rejects where a
 * hook is made wrongly.
 */
export declare function runHooks<E extends TestEvent>(
  hooks: HooksToRun,
  event: E,
  options?: RunHooksOptions,
): Promise<Outcome<E extends { readonly input: infer I } ? I : unknown>>;

/** An event of a session file, by its id, as it was before the hooks of that time saw it, with what was known of its run. Throws where the file has none that hooks could be run on. */
export declare function recorded(file: string, eventId: string): TestEvent;
