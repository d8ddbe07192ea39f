/** What tests and recorded sessions have reached of each hook, and which gates saw each tool call of a session. */
import { basename, dirname } from 'node:path';
import type { HandlerOutcome, HookPart } from '../hooks/lint/hookParts';
import { isObject } from '../shared/basics/json';
import type { EventType, HookEvent } from '../shared/events/events';
import type { FileCoverage } from '../shared/hooks/fileCoverage';
import type { StreamItem } from '../shared/stream/stream';

export type Source = 'tests' | 'sessions';
export type CoverageBySource = Record<Source, readonly FileCoverage[]>;

export interface HookCoverage {
  file: string;
  line: number;
  name: string;
  /** Lines with code. */
  lines: number;
  reached: number;
  /** Those that nothing reached. */
  missed: number[];
  outcomes: (HandlerOutcome & { by: Source[] })[];
  /** How often it ran in the sessions that were given, and how often it came to each decision there. */
  ran: number;
  decided: Record<string, number>;
}

export interface CallCoverage {
  session: string;
  toolCallId: string;
  toolName: string;
  /** Its command, path, or what else it was for. */
  subject: string;
  gates: { name: string; decision: string }[];
}

export interface RecordedSession {
  name: string;
  items: readonly StreamItem[];
}

const sources = ['tests', 'sessions'] as const;

export function hookCoverage(
  parts: readonly HookPart[],
  reached: CoverageBySource,
  sessions: readonly RecordedSession[],
): HookCoverage[] {
  const of = (source: Source, file: string) => reached[source].find((one) => one.file === file);
  const records = sessions.flatMap(({ items }) => items.flatMap((item) => (item.kind === 'event' ? item.event.hooks : [])));
  return parts.map(({ file, name, line, lastLine, outcomes }) => {
    const found = sources.map((source) => of(source, file));
    const own = new Set(found.flatMap((one) => [...(one?.lines.keys() ?? [])]).filter((at) => at >= line && at <= lastLine));
    const missed = [...own].filter((at) => !found.some((one) => one?.lines.get(at))).sort((a, b) => a - b);
    const told = records.filter((record) => isOf(record, file, name));
    const decided: Record<string, number> = {};
    for (const { decision } of told) decided[decision] = (decided[decision] ?? 0) + 1;
    return {
      ...{ file, line, name, lines: own.size, reached: own.size - missed.length, missed },
      outcomes: outcomes.map((one) => ({
        ...one,
        by: sources.filter((_, n) => found[n]?.places.get(`${one.line}:${one.column}`)),
      })),
      ...{ ran: told.length, decided },
    };
  });
}

/** A session of another machine names the same file by another path. */
function isOf(record: { id: string; file: string }, file: string, name: string): boolean {
  const place = (path: string) => `${basename(dirname(path))}/${basename(path)}`;
  return place(record.file) === place(file) && record.id.endsWith(`#${name}`);
}

/** Each call as it settled; what no gate saw has none. */
export function callCoverage({ name: session, items }: RecordedSession): CallCoverage[] {
  const calls = new Map<string, CallCoverage>();
  for (const item of items) {
    if (item.kind !== 'event' || !isOfCall(item.event)) continue;
    const { type, toolCallId, toolName, input, hooks } = item.event;
    const call = calls.get(toolCallId) ?? { session, toolCallId, toolName, subject: '', gates: [] };
    if (input !== undefined && call.subject === '') call.subject = subjectOf(input);
    if (gateTypes.has(type)) call.gates.push(...hooks.map(({ name, decision }) => ({ name, decision })));
    calls.set(toolCallId, call);
  }
  return [...calls.values()];
}

/** Where hooks may keep a call from running. */
const gateTypes: ReadonlySet<string> = new Set<EventType>(['pre_tool_use', 'permission_request', 'approval_resolved']);
const callTypes: ReadonlySet<string> = new Set<string>([...gateTypes, ...(['tool_start', 'tool_settled'] satisfies EventType[])]);
const isOfCall = (event: HookEvent): event is HookEvent & { toolCallId: string; toolName: string } =>
  callTypes.has(event.type) && event.toolCallId !== undefined && event.toolName !== undefined;

function subjectOf(input: unknown): string {
  const { command, file_path, path } = isObject(input) ? input : {};
  const subject = command ?? file_path ?? path ?? '';
  return typeof subject === 'string' ? subject.replace(/\s+/g, ' ').slice(0, 80) : '';
}
