/** Sends a recorded session to a host that replays, in pieces, so that the file is never held whole. */

import { carriesTooDeep } from '../../../shared/basics/depth';
import { isObject, type JsonObject } from '../../../shared/basics/json';
import { calledAs } from '../../../shared/hooks/hookDescription';
import { hookPoints } from '../../../shared/hooks/points';
import type { ToolDeclaration } from '../../../shared/messages/messages';
import type { StreamItem } from '../../../shared/stream/stream';
import { saysMore } from '../../chain/folding/quietResult';
import { decidable } from '../../replay/decidable';
import { addReport, emptyReport, type ReplayReport } from '../../replay/replayChanges';
import type { RecordedItem } from '../../replay/sessionReplay';
import type { HookHost } from '../host/hookHost';

export interface ReplayOptions {
  /** What the report calls it. */
  session: string;
  /** From its beginning, each time it is asked for. */
  items(): AsyncIterable<StreamItem>;
  host: Pick<HookHost, 'replay' | 'descriptions'>;
  tools: readonly ToolDeclaration[];
  /** The core's word on calls of which the record holds none. */
  factsOf(toolName: string, input: JsonObject): object;
  signal?: AbortSignal;
  /** Items that are done. */
  progress?(items: number): void;
}

const pieceItems = 250;
/** Pieces on their way: one is replayed while the next is read. */
const mostAhead = 2;
const mostKnownFacts = 2000;

/** Resolves with what has come to pass by then where it is aborted. Rejects where the items cannot be read. */
export async function replaySession(options: ReplayOptions): Promise<ReplayReport> {
  const { report, broken } = await replayOnce(options, false);
  // A hook killed its host: once more, with a mark for each hook that begins, to know which.
  return broken ? (await replayOnce(options, true)).report : report;
}

async function replayOnce(options: ReplayOptions, careful: boolean): Promise<{ report: ReplayReport; broken: boolean }> {
  const { session, items, host, tools, signal, progress } = options;
  const report = emptyReport();
  const factsFor = facts(options);
  let broken: { why: string; hookId?: string } | undefined;
  let given = 0;
  let piece: RecordedItem[] = [];
  const underWay = new Set<Promise<void>>();
  let inTurn: Promise<unknown> = Promise.resolve();
  const give = async (ends: boolean): Promise<void> => {
    const now = piece;
    piece = [];
    const begins = given === 0;
    given += now.length;
    while (underWay.size >= mostAhead) await Promise.race(underWay);
    const asked = host.replay({ session, ...(begins ? { tools } : {}), items: now, ends, careful });
    const one: Promise<void> = inTurn.then(async () => {
      const came = await asked;
      if (broken) return leaveOpen(report, now);
      if ('broken' in came) {
        broken = { why: came.broken, hookId: came.hookId };
        return leaveOpen(report, now, failureOf(options, broken));
      }
      addReport(report, came);
      progress?.(given);
    });
    inTurn = one;
    underWay.add(one);
    void one.finally(() => underWay.delete(one));
  };
  for await (const item of items()) {
    if (signal?.aborted || (broken && !careful)) break;
    if (item.kind === 'queue') continue;
    if (carriesTooDeep(item)) {
      leaveOpen(report, [item]);
      continue;
    }
    const known = item.kind === 'event' ? factsFor(item.event) : undefined;
    piece.push(spoken(item, known));
    if (piece.length < pieceItems) continue;
    if (broken) {
      leaveOpen(report, piece);
      piece = [];
    } else await give(false);
  }
  await give(true);
  await Promise.all(underWay);
  return { report, broken: broken !== undefined };
}

/** Hooks that had nothing to say are left out, but for one of each file: most of a record is about them, and a replay only asks which files there were. */
function spoken(item: StreamItem, facts: JsonObject | undefined): RecordedItem {
  const more = facts ? { facts } : {};
  if (item.kind !== 'event' || item.event.hooks.length < 2) return { ...item, ...more };
  const files = new Set<string>();
  const hooks = item.event.hooks.filter((hook) => {
    const isNew = !files.has(hook.file);
    files.add(hook.file);
    return isNew || saysMore(hook);
  });
  return { kind: 'event', event: { ...item.event, hooks }, ...more };
}

/** What follows a host's death in its session is not known. */
function leaveOpen(report: ReplayReport, items: readonly RecordedItem[], failure?: ReplayReport['failures'][number]): void {
  const decisions = items.filter((item) => item.kind === 'event' && decidable(item.event.type)).length;
  report.decisions += decisions;
  const failed = failure && decisions > 0 ? 1 : 0;
  report.failed += failed;
  report.unknown += decisions - failed;
  if (failure) report.failures.push(failure);
}

function failureOf(
  { host, session }: ReplayOptions,
  { why, hookId }: { why: string; hookId?: string },
): ReplayReport['failures'][number] {
  const hook = host.descriptions.find(({ id }) => id === hookId);
  const place = { hook: hook ? calledAs(hook) : 'the hook host', file: hook?.file ?? '', line: hook?.line ?? 1 };
  return { session, eventId: '', event: '', ...place, message: why };
}

/** Facts of a call where its record has none, and a hook asks for tools. */
function facts({
  host,
  factsOf,
}: ReplayOptions): (event: Extract<StreamItem, { kind: 'event' }>['event']) => JsonObject | undefined {
  const wantsTools = host.descriptions.some(
    ({ kind, events, options }) => options.enabled && (kind === 'policy' || events.some((event) => 'tool' in hookPoints[event])),
  );
  if (!wantsTools) return () => undefined;
  const known = new Map<string, JsonObject>();
  const recorded = new Set<string>();
  return (event) => {
    const name = decidable(event.type);
    if (!name || !('tool' in hookPoints[name]) || event.toolName === undefined || !isObject(event.input)) return undefined;
    if (event.type === 'pre_tool_use' && event.data.facts) {
      recorded.add(event.toolCallId);
      if (recorded.size > mostKnownFacts) recorded.delete(recorded.values().next().value!);
    }
    if (event.toolCallId !== undefined && recorded.has(event.toolCallId)) return undefined;
    const input = (event.type === 'pre_tool_use' ? event.requestedInput : undefined) ?? event.input;
    const key = `${event.toolName} ${JSON.stringify(input)}`;
    let found = known.get(key);
    if (!found) {
      found = { ...factsOf(event.toolName, input) };
      if (known.size >= mostKnownFacts) known.clear();
      known.set(key, found);
    }
    return found;
  };
}
