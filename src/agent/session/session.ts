/** One conversation: its history, its queue of messages, its stream of items, and going on after a break. The editor and the command line both drive this. */

import { allDone } from '../../shared/basics/allDone';
import type { JsonObject } from '../../shared/basics/json';
import { whenAborted } from '../../shared/basics/whenAborted';
import type { EventType, Said } from '../../shared/events/events';
import type { CompleteOptions, Completer } from '../../shared/hooks/dispatch';
import type { EventName, Payloads } from '../../shared/hooks/payloads';
import type { ContentBlock, Message } from '../../shared/messages/messages';
import type { SessionEndReason } from '../../shared/runs/stopReasons';
import type { QueuedMessage, StreamItem } from '../../shared/stream/stream';
import { type AgentContext, type AgentDeps, note } from '../context/agentContext';
import { type Announced, Announcing } from '../context/announcing';
import type { Compaction } from '../loop/compaction';
import { compactOnce, type RunResult, runOnce } from '../loop/run';
import type { Checkpoints } from '../ports/files';
import type { HookPort, StateItem } from '../ports/hooks';
import type { ToolOutput } from '../ports/tool';
import { type Composed, type ComposeOptions, compose } from '../prompt/compose';
import { Recorder } from '../record/recorder';
import { FileTracker } from '../tools/fileTracking';
import { MainAgent } from './mainAgent';
import { Memory } from './memory';
import { MessageQueue } from './messageQueue';
import { SessionFacts } from './sessionFacts';
import { foldSession } from './sessionState';
import { TaskList } from './tasks';
import { isSettled, Transcript } from './transcript';

export interface SessionOptions {
  id: string;
  deps: Omit<AgentDeps, 'record' | 'tasks' | 'tracker'>;
  checkpoints?: Checkpoints;
  /** Kept items of an earlier life. */
  items?: StreamItem[];
  /** They were another session's. */
  forked?: boolean;
  /** What hooks kept in it, as `ctx.session`. */
  kept?: Iterable<[string, unknown]>;
  /** Where kept items go. What it throws ends what was being done: nothing goes on unrecorded. */
  append(item: StreamItem | StateItem): void;
}

/** What one run has of its own. */
export interface RunOptions {
  /** In place of the session's. */
  hooks?: HookPort;
  metadata?: JsonObject;
  /** In place of the conversation's own model. */
  model?: string;
  /** Results for calls that the last run left open, by the call's id; only where a run goes on. */
  toolResults?: ReadonlyMap<string, ToolOutput>;
  /** At a limit one last model call without tools is made, so that the run ends with words. */
  finalAnswer?: boolean;
  /** Stops the run: as the human's Stop does, or as its reason says, where that is an `EndedEarly`. */
  signal?: AbortSignal;
}

export class Session extends SessionFacts {
  readonly tasks = new TaskList();
  /** How this life of the session began, until its first run has told the hooks. */
  private life: 'startup' | 'resume' | 'fork' | undefined;
  private readonly agent: MainAgent;
  private readonly queued: MessageQueue;
  private readonly record: Recorder;
  private readonly store: { dispose(): void };
  private isClosed = false;
  private readonly announcing = new Announcing(() => this.agent.beside());

  constructor(private readonly options: SessionOptions) {
    const { append, deps, forked } = options;
    const describe = (hookSet: string) => deps.hooks.describe?.(hookSet);
    const transcript = new Transcript(options.items ?? [], { append, describe, forked });
    const memory = new Memory(transcript.state.history);
    super(transcript, memory);
    this.life = forked ? 'fork' : this.items.length > 0 ? 'resume' : 'startup';
    const redacts = (event: EventName) => deps.hooks.redacts(event);
    this.record = new Recorder({ redacts, observe: () => undefined }, (item, stored) => transcript.add(item, stored));
    this.queued = new MessageQueue({
      waiting: this.state.queue,
      changed: (messages, taken) => this.emit({ kind: 'queue', messages, ...(taken ? { taken } : {}) }),
      newId: () => deps.clock.id('queued'),
      isRunning: () => this.running,
      start: ({ content, model }) => this.start({ role: 'user', content }, { model }),
    });
    // The process died before it was heard.
    if (this.state.taken) this.queued.inbox.putBack(this.state.taken);
    this.store = deps.hooks.openSession(options.id, options.kept ?? [], (change) => append({ kind: 'state', ...change }));
    const tracker = options.checkpoints && new FileTracker(options.checkpoints, this.tasks);
    const { tasks, queued: queue } = this;
    this.agent = new MainAgent({ sessionId: options.id, deps, transcript, memory, queue, tasks, tracker });
    transcript.onItem((item) => {
      if (isSettled(item)) this.queued.heard();
    });
  }

  get id(): string {
    return this.options.id;
  }

  onItem(listener: (item: StreamItem) => void): { dispose(): void } {
    return this.transcript.onItem(listener);
  }

  /** A run that began by itself, for which nobody waits, cannot go on. */
  onFailure(listener: (error: Error) => void): void {
    this.queued.onFailure(listener);
  }

  /** Of what is no step of an agent. */
  emit(item: StreamItem): void {
    this.record.take(item);
  }

  /** What waits for the run that is on, oldest first. After a run that did not end well it stays until the human sends it. */
  get queue(): readonly QueuedMessage[] {
    return this.queued.inbox.all;
  }

  /** What a message comes to when it is sent: its slash command, what it mentions with an @, and what else goes with it. Rejects with what is wrong, in words. */
  compose(text: string, given?: ComposeOptions): Promise<Composed> {
    return compose(this.agent.beside(), text, given);
  }

  /** Sends a message at once; while a run is on it waits for the run's end, or steers the run. */
  async submit(content: string | ContentBlock[], steers = false, model?: string): Promise<unknown> {
    return this.running ? this.queued.add(content, steers, model) : this.queued.begin(content, model);
  }

  /** Lets a queued message steer the run that is on, or sends it where none is. */
  sendQueued(id: string): Promise<unknown> {
    return this.queued.send(id);
  }

  changeQueued(id: string, content: string | ContentBlock[], model?: string): void {
    this.queued.inbox.change(id, { content, model });
  }

  dropQueued(id: string): void {
    this.queued.inbox.remove(id);
  }

  /**
   * Takes back a message of the human and all that came after it: the history goes on from before its `user_message` event, and hooks see a fork. The record
   * keeps everything. False where this session has no such event.
   */
  async rewind(eventId: string): Promise<boolean> {
    const at = this.items.findIndex((item) => item.kind === 'event' && item.event.id === eventId);
    if (at < 0) return false;
    this.queued.inbox.clear();
    // What waited for the end of the run has begun another by then.
    while (this.running) await this.stop();
    const { history } = foldSession(this.items.slice(0, at));
    this.memory.rewind(history);
    this.goOnFrom(history, { rewoundTo: eventId });
    return true;
  }

  /** Brings back what the last rewind took, as long as no run has begun since. False where there is nothing to bring back. */
  async redo(): Promise<boolean> {
    const rewound = this.files.redo?.rewound;
    const last = this.state.takenBack.at(-1);
    if (this.running || !rewound || !last) return false;
    this.memory.redo(last.history);
    this.goOnFrom(last.history, { redone: rewound.checkpoints[0]?.eventId ?? '' });
    return true;
  }

  private goOnFrom(messages: Message[], how: { rewoundTo: string } | { redone: string }): void {
    this.life = 'fork';
    this.emit({ kind: 'history', branch: 'main', messages, ...how });
    this.note('conversation_restored', { data: 'redone' in how ? { to: how.redone, redo: true } : { to: how.rewoundTo } });
  }

  /** Sends a message; one typed while a run is on waits for its end. Resolves with the result of the run that took it. */
  async send(content: string | ContentBlock[], options: RunOptions = {}): Promise<RunResult> {
    const message: Message = { role: 'user', content };
    while (this.running) await this.work.ended;
    return this.start(message, options);
  }

  /** Goes on where the last run broke, without a new message. */
  async continue(options: RunOptions = {}): Promise<RunResult> {
    while (this.running) await this.work.ended;
    return this.start(undefined, options);
  }

  /** Does not go on past the limit that the last run reached, but for one last model call without tools. */
  async conclude(): Promise<RunResult> {
    while (this.running) await this.work.ended;
    return this.start(undefined, {}, true);
  }

  /** Tells hooks that the session ends, where they were told that it began; what comes after it resumes it. */
  async end(reason: SessionEndReason): Promise<void> {
    if (this.life !== undefined) return;
    this.life = 'resume';
    await this.announce('sessionEnd', { reason });
  }

  /** Tells hooks and stream of something that is no step of an agent; while a run is on, it belongs to that run. */
  announce<E extends Announced>(event: E, payload: Payloads[E]): Promise<void> {
    return this.announcing.tell(event, payload);
  }

  /** Observers have seen all that was announced. Never rejects. */
  observed(): Promise<void> {
    return this.announcing.over();
  }

  /** An event that no step of an agent makes: something that an observer did wrong, say. */
  note<T extends EventType>(type: T, facts: Said<T>): void {
    note(this.agent.beside(), type, facts);
  }

  hasRun(id: string): boolean {
    return this.agent.hasRun(id);
  }

  /** Asks a model for a hook. */
  complete(prompt: string, options: CompleteOptions, by: Completer): Promise<string> {
    return this.agent.complete(prompt, options, by);
  }

  /** For what an agent does that runs elsewhere, and that this session records: it is the main agent, in the run of that id, or in a new one. */
  outside(runId: string = this.options.deps.clock.id('run')): AgentContext {
    this.life = undefined;
    return this.agent.outside(runId);
  }

  /** Has the conversation summed up, once no run is on; the transcript is kept. */
  async compact(): Promise<Compaction> {
    while (this.running) await this.work.ended;
    if (this.isClosed) throw closed();
    const abort = new AbortController();
    const work = compactOnce(this.agent.deps(), this.agent.input(undefined, abort)).then(({ compaction, result }) => {
      this.take(result, abort);
      return compaction;
    });
    return this.occupy(abort, work);
  }

  /** Stops the run: the model's stream, the tools' process trees, the prompt. */
  async stop(): Promise<void> {
    await this.work.stop();
  }

  /** Nothing of it is left, also where that cannot be recorded; then it rejects. What waits to be said does so for its next life. */
  dispose(): Promise<void> {
    this.isClosed = true;
    return allDone(
      () => this.stop(),
      () => this.tasks.stopAll(),
      () => this.observed(),
      () => this.store.dispose(),
      () => this.transcript.dispose(),
    );
  }

  private start(
    message: Message | undefined,
    { hooks, signal, finalAnswer, model, ...own }: RunOptions,
    concludes = false,
  ): Promise<RunResult> {
    if (this.isClosed) return Promise.reject(closed());
    const abort = new AbortController();
    const forget = signal && whenAborted(signal, () => abort.abort(signal.reason));
    const start = this.life;
    const lastWords = concludes ? 'now' : finalAnswer ? 'atLimit' : undefined;
    this.life = undefined;
    const work = runOnce(this.agent.deps(hooks, model), { ...this.agent.input(message, abort), ...own, start, lastWords }).then(
      (result) => {
        this.take(result, abort);
        return result;
      },
      (error: unknown) => {
        // It was cut short where inputs may still wait for their redaction: the record has what may be kept of it.
        this.memory.recall(this.state.history);
        this.queued.ended(true);
        throw error;
      },
    );
    return this.occupy(abort, work).finally(forget);
  }

  private occupy<T>(abort: AbortController, work: Promise<T>): Promise<T> {
    this.queued.holds = true;
    return this.work.begin(abort, work, () => this.queued.goOn());
  }

  private take({ status, history }: Pick<RunResult, 'status' | 'history'>, { signal }: AbortController): void {
    this.memory.history = history;
    // Stopped at its very end it is done all the same, and nothing else is to begin.
    this.queued.holds = status !== 'done' || signal.aborted;
    this.queued.ended(status === 'error');
  }
}

const closed = () => new Error('the session is closed');
