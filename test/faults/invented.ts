/** Sessions that are made up at random: what is told of them while they live is what their files tell, and cut anywhere they go on. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { readSession } from '../../src/adapters/sessions/sessionFile';
import type { Session } from '../../src/agent/session/session';
import { foldItem, newSessionState } from '../../src/agent/session/sessionState';
import type { RehearsalScript } from '../../src/models/rehearsalScript';
import type { Mode } from '../../src/shared/calls/modes';
import { readMessages, unansweredCalls } from '../../src/shared/messages/history';
import type { StreamItem } from '../../src/shared/stream/stream';
import { foldConversation } from '../../src/view/conversation/conversationFold';
import { type ConversationState, type Entry, newConversation } from '../../src/view/conversation/conversationState';
import { foldTimeline, newTimeline } from '../../src/view/timeline/timelineState';
import { Core, SharedHost, until } from '../fixtures/core';
import { seeded } from '../fixtures/seeded';
import { type Share, Tally, times } from './tally';

type Below = ReturnType<typeof seeded>;
type Turn = RehearsalScript['turns'][number];

/** Each event's hook does one of these things now and then. */
const acts: Record<string, string> = {
  preToolUse: `deny('no'), ask('look'), allow('yes'), respond('answered'), fail('failed'), redirect('TodoWrite', { todos: [] }), modify({ metadata: { a: 1 } }), stop('here')`,
  postToolUse: `modify({ output: 'other' }), modify({ context: 'more' }), stop('enough')`,
  toolError: `retry(), respond('mended'), modify({ error: { message: 'other' } }), stop('broken')`,
  userMessage: `deny('not that'), modify({ message: { role: 'user', content: 'other words' } }), modify({ context: 'more' })`,
  stop: `continueWith('go on')`,
  preModelCall: `respond({ content: [{ type: 'text', text: 'by a hook' }] }), stop('no model')`,
  postModelCall: `stop('after the model'), modify({ metadata: { b: 2 } })`,
  modelError: `retry(), respond({ content: [{ type: 'text', text: 'in its place' }] }), stop('no model')`,
  afterStep: `stop('one step'), modify({ metadata: { c: 3 } })`,
  beforeStep: `stop('no step')`,
  beforeAgent: `deny('no agent'), respond('done already')`,
  afterAgent: `stop('after it')`,
  permissionRequest: `deny('no'), allow()`,
};

const hookFile = (seed: number) => `import { hook, policy } from 'hooksmith';
let state = ${seed};
const below = (most) => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return Math.floor((state / 2 ** 32) * most); };
const often = ['preToolUse', 'postToolUse', 'toolError', 'modelError'];
const acting = (event, ctx, acts) => {
  if (below(often.includes(event) ? 3 : 9) > 0) return;
  ctx.log('acts');
  if (below(8) === 0) throw new Error('boom');
  return acts[below(acts.length)]();
};
${Object.entries(acts)
  .map(
    ([event, list]) =>
      `export const at_${event} = hook('${event}', (ctx) => acting('${event}', ctx, [${list
        .split(/, (?=\w+\()/)
        .map((act) => `() => ctx.${act}`)
        .join(', ')}]));`,
  )
  .join('\n')}
export const judge = policy({ tools: '*' }, (ctx) => [() => ctx.deny('policy'), () => ctx.ask('policy')][below(12)]?.());
${seed % 2 ? `export const cleans = hook('postToolUse', { redacts: true, priority: -5 }, (ctx) => ctx.modify({ output: String(ctx.output).replaceAll('hidden', 'KEY') }));` : ''}`;

const agentFile = (name: string, handsTo?: string) =>
  `---\nname: ${name}\ndescription: ${name}\n${handsTo ? `handoffs: [${handsTo}]\n` : ''}---\nYou are ${name}.\n`;

function turnOf(below: Below, agent: string): Turn {
  const kind = below(12);
  const usage = { input_tokens: 10 + below(50), output_tokens: below(20) };
  if (kind === 0) return { error: { status: [429, 500, 529, 400][below(4)], type: 'api_error', message: 'down' } };
  const text = { type: 'text' as const, text: `words ${below(1000)}` };
  if (kind < 3) return { content: [text], usage, ...(below(4) === 0 ? { stop_reason: 'max_tokens' } : {}) };
  const hands = { agent: agent === 'planner' ? 'main' : 'planner', message: 'go on' };
  const asked = { question: 'Which?', header: 'Which', options: [{ label: 'a' }, { label: 'b' }] };
  const apart = below(3) === 0 ? { run_in_background: true } : {};
  const calls: [name: string, input: Record<string, unknown>][] = [
    ['Bash', { command: 'echo hidden' }],
    ['Bash', { command: 'exit 3' }],
    ['Bash', { command: 5 }],
    ['Bash', { command: 'echo apart', run_in_background: true }],
    ['Read', { file_path: 'a.txt' }],
    ['Read', { file_path: 'none.txt' }],
    ['Write', { file_path: `w${below(3)}.txt`, content: `${below(1000)}` }],
    ['TodoWrite', { todos: [{ content: 'a', status: 'pending', activeForm: 'a' }] }],
    ['AskUserQuestion', { questions: [asked] }],
    ['Nope', {}],
    // Whoever started the run answers it.
    ['Glob', { pattern: '*' }],
    agent === 'researcher' ? ['LS', { path: '.' }] : ['Agent', { subagent_type: 'researcher', prompt: 'look', ...apart }],
    ['Handoff', hands],
  ];
  const uses = Array.from({ length: 1 + below(3) }, () => {
    const [name, input] = calls[below(calls.length)]!;
    return { type: 'tool_use' as const, name, input };
  });
  return { content: [...(below(2) === 0 ? [text] : []), ...uses], usage };
}

async function invent(host: SharedHost, seed: number, below: Below): Promise<Core> {
  const turns = (agent: string) => Array.from({ length: 25 }, () => turnOf(below, agent));
  const agents = { researcher: { turns: turns('researcher') }, planner: { turns: turns('planner') } };
  const mode: Mode = (['ask', 'acceptEdits', 'bypass'] as const)[below(3)]!;
  return Core.start({
    host,
    script: { turns: turns('main'), agents },
    permissions: { mode },
    hooks: { 'a.ts': hookFile(seed) },
    files: {
      'a.txt': 'hidden',
      '.hooksmith/agents/main.md': agentFile('main', 'planner'),
      '.hooksmith/agents/planner.md': agentFile('planner', 'main'),
      '.hooksmith/agents/researcher.md': agentFile('researcher'),
    },
    external: ['Glob'],
    human: ({ id, inputHash }) =>
      below(5) === 0 ? { id, inputHash, decision: 'deny', reason: 'no' } : { id, inputHash, decision: 'allow', scope: 'once' },
    questions: {
      ask: async ({ toolCallId }) => ({ toolCallId, answers: below(3) === 0 ? undefined : [['a']] }),
    },
  });
}

/** As it crosses to a view, without what counts how often it was drawn, and with what refers to an entry told by its id. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, part: unknown) => {
      if (name === 'version' || name === 'key' || name === 'nextKey') return undefined;
      if (part instanceof Map) return [...part].map(([of, one]) => [of, (one as { id?: string } | undefined)?.id ?? typeof one]);
      return part instanceof Set ? [...part] : part;
    }),
  );

function conversationOf(items: readonly StreamItem[]): ConversationState {
  const state = newConversation();
  for (const item of items) foldConversation(state, item);
  return state;
}
function timelineOf(items: readonly StreamItem[]) {
  const state = newTimeline();
  for (const item of items) foldTimeline(state, item);
  return state.rows.map(({ event, parent, level, start, end, run }) => ({
    ...{ event, level, start, end, run, above: parent?.event.id },
  }));
}
function stateOf(items: readonly StreamItem[]) {
  const state = newSessionState();
  for (const item of items) foldItem(state, item);
  return state;
}

const settled: ReadonlySet<string> = new Set(['settled', 'interrupted', 'untold', 'outside']);
/** What is shown as under way, those of agents included. */
const underWay = (entries: readonly Entry[]): string[] =>
  entries.flatMap((entry) => {
    const below = 'work' in entry && entry.work ? underWay((entry.work as { entries: Entry[] }).entries) : [];
    if (entry.kind === 'tool' && !settled.has(entry.phase)) return [`${entry.toolName} ${entry.phase}`, ...below];
    return entry.kind === 'assistant' && entry.streaming ? ['an answer', ...below] : below;
  });

const count = (items: readonly StreamItem[], type: string) =>
  items.filter((item) => item.kind === 'event' && item.event.type === type).length;

function assertWhole(items: readonly StreamItem[], session: Session): void {
  const shown = conversationOf(items);
  assert.deepEqual(underWay(shown.entries), [], 'nothing is shown as under way');
  assert.deepEqual([shown.running, shown.runOpen], [false, false], 'no run is shown as on');
  assert.equal(count(items, 'before_run'), count(items, 'after_run'), 'each run has ended once');
  const { history } = session;
  const open = new Set(unansweredCalls(history).map(({ id }) => id));
  if (history.length > 0) assert.notEqual(typeof readMessages(history, open), 'string', String(readMessages(history, open)));
  // What was taken back may come again, ids of the rehearsal included.
  const since = items.slice(items.findLastIndex((item) => item.kind === 'history' && (item.rewoundTo ?? item.redone)) + 1);
  const ends = since.flatMap((item) =>
    item.kind === 'event' && item.event.type === 'tool_settled' ? [`${item.event.taskId} ${item.event.toolCallId}`] : [],
  );
  assert.equal(new Set(ends).size, ends.length, 'no call is settled twice');
}

/** What waits after a run that did not end well stays there: it is dropped. */
async function rest(session: Session): Promise<void> {
  await until(() => !session.running);
  for (const { id } of session.queue) session.dropQueued(id);
  await until(() => !session.running);
}

/** One thing that a human or a host does. */
async function act(session: Session, items: readonly StreamItem[], below: Below): Promise<void> {
  const said = items.flatMap((item) =>
    item.kind === 'event' && item.event.type === 'user_message' && item.event.branch === 'main' ? [item.event.id] : [],
  );
  switch (below(8)) {
    case 0: {
      const begun = session.submit('first');
      await Promise.all([begun, session.submit('second', below(2) === 0)]);
      return;
    }
    case 1: {
      const running = session.send('stopped');
      setTimeout(() => void session.stop(), below(60));
      await running;
      return;
    }
    case 2:
      if (said.length > 0) await session.rewind(said[below(said.length)]!);
      if (below(2) === 0) await session.redo();
      return;
    case 3:
      await session.compact();
      return;
    case 4: {
      const brought = session.openCalls.slice(0, 1 + below(2)).map((id) => [id, { content: 'brought' }] as const);
      if (session.canContinue) await session.continue({ toolResults: new Map(brought) });
      return;
    }
    default:
      await session.send('go');
  }
}

export async function invented(share: Share): Promise<Tally[]> {
  const told = new Tally('a session invented at random, as it is told and as its file tells it');
  const cut = new Tally('the same, cut at any of its items and gone on with');
  const host = new SharedHost();
  try {
    for (let seed = 1; seed <= times(200, share); seed++) {
      const below = seeded(seed * 7919);
      const core = await invent(host, seed, below);
      const path = join(core.folder, 'sessions', 'session.jsonl');
      const { session, settle, close } = core.open({ id: `s${seed}`, items: [], path });
      const live: StreamItem[] = [];
      session.onItem((item) => live.push(structuredClone(item)));
      for (let n = 0; n < 3; n++)
        await told.try(`session ${seed}, after ${n + 1}`, async () => {
          await act(session, live, below);
          await rest(session);
          await session.observed();
          settle();
          const { items, problems } = readSession(path);
          assert.deepEqual(problems, []);
          assert.deepEqual(plain(conversationOf(live)), plain(conversationOf(items)), 'the conversation');
          assert.deepEqual(plain(timelineOf(live)), plain(timelineOf(items)), 'the timeline');
          assert.deepEqual(plain(stateOf(live)), plain(stateOf(items)), 'the session');
          assertWhole(live, session);
        });
      await session.dispose();
      close();
      const { items } = readSession(path);
      for (let n = 0; n < 3; n++) {
        const kept = items.slice(0, 1 + below(items.length));
        await cut.try(`session ${seed}, cut after ${kept.length} of ${items.length}`, () =>
          goOn(core, `${seed}-${n}`, kept, below),
        );
      }
      await core.stop();
    }
  } finally {
    host.dispose();
  }
  return [told, cut];
}

async function goOn(core: Core, id: string, kept: StreamItem[], below: Below): Promise<void> {
  const { session, close } = core.open({ id, items: structuredClone(kept) });
  const all = structuredClone(kept);
  session.onItem((item) => all.push(structuredClone(item)));
  try {
    if (session.canContinue && below(2) === 0) await session.continue();
    else await session.send('and now?');
    await session.observed();
    await rest(session);
    assertWhole(all, session);
  } finally {
    await session.dispose();
    close();
  }
}
