/** How the events of a session stand beneath one another: the first event of a run, or of a branch within it, heads it, the others stand beneath. */

import { speakerOf } from '../runs/speaker';
import type { HookEvent } from './events';

/** Events are given to it in the order of their arrival, each as the row that stands for it. */
export class EventTree<Row extends { parent?: Row }> {
  /** By run, and within it by who speaks. */
  private readonly heads = new Map<string, Map<string, Row>>();
  /** The row that stands for a tool call: its `pre_tool_use`, or else its first event. */
  readonly calls = new Map<string, Row>();

  /** Of the event's own branch; undefined where it is the first there. */
  headOf(event: HookEvent): Row | undefined {
    return this.heads.get(event.runId)?.get(speakerOf(event));
  }

  /** The head of the event's own branch, else of the one with the call that started its agent, else of the nearest branch above that has one. */
  parentOf(event: HookEvent): Row | undefined {
    const { runId, branch, toolCallId, type } = event;
    const own = this.headOf(event);
    if (own) return own;
    const call = type === 'subagent_start' && toolCallId ? this.calls.get(toolCallId) : undefined;
    if (runId && call?.parent) return call.parent;
    for (let path = branch; ; path = path.slice(0, path.lastIndexOf('/'))) {
      const head = this.heads.get(runId)?.get(path);
      if (head || !path.includes('/')) return head;
    }
  }

  add(event: HookEvent, row: Row): void {
    const { runId } = event;
    if (runId && !this.headOf(event)) {
      const heads = this.heads.get(runId) ?? new Map<string, Row>();
      this.heads.set(runId, heads.set(speakerOf(event), row));
    }
    this.addCall(event, row);
  }

  /** What is no head matters only where it tells of a call. */
  addCall({ toolCallId, type }: HookEvent, row: Row): void {
    if (toolCallId && (type === 'pre_tool_use' || !this.calls.has(toolCallId))) this.calls.set(toolCallId, row);
  }
}
