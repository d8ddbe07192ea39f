import assert from 'node:assert/strict';
import { group, hook, policy } from 'hooksmith';
import { sortHooks } from '../../../../src/hooks/chain/registering/register';
import { runChain } from '../../../../src/hooks/chain/running/chain';
import type { JsonObject } from '../../../../src/shared/basics/json';
import { type DecisionAction, eventNames, type HookPoint, hookPoints } from '../../../../src/shared/hooks/points';
import { around, bash, file, hooksOf, judge, load, payloadOf, requestOf, run, shownFile, toolFacts } from '../chaining';

// biome-ignore lint/suspicious/noExplicitAny: these tests return on purpose what the types forbid
type Any = any;
const at = (event: string, options: JsonObject, handler: (ctx: Any) => unknown) => (hook as Any)(event, options, handler);
const returns = (event: string, decision: unknown, options: JsonObject = {}) => at(event, options, () => decision);

/** A decision of each kind, with the fields that it needs. */
const samples: Record<Exclude<DecisionAction, 'continue' | 'modify'>, JsonObject> = {
  respond: { value: 'text' },
  fail: { error: 'broken' },
  redirect: { toolName: 'Echo', input: {} },
  allow: { reason: 'fine' },
  ask: { reason: 'hm' },
  deny: { reason: 'no' },
  stop: { reason: 'enough' },
  retry: { afterMs: 5 },
  drop: {},
  continueWith: { message: 'more' },
  confine: { denyRead: ['a'] },
};
const patches: Record<string, unknown> = {
  context: 'c',
  message: { role: 'user', content: 'new' },
  system: 'new',
  responseFormat: { type: 'object' },
  messages: [{ role: 'user', content: 'new' }],
  request: { max_tokens: 1 },
  text: 'new',
  error: { message: 'new' },
  response: { content: [{ type: 'text', text: 'new' }] },
  input: { timeout: 1 },
  output: 'new',
  isError: true,
  instructions: 'new',
  event: { type: 'Y' },
  metadata: { a: 1 },
  signal: { reason: 'error', message: 'new' },
};
/** Of a list that has to answer the call. */
const results = [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call-1', content: 'new' }] }];

describe('chain: what each event accepts', () => {
  for (const event of eventNames) {
    const point: HookPoint = hookPoints[event];
    for (const [action, fields] of Object.entries(samples)) {
      const accepted = (point.decisions as readonly string[]).includes(action);
      it(`${event} ${accepted ? 'takes' : 'refuses'} ${action}`, async () => {
        const { end, vote, hooks } = await run({ it: returns(event, { action, ...fields }) }, requestOf(event));
        if (accepted) {
          assert.equal(hooks[0]!.error, undefined);
          assert.equal(hooks[0]!.decision, action);
          if (action === 'ask' || action === 'allow') assert.equal(vote?.action, action);
          else assert.equal(end.action, action === 'redirect' ? 'continue' : action);
          return;
        }
        const { decision, error } = hooks[0]!;
        assert.equal(decision, 'error');
        assert.ok(error!.message.startsWith(`${shownFile}:1 (it): ${event} does not accept '${action}'`), error!.message);
        assert.match(error!.message, new RegExp(`Accepted: ${point.decisions.join(', ') || 'nothing'}`));
        const expected = { deny: 'deny', stop: 'error', ask: 'continue', continue: 'continue' }[point.onError];
        assert.equal(end.action, expected);
        if (point.onError === 'ask') assert.equal(vote?.action, 'ask');
      });
    }
    for (const [field, sample] of Object.entries(patches)) {
      const value = event === 'toolResultMessages' && field === 'messages' ? results : sample;
      const accepted = (point.modifies as readonly string[]).includes(field);
      it(`${event} ${accepted ? 'takes' : 'refuses'} a change of ${field}`, async () => {
        const { payload, metadata, context, hooks } = await run(
          { it: returns(event, { action: 'modify', [field]: value }) },
          requestOf(event),
        );
        assert.equal(hooks[0]!.decision, accepted ? 'modify' : 'error');
        if (!accepted) return;
        assert.ok(hooks[0]!.changed!.length > 0);
        if (field === 'metadata') assert.deepEqual(metadata, { a: 1 });
        else if (field === 'context') assert.deepEqual(context, ['c']);
        else assert.notDeepEqual(payload, payloadOf(event));
      });
    }
  }
});

describe('chain: order', () => {
  it('sorts by priority, layer, file and position', () => {
    const named = (name: string, priority: number, layer: number, path: string) =>
      load({ [name]: returns('message', undefined, { priority }) }, { layer, file: path }).hooks;
    const hooks = [
      ...named('negative', -1, 0, '/a'),
      ...named('workspace', 0, 1, '/a'),
      ...named('userB', 0, 0, '/b'),
      ...named('userA', 0, 0, '/a'),
      ...named('safety', 200, 9, '/z'),
      ...load({ first: returns('message', undefined), second: returns('message', undefined) }, { layer: 2, file: '/a' }).hooks,
    ];
    assert.deepEqual(
      sortHooks(hooks.reverse()).map((one) => one.name),
      ['safety', 'userA', 'userB', 'workspace', 'first', 'second', 'negative'],
    );
  });

  it('shows each hook what those before made of it, and merges patches one level deep', async () => {
    const seen: unknown[] = [];
    const { payload, hooks } = await run(
      {
        a: at('preToolUse', {}, (ctx) => ctx.modify({ input: { timeout: 5, description: 'x' } })),
        b: at('preToolUse', {}, (ctx) => {
          seen.push(ctx.input);
          return ctx.modify({ input: { description: undefined, command: 'pwd' } });
        }),
        c: at('preToolUse', {}, (ctx) => void seen.push(ctx.input, ctx.commands[0].text)),
      },
      bash('ls'),
    );
    assert.deepEqual(seen, [{ command: 'ls', timeout: 5, description: 'x' }, { command: 'pwd', timeout: 5 }, 'pwd']);
    assert.deepEqual(payload.input, { command: 'pwd', timeout: 5 });
    assert.deepEqual(hooks[1]!.changed, [
      { field: 'input.description', before: 'x', after: undefined },
      { field: 'input.command', before: 'ls', after: 'pwd' },
    ]);
  });

  it('keeps the form of a field that a hook gave as text', async () => {
    const seen: unknown[] = [];
    const see = (field: string) => (ctx: Any) => void seen.push(ctx[field]);
    await run(
      { a: returns('userMessage', { action: 'modify', message: 'x' }), b: at('userMessage', {}, see('message')) },
      requestOf('userMessage'),
    );
    await run(
      { a: returns('postModelCall', { action: 'modify', response: 'x' }), b: at('postModelCall', {}, see('response')) },
      requestOf('postModelCall'),
    );
    await run(
      { a: returns('modelDelta', { action: 'modify', text: 'x' }), b: at('modelDelta', {}, see('delta')) },
      requestOf('modelDelta'),
    );
    const [message, response, delta] = seen as [Any, Any, Any];
    assert.deepEqual(message, { role: 'user', content: 'x' });
    assert.deepEqual(
      [response.role, response.content, response.stop_reason],
      ['assistant', [{ type: 'text', text: 'x' }], 'end_turn'],
    );
    assert.deepEqual(delta, { type: 'text', text: 'x' });
  });

  it('does not let hostile keys reach a prototype', async () => {
    const { payload } = await run(
      {
        it: returns('preToolUse', JSON.parse('{"action": "modify", "input": {"__proto__": {"command": "rm"}, "command": "ls"}}')),
      },
      bash('ls'),
    );
    assert.equal(Object.getPrototypeOf(payload.input), Object.prototype);
    assert.equal(({} as Any).command, undefined);
  });

  it('merges metadata over hooks and shows it to later ones', async () => {
    let seen: unknown;
    const { metadata } = await run(
      {
        a: returns('beforeAgent', { action: 'modify', metadata: { a: 1, b: 1 } }),
        b: at('beforeAgent', {}, (ctx) => {
          seen = ctx.metadata;
          return ctx.modify({ metadata: { b: undefined, c: 3 } });
        }),
      },
      requestOf('beforeAgent', {}, { metadata: { z: 0 } }),
    );
    assert.deepEqual(seen, { z: 0, a: 1, b: 1 });
    assert.deepEqual(metadata, { z: 0, a: 1, c: 3 });
  });

  it('makes a change that the tool does not accept an error of the hook that made it', async () => {
    const { end, hooks } = await run({ it: returns('preToolUse', { action: 'modify', input: { command: 7 } }) }, bash('ls'));
    assert.equal(end.action, 'deny');
    assert.match(hooks[0]!.error!.message, /changed the input of Bash to something it does not accept: command/);
  });

  it('does not blame a hook for what the model got wrong, and lets a hook mend it', async () => {
    const wrong = requestOf('preToolUse', { ...toolFacts('Bash', {}), problem: 'command missing' });
    const touched = await run({ it: returns('preToolUse', { action: 'modify', input: { timeout: 1 } }) }, wrong);
    assert.equal(touched.end.action, 'continue');
    assert.equal(touched.payload.status, 'invalid');
    const mended = await run({ it: returns('preToolUse', { action: 'modify', input: { command: 'ls' } }) }, wrong);
    assert.equal(mended.payload.status, 'known');
    assert.equal(mended.payload.problem, undefined);
  });
});

describe('chain: votes and ends', () => {
  const vote = async (...actions: string[]) =>
    (await run(Object.fromEntries(actions.map((action, i) => [`h${i}`, returns('preToolUse', { action })])), bash('ls'))).vote
      ?.action;

  it('takes the strictest vote in any order', async () => {
    assert.equal(await vote('allow'), 'allow');
    assert.equal(await vote('allow', 'ask', 'allow'), 'ask');
    assert.equal(await vote('ask', 'allow'), 'ask');
    assert.equal(await vote('continue'), undefined);
  });

  it('ends at a denial, keeps no change, and shows both on the row', async () => {
    const { end, payload, context, metadata, hooks, skipped } = await run(
      {
        a: returns('preToolUse', { action: 'modify', input: { command: 'pwd' }, metadata: { a: 1 } }),
        b: returns('preToolUse', { action: 'deny', reason: 'no' }),
        c: returns('preToolUse', { action: 'allow' }),
        d: policy(() => assert.fail('a call already denied is not judged')),
      },
      bash('ls'),
    );
    assert.deepEqual(end, { action: 'deny', by: { kind: 'hook', file, line: 2, name: 'b' }, reason: 'no' });
    assert.deepEqual(payload.input, { command: 'ls' });
    assert.deepEqual([context, metadata], [[], undefined]);
    assert.deepEqual(
      hooks.map((one) => one.decision),
      ['modify', 'deny'],
    );
    assert.equal(hooks[0]!.changed![0]!.after, 'pwd');
    assert.equal(skipped.ended, 1);
  });

  it('voids an allow by a later change of another hook, not by one before it', async () => {
    const change = returns('preToolUse', { action: 'modify', input: { timeout: 1 } });
    const allow = returns('preToolUse', { action: 'allow' });
    assert.equal((await run({ allow, change }, bash('ls'))).vote, undefined);
    assert.equal((await run({ change, allow }, bash('ls'))).vote?.action, 'allow');
    const same = returns('preToolUse', { action: 'modify', input: { command: 'ls' } });
    assert.equal((await run({ allow, same }, bash('ls'))).vote?.action, 'allow', 'nothing changed');
  });

  it('counts an allow behind match.command only if the line was read and every command matches', async () => {
    const exports = { it: returns('preToolUse', { action: 'allow' }, { match: { command: 'git *' } }) };
    const votes = new Map<string, string | undefined>();
    for (const line of ['git status', 'git a && git b', 'git a && rm b', "git 'open", 'git $X', 'ls'])
      votes.set(line, (await run(exports, bash(line))).vote?.action);
    assert.deepEqual([...votes.values()], ['allow', 'allow', undefined, undefined, undefined, undefined]);
  });

  it('ends the chain at a final allow; policies still judge', async () => {
    const {
      end,
      vote: counted,
      judgement,
      hooks,
    } = await run(
      {
        a: returns('preToolUse', { action: 'allow', final: true }),
        b: at('preToolUse', {}, () => assert.fail('ended')),
        p: policy((ctx) => ctx.deny('never')),
      },
      bash('ls'),
    );
    assert.deepEqual([end.action, counted?.action, judgement?.action], ['continue', 'allow', 'deny']);
    assert.deepEqual(
      hooks.map((one) => one.kind),
      ['hook', 'policy'],
    );
  });

  it('does not end at a final allow that does not count', async () => {
    const { end } = await run(
      {
        a: returns('preToolUse', { action: 'allow', final: true }, { match: { command: 'git *' } }),
        b: returns('preToolUse', { action: 'deny' }),
      },
      bash('git a && rm b'),
    );
    assert.equal(end.action, 'deny');
  });

  it('skips the step on respond and fail, and lets a policy judge the answer', async () => {
    const deny = policy((ctx) => ctx.deny('never'));
    const answered = await run({ a: returns('preToolUse', { action: 'respond', value: { x: 1 } }), deny }, bash('ls'));
    assert.deepEqual(answered.end.action === 'respond' && answered.end.value, { x: 1 });
    assert.equal(answered.judgement?.action, 'deny');
    const failed = await run({ a: returns('preToolUse', { action: 'fail', error: { name: 'E', message: 'm' } }) }, bash('ls'));
    assert.deepEqual(failed.end.action === 'fail' && failed.end.error, { kind: 'hook', name: 'E', message: 'm' });
  });

  it('goes on where a redirect comes after an answer: it counts for nothing', async () => {
    const asked: string[] = [];
    const early = { match: { command: 'make' }, priority: 1 };
    const { end, hooks } = await run(
      {
        passed: at('preToolUse', early, () => void asked.push('passed')),
        changes: returns('preToolUse', { action: 'modify', input: { command: 'make' } }),
        answers: returns('preToolUse', { action: 'respond', value: 'a', final: false }),
        leads: returns('preToolUse', { action: 'redirect', toolName: 'Echo', input: {} }),
      },
      bash('ls'),
    );
    assert.deepEqual([end.action, asked], ['respond', []]);
    assert.match(hooks.at(-1)?.noEffect ?? '', /answers has answered already/);
  });

  it('shows the redirect of a group as what it came to, where a member had allowed the call before', async () => {
    const words = (['allow', 'redirect'] as const).map((action) => ({ action, ...samples[action] }));
    const members = words.map((word) => returns('preToolUse', word));
    const { hooks, payload, vote } = await run({ both: (group as Any)({}, ...members) }, bash('ls'));
    assert.deepEqual(
      [hooks[0]?.decision, hooks[0]?.noEffect, payload.toolName, vote],
      ['redirect', undefined, 'Echo', undefined],
    );
  });

  it('begins anew for the tool of a redirect, without the hooks that ran, at most four times', async () => {
    const ran: string[] = [];
    const to = (name: string, toolName: string, tools: string) =>
      at('preToolUse', { tools }, (ctx) => {
        ran.push(name);
        return ctx.redirect(toolName, toolName === 'Bash' ? { command: 'ls' } : {});
      });
    const result = await run(
      {
        onEcho: at('preToolUse', { tools: 'Echo' }, (ctx) => void ran.push(`sees ${ctx.toolName} ${String(ctx.commands)}`)),
        away: to('away', 'Echo', 'Bash'),
        allowed: returns('preToolUse', { action: 'allow' }),
      },
      bash('ls'),
    );
    assert.deepEqual(ran, ['away', 'sees Echo undefined']);
    assert.deepEqual([result.payload.toolName, result.payload.input, result.vote?.action], ['Echo', {}, 'allow']);
    ran.length = 0;
    const many = Object.fromEntries([0, 1, 2, 3, 4].map((i) => [`r${i}`, to(`r${i}`, i % 2 ? 'Bash' : 'Echo', '*')]));
    const looped = await run(many, bash('ls'));
    assert.equal(ran.length, 5);
    assert.match(looped.end.action === 'deny' ? looped.end.reason : '', /more than 4 redirects/);
    const nowhere = await run({ it: returns('preToolUse', { action: 'redirect', toolName: 'Nope', input: {} }) }, bash('ls'));
    assert.match(nowhere.end.action === 'deny' ? nowhere.end.reason : '', /redirect to Nope: tool not found/);
  });
});

describe('chain: recovery points', () => {
  for (const event of ['toolError', 'modelError'] as const) {
    const field = event === 'toolError' ? 'output' : 'response';
    it(`${event}: the first answer wins, later hooks see it, and their failure cannot undo it`, async () => {
      let seen: unknown;
      const { end, hooks } = await run(
        {
          a: returns(event, { action: 'respond', value: 'first' }),
          b: at(event, {}, (ctx) => {
            seen = ctx[field];
            return ctx.respond('second');
          }),
          c: at(event, { onError: 'stop' }, () => {
            throw new Error('late');
          }),
        },
        requestOf(event),
      );
      assert.equal(end.action === 'respond' && end.value, 'first');
      assert.equal(seen, 'first');
      assert.equal(hooks[2]!.error!.message, 'late');
    });

    it(`${event}: a retry ends the chain`, async () => {
      const { end, skipped } = await run(
        { a: returns(event, { action: 'retry', afterMs: 7 }), b: returns(event, { action: 'respond', value: 'x' }) },
        requestOf(event),
      );
      assert.equal(end.action === 'retry' && end.afterMs, 7);
      assert.equal(skipped.ended, 1);
    });
  }
});

describe('chain: policies', () => {
  it('judges the input that would run, all of them, the strictest wins', async () => {
    const { judgement, hooks } = await run(
      {
        change: returns('preToolUse', { action: 'modify', input: { command: 'git push' } }),
        allow: returns('preToolUse', { action: 'allow' }),
        asks: policy({ match: { command: 'git push*' } }, (ctx) => ctx.ask('human')),
        silent: policy(() => undefined),
        denies: policy({ match: { command: 'git push*' } }, (ctx) => ctx.deny(`not ${ctx.commands![0]!.text}`)),
        after: policy((ctx) => ctx.ask('also')),
      },
      bash('ls'),
    );
    assert.deepEqual(judgement, {
      action: 'deny',
      reason: 'not git push',
      by: { kind: 'policy', file, line: 5, name: 'denies' },
    });
    assert.deepEqual(
      hooks.map((one) => `${one.name} ${one.decision}`),
      ['change modify', 'allow allow', 'asks ask', 'silent continue', 'denies deny', 'after ask'],
    );
  });

  it('denies where a policy throws, times out, is suspended or returns nonsense', async () => {
    const broken = {
      throws: policy(() => {
        throw new Error('oops');
      }),
      hangs: policy({ timeoutMs: 5 }, () => new Promise(() => undefined)),
      nonsense: (policy as Any)(() => ({ action: 'allow' })),
      text: (policy as Any)(() => 'deny'),
    };
    for (const [name, one] of Object.entries(broken)) {
      const { judgement } = await judge({ [name]: one }, bash('ls'));
      assert.equal(judgement?.action, 'deny', name);
      assert.match(judgement!.reason, new RegExp(`policy ${name} failed: `));
    }
    const suspended = await run({ it: policy(() => undefined) }, bash('ls'), { isSuspended: () => true });
    assert.equal(suspended.judgement?.action, 'deny');
  });

  it('judges in every subagent and whatever a hook answered', async () => {
    const deep = { ...bash('ls'), run: { ...bash('ls').run, depth: 2, branch: 'main/a/b' } };
    assert.equal((await judge({ it: policy((ctx) => ctx.deny('no')) }, deep)).judgement?.action, 'deny');
  });
});

describe('chain: failures', () => {
  const throws = (event: string, options: JsonObject) =>
    at(event, options, () => {
      throw new TypeError('oops');
    });

  const cases: [string, string | undefined, string][] = [
    ['preToolUse', undefined, 'deny'],
    ['preToolUse', 'continue', 'continue'],
    ['preToolUse', 'ask', 'ask'],
    ['preToolUse', 'stop', 'error'],
    ['userMessage', undefined, 'deny'],
    ['beforeAgent', undefined, 'deny'],
    ['beforeStep', undefined, 'error'],
    ['preModelCall', undefined, 'error'],
    ['postModelCall', undefined, 'error'],
    ['postModelCall', 'continue', 'continue'],
    ['permissionRequest', undefined, 'ask'],
    ['postToolUse', undefined, 'continue'],
    ['postToolUse', 'stop', 'error'],
    ['afterRun', undefined, 'continue'],
  ];
  for (const [event, onError, expected] of cases) {
    it(`${event} with onError ${onError ?? 'left out'} ends as ${expected}`, async () => {
      const { end, vote, hooks } = await run({ it: throws(event, onError ? { onError } : {}) }, requestOf(event as 'message'));
      assert.equal(vote?.action ?? end.action, expected);
      assert.equal(hooks[0]!.decision, 'error');
      assert.deepEqual([hooks[0]!.error!.name, hooks[0]!.error!.message], ['TypeError', 'oops']);
    });
  }

  it('goes on with the next hook after a failure that lets it', async () => {
    const { hooks } = await run({ a: throws('postToolUse', {}), b: returns('postToolUse', undefined) }, requestOf('postToolUse'));
    assert.deepEqual(
      hooks.map((one) => one.decision),
      ['error', 'continue'],
    );
  });

  it('counts timeouts, and not what the handler waits for with complete', async () => {
    const slowAnswer = { complete: () => new Promise<string>((resolve) => setTimeout(() => resolve('yes'), 60)) };
    const waited = await run(
      { it: at('message', { timeoutMs: 20 }, (ctx) => ctx.complete('?').then(() => undefined)) },
      requestOf('message'),
      slowAnswer,
    );
    assert.equal(waited.hooks[0]!.error, undefined);
    assert.deepEqual(waited.env.pauses, [true, false]);
    const late = await run({ it: at('message', { timeoutMs: 20 }, () => new Promise(() => undefined)) }, requestOf('message'));
    assert.equal(late.hooks[0]!.error!.name, 'TimeoutError');
    assert.deepEqual(late.env.timeouts, [[`${file}#it`, true]]);
  });

  it('pauses the watchdog once for several calls of complete, and never for a hook that has ended', async () => {
    let late: Promise<string> | undefined;
    const { env } = await run(
      {
        it: at('message', { timeoutMs: 10 }, async (ctx) => {
          await Promise.all([ctx.complete('a'), ctx.complete('b')]);
          late = new Promise((resolve) => setTimeout(resolve, 30)).then(() => ctx.complete('c'));
          await new Promise(() => undefined);
        }),
      },
      requestOf('message'),
    );
    await assert.rejects(late!, /after the hook had ended/);
    assert.deepEqual(env.pauses, [true, false]);
  });

  it('fails at once where a hook is suspended', async () => {
    const { end, hooks, env } = await run({ it: returns('preToolUse', undefined) }, bash('ls'), { isSuspended: () => true });
    assert.equal(end.action, 'deny');
    assert.equal(hooks[0]!.error!.name, 'SuspendedError');
    assert.deepEqual(env.started, []);
  });

  it('leaves an undecided gate shut when the run is stopped, and calls no further hook', async () => {
    const abort = new AbortController();
    let later = 0;
    const exports = {
      a: at('preToolUse', {}, () => {
        abort.abort();
        return new Promise(() => undefined);
      }),
      b: at('preToolUse', {}, () => void later++),
    };
    const result = await run(exports, bash('ls'), { signal: abort.signal });
    assert.equal(later, 0);
    assert.equal(result.end.action, 'deny');
    assert.equal(result.hooks.length, 1);
    const judged = await run({ p: policy(() => new Promise(() => undefined)) }, bash('ls'), { signal: AbortSignal.abort() });
    assert.equal(judged.judgement?.action, 'deny');
  });

  const nonsense: [string, unknown, RegExp][] = [
    ['preToolUse', 'deny', /preToolUse returned string "deny": return a decision, as in ctx\.modify/],
    ['preToolUse', 42, /returned number 42/],
    ['preToolUse', true, /returned boolean true/],
    ['preToolUse', [], /returned an array/],
    ['preToolUse', {}, /returned an object/],
    ['preToolUse', { action: 'denyy' }, /did you mean 'deny'\?/],
    ['preToolUse', { action: 'deny', raeson: 'x' }, /has no field 'raeson': did you mean 'reason'\?/],
    ['preToolUse', { action: 'deny', reason: 7 }, /'reason' must be text/],
    ['preToolUse', { action: 'modify', inputs: {} }, /has no field 'inputs': did you mean 'input'\?/],
    ['preToolUse', { action: 'modify', input: 'ls' }, /'input' must be an object/],
    ['preToolUse', { action: 'respond' }, /'value' must be given/],
    ['preToolUse', { action: 'redirect', toolName: 'Echo' }, /'input' must be an object/],
    ['preToolUse', { action: 'modify', input: { a: () => 1 } }, /'input\.a' is a function, which no event can carry/],
    ['preToolUse', { action: 'respond', value: Promise.resolve(1) }, /is an await missing\?/],
    ['preModelCall', { action: 'respond', value: 42 }, /must be text, an array of content blocks/],
    ['preModelCall', { action: 'respond', value: {} }, /must be text, an array of content blocks/],
    ['modelError', { action: 'retry', afterMs: -1 }, /must be milliseconds/],
    ['beforeStep', { action: 'modify', messages: [1] }, /must be an array of messages/],
    ['userMessage', { action: 'modify', message: { role: 'assistant', content: 'x' } }, /role 'user'/],
    ['postModelCall', { action: 'modify', response: { content: [1] } }, /'response' must be text/],
    ['stop', { action: 'continueWith' }, /'message' must be text/],
    ['message', { action: 'deny' }, /Accepted: nothing \(it only observes\)/],
  ];
  it('prints a context by its fields', async () => {
    const { hooks } = await run(
      { it: hook('userMessage', (ctx) => ctx.log(JSON.stringify(ctx), ctx)) },
      requestOf('userMessage', { message: { role: 'user', content: 'hello' } }),
    );
    const [text] = hooks[0]!.logs!;
    const fields = JSON.parse(text!.slice(0, text!.lastIndexOf('} {') + 1));
    assert.deepEqual([fields.event, fields.text, fields.agentName, 'deny' in fields], ['userMessage', 'hello', 'main', false]);
    assert.match(text!, /event: 'userMessage'/);
  });
  it('is spread into its fields', async () => {
    const { hooks } = await run(
      { it: hook('userMessage', (ctx) => ctx.log(JSON.stringify({ ...ctx }))) },
      requestOf('userMessage', { message: { role: 'user', content: 'hello' } }),
    );
    const fields = JSON.parse(hooks[0]!.logs![0]!);
    assert.deepEqual([fields.event, fields.text, fields.agentName, fields.branch], ['userMessage', 'hello', 'main', 'main']);
    assert.deepEqual(fields.message, { role: 'user', content: 'hello' });
  });
  it('holds a hook of several events to what all of them accept, by method and by plain object, under whatever names', async () => {
    const several = (handler: (ctx: Any) => unknown) => (hook as Any)(['PreToolUse', 'PostToolUse'], handler);
    const place = `a hook of preToolUse and postToolUse`;
    for (const [handler, expected] of [
      [(ctx: Any) => ctx.deny('no'), `.deny is not a function: ${place} accepts modify, stop`],
      [() => ({ action: 'deny', reason: 'no' }), `${place} does not accept 'deny'. Accepted: modify, stop`],
      [() => ({ action: 'modify', input: { command: 'pwd' } }), `modify at ${place} has no field 'input'. It takes metadata`],
    ] as const) {
      const { hooks, end, payload } = await run({ it: several(handler) }, bash('ls'));
      assert.ok(hooks[0]!.error!.message.endsWith(expected), hooks[0]!.error!.message);
      assert.deepEqual([end.action, payload.input], ['deny', { command: 'ls' }], 'its gate is shut by its failure');
    }
    const { hooks, metadata } = await run({ it: several((ctx) => ctx.modify({ metadata: { a: 1 } })) }, bash('ls'));
    assert.deepEqual([hooks[0]!.error, metadata], [undefined, { a: 1 }]);
  });
  for (const [event, value, expected] of nonsense) {
    it(`names what is wrong with ${String(JSON.stringify(value))} at ${event}`, async () => {
      const { hooks } = await run({ it: returns(event, value) }, requestOf(event as 'message'));
      assert.match(hooks[0]!.error?.message ?? 'no error', expected);
      assert.ok(hooks[0]!.error!.message.includes(`${shownFile}:1`));
    });
  }

  it('refuses a value that contains itself', async () => {
    const circle: JsonObject = {};
    circle.self = circle;
    const { end } = await run({ it: returns('preToolUse', { action: 'respond', value: circle }) }, bash('ls'));
    assert.match(end.action === 'deny' ? end.reason : '', /contains itself/);
  });
});

describe('chain: contexts', () => {
  const attempts: [string, (ctx: Any) => void][] = [
    ['a field', (ctx) => void (ctx.input = {})],
    ['a part of a field', (ctx) => void (ctx.input.command = 'rm')],
    ['a new field', (ctx) => void (ctx.extra = 1)],
    ['a list', (ctx) => ctx.commands.push({})],
    ['metadata', (ctx) => void (ctx.metadata.a = 1)],
    ['a deletion', (ctx) => void delete ctx.input.command],
    ['a decision', (ctx) => void (ctx.deny = () => undefined)],
  ];
  for (const [what, attempt] of attempts) {
    it(`throws at an assignment to ${what} and says what to do instead`, async () => {
      const request = bash('ls');
      const { hooks } = await run({ it: at('preToolUse', {}, attempt) }, request);
      assert.equal(hooks[0]!.error!.name, 'TypeError');
      assert.match(hooks[0]!.error!.message, /ctx is read-only: return ctx\.modify\(\{ input: … \}\) instead/);
      assert.deepEqual('input' in request.payload && request.payload.input, { command: 'ls' });
    });
  }

  it('leaves what a hook returned with that hook: it may go on changing its own objects', async () => {
    const seen: string[] = [];
    const own = { metadata: { seen } };
    const exports = {
      a: at('beforeAgent', {}, (ctx) => {
        seen.push('x');
        return ctx.modify(own);
      }),
      b: at('beforeAgent', {}, (ctx) => void ctx.metadata.seen.length),
    };
    const hooks = hooksOf(exports);
    const env = around();
    await runChain(requestOf('beforeAgent'), hooks, env);
    const { hooks: records, metadata } = await runChain(requestOf('beforeAgent'), hooks, env);
    assert.equal(records[0]!.error, undefined);
    seen.push('later');
    assert.deepEqual(metadata, { seen: ['x', 'x'] });
  });

  it('has the decisions of its event as methods and no others', async () => {
    for (const event of eventNames) {
      let methods: string[] = [];
      await run(
        {
          it: at(
            event,
            {},
            (ctx) =>
              void (methods = Object.keys(samples)
                .concat('modify')
                .filter((name) => typeof ctx[name] === 'function')),
          ),
        },
        requestOf(event),
      );
      assert.deepEqual(methods.sort(), [...hookPoints[event].decisions].sort(), event);
    }
  });

  it('carries common fields, logs, state and complete', async () => {
    let seen: Any;
    const { hooks, env } = await run(
      {
        it: at('preToolUse', {}, async (ctx) => {
          ctx.log('text', { a: 1 });
          ctx.state.set('n', 1);
          seen = {
            event: ctx.event,
            runId: ctx.runId,
            tool: ctx.toolName,
            n: ctx.state.get('n'),
            answer: await ctx.complete('q'),
          };
        }),
      },
      bash('ls'),
    );
    assert.deepEqual(seen, { event: 'preToolUse', runId: 'r', tool: 'Bash', n: 1, answer: 'answer to q' });
    assert.deepEqual(hooks[0]!.logs, ['text { a: 1 }']);
    assert.equal(env.state('r').get('n'), 1);
    assert.equal(env.state('other').get('n'), undefined);
  });
});

describe('chain: shadow and redacts', () => {
  it('reports what a shadowed hook would have done and does nothing', async () => {
    for (const [action, fields] of Object.entries({ ...samples, modify: { input: { command: 'pwd' } } })) {
      if (!(hookPoints.preToolUse.decisions as readonly string[]).includes(action)) continue;
      const { end, vote, payload, hooks } = await run(
        { it: returns('preToolUse', { action, ...fields }, { shadow: true }) },
        bash('ls'),
      );
      assert.deepEqual(
        [end.action, vote, payload.toolName, payload.input],
        ['continue', undefined, 'Bash', { command: 'ls' }],
        action,
      );
      assert.deepEqual([hooks[0]!.decision, hooks[0]!.shadow], [action, true]);
    }
    const thrown = await run({ it: at('preToolUse', { shadow: true }, () => assert.fail('x')) }, bash('ls'));
    assert.equal(thrown.end.action, 'continue');
    const { judgement } = await judge({ it: policy({ shadow: true }, (ctx) => ctx.deny('no')) }, bash('ls'));
    assert.equal(judgement, undefined);
  });

  it('keeps no former value of what a redacting hook changed', async () => {
    const { hooks } = await run(
      { it: returns('postToolUse', { action: 'modify', output: '[gone]' }, { redacts: true }) },
      requestOf('postToolUse'),
    );
    assert.deepEqual(hooks[0]!.changed, [{ field: 'output', after: '[gone]' }]);
    const redirected = await run(
      { it: returns('preToolUse', { action: 'redirect', toolName: 'Echo', input: {} }, { redacts: true }) },
      bash('ls'),
    );
    assert.ok(!JSON.stringify(redirected.hooks).includes('"ls"'));
  });

  const secret = 'hunter2';
  const held: [string, JsonObject, string][] = [
    ['postToolUse', { output: secret }, 'continue'],
    ['postModelCall', { response: { role: 'assistant', content: [{ type: 'text', text: secret }] } }, 'error'],
    ['userMessage', { message: { role: 'user', content: secret } }, 'deny'],
    [
      'toolError',
      { error: { name: 'E', message: secret }, original: { name: 'E', message: secret }, output: secret },
      'continue',
    ],
    ['modelDelta', { delta: { type: 'text', text: secret } }, 'drop'],
  ];
  for (const [event, fields, expected] of held) {
    it(`withholds the value where a redacting hook fails at ${event}`, async () => {
      const { end, payload, hooks } = await run(
        { it: at(event, { redacts: true }, () => assert.fail('oops')) },
        requestOf(event as 'message', fields),
      );
      assert.equal(end.action, expected);
      if (expected !== 'drop') assert.ok(!JSON.stringify(payload).includes(secret), JSON.stringify(payload));
      assert.ok(!JSON.stringify(hooks).includes(secret));
    });
  }

  it('never runs a tool on an input that is withheld, whatever onError says', async () => {
    for (const onError of ['continue', 'ask', 'deny', 'stop']) {
      const { end, payload } = await run(
        { it: at('preToolUse', { redacts: true, onError }, () => assert.fail('oops')) },
        bash(secret),
      );
      assert.ok(end.action === 'deny' || end.action === 'error', onError);
      assert.ok(!JSON.stringify(payload.input).includes(secret));
    }
  });

  it('leaves exactly one result in withheld result messages', async () => {
    const { payload } = await run(
      { it: at('toolResultMessages', { redacts: true }, () => assert.fail('oops')) },
      requestOf('toolResultMessages'),
    );
    const [message] = payload.messages as Any;
    assert.deepEqual([message.content[0].type, message.content[0].tool_use_id], ['tool_result', 'call-1']);
  });
});

describe('chain: after the death of its process', () => {
  it('goes on where it was, with the hook that died decided by its onError', async () => {
    const ran: string[] = [];
    const exports = {
      a: at('preToolUse', {}, (ctx) => {
        ran.push('a');
        return ctx.modify({ input: { timeout: 1 } });
      }),
      b: at('preToolUse', { onError: 'continue' }, () => void ran.push('b')),
      c: at('preToolUse', {}, (ctx) => void ran.push(`c ${ctx.input.timeout}`)),
    };
    const first = await run(exports, bash('ls'));
    const progress = first.env.progress[0]!;
    ran.length = 0;
    const died = { id: `${file}#b`, startedAt: 1e12, durationMs: 7, error: { name: 'HostError', message: 'it died' } };
    const { end, payload, hooks } = await run(exports, bash('ls'), {}, { progress, died });
    assert.deepEqual(ran, ['c 1']);
    assert.equal(end.action, 'continue');
    assert.deepEqual(payload.input, { command: 'ls', timeout: 1 });
    assert.deepEqual(
      hooks.map((one) => `${one.name} ${one.decision}`),
      ['a modify', 'b error', 'c continue'],
    );
  });

  it('denies where a policy died, and asks the others without asking twice', async () => {
    const exports = { a: policy((ctx) => ctx.ask('a')), b: policy(() => undefined), c: policy((ctx) => ctx.ask('c')) };
    const first = await run(exports, bash('ls'));
    const died = { id: `${file}#b`, startedAt: 1e12, durationMs: 7, error: { name: 'HostError', message: 'it died' } };
    const { judgement, hooks } = await run(exports, bash('ls'), {}, { progress: first.env.progress[0]!, died });
    assert.match(judgement?.action === 'deny' ? judgement.reason : '', /it died/);
    assert.deepEqual(
      hooks.map((one) => one.name),
      ['a', 'b', 'c'],
    );
  });
});
