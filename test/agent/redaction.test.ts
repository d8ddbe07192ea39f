import assert from 'node:assert/strict';
import { foldConversation } from '../../src/view/conversation/conversationFold';
import { newConversation } from '../../src/view/conversation/conversationState';
import { Core, SharedHost, until } from '../fixtures/core';

const secret = 'hunter2-swordfish';
const script = (...inputs: { command: string }[]) => ({
  turns: [
    {
      content: inputs.map((input, n) => ({ type: 'tool_use' as const, id: `t${n}`, name: 'Bash', input })),
      stop_reason: 'tool_use',
    },
    { content: [{ type: 'text' as const, text: 'done' }] },
  ],
});
const hooks = (body: string, more = '') => ({
  'a.ts': `import { hook } from 'hooksmith';\nexport const clean = hook('preToolUse', { redacts: true, tools: 'Bash' }, (ctx) => ${body});\n${more}`,
});
const replaced = "ctx.modify({ input: { command: ctx.input.command.replace('hunter2-swordfish', 'KEY') } })";

describe('redacted tool inputs', () => {
  const host = new SharedHost();
  after(() => host.dispose());
  let core: Core;
  afterEach(() => core.stop());
  const everything = () => JSON.stringify(core.items) + core.logs.join('\n');

  it('are never in any record, in the history that is kept, or in what is sent on', async () => {
    core = await Core.start({
      host,
      hooks: hooks(replaced),
      script: script({ command: `echo ${secret}` }, { command: 'echo plain' }),
    });
    const result = await core.session.send('go');
    assert.equal(result.status, 'done');
    assert.equal(everything().includes(secret), false);
    assert.equal(JSON.stringify(core.session.history).includes(secret), false);
    const settled = core.events.filter((event) => event.type === 'tool_settled');
    assert.deepEqual(
      settled.map((event) => (event.input as { command: string }).command),
      ['echo KEY', 'echo plain'],
    );
    assert.equal(JSON.stringify(core.session.history).includes('echo KEY'), true);
    assert.equal(JSON.stringify(core.session.history).includes('echo plain'), true);
  });

  it('do not bring thinking into the record when the history is written anew', async () => {
    const { turns } = script({ command: `echo ${secret}` });
    turns[0]!.content.unshift({ type: 'thinking', thinking: `I use ${secret}`, signature: 's' } as never);
    const more = "export const said = hook('postModelCall', { redacts: true }, () => undefined);";
    core = await Core.start({ host, hooks: hooks(replaced, more), script: { turns } });
    await core.session.send('go');
    assert.ok(core.items.some((item) => item.kind === 'history'));
    assert.equal(everything().includes(secret), false);
    assert.equal(JSON.stringify(core.session.history).includes('I use'), true, 'the model keeps its own thinking');
  });

  it('do not bring thinking into the record beside what they change', async () => {
    const { turns } = script({ command: 'echo plain' });
    turns[0]!.content.unshift({ type: 'thinking', thinking: `I use ${secret}`, signature: 's' } as never);
    const adds = "{ response: { content: [...ctx.response.content, { type: 'text', text: 'more' }] } }";
    const said = `import { hook } from 'hooksmith';\nexport const said = hook('postModelCall', { redacts: true }, (ctx) => ctx.modify(${adds}));
      export const longer = hook('afterStep', (ctx) => ctx.modify({ messages: ctx.messages.map((message) =>
        message.role === 'user' ? message : { ...message, content: [...message.content, { type: 'text', text: 'longer' }] }) }));`;
    core = await Core.start({ host, hooks: { 'a.ts': said }, script: { turns } });
    await core.session.send('go');
    const [record] = core.all('post_model_call')[0]!.hooks;
    assert.deepEqual(
      (record!.changed![0]!.after as { type: string }[]).map(({ type }) => type),
      ['tool_use', 'text'],
    );
    const [longer] = core.all('after_step')[0]!.hooks;
    assert.match(JSON.stringify(longer!.changed), /^\[\{"field":"messages","before":\[\{.*"after":\[\{.*longer/);
    assert.equal(everything().includes(secret), false);
    assert.equal(JSON.stringify(core.session.history).includes('I use'), true, 'the model keeps its own thinking');
  });

  it('stand as names and lengths until the hooks have run', async () => {
    core = await Core.start({ host, hooks: hooks(replaced), script: script({ command: `echo ${secret}` }) });
    await core.session.send('go');
    const message = core.events.find((event) => event.type === 'message' && JSON.stringify(event.input).includes('tool_use'));
    assert.match(JSON.stringify(message!.input), /"command":"\[withheld: 22 characters\]"/);
  });

  for (const [what, body, more] of [
    ['a hook that fails', "{ throw new Error('oops'); }", ''],
    ['a later denial', replaced, "export const no = hook('preToolUse', { priority: -1 }, (ctx) => ctx.deny('no'));"],
    ['a redirect', "ctx.redirect('Bash', { command: 'echo other' })", ''],
    [
      'an answer of a later hook',
      replaced,
      "export const no = hook('preToolUse', { priority: -1 }, (ctx) => ctx.respond('cached'));",
    ],
    ['a policy that denies', replaced, "import { policy } from 'hooksmith';\nexport const no = policy((ctx) => ctx.deny('no'));"],
    [
      'a later hook that stops the run',
      replaced,
      "export const no = hook('preToolUse', { priority: -1 }, (ctx) => ctx.stop('no'));",
    ],
  ] as const)
    it(`are not brought back by ${what}`, async () => {
      core = await Core.start({
        host,
        hooks: hooks(body, more),
        script: script({ command: `echo ${secret}` }, { command: `printf ${secret}` }),
      });
      await core.session.send('go');
      assert.equal(everything().includes(secret), false);
      assert.equal(JSON.stringify(core.session.history).includes(secret), false);
      assert.equal(core.events.filter((event) => event.type === 'tool_settled').length, 2);
    });

  it('are not in the prompt, nor in the conversation on screen', async () => {
    let seen = '';
    core = await Core.start({
      host,
      hooks: hooks(replaced),
      script: script({ command: `echo ${secret}` }),
      human: (request) => {
        seen = JSON.stringify(request);
        return { id: request.id, inputHash: request.inputHash, decision: 'allow', scope: 'once' };
      },
    });
    await core.session.send('go');
    assert.match(seen, /echo KEY/);
    assert.equal(seen.includes(secret), false);
    const state = newConversation();
    for (const item of core.items) {
      foldConversation(state, item);
      assert.equal(JSON.stringify([...state.entries]).includes(secret), false);
    }
  });

  it('that were never recorded are not run again after a break', async () => {
    core = await Core.start({
      host,
      hooks: hooks('new Promise(() => undefined)'),
      script: script({ command: `echo ${secret}` }),
    });
    void core.session.send('go');
    await until(() => core.events.some((event) => event.type === 'message' && JSON.stringify(event.input).includes('withheld')));
    const items = [...core.items];
    await core.stop();
    core = await Core.start({
      host,
      hooks: hooks(replaced),
      items,
      script: { turns: [{ content: [] }, { content: [{ type: 'text', text: 'on' }] }] },
    });
    await core.session.continue();
    assert.equal(
      core.events.some((event) => event.type === 'tool_start'),
      false,
    );
    assert.match(JSON.stringify(core.session.history), /interrupted, may have partly run/);
  });
});

describe('redacted tool output', () => {
  const host = new SharedHost();
  after(() => host.dispose());
  const output = "ctx.modify({ output: 'KEY' })";
  const block = "{ ...ctx.defaultMessages[0].content[0], content: 'KEY' }";
  const messages = `ctx.modify({ messages: [{ role: 'user', content: [${block}] }] })`;
  for (const [event, decision, exit] of [
    ['postToolUse', output, 0],
    ['postToolUse', output, 1],
    ['toolError', "ctx.modify({ error: { message: 'KEY' } })", 1],
    ['toolResultMessages', messages, 0],
    ['toolResultMessages', messages, 1],
  ] as const)
    it(`is in no record, live or kept, where ${event} redacts a call that ${exit === 0 ? 'works' : 'fails'}`, async () => {
      const core = await Core.start({
        host,
        hooks: {
          'a.ts': `import { hook } from 'hooksmith';\nexport const clean = hook('${event}', { redacts: true }, (ctx) => ${decision});`,
        },
        script: script({ command: `x=hunter2; echo "$x-swordfish"; exit ${exit}` }),
      });
      try {
        const result = await core.session.send('go');
        assert.equal(result.status, 'done');
        assert.equal((JSON.stringify(core.items) + core.logs.join('\n')).includes(secret), false);
        assert.match(JSON.stringify(core.event('tool_settled').output), /KEY/);
      } finally {
        await core.stop();
      }
    });
});

describe('a redacts hook in shadow', () => {
  const host = new SharedHost();
  after(() => host.dispose());
  const clean = "hook('postToolUse', { redacts: true, shadow: true }, (ctx) => ctx.modify({ output: 'hidden' }))";
  for (const [what, made] of [
    ['alone', clean],
    ['as a member of a group', `group({}, ${clean})`],
  ])
    it(`${what} withholds nothing, neither in its own event’s record nor in that of another`, async () => {
      const core = await Core.start({
        host,
        hooks: { 'a.ts': `import { group, hook } from 'hooksmith';\nexport const tried = ${made};` },
        script: script({ command: 'echo real; exit 3' }),
      });
      try {
        await core.session.send('go');
        for (const type of ['tool_error', 'post_tool_use'] as const) assert.match(String(core.event(type).output), /real/, type);
        assert.doesNotMatch(JSON.stringify(core.items), /withheld/);
      } finally {
        await core.stop();
      }
    });
});

describe('what another hook made of it', () => {
  const host = new SharedHost();
  after(() => host.dispose());
  const told = async (files: Record<string, string>, played: ReturnType<typeof script>) => {
    const core = await Core.start({ host, hooks: files, script: played });
    try {
      await core.session.send('go');
      return JSON.stringify(core.items) + core.logs.join('\n');
    } finally {
      await core.stop();
    }
  };
  const two = (first: string, second: string) => ({
    'a.ts': `import { hook } from 'hooksmith';\nexport const first = ${first};\nexport const clean = ${second};`,
  });

  it('at an event before is in no record either: of a tool’s output', async () => {
    const block = "{ ...ctx.defaultMessages[0].content[0], content: 'KEY' }";
    const all = await told(
      two(
        "hook('postToolUse', (ctx) => ctx.modify({ output: ctx.output + ' END', context: String(ctx.output) }))",
        `hook('toolResultMessages', { redacts: true }, (ctx) => ctx.modify({ messages: [{ role: 'user', content: [${block}] }] }))`,
      ),
      script({ command: 'x=hunter2; echo "$x-swordfish"' }),
    );
    assert.equal(all.includes(secret), false);
  });

  for (const [what, said] of [
    ['its metadata', 'ctx.modify({ metadata: { last: { said: [String(ctx.output)] } } })'],
    ['its log', 'ctx.log(String(ctx.output))'],
    ['its failure', 'JSON.parse(String(ctx.output))'],
    ['its reason', 'ctx.stop(String(ctx.output))'],
  ] as const)
    it(`at an event before is in no record either: ${what}, which quotes a tool’s output`, async () => {
      const block = "{ ...ctx.defaultMessages[0].content[0], content: 'KEY' }";
      const cleans = `hook('toolResultMessages', { redacts: true }, (ctx) => ctx.modify({ messages: [{ role: 'user', content: [${block}] }] }))`;
      const all = await told(
        two(`hook(['toolError', 'postToolUse'], (ctx) => ${said})`, cleans),
        script({ command: 'x=hunter2; echo "$x-swordfish"' }, { command: 'x=hunter2; echo "$x-swordfish"; exit 1' }),
      );
      assert.equal(all.includes(secret), false);
      assert.match(all, /it quotes what a later hook is to redact/);
    });

  it('at an event before is in no record either: what quotes the model’s answer', async () => {
    const first = `hook('postModelCall', (ctx) => { ctx.log(ctx.response); return ctx.modify({ metadata: { last: ctx.response } }); })`;
    const cleans = "hook('afterAgent', { redacts: true }, (ctx) => ctx.modify({ response: { content: 'KEY' } }))";
    const all = await told(two(first, cleans), {
      turns: [{ content: [{ type: 'text' as const, text: `it is ${secret}` }] }],
    } as never);
    assert.equal(all.includes(secret), false);
  });

  it('at the events of steps is in no record either: what quotes the answers so far, or hands them in anew', async () => {
    const first = `['beforeStep', 'preModelCall', 'afterStep'].map((event) => hook(event, (ctx) => {
      const messages = (ctx.messages ?? ctx.request.messages).map((message) => message.role === 'user' ? message
        : { ...message, content: [...message.content, { type: 'text', text: ctx.event }] });
      ctx.log(messages);
      if (messages.length === 2) messages.push({ role: 'user', content: 'and more' });
      const metadata = { last: JSON.stringify(messages) };
      return ctx.event === 'preModelCall' ? ctx.modify({ request: { max_tokens: 99, messages }, metadata }) : ctx.modify({ messages, metadata });
    }))`;
    const cleans = "hook('afterAgent', { redacts: true }, (ctx) => ctx.modify({ response: { content: 'KEY' } }))";
    const all = await told(two(first, cleans), {
      turns: [
        {
          content: [{ type: 'text', text: `first ${secret}` }, script({ command: 'echo 1' }).turns[0]!.content[0]!],
          stop_reason: 'tool_use',
        },
        { content: [{ type: 'text', text: `it is ${secret}` }] },
      ],
    } as never);
    assert.equal(all.includes(secret), false);
    assert.match(all, /"request.max_tokens","before":\d+,"after":99/);
    assert.match(all, /"logs":\["\[ \{ role: 'user', content: 'go' \} \]"\]/, 'what the human said is logged');
  });

  it('at an event before is as it was said where what is redacted is of another tool', async () => {
    const cleans = "hook('toolResultMessages', { redacts: true, tools: 'Read' }, () => undefined)";
    const all = await told(
      two("hook('postToolUse', (ctx) => ctx.log(String(ctx.output)))", cleans),
      script({ command: 'x=some; echo "$x-words"' }),
    );
    assert.match(all, /"logs":\["some-words/);
  });

  it('at an event before is in no record either: of the model’s answer', async () => {
    const first =
      "hook('postModelCall', (ctx) => ctx.modify({ response: { content: [...ctx.response.content, { type: 'text', text: 'END' }] } }))";
    const input = two(first, `hook('preToolUse', { redacts: true, tools: 'Bash' }, (ctx) => ${replaced})`);
    assert.equal((await told(input, script({ command: `echo ${secret}` }))).includes(secret), false);
    const answer = two(first, "hook('afterAgent', { redacts: true }, (ctx) => ctx.modify({ response: 'KEY' }))");
    const played = { turns: [{ content: [{ type: 'text' as const, text: secret }] }] } as never;
    assert.equal((await told(answer, played)).includes(secret), false);
  });
});

describe('what came, beside what a redacts hook made of it', () => {
  const host = new SharedHost();
  after(() => host.dispose());
  const bash = script({ command: `echo ${secret}` });
  const failing = script({ command: 'x=hunter2; echo "$x-swordfish" >&2; exit 1' });
  const printing = script({ command: 'x=hunter2; echo "$x-swordfish"' });
  const said = { turns: [{ content: [{ type: 'text', text: `it is ${secret}` }] }] } as never as typeof bash;
  const input = `hook('preToolUse', { redacts: true, tools: 'Bash' }, (ctx) => ${replaced})`;
  const error = "hook('toolError', { redacts: true }, (ctx) => ctx.modify({ error: 'KEY' }))";
  const result = `hook('toolResultMessages', { redacts: true }, (ctx) => ctx.modify({ messages: [{ role: 'user',
    content: [{ ...ctx.defaultMessages[0].content[0], content: 'KEY' }] }] }))`;
  const answer = "hook('afterAgent', { redacts: true }, (ctx) => ctx.modify({ response: 'KEY' }))";
  const ending = "hook('stop', { redacts: true }, (ctx) => ctx.modify({ response: 'KEY' }))";
  const signals = 'ctx.modify({ signal: { message: JSON.stringify(ctx.response), context: { all: ctx.response } } })';
  const cases: [string, string, string, typeof bash][] = [
    [
      'the model’s input, in a later log',
      input,
      "hook('preToolUse', { priority: -1 }, (ctx) => ctx.log(JSON.stringify(ctx)))",
      bash,
    ],
    ['the model’s input, in a policy’s log', input, 'policy((ctx) => ctx.log(ctx.requestedInput))', bash],
    ['the model’s input, in a denial', input, 'policy((ctx) => ctx.deny(JSON.stringify(ctx.requestedInput)))', bash],
    ['an error, in a later log', error, "hook('toolError', { priority: -1 }, (ctx) => ctx.log(JSON.stringify(ctx)))", failing],
    [
      'a result, in a later log',
      result,
      "hook('toolResultMessages', { priority: -1 }, (ctx) => ctx.log(JSON.stringify(ctx)))",
      printing,
    ],
    [
      'a result, by messages that are empty',
      result,
      "hook('toolResultMessages', { priority: -1 }, () => ({ action: 'modify', messages: [] }))",
      printing,
    ],
    [
      'what a failed call printed, among the errors, at its own event and later',
      "hook('postToolUse', { redacts: true }, (ctx) => ctx.modify({ output: 'KEY' }))",
      "hook(['postToolUse', 'toolSettled', 'beforeStep', 'afterRun'] as never, { priority: -1 }, (ctx) => ctx.log(JSON.stringify(ctx)))",
      failing,
    ],
    [
      'what an answered call had printed, among the errors',
      "hook('postToolUse', { redacts: true }, (ctx) => ctx.modify({ output: 'KEY' }));\nexport const answers = hook('toolError', (ctx) => ctx.respond('fine'))",
      "hook(['postToolUse', 'toolSettled', 'beforeStep', 'afterRun'] as never, { priority: -1 }, (ctx) => ctx.log(JSON.stringify(ctx)))",
      failing,
    ],
    ['an answer, in a signal', answer, `hook('stop', (ctx) => ${signals})`, said],
    ['an answer, in a signal at the same event', ending, `hook('stop', { priority: 1 }, (ctx) => ${signals})`, said],
    [
      'an input, in a field that there is none of',
      input,
      "hook('preToolUse', { priority: 1 }, (ctx) => ctx.modify({ input: { [ctx.input.command]: 1 } }))",
      bash,
    ],
    [
      'an input, as a tool that there is none of',
      input,
      "hook('preToolUse', { priority: 1 }, (ctx) => ctx.redirect(ctx.input.command, {}))",
      bash,
    ],
    [
      'an input, as a tool that there is none of, in a group',
      input,
      "group({}, hook('preToolUse', { priority: 1 }, (ctx) => ctx.redirect(ctx.input.command, {})))",
      bash,
    ],
    [
      'an input, as the name of an error',
      input,
      "hook('preToolUse', { priority: 1 }, (ctx) => { throw Object.assign(new Error('x'), { name: ctx.input.command }); })",
      bash,
    ],
    [
      'an input, thrown where nobody waits',
      input,
      "hook('preToolUse', { priority: 1 }, async (ctx) => { void Promise.reject(new Error(ctx.input.command)); await 0; })",
      bash,
    ],
    [
      'an input, printed after a wait',
      input,
      "hook('preToolUse', { priority: 1 }, async (ctx) => { await 0; console.log(ctx.input.command); })",
      bash,
    ],
    [
      'an input, printed when the hook has ended',
      input,
      "hook('preToolUse', { priority: 1 }, (ctx) => { setTimeout(() => console.log(ctx.input.command)); })",
      bash,
    ],
  ];
  for (const [what, cleans, tells, played] of cases)
    it(`is in no record: ${what}`, async () => {
      const files = {
        'a.ts': `import { group, hook, policy } from 'hooksmith';\nexport const clean = ${cleans};\nexport const tells = ${tells};`,
      };
      const core = await Core.start({ host, hooks: files, script: played });
      try {
        const result = await core.session.send('go');
        // A second run comes after whatever the first one left behind.
        await core.session.send('go');
        assert.equal((JSON.stringify([core.items, result.signals]) + core.logs.join('\n')).includes(secret), false);
        assert.doesNotMatch(JSON.stringify(core.session.history.filter(({ role }) => role === 'user')), /hunter2-/);
        assert.match(JSON.stringify(core.items), /KEY|withheld/);
      } finally {
        await core.stop();
      }
    });

  it('is shown to those who come later as it became, where it is redacted alone', async () => {
    const sees = "hook('preToolUse', { priority: -1 }, (ctx) => ctx.log(ctx.requestedInput.command))";
    for (const [redacts, logged] of [
      [input, 'echo KEY'],
      [input.replace('redacts: true', 'redacts: false'), `echo ${secret}`],
    ] as const) {
      const files = {
        'a.ts': `import { hook } from 'hooksmith';\nexport const clean = ${redacts};\nexport const sees = ${sees};`,
      };
      const core = await Core.start({ host, hooks: files, script: bash });
      await core.session.send('go');
      assert.deepEqual(core.event('pre_tool_use').hooks.at(-1)!.logs, [logged]);
      await core.stop();
    }
  });
});

describe('what a redacts hook did not clean', () => {
  const host = new SharedHost();
  after(() => host.dispose());
  const failing = script({ command: 'x=hunter2; echo "$x-swordfish" >&2; exit 1' });
  const redacting = (event: string, body: string, more = '') =>
    `import { hook } from 'hooksmith';\nexport const clean = hook('${event}', { redacts: true }, (ctx) => ${body});\n${more}`;
  const logsAll = (events: string[]) =>
    `export const sees = hook(${JSON.stringify(events)} as never, { priority: -1 }, (ctx) => ctx.log(JSON.stringify(ctx)));`;
  const cases: [string, string, string, typeof failing?][] = [
    ['a message that it denies', redacting('userMessage', "ctx.deny('no keys here')"), `my key is ${secret}`],
    [
      'a message that another hook denies first',
      redacting('userMessage', 'undefined', "export const no = hook('userMessage', { priority: 1 }, (ctx) => ctx.deny('no'));"),
      `my key is ${secret}`,
    ],
    ['an input that it denies', redacting('preToolUse', "ctx.deny('no')"), 'go', script({ command: `echo ${secret}` })],
    [
      'an input that another hook denies first',
      redacting('preToolUse', 'undefined', "export const no = hook('preToolUse', { priority: 1 }, (ctx) => ctx.deny('no'));"),
      'go',
      script({ command: `echo ${secret}` }),
    ],
    ...(["ctx.deny('no')", "ctx.respond('cached')", "ctx.fail('no')", "{ throw new Error('oops'); }"] as const).map(
      (body): (typeof cases)[number] => [
        `what was read of an input, to those who come later: ${body}`,
        redacting('preToolUse', body, logsAll(['postToolUse', 'toolError', 'toolResultMessages', 'toolSettled'])),
        'go',
        script({ command: `cat ${secret}` }),
      ],
    ),
    ...(["ctx.respond('cached')", "ctx.fail('no')"] as const).map((body): (typeof cases)[number] => [
      `what was read of an input, to a policy that judges it: ${body}`,
      `import { hook, policy } from 'hooksmith';\nexport const clean = hook('preToolUse', { redacts: true }, (ctx) => ${body});\nexport const says = policy((ctx) => { ctx.log(ctx.commandLine); return ctx.ask(ctx.commandLine); });`,
      'go',
      script({ command: `cat ${secret}` }),
    ]),
    ['an error that it answers', redacting('toolError', "ctx.respond('recovered')"), 'go', failing],
    [
      'an error that it answers, to those who come later',
      redacting('toolError', "ctx.respond('recovered')", logsAll(['toolError', 'postToolUse', 'toolSettled'])),
      'go',
      failing,
    ],
    ['an error that it ends the run for', redacting('toolError', "ctx.stop('enough')"), 'go', failing],
    ['an error that it has tried again', redacting('toolError', 'ctx.retry()'), 'go', failing],
    [
      'what a hook before it made of the value',
      redacting(
        'postToolUse',
        "ctx.modify({ output: 'KEY' })",
        "export const footer = hook('postToolUse', { priority: 1 }, (ctx) => ctx.modify({ output: ctx.output + ' END' }));",
      ),
      'go',
      script({ command: 'x=hunter2; echo "$x-swordfish"' }),
    ],
    [
      'what a hook before it says beside the value',
      redacting(
        'postToolUse',
        "ctx.modify({ output: 'KEY' })",
        "export const notes = hook('postToolUse', { priority: 1 }, (ctx) => ctx.modify({ context: 'seen: ' + ctx.output, metadata: { x: String(ctx.output) } }));\nexport const told = hook('afterRun', (ctx) => ctx.log(JSON.stringify(ctx.metadata), '[withheld: 0 characters]'));",
      ),
      'go',
      script({ command: 'x=hunter2; echo "$x-swordfish"' }),
    ],
    [
      'an answer at which it stops',
      redacting('postModelCall', "ctx.stop('no')"),
      'go',
      { turns: [{ content: [{ type: 'text', text: secret }] }] } as never,
    ],
    [
      'a model’s error that it answers',
      redacting('modelError', "ctx.respond('sorry')"),
      'go',
      { turns: [{ error: { status: 400, type: 'invalid_request_error', message: secret } }] } as never,
    ],
  ];
  for (const [what, hook, message, played] of cases)
    it(`shows nowhere: ${what}`, async () => {
      const core = await Core.start({ host, hooks: { 'a.ts': hook }, script: played });
      try {
        await core.session.send(message);
        assert.equal((JSON.stringify(core.items) + core.logs.join('\n')).includes(secret), false);
        assert.match(JSON.stringify(core.items), /\[withheld: \d+ characters\]/);
      } finally {
        await core.stop();
      }
    });
});

describe('redacted answers', () => {
  const host = new SharedHost();
  after(() => host.dispose());
  let core: Core;
  afterEach(() => core.stop());
  const everything = () => JSON.stringify(core.items) + core.logs.join('\n');
  const answering = (event: string, body: string, more = '') => ({
    'a.ts': `import { hook } from 'hooksmith';\nexport const clean = hook('${event}', { redacts: true }, (ctx) => ${body});\n${more}`,
  });
  const cleaned = "ctx.modify({ response: ctx.response.content[0].text.replace('hunter2-swordfish', 'KEY') })";
  const played = (answer: string) => ({
    turns: [
      {
        content: [
          { type: 'thinking' as const, thinking: `I know ${secret}`, signature: 's' },
          { type: 'text' as const, text: `First ${secret} is looked up.` },
          { type: 'tool_use' as const, id: 't1', name: 'LS', input: { path: '.' } },
        ],
        stop_reason: 'tool_use',
      },
      { content: [{ type: 'text' as const, text: answer }] },
    ],
  });
  const spoken = () => {
    const state = newConversation();
    for (const item of core.items) foldConversation(state, item);
    return state.entries.flatMap((entry) => (entry.kind === 'assistant' ? [entry.text] : []));
  };

  for (const event of ['stop', 'afterAgent'])
    it(`are nowhere before ${event} hooks have run, nor what was said on the way there`, async () => {
      core = await Core.start({ host, hooks: answering(event, cleaned), script: played(`It is ${secret}.`) });
      const { text } = await core.session.send('go');
      assert.equal(text, 'It is KEY.');
      assert.equal(everything().includes(secret), false);
      assert.deepEqual(spoken(), ['[withheld: 37 characters]', 'It is KEY.']);
      assert.match(JSON.stringify(core.session.history), /First hunter2-swordfish is looked up/, 'the model knows what it said');
    });

  it('are shown as they are once their hooks have seen and left them', async () => {
    core = await Core.start({ host, hooks: answering('afterAgent', 'undefined'), script: played('All is well.') });
    await core.session.send('go');
    assert.equal(spoken().at(-1), 'All is well.');
    const told = core.items.findIndex((item) => JSON.stringify(item).includes('All is well.'));
    const seen = core.items.findIndex((item) => item.kind === 'event' && item.event.type === 'after_agent');
    assert.ok(told > seen, 'not for a frame before');
    assert.equal(everything().includes(secret), false);
  });

  it('stay withheld where their hook fails', async () => {
    core = await Core.start({
      host,
      hooks: answering('afterAgent', "{ throw new Error('oops'); }"),
      script: played(`It is ${secret}.`),
    });
    await core.session.send('go');
    assert.equal(everything().includes(secret), false);
    assert.match(spoken().at(-1)!, /withheld: the hook clean, which redacts this, failed/);
  });

  it('are not brought back by a hook that hands in all messages anew', async () => {
    const again = "export const same = hook('beforeStep', (ctx) => ctx.modify({ messages: [...ctx.messages] }));";
    core = await Core.start({ host, hooks: answering('afterAgent', cleaned, again), script: played(`It is ${secret}.`) });
    await core.session.send('go');
    assert.ok(core.items.some((item) => item.kind === 'history'));
    assert.equal(everything().includes(secret), false);
  });
});
