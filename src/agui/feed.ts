/** The stream of a session on its way out as AG-UI: each event through `beforeTranslate` and `afterTranslate`, in order, then to whoever listens. */
import { EventSchema } from '@ag-ui/core/schemas';
import type { HookPort } from '../agent/ports/hooks';
import { Listeners } from '../shared/basics/listeners';
import type { HookEvent } from '../shared/events/events';
import type { LiveEvent } from '../shared/events/liveEvents';
import { readEvent } from '../shared/events/readEvent';
import { type DispatchResult, factsOfEvent } from '../shared/hooks/dispatch';
import type { Payloads } from '../shared/hooks/payloads';
import type { StreamItem } from '../shared/stream/stream';
import { hookLogLines } from '../shared/verdicts/hookLogs';
import type { HookRecord } from '../shared/verdicts/hookRecord';
import { type AguiLedger, beginning, enter, finished, newLedger } from './ledger';
import { type AguiEvent, type AguiTranslation, newTranslation } from './state';
import { hookEventOf, translate } from './translate';

type TranslateEvent = 'beforeTranslate' | 'afterTranslate';

/** A translate hook that failed. Its report, a `hook_error` with `event` in its data, is shown to no translate hook that has failed so far. */
export interface TranslateFailure {
  event: TranslateEvent;
  hook: HookRecord;
  error: NonNullable<HookRecord['error']>;
}

export interface FeedSource {
  id: string;
  items: readonly StreamItem[];
  onItem(listener: (item: StreamItem) => void): { dispose(): void };
}

export class AguiFeed {
  private state: AguiTranslation = newTranslation('');
  private ledger: AguiLedger = newLedger('');
  private readonly queue: (StreamItem | { kind: 'session'; id: string } | { kind: 'begun' })[] = [];
  private readonly listeners = new Listeners<[AguiEvent[]]>();
  private draining: Promise<void> | undefined;
  private subscription: { dispose(): void } | undefined;
  /** A session is being read from its beginning: nobody is told of it piece by piece. */
  private isCatchingUp = false;
  /** Ids of translate hooks that have failed: two of them must not go on about each other for ever. */
  private readonly blamed = new Set<string>();

  constructor(
    private readonly hooks: Pick<HookPort, 'dispatch' | 'wants'>,
    private readonly failed: (failure: TranslateFailure) => void,
    /** What translate hooks log, a line each: their events make no record that could hold it. */
    private readonly log: (text: string) => void,
  ) {}

  /** Goes over to another session: listeners get its beginning. */
  follow(source: FeedSource): void {
    const { id, items } = source;
    this.subscription?.dispose();
    this.push({ kind: 'session', id });
    for (const item of items) this.push(item);
    this.push({ kind: 'begun' });
    this.subscription = source.onItem((item) => this.push(item));
  }

  /** True while a run is on, as far as it has left. */
  get isRunning(): boolean {
    return this.ledger.isRunning;
  }

  /** What a listener that comes now has to be told first. */
  beginning(): AguiEvent[] {
    return beginning(this.ledger);
  }

  subscribe(listener: (events: AguiEvent[]) => void): { dispose(): void } {
    return this.listeners.add(listener);
  }

  /** Resolves when all that was pushed so far has left. */
  async settled(): Promise<void> {
    while (this.draining !== undefined) await this.draining;
  }

  dispose(): void {
    this.subscription?.dispose();
    this.queue.length = 0;
    this.listeners.clear();
  }

  private push(item: (typeof this.queue)[number]): void {
    const last = this.queue.at(-1);
    // Hooks may be slower than the model: what waits grows longer, not more.
    if (
      item.kind === 'delta' &&
      last?.kind === 'delta' &&
      last.branch === item.branch &&
      last.taskId === item.taskId &&
      last.delta.type === item.delta.type
    )
      this.queue[this.queue.length - 1] = { ...last, delta: { ...last.delta, text: last.delta.text + item.delta.text } };
    else if (item.kind === 'toolOutput' && last?.kind === 'toolOutput' && last.toolCallId === item.toolCallId)
      this.queue[this.queue.length - 1] = { ...last, chunk: last.chunk + item.chunk };
    else this.queue.push(item);
    this.draining ??= this.drain().finally(() => {
      this.draining = undefined;
    });
  }

  private async drain(): Promise<void> {
    // What comes in one turn of the event loop leaves together.
    await new Promise((resolve) => setImmediate(resolve));
    for (let item = this.queue.shift(); item; item = this.queue.shift()) {
      if (item.kind === 'session') {
        if (this.ledger.isRunning) this.tell(enter(this.ledger, finished(this.ledger)));
        this.state = newTranslation(item.id);
        this.ledger = newLedger(item.id);
        this.isCatchingUp = true;
      } else if (item.kind === 'begun') {
        this.isCatchingUp = false;
        this.tell(this.beginning());
      } else {
        const said: AguiEvent[] = [];
        for (const event of await this.translated(item)) said.push(...enter(this.ledger, event));
        // Whatever its hooks made of its last words, a run that is over ends.
        if (item.kind === 'event' && item.event.type === 'after_run' && this.ledger.isRunning)
          said.push(...enter(this.ledger, finished(this.ledger)));
        if (said.length > 0 && !this.isCatchingUp) this.tell(said);
      }
    }
  }

  private tell(events: AguiEvent[]): void {
    this.listeners.tell(events);
  }

  private async translated(item: StreamItem): Promise<AguiEvent[]> {
    const given = hookEventOf(item, this.state.sessionId, new Date().toISOString());
    if (!given) return [];
    const before = await this.passed(
      'beforeTranslate',
      given,
      { hookEvent: given },
      ({ hookEvent }) => readEvent(hookEvent) !== undefined,
    );
    const event = before && readEvent(before.hookEvent);
    if (!event) return [];
    const left: AguiEvent[] = [];
    for (const one of translate(this.state, event, this.ledger.messages, before.hookEvent)) {
      const after = await this.passed('afterTranslate', event, { aguiEvent: { ...one } }, ({ aguiEvent }) =>
        isAguiEvent(aguiEvent),
      );
      if (after) left.push(after.aguiEvent as unknown as AguiEvent);
    }
    return left;
  }

  /** The fields as its hooks left them; undefined where one dropped the event, or no hook could be asked. */
  private async passed<E extends TranslateEvent>(
    name: E,
    about: HookEvent | LiveEvent,
    payload: Payloads[E],
    isKnown: (payload: Payloads[E]) => boolean,
  ): Promise<Payloads[E] | undefined> {
    if (!this.hooks.wants(name)) return payload;
    const except = isTranslateFailure(about) ? [...this.blamed] : [];
    const result = await this.hooks.dispatch({ event: name, run: factsOfEvent(about), payload, except });
    for (const text of hookLogLines(result.hooks)) this.log(text);
    for (const hook of result.hooks) if (hook.error) this.blame({ event: name, hook, error: hook.error });
    if (result.end.action !== 'continue') return undefined;
    if (isKnown(result.payload)) return result.payload;
    const hook = culprit(result);
    if (hook) {
      const error = { name: 'HookError', message: `${name} made an event that AG-UI does not know; it is left out` };
      this.blame({ event: name, hook, error });
    }
    return undefined;
  }

  private blame(failure: TranslateFailure): void {
    this.blamed.add(failure.hook.id);
    this.failed(failure);
  }
}

const culprit = ({ hooks }: DispatchResult) => hooks.findLast(({ changed, shadow }) => changed && !shadow);

const isAguiEvent = (value: unknown): value is AguiEvent => EventSchema.safeParse(value).success;

const isTranslateFailure = ({ type, data }: HookEvent | LiveEvent): boolean =>
  type === 'hook_error' && (data.event === 'beforeTranslate' || data.event === 'afterTranslate');
