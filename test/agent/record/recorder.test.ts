import assert from 'node:assert/strict';
import { changeable, recordable } from '../../../src/agent/record/recordable';
import { type KnownOfEvent, Recorder } from '../../../src/agent/record/recorder';
import type { HookEvent } from '../../../src/shared/events/events';
import type { EventName } from '../../../src/shared/hooks/payloads';
import { hookPoints, type RedactedEvent } from '../../../src/shared/hooks/points';
import type { StreamItem } from '../../../src/shared/stream/stream';
import { type LooseFacts, madeEvent } from '../../fixtures/events';

const secret = 'hunter2-swordfish';
const main = { branch: 'main' };
const typeOf = (name: RedactedEvent) => hookPoints[name].type;

/** What becomes of items where these events have `redacts` hooks. */
function recorder(...redacts: EventName[]) {
  const shown: StreamItem[] = [];
  const stored: StreamItem[] = [];
  const it = new Recorder({ redacts: (event) => redacts.includes(event), observe: () => undefined }, (item, kept) => {
    shown.push(item);
    stored.push(kept);
  });
  const event = (type: string, facts: LooseFacts, passed?: KnownOfEvent): HookEvent => {
    it.take({ kind: 'event', event: madeEvent(type, facts) }, passed);
    const last = shown.at(-1)!;
    assert.ok(last.kind === 'event');
    return last.event;
  };
  return { it, shown, stored, event };
}
const marked = (value: unknown) =>
  /\[withheld: \d+ characters\]/.test(JSON.stringify(value)) && !JSON.stringify(value).includes(secret);

describe('recorder', () => {
  it('withholds a field that nobody declared, of the event and of its data', () => {
    const { event } = recorder();
    const made = event('tool_settled', {
      toolCallId: 't',
      notes: secret,
      data: { outcome: 'ok', whispered: { to: secret } },
    } as never);
    assert.ok(marked((made as { notes?: unknown }).notes));
    assert.ok(marked((made.data as { whispered?: unknown }).whispered));
    assert.equal(made.type === 'tool_settled' && made.data.outcome, 'ok');
  });

  it('withholds all that an event of an undeclared type says', () => {
    const { event } = recorder();
    const data = { any: secret, fingerprint: secret };
    const made = event('made_up', { input: secret, output: { deep: secret }, data, toolName: secret });
    assert.equal(JSON.stringify(made).includes(secret), false);
    assert.equal(made.branch, 'main', 'but where and when it happened');
  });

  it('withholds what a hook changed in a field that its event does not let it patch', () => {
    const { event } = recorder();
    const hook = { changed: [{ field: 'surprise', before: secret, after: secret }] } as never;
    assert.equal(JSON.stringify(event('post_tool_use', { hooks: [hook] })).includes(secret), false);
  });

  it('withholds what hooks saw of the metadata where any hook redacts, in the form that a session file is read by', () => {
    const data = { sawMetadata: { set: { quote: secret }, gone: [secret] } };
    const saw = (...redacts: EventName[]) =>
      (recorder(...redacts).event('post_tool_use', { data }).data as { sawMetadata?: unknown }).sawMetadata;
    assert.deepEqual(saw(), data.sawMetadata);
    assert.deepEqual(saw('toolResultMessages'), { set: {}, gone: [] });
    assert.deepEqual(saw('userMessage'), { set: {}, gone: [] });
  });

  for (const [type, { own, data }] of Object.entries(recordable)) {
    const rules = [
      ...Object.entries(own).map(([field, rule]) => [field, rule as unknown, false] as const),
      ...Object.entries(data as object).map(([field, rule]) => [field, rule as unknown, true] as const),
    ];
    for (const [field, rule, inData] of rules) {
      if (!Array.isArray(rule)) continue;
      const facts = (inData ? { data: { [field]: { message: secret } } } : { [field]: { message: secret } }) as LooseFacts;
      const told = (made: HookEvent) => (inData ? (made.data as Record<string, unknown>)[field] : made[field as keyof HookEvent]);
      it(`tells ${type}’s ${inData ? 'data.' : ''}${field} ${rule.length === 0 ? 'at once' : `after ${rule.join(', ')}`}`, () => {
        assert.ok(JSON.stringify(told(recorder().event(type, facts))).includes(secret));
        for (const event of rule as RedactedEvent[]) {
          const { event: take } = recorder(event);
          assert.ok(marked(told(take(type, facts, { redacted: true }))), event);
          if (typeOf(event) !== type) assert.ok(marked(told(take(type, facts))), event);
          assert.ok(JSON.stringify(told(take(type, facts, { seenBy: [event] }))).includes(secret));
        }
      });
    }
  }

  for (const [type, fields] of Object.entries(changeable))
    for (const [field, rule] of Object.entries(fields as Record<string, readonly RedactedEvent[]>))
      for (const event of rule)
        it(`keeps ${type}’s change of ${field} back until ${event} hooks have run`, () => {
          const hook = { changed: [{ field: `${field}.part`, before: secret, after: secret }] } as never;
          const made = recorder(event).event(type, { hooks: [hook] });
          assert.deepEqual(made.hooks[0]!.changed, [{ field: `${field}.part`, after: '[withheld: 17 characters]' }]);
        });

  it('holds a call’s input back until its gate has spoken, in whatever event', () => {
    const { it: record, event } = recorder('preToolUse');
    const use = (id: string) => ({ type: 'tool_use' as const, id, name: 'Bash', input: { command: secret } });
    assert.ok(marked(record.heard(main, { role: 'assistant', content: [use('t1'), use('t2')] })));
    const facts = (id: string) => ({ toolCallId: id, toolName: 'Bash', input: { command: secret } });
    assert.ok(marked(event('tool_settled', facts('t1'))));
    assert.ok(marked(event('approval_requested', { ...facts('t1'), data: { ...facts('t1'), diff: secret } })));
    event('pre_tool_use', { ...facts('t1'), input: { command: 'echo KEY' } });
    assert.ok(JSON.stringify(event('tool_settled', facts('t1'))).includes(secret), 'what passed is told');
    assert.ok(marked(event('tool_settled', facts('t2'))), 'each call for itself');
    assert.equal(record.settleCalls(main), true);
    assert.equal(record.settleCalls(main), false);
  });

  it('shows no text, thinking, live output or queue that a hook is yet to see', () => {
    const delta = (type: 'text' | 'thinking'): StreamItem => ({
      kind: 'delta',
      runId: 'r',
      branch: 'main',
      delta: { type, text: secret },
    });
    const live: StreamItem = { kind: 'toolOutput', toolCallId: 't', chunk: secret };
    const queue: StreamItem = { kind: 'queue', messages: [{ id: 'q', content: secret, steers: false }] };
    const count = (item: StreamItem, ...redacts: EventName[]) => {
      const { it: record, stored } = recorder(...redacts);
      record.take(item);
      return stored.filter((one) => JSON.stringify(one).includes(secret)).length;
    };
    for (const item of [delta('text'), delta('thinking'), live, queue]) assert.equal(count(item), 1, item.kind);
    for (const event of ['postModelCall', 'stop', 'afterAgent'] as const)
      for (const type of ['text', 'thinking'] as const) assert.equal(count(delta(type), event), 0, event);
    assert.equal(count(delta('text'), 'modelDelta'), 1, 'its hooks had it piece by piece');
    assert.equal(count(delta('thinking'), 'modelDelta'), 0);
    for (const event of ['toolError', 'postToolUse', 'toolResultMessages'] as const) assert.equal(count(live, event), 0, event);
    assert.equal(count(queue, 'userMessage'), 0);
  });
});
