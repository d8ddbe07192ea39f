/** What stands in the record for values that are not to be told, in the form that readers of each field expect. */

import { isObject, type JsonObject } from '../../shared/basics/json';
import type { EventFacts, EventType } from '../../shared/events/events';
import { withheldInput, withheldText } from '../../shared/messages/withheld';
import type { ErrorFacts } from '../../shared/runs/errorFacts';
import type { MetadataDifference } from '../../shared/runs/runMetadata';
import type { OfChain } from './recordable';

type KeysOf<U> = U extends unknown ? keyof U : never;
/** What some event has of its own. */
export type Fact = Exclude<KeysOf<EventFacts[EventType]>, 'data'>;
type ValueOf<F, K> = F extends { [N in K & string]?: infer V } ? V : never;
/** The facts that may be such an object, where they are of a type. */
type FactsThatAre<O> = {
  [K in Fact]: unknown extends ValueOf<EventFacts[EventType], K>
    ? never
    : O extends ValueOf<EventFacts[EventType], K>
      ? K
      : never;
}[Fact];

/** What stands for objects, of the form that readers of the field expect. */
const marks: ReadonlyMap<string, (value: JsonObject) => unknown> = new Map(
  Object.entries({
    input: withheldInput,
    requestedInput: withheldInput,
    error: (value: JsonObject) => ({ ...value, message: withheldText(value.message) }),
    sawMetadata: (): MetadataDifference => ({ set: {}, gone: [] }),
  } satisfies Record<FactsThatAre<JsonObject> | FactsThatAre<ErrorFacts> | keyof Pick<OfChain, 'sawMetadata'>, unknown>),
);
/** What the record has in the place of a value that is not to be told. */
export const markFor = (field: string, value: unknown): unknown =>
  (isObject(value) ? marks.get(field) : undefined)?.(value as JsonObject) ?? withheldText(value);
