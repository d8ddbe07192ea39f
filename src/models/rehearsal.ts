/** The rehearsal model: no key, no network, no language model. It plays tool calls that the user writes, or a script, through the real loop. */

import * as z from 'zod';
import { ModelError, type ModelPort, type ModelStream } from '../agent/ports/model';
import { fenced } from '../shared/basics/fenced';
import { isObject, type JsonObject } from '../shared/basics/json';
import type { BuiltInName } from '../shared/calls/toolNames';
import { canonical } from '../shared/hooks/outcome';
import {
  blocksOf,
  type ContentBlock,
  type Message,
  type ModelRequest,
  type ModelResponse,
  noUsage,
  textOf,
  toolUsesOf,
} from '../shared/messages/messages';
import { splitParts } from '../shared/messages/promptParts';
import { saidKind } from '../shared/runs/errorFacts';
import { type Provider, type Setup, settingsIn } from './provider';
import { type RehearsalScript, scriptIn } from './rehearsalScript';

export class Rehearsal implements ModelPort {
  readonly model = 'rehearsal';
  readonly playsAny = true;
  readonly maxTokens = 4096;
  readonly contextWindow = 200_000;
  private position: number | undefined;
  /** Calls of a subagent so far, whichever task they were for. */
  private calls = 0;

  constructor(
    private readonly scripted?: RehearsalScript,
    private readonly agent = 'main',
    /** Milliseconds between streamed words, for demonstrations. */
    private readonly wordDelayMs = 0,
  ) {}

  get label(): string {
    return this.scripted ? 'Rehearsal (script)' : 'Rehearsal';
  }

  costUsd(): number {
    return 0;
  }

  async call(request: ModelRequest, stream: ModelStream): Promise<ModelResponse> {
    stream.signal.throwIfAborted();
    const response = this.scripted
      ? this.scriptedTurn(request)
      : stream.purpose === 'compact'
        ? listed(request)
        : improvised(request, (index) => this.callId(request, index));
    stream.onUsage?.(response.usage);
    for (const part of response.content) {
      if (part.type !== 'text' && part.type !== 'thinking') continue;
      const text = part.type === 'text' ? part.text : part.thinking;
      for (const word of text.match(/\S+\s*|\s+/g) ?? []) {
        stream.signal.throwIfAborted();
        stream.onDelta({ type: part.type, text: word });
        if (this.wordDelayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.wordDelayMs));
      }
    }
    return response;
  }

  /** A resumed session starts after the turns of this script that its history holds; a script that is new to it starts at its beginning. */
  private scriptedTurn(request: ModelRequest): ModelResponse {
    const list = this.agent === 'main' ? this.scripted!.turns : (this.scripted!.agents?.[this.agent]?.turns ?? []);
    const position = this.position ?? placeAfter(answersOf(this.agent, request.messages), list);
    this.position = position + 1;
    const next = list[position];
    if (!next)
      throw new ModelError(`the rehearsal script has ${list.length} turns for ${this.agent}; this is request ${position + 1}`, {
        kind: 'script_ended',
        retryable: false,
      });
    if ('error' in next)
      throw new ModelError(next.error.message, { kind: saidKind(next.error.type), status: next.error.status, retryable: false });
    const content: ContentBlock[] = next.content.map((part, index) =>
      part.type === 'tool_use' ? { ...part, id: part.id ?? this.callId(request, index), input: part.input as JsonObject } : part,
    );
    const calls = content.some((part) => part.type === 'tool_use');
    return {
      role: 'assistant',
      model: this.model,
      content,
      stop_reason: next.stop_reason ?? (calls ? 'tool_use' : 'end_turn'),
      usage: next.usage ?? noUsage,
    };
  }

  /** Unique in its session: those of the conversation by their place in it, so that a resumed one goes on; a subagent begins each task anew. */
  private callId(request: ModelRequest, index: number): string {
    if (this.agent === 'main') return `toolu_rehearsal_${countCalls(request) + index + 1}`;
    this.calls++;
    return `toolu_rehearsal_${this.agent}_${this.calls}`;
  }
}

/** Where a script goes on after answers that may be its own: at its beginning where they are not. */
function placeAfter(answers: readonly Message[], list: RehearsalScript['turns']): number {
  let place = 0;
  let isSaid = true;
  const likeness: boolean[] = [];
  for (const answer of answers) {
    // What failed, or said nothing, left no answer.
    while (place < list.length && leavesNone(list[place]!)) place++;
    const turn = list[place++];
    if (!turn || 'error' in turn) return 0;
    const said = { content: turn.content.map((part) => ({ id: '', ...part }) as ContentBlock) };
    const [own, calls] = [toolUsesOf(said), toolUsesOf(answer)];
    if (own.length !== calls.length || calls.some(({ name }, at) => name !== own[at]!.name)) return 0;
    isSaid &&= textOf(said) === textOf(answer);
    likeness.push(...calls.map(({ input }, at) => isAlike(input, own[at]!.input)));
  }
  // Hooks may have changed the words of an answer, and fields of some calls; of a script that would be over, any other word says that it is another one.
  const isOwn = place < list.length ? likeness.length === 0 || likeness.includes(true) : isSaid && !likeness.includes(false);
  return isOwn ? place : 0;
}

/** A field is the same in both, or there is none. */
function isAlike(one: JsonObject, other: JsonObject): boolean {
  const fields = Object.keys(other);
  return fields.length === 0 || fields.some((field) => canonical(one[field]) === canonical(other[field]));
}

type Turn = RehearsalScript['turns'][number];
const leavesNone = (turn: Turn): boolean => 'error' in turn || turn.content.length === 0;

/** The answers in a history that are the agent's own: those after a handoff are of the agent that it names. */
function answersOf(agent: string, messages: readonly Message[]): Message[] {
  const failed = new Set(
    messages.flatMap((message) =>
      blocksOf(message).flatMap((part) => (part.type === 'tool_result' && part.is_error ? [part.tool_use_id] : [])),
    ),
  );
  const spoken: { message: Message; speaker: string | undefined }[] = [];
  let speaker: string | undefined;
  for (const message of messages) {
    if (message.role !== 'assistant') continue;
    spoken.push({ message, speaker });
    const handoff = toolUsesOf(message).find(({ id, name }) => name === ('Handoff' satisfies BuiltInName) && !failed.has(id));
    if (handoff) speaker = String(handoff.input.agent);
  }
  // Who spoke before the first handoff is not in the history: the conversation's own agent, or the only one there was.
  const first = speaker === undefined ? agent : 'main';
  return spoken.filter((one) => (one.speaker ?? first) === agent).map(({ message }) => message);
}

const countCalls = (request: ModelRequest): number =>
  request.messages.reduce((sum, message) => sum + toolUsesOf(message).length, 0);

const answer = (text: string): ModelResponse => ({
  role: 'assistant',
  model: 'rehearsal',
  content: [{ type: 'text', text }],
  stop_reason: 'end_turn',
  usage: noUsage,
});

/** In place of a summary: what can be told without understanding it. */
function listed({ messages }: ModelRequest): ModelResponse {
  // The last text is the request for the summary.
  const said = messages.flatMap((message) =>
    message.role === 'user' ? blocksOf(message).flatMap((part) => (part.type === 'text' ? [part.text] : [])) : [],
  );
  const calls = messages.flatMap((message) => toolUsesOf(message).map((call) => call.name));
  const lines = said.slice(0, -1).map((text) => `- the user: ${text.replace(/\s+/g, ' ').slice(0, 200)}`);
  return answer(
    [
      'The rehearsal model is no language model and cannot sum up; a model would write its summary here. This is only a list of what was there:',
      ...lines,
      `- tool calls: ${calls.length === 0 ? 'none' : calls.join(', ')}`,
    ].join('\n'),
  );
}

function improvised(request: ModelRequest, callId: (index: number) => string): ModelResponse {
  const last = request.messages.at(-1);
  if (!last) return answer('There is nothing to answer.');
  const results = blocksOf(last).flatMap((part) => (part.type === 'tool_result' ? [part] : []));
  const { own, parts } = splitParts(textOf(last));
  const played = parts.flatMap(({ tag, text }) => (tag === 'command' ? [text] : []));
  const calls = readCalls([own, ...played].join('\n'));
  if (results.length > 0 && (typeof calls === 'string' || calls.length === 0))
    return answer(summaryOf(results, request.messages));
  if (typeof calls === 'string') return answer(calls);
  if (calls.length === 0) {
    return answer(
      'This is the **rehearsal model**: it is no language model, and it does not understand you. It plays tool calls through your hooks, policies and approvals. Write one per line:\n\n```\n/call Bash {"command": "git status"}\n```\n\nFor a real model run *Hooksmith: Set Anthropic API Key*; on the command line give `--model`.',
    );
  }
  const content: ContentBlock[] = calls.map(({ name, input }, index) => ({
    type: 'tool_use',
    id: callId(index),
    name,
    input,
  }));
  return {
    role: 'assistant',
    model: 'rehearsal',
    content: [
      { type: 'text', text: calls.length === 1 ? `Calling ${calls[0]!.name}.` : `Making ${calls.length} calls.` },
      ...content,
    ],
    stop_reason: 'tool_use',
    usage: noUsage,
  };
}

/** `/call NAME {json}`, each on a line of its own; the JSON may span lines, and other words of the message stand around. Text says what is wrong with one. */
function readCalls(text: string): { name: string; input: JsonObject }[] | string {
  const calls: { name: string; input: JsonObject }[] = [];
  for (const part of text.split(/^(?=[ \t]*\/call\b)/m)) {
    if (!/^[ \t]*\/call\b/.test(part)) continue;
    const found = /^[ \t]*\/call[ \t]+([\w.-]+)([\s\S]*)$/.exec(part);
    const right = 'Write it as `/call Bash {"command": "git status"}`.';
    if (!found) return `This call has no tool name. ${right}`;
    const [, name, rest = ''] = found;
    const json = inputIn(rest);
    try {
      const input: unknown = json === '' ? {} : JSON.parse(json);
      if (!isObject(input)) return `The input of ${name} must be a JSON object. ${right}`;
      calls.push({ name: name!, input });
    } catch (error) {
      return `The input of ${name} is not JSON: ${(error as Error).message}. ${right}`;
    }
  }
  return calls;
}

/** What stands behind a tool's name as its input: an object to its end, else what is left of the line. */
function inputIn(rest: string): string {
  const text = rest.trim();
  if (!text.startsWith('{')) return (/^[^\r\n]*/.exec(rest)?.[0] ?? '').trim();
  let depth = 0;
  for (const { 0: part, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (part === '{') depth++;
    else if (part === '}') depth--;
    if (depth === 0) return /^[ \t]*(?:[\r\n]|$)/.test(text.slice(index + 1)) ? text.slice(0, index + 1) : text;
  }
  return text;
}

function summaryOf(
  results: { tool_use_id: string; content: Message['content']; is_error?: boolean }[],
  history: Message[],
): string {
  const names = new Map(history.flatMap((message) => toolUsesOf(message).map((call) => [call.id, call.name] as const)));
  return results
    .map(({ tool_use_id, content, is_error }) => {
      // Its first line is indented as the others are.
      const text = textOf({ content })
        .replace(/^\s*\n/, '')
        .trimEnd();
      const body = text === '' ? '' : `\n\n${fenced('', text.length > 2000 ? `${text.slice(0, 2000)}\n…` : text)}`;
      return `**${names.get(tool_use_id) ?? 'The tool'}** ${is_error ? 'did not succeed' : 'answered'}${body ? `:${body}` : '.'}`;
    })
    .join('\n\n');
}

const settings = { 'rehearsal.script': z.string() };

export const rehearsal = {
  name: 'rehearsal',
  label: 'Rehearsal',
  form: 'rehearsal',
  note: 'no key, no network, no language model',
  settings,
  forAll: true,
  make(_model: string, agent: string, setup: Setup) {
    const file = settingsIn(settings, setup)['rehearsal.script'];
    return new Rehearsal(file ? scriptIn(file, setup) : undefined, agent);
  },
} satisfies Provider<typeof settings>;

export const script = {
  name: 'script',
  label: 'Rehearsal (script)',
  form: 'script:FILE',
  settings: {},
  forAll: true,
  make: (file: string, agent: string, setup: Setup) => new Rehearsal(scriptIn(file, setup), agent),
} satisfies Provider;
