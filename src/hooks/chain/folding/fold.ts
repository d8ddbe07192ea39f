/** Folds one decision, or one failure, into a dispatch; what an event accepts was checked before. */

import type { JsonObject } from '../../../shared/basics/json';
import { unreachable } from '../../../shared/basics/unreachable';
import { type ToolFacts, withFacts } from '../../../shared/calls/toolFacts';
import { calledAs, cleans } from '../../../shared/hooks/hookDescription';
import { decidesAt, type HookPoint, type OnError } from '../../../shared/hooks/points';
import type { ErrorFacts } from '../../../shared/runs/errorFacts';
import type { StopReasonName, StopSignal } from '../../../shared/runs/stopReasons';
import type { ChainEnd } from '../../../shared/verdicts/chainEnd';
import type { DecidedBy, HookRecord } from '../../../shared/verdicts/hookRecord';
import { onlyMight } from '../choosing/matching';
import type { Decided } from '../words/decisions';
import type { ChainEnv, RegisteredHook } from '../words/registered';
import { readThrown } from '../words/thrown';
import type { Dispatch } from './carried';
import { checkAnswer, checkMessages, checkOutput } from './messageLists';
import { idle, voidAllows } from './noEffect';
import { applyPatch } from './patch';
import { strangerIn } from './strangers';
import { markRedacted, shownOf, withholdFailed, withholdUnseen } from './withhold';

const maxRedirects = 4;

export const byOf = (hook: RegisteredHook): DecidedBy => ({
  kind: hook.kind,
  file: hook.file,
  line: hook.line,
  name: calledAs(hook),
});

export const reasonOf = (decision: Decided, fallback: string): string =>
  typeof decision.reason === 'string' && decision.reason !== '' ? decision.reason : fallback;

/** Members of a group share its id, but each votes for itself. */
const voterOf = (hook: RegisteredHook) => `${hook.id} ${hook.name}`;

/** Applies a decision; resolves with what is wrong with it, if the call cannot take it. In shadow nothing but the record changes. */
export async function fold(
  dispatch: Dispatch,
  hook: RegisteredHook,
  decision: Decided,
  record: HookRecord,
  shadow: boolean,
): Promise<string | undefined> {
  const { carried, request, point } = dispatch;
  const by = byOf(hook);
  const reason = reasonOf(decision, `${decision.action} by ${calledAs(hook)}`);
  const why = shadow ? undefined : idle(dispatch, hook, decision);
  if (why !== undefined && decision.action !== 'modify') {
    record.noEffect = why;
    return undefined;
  }
  const end = (ended: ChainEnd) => (shadow ? undefined : endWith(dispatch, ended));
  switch (decision.action) {
    case 'continue':
      return undefined;
    case 'modify':
      return modify(dispatch, hook, decision, record, shadow, why);
    case 'redirect':
      return redirect(dispatch, hook, decision, record, shadow);
    case 'ask':
    case 'allow': {
      if (shadow) return undefined;
      const uncertain = decision.action === 'ask' ? onlyMight(hook, carried.payload) : undefined;
      const cast = { voter: voterOf(hook), record: placeOf(dispatch, record) };
      carried.votes.push({ action: decision.action, by, reason, ...(uncertain ? { uncertain } : {}), ...cast });
      if (decision.final === true) carried.ended = { action: 'continue' };
      return undefined;
    }
    case 'deny':
    case 'drop':
      return end({ action: decision.action, by, reason });
    case 'stop':
      return end({
        action: 'stop',
        by,
        reason,
        ...(decision.context ? { context: decision.context as JsonObject } : {}),
        ...(decision.as ? { as: decision.as as StopReasonName } : {}),
      });
    case 'respond': {
      const { value, final } = decision;
      const problem = point.tool ? checkOutput(value) : checkAnswer(request.event, carried.payload, value);
      if (problem) return problem;
      const answer = { action: 'respond' as const, value, by, reason };
      if (final !== false || point.recovery) return end(answer);
      if (!shadow) carried.answered = answer;
      return undefined;
    }
    case 'continueWith':
      return end({ action: 'continueWith', message: decision.message as string, by, reason });
    case 'retry':
      return end({ action: 'retry', afterMs: (decision.afterMs as number | undefined) ?? 0, by, reason });
    case 'fail': {
      const given = decision.error as string | { name?: string; message: string };
      const error = typeof given === 'string' ? { message: given } : given;
      return end({
        action: 'fail',
        error: { kind: 'hook', name: error.name ?? 'Error', message: error.message },
        by,
        reason: error.message,
      });
    }
    // Policies alone, which are not folded.
    case 'confine':
      return undefined;
    default:
      return unreachable(decision.action);
  }
}

/** A group's record is written in parts, a copy each. */
const placeOf = ({ carried }: Dispatch, record: HookRecord): number => carried.hooks.findLastIndex(({ id }) => id === record.id);

function endWith({ carried, point, request }: Dispatch, ended: ChainEnd): undefined {
  if (!point.recovery || ended.action !== 'respond') {
    carried.ended = ended;
    return;
  }
  // It stands; later hooks still see it.
  carried.recovered = ended;
  const field = request.event === 'toolError' ? 'output' : 'response';
  carried.payload = { ...carried.payload, recovered: true, [field]: ended.value };
}

async function modify(
  dispatch: Dispatch,
  hook: RegisteredHook,
  decision: Decided,
  record: HookRecord,
  shadow: boolean,
  idle: string | undefined,
): Promise<string | undefined> {
  const { carried, point, env, request } = dispatch;
  const { metadata, ...patch } = decision;
  if (patch.signal !== undefined) patch.signal = signalOf(patch.signal, byOf(hook));
  const shown = shownOf(dispatch);
  const { payload, changed } = applyPatch(shown, patch, !hook.options.redacts, point.patches);
  const checked = checkMessages(request.event, shown, payload);
  if (typeof checked === 'string') return checked;
  let next = checked;
  if (decision.input !== undefined && changed.length > 0) {
    // Judged at once: a bad change is this hook's error, never a dropped change. What the model got wrong before is not the hook's.
    const facts = await factsFor(env, next.toolName as string, next.input as JsonObject);
    if (typeof facts === 'string') return facts;
    if (facts.status === 'invalid' && carried.payload.status !== 'invalid')
      return `changed the input of ${facts.toolName} to something it does not accept: ${facts.problem}`;
    const stranger = strangerIn(facts, decision.input, carried.payload.input);
    if (stranger !== undefined) return `changed the input of ${stranger}`;
    next = withFacts(next, facts);
  }
  record.changed = [...changed];
  const merge = () =>
    applyPatch({ metadata: carried.metadata ?? request.run.metadata }, { metadata: metadata ?? {} }, false, point.patches);
  if (merge().changed.length > 0) record.changed.push({ field: 'metadata', after: metadata });
  const context = typeof decision.context === 'string' && /\S/.test(decision.context) ? decision.context : undefined;
  if (context !== undefined) record.changed.push({ field: 'context', after: context });
  if (shadow) return undefined;
  if (record.changed.length === 0)
    record.noEffect = patch.text === '' ? 'an empty text keeps what was there' : 'it changes nothing';
  // A decision counts whole or not at all. What is barred is not there to clean; what only comes too late must be, whatever it is for.
  else if (changed.length > 0 && idle !== undefined && (request.bars?.modify !== undefined || !hook.options.redacts)) {
    record.noEffect = idle;
    return undefined;
  }
  const cleaned = hook.options.redacts && changed.length > 0;
  const asTold = cleaned ? markRedacted(dispatch, record) : undefined;
  if (changed.length > 0)
    voidAllows(carried, ({ voter }) => voter !== voterOf(hook), `${byOf(hook).name} changed the input after it`);
  carried.payload = asTold?.(next) ?? next;
  // Anew: of what was there, quotes may be withheld by now.
  if (metadata !== undefined) carried.metadata = merge().payload.metadata as JsonObject;
  if (context !== undefined) carried.context.push(context);
  return undefined;
}

/** Why an input cannot be judged, where it cannot: who gave it is to blame, and the others have their turn. */
const factsFor = (env: ChainEnv, toolName: string, input: JsonObject): Promise<ToolFacts | string> =>
  env
    .toolFacts(toolName, input)
    .catch((error: unknown) => `the input for ${toolName} cannot be judged: ${readThrown(error).message}`);

/** A stop signal whole, as a hook gave it short. */
function signalOf(given: unknown, { name, file, line }: DecidedBy): StopSignal {
  const {
    reason = 'stop_requested',
    message,
    source,
    context,
  } = typeof given === 'string' ? { message: given } : (given as StopSignal);
  return { reason, message, source: source ?? `${name} (${file}:${line})`, ...(context ? { context } : {}) } as StopSignal;
}

async function redirect(
  dispatch: Dispatch,
  hook: RegisteredHook,
  decision: Decided,
  record: HookRecord,
  shadow: boolean,
): Promise<string | undefined> {
  const { carried, env } = dispatch;
  if (carried.redirects >= maxRedirects) return `more than ${maxRedirects} redirects of one call`;
  const facts = await factsFor(env, decision.toolName as string, decision.input as JsonObject);
  if (typeof facts === 'string') return facts;
  if (facts.status === 'invalid' || facts.status === 'unknown') return `redirect to ${facts.toolName}: ${facts.problem}`;
  const stranger = strangerIn(facts, decision.input);
  if (stranger !== undefined) return `redirect to ${stranger}`;
  const change = (field: 'toolName' | 'input') => ({
    field,
    ...(hook.options.redacts ? {} : { before: carried.payload[field] }),
    after: facts[field],
  });
  record.changed = [change('toolName'), change('input')];
  if (shadow) return undefined;
  carried.redirects++;
  const asTold = hook.options.redacts ? markRedacted(dispatch, record) : undefined;
  const next = withFacts(carried.payload, facts);
  carried.payload = asTold?.(next) ?? next;
  voidAllows(carried, () => true, `${byOf(hook).name} redirected the call after it`);
  return undefined;
}

/** A hook that throws, times out, dies or returns nonsense is never silent, and gates fail closed. */
export function failed(dispatch: Dispatch, hook: RegisteredHook, error: ErrorFacts): void {
  const { carried, point } = dispatch;
  const by = byOf(hook);
  const closes = hook.options.redacts && withholdFailed(dispatch, hook);
  // What stands is not undone by a failure after it.
  if (carried.recovered || carried.ended) return;
  const onError: OnError = hook.options.onError ?? point.onError;
  const reason = error.message;
  const told = `hook ${calledAs(hook)} failed: ${error.message}`;
  if (closes && (onError === 'continue' || onError === 'ask')) carried.ended = { ...closed(point), by, reason };
  else if (onError === 'deny') carried.ended = { action: 'deny', by, reason };
  else if (onError === 'stop') carried.ended = { action: 'error', error: { ...error, message: told }, by, reason };
  else if (onError === 'ask')
    carried.votes.push({ action: 'ask', by, reason: told, voter: voterOf(hook), record: carried.hooks.length - 1 });
}

/** The step does not go on: nothing can stand for what is withheld. */
const closed = (point: HookPoint) => ({ action: point.decisions.includes('deny') ? ('deny' as const) : ('drop' as const) });

/** For all that is known here it was the human; whoever knows who stopped the run puts the words together anew. */
const stoppedBefore = (words: string) => ({
  by: { kind: 'human' as const },
  reason: `the run was stopped before ${words}`,
  abandoned: words,
});

/** The chain is over, and a `redacts` hook decided otherwise or had no turn: nobody cleaned what it carried. */
export function leftUnclean(dispatch: Dispatch): void {
  const { carried, point } = dispatch;
  const closes = withholdUnseen(dispatch);
  if (closes && carried.ended?.action === 'continue')
    carried.ended = { ...closed(point), ...stoppedBefore('its hooks had cleaned it') };
}

/**
 * The run was stopped while hooks decided: what is undecided at a gate does not pass; elsewhere the rest is left out, but where none decides: there each is told, and
 * none is waited for.
 */
export function abandon({ carried, point, env }: Dispatch): void {
  if (carried.ended || !(env.isLost || decidesAt(point))) return;
  carried.ended =
    point.onError === 'deny' ? { action: 'deny', ...stoppedBefore('its hooks had decided') } : { action: 'continue' };
}

/** The run was stopped while this one was at work: what it was to clean stays as it came. */
export function cutShort(dispatch: Dispatch, hook: RegisteredHook): void {
  if (cleans(hook)) dispatch.carried.unclean = true;
  abandon(dispatch);
}
