/** `hook`, `policy`, `group` and `defineTool`: they only describe; checking happens where a file is registered, so that one mistake never takes the others down. */
import type { z } from 'zod';
import { noEvent } from '../shared/hooks/foreignEvents';
import type { PathLimits } from '../shared/hooks/hookDescription';
import type { EventName } from '../shared/hooks/points';
import type { HookContext, NoStray, OnErrorOf, PolicyContext, PolicyReturned, Returned } from './contexts';
import type { InputOf } from './toolInputs';

/** A brand instead of a class: every hook file is a bundle of its own, so `instanceof` would not hold. */
export const brand = Symbol.for('hooksmith.definition');

export interface Definition {
  readonly [brand]: 'hook' | 'policy' | 'tool' | 'unload';
}
export interface HookDefinition extends Definition {
  readonly events: readonly string[];
  readonly options: Record<string, unknown>;
  readonly handler: (ctx: never) => unknown;
  /** What is wrong with it, found where it was made. */
  readonly problem?: string;
  /** Members of a group. */
  readonly members?: readonly HookDefinition[];
  /** Those of its events that are its own affair: in a group, the other members need not share them. */
  readonly apart?: readonly string[];
  /** Of a policy: what its searches leave out. */
  readonly limits?: PathLimits;
  readonly modes?: { continueOnError?: boolean; continueOnResponse?: boolean };
}

interface SharedOptions<T> {
  /** Tool names or globs, case ignored. */
  tools?: T;
  /** Patterns on input fields: paths are globbed, other strings take `*` and `?`; `command` is compared with each simple command. */
  match?: Readonly<Record<string, string | readonly string[]>>;
  /** Globs on the branch, `main/researcher`. */
  agents?: string | readonly string[];
  /** Milliseconds from the hook's own start; default 5000. */
  timeoutMs?: number;
  /** Runs and reports what it would have decided; changes nothing. */
  shadow?: boolean;
  /** `false` switches it off. */
  enabled?: boolean;
  /** Display name. */
  name?: string;
}
export interface HookOptionsInput<T, E extends EventName = EventName> extends SharedOptions<T> {
  /** High first: 200+ safety, 100–199 infrastructure, 0–99 logic, negative post-processing. Default 0. */
  priority?: number;
  /** What becomes of the event when the hook fails. */
  onError?: OnErrorOf<E>;
  /** Whether it runs in subagents. */
  inherit?: 'always' | 'if-none' | 'never';
  /** Nothing of its event is shown, sent or stored before it has run, and what it changes leaves no trace. */
  redacts?: boolean;
}
export type PolicyOptionsInput<T> = SharedOptions<T>;

export type NameOrNames = string | readonly string[];
type KeysOf<U> = U extends unknown ? keyof U : never;
type ToolsOf<O> = O extends { tools: infer T } ? T : never;
export type InputFor<O> = [ToolsOf<O>] extends [never] ? Record<string, unknown> : InputOf<ToolsOf<O>>;
/** Of all or of none: what its author meant cannot be told. Lists whose texts are only known when it runs are checked then. */
type Empty<T, Why> = T extends readonly []
  ? Why
  : T extends string | readonly string[]
    ? string extends TextOf<T>
      ? unknown
      : '' extends TextOf<T>
        ? Why
        : unknown
    : unknown;
type TextOf<T> = T extends readonly (infer One)[] ? One : T;
type EmptyIn<O> = { [K in keyof O]: Empty<O[K], 'an empty pattern or list matches nothing: leave it out where all is meant'> };
/** Unknown keys are errors; so are patterns on fields that none of the named tools has, and empty ones. */
export type Exact<O, Shape> = O & { [K in Exclude<keyof O, keyof Shape>]: never } & EmptyIn<
    Pick<O, keyof O & ('tools' | 'agents')>
  > &
  (O extends { match: infer M } ? { match?: { [K in Exclude<keyof M, KeysOf<InputFor<O>>>]: never } & EmptyIn<M> } : unknown);
/** A hook has an event. */
export type Some<E> = E extends readonly [] ? 'a hook has at least one event' : unknown;
type Aliases = {
  PreToolUse: 'preToolUse';
  PostToolUse: 'postToolUse';
  PostToolUseFailure: 'toolError';
  UserPromptSubmit: 'userMessage';
  PermissionRequest: 'permissionRequest';
  Stop: 'stop';
  SubagentStart: 'subagentStart';
  SubagentStop: 'subagentStop';
  PreCompact: 'preCompact';
  SessionStart: 'sessionStart';
};
export type AnyEvent = EventName | keyof Aliases;
type Real<E> = E extends keyof Aliases ? Aliases[E] : E extends EventName ? E : never;
export type EventNamed<E> = E extends readonly (infer One)[] ? Real<One> : Real<E>;
export type Sync<T> = T | Promise<T>;

/** A handler whose returned objects have no key that no decision takes: a misspelt one would be a hook error when it runs. */
export type Strict<F, D> = F &
  (F extends (ctx: never) => infer R ? (IsAny<R> extends true ? unknown : NoStray<Awaited<R>, D>) : unknown);
/** What has an error in it already is `any`: that error is the one to show. */
type IsAny<T> = 0 extends 1 & T ? true : false;
export type Handler<E extends AnyEvent | readonly AnyEvent[], I> = (
  ctx: HookContext<EventNamed<E>, I>,
) => Sync<Returned<EventNamed<E>, I>>;

/** Registers a handler for an event, or for several. It may observe, modify, answer, allow, ask or deny, as its events accept. */
export function hook<const E extends AnyEvent | readonly AnyEvent[], F extends Handler<E, Record<string, unknown>>>(
  event: E & Some<E>,
  handler: Strict<F, Returned<EventNamed<E>, Record<string, unknown>>>,
): HookDefinition;
export function hook<
  const E extends AnyEvent | readonly AnyEvent[],
  const O extends HookOptionsInput<NameOrNames, EventNamed<E>>,
  F extends Handler<E, InputFor<O>>,
>(
  event: E & Some<E>,
  options: Exact<O, HookOptionsInput<NameOrNames>>,
  handler: Strict<F, Returned<EventNamed<E>, InputFor<O>>>,
): HookDefinition;
export function hook(event: unknown, ...rest: unknown[]): HookDefinition {
  return define('hook', event, rest);
}

/** Registers a judge of tool calls: it runs after all hooks, on the input that would really run, and nothing skips it. It can only deny, ask, or stay silent. */
export function policy<F extends (ctx: PolicyContext<Record<string, unknown>>) => Sync<PolicyReturned>>(
  handler: Strict<F, PolicyReturned>,
): HookDefinition;
export function policy<
  const O extends PolicyOptionsInput<NameOrNames>,
  F extends (ctx: PolicyContext<InputFor<O>>) => Sync<PolicyReturned>,
>(options: Exact<O, PolicyOptionsInput<NameOrNames>>, handler: Strict<F, PolicyReturned>): HookDefinition;
export function policy(...rest: unknown[]): HookDefinition {
  return define('policy', 'preToolUse', rest);
}

function define(kind: 'hook' | 'policy', event: unknown, rest: unknown[]): HookDefinition {
  const [options, handler] = rest.length > 1 ? rest : [{}, rest[0]];
  const events: unknown[] = Array.isArray(event) ? event : [event];
  return {
    [brand]: kind,
    events: events.map(String),
    options: (options ?? {}) as Record<string, unknown>,
    handler: handler as HookDefinition['handler'],
    ...(events.every((one) => typeof one === 'string') ? {} : { problem: noEvent }),
  };
}

/**
 * Runs hooks of the same event as one hook, by the rules of trpc-agent-go's chains. Without `continueOnError` the first failure ends the group, without
 * `continueOnResponse` the first answer does. With them later members still run, and the last answer counts, or the first error where there is none. Changes
 * and votes end nothing; a denial always does. The group has the priority of its highest member.
 */
export function group(
  modes: { continueOnError?: boolean; continueOnResponse?: boolean },
  ...members: HookDefinition[]
): HookDefinition {
  return { [brand]: 'hook', events: members[0]?.events ?? [], options: {}, handler: () => undefined, members, modes };
}

/** What a tool's `run` is given beside its input. */
export interface ToolRunContext {
  /** Aborted when the user stops the run or the call takes longer than `timeoutMs`; a tool that does not give way is ended with its process. */
  readonly signal: AbortSignal;
  /** The workspace folder. */
  readonly cwd: string;
  /** Shown live while the tool runs; the model sees only what `run` returns. */
  log(...values: unknown[]): void;
  /** Asks the human whether to go on; on the command line `--approve` answers. What they take does not count towards `timeoutMs`. */
  confirm(reason: string): Promise<boolean>;
}
interface ToolFacts {
  /** Letters, digits, `_` and `-`, as `Weather`. */
  readonly name: string;
  /** What the model reads when it chooses. */
  readonly description: string;
  /** True where a call changes nothing: Plan mode then offers it too. It is still put to the human, unless a rule or hook allows it. */
  readonly readOnly?: boolean;
  /** `false` takes it away. */
  readonly enabled?: boolean;
  /** Milliseconds that a call may take; 120 000 by default. */
  readonly timeoutMs?: number;
}
export interface ToolDefinition extends Definition, ToolFacts {
  /** What the model has to give, as `z.object({ … })`; checked before anything sees the call. */
  readonly input: z.ZodType;
  /** Does it. */
  readonly run?: (input: never, ctx: ToolRunContext) => unknown;
  /** In place of `run`: whoever started the run answers the call. */
  readonly external?: boolean;
}

/**
 * A tool of the workspace; each file under `.hooksmith/tools` is a scope. `run` returns text, content blocks, or anything that JSON can say; what it throws is
 * the tool's error.
 */
export function defineTool<S extends z.ZodObject>(
  tool: ToolFacts & { readonly input: S; readonly external?: false; run(input: z.infer<S>, ctx: ToolRunContext): unknown },
): ToolDefinition;
/** A tool that whoever started the run answers: the run ends and waits for the results of its calls, which no hook of tools sees. */
export function defineTool<S extends z.ZodObject>(
  tool: Omit<ToolFacts, 'timeoutMs'> & { readonly input: S; readonly external: true },
): ToolDefinition;
export function defineTool(tool: object): ToolDefinition {
  return { [brand]: 'tool', ...tool } as ToolDefinition;
}
