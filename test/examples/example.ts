/** One example hook file at work: what it is set against and what must come of it. */

import type { RunResult } from '../../src/agent/loop/run';
import type { ModelPort } from '../../src/agent/ports/model';
import { Rehearsal } from '../../src/models/rehearsal';
import type { RehearsalScript } from '../../src/models/rehearsalScript';
import type { EventType } from '../../src/shared/events/events';
import type { ModelRequest } from '../../src/shared/messages/messages';
import type { Core, CoreOptions } from '../fixtures/core';

export interface Example extends Omit<CoreOptions, 'hooks' | 'host'> {
  /** Sent one after another; a run each. */
  prompts: string[];
  /** What it talks to; returns how to end that. */
  start?(): Promise<() => void>;
  /** Changes the file before it is tried. */
  edit?(text: string): string;
  check(core: Core, results: RunResult[]): void | Promise<void>;
}
export type Examples = Record<string, Example>;

/** Plays a script and keeps the requests, as they went out. */
export class RecordingModel extends Rehearsal implements ModelPort {
  readonly requests: ModelRequest[] = [];

  override call(...[request, stream]: Parameters<ModelPort['call']>): ReturnType<ModelPort['call']> {
    this.requests.push(request);
    return super.call(request, stream);
  }
}

/** A script of one text answer per turn. */
export const says = (...texts: string[]): RehearsalScript => ({
  turns: texts.map((text) => ({ content: [{ type: 'text', text }] })),
});
/** A turn that calls one tool. */
export const calls = (name: string, input: Record<string, unknown>): RehearsalScript['turns'][number] => ({
  content: [{ type: 'tool_use', name, input }],
});
/** The prompt by which the rehearsal model calls tools. */
export const call = (name: string, input: Record<string, unknown>): string => `/call ${name} ${JSON.stringify(input)}`;

/** What the example's own hook logged, in order of the events. */
export const logsOf = (core: Core, hook?: string): string[] =>
  core.events.flatMap((event) =>
    event.hooks.flatMap((record) => (hook === undefined || record.name === hook ? (record.logs ?? []) : [])),
  );
/** Names of the hooks that ran at the first event of a type. */
export const ranAt = (core: Core, type: EventType): string[] => core.event(type).hooks.map((record) => record.name);
export const outcomes = (core: Core): (string | undefined)[] =>
  core.events.flatMap((event) => (event.type === 'tool_settled' ? [`${event.data?.outcome}: ${event.reason ?? ''}`] : []));
