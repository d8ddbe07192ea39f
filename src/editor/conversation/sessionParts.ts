/** A long session for a view that shows its end at once and asks for all the rest in parts, so that neither it nor the window waits for the whole. */
import { type Span, spanOf, widen } from '../../shared/events/eventSpan';
import type { HookEvent } from '../../shared/events/events';
import { EventTree } from '../../shared/events/eventTree';
import type { StreamItem } from '../../shared/stream/stream';
import type { EndRow, LongSession, ToView } from '../../shared/views/viewProtocol';

/** Sessions of more events than this are long. */
export const mostAtOnce = 1_000;
/** More rows than a screen has. */
const mostAtEnd = 120;
/** Characters of the rows at the end, and of a part: what a view reads within a frame or so. */
const mostText = 250_000;

/** A row of the tree with what stands beneath it; an index is a row with nothing beneath. */
interface Node {
  index: number;
  level: number;
  parent?: Node;
  children: (Node | number)[];
  /** Stands for every row without rows of its own: there are many, and each matters only for where it is. */
  leaf?: Node;
}

export class SessionParts {
  readonly long: LongSession;

  private constructor(
    private readonly events: readonly HookEvent[],
    number: number,
  ) {
    this.long = { of: number, events: events.length, end: endOf(events) };
  }

  /** Undefined where the session is not long. The number tells its parts from those of another session, or of this one shown anew. */
  static of(items: readonly StreamItem[], number: number): SessionParts | undefined {
    const events: HookEvent[] = [];
    for (const item of items) if (item.kind === 'event') events.push(item.event);
    return events.length > mostAtOnce ? new SessionParts(events, number) : undefined;
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
  const rows: Place[] = [];
  let size = 0;
  for (const place of fromTheEnd(treeOf(events), 1)) {
    size += JSON.stringify(events[place.index]).length;
    if (rows.length > 0 && (rows.length >= mostAtEnd || size > mostText)) break;
    rows.unshift(place);
  }
  const spans = new Map<string, Span>();
  return rows.map(({ index, level }) => {
    const event = events[index]!;
    const { runId } = event;
    if (runId && !spans.has(runId)) spans.set(runId, nearSpan(runId, events));
    return { event, index, level, ...(runId ? { run: spans.get(runId)! } : {}) };
  });
}

/** Of a run, as its first and its last event tell it: what the bars of the last rows are drawn in until all events are there. */
function nearSpan(runId: string, events: readonly HookEvent[]): Span {
  const isOfIt = (event: HookEvent) => event.runId === runId;
  const span = spanOf(events.find(isOfIt)!);
  widen(span, spanOf(events.findLast(isOfIt)!));
  return span;
}

/** What stands at the top. */
function treeOf(events: readonly HookEvent[]): Node['children'] {
  const roots: Node['children'] = [];
  const tree = new EventTree<Node>();
  for (let index = 0; index < events.length; index++) {
    const event = events[index]!;
    const head = tree.headOf(event);
    if (head) {
      head.children.push(index);
      head.leaf ??= { index, level: head.level + 1, parent: head, children: [] };
      tree.addCall(event, head.leaf);
    } else {
      const parent = tree.parentOf(event);
      const node: Node = { index, level: parent ? parent.level + 1 : 1, parent, children: [] };
      (parent?.children ?? roots).push(node);
      tree.add(event, node);
    }
  }
  return roots;
}

type Place = Pick<Node, 'index' | 'level'>;

function* fromTheEnd(children: Node['children'], level: number): Generator<Place> {
  for (let at = children.length - 1; at >= 0; at--) {
    const child = children[at]!;
    if (typeof child === 'number') yield { index: child, level };
    else {
      yield* fromTheEnd(child.children, level + 1);
      yield child;
    }
  }
}
