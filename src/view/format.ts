/** Numbers, times and inputs as a human reads them at a glance. */

import { brief } from '../shared/basics/brief';
import type { JsonObject } from '../shared/basics/json';

/** From milliseconds: `0.4 ms`, `40 ms`, `1.2 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 9.95) return `${ms.toFixed(1).replace(/\.0$/, '')} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1000)} s`;
}

export function count(n: number): string {
  if (n < 1000) return String(n);
  return n < 1_000_000 ? `${(n / 1000).toFixed(1)}k` : `${(n / 1_000_000).toFixed(1)}M`;
}

const two = (n: number) => String(n).padStart(2, '0');

/** Local time of day with milliseconds, from milliseconds since 1970. */
export function clock(ms: number): string {
  const at = new Date(ms);
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}.${String(at.getMilliseconds()).padStart(3, '0')}`;
}

const telling: readonly string[] = [
  'command',
  'file_path',
  'notebook_path',
  'path',
  'pattern',
  'url',
  'query',
  'description',
  'prompt',
  'task_id',
];

function tellingField(input: JsonObject): string | undefined {
  const fields = new Map(Object.entries(input));
  return telling.find((one) => typeof fields.get(one) === 'string' && fields.get(one) !== '');
}
const isPath = (field: string | undefined): boolean => field?.endsWith('path') === true;

/** What tells it is a path: its end says most. */
export const toldByPath = (input: JsonObject): boolean => isPath(tellingField(input));

/** One line that tells one call from another; its path as people call it, where it lies in one of these folders. */
export function inputSummary(input: JsonObject, folders: readonly string[] = []): string {
  const fields = new Map(Object.entries(input));
  const name = tellingField(input);
  const value = name === undefined ? undefined : (fields.get(name) as string);
  const found = value !== undefined && isPath(name) ? shortened(value, folders) : value;
  const part = (value: unknown) =>
    Array.isArray(value) ? value.length : typeof value === 'string' ? value : JSON.stringify(value);
  const text = found ?? [...fields].map(([name, value]) => `${name}: ${part(value)}`).join(', ');
  return visible(brief(text, 300)).replace(/\s+/g, ' ');
}

/** A value as text, cut where it gets long. */
export function pretty(value: unknown, most = 20_000): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? String(value));
  return visible(text.length > most ? `${text.slice(0, most)}\n… ${count(text.length - most)} more characters` : text);
}

const deceiving = /(?![\t\n])[\p{Cc}\p{Cf}]/gu;
const colourCode = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, 'g');

/** Characters that hide or reorder text are spelled out: what a human approves must read as it runs. */
export function visible(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(deceiving, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/** What a program printed: without the colour codes of terminals, and lines that it wrote over as they ended. */
export function printedInTerminal(text: string): string {
  return pretty(text.replace(colourCode, '').replace(/[^\n]*\r(?!\n)/g, ''));
}

/** As people call it: below its folder, with the folder's name where there are several. */
export function shortened(path: string, folders: readonly string[]): string {
  const folder = folders.find((one) => path.startsWith(one) && /[/\\]/.test(path[one.length] ?? ''));
  if (folder === undefined) return path;
  return path.slice(folders.length > 1 ? folder.replace(/[^/\\]+$/, '').length : folder.length + 1);
}

export const fileName = (path: string): string => path.split(/[\\/]/).at(-1) || path;
