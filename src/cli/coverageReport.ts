/** What is said of coverage on standard output. */
import type { CallCoverage, HookCoverage } from './hookCoverage';

/** A line for each hook, then one for each tool call, then what they come to. */
export function coverageText(
  hooks: readonly HookCoverage[],
  calls: readonly CallCoverage[],
  placeOf: (file: string) => string,
): string {
  const outcomes = hooks.flatMap((hook) => hook.outcomes);
  const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
  const gated = calls.filter(({ gates }) => gates.length > 0).length;
  return [
    ...hooks.map((hook) => `${placeOf(hook.file)}:${hook.line}: ${hookText(hook)}`),
    ...calls.map(callText),
    [
      `${sum(hooks.map(({ reached }) => reached))} of ${sum(hooks.map(({ lines }) => lines))} lines`,
      `${outcomes.filter(({ by }) => by.length > 0).length} of ${outcomes.length} outcomes reached`,
      ...(calls.length > 0 ? [`${gated} of ${calls.length} tool calls seen by a hook`] : []),
    ].join(', '),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

function hookText({ name, lines, reached, missed, outcomes, decided }: HookCoverage): string {
  const words = outcomes.map(({ decision, line, by }) =>
    by.length > 0 ? `${decision} by ${by.join(' and ')}` : `${decision} never (line ${line})`,
  );
  const counts = Object.entries(decided).map(([decision, times]) => `${times}× ${decision}`);
  return [
    lines === 0
      ? `${name}: nothing loaded it`
      : `${name}: ${reached} of ${lines} lines${missed.length > 0 ? ` (not ${missed.join(', ')})` : ''}`,
    ...words,
    ...(counts.length > 0 ? [`recorded ${counts.join(', ')}`] : []),
  ].join('; ');
}

function callText({ session, toolName, subject, gates }: CallCoverage): string {
  const seen = gates.map(({ name, decision }) => `${name} ${decision}`);
  return `${session}: ${[toolName, subject].filter(Boolean).join(' ')}: ${seen.join(', ') || 'no hook saw it'}`;
}
