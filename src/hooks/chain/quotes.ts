/** Whether the words of a failure quote what a hook was to redact: what cannot be parsed, for one, is quoted by those who parse. */
import type { JsonObject } from '../../shared/json';
import { type EventName, hookPoints } from '../../shared/points';

/** Shorter pieces are in any two texts. */
const pieceLength = 6;

export function quotes(text: string, event: EventName, fields: JsonObject): boolean {
  if (!('redacts' in hookPoints[event])) return false;
  const pieces = new Set<string>();
  for (let at = 0; at + pieceLength <= text.length; at++) pieces.add(text.slice(at, at + pieceLength));
  const isQuoted = (value: string): boolean => {
    if (value.length < pieceLength) return value.trim().length > 1 && text.includes(value.trim());
    for (let at = 0; at + pieceLength <= value.length; at++) if (pieces.has(value.slice(at, at + pieceLength))) return true;
    return false;
  };
  const has = (value: unknown): boolean => {
    if (typeof value === 'string') return isQuoted(value);
    return typeof value === 'object' && value !== null && Object.values(value).some(has);
  };
  return [...hookPoints[event].modifies, 'delta'].some((field) => field !== 'metadata' && has(fields[field]));
}
