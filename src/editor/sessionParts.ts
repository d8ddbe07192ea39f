/** A long session for a view that shows its end at once and asks for all the rest in parts, so that neither it nor the window waits for the whole. */
import { type Span, spanOf, widen } from '../shared/eventSpan';
import type { HookEvent } from '../shared/events';
import { EventTree } from '../shared/eventTree';
import type { StreamItem } from '../shared/stream';
import type { EndRow, LongSession, ToView } from '../shared/viewProtocol';

/** Sessions of more events than this are long. */
export const mostAtOnce = 1_000;
/** More rows than a screen has. */
const mostAtEnd = 120;
/** Characters of the rows at the end, and of a part: what a view reads within a frame or so. */
const mostText = 400_000;

interface Node {
  index: number;
  level: number;
  parent?: Node;
  children?: Node[];
}

let opened = 0;

export class SessionParts {
  readonly long: LongSession;

  private constructor(private readonly events: readonly HookEvent[]) {
    this.long = { of: ++opened, events: events.length, end: endOf(events) };
  }

  /** Undefined where the session is not long. */
  static of(items: readonly StreamItem[]): SessionParts | undefined {
    const events = items.flatMap((item) => (item.kind === 'event' ? [item.event] : []));
    return events.length > mostAtOnce ? new SessionParts(events) : undefined;
  }

  part(from: number): ToView & { type: 'part' } {
    const texts: string[] = [];
    for (let size = 0; from + texts.length < this.events.length && size < mostText; size += texts.at(-1)!.length)
      texts.push(JSON.stringify(this.events[from + texts.length]));
    // Of its own memory: what is sent of a view into a larger one would be all of that.
    const events = new TextEncoder().encode(`[${texts.join(',')}]`);
    return { type: 'part', of: this.long.of, from, next: from + texts.length, events };
  }
}

function endOf(events: readonly HookEvent[]): EndRow[] {
  const rows: Node[] = [];
  let size = 0;
  for (const node of fromTheEnd(treeOf(events))) {
    size += JSON.stringify(events[node.index]).length;
    if (rows.length > 0 && (rows.length >= mostAtEnd || size > mostText)) break;
    rows.unshift(node);
  }
  const runs = spansOf(new Set(rows.map(({ index }) => events[index]!.runId)), events);
  return rows.map(({ index, level }) => {
    const event = events[index]!;
    return { event, index, level, run: runs.get(event.runId) };
  });
}

/** What stands at the top. */
function treeOf(events: readonly HookEvent[]): Node[] {
  const roots: Node[] = [];
  const tree = new EventTree<Node>();
  for (const [index, event] of events.entries()) {
    const parent = tree.parentOf(event);
    const node: Node = { index, level: parent ? parent.level + 1 : 1, parent };
    tree.add(event, node);
    if (!parent) roots.push(node);
    else if (parent.children) parent.children.push(node);
    else parent.children = [node];
  }
  return roots;
}

function* fromTheEnd(nodes: readonly Node[]): Generator<Node> {
  for (let at = nodes.length - 1; at >= 0; at--) {
    const node = nodes[at]!;
    if (node.children) yield* fromTheEnd(node.children);
    yield node;
  }
}

/** Of the runs with these ids; what belongs to no run has none. */
function spansOf(runIds: ReadonlySet<string>, events: readonly HookEvent[]): Map<string, Span> {
  const runs = new Map<string, Span>();
  for (const event of events) {
    if (!event.runId || !runIds.has(event.runId)) continue;
    const run = runs.get(event.runId);
    if (run) widen(run, spanOf(event));
    else runs.set(event.runId, spanOf(event));
  }
  return runs;
}
