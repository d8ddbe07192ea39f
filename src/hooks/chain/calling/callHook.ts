/** Calls one handler: its time limit, its logs, its failure as a value. */

import { isObject } from '../../../shared/basics/json';
import type { CompleteOptions, DispatchRequest } from '../../../shared/hooks/dispatch';
import { calledAs } from '../../../shared/hooks/hookDescription';
import type { PayloadFields } from '../../../shared/hooks/payloads';
import type { ErrorFacts } from '../../../shared/runs/errorFacts';
import { type Accepted, acceptedBy } from '../words/acceptedDecisions';
import { Burden } from '../words/burden';
import { type Decided, readDecision } from '../words/decisions';
import { aborted, HandlerTime, stopwatch, timeOut } from '../words/handlerTime';
import { printedLine } from '../words/printedText';
import { quotes, withheldQuote, withheldUncertain } from '../words/quotes';
import type { ChainEnv, RegisteredHook } from '../words/registered';
import { clipped, readThrown } from '../words/thrown';
import { outOfBounds, ownCopy } from '../words/values';
import { contextFor, explainError, inShadow, readCompleteOptions, type SharedContext } from './context';

export interface Called {
  decision?: Decided;
  error?: { name: string; message: string; line?: number; column?: number };
  timedOut: boolean;
  /** The run was stopped before it had answered. */
  aborted?: true;
  /** Why its pattern only might match, where it came to more than nothing. */
  uncertain?: string;
  /** What it failed at, as far as it may be told: absent where all of it may. */
  told?(error: ErrorFacts): ErrorFacts;
  logs: string[];
  /** Milliseconds. */
  duration: number;
  startedAt: string;
}

/** What a handler's answer comes to. */
type Came = Pick<Called, 'decision' | 'error'>;

const mostLogs = 200;
/** Questions of one call that wait for their answer: each is a call of a model. */
const mostAsked = 100;

/** What a call is given beside its hook and what it is about. */
interface CallOptions {
  startedAt: string;
  /** Fields of its own. */
  own?: { uncertain?: string; folders?: readonly string[] };
  /** A hook that is still to come redacts what this one is shown. */
  isHeldBack(): boolean;
  /** What the hooks of the dispatch have decided. */
  decided: Burden;
}

/** A promise only where the handler gives one: most do not, and a dispatch of many hooks would wait as often. */
export function callHandler(
  hook: RegisteredHook,
  request: DispatchRequest,
  shared: SharedContext,
  env: ChainEnv,
  options: CallOptions,
): Called | Promise<Called> {
  return new HandlerCall(hook, request, shared, env, options).run();
}

class HandlerCall {
  private readonly called: Called;
  private readonly started: number;
  private readonly own: CallOptions['own'];
  private readonly accepted: Accepted;
  private readonly isHeldBack: () => boolean;
  /** As it ended: what it says later is of what it was shown then. */
  private wasHeldBack = false;
  private isOver = false;
  private unkept = 0;
  /** Questions that wait for their answer. */
  private waiting = 0;
  private limit: HandlerTime | undefined;

  constructor(
    private readonly hook: RegisteredHook,
    private readonly request: DispatchRequest,
    private readonly shared: SharedContext,
    private readonly env: ChainEnv,
    private readonly options: CallOptions,
  ) {
    const { startedAt, own, isHeldBack } = options;
    this.started = this.time();
    this.called = { timedOut: false, logs: [], duration: 0, startedAt };
    this.own = own;
    this.isHeldBack = isHeldBack;
    this.accepted = acceptedBy(hook);
  }

  run(): Called | Promise<Called> {
    const { hook, shared, env, called } = this;
    if (env.isSuspended(hook)) {
      called.error = {
        name: 'SuspendedError',
        message: 'suspended after three timeouts, or deaths of the hook host, in a row; save the file to try it again',
      };
      return called;
    }
    const log = (values: unknown[]) => this.log(values);
    const ctx = contextFor(
      hook.options.shadow ? inShadow(shared, hook.id) : shared,
      this.accepted,
      { log, complete: (prompt, options) => this.complete(prompt, options) },
      this.own,
    );
    env.began(hook, hook.options.timeoutMs);
    try {
      const said = (words: string) => this.toldOf(words, () => (this.isOver ? this.wasHeldBack : this.isHeldBack()));
      const came = env.within ? env.within(hook, log, () => this.handle(ctx), said) : this.handle(ctx);
      if (came instanceof Promise) return this.awaited(came);
      Object.assign(called, came);
    } catch (thrown) {
      Object.assign(called, this.failed(thrown));
    }
    return this.over();
  }

  /** What it returns can hold code of its own, a `then` or a getter: that runs as the hook's, too, beside whatever else is under way. */
  private handle(ctx: object): Came | Promise<Came> {
    const { hook, accepted } = this;
    const { decided } = this.options;
    const result = hook.handler(ctx, `${hook.id} ${hook.name}`);
    if (result instanceof Promise || typeof (result as PromiseLike<unknown> | undefined)?.then === 'function')
      return Promise.resolve(result)
        .then((settled) => read(hook, accepted, settled, decided))
        .catch((thrown) => this.failed(thrown));
    return read(hook, accepted, result, decided);
  }

  private async awaited(work: Promise<Came>): Promise<Called> {
    const { called, hook, env } = this;
    const came = await this.limited().race(work, env.signal);
    if (came === timeOut) {
      called.timedOut = true;
      called.error = { name: 'TimeoutError', message: `took longer than its timeoutMs of ${hook.options.timeoutMs} ms` };
    } else if (came === aborted) {
      called.aborted = true;
      called.decision = { action: 'continue' };
    } else Object.assign(called, came);
    return this.over();
  }

  private over(): Called {
    const { called, hook, env, own } = this;
    this.isOver = true;
    env.returned?.();
    this.limit?.clear();
    if (called.error) called.error = clipped(called.error);
    const { error, decision } = called;
    const isHeld = this.isHeldBack();
    this.wasHeldBack = isHeld;
    if (error && !called.timedOut) called.error = this.failureOf(error, isHeld);
    if (hook.options.redacts || isHeld) called.told = (failed) => this.failureOf(failed, isHeld);
    if (isHeld) {
      called.logs = called.logs.map((line) => this.toldOf(line));
      if (decision) called.decision = saying(decision, (words) => this.toldOf(words));
    }
    if (own?.uncertain !== undefined && hook.options.match.command && (error || (decision && decision.action !== 'continue')))
      // Not its own words: who redacts has not chosen them either.
      called.uncertain = (isHeld || hook.options.redacts) && this.isQuoted(own.uncertain) ? withheldUncertain : own.uncertain;
    if (this.unkept > 0) this.keep(`and ${this.unkept} more, which are not kept`);
    if (!called.error || called.timedOut) env.timedOut(hook, called.timedOut);
    called.duration = this.time() - this.started;
    return called;
  }

  private log(values: unknown[]): void {
    if (this.isOver) this.env.loggedLate?.(this.hook, this.toldOf(printedLine(values)));
    else if (this.called.logs.length < mostLogs) this.keep(printedLine(values));
    else this.unkept++;
  }

  private keep(line: string): void {
    this.called.logs.push(line);
    this.env.logged?.(this.hook, this.toldOf(line, this.isHeldBack));
  }

  private async complete(prompt: string, options: CompleteOptions = {}): Promise<string> {
    const { hook, env, request } = this;
    // A call of a hook that is done would stop another hook's clock.
    if (this.isOver) throw new Error('ctx.complete was called after the hook had ended');
    if (this.waiting >= mostAsked)
      throw new Error(`ctx.complete: ${mostAsked} questions wait for their answer, the most at once`);
    const limit = this.limited();
    limit.pause();
    if (this.waiting++ === 0) env.paused(true);
    try {
      return await env.complete(prompt, readCompleteOptions(prompt, options), {
        hook: calledAs(hook),
        file: hook.file,
        line: hook.line,
        event: request.event,
        ...(request.run.taskId === undefined ? {} : { taskId: request.run.taskId }),
      });
    } finally {
      if (--this.waiting === 0 && !this.isOver) env.paused(false);
      limit.resume();
    }
  }

  private time(): number {
    return stopwatch() - (this.env.pausedMs?.() ?? 0);
  }

  private limited(): HandlerTime {
    const { env, hook } = this;
    const ms = env.noTimeLimit ? Number.POSITIVE_INFINITY : hook.options.timeoutMs;
    this.limit ??= new HandlerTime(ms, () => this.time(), this.started);
    return this.limit;
  }

  private failed(thrown: unknown): Came {
    return { error: errorOf(thrown, this.accepted, this.hook) };
  }

  /** What it is shown now, and what the event came with: a policy is still shown what was read out of an input that nobody has cleaned. */
  private isQuoted(said: string): boolean {
    const { event, payload } = this.request;
    return quotes(said, event, this.shared.fields) || quotes(said, event, payload as PayloadFields);
  }

  private failureOf<E extends ErrorFacts>(error: E, isHeld: boolean): E {
    const who = this.hook.options.redacts ? 'the hook' : isHeld ? 'a later hook' : undefined;
    if (!who) return error;
    const name = this.isQuoted(error.name) ? 'Error' : error.name;
    const message = this.isQuoted(error.message) ? `its message is withheld: it quotes what ${who} is to redact` : error.message;
    return { ...error, name, message };
  }

  /** Who redacts knows what of it may be said. */
  private toldOf(said: string, isHeld: () => boolean = () => this.wasHeldBack): string {
    return !this.hook.options.redacts && isHeld() && this.isQuoted(said) ? withheldQuote : said;
  }
}

/** The decision with other words for why: its reason, or the failure that it makes of the step. */
function saying(decision: Decided, inOtherWords: (said: string) => string): Decided {
  const { action, reason, error } = decision;
  const said = { ...decision };
  if (typeof reason === 'string') said.reason = inOtherWords(reason);
  if (action === 'fail')
    said.error = isObject(error) ? { ...error, message: inOtherWords(String(error.message)) } : inOtherWords(String(error));
  return said;
}

/** As people call the file: from `.hooksmith` on, which is the workspace's, or the user's own; one that lies elsewhere is named whole. */
const placeOf = ({ file, line, layer }: RegisteredHook): string => {
  const below = /^.*[/\\](\.hooksmith[/\\].*)$/s.exec(file)?.[1]?.replaceAll('\\', '/');
  return `${below === undefined ? file : layer === 0 ? `~/${below}` : below}:${line}`;
};

/** What the handler returned, as a decision of the chain's own or as an error that says where and what is accepted. */
function read(hook: RegisteredHook, accepted: Accepted, result: unknown, all: Burden): Came {
  const nonsense = (message: string): Came => ({
    error: { name: 'HookError', message: `${placeOf(hook)} (${hook.name}): ${message}` },
  });
  const excess = outOfBounds(result, 'a decision', isObject(result) ? '' : 'it');
  if (excess !== undefined) return nonsense(`${accepted.by} returned too much: ${excess}`);
  const decision = readDecision(accepted, result);
  if (typeof decision === 'string') return nonsense(decision);
  if (decision.action === 'continue') return { decision };
  try {
    // What a getter or a proxy says may be another thing each time: what is carried is what was checked.
    const burden = new Burden('a decision');
    const own = readDecision(accepted, ownCopy({ ...decision }, '', burden));
    all.add(burden.own, 'the decision');
    return typeof own === 'string' ? nonsense(own) : { decision: own };
  } catch (thrown) {
    return nonsense(`${decision.action} at ${accepted.by}: ${readThrown(thrown).message}`);
  }
}

function errorOf(thrown: unknown, accepted: Accepted, { file }: RegisteredHook): Called['error'] {
  const error = readThrown(thrown);
  return { name: error.name, message: explainError(error, accepted), ...placeIn(error.stack, file) };
}

/** The first frame of a stack that lies in the hook's own source. */
export function placeIn(stack: string | undefined, file: string): { line?: number; column?: number } {
  for (const line of stack?.split('\n') ?? []) {
    const at = line.lastIndexOf(`${file}:`);
    const place = at < 0 ? undefined : /^(\d+):(\d+)/.exec(line.slice(at + file.length + 1));
    if (place) return { line: Number(place[1]), column: Number(place[2]) };
  }
  return {};
}
