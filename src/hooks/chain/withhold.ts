/** What a `redacts` hook has not cleaned is not shown, sent or stored: it failed, decided otherwise, or the chain ended before it. */
import type { ErrorFacts } from '../../shared/errorFacts';
import type { HookRecord } from '../../shared/hookRecord';
import type { JsonObject } from '../../shared/json';
import { type Message, type ModelResponse, noUsage } from '../../shared/messages';
import type { Patches, PatchName } from '../../shared/patches';
import type { PayloadFields } from '../../shared/payloads';
import type { Patchable, RedactedEvent } from '../../shared/points';
import { withheldText } from '../../shared/withheld';
import { type Dispatch, rewrite } from './carried';
import { quotes, unquoted } from './quotes';
import type { RegisteredHook } from './registered';

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
  markRedacted(dispatch);
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
  carried.payload = next;
  return closes;
}

/**
 * From now on only the payload shows the fields: what earlier hooks saw and made of them is kept by name and length, and what they said beside them as far as it
 * quotes nothing. Comes before the fields become what is shown.
 */
export function markRedacted(dispatch: Dispatch, own?: HookRecord): void {
  const { carried } = dispatch;
  withholdQuotes(dispatch, own);
  // What is withheld takes the place of what was cleaned before.
  carried.cleanedBy = own ? [...(carried.cleanedBy ?? []), own.id] : [];
  for (const [place, record] of carried.hooks.entries()) {
    if (record === own || !record.changed) continue;
    const changed = record.changed.map((change) =>
      kept.has(change.field) ? change : { field: change.field, after: withheldText(change.after) },
    );
    rewrite(carried, place, { changed });
  }
}
const metadata = 'metadata' satisfies Patchable;
/** What hooks say beside the fields: they are no part of what is redacted, but may quote it. */
const kept: ReadonlySet<string> = new Set<Patchable>([metadata, 'context']);

/**
 * Hooks of a later event are to redact what these were shown. What goes to the model comes by those, and what the run remembers is told by nobody: of what a hook
 * put into it the record alone is cleared.
 */
export function withholdForLater(dispatch: Dispatch): void {
  const changes = dispatch.carried.hooks.flatMap(({ changed = [] }) => changed);
  const said = changes.filter(({ field }) => field === metadata);
  if (said.length === 0) return;
  const isQuote = quotesAnyOf(dispatch, changes);
  unquoteIn(dispatch, undefined, isQuote, ({ field }) => field === metadata);
}

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
        isSaid(change) ? { ...change, after: unquoted(change.after, isQuote) } : change,
      );
      rewrite(carried, place, { changed });
    }
}

type Change = NonNullable<HookRecord['changed']>[number];
/** Of all that was shown to the hooks that made these changes. */
function quotesAnyOf({ carried, request }: Dispatch, changes: readonly Change[]): (words: string) => boolean {
  const shown: PayloadFields[] = [request.payload, carried.payload];
  for (const { field, before, after } of changes) {
    // A change of a part has the field's name before the dot.
    if (!kept.has(field)) shown.push({ [field.split('.', 1)[0]!]: [before, after] });
  }
  return (words) => shown.some((fields) => quotes(words, request.event, fields));
}

/** In the records, and in what goes to the model and into the run's metadata. */
function withholdQuotes(dispatch: Dispatch, own: HookRecord | undefined): void {
  const { carried } = dispatch;
  const records = carried.hooks.filter((record) => record !== own);
  const earlier = records.flatMap(({ changed = [] }) => changed);
  const said = earlier.filter(({ field }) => kept.has(field));
  if (said.length === 0) return;
  const isQuote = quotesAnyOf(dispatch, earlier);
  const names = new Set(said.flatMap(({ field, after }) => (field === metadata ? Object.keys(after as JsonObject) : [])));
  unquoteIn(dispatch, own, isQuote, ({ field }) => kept.has(field));
  carried.context = carried.context.map((text) => unquoted(text, isQuote));
  if (!carried.metadata) return;
  // What was there before says nothing of these fields.
  const parts = Object.entries(carried.metadata).flatMap(([name, part]) =>
    names.has(name) ? Object.entries(unquoted({ [name]: part }, isQuote)) : [[name, part]],
  );
  carried.metadata = Object.fromEntries(parts);
}
