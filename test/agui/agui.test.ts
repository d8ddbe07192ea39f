import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { type BaseEvent, EventType, HttpAgent, runHttpRequest, transformHttpEventStream, verifyEvents } from '@ag-ui/client';
import type { ModelPort } from '../../src/agent/ports/model';
import { AguiFeed, type TranslateFailure } from '../../src/agui/feed';
import { AguiServer } from '../../src/agui/server';
import type { ApprovalAnswer, ApprovalRequest } from '../../src/shared/calls/approvals';
import { Core, type CoreOptions, until } from '../fixtures/core';
import { hookEvent } from '../fixtures/hookSet';

type AnyEvent = BaseEvent & Record<string, unknown>;
const imports = "import { hook, policy } from 'hooksmith';\n";
const token = 'a-token';
const authorization = `Bearer ${token}`;

describe('AG-UI export', () => {
  let core: Core;
  let feed: AguiFeed;
  let server: AguiServer;
  let failures: TranslateFailure[];
  let logs: string[];
  let answers: ApprovalAnswer[];
  let approve: ((answer: ApprovalAnswer) => boolean | undefined) | undefined;
  const stops: (() => void)[] = [];

  const start = async (options: CoreOptions = {}) => {
    core = await Core.start(options);
    failures = [];
    logs = [];
    answers = [];
    approve = undefined;
    feed = new AguiFeed(
      core.host,
      (failure) => {
        failures.push(failure);
        const { hook, error, event } = failure;
        core.session.emit({
          kind: 'event',
          event: hookEvent('hook_error', {
            id: `failure_${failures.length}`,
            sessionId: core.session.id,
            runId: core.event('before_run').runId,
            error,
            data: { hook: hook.name, event },
          }),
        });
      },
      (text) => logs.push(text),
    );
    follow();
    server = await AguiServer.start({
      port: 0,
      feed,
      token: () => token,
      pingMs: 20,
      approve: (answer) => {
        answers.push(answer);
        return approve?.(answer);
      },
    });
  };
  const follow = () =>
    feed.follow({ id: core.session.id, items: core.session.items, onItem: (listener) => core.session.onItem(listener) });
  afterEach(async () => {
    for (const stop of stops.splice(0)) stop();
    feed.dispose();
    await server.stop();
    await core.stop();
  });

  /** Follows the whole stream through the client's own transport and checks. */
  const watch = async () => {
    const events: AnyEvent[] = [];
    const errors: Error[] = [];
    const abort = new AbortController();
    stops.push(() => abort.abort());
    let open = false;
    const http = runHttpRequest(async () => {
      const response = await fetch(`${server.url}/events`, { headers: { authorization }, signal: abort.signal });
      open = true;
      return response;
    });
    transformHttpEventStream(http)
      .pipe(verifyEvents())
      .subscribe({
        next: (event) => events.push(event as AnyEvent),
        error: (error: Error) => {
          if (!abort.signal.aborted) errors.push(error);
        },
      });
    await until(() => open);
    return { events, errors, types: () => events.filter(({ type }) => type !== EventType.CUSTOM).map(({ type }) => type) };
  };
  const settled = async (events: AnyEvent[], runs: number) => {
    await until(() => events.filter(({ type }) => type === 'RUN_FINISHED' || type === 'RUN_ERROR').length >= runs);
    return events;
  };
  const agent = (url = server.url, headers: Record<string, string> = { authorization }) => new HttpAgent({ url, headers });
  const get = (headers: Record<string, string>, path = '/events', method = 'GET') =>
    new Promise<{ status: number; headers: NodeJS.Dict<string | string[]> }>((resolve, reject) => {
      const asked = httpRequest(`${server.url}${path}`, { method, headers }, (response) => {
        resolve({ status: response.statusCode!, headers: response.headers });
        response.destroy();
      });
      asked.on('error', reject);
      asked.end();
    });
  const answer = (body: unknown) =>
    fetch(`${server.url}/approvals`, { method: 'POST', headers: { authorization }, body: JSON.stringify(body) });

  it('says a run in AG-UI’s own terms, as its client checks them', async () => {
    await start({
      script: {
        turns: [
          {
            content: [
              { type: 'thinking', thinking: 'Hm.', signature: 's' },
              { type: 'text', text: 'I look.' },
              { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'echo hello' } },
            ],
            usage: { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 7 },
          },
          { content: [{ type: 'text', text: 'Done.' }], usage: { input_tokens: 1, output_tokens: 1 } },
        ],
      },
    });
    const { events, errors, types } = await watch();
    await settled(events, 1);
    assert.deepEqual(
      types(),
      ['RUN_STARTED', 'MESSAGES_SNAPSHOT', 'RUN_FINISHED'],
      'between two runs it restates the conversation',
    );
    events.length = 0;
    await core.session.send('go');
    await settled(events, 1);
    assert.deepEqual(errors, []);
    const merged = types().filter((type, at, all) => !(type.endsWith('_CONTENT') && all[at - 1] === type));
    assert.deepEqual(merged, [
      'RUN_STARTED',
      'STATE_SNAPSHOT',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'TEXT_MESSAGE_END',
      'STEP_STARTED',
      'REASONING_START',
      'REASONING_MESSAGE_START',
      'REASONING_MESSAGE_CONTENT',
      'REASONING_MESSAGE_END',
      'REASONING_END',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'TEXT_MESSAGE_END',
      'TOOL_CALL_START',
      'TOOL_CALL_ARGS',
      'TOOL_CALL_END',
      'STATE_SNAPSHOT',
      'STATE_SNAPSHOT',
      'TOOL_CALL_RESULT',
      'STEP_FINISHED',
      'STEP_STARTED',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'TEXT_MESSAGE_END',
      'STEP_FINISHED',
      'RUN_FINISHED',
    ]);
    const last = events.at(-1)!;
    assert.deepEqual(last.outcome, { type: 'success' });
    assert.deepEqual((last.usage as { inputTokens: number }[])[0]!.inputTokens, 18);
    const custom = events.filter(({ type }) => type === EventType.CUSTOM).map(({ name }) => name);
    for (const type of ['before_run', 'pre_tool_use', 'approval_requested', 'tool_settled', 'after_run'])
      assert.ok(custom.includes(`hooksmith.${type}`), type);
    assert.ok(custom.includes('hooksmith.tool_output'));
  });

  it('gives HttpAgent the messages of the conversation, and ends with the run', async () => {
    await start({ files: { 'a.txt': 'the text of a' } });
    await core.session.send('before anyone looked');
    const looking = agent();
    const ran = looking.runAgent();
    await until(async () => (await fetch(`${server.url}/none`, { headers: { authorization } })).status === 404);
    await core.session.send('/call Read {"file_path": "a.txt"}');
    const run = core.session.send('and again');
    await Promise.all([ran, run]);
    const roles = looking.messages.map(({ role }) => role);
    assert.deepEqual(roles.slice(0, 2), ['user', 'assistant'], 'what was said before is there');
    assert.ok(looking.messages.some((one) => one.role === 'tool' && String(one.content).includes('the text of a')));
    const caller = looking.messages.find((one) => one.role === 'assistant' && one.toolCalls);
    assert.deepEqual(
      caller?.role === 'assistant' &&
        caller.toolCalls?.map((one) => [one.function.name, JSON.parse(one.function.arguments).file_path]),
      [['Read', 'a.txt']],
    );
  });

  it('says that a run failed, and why', async () => {
    await start({ script: { turns: [{ error: { status: 400, type: 'invalid_request_error', message: 'bad request' } }] } });
    const { events, errors } = await watch();
    await settled(events, 1);
    await core.session.send('go');
    await settled(events, 2);
    const failed = events.findLast(({ type }) => type === 'RUN_ERROR')!;
    assert.match(String(failed.message), /bad request/);
    assert.deepEqual(errors, []);
  });

  it('says that the user stopped a run', async () => {
    await start({
      human: (_, signal) => new Promise((_r, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    const stopped = await watch();
    const run = core.session.send('/call Bash {"command": "echo hi"}');
    await until(() => core.events.some(({ type }) => type === 'approval_requested'));
    await core.session.stop();
    await run;
    await until(() => (stopped.events.at(-1)?.outcome as { type?: string } | undefined)?.type === 'cancelled');
    assert.deepEqual(stopped.errors, []);
  });

  it('lets a late client begin in the middle of a message, a call and a step', async () => {
    let say: (text: string) => void = () => undefined;
    let finish: () => void = () => undefined;
    const model: ModelPort = {
      label: 'slow',
      model: 'slow',
      maxTokens: 100,
      contextWindow: 1000,
      costUsd: () => 0,
      call: (_, { onDelta }) =>
        new Promise((resolve) => {
          say = (text) => onDelta({ type: 'text', text });
          finish = () =>
            resolve({
              role: 'assistant',
              content: [{ type: 'text', text: 'one two three' }],
              stop_reason: 'end_turn',
              usage: { input_tokens: 1, output_tokens: 1 },
            });
        }),
    };
    await start({ model });
    const early = await watch();
    const run = core.session.send('count');
    await until(() => core.events.some(({ type }) => type === 'pre_model_call'));
    say('one ');
    await until(() => early.types().includes(EventType.TEXT_MESSAGE_CONTENT) && early.events.at(-1)?.delta === 'one ');
    const late = await watch();
    const posted = agent();
    const followed = posted.runAgent();
    await until(() => late.types().includes(EventType.TEXT_MESSAGE_CONTENT));
    say('two ');
    await until(() => late.events.at(-1)?.delta === 'two ');
    finish();
    await run;
    await settled(late.events, 1);
    await followed;
    assert.deepEqual([...early.errors, ...late.errors], []);
    assert.deepEqual(late.types().slice(0, 6), [
      'RUN_STARTED',
      'STATE_SNAPSHOT',
      'MESSAGES_SNAPSHOT',
      'STEP_STARTED',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
    ]);
    const text = late.events.filter(({ type }) => type === 'TEXT_MESSAGE_CONTENT').map(({ delta }) => delta);
    assert.deepEqual(text.join(''), 'one two three');
    assert.deepEqual(
      posted.messages.map(({ role, content }) => [role, content]),
      [
        ['user', 'count'],
        ['assistant', 'one two three'],
      ],
    );
  });

  it('takes back what a hook changed after it had streamed', async () => {
    await start({
      hooks: {
        'clean.ts': `${imports}export const clean = hook('postModelCall', (ctx) => ctx.modify({ response: 'something else' }));`,
      },
      script: { turns: [{ content: [{ type: 'text', text: 'the first words of it' }] }] },
    });
    const looking = agent();
    const ran = looking.runAgent();
    await until(async () => (await get({ authorization }, '/none')).status === 404);
    await core.session.send('go');
    await ran;
    assert.deepEqual(
      looking.messages.map(({ content }) => content),
      ['go', 'something else'],
    );
  });

  it('takes back, and brings back, what the human does: for who was there and for who comes later', async () => {
    const turns = ['one', 'two', 'three'].map((text) => ({ content: [{ type: 'text' as const, text }] }));
    await start({ script: { turns } });
    const { events, errors } = await watch();
    await core.session.send('a');
    await core.session.send('b');
    const second = () => core.all('user_message')[1]!.id;
    /** What a client that comes now is told of. */
    const late = async () => {
      await feed.settled();
      const { events } = await watch();
      await until(() => events.some(({ type }) => type === 'MESSAGES_SNAPSHOT'));
      return contentsOf(events.find(({ type }) => type === 'MESSAGES_SNAPSHOT')!);
    };
    const contentsOf = ({ messages }: AnyEvent) => (messages as { content: string }[]).map(({ content }) => content);
    await settled(events, 3);
    await core.session.rewind(second());
    assert.deepEqual(await late(), ['a', 'one']);
    await core.session.redo();
    assert.deepEqual(await late(), ['a', 'one', 'b', 'two']);
    await core.session.rewind(second());
    await core.session.send('c');
    // A run of its own told the beginning.
    await settled(events, 4);
    assert.deepEqual(errors, []);
    assert.deepEqual(contentsOf(events.filter(({ type }) => type === 'MESSAGES_SNAPSHOT').at(-1)!), ['a', 'one']);
    assert.deepEqual(await late(), ['a', 'one', 'c', 'three']);
  });

  it('never sends what a redacts hook cleans', async () => {
    const secret = 'sk-very-secret';
    await start({
      hooks: {
        'redact.ts': `${imports}const clean = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('${secret}', '***'));
export const answers = hook('postModelCall', { redacts: true }, (ctx) => ctx.modify({ response: clean(ctx.response) }));
export const inputs = hook('preToolUse', { redacts: true }, (ctx) => ctx.modify({ input: clean(ctx.input) }));
export const outputs = hook('postToolUse', { redacts: true }, (ctx) => ctx.modify({ output: clean(ctx.output) }));`,
      },
      files: { 'a.txt': `key ${secret}` },
      script: {
        turns: [
          {
            content: [
              { type: 'text', text: `the key is ${secret}` },
              { type: 'tool_use', id: 't1', name: 'Grep', input: { pattern: secret } },
              { type: 'tool_use', id: 't2', name: 'Read', input: { file_path: 'a.txt' } },
            ],
          },
          { content: [{ type: 'text', text: 'done' }] },
        ],
      },
    });
    const { events, errors } = await watch();
    await core.session.send('go');
    await settled(events, 2);
    assert.deepEqual(errors, []);
    assert.ok(events.some(({ type, content }) => type === 'TOOL_CALL_RESULT' && String(content).includes('key ***')));
    assert.equal(JSON.stringify(events).includes(secret), false);
  });

  it('passes beforeTranslate and afterTranslate hooks: each sees the change of the one before, and drops', async () => {
    await start({
      hooks: {
        'translate.ts': `${imports}
export const first = hook('beforeTranslate', { priority: 2 }, (ctx) => {
  if (ctx.hookEvent.type === 'pre_model_call') return ctx.drop();
  if (ctx.hookEvent.type === 'user_message') return ctx.modify({ event: { ...ctx.hookEvent, reason: 'one' } });
});
export const second = hook('beforeTranslate', (ctx) => {
  if (ctx.hookEvent.type === 'user_message') return ctx.modify({ event: { ...ctx.hookEvent, reason: ctx.hookEvent.reason + ' two' } });
});
export const quiet = hook('afterTranslate', (ctx) => {
  const event = ctx.aguiEvent as { type: string; delta?: string };
  if (event.type === 'TEXT_MESSAGE_CONTENT') return ctx.modify({ event: { ...event, delta: event.delta!.toUpperCase() } });
  if (event.type === 'STEP_STARTED') return ctx.drop();
});`,
      },
      script: { turns: [{ content: [{ type: 'text', text: 'loud' }] }] },
    });
    const { events, errors, types } = await watch();
    await core.session.send('hello');
    await settled(events, 2);
    assert.deepEqual(errors, [], 'what a dropped beginning leaves behind goes with it');
    const custom = events.filter(({ type }) => type === EventType.CUSTOM).map(({ name }) => name);
    assert.equal(custom.includes('hooksmith.pre_model_call'), false);
    const user = events.find(({ name }) => name === 'hooksmith.user_message')!.value as { reason: string };
    assert.equal(user.reason, 'one two');
    assert.ok(!types().includes(EventType.STEP_STARTED) && !types().includes(EventType.STEP_FINISHED));
    const late = await watch();
    await settled(late.events, 1);
    assert.deepEqual(
      (late.events.find(({ type }) => type === 'MESSAGES_SNAPSHOT')!.messages as { content: string }[]).map(
        ({ content }) => content,
      ),
      ['HELLO', 'LOUD'],
      'whoever comes late gets what the hooks left',
    );
    assert.equal(core.events.filter(({ type }) => type.includes('translate')).length, 0, 'they make no HookEvents');
  });

  it('reports a translate hook that fails once for each failure, never to a hook that failed; the event goes on', async () => {
    await start({
      hooks: {
        'broken.ts': `${imports}
export const a = hook('beforeTranslate', { priority: 2 }, (ctx) => {
  if (ctx.hookEvent.type === 'before_agent' || ctx.hookEvent.type === 'hook_error') throw new Error('a ' + ctx.hookEvent.type);
});
export const b = hook('beforeTranslate', (ctx) => { if (ctx.hookEvent.type === 'hook_error') throw new Error('b ' + ctx.hookEvent.type); });
export const c = hook('afterTranslate', (ctx) => {
  if ((ctx.aguiEvent as { type: string }).type === 'STEP_STARTED') return ctx.modify({ event: { type: 'NO_SUCH_EVENT' } });
});`,
      },
      script: { turns: [{ content: [{ type: 'text', text: 'fine' }] }] },
    });
    const { events, errors } = await watch();
    await core.session.send('hello');
    await settled(events, 2);
    await feed.settled();
    assert.deepEqual(errors, []);
    assert.ok(events.some(({ name }) => name === 'hooksmith.before_agent'));
    const told = failures.map(({ hook, error }) => `${hook.name}: ${error.message}`).sort();
    assert.deepEqual(told, [
      'a: a before_agent',
      'b: b hook_error',
      'c: afterTranslate made an event that AG-UI does not know; it is left out',
    ]);
  });

  it('tells what translate hooks log', async () => {
    await start({
      hooks: {
        'say.ts': `import { hook } from 'hooksmith';
export const before = hook('beforeTranslate', (ctx) => { if (ctx.hookEvent.type === 'before_run') ctx.log('saw', ctx.hookEvent.type); });
export const after = hook('afterTranslate', (ctx) => { if (ctx.aguiEvent.type === 'RUN_STARTED') console.log('left'); });`,
      },
    });
    await core.session.send('go');
    await feed.settled();
    assert.deepEqual(logs, ['before (say.ts:2): saw before_run', 'after (say.ts:3): left']);
  });

  it('does not leak what a redacts hook failed to clean', async () => {
    await start({
      hooks: {
        'redact.ts': `${imports}export const clean = hook('afterTranslate', { redacts: true }, (ctx) => { if (JSON.stringify(ctx.aguiEvent).includes('secret')) throw new Error('no'); });`,
      },
      script: { turns: [{ content: [{ type: 'text', text: 'the secret' }] }] },
    });
    const { events, errors } = await watch();
    await core.session.send('hello');
    await settled(events, 2);
    assert.deepEqual(errors, []);
    assert.equal(JSON.stringify(events).includes('secret'), false);
  });

  it('is for those who know the token, on this machine', async () => {
    await start();
    const status = async (headers: Record<string, string>, path?: string, method?: string) =>
      (await get(headers, path, method)).status;
    assert.equal(await status({ authorization }), 200);
    for (const wrong of ['', 'Bearer', 'Bearer a-toke', 'Bearer a-token2', `Basic ${token}`])
      assert.equal(await status({ authorization: wrong }), 401, wrong);
    assert.equal(await status({}), 401);
    assert.equal(await status({ authorization: 'no' }, '/approvals', 'POST'), 401);
    assert.equal(await status({ authorization, host: `evil.example:${server.port}` }), 403);
    assert.equal(await status({ authorization, host: `localhost:${server.port}` }), 200);
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example', 'http://127.0.0.1.evil.example:80'])
      assert.equal(await status({ authorization, origin }), 403, origin);
    const local = await get({ authorization, origin: 'http://localhost:3000' });
    assert.equal(local.headers['access-control-allow-origin'], 'http://localhost:3000');
    assert.equal(await status({ origin: 'http://localhost:3000' }, '/', 'OPTIONS'), 204, 'a preflight carries no token');
    assert.equal(await status({ origin: 'http://evil.example' }, '/', 'OPTIONS'), 403);
    assert.equal(await status({ authorization }, '/nothing'), 404);
    await assert.rejects(agent(server.url, { authorization: 'Bearer wrong' }).runAgent(), /401/);
    assert.match(server.url, /^http:\/\/127\.0\.0\.1:/);
  });

  it('takes an answer to an approval only where the user allows it, and only to the prompt that stands', async () => {
    let asked: ApprovalRequest | undefined;
    let decide: (answer: ApprovalAnswer) => void = () => undefined;
    await start({
      human: (request) => {
        asked = request;
        return new Promise((resolve) => (decide = resolve));
      },
    });
    const { events } = await watch();
    const run = core.session.send('/call Bash {"command": "echo approved-from-outside"}');
    await until(() => events.some((event) => (event.snapshot as { approvals: unknown[] } | undefined)?.approvals.length === 1));
    const state = events.findLast(({ type }) => type === 'STATE_SNAPSHOT')!.snapshot as { approvals: ApprovalRequest[] };
    const { id, inputHash } = state.approvals[0]!;
    assert.equal((await answer({ id, inputHash, decision: 'allow' })).status, 403);
    approve = (given) => {
      if (given.id !== asked!.id || given.inputHash !== asked!.inputHash) return false;
      decide(given);
      return true;
    };
    answers.length = 0;
    assert.equal((await answer({ id, inputHash: 'another', decision: 'allow' })).status, 409);
    assert.equal((await answer({ id, decision: 'allow' })).status, 400);
    assert.equal((await answer({ id, inputHash, decision: 'allow', scope: 'always' })).status, 400, 'never more than once');
    assert.equal((await answer({ id, inputHash, decision: 'edit', input: {} })).status, 400);
    assert.equal((await answer({ reason: 'x'.repeat(100_000) })).status, 413);
    assert.equal((await answer({ id, inputHash, decision: 'allow' })).status, 204);
    await run;
    assert.deepEqual(answers.at(-1), { id, inputHash, decision: 'allow', scope: 'once' });
    assert.match(JSON.stringify(core.event('post_tool_use').output), /approved-from-outside/);
  });

  it('is not shaken by a client that reads its run late, nor by one that leaves in the middle of its words', async () => {
    await start();
    const thrown: unknown[] = [];
    const shaken = (error: unknown) => thrown.push(error);
    const known = {
      uncaughtException: process.listeners('uncaughtException'),
      unhandledRejection: process.listeners('unhandledRejection'),
    };
    for (const name of ['uncaughtException', 'unhandledRejection'] as const) {
      process.removeAllListeners(name);
      process.on(name, shaken);
    }
    stops.push(() => {
      for (const name of ['uncaughtException', 'unhandledRejection'] as const) {
        process.removeAllListeners(name);
        for (const listener of known[name]) process.on(name, listener as never);
      }
    });
    const late = httpRequest(`${server.url}/`, { method: 'POST', headers: { authorization } }, (response) => response.pause());
    late.on('error', () => undefined);
    late.end();
    stops.push(() => late.destroy());
    await until(() => server.connected === 1);
    const long = { role: 'user' as const, content: 'x'.repeat(16 * 1024 * 1024) };
    core.session.emit({ kind: 'history', branch: 'main', messages: [long] });
    core.session.emit({ kind: 'event', event: hookEvent('before_run') });
    core.session.emit({ kind: 'event', event: hookEvent('after_run') });
    await feed.settled();
    assert.equal(server.connected, 1, 'its end is still on the way');
    const leaving = httpRequest(`${server.url}/approvals`, {
      method: 'POST',
      headers: { authorization, 'content-length': '100' },
    });
    let left = false;
    leaving.on('error', () => undefined);
    leaving.on('close', () => {
      left = true;
    });
    leaving.write('{"id"', () => leaving.destroy());
    await until(() => left);
    // Several pings go by: another client sees them.
    const onlooker = await fetch(`${server.url}/`, { method: 'POST', headers: { authorization } });
    const reader = onlooker.body!.pipeThrough(new TextDecoderStream()).getReader();
    stops.push(() => void reader.cancel().catch(() => undefined));
    for (let pings = 0; pings < 3; ) pings += (await reader.read()).value!.split(': ping').length - 1;
    assert.deepEqual(thrown, []);
  });

  it('lets a client go that does not read, and goes over to another session', async () => {
    await start();
    const { events, errors } = await watch();
    const slow = httpRequest(`${server.url}/events`, { headers: { authorization } }, (response) => {
      response.pause();
      response.on('error', () => undefined);
    });
    slow.on('error', () => undefined);
    slow.end();
    stops.push(() => slow.destroy());
    await until(() => server.connected === 2);
    await core.session.send('first');
    const chunk = 'x'.repeat(1024 * 1024);
    const ends = () => events.filter(({ type }) => type === 'RUN_FINISHED').length;
    const before = ends();
    for (let n = 0; server.connected === 2; n++) {
      assert.ok(n < 200, 'it is let go');
      core.session.emit({ kind: 'toolOutput', toolCallId: `t${n}`, chunk });
      core.session.emit({
        kind: 'event',
        event: hookEvent('hook_error', { id: `filler_${n}`, runId: core.event('before_run').runId, reason: chunk }),
      });
      core.session.emit({ kind: 'event', event: { ...core.event('before_run'), id: `run_${n}` } });
      core.session.emit({ kind: 'event', event: { ...core.event('after_run'), id: `run_${n}_end` } });
      await feed.settled();
      // Whoever reads stays, however slow the machine is.
      await until(() => ends() > before + n);
    }
    const runs = events.length;
    await core.stop();
    core = await Core.start();
    follow();
    await until(
      () => events.length > runs && events.at(-1)?.type === 'RUN_FINISHED' && events.at(-2)?.type === 'MESSAGES_SNAPSHOT',
    );
    assert.deepEqual(events.at(-2)!.messages, []);
    assert.deepEqual(errors, []);
  });
});
