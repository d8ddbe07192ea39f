/**
 * The one door to the record: every item of the stream passes here on its way to the views, the session file and whoever else listens. It knows what of each item
 * may be told, and holds back what a `redacts` hook is yet to see.
 */

import { isObject, type JsonObject } from '../../shared/basics/json';
import { unreachable } from '../../shared/basics/unreachable';
import type { HookEvent } from '../../shared/events/events';
import type { EventName, ToolFields } from '../../shared/hooks/payloads';
import { hookPoints, type Patchable, type RedactedEvent } from '../../shared/hooks/points';
import { blocksOf, type ContentBlock, isThinking, type Message, toolUsesOf } from '../../shared/messages/messages';
import { withheldInput, withheldText, withInputs } from '../../shared/messages/withheld';
import { type Speaker, speakerOf } from '../../shared/runs/speaker';
import type { StreamItem } from '../../shared/stream/stream';
import type { HookRecord } from '../../shared/verdicts/hookRecord';
import type { PatchName } from '../../shared/verdicts/patches';
import type { HookPort } from '../ports/hooks';
import {
  called,
  chainRule,
  changeable,
  fromHuman,
  output,
  type Rule,
  recordable,
  type SeenBy,
  said,
  streamed,
  thought,
} from './recordable';
import { type Fact, markFor } from './withheldMarks';

/** What is known of an event beside itself. */
export interface KnownOfEvent {
  /** Hooks of these events have seen what it tells. */
  seenBy?: SeenBy;
  /** Its own hooks took something away: what else says the same is not to be told. */
  redacted?: boolean;
  /** `event` hooks are not told: it comes of one of them. */
  unobserved?: boolean;
}
interface Held {
  /** What the speaker said. */
  texts: Set<string>;
  /** Ids of tool calls whose gate has not spoken. */
  calls: Set<string>;
  /** The record holds marks in the place of their inputs. */
  areMarked: boolean;
}

export class Recorder {
  private readonly held = new Map<string, Held>();

  constructor(
    private readonly hooks: Pick<HookPort, 'redacts' | 'observe'>,
    /** `stored` is what is kept in the session's file. */
    private readonly keep: (shown: StreamItem, stored: StreamItem) => void,
  ) {}

  /** True while hooks of one of the events are still to see such a value. */
  holds(events: SeenBy, seenBy: SeenBy = open): boolean {
    // Each field of each event passes here.
    for (const event of events) if (!seenBy.includes(event) && this.hooks.redacts(event)) return true;
    return false;
  }

  take(item: StreamItem, passed: KnownOfEvent = {}): void {
    const shown = this.shown(item, passed);
    if (!shown) return;
    const isHeld = shown.kind === 'queue' && this.holds(fromHuman);
    this.keep(shown, isHeld ? { kind: 'queue', messages: [] } : shown);
    if (shown.kind === 'event' && !passed.unobserved) this.hooks.observe(shown);
  }

  /** A message as it may be told; from now on what it says is held back until its hooks have run. */
  heard(speaker: Speaker, message: Message): Message {
    if (message.role === 'assistant') {
      const held = this.heldOf(speaker);
      if (this.holds(said)) for (const text of textsOf(message)) held.texts.add(text);
      if (this.holds(called))
        for (const { id } of toolUsesOf(message)) {
          held.calls.add(id);
          held.areMarked = true;
        }
    }
    return this.told(speaker, message);
  }

  /** True of a call that has not passed its gate, so that its input is told to nobody. */
  holdsCall(speaker: Speaker, id: string): boolean {
    return this.heldOf(speaker).calls.has(id);
  }

  /** All gates have spoken; true where the record holds marks in the place of inputs. */
  settleCalls(speaker: Speaker): boolean {
    const held = this.heldOf(speaker);
    const { areMarked } = held;
    held.areMarked = false;
    held.calls.clear();
    return areMarked;
  }

  /** The hooks of the speaker's end have seen this; true where it was held back until now. */
  settleAnswer(speaker: Speaker, answer: Pick<Message, 'content'>): boolean {
    const { texts } = this.heldOf(speaker);
    return textsOf(answer).filter((text) => texts.delete(text)).length > 0;
  }

  private heldOf(speaker: Speaker): Held {
    const key = speakerOf(speaker);
    const held = this.held.get(key) ?? { texts: new Set(), calls: new Set(), areMarked: false };
    this.held.set(key, held);
    return held;
  }

  /** Undefined where it is not to be told at all. */
  private shown(item: StreamItem, passed: KnownOfEvent): StreamItem | undefined {
    switch (item.kind) {
      case 'event':
        return { kind: 'event', event: this.event(item.event, passed) };
      case 'delta':
        return this.holds(streamed[item.delta.type]) ? undefined : item;
      case 'toolOutput':
        return this.holds(output) ? undefined : item;
      case 'history':
        return { ...item, messages: item.messages.map((message) => this.told(item, message)) };
      case 'deltaReset':
      case 'queue':
      case 'run':
      case 'hookSet':
        return item;
      default:
        return unreachable(item);
    }
  }

  private event(event: HookEvent, { seenBy = [], redacted }: KnownOfEvent): HookEvent {
    const own = eventOf.get(event.type);
    const seen = own && !redacted ? [...seenBy, own] : seenBy;
    const rules = rulesOf.get(event.type) ?? unknown;
    const may = (rule: Rule | undefined, field: string, value: unknown) => this.by(rule, field, value, event, seen);
    // Most pass as they are: a copy is made where something is held back.
    let told = event as unknown as JsonObject;
    const tell = (field: string, value: unknown) => {
      if (told === (event as unknown)) told = { ...event };
      told[field] = value;
    };
    for (const field in event) {
      const value: unknown = event[field as keyof HookEvent];
      let passed: unknown;
      if (field === 'data' && isObject(value))
        passed = changedIn(value, (name, part) => may(chainRule(event.type, name, value) ?? rules.data.get(name), name, part));
      else if (field === 'hooks')
        passed = event.hooks.some(({ changed }) => changed) ? event.hooks.map((hook) => this.hook(hook, event, seen)) : value;
      else passed = may(rules.own.get(field) ?? (common.has(field) ? open : undefined), field, value);
      if (passed !== value) tell(field, passed);
    }
    if (event.toolCallId && event.type === 'pre_tool_use') this.heldOf(event).calls.delete(event.toolCallId);
    return told as unknown as HookEvent;
  }

  /** The value where the rule lets it pass, else what stands for it. Without a rule it never passes. */
  private by(rule: Rule | undefined, field: string, value: unknown, event: HookEvent, seen: SeenBy): unknown {
    if (value === undefined) return value;
    if (rule === 'message') return this.told(event, value as Message);
    const passes =
      rule === 'call'
        ? event.type === 'pre_tool_use' || !this.holdsCall(event, event.toolCallId ?? '')
        : rule !== undefined && !this.holds(rule, seen);
    return passes ? value : markFor(field, value);
  }

  private hook(record: HookRecord, event: HookEvent, seen: SeenBy): HookRecord {
    if (!record.changed) return record;
    const rules = changesOf.get(event.type);
    const changed = record.changed.map((change) => {
      const [root, part] = change.field.split('.');
      const rule = always.has(root!) ? [] : (rules?.get(`${root}.${part}`) ?? rules?.get(root!));
      return rule && !this.holds(rule, seen) ? change : { field: change.field, after: withheldText(change.after) };
    });
    return { ...record, changed: this.holds(thought) ? changed.map(withoutThinking) : changed };
  }

  private told(speaker: Speaker, message: Message): Message {
    const { texts, calls } = this.heldOf(speaker);
    if (message.role !== 'assistant') return message;
    let told = message;
    if (textsOf(told).some((text) => texts.has(text)))
      told = {
        ...told,
        content: blocksOf(told).map((block) =>
          block.type === 'text' && texts.has(block.text) ? { ...block, text: withheldText(block.text) } : block,
        ),
      };
    if (toolUsesOf(told).some(({ id }) => calls.has(id)))
      told = withInputs(told, (id, input) => (calls.has(id) ? withheldInput(input) : input));
    return this.holds(thought) ? { ...told, content: blocksOf(told).filter((block) => !isThinking(block)) } : told;
  }
}

const open: SeenBy = [];

/** The same object where nothing of it becomes another. */
function changedIn(parts: JsonObject, as: (name: string, part: unknown) => unknown): JsonObject {
  let changed = parts;
  for (const name in parts) {
    const told = as(name, parts[name]);
    if (told === parts[name]) continue;
    if (changed === parts) changed = { ...parts };
    changed[name] = told;
  }
  return changed;
}

type Change = NonNullable<HookRecord['changed']>[number];
/** A change of an answer's blocks, or of messages, has those that nobody changed, too. */
const withoutThinking = (change: Change): Change =>
  Object.fromEntries(Object.entries(change).map(([name, value]) => [name, unthought(value)])) as unknown as Change;

function unthought(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value
    .filter((part) => !isObject(part) || !isThinking(part as unknown as ContentBlock))
    .map((part: unknown) => (isObject(part) && 'role' in part ? { ...part, content: unthought(part.content) } : part));
}

const textsOf = (message: Pick<Message, 'content'>): string[] =>
  blocksOf(message).flatMap((block) => (block.type === 'text' && block.text !== '' ? [block.text] : []));

/** What every event tells: where and when it happened, and what its hooks did. */
const common: ReadonlySet<string> = new Set(
  Object.keys({
    id: true,
    type: true,
    timestamp: true,
    sessionId: true,
    runId: true,
    agentName: true,
    branch: true,
    taskId: true,
    step: true,
    decidedBy: true,
    reason: true,
    skipped: true,
    hookSet: true,
  } satisfies Record<Exclude<keyof HookEvent, Fact | 'data' | 'hooks'>, true>),
);
/** What a hook itself added, and what it redirected the call to. */
const always: ReadonlySet<string> = new Set(
  Object.keys({ metadata: true, toolName: true } satisfies Record<
    Exclude<Patchable, PatchName> | keyof Pick<ToolFields, 'toolName'>,
    true
  >),
);

interface Rules {
  own: ReadonlyMap<string, Rule>;
  data: ReadonlyMap<string, Rule>;
}
const unknown: Rules = { own: new Map(), data: new Map() };
const rulesOf: ReadonlyMap<string, Rules> = new Map(
  Object.entries(recordable as Record<string, { own: Record<string, Rule>; data: Record<string, Rule> }>).map(
    ([type, { own, data }]) => [type, { own: new Map(Object.entries(own)), data: new Map(Object.entries(data)) }],
  ),
);
const changesOf: ReadonlyMap<string, ReadonlyMap<string, SeenBy>> = new Map(
  Object.entries(changeable).map(([type, rules]) => [type, new Map(Object.entries<SeenBy>(rules))]),
);
/** The event whose hooks leave an event of a type, where `redacts` holds back what it carries. */
const eventOf: ReadonlyMap<string, RedactedEvent> = new Map(
  Object.entries(hookPoints).flatMap(([name, { type, redacts }]) =>
    type && redacts ? [[type, name as EventName as RedactedEvent] as const] : [],
  ),
);
