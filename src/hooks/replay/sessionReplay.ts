/** One recorded session through the hooks of today, item by item: the real chain on dispatches that are put together again from the record. */

import { isObject, type JsonObject } from '../../shared/basics/json';
import { dataAt } from '../../shared/events/eventReading';
import type { HookEvent } from '../../shared/events/events';
import { agentsWithHooks, type DispatchRequest, type DispatchResult } from '../../shared/hooks/dispatch';
import type { PayloadFields } from '../../shared/hooks/payloads';
import type { EventName } from '../../shared/hooks/points';
import type { Message, ToolDeclaration } from '../../shared/messages/messages';
import type { StreamItem } from '../../shared/stream/stream';
import { States, sessionStore } from '../chain/calling/states';
import { hasOwnAmong } from '../chain/choosing/matching';
import { runChain, runPolicies } from '../chain/running/chain';
import type { ChainEnv, RegisteredHook, StateStore } from '../chain/words/registered';
import { notDescended } from '../chain/words/values';
import { compare, hadSay, sideOfRecord, sideOfResult } from './compare';
import { decidable } from './decidable';
import { type PastGate, spokeAgain } from './judgedAgain';
import { wordsIn } from './pastSpeaker';
import type { Recalled } from './recalledPayload';
import { Recollection } from './recollection';
import { emptyReport, type ReplayReport } from './replayChanges';

/** An item of the record; `facts` where it does not hold what the core knew of the call. */
export type RecordedItem = StreamItem & { facts?: JsonObject };

/** What a hook reached for though a replay does not have it. */
export interface ReachedFor {
  hook: Pick<RegisteredHook, 'id' | 'name' | 'file' | 'line'> | undefined;
  message: string;
}

export interface ReplayParts {
  hooks: readonly RegisteredHook[];
  tools: readonly ToolDeclaration[];
  /** Sets the clock of the hooks, and gives what their chain needs. */
  at(timestamp: number, runId: string): Omit<ChainEnv, 'state' | 'complete'>;
  /** A hook's code is under way, not the chain's. */
  isRunning(): boolean;
  /** What was reached for since it was last asked. */
  reached(): ReachedFor | undefined;
  /** Files that reached for it as they loaded: what they would say is not known. */
  unloaded: ReadonlySet<string>;
}

const conversational: ReadonlySet<EventName> = new Set([
  'beforeStep',
  'preModelCall',
  'modelError',
  'postModelCall',
  'afterStep',
  'preCompact',
]);

export class SessionReplay {
  private readonly report = emptyReport();
  private readonly recollection: Recollection;
  private readonly states = new States(() => undefined);
  private readonly wanted: ReadonlySet<EventName>;
  private readonly hasPolicies: boolean;
  private readonly hasOwn: (agentName: string) => boolean;
  /** Runs that went another way from here on. */
  private readonly diverged = new Set<string>();
  /** Stores whose values may be others than they were: what is read there is not known. */
  private readonly tainted = new Set<string>();
  /** A model's answer whose words are told further on, and what came since. */
  private held: { answer: HookEvent; items: RecordedItem[] } | undefined;
  private readonly judged = new Map<string, PastGate>();
  private readonly callsRun = new Map<string, number>();
  private policiesRemember = false;
  /** What the dispatch at hand asked for that the record does not hold. */
  private missed: string | undefined;
  private facts: JsonObject | undefined;

  constructor(
    private readonly session: string,
    private readonly parts: ReplayParts,
  ) {
    const enabled = parts.hooks.filter(({ options }) => options.enabled);
    this.wanted = new Set(enabled.filter(({ kind }) => kind === 'hook').flatMap(({ events }) => events));
    this.hasPolicies = enabled.some(({ kind }) => kind === 'policy');
    this.hasOwn = hasOwnAmong(parts.hooks);
    const keepsHistory = [...this.wanted].some((event) => conversational.has(event));
    this.recollection = new Recollection(keepsHistory, parts.tools, async (toolName, input) =>
      this.facts ? this.facts : ({ ...(await this.envFor(0, '').toolFacts(toolName, input)) } as JsonObject),
    );
  }

  async take(item: RecordedItem): Promise<void> {
    const { held } = this;
    if (!held) return this.play(item);
    held.items.push(item);
    const content = wordsIn(item, held.answer);
    if (content !== 'later') await this.release(content === 'none' ? undefined : content);
  }

  /** What it came to since it was last asked. */
  tell(): ReplayReport {
    const told = { ...this.report, changes: [...this.report.changes], failures: [...this.report.failures] };
    Object.assign(this.report, emptyReport());
    return told;
  }

  /** The record ends here. */
  async end(): Promise<void> {
    while (this.held) await this.release(undefined);
  }

  private async release(content: Message['content'] | undefined): Promise<void> {
    const { answer, items } = this.held!;
    this.held = undefined;
    await this.decide(answer, content);
    this.recollection.after({ kind: 'event', event: answer });
    for (const item of items) await this.take(item);
  }

  private async play(item: RecordedItem): Promise<void> {
    this.recollection.before(item);
    if (item.kind === 'event') {
      const { event } = item;
      const name = decidable(event.type);
      if (
        name === 'postModelCall' &&
        this.wanted.has(name) &&
        !this.diverged.has(event.runId) &&
        dataAt(event, 'response') !== undefined
      ) {
        this.held = { answer: event, items: [] };
        return;
      }
      this.facts = item.facts;
      if (name) await this.decide(event, undefined);
      else if (this.hasPolicies) await this.judgeAgain(event);
      if (event.type === 'after_run') this.forget(event.runId);
    }
    this.recollection.after(item);
  }

  private async decide(event: HookEvent, content: Message['content'] | undefined): Promise<void> {
    const { report } = this;
    const name = decidable(event.type)!;
    report.decisions++;
    if (this.diverged.has(event.runId)) {
      report.unknown++;
      return;
    }
    const isWanted = this.wanted.has(name) || (name === 'preToolUse' && this.hasPolicies);
    if (!isWanted && !hadSay(event)) return;
    const recalled = await this.recollection.recall(event, content);
    if (recalled.lost !== undefined) return this.leaveOpen(event);
    const result = isWanted ? await this.dispatch(event, recalled) : undefined;
    const reached = this.parts.reached() ?? this.unloadedIn(event, result);
    if (reached) return this.fail(event, name, reached);
    if (this.missed !== undefined) return this.leaveOpen(event);
    const verdict = compare(event, recalled.payload, result);
    if (verdict === 'unknown') return this.leaveOpen(event);
    if (result?.metadata) this.recollection.setMetadata(event, result.metadata);
    if (result && verdict === 'same') this.recollection.keep(event, result.payload);
    if (verdict === 'same') return;
    report.changed++;
    const { toolName, toolCallId } = event;
    report.changes.push({
      session: this.session,
      runId: event.runId,
      eventId: event.id,
      event: name,
      ...(toolName === undefined ? {} : { toolName }),
      ...(toolCallId === undefined ? {} : { toolCallId }),
      before: sideOfRecord(event),
      after: sideOfResult(event, recalled.payload, result),
    });
    this.diverged.add(event.runId);
    this.taint(event);
  }

  private async dispatch(event: HookEvent, recalled: Recalled): Promise<DispatchResult> {
    this.missed = undefined;
    const { event: name, run, payload, bars, missing } = recalled;
    const request = {
      ...{ event: name, run, payload: this.withGaps(payload, missing) },
      agentHooks: agentsWithHooks(run, this.hasOwn),
      ...(bars ? { bars } : {}),
    } as unknown as DispatchRequest;
    const gaps = new Map([...missing].filter(([field]) => !field.includes('.')));
    const env = Object.assign(this.envFor(Date.parse(event.timestamp), event.runId), { gaps });
    const result = await runChain(request, this.parts.hooks, env);
    if (name === 'preToolUse' && event.toolCallId !== undefined)
      this.judged.set(event.toolCallId, {
        request: { ...request, payload: result.payload },
        calls: this.callsRun.get(event.runId) ?? 0,
        denied: result.judgement?.action === 'deny',
      });
    return result;
  }

  /** Policies spoke again where another call had run meanwhile, and when the human allowed; what they remember of it counts. */
  private async judgeAgain(event: HookEvent): Promise<void> {
    const { type, toolCallId, runId, timestamp } = event;
    const judged = toolCallId === undefined ? undefined : this.judged.get(toolCallId);
    const calls = this.callsRun.get(runId) ?? 0;
    if (type === 'tool_start') this.callsRun.set(runId, calls + 1);
    const spoke = judged && spokeAgain(event, judged, calls);
    if (judged && type === 'approval_requested') judged.asked = true;
    if (!spoke || !this.policiesRemember || this.diverged.has(runId)) return;
    if (spoke === 'untold') return this.taint(event);
    judged.calls = calls;
    await runPolicies(judged.request, this.parts.hooks, this.envFor(Date.parse(timestamp), runId));
    this.parts.reached();
  }

  private envFor(at: number, runId: string): ChainEnv {
    // Into the environment itself: a copy would read its signal, which few hooks do.
    return Object.assign(this.parts.at(at, runId), {
      state: (store: string) => this.stateOf(store),
      complete: async (prompt: string) => {
        const answer = this.recollection.answerTo(runId, prompt);
        if (answer?.output !== undefined) return answer.output;
        if (answer?.error) throw new Error(answer.error.message);
        this.missed ??= 'what a model would say to ctx.complete';
        throw new Error('ctx.complete: no model answers while past events are replayed');
      },
      missed: (field: string) => {
        this.missed ??= field;
      },
    });
  }

  private stateOf(store: string): StateStore {
    const { get, has, set, delete: remove } = this.states.of(store);
    const read = <T>(value: T): T => {
      if (this.tainted.has(store)) this.missed ??= 'state';
      return value;
    };
    return Object.freeze({
      get: (key: string) => read(get(key)),
      has: (key: string) => read(has(key)),
      set: (key: string, value: unknown) => {
        this.policiesRemember = true;
        set(key, value);
      },
      delete: (key: string) => read(remove(key)),
    });
  }

  /** The record of a request has no list of tools: who reads it there is told of by `missed`. */
  private withGaps(payload: PayloadFields, missing: ReadonlyMap<string, unknown>): PayloadFields {
    const inRequest = [...missing].filter(([field]) => field.startsWith('request.'));
    if (inRequest.length === 0 || !isObject(payload.request)) return payload;
    const request = { ...payload.request };
    for (const [field, value] of inRequest) {
      const name = field.slice('request.'.length);
      if (!(name in request)) continue;
      Object.defineProperty(request, name, {
        enumerable: true,
        configurable: true,
        get: () => {
          if (this.parts.isRunning()) this.missed ??= field;
          return value;
        },
      });
    }
    return { ...payload, request: notDescended(request) };
  }

  private leaveOpen(event: HookEvent): void {
    this.report.unknown++;
    this.parts.reached();
    this.taint(event);
  }

  private fail(event: HookEvent, name: EventName, { hook, message }: ReachedFor): void {
    const { report, session } = this;
    report.failed++;
    report.failures.push({
      ...{ session, eventId: event.id, event: name },
      ...{ hook: hook?.name ?? 'code that a hook file left running', file: hook?.file ?? '', line: hook?.line ?? 1, message },
    });
    this.taint(event);
  }

  /** A gate that closed for a file which could not load here says nothing of what the file would say. */
  private unloadedIn(event: HookEvent, result: DispatchResult | undefined): ReachedFor | undefined {
    const { unloaded } = this.parts;
    if (unloaded.size === 0) return undefined;
    const found = [...(result?.hooks ?? []), ...event.hooks].find(({ file }) => unloaded.has(file));
    return found && { hook: found, message: 'its file reached for what a replay does not have while it loaded' };
  }

  private taint({ runId, sessionId }: HookEvent): void {
    this.tainted.add(runId);
    this.tainted.add(sessionStore(sessionId));
  }

  private forget(runId: string): void {
    this.states.drop(runId);
    this.tainted.delete(runId);
    this.callsRun.delete(runId);
    this.judged.clear();
  }
}
