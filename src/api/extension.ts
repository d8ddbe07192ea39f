/**
 * What `vscode.extensions.getExtension('hooksmith.hooksmith').activate()` resolves with: the API for other extensions. Types only; copy the
 * folder that holds this file's declarations, `dist/types`, or import from it.
 */
import type { z } from 'zod';
import type { JsonObject } from '../shared/basics/json';
import type { HookEvent } from '../shared/events/events';
import type { Intercept } from '../shared/hooks/intercept';
import type { ToolResultBlock, ToolUseBlock, Usage } from '../shared/messages/messages';
import type { ErrorFacts } from '../shared/runs/errorFacts';
import type { RunStatus, StopSignal } from '../shared/runs/stopReasons';
import type { Returned } from './contexts';
import type {
  AnyEvent,
  EventNamed,
  Exact,
  Handler,
  HookOptionsInput,
  InputFor,
  NameOrNames,
  Some,
  Strict,
  ToolRunContext,
} from './define';

export type { Intercept, Passed } from '../shared/hooks/intercept';

export interface Disposable {
  dispose(): void;
}

export interface HooksmithApi {
  readonly version: string;

  /**
   * A hook that runs in the caller's own process: in the same order and chain as those of files, after them among equals of priority. Nothing protects that
   * process from a handler that loops. Disposing removes this registration only, and may be repeated. Throws a TypeError that says what is wrong.
   */
  addHook<const E extends AnyEvent | readonly AnyEvent[], F extends Handler<E, Record<string, unknown>>>(
    event: E & Some<E>,
    handler: Strict<F, Returned<EventNamed<E>, Record<string, unknown>>>,
  ): Disposable;
  addHook<
    const E extends AnyEvent | readonly AnyEvent[],
    const O extends HookOptionsInput<NameOrNames, EventNamed<E>>,
    F extends Handler<E, InputFor<O>>,
  >(
    event: E & Some<E>,
    options: Exact<O, HookOptionsInput<NameOrNames>>,
    handler: Strict<F, Returned<EventNamed<E>, InputFor<O>>>,
  ): Disposable;

  /** Every HookEvent of the chat, as the timeline shows it; each listener is given a copy of its own. A `vscode.Event`. */
  readonly onHookEvent: (listener: (event: HookEvent) => unknown, thisArgs?: unknown, disposables?: Disposable[]) => Disposable;

  /** Tools of the caller, offered from the next step on and gated like all others. Throws where a name is taken or a tool is made wrongly. */
  registerScope(scope: ToolScope): Disposable;

  /**
   * Sends a prompt in the chat, where the human sees the run and answers what it asks; waits for a run that is on. Rejects only where it never begins: how
   * it ended is in the result.
   */
  run(prompt: string, options?: RunOptions): Promise<RunResult>;

  /** Goes on with the session in the chat, with results for tool calls that have none. Rejects where it is not the session, or there is nothing to go on with. */
  continue(sessionId: string, toolResults?: readonly ToolResultBlock[]): Promise<RunResult>;
}

export interface ToolScope {
  name: string;
  tools: readonly ScopeTool[];
}
export interface ScopeTool {
  /** Letters, digits, `_` and `-`. */
  name: string;
  description: string;
  /** A zod 4 object, or JSON schema of an object. */
  input: z.ZodType | JsonObject;
  /** True where a call changes nothing. */
  readOnly?: boolean;
  /** Asked at each step; one that throws, or answers anything but `true`, is off. */
  enabled?: boolean | (() => boolean);
  /** Resolves with text, content blocks or anything that JSON can say. */
  run(input: never, ctx: ToolRunContext): unknown;
}

export interface RunOptions {
  /** False: no hooks at all. Policies judge every tool call all the same. */
  hooks?: false;
  /** Around each event of the run, outside of all hooks. */
  intercept?: Intercept;
  /** What `ctx.metadata` begins with. */
  metadata?: JsonObject;
  /** Stops the run. */
  signal?: AbortSignal;
}

export interface RunResult {
  sessionId: string;
  status: RunStatus;
  text: string;
  /** Strongest first. */
  signals: readonly StopSignal[];
  usage: Usage;
  costUsd: number;
  /** Of a run that ended `waiting`: the calls whose results `continue` is to bring. */
  pending?: readonly Pick<ToolUseBlock, 'id' | 'name' | 'input'>[];
  error?: ErrorFacts;
}
