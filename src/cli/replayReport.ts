/** What is said of a replay on standard output. */

import {
  type ReplayedChange,
  type ReplayedFailure,
  type ReplayReport,
  type Side,
  summaryOf,
} from '../hooks/replay/replayChanges';
import { brief } from '../shared/basics/brief';
import type { DecidedBy } from '../shared/verdicts/hookRecord';

export const replayJson = (report: ReplayReport): string => JSON.stringify(report);

export const replayText = (report: ReplayReport): string => [...report.changes.map(changeLine), summaryOf(report)].join('\n');

export const failureLine = ({ file, line, hook, event, message }: ReplayedFailure): string =>
  `${file ? `${file}:${line}: ` : ''}${hook} was stopped${event ? ` at ${event}` : ''}: ${message}`;

function changeLine({ session, event, toolName, before, after }: ReplayedChange): string {
  const what = [event, toolName, subject(before.input ?? after.input)].filter(Boolean).join(' ');
  return `${session}: ${what}: ${told(before, after)} → ${told(after, before)}`;
}

/** The decision with its reason; where the word is the same, the value that makes the difference. */
function told({ decision, reason, by, input, output }: Side, other: Side): string {
  const value = decision === other.decision ? [differs(input, other.input), differs(output, other.output)].filter(Boolean) : [];
  return [decision, speaker(by), reason && `"${reason}"`, ...value].filter(Boolean).join(' ');
}

const speaker = (by: DecidedBy | undefined): string => (by?.name ? `by ${by.name}` : '');

const differs = (value: unknown, other: unknown): string =>
  JSON.stringify(value) === JSON.stringify(other) || value === undefined ? '' : short(value);

function subject(input: unknown): string {
  if (typeof input === 'object' && input !== null && 'command' in input) return short(input.command);
  return input === undefined ? '' : short(input);
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const line = text.replaceAll(/\s+/g, ' ');
  return brief(line, 80);
}
