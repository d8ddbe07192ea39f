/** Which of the recorded events hooks could decide. */
import { type EventName, eventNames, hookPoints } from '../../shared/hooks/points';

const eventOf: ReadonlyMap<string, EventName> = new Map(
  eventNames.flatMap((name) => {
    const { type, decisions } = hookPoints[name];
    return type && decisions.length > 0 ? [[type, name] as const] : [];
  }),
);

/** The event that hooks could decide, if the type is that of one. */
export const decidable = (type: string): EventName | undefined => eventOf.get(type);
