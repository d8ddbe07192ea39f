/** The line of a hook's source that made a decision, as far as the text tells. */
import type { HookRecord } from '../../shared/verdicts/hookRecord';

/** `from` and `to` are the hook's lines (1-based, `to` is not of it). Without a line that says it, the hook's own. */
export function decisionLine(
  source: readonly string[],
  { decision, reason, error }: Pick<HookRecord, 'decision' | 'reason' | 'error'>,
  from: number,
  to = source.length + 1,
): number {
  if (error?.line !== undefined && error.line <= source.length) return error.line;
  const says = new RegExp(`\\.${decision}\\s*\\(|action:\\s*['"\`]${decision}['"\`]`);
  const lines = [...Array(Math.max(0, Math.min(to, source.length + 1) - from)).keys()].map((n) => from + n);
  const found = lines.filter((line) => says.test(source[line - 1] ?? ''));
  // Of several, the one whose words are the reason, or whose template begins like it.
  const told = reason ? found.filter((line) => literalsOf(source[line - 1]!).some((text) => agrees(text, reason))) : [];
  return told.at(-1) ?? (found.length === 1 ? found[0]! : from);
}

const literalsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|`([^`]*)`/g)].map((found) => found[1] ?? found[2] ?? found[3] ?? '');

/** What a template puts in is not known. */
function agrees(literal: string, reason: string): boolean {
  const [head = '', ...rest] = literal.split(/\$\{[^}]*\}/);
  return literal !== '' && (rest.length === 0 ? literal === reason : reason.startsWith(head) && reason.endsWith(rest.at(-1)!));
}

/** Where the handler of the hook at this line (1-based) begins: the first place in it that a breakpoint can hold. Line and column are 0-based. */
export function handlerStart(source: readonly string[], from: number): { line: number; column: number } | undefined {
  for (let line = from - 1; line < Math.min(source.length, from + 10); line++) {
    const text = source[line]!;
    // The next one: what this hook does is not written here.
    if (line >= from && /^(export|const|let|var)\b/.test(text)) return undefined;
    const arrow = text.indexOf('=>');
    if (arrow < 0) continue;
    const rest = text.slice(arrow + 2).trim();
    if (rest !== '' && rest !== '{') return { line, column: text.indexOf(rest, arrow) + (rest.startsWith('{') ? 1 : 0) };
    const next = source.findIndex((one, at) => at > line && /^\s*[^\s/*]/.test(one));
    return next < 0 ? undefined : { line: next, column: source[next]!.search(/\S/) };
  }
  return undefined;
}

/**
 * Where a breakpoint of a whole line stops in a hook, for one that stands on what defines the hook (0-based): that code ran when the file was loaded, and a
 * run never comes by. `hooks` are the lines that hooks of the file begin at, 1-based. Undefined where it can stay.
 */
export function runsAt(
  source: readonly string[],
  hooks: readonly number[],
  line: number,
): { line: number; column: number } | undefined {
  const from = hooks.findLast((hook) => hook - 1 <= line);
  const start = from === undefined ? undefined : handlerStart(source, from);
  if (!start || line > start.line) return undefined;
  // A handler that begins on a line of its own: what stands there stops by itself.
  return line < start.line || source[line]!.search(/\S/) < start.column ? start : undefined;
}
