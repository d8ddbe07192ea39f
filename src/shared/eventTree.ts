/** How the events of a session stand beneath one another: the first event of a run, or of a branch within it, heads it, the others stand beneath. */
import type { HookEvent } from './events';

type Place = Pick<HookEvent, 'runId' | 'branch' | 'taskId'>;

/** Events are given to it in the order of their arrival, each as the row that stands for it. */
export class EventTree<Row extends { parent?: Row }> {
  private readonly heads = new Map<string, Row>();
  /** The row that stands for a tool call: its `pre_tool_use`, or else its first event. */
  readonly calls = new Map<string, Row>();
  /** Most events stand where the one before them does. */
  private last: { at: Place; head: Row } | undefined;

  /** The head of the event's own branch, else of the one with the call that started its agent, else of the nearest branch above that has one. */
  parentOf(event: HookEvent): Row | undefined {
    const { runId, branch, toolCallId } = event;
    if (!runId) return undefined;
    const own = this.ownHead(event);
    if (own) return own;
    const call = event.type === 'subagent_start' && toolCallId ? this.calls.get(toolCallId) : undefined;
    if (call?.parent) return call.parent;
    for (let path = branch; ; path = path.slice(0, path.lastIndexOf('/'))) {
      const head = this.heads.get(keyOf({ runId, branch: path }));
      if (head || !path.includes('/')) return head;
    }
  }

  add(event: HookEvent, row: Row): void {
    if (event.runId && !this.ownHead(event)) this.heads.set(keyOf(event), row);
    const { toolCallId, type } = event;
    if (toolCallId && (type === 'pre_tool_use' || !this.calls.has(toolCallId))) this.calls.set(toolCallId, row);
  }

  private ownHead(event: HookEvent): Row | undefined {
    const { last } = this;
    if (last && last.at.runId === event.runId && last.at.branch === event.branch && last.at.taskId === event.taskId)
      return last.head;
    const head = this.heads.get(keyOf(event));
    if (head) this.last = { at: event, head };
    return head;
  }
}

/** Agents of one name work on one branch: their tasks tell them apart. */
const keyOf = ({ runId, branch, taskId }: Place) => `${runId}\n${taskId ?? branch}`;
