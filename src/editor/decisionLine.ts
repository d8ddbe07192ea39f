/** The line of a hook's source that made a decision, as far as the text tells. */
import type { HookRecord } from '../shared/hookRecord';

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
    const arrow = text.indexOf('=>');
    if (arrow < 0) continue;
    const rest = text.slice(arrow + 2).trim();
    if (rest !== '' && rest !== '{') return { line, column: text.indexOf(rest, arrow) + (rest.startsWith('{') ? 1 : 0) };
    const next = source.findIndex((one, at) => at > line && /^\s*[^\s/*]/.test(one));
    return next < 0 ? undefined : { line: next, column: source[next]!.search(/\S/) };
  }
  return undefined;
}
