/** Calls one handler: its time limit, its logs, its failure as a value. */

import type { DispatchRequest } from '../../shared/dispatch';
import type { ErrorFacts } from '../../shared/errorFacts';
import { calledAs } from '../../shared/hookDescription';
import { isObject } from '../../shared/json';
import { type Accepted, acceptedBy } from './acceptedDecisions';
import { Burden, mostOfDispatch } from './burden';
import { contextFor, explainError, inShadow, readCompleteOptions, type SharedContext } from './context';
import { type Decided, readDecision } from './decisions';
import { aborted, HandlerTime, stopwatch, timeOut } from './handlerTime';
import { printedLine } from './printedText';
import { quotes, withheldQuote, withheldUncertain } from './quotes';
import type { ChainEnv, RegisteredHook } from './registered';
import { clipped, readThrown } from './thrown';
import { outOfBounds, ownCopy } from './values';

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

/** `isHeldBack`: a hook that is still to come redacts what this one is shown. `all` is what the hooks of the dispatch have decided. A promise only where the handler gives one: most do not, and a dispatch of many hooks would wait as often. */
export function callHandler(
  hook: RegisteredHook,
  request: DispatchRequest,
  shared: SharedContext,
  env: ChainEnv,
  startedAt: string,
  own?: { uncertain?: string; folders?: readonly string[] },
  isHeldBack: () => boolean = () => false,
  all = new Burden('what is decided at one event', mostOfDispatch),
): Called | Promise<Called> {
  const pausedMs = () => env.pausedMs?.() ?? 0;
  const time = () => stopwatch() - pausedMs();
  const started = time();
  const called: Called = { timedOut: false, logs: [], duration: 0, startedAt };
  let isOver = false;
  let unkept = 0;
  const log = (values: unknown[]) => {
    if (isOver) env.loggedLate?.(hook, toldOf(printedLine(values)));
    else if (called.logs.length < mostLogs) keep(printedLine(values));
    else unkept++;
  };
  const keep = (line: string) => {
    called.logs.push(line);
    env.logged?.(hook, toldOf(line, isHeldBack));
  };
  const isQuoted = (said: string) => quotes(said, request.event, shared.fields);
  const failureOf = <E extends ErrorFacts>(error: E, isHeld: boolean): E => {
    const who = hook.options.redacts ? 'the hook' : isHeld ? 'a later hook' : undefined;
    if (!who) return error;
    const name = isQuoted(error.name) ? 'Error' : error.name;
    const message = isQuoted(error.message) ? `its message is withheld: it quotes what ${who} is to redact` : error.message;
    return { ...error, name, message };
  };
  /** As it ended: what it says later is of what it was shown then. */
  let wasHeldBack = false;
  // Who redacts knows what of it may be said.
  const toldOf = (said: string, isHeld = () => wasHeldBack) =>
    !hook.options.redacts && isHeld() && isQuoted(said) ? withheldQuote : said;
  if (env.isSuspended(hook)) {
    called.error = {
      name: 'SuspendedError',
      message: 'suspended after three timeouts, or deaths of the hook host, in a row; save the file to try it again',
    };
    return called;
  }
  let limit: HandlerTime | undefined;
  const limited = () => {
    limit ??= new HandlerTime(env.noTimeLimit ? Number.POSITIVE_INFINITY : hook.options.timeoutMs, time, started);
    return limit;
  };
  let waiting = 0;
  const accepted = acceptedBy(hook);
  const ctx = contextFor(
    hook.options.shadow ? inShadow(shared, hook.id) : shared,
    accepted,
    {
      log,
      complete: async (prompt, options = {}) => {
        // A call of a hook that is done would stop another hook's clock.
        if (isOver) throw new Error('ctx.complete was called after the hook had ended');
        if (waiting >= mostAsked) throw new Error(`ctx.complete: ${mostAsked} questions wait for their answer, the most at once`);
        limited().pause();
        if (waiting++ === 0) env.paused(true);
        try {
          return await env.complete(prompt, readCompleteOptions(prompt, options), {
            hook: calledAs(hook),
            file: hook.file,
            line: hook.line,
            event: request.event,
            ...(request.run.taskId === undefined ? {} : { taskId: request.run.taskId }),
          });
        } finally {
          if (--waiting === 0 && !isOver) env.paused(false);
          limited().resume();
        }
      },
    },
    own,
  );
  const failed = (thrown: unknown): Came => ({ error: errorOf(thrown, accepted, hook) });
  const over = (): Called => {
    isOver = true;
    env.returned?.();
    limit?.clear();
    if (called.error) called.error = clipped(called.error);
    const { error, decision } = called;
    wasHeldBack = isHeldBack();
    if (error && !called.timedOut) called.error = failureOf(error, wasHeldBack);
    if (hook.options.redacts || wasHeldBack) called.told = (failed) => failureOf(failed, wasHeldBack);
    if (wasHeldBack) {
      called.logs = called.logs.map((line) => toldOf(line));
      if (decision) called.decision = saying(decision, toldOf);
    }
    if (own?.uncertain !== undefined && hook.options.match.command && (error || (decision && decision.action !== 'continue')))
      // Not its own words: who redacts has not chosen them either.
      called.uncertain = (wasHeldBack || hook.options.redacts) && isQuoted(own.uncertain) ? withheldUncertain : own.uncertain;
    if (unkept > 0) keep(`and ${unkept} more, which are not kept`);
    if (!called.error || called.timedOut) env.timedOut(hook, called.timedOut);
    called.duration = time() - started;
    return called;
  };
  const awaited = async (work: Promise<Came>): Promise<Called> => {
    const came = await limited().race(work, env.signal);
    if (came === timeOut) {
      called.timedOut = true;
      called.error = { name: 'TimeoutError', message: `took longer than its timeoutMs of ${hook.options.timeoutMs} ms` };
    } else if (came === aborted) {
      called.aborted = true;
      called.decision = { action: 'continue' };
    } else Object.assign(called, came);
    return over();
  };
  env.began(hook, hook.options.timeoutMs);
  // What it returns can hold code of its own, a `then` or a getter: that runs as the hook's, too, beside whatever else is under way.
  const handle = (): Came | Promise<Came> => {
    const result = hook.handler(ctx, `${hook.id} ${hook.name}`);
    if (result instanceof Promise || typeof (result as PromiseLike<unknown> | undefined)?.then === 'function')
      return Promise.resolve(result)
        .then((settled) => read(hook, accepted, settled, all))
        .catch(failed);
    return read(hook, accepted, result, all);
  };
  try {
    const said = (words: string) => toldOf(words, () => (isOver ? wasHeldBack : isHeldBack()));
    const came = env.within ? env.within(hook, log, handle, said) : handle();
    if (came instanceof Promise) return awaited(came);
    Object.assign(called, came);
  } catch (thrown) {
    Object.assign(called, failed(thrown));
  }
  return over();
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
