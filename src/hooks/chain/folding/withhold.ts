/** What a `redacts` hook has not cleaned is not shown, sent or stored: it failed, decided otherwise, or the chain ended before it. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../../shared/basics/json';
import { canonical } from '../../../shared/hooks/outcome';
import type { PayloadFields } from '../../../shared/hooks/payloads';
import type { Patchable, RedactedEvent } from '../../../shared/hooks/points';
import { type Message, type ModelResponse, noUsage, textOf, toContent } from '../../../shared/messages/messages';
import { withheldText } from '../../../shared/messages/withheld';
import type { ErrorFacts } from '../../../shared/runs/errorFacts';
import type { StopSignal } from '../../../shared/runs/stopReasons';
import type { HookRecord } from '../../../shared/verdicts/hookRecord';
import type { Patches, PatchName } from '../../../shared/verdicts/patches';
import { quotes, unquoted } from '../words/quotes';
import type { RegisteredHook } from '../words/registered';
import { type Dispatch, rewrite } from './carried';

type TextOf = (value: unknown) => string;
/** `fields`: all of the event's. */
type Stand<V> = (textOf: TextOf, value: unknown, fields: PayloadFields) => V;
/** What a field's readers expect, where something can stand for it. */
interface Stands {
  output: string;
  system: string;
  message: Message;
  error: ErrorFacts;
  response: ModelResponse;
  input: JsonObject;
  messages: Message[];
}

const text: Stand<string> = (textOf, value) => textOf(value);
type RedactedField = PatchName<RedactedEvent & keyof Patches>;
/**
 * What becomes of each field that hooks of a `redacts` event may patch. `stand`: what stands for it, of the type that its readers expect; without one it is only
 * added to what is there, or in no record. `closes`: nothing can take its place, so the step does not go on without it.
 */
const withheld: { [F in RedactedField]: { stand?: F extends keyof Stands ? Stand<Stands[F]> : undefined; closes?: true } } = {
  output: { stand: text },
  system: { stand: text },
  message: { stand: (textOf, value): Message => ({ role: 'user', content: textOf((value as Message).content) }) },
  error: {
    stand: (textOf, value): ErrorFacts => {
      const { kind, status, waysOut, message } = value as ErrorFacts;
      return { kind, status, ...(waysOut ? { waysOut } : {}), name: 'Withheld', message: textOf(message) };
    },
  },
  response: {
    stand: (textOf, value): ModelResponse => {
      const { content, usage = noUsage } = value as Partial<ModelResponse>;
      return { role: 'assistant', content: [{ type: 'text', text: textOf(content) }], stop_reason: 'end_turn', usage };
    },
  },
  input: {
    stand: (textOf, value) => Object.fromEntries(Object.entries(value as JsonObject).map(([key, part]) => [key, textOf(part)])),
    closes: true,
  },
  messages: {
    stand: (textOf, value, { toolCallId }): Message[] => [
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: toolCallId as string, content: textOf(value), is_error: true }],
      },
    ],
  },
  text: { closes: true },
  event: { closes: true },
  isError: {},
  responseFormat: {},
  context: {},
  signal: {},
};

/** Takes the fields that a failed hook could have changed out of the payload; true where the step cannot go on without them. */
export const withholdFailed = (dispatch: Dispatch, hook: RegisteredHook): boolean =>
  withhold(dispatch, () => `[withheld: the hook ${hook.name}, which redacts this, failed]`);

/** The same where no `redacts` hook changed them, and none will. */
export const withholdUnseen = (dispatch: Dispatch): boolean => withhold(dispatch, withheldText);

/** Nothing, where all was shown before. */
function withhold(dispatch: Dispatch, textOf: TextOf): boolean {
  const { carried, point } = dispatch;
  if (!point.redacts) return false;
  const asTold = markRedacted(dispatch);
  const next: PayloadFields = { ...carried.payload };
  let closes = false;
  for (const field of point.modifies) {
    if (field === 'metadata') continue;
    const { stand, closes: isNeeded } = withheld[field as RedactedField];
    // A user's text is that of their message, for which something stands.
    if (isNeeded && !(field === 'text' && next.message !== undefined)) closes = true;
    // Result messages are the default ones until a hook replaces them.
    const value = field === 'messages' ? (next.messages ?? next.defaultMessages) : next[field];
    if (stand && value !== undefined) next[field] = stand(textOf, value, next);
  }
  if (next.original !== undefined) next.original = next.error;
  // An answer that stands is what the hooks made of it.
  if (!carried.recovered && next.output !== undefined) next.output = textOf(next.output);
  carried.payload = asTold(next);
  return closes;
}

/** What hooks are shown of the event now. Some fields tell how another one came: once that is redacted they tell what became of it. */
export function shownOf({ carried, point: { patches } }: Dispatch): PayloadFields {
  if (!carried.cleanedBy) return carried.payload;
  const shown = { ...carried.payload };
  if (patches.input) shown.requestedInput = shown.input;
  const [was, is] = [shown.original, shown.error] as (ErrorFacts | undefined)[];
  if (was && is) {
    // Of a call that failed the model is told the one or the other.
    if (!shown.recovered && shown.output !== undefined && was.message !== is.message) shown.output = is.message;
    shown.original = is;
  }
  if (shown.messages !== undefined && shown.defaultMessages !== undefined) shown.defaultMessages = shown.messages;
  return shown;
}

/** The same of the errors of the run: that of the event is among them. */
export function errorsShownOf({ carried, request }: Dispatch): ErrorFacts[] {
  const { errors } = request.run;
  if (!carried.cleanedBy) return errors;
  const [was, is] = [(request.payload as PayloadFields).error, carried.payload.error];
  return errors.map((one) => (isDeepStrictEqual(one, was) ? (is as ErrorFacts) : one));
}

/**
 * From now on only the payload shows the fields: what earlier hooks saw and made of them is kept by name and length, and what they said beside them as far as it
 * quotes nothing. Comes before the fields become what is shown, which is then what it returns of them.
 */
export function markRedacted(dispatch: Dispatch, own?: HookRecord): (next: PayloadFields) => PayloadFields {
  const { carried } = dispatch;
  const withoutQuotes = withholdQuotes(dispatch, own);
  // What is withheld takes the place of what was cleaned before.
  carried.cleanedBy = own ? [...(carried.cleanedBy ?? []), own.id] : [];
  for (const [place, record] of carried.hooks.entries()) {
    if (record === own || !record.changed) continue;
    const changed = record.changed.map((change) =>
      isBeside(change.field) ? change : { field: change.field, after: withheldText(change.after) },
    );
    rewrite(carried, place, { changed });
  }
  return (next) => withErrorOf(dispatch, withoutQuotes(next));
}

/** Of a call that failed its error says what its output says: once that is redacted, what became of it. Beside an answer of hooks it says nothing more. */
function withErrorOf({ point: { patches } }: Dispatch, next: PayloadFields): PayloadFields {
  const error = next.error as ErrorFacts | undefined;
  if (!error || patches.error || !patches.output) return next;
  const message = next.recovered ? withheldText(error.message) : textOf({ content: toContent(next.output) });
  return { ...next, error: { ...error, message } };
}
const metadata = 'metadata' satisfies Patchable;
const signal = 'signal' satisfies Patchable;
/** What hooks say beside the fields: they are no part of what is redacted, but may quote it. */
const kept: ReadonlySet<string> = new Set<Patchable>([metadata, 'context']);
const isBeside = (field: string): boolean => field === signal || kept.has(field);

/**
 * Hooks of a later event are to redact what these were shown. What goes to the model comes by those, and what the run remembers is told by nobody: of what a hook
 * put into it the record alone is cleared.
 */
export function withholdForLater(dispatch: Dispatch): void {
  const changes = dispatch.carried.hooks.flatMap(({ changed = [] }) => changed);
  const isSaid = ({ field }: Change) => field === metadata || field === signal;
  if (!changes.some(isSaid)) return;
  const isQuote = quotesAnyOf(dispatch, changes);
  const { carried } = dispatch;
  carried.payload = withSignals(carried.payload, changes, isQuote);
  unquoteIn(dispatch, undefined, isQuote, isSaid);
}

/** Those that hooks added here, as far as they may be told. */
function withSignals(payload: PayloadFields, changes: readonly Change[], isQuote: (words: string) => boolean): PayloadFields {
  const added = changes.flatMap(({ field, after }) => (field === signal ? [canonical(after)] : []));
  if (added.length === 0) return payload;
  const told = (one: StopSignal) => (added.includes(canonical(one)) ? signalWithout(one, isQuote) : one);
  return { ...payload, signals: (payload.signals as StopSignal[]).map(told) };
}

/** Its reason is one of a list. */
const signalWithout = ({ reason, ...said }: StopSignal, isQuote: (words: string) => boolean): StopSignal => ({
  reason,
  ...unquoted(said, isQuote),
});

/** In all records but `own`. */
function unquoteIn(
  { carried }: Dispatch,
  own: HookRecord | undefined,
  isQuote: (words: string) => boolean,
  isSaid: (change: Change) => boolean,
): void {
  for (const [place, record] of carried.hooks.entries())
    if (record !== own && record.changed?.some(isSaid)) {
      const changed = record.changed.map((change) =>
        isSaid(change) ? ({ ...change, after: saidWithout(change, isQuote) } as Change) : change,
      );
      rewrite(carried, place, { changed });
    }
}

type Change = NonNullable<HookRecord['changed']>[number];
const saidWithout = ({ field, after }: Change, isQuote: (words: string) => boolean): unknown =>
  field === signal ? signalWithout(after as StopSignal, isQuote) : unquoted(after, isQuote);

/** Of all that was shown to the hooks that made these changes. */
function quotesAnyOf({ carried, request }: Dispatch, changes: readonly Change[]): (words: string) => boolean {
  const shown: PayloadFields[] = [request.payload, carried.payload];
  for (const { field, before, after } of changes) {
    // A change of a part has the field's name before the dot.
    if (!isBeside(field)) shown.push({ [field.split('.', 1)[0]!]: [before, after] });
  }
  return (words) => shown.some((fields) => quotes(words, request.event, fields));
}

/** In the records, and in what goes to the model and into the run's metadata. */
function withholdQuotes(dispatch: Dispatch, own: HookRecord | undefined): (next: PayloadFields) => PayloadFields {
  const { carried } = dispatch;
  const records = carried.hooks.filter((record) => record !== own);
  const earlier = records.flatMap(({ changed = [] }) => changed);
  const said = earlier.filter(({ field }) => isBeside(field));
  if (said.length === 0) return (next) => next;
  const isQuote = quotesAnyOf(dispatch, earlier);
  const told = (next: PayloadFields) => withSignals(next, earlier, isQuote);
  const names = new Set(said.flatMap(({ field, after }) => (field === metadata ? Object.keys(after as JsonObject) : [])));
  unquoteIn(dispatch, own, isQuote, ({ field }) => isBeside(field));
  carried.context = carried.context.map((text) => unquoted(text, isQuote));
  if (!carried.metadata) return told;
  // What was there before says nothing of these fields.
  const parts = Object.entries(carried.metadata).flatMap(([name, part]) =>
    names.has(name) ? Object.entries(unquoted({ [name]: part }, isQuote)) : [[name, part]],
  );
  carried.metadata = Object.fromEntries(parts);
  return told;
}
