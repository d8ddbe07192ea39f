/**
 * The black box of a conformance test: hook files as a user writes them and a script for the model go in, and the real loop and the real hook host run
 * them; what comes out is what the model, the human, the tools and the timeline got to see.
 */

import type { RunResult } from '../../src/agent/loop/run';
import type { ModelPort } from '../../src/agent/ports/model';
import { Rehearsal } from '../../src/models/rehearsal';
import type { RehearsalScript } from '../../src/models/rehearsalScript';
import type { ApprovalRequest } from '../../src/shared/calls/approvals';
import type { EventOf, EventType, HookEvent } from '../../src/shared/events/events';
import { blocksOf, type Message, type ModelRequest, textOf, type Usage } from '../../src/shared/messages/messages';
import { allows, Core, type CoreOptions, type Human, type SharedHost } from '../fixtures/core';
import { testTools } from './tools';

export type Turn = RehearsalScript['turns'][number];

/** With calls, if any follow the text. */
export const say = (text: string, ...calls: Turn[]): Turn => ({
  content: [{ type: 'text', text }, ...calls.flatMap((turn) => ('content' in turn ? turn.content : []))],
});
/** One response with one call for each pair of a tool and its input; text stands for `{text}`. */
export const call = (...pairs: (string | Record<string, unknown>)[]): Turn => ({
  content: pairs.flatMap((name, index) => {
    if (index % 2 === 1) return [];
    const input = pairs[index + 1] ?? {};
    return [{ type: 'tool_use' as const, name: name as string, input: typeof input === 'string' ? { text: input } : input }];
  }),
});
/** Input of the tool Agent. */
export const task = (subagent_type: string, prompt: string) => ({ subagent_type, prompt });
export const fails = (message: string): Turn => ({ error: { status: 500, type: 'api_error', message } });
export const rejects: Human = ({ id, inputHash }) => ({ id, inputHash, decision: 'deny' });

export interface Scene extends Omit<CoreOptions, 'hooks' | 'script' | 'model' | 'host' | 'tools'> {
  /** A hook file, or several by name; the import of `hooksmith` is added. */
  hooks?: string | Record<string, string>;
  /** The model's answers; when they are used up it says `done`. */
  turns?: Turn[];
  /** Subagents by name, with their turns; each has a definition and, where `own` names it, hooks of its own. */
  agents?: Record<string, Turn[]>;
  own?: Record<string, string>;
  /** False for a model that gives each answer whole. */
  stream?: boolean;
  /** Turns of agents that have a file of their own among `files`. */
  scripts?: Record<string, Turn[]>;
  /** At a limit one last model call is made. */
  finalAnswer?: boolean;
  /** `go` unless given; undefined goes on with what `items` hold. */
  prompt?: string | undefined;
  /** The user presses Stop when the first event of this type is there. */
  stopAt?: string;
  /** What a model call costs; nothing, unless given. */
  costUsd?(usage: Usage): number;
  /** A hook file is wrong on purpose. */
  broken?: true;
}

export type Rehearse = (scene: Scene) => Promise<Rehearsed>;

const imports =
  "import { allowPaths, contextConfig, denyCommands, denyPaths, finishReasons, group, guards, hook, observe, policy, rateLimit, redirectPath, requireCommand, stepLimit, timeLimit, tokenLimit } from 'hooksmith';\n";

/** A run that is over, and the conversation it belongs to. */
export class Rehearsed {
  result!: RunResult;

  constructor(
    readonly core: Core,
    /** Every request that reached the model. */
    readonly requests: readonly ModelRequest[],
    /** Every call that really ran: `TOOL TEXT`. */
    readonly ran: readonly string[],
    /** Every prompt that the human got. */
    readonly prompts: readonly ApprovalRequest[],
    private readonly finalAnswer?: boolean,
  ) {}

  get status(): string {
    return this.result.status;
  }
  /** The answer that the caller gets. */
  get text(): string {
    return this.result.text;
  }
  get error(): string | undefined {
    return this.result.error?.message;
  }
  get events(): HookEvent[] {
    return this.core.events;
  }
  get history(): readonly Message[] {
    return this.core.session.history;
  }
  /** The tool results that the model gets: their text, an error's with `error: ` before it. */
  get results(): string[] {
    return this.history.flatMap((message) =>
      blocksOf(message).flatMap((block) =>
        block.type === 'tool_result' ? [`${block.is_error ? 'error: ' : ''}${textOf({ content: block.content })}`] : [],
      ),
    );
  }
  /** What hooks logged with `ctx.log`, in order. */
  get logs(): string[] {
    return this.events.flatMap((event) => event.hooks.flatMap((hook) => hook.logs ?? []));
  }
  /** The hooks that had their turn at one event, or at all: `NAME DECISION`. */
  readonly hooks = (type?: string): string[] =>
    this.events
      .filter((event) => event.type === type || type === undefined)
      .flatMap((event) => event.hooks.map((hook) => `${hook.name} ${hook.decision}`));
  /** The types of the run's events, in order; only those named, if any are. */
  readonly types = (...only: string[]): string[] =>
    this.events.map((event) => event.type).filter((type) => only.length === 0 || only.includes(type));
  /** The first event of this type. */
  readonly event = <T extends EventType>(type: T): EventOf<T> => this.core.event(type);
  /** What was streamed to the view, in one piece. */
  get streamed(): string {
    return this.core.items.flatMap((item) => (item.kind === 'delta' ? [item.delta.text] : [])).join('');
  }
  /** Text of the messages of a request, one string each. */
  readonly sent = (request: number): string[] => this.requests[request]!.messages.map((message) => textOf(message));
  /** What hooks and observers printed after their first await, in order. */
  get printed(): readonly string[] {
    return this.core.logs;
  }
  /** Another message in the same conversation; without one it goes on where it broke. */
  async send(prompt: string | undefined): Promise<this> {
    const { session } = this.core;
    const { finalAnswer } = this;
    this.result = await (prompt === undefined ? session.continue({ finalAnswer }) : session.send(prompt, { finalAnswer }));
    return this;
  }
}

/** Starts the scene and plays it to its end; `cores` gets what must be stopped afterwards. */
export async function rehearse(
  {
    hooks = {},
    turns = [],
    agents = {},
    own = {},
    files = {},
    stream = true,
    human = allows,
    stopAt,
    broken,
    scripts = {},
    finalAnswer,
    costUsd = () => 0,
    ...rest
  }: Scene,
  host: SharedHost,
  cores: Core[],
) {
  const requests: ModelRequest[] = [];
  const ran: string[] = [];
  const prompts: ApprovalRequest[] = [];
  const hookFiles = typeof hooks === 'string' ? { 'hooks.ts': hooks } : hooks;
  const agentFiles = Object.keys(agents).map((name) => [
    `.hooksmith/agents/${name}.md`,
    `---\ndescription: Is ${name}.\n---\nYou are ${name}.\n`,
  ]);
  const ownHooks = Object.entries(own).map(([name, text]) => [`.hooksmith/agents/${name}/hooks/own.ts`, imports + text]);
  const core = await Core.start({
    ...rest,
    host,
    hooks: Object.fromEntries(Object.entries(hookFiles).map(([name, text]) => [name, imports + text])),
    files: { ...files, ...Object.fromEntries([...agentFiles, ...ownHooks]) },
    tools: testTools(ran),
    human: (request, signal) => {
      prompts.push(request);
      return human(request, signal);
    },
    model: (agent) => recorded(new Rehearsal(scriptOf(turns, { ...agents, ...scripts }), agent), requests, stream, costUsd),
  });
  cores.push(core);
  const [problem] = core.loaded.problems;
  if (problem && !broken) throw new Error(`the hook file does not load: ${problem.message}`);
  core.session.onItem((item) => {
    if (item.kind === 'event' && item.event.type === stopAt) void core.session.stop();
  });
  return new Rehearsed(core, requests, ran, prompts, finalAnswer).send('prompt' in rest ? rest.prompt : 'go');
}

const scriptOf = (turns: Turn[], agents: Record<string, Turn[]>): RehearsalScript => ({
  turns: [...turns, say('done')],
  agents: Object.fromEntries(Object.entries(agents).map(([name, its]) => [name, { turns: [...its, say('done')] }])),
});

function recorded(model: Rehearsal, requests: ModelRequest[], streams: boolean, costUsd: (usage: Usage) => number): ModelPort {
  return {
    label: model.label,
    model: model.model,
    maxTokens: model.maxTokens,
    contextWindow: model.contextWindow,
    costUsd: (_, usage) => costUsd(usage),
    call: (request, stream) => {
      requests.push(structuredClone(request));
      return model.call(request, streams ? stream : { ...stream, onDelta: () => {} });
    },
  };
}
