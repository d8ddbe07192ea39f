import assert from 'node:assert/strict';
import { noUsage } from '../../src/shared/messages/messages';
import type { ErrorFacts } from '../../src/shared/runs/errorFacts';
import type { StreamItem } from '../../src/shared/stream/stream';
import type { HookRecord } from '../../src/shared/verdicts/hookRecord';
import { foldConversation } from '../../src/view/conversation/conversationFold';
import {
  type AssistantEntry,
  type ErrorEntry,
  type NoticeEntry,
  newConversation,
  type ToolEntry,
  type UserEntry,
} from '../../src/view/conversation/conversationState';
import { hookSummary } from '../../src/view/conversation/conversationTools';
import { type LooseFacts, madeEvent } from '../fixtures/events';

const event = (type: string, fields: LooseFacts = {}): StreamItem => ({ kind: 'event', event: madeEvent(type, fields) });
const delta = (text: string, type: 'text' | 'thinking' = 'text'): StreamItem => ({
  kind: 'delta',
  runId: 'r1',
  branch: 'main',
  delta: { type, text },
});
const fold = (...items: StreamItem[]) => {
  const state = newConversation();
  for (const item of items) foldConversation(state, item);
  return state;
};
const record = (name: string, more: Partial<HookRecord> = {}): HookRecord => ({
  id: `h.ts#${name}`,
  file: 'h.ts',
  name,
  line: 3,
  kind: 'hook',
  version: 'v',
  priority: 0,
  startedAt: '',
  duration: 1,
  decision: 'continue',
  ...more,
});
const call = (id: string, name = 'Bash', input = { command: 'ls' }): StreamItem =>
  event('message', { input: { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] } });
const approval = (id: string, inputHash: string, command: string): StreamItem =>
  event('approval_requested', {
    toolCallId: 't1',
    toolName: 'Bash',
    data: {
      id,
      toolCallId: 't1',
      toolName: 'Bash',
      input: { command },
      inputHash,
      agentName: 'main',
      branch: 'main',
      reason: 'Bash acts',
      askedBy: { kind: 'mode' },
      changedBy: [],
      risk: '',
      suggestions: [],
    },
  });

describe('conversation', () => {
  it('streams an answer into one entry, which the message then replaces', () => {
    const state = fold(event('before_run'), delta('Hel'), delta('let me', 'thinking'), delta('lo'));
    const [entry] = state.entries as [AssistantEntry];
    assert.deepEqual([entry.text, entry.thinking, entry.streaming], ['Hello', 'let me', true]);
    const { key, version } = entry;
    foldConversation(state, event('message', { input: { role: 'assistant', content: [{ type: 'text', text: 'Hello!' }] } }));
    assert.equal(state.entries.length, 1);
    assert.deepEqual([entry.key, entry.text, entry.thinking, entry.streaming], [key, 'Hello!', '', false]);
    assert.ok(entry.version > version);
  });

  it('has what was said to an agent elsewhere, of which no message follows, once', () => {
    const input = { role: 'user', content: 'Tidy up' };
    const said = (guest: boolean, ...items: StreamItem[]) => {
      const state = Object.assign(newConversation(), { guest });
      for (const item of items) foldConversation(state, item);
      return state.entries.map((entry) => entry.kind === 'user' && [entry.text, entry.byHook, entry.denied?.reason]);
    };
    const accepted = event('user_message', { input });
    const denied = event('user_message', { input, reason: 'no', data: { decision: 'deny' } });
    assert.deepEqual(said(true, accepted, denied), [
      ['Tidy up', undefined, undefined],
      ['Tidy up', undefined, 'no'],
    ]);
    // What an agent kept of its past is told as our own sessions are.
    const told = [event('before_run', { input: 'Tidy up' }), accepted, event('message', { input, data: { index: 0 } })];
    for (const guest of [true, false]) assert.deepEqual(said(guest, ...told), [['Tidy up', undefined, undefined]]);
  });

  it('goes by what an agent elsewhere tells: its last words, and no end of a call that its human was asked about', () => {
    const asked = (toolCallId: string) =>
      event('pre_tool_use', { toolCallId, toolName: 'Bash', input: { command: 'git push' }, data: { verdict: 'ask' } });
    const stop = (message: string, source = 'main') =>
      event('stop', { data: { signals: [{ reason: 'completed', message, source }], turns: 1 } });
    const shown = (...items: StreamItem[]) => {
      const state = Object.assign(newConversation(), { guest: true });
      for (const item of items) foldConversation(state, item);
      return state.entries.map((entry) =>
        entry.kind === 'tool' ? [entry.phase, entry.asked] : entry.kind === 'assistant' ? entry.text : entry.kind,
      );
    };
    const atWork: StreamItem = { kind: 'run', runId: '', running: true };
    assert.deepEqual(shown(asked('t1'), atWork), [['checking', true]]);
    assert.deepEqual(shown(asked('t1'), stop('You said no.'), atWork), [['untold', true], 'You said no.']);
    assert.deepEqual(shown(asked('t1'), stop('limit', 'a hook')), [['untold', true]]);
    const next = event('user_message', { input: { role: 'user', content: 'Go on' } });
    assert.deepEqual(shown(asked('t1'), next, asked('t2'), atWork), [['untold', true], 'user', ['checking', true]]);
    assert.deepEqual(shown(asked('t1'), event('session_end', { data: { reason: 'exit' } })), [['untold', true]]);
    // What it kept of its past holds its messages.
    const message = event('message', { input: { role: 'assistant', content: 'Done.' } });
    assert.deepEqual(shown(event('before_run'), message, stop('Done.'), event('after_run')), ['Done.']);
  });

  it('shows no wait of what a hook asks a model', () => {
    const retry = { waitMs: 2000, attempt: 1, status: 529, message: 'Overloaded' };
    const state = fold(event('before_run'), delta('Hal'), event('model_retry', { data: { ...retry, hook: 'judge' } }));
    assert.deepEqual([state.entries.map(({ kind }) => kind), state.retry], [['assistant'], undefined]);
  });

  it('forgets streamed text at a reset and shows the wait until the next text', () => {
    const state = fold(
      event('before_run'),
      delta('Hal'),
      event('model_retry', { data: { waitMs: 2000, attempt: 1, status: 529, message: 'Overloaded' } }),
      { kind: 'deltaReset', runId: 'r1', branch: 'main' },
    );
    assert.deepEqual(
      state.entries.map(({ kind }) => kind),
      ['retry'],
    );
    assert.equal(state.retry?.until, Date.parse('2026-01-01T00:00:02.000Z'));
    foldConversation(state, delta('Hello'));
    assert.deepEqual(
      state.entries.map((entry) => (entry as AssistantEntry).text),
      ['Hello'],
    );
  });

  it('keeps hooks’ context apart from what the human wrote', () => {
    const state = fold(
      event('before_run'),
      event('user_message', { input: { role: 'user', content: 'fix it' } }),
      event('message', {
        input: {
          role: 'user',
          content: [
            { type: 'text', text: 'fix it' },
            { type: 'text', text: 'branch: dev' },
          ],
        },
      }),
    );
    const [entry] = state.entries as [UserEntry];
    assert.deepEqual([entry.text, entry.added, entry.byHook], ['fix it', ['branch: dev'], undefined]);
  });

  it('shows a refused message once, with the reason', () => {
    const state = fold(
      event('before_run'),
      event('user_message', { input: { role: 'user', content: 'secret' }, reason: 'no secrets', data: { decision: 'deny' } }),
      event('run_abort', { reason: 'no secrets', data: { status: 'denied' } }),
      event('after_run'),
    );
    assert.equal(state.entries.length, 1);
    assert.deepEqual((state.entries[0] as UserEntry).denied, { reason: 'no secrets', by: undefined });
    assert.equal(state.running, false);
  });

  it('follows a tool call from the model to its outcome', () => {
    const state = fold(
      event('before_run'),
      call('t1'),
      event('pre_tool_use', {
        toolCallId: 't1',
        toolName: 'Bash',
        input: { command: 'ls -a' },
        requestedInput: { command: 'ls' },
        hooks: [record('dots', { decision: 'modify', changed: [{ field: 'input.command' }] })],
      }),
    );
    const tool = state.tools.get('t1') as ToolEntry;
    assert.deepEqual([tool.phase, tool.input, tool.requestedInput], ['checking', { command: 'ls -a' }, { command: 'ls' }]);
    // What a policy logged as it judged again comes with the next event of the call.
    const judged = [record('judge', { kind: 'policy', logs: ['again'] })];
    foldConversation(
      state,
      event('tool_start', { toolCallId: 't1', toolName: 'Bash', input: { command: 'ls -a' }, hooks: judged }),
    );
    assert.deepEqual(
      tool.hooks.map(({ record }) => record.logs),
      [undefined, ['again']],
    );
    foldConversation(state, { kind: 'toolOutput', toolCallId: 't1', chunk: 'a\n' });
    assert.deepEqual([tool.phase, tool.live], ['running', 'a\n']);
    foldConversation(
      state,
      event('post_tool_use', { toolCallId: 't1', toolName: 'Bash', output: 'a\nb', duration: 40, hooks: [record('watch')] }),
    );
    foldConversation(
      state,
      event('message', {
        toolCallId: 't1',
        input: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'a\nb!' }] },
      }),
    );
    foldConversation(state, event('tool_settled', { toolCallId: 't1', toolName: 'Bash', data: { outcome: 'ok' } }));
    assert.deepEqual([tool.phase, tool.outcome, tool.output, tool.live, tool.duration], ['settled', 'ok', 'a\nb!', '', 40]);
    assert.equal(hookSummary(tool.hooks), '3 hooks ran, 1 changed the input');
    assert.equal(state.open.size, 0);
    assert.equal(state.entries.length, 1, 'results make no entry of their own');
  });

  it('counts nothing that a hook did without effect', () => {
    const changed = [{ field: 'input.command' as const, after: 'ls -a' }];
    const run = (more: Partial<HookRecord>) => ({
      eventId: 'e',
      event: 'pre_tool_use',
      record: record('a', { decision: 'modify', changed, ...more }),
    });
    assert.equal(hookSummary([run({})]), '1 hook ran, 1 changed the input');
    assert.equal(hookSummary([run({ noEffect: 'dropped: b denied' })]), '1 hook ran');
    assert.equal(hookSummary([run({ decision: 'allow', noEffect: 'b changed the input after it' })]), '1 hook ran');
  });

  it('says for what a run waits that ended with open calls, until their results come', () => {
    const state = fold(
      event('before_run'),
      call('t1', 'Weather', { command: 'x' }),
      event('run_done', { data: { status: 'waiting', signals: [] } }),
      event('after_run', { data: { status: 'waiting', signals: [] } }),
    );
    const [tool, notice] = state.entries as [ToolEntry, NoticeEntry];
    assert.deepEqual([tool.phase, notice.kind, notice.text], ['outside', 'notice', 'Waits for results from outside: Weather']);
    foldConversation(state, event('before_run'));
    foldConversation(state, event('tool_settled', { toolCallId: 't1', toolName: 'Weather', data: { outcome: 'ok' } }));
    assert.equal(tool.phase, 'settled');
  });

  it('keeps one prompt for one call: asked again it is replaced, resolved it is gone', () => {
    const state = fold(event('before_run'), call('t1'), approval('a1', 'h1', 'ls'), approval('a1', 'h2', 'ls -a'));
    assert.equal(state.approvals.size, 1);
    assert.equal(state.tools.get('t1')!.approval!.inputHash, 'h2');
    assert.deepEqual(state.tools.get('t1')!.input, { command: 'ls -a' });
    foldConversation(
      state,
      event('approval_resolved', { toolCallId: 't1', toolName: 'Bash', data: { id: 'a1', decision: 'allow', scope: 'once' } }),
    );
    assert.equal(state.approvals.size, 0);
    assert.equal(state.tools.get('t1')!.approval, undefined);
    assert.deepEqual(state.tools.get('t1')!.answer, { decision: 'allow', scope: 'once' });
  });

  it('a tool that asked whether to go on runs again once it is answered', () => {
    const asked = approval('a1', 'h1', 'ls');
    if (asked.kind === 'event') asked.event.data = { ...asked.event.data, confirms: true };
    const answered = event('approval_resolved', { toolCallId: 't1', toolName: 'Bash', data: { id: 'a1', decision: 'deny' } });
    const state = fold(event('before_run'), call('t1'), asked, answered);
    assert.equal(state.tools.get('t1')!.phase, 'running');
  });

  it('offers no prompt of a run that is over, and brings it back when the call is judged anew', () => {
    const state = fold(event('before_run'), call('t1'), approval('a1', 'h1', 'ls'), { kind: 'run', runId: '', running: false });
    const tool = state.tools.get('t1')!;
    assert.deepEqual([tool.phase, tool.approval, state.approvals.size], ['interrupted', undefined, 0]);
    assert.equal(state.entries.at(-1)?.kind, 'error');
    foldConversation(state, event('before_run', { runId: 'r2' }));
    assert.notEqual(state.entries.at(-1)?.kind, 'error', 'the run goes on, nothing is interrupted');
    foldConversation(state, event('pre_tool_use', { toolCallId: 't1', toolName: 'Bash', input: { command: 'ls' } }));
    foldConversation(state, approval('a2', 'h1', 'ls'));
    assert.deepEqual([tool.phase, tool.approval!.id], ['approval', 'a2']);
    assert.equal(state.tools.size, 1);
  });

  it('says nothing of the end of a run that its process died in, which is told as the next one begins', () => {
    const signals = [{ reason: 'error', message: 'The process ended', source: 'hooksmith' }];
    const data = { status: 'aborted', signals, interrupted: true };
    const state = fold(
      event('before_run'),
      { kind: 'run', runId: '', running: false },
      { kind: 'run', runId: 'r2', running: true },
    );
    const shown = () => [state.running, state.entries.map(({ kind }) => kind)];
    const before = shown();
    foldConversation(state, event('run_abort', { data }));
    foldConversation(state, event('after_run', { data, duration: 1, usage: noUsage, costUsd: 0 }));
    assert.deepEqual(shown(), before);
    foldConversation(state, event('before_run', { runId: 'r2' }));
    assert.deepEqual(shown(), [true, []]);
  });

  it('says why a run stopped or failed, and stays silent where it simply ended', () => {
    const stopped = fold(
      event('before_run'),
      event('run_done', {
        data: { status: 'stopped', signals: [{ reason: 'steps_limit', message: 'Step limit reached: 10/10', source: 'guards' }] },
      }),
      event('after_run'),
    );
    assert.deepEqual(
      stopped.entries.map((entry) => ('text' in entry ? entry.text : '')),
      ['Stopped: Step limit reached: 10/10'],
    );
    const failed = fold(
      event('before_run'),
      event('run_error', { error: { name: 'ModelError', message: 'the model said no', status: 529 } }),
      event('after_run'),
      {
        kind: 'run',
        runId: 'r1',
        running: false,
      },
    );
    assert.deepEqual(
      failed.entries.map((entry) => [entry.kind, 'text' in entry ? entry.text : '']),
      [['error', 'The model said no']],
    );
    const ways = (error: ErrorFacts) => {
      const { entries } = fold(event('before_run'), event('run_error', { error }));
      return (entries as ErrorEntry[])[0]?.waysOut;
    };
    const known = ['hooksmith.anthropic.baseUrl', 'hooksmith.chooseModel'] as const;
    assert.deepEqual(ways({ name: 'ModelError', message: 'Sign in', waysOut: known }), known);
    // What a server or a hook says is no way out, whatever it names.
    assert.equal(
      ways({ name: 'Error', message: 'see hooksmith.openai.baseUrl, or “Hooksmith: Set Anthropic API Key”' }),
      undefined,
    );
    assert.equal(
      fold(event('before_run'), event('run_done', { data: { status: 'done' } }), event('after_run')).entries.length,
      0,
    );
  });

  it('stand below the answer that they failed at, streamed or not, each once for it', () => {
    const says = (text: string) => event('message', { input: { role: 'assistant', content: text } });
    const boom = event('hook_error', {
      error: { name: 'Error', message: 'boom' },
      data: { hook: 'guard', event: 'postModelCall' },
    });
    const rows = (...items: StreamItem[]) =>
      fold(...items).entries.map((entry) => ('text' in entry ? `${entry.kind}: ${entry.text}` : entry.kind));
    const expected = ['assistant: one', 'notice: boom', 'assistant: two', 'notice: boom'];
    assert.deepEqual(rows(boom, says('one'), boom, says('two')), expected);
    assert.deepEqual(rows(delta('o'), boom, says('one'), delta('t'), boom, says('two')), expected);
    assert.deepEqual(
      rows(boom, event('run_abort', { data: { status: 'aborted' } })).slice(0, 1),
      ['notice: boom'],
      'without one',
    );
  });

  it('counts the same hook error instead of repeating it', () => {
    const failing = () =>
      event('hook_error', { error: { name: 'TypeError', message: 'boom' }, data: { hook: 'guard', file: 'g.ts', line: 4 } });
    const state = fold(event('before_run'), failing(), failing(), event('hooks_reloaded'), failing());
    assert.deepEqual(
      state.entries.map((entry) => entry.kind === 'notice' && [entry.text, entry.count, entry.hook?.line]),
      [
        ['boom', 2, 4],
        ['Hooks reloaded.', 1, undefined],
        ['boom', 1, 4],
      ],
    );
  });

  it('says in one line what came of the hook files that were saved last: live, not loaded, or held', () => {
    const reload = (files: string[], more: object = {}) =>
      event('hooks_reloaded', { data: { files, held: [], hooks: 1, problems: [], durationMs: 1, ...more } });
    const broken = { file: '/h/a.ts', line: 3, column: 1, message: 'Expected ")"', severity: 'error' };
    const told = (...reloads: StreamItem[]) =>
      fold(event('message', { input: { role: 'user', content: 'hi' } }), ...reloads).entries.flatMap((entry) =>
        entry.kind === 'notice' ? [[entry.level, entry.hook?.name, entry.text, entry.count]] : [],
      );
    const live = ['info', undefined, 'Hooks reloaded: a.ts', 1];
    assert.deepEqual(told(reload(['/h/a.ts'])), [live]);
    assert.deepEqual(told(reload(['/h/a.ts']), reload(['/h/a.ts'])), [live.with(3, 2)]);
    assert.deepEqual(told(reload(['/1.ts', '/2.ts', '/3.ts', '/4.ts'])), [live.with(2, 'Hooks reloaded: 4 files')]);
    const notLoaded = reload(['/h/a.ts'], { problems: [broken] });
    assert.deepEqual(told(reload(['/h/a.ts']), notLoaded), [['error', 'a.ts', 'did not load: Expected ")"', 1]]);
    assert.deepEqual(told(notLoaded, reload(['/h/a.ts'])), [live], 'once it is mended');
    assert.deepEqual(told(reload(['/h/b.ts'], { problems: [broken], held: ['/h/a.ts'] })), [
      live.with(2, 'Hooks reloaded: b.ts'),
    ]);
    const heldAgain = reload(['/h/a.ts'], { held: ['/h/a.ts'] });
    const waits = ['warning', undefined, 'Held until you have reviewed the change: a.ts', 1];
    assert.deepEqual(told(heldAgain, heldAgain), [waits], 'one waits, as before');
  });

  it('names all hook files that are held, however many changed one after another, until none is', () => {
    const reload = (file: string, held: string[], saved = false) =>
      event('hooks_reloaded', { data: { files: [file], held, hooks: 1, problems: [], durationMs: 1, saved } });
    const told = (...reloads: StreamItem[]) =>
      fold(event('message', { input: { role: 'user', content: 'hi' } }), ...reloads).entries.flatMap((entry) =>
        entry.kind === 'notice' ? [entry.text] : [],
      );
    const waits = (names: string) => `Held until you have reviewed the change: ${names}`;
    const [a, b, c, d, e] = ['/h/a.ts', '/h/b.ts', '/h/c.ts', '/h/d.ts', '/h/e.ts'] as const;
    const two = [reload(a, [a]), reload(b, [a, b])];
    assert.deepEqual(told(...two), [waits('a.ts, b.ts')]);
    assert.deepEqual(told(reload(a, [a, b, c, d, e])), [waits('a.ts, b.ts, c.ts and 2 more')]);
    assert.deepEqual(told(...two, reload(c, [a, b])), [waits('a.ts, b.ts')], 'another changed, and is live');
    assert.deepEqual(told(...two, reload(a, [b], true)), [`Hooks reloaded: a.ts · ${waits('b.ts')}`], 'one was reviewed');
    assert.deepEqual(told(...two, reload(a, [b], true), reload(b, [], true)), ['Hooks reloaded: b.ts']);
  });

  it('says that hooks are live of what the human saved, else only in the place of what was wrong', () => {
    const reload = (saved: boolean | undefined, more: object = {}) =>
      event('hooks_reloaded', { data: { files: ['/h/a.ts'], held: [], hooks: 1, problems: [], durationMs: 1, saved, ...more } });
    const said = (text: string) => event('message', { input: { role: 'user', content: text } });
    const told = (...reloads: StreamItem[]) =>
      fold(said('hi'), ...reloads).entries.flatMap((entry) => (entry.kind === 'notice' ? [entry.text] : []));
    assert.deepEqual(told(reload(false)), []);
    assert.deepEqual(told(reload(true)), ['Hooks reloaded: a.ts']);
    assert.deepEqual(told(reload(undefined)), ['Hooks reloaded: a.ts']);
    const held = reload(false, { held: ['/h/a.ts'] });
    const waits = 'Held until you have reviewed the change: a.ts';
    assert.deepEqual(told(held), [waits]);
    assert.deepEqual(told(held, reload(false)), ['Hooks reloaded: a.ts']);
    assert.deepEqual(told(held, said('on'), reload(false)), [waits]);
    assert.deepEqual(told(reload(true), reload(false)), ['Hooks reloaded: a.ts']);
  });

  it('shows the answer as a later hook rewrote it', () => {
    const said = { role: 'assistant' as const, content: [{ type: 'text' as const, text: 'key: 123' }] };
    const state = fold(event('before_run'), event('message', { input: said }), {
      kind: 'history',
      branch: 'main',
      messages: [{ role: 'assistant', content: 'key: ***' }],
    });
    assert.equal((state.entries[0] as AssistantEntry).text, 'key: ***');
  });

  it('takes names that a model chose as names only', () => {
    const state = fold(
      event('before_run'),
      call('__proto__', 'constructor'),
      event('tool_start', { toolCallId: '__proto__', toolName: 'constructor' }),
    );
    assert.equal(state.tools.get('__proto__')?.phase, 'running');
  });

  it('keeps only the tail of endless output', () => {
    const state = fold(event('before_run'), call('t1'));
    for (let i = 0; i < 100; i++)
      foldConversation(state, { kind: 'toolOutput', toolCallId: 't1', chunk: 'x'.repeat(1999) + (i % 10) });
    const { live } = state.tools.get('t1')!;
    assert.ok(live.length <= 65_536 && live.endsWith('9'));
  });
});
