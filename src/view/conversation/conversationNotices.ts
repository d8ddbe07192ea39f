/** Rows between what is said and done: retries, summaries, hooks that failed or changed, instructions that were taken. */
import * as l10n from '@vscode/l10n';
import type { EventOf, HookEvent } from '../../shared/events/events';
import type { EventName } from '../../shared/hooks/points';
import { speakerOf } from '../../shared/runs/speaker';
import { fileName } from '../format';
import {
  add,
  type CompactEntry,
  type ConversationState,
  type Entry,
  endRetry,
  entriesAt,
  type InstructionsEntry,
  type NoticeEntry,
  type RetryEntry,
} from './conversationState';
import { waitingIn } from './conversationTools';

export function modelRetry(state: ConversationState, event: EventOf<'model_retry'>): void {
  endRetry(state);
  const { waitMs, attempt, status, message: text } = event.data;
  state.retry = add<RetryEntry>(state, event, {
    kind: 'retry',
    attempt,
    status,
    message: text,
    until: Date.parse(event.timestamp) + waitMs,
  });
}

export function preCompact(state: ConversationState, event: EventOf<'pre_compact'>): void {
  if (event.branch !== 'main') return;
  const { decision, messages, trigger } = event.data;
  state.compacting = decision !== 'deny';
  if (!state.compacting) summedUp(state, event, { messages, trigger, reason: event.reason ?? '' });
}

export function compacted(state: ConversationState, event: EventOf<'compacted'>): void {
  if (event.branch !== 'main') return;
  state.compacting = false;
  const { messages, kept, trigger } = event.data;
  summedUp(state, event, {
    messages,
    trigger,
    ...(kept === undefined ? { reason: event.reason ?? '' } : { kept }),
    ...(event.output === undefined ? {} : { summary: event.output }),
  });
}

function summedUp(
  state: ConversationState,
  event: HookEvent,
  fields: Pick<CompactEntry, 'messages' | 'trigger' | 'reason' | 'kept' | 'summary'>,
): void {
  add<CompactEntry>(state, event, { kind: 'compact', ...fields, ...(event.decidedBy ? { by: event.decidedBy } : {}) });
}

/** The answer that it was called for is kept after that. */
const beforeAnswer: ReadonlySet<unknown> = new Set<EventName>(['modelDelta', 'postModelCall']);

export function hookError(state: ConversationState, event: EventOf<'hook_error'>): void {
  if (beforeAnswer.has(event.data.event)) state.failures.push(event);
  else tellFailure(state, event);
}

/** Below the answer that they were at, streamed or not: what its speaker does next comes after it. */
export function tellFailures(state: ConversationState, next: HookEvent): void {
  const isTold = (event: HookEvent) => next.type === 'after_run' || speakerOf(event) === speakerOf(next);
  const told = state.failures.filter(isTold);
  if (told.length === 0) return;
  state.failures = state.failures.filter((event) => !isTold(event));
  for (const event of told) tellFailure(state, event);
}

function tellFailure(state: ConversationState, event: EventOf<'hook_error'>): void {
  const { hook, file, line } = event.data;
  const text = event.error.message;
  notice(state, event, {
    level: 'error',
    text,
    topic: `hook_error ${String(hook)} ${text}`,
    ...(file === undefined ? {} : { hook: { name: hook ?? file, file, line } }),
  });
}

export function hooksReloaded(state: ConversationState, event: EventOf<'hooks_reloaded'>): void {
  // Before the first message there is nothing that a change of hooks could have affected.
  if (state.entries.length === 0) return;
  const wasWrong = isLast(state, event, 'hooks_reloaded', ['warning', 'error']);
  const words = reloadWords(event, wasWrong);
  // That all is well is told of what the human saved; else only in the place of what was not well.
  if (words.level === 'info' && event.data.saved === false && !wasWrong) return;
  notice(state, event, { ...words, topic: 'hooks_reloaded' });
}

/**
 * What came of the files that changed: the first that did not load, else those that wait for the human, else those that are live. Of those that wait all are
 * named, since this takes the place of what was told of the others; so they are where it stands `inPlace` of what was not well.
 */
function reloadWords(
  { reason, data }: EventOf<'hooks_reloaded'>,
  inPlace: boolean,
): Pick<NoticeEntry, 'level' | 'text' | 'hook' | 'held'> {
  const { files, held, problems, saved } = data;
  const broken = problems.find(({ file, severity }) => severity === 'error' && files.includes(file));
  if (broken) {
    const { file, line, message } = broken;
    return { level: 'error', text: l10n.t('did not load: {0}', message), hook: { name: fileName(file), file, line } };
  }
  const waits = l10n.t('Held until you have reviewed the change: {0}', someOf(held));
  if (files.some((file) => held.includes(file))) return { level: 'warning', text: waits, held: true };
  const text = files.length === 0 ? l10n.t('Hooks reloaded.') : l10n.t('Hooks reloaded: {0}', namesOf(files));
  const live = reason ?? text;
  if (inPlace && held.length > 0) return { level: 'warning', text: saved === false ? waits : `${live} · ${waits}`, held: true };
  return { level: 'info', text: live };
}

const mostNamed = 3;
const namesOf = (files: readonly string[]): string =>
  files.length > mostNamed ? l10n.t('{0} files', files.length) : files.map(fileName).join(', ');
const someOf = (files: readonly string[]): string =>
  files.length > mostNamed
    ? l10n.t('{0} and {1} more', namesOf(files.slice(0, mostNamed)), files.length - mostNamed)
    : namesOf(files);

/** A prompt that waits keeps its place at the end: what comes meanwhile stands above it. */
function endOf(state: ConversationState, entries: readonly Entry[]): number {
  const prompts = [...state.open].filter((tool) => waitingIn({ entries: [tool] }).length > 0);
  const places = prompts.map((tool) => entries.lastIndexOf(tool)).filter((at) => at >= 0);
  return Math.min(entries.length, ...places);
}

/** What stands last is a notice of that topic, of one of these levels. */
function isLast(state: ConversationState, event: HookEvent, topic: string, levels: readonly NoticeEntry['level'][]): boolean {
  const entries = entriesAt(state, event);
  const last = entries[endOf(state, entries) - 1];
  return last?.kind === 'notice' && last.topic === topic && levels.includes(last.level);
}

/** Adds a notice. One that stands last and is about the same says this instead, and counts how often it happened in the same words: what waits still is told again, no more often there. */
export function notice(
  state: ConversationState,
  event: HookEvent,
  fields: Pick<NoticeEntry, 'level' | 'text' | 'topic' | 'hook' | 'held'>,
): void {
  const entries = entriesAt(state, event);
  const asking = endOf(state, entries);
  const last = entries[asking - 1];
  if (last?.kind !== 'notice' || last.topic !== fields.topic) {
    const entry = add<NoticeEntry>(state, event, { kind: 'notice', count: 1, ...fields });
    entries.splice(asking, 0, ...entries.splice(entries.lastIndexOf(entry)));
    return;
  }
  const count = last.text === fields.text && !fields.held ? last.count + 1 : 1;
  Object.assign(last, { hook: undefined, held: false, ...fields, count });
  last.version++;
}

/** Those of the system prompt get a row where they are others than before; those that a call led to stand at the call. */
export function instructionsLoaded(state: ConversationState, event: EventOf<'instructions_loaded'>): void {
  const { files, problems } = event.data;
  const tool = event.toolCallId === undefined ? undefined : state.tools.get(event.toolCallId);
  if (tool) {
    tool.instructions = files;
    tool.version++;
    return;
  }
  const told = JSON.stringify(event.data);
  if (event.branch !== 'main' || told === state.instructions) return;
  state.instructions = told;
  add<InstructionsEntry>(state, event, { kind: 'instructions', files, problems });
}
