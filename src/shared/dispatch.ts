/** What crosses between the agent loop and the hook chain: one request and one answer for each dispatch, however many hooks there are. Cloneable data only. */
import type { Confinement } from './confinement';
import type { ErrorFacts, HookEvent } from './events';
import type { DecidedBy, HookRecord, SkipCounts } from './hookRecord';
import { isObject, type JsonObject } from './json';
import { noUsage, type ToolDeclaration, type Usage } from './messages';
import type { EventName, Payloads } from './payloads';
import type { DecisionAction } from './points';
import type { StopReasonName } from './stopReasons';

export type Purpose = 'chat' | 'compact' | 'title';

/** What `ctx.complete` may be told. */
export interface CompleteOptions {
  /** As an agent's file names it; that of the agent at whose event the hook runs where absent. */
  model?: string;
  maxTokens?: number;
}
/** The hook that calls it. */
export interface Completer {
  hook: string;
  file: string;
  /** 1-based. */
  line: number;
  event: string;
  /** '' beside runs. */
  runId: string;
  /** The task of the subagent whose event it is. */
  taskId?: string;
}

export interface Earlier {
  /** In tokens. */
  usage: Usage;
  costUsd: number;
  /** Milliseconds that they took, waiting for the human left out. */
  activeMs: number;
}
export const nothingEarlier: Earlier = { usage: noUsage, costUsd: 0, activeMs: 0 };

/** The common fields of every context. */
export interface RunFacts {
  /** `main`, or that of a subagent. */
  agentName: string;
  /** `main/researcher/scraper`. */
  branch: string;
  /** How many agents stand above this one. */
  depth: number;
  /** Of a subagent: the task that it was handed. */
  taskId?: string;
  sessionId: string;
  /** Shared by subagents. */
  runId: string;
  /** 0-based. */
  step: number;
  /** What the model is asked for: the conversation, a summary of it, or its title. */
  purpose: Purpose;
  /** Of the run so far, in tokens. */
  usage: Usage;
  /** Of the run so far; 0 where no price is known. */
  costUsd: number;
  /** Errors of the run so far. */
  errors: ErrorFacts[];
  /** The run's own JSON object: every `modify` may patch it, and records carry it. */
  metadata: JsonObject;
  /** Milliseconds that the run has waited for the human. */
  waitedMs: number;
  /** What the session's runs before this one came to. */
  earlier: Earlier;
  /** When the run began, ISO 8601. */
  createdAt: string;
  /** When its last event was. */
  updatedAt: string;
  /** True while past events are replayed: nothing acts. */
  replaying: boolean;
}

/** A word that is only partly known before it runs. */
export interface PartialWord {
  /** In order; null where any text may stand. */
  pieces: (string | null)[];
  /** It may become several words, or none. */
  many?: true;
  /** It never begins with a dash: what a glob found. */
  operand?: true;
}

/** One simple command of a parsed command line, unquoted, wrappers opened. */
export interface Command {
  program: string;
  args: string[];
  text: string;
  /** Some of it is only known when it runs: arguments (`$X`, `xargs`), or what its words mean (`PATH=…`, `GIT_SSH_COMMAND=…`). An allow does not cover it. */
  dynamic?: boolean;
  /** Where words are only partly known: the program and all arguments, as far as they are. */
  words?: (string | PartialWord)[];
  /** What it may be in place of that: git takes a subcommand that is none of its own from its settings. */
  mayBe?: (string | PartialWord)[];
  /** Indexes of its words (0 is the program) at which a command may begin that it runs: programs that nobody knows, and `exec`, `--` and their kind of the others. `any` where they are too many. */
  mayRun?: number[] | 'any';
}

/** A folder that a command walks through: `grep -r`, `find`, `tar`. */
export interface Searched {
  folder: string;
  /** Names with a leading dot are left out, and what lies beneath them. */
  dots?: false;
  /** All that lies there, as paths below it; absent where that is too much, or cannot be read. */
  found?: string[];
}

/** Something of a command line that is only known when it runs, and that could run anything. */
export interface Uncertainty {
  /** `code`: text given to an interpreter, or to a program that runs other programs. `line`: all else, such as a program that a variable names. */
  kind: 'line' | 'code';
  /** In words. */
  reason: string;
}

export type ToolStatus = 'known' | 'unknown' | 'disabled' | 'invalid';

/** What the core knows of a tool call; asked again whenever a hook changes the input or the tool. */
export type ToolFacts = {
  toolName: string;
  /** Other names of the tool: what is said of one of them is said of it. */
  aliases?: string[];
  /** What will run, or ran; parsed by the tool's schema where `status` is known. */
  input: JsonObject;
  /** `known` where the call could run as it is. */
  status: ToolStatus;
  /** As the model is offered it. */
  declaration?: ToolDeclaration;
  /** The tool's group: built-in, a tool file, an MCP server. */
  scope?: string;
  /** It has no effect outside the conversation. */
  readOnly?: boolean;
  /** The line, where the call is one for a shell. */
  commandLine?: string;
  /** The parsed command line; undefined if there is none, it cannot be parsed, or it runs something that is not in this list. */
  commands?: Command[];
  /** What could be read of a line that could not be read whole: enough to deny, never to allow. */
  seenCommands?: Command[];
  /** What of the line is only known when it runs; absent where there is no such thing, arguments of single commands aside. */
  uncertainties?: Uncertainty[];
  /** What keeps an `allow` from covering the line, in words: what it assigns, and where it writes. */
  allowBars?: string[];
  /** Folders that the line walks through. */
  searches?: Searched[];
  /** Protected paths that the line may write without naming them, in words. */
  guarded?: string[];
  /** Where relative paths of the call, and relative patterns, start: the workspace folder. */
  cwd: string;
  /** The user's home folder, for `~` in patterns. */
  home: string;
  /** Real paths of the input's path fields, by field. */
  fieldPaths: Record<string, string>;
  /** Real paths that the call names. */
  paths: string[];
  /** The same as they are written, absolute, links not followed; absent where no link is in the way. Enough to deny, never to allow. */
  namedPaths?: string[];
  /** Hosts that the call reaches; absent where its tool tells of none. */
  hosts?: string[];
  /** False where a command line could not be read to the end, so that `paths` may lack some. */
  pathsComplete: boolean;
  /** What is wrong with the input, or which tools are near an unknown name. */
  problem?: string;
};

const factNames = [
  'toolName',
  'aliases',
  'input',
  'status',
  'declaration',
  'scope',
  'readOnly',
  'commandLine',
  'commands',
  'seenCommands',
  'uncertainties',
  'allowBars',
  'searches',
  'guarded',
  'cwd',
  'home',
  'fieldPaths',
  'paths',
  'namedPaths',
  'hosts',
  'pathsComplete',
  'problem',
] as const satisfies (keyof ToolFacts)[];

/** The facts of a call among the fields of its event. */
export function factsIn(payload: ToolFacts): ToolFacts {
  const facts: JsonObject = {};
  for (const name of factNames) facts[name] = payload[name];
  return facts as unknown as ToolFacts;
}

/** What a record keeps of a call's facts: not its declaration, which is the tool's, nor what the event says itself. */
export type RecordedFacts = Partial<Omit<ToolFacts, 'declaration' | 'input'>> & {
  input?: JsonObject;
  /** Facts that were too long to keep. */
  left?: string[];
};

/** A walk through a large folder may find thousands of files. */
const mostFactCharacters = 16 * 1024;

/** `beside` are facts that the event itself tells. */
export function recordedFacts(facts: ToolFacts, beside: readonly (keyof ToolFacts)[] = []): RecordedFacts {
  const kept: JsonObject = {};
  for (const name of factNames) {
    const value = facts[name];
    if (value === undefined || name === 'declaration' || beside.includes(name)) continue;
    if ((Array.isArray(value) || isObject(value)) && Object.keys(value).length === 0) continue;
    kept[name] = value;
  }
  if (kept.searches && JSON.stringify(kept.searches).length > mostFactCharacters) {
    delete kept.searches;
    kept.left = ['searches'];
  }
  return kept;
}

/** The facts again; what was left out for being empty is empty again. */
export const factsFrom = (facts: RecordedFacts): Omit<ToolFacts, 'toolName' | 'input' | 'status'> => {
  const { left: _, ...kept } = facts;
  return { cwd: '', home: '', fieldPaths: {}, paths: [], pathsComplete: true, ...kept };
};

/** The event's fields with the facts of another input or tool: nothing that was known of the one before is left. */
export const withFacts = (payload: JsonObject, facts: ToolFacts): JsonObject => ({
  ...payload,
  ...Object.fromEntries(factNames.map((name) => [name, undefined])),
  ...facts,
});

/** All names that a call's tool goes by. */
export const namesOf = ({ toolName, aliases = [] }: Pick<ToolFacts, 'toolName' | 'aliases'>): string[] => [toolName, ...aliases];

export interface DispatchRequest<E extends EventName = EventName> {
  event: E;
  run: RunFacts;
  /** The event's own fields. */
  payload: Payloads[E];
  /** Names of hook folders of the agents on the branch, innermost last. */
  agentHooks?: string[];
  /** Ids of hooks that must not see it: it tells of their own failure. */
  except?: string[];
  /** Decisions that would come to nothing now, and why: they are recorded as such, and the chain goes on. */
  bars?: Partial<Record<DecisionAction, string>>;
}

/** The agents that have hooks of their own for what happens on a branch, innermost last. Who a handoff put there stands in place of the branch's last name. */
export const agentsWithHooks = (
  { branch, agentName }: Pick<RunFacts, 'branch' | 'agentName'>,
  hasOwn: (agentName: string) => boolean,
): string[] => [...branch.split('/').slice(1, -1), agentName].filter(hasOwn);

/** What an event that has happened says of its run. */
export const factsOfEvent = ({
  agentName,
  branch,
  taskId,
  sessionId,
  runId,
  step,
  timestamp,
}: Pick<HookEvent, 'agentName' | 'branch' | 'taskId' | 'sessionId' | 'runId' | 'step' | 'timestamp'>): RunFacts => ({
  agentName,
  branch,
  depth: branch.split('/').length - 1,
  taskId,
  sessionId,
  runId,
  step,
  purpose: 'chat',
  usage: noUsage,
  costUsd: 0,
  errors: [],
  metadata: {},
  waitedMs: 0,
  earlier: nothingEarlier,
  createdAt: timestamp,
  updatedAt: timestamp,
  replaying: false,
});

export interface Decided {
  by: DecidedBy;
  reason: string;
}

/** How the chain ended, strongest first; `payload` holds the fields after the chain. */
export type ChainEnd =
  | { action: 'continue' }
  | ({ action: 'deny' } & Decided)
  | ({ action: 'respond'; value: unknown } & Decided)
  | ({ action: 'fail'; error: ErrorFacts } & Decided)
  | ({ action: 'stop'; context?: JsonObject; as?: StopReasonName } & Decided)
  | ({ action: 'retry'; afterMs: number } & Decided)
  | ({ action: 'drop' } & Decided)
  | ({ action: 'continueWith'; message: string } & Decided)
  /** A hook with `onError: 'stop'` failed: the run ends in runError. */
  | ({ action: 'error'; error: ErrorFacts } & Decided);

export interface Vote extends Decided {
  action: 'ask' | 'allow';
}
/** The strictest word of all matching policies. */
export interface Judgement extends Decided {
  action: 'deny' | 'ask';
}

/** A policy has the call run in the system's sandbox; an ask where that cannot be. */
export interface Confined extends Decided {
  words: Confinement;
}

export interface DispatchResult<E extends EventName = EventName> {
  end: ChainEnd;
  /** The event's fields after the chain; a denial keeps the fields as they came. */
  payload: Payloads[E];
  /** Strictest vote of the hooks (preToolUse, permissionRequest). */
  vote?: Vote;
  /** preToolUse only: what the policies said of the input that would run. */
  judgement?: Judgement;
  /** preToolUse only: the policies that confine it; all their words unite. */
  confined?: Confined[];
  /** Text that hooks added with `context`, in order. */
  context: string[];
  /** Merged metadata of the run, if a hook changed it. */
  metadata?: JsonObject;
  hooks: HookRecord[];
  skipped: SkipCounts;
  hookSet: string;
  /** A `redacts` hook changed the fields, or failed: what came is not to be shown, only `payload`. */
  redacted?: true;
}

export interface JudgeResult {
  judgement?: Judgement;
  confined?: Confined[];
  hooks: HookRecord[];
  hookSet: string;
}
