import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cliFolder } from '../fixtures/cli';
import { root } from '../fixtures/core';
import { FakeMessagesApi } from '../fixtures/messagesApi';

describe('hooksmith run', () => {
  const folder = cliFolder();
  const { file, hooksmith } = folder;
  const lines = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

  it('denies what would be asked, and says how to allow it', async () => {
    const { code, stdout } = await hooksmith(['run', '/call Bash {"command": "touch made"}']);
    assert.equal(code, 0);
    assert.match(stdout, /--approve always/);
  });

  it('runs what --approve always allows, but not on a protected path', async () => {
    const { stdout } = await hooksmith([
      'run',
      '--approve',
      'always',
      '/call Bash {"command": "echo yes"}\n/call Write {"file_path": ".vscode/settings.json", "content": "{}"}',
    ]);
    assert.match(stdout, /yes/);
    assert.match(stdout, /protected/);
    const never = await hooksmith(['run', '/call Write {"file_path": ".vscode/settings.json", "content": "{}"}']);
    assert.match(never.stdout, /nobody is here to approve it/);
    assert.doesNotMatch(never.stdout, /--approve always/, 'which would not allow it either');
  });

  it('sends what a slash command of the workspace stands for, and what is mentioned', async () => {
    file('.claude/commands/look.md', '---\ndescription: Looks.\n---\n/call LS {"path": "$1"}');
    file('src/a.ts', 'const answer = 42;');
    const { stdout } = await hooksmith(['run', '/look src']);
    assert.match(stdout, /a\.ts/);
    const mentioned = await hooksmith(['run', '--requests', 'requests.jsonl', 'see @src/a.ts and @/etc/passwd']);
    assert.match(readFileSync(join(folder.path, 'requests.jsonl'), 'utf8'), /const answer = 42;/);
    assert.match(mentioned.stderr, /^@\/etc\/passwd is not attached: it lies outside of the workspace$/m);
  });

  it('says which files instruct the agent, and which were not taken', async () => {
    file('AGENTS.md', 'Use tabs.');
    file('CLAUDE.md', 'See @docs/more.md and @gone.md.');
    file('docs/more.md', 'More.');
    const { stdout, stderr } = await hooksmith(['run', '--json', '--requests', 'requests.jsonl', 'hello']);
    assert.equal(lines(stdout).length, 1);
    assert.match(stderr, /^instructions: AGENTS\.md, CLAUDE\.md, docs\/more\.md$/m);
    assert.match(stderr, /^instructions: not gone\.md, imported by CLAUDE\.md: there is no such file$/m);
    assert.match(readFileSync(join(folder.path, 'requests.jsonl'), 'utf8'), /Use tabs/);
  });

  it('prints one JSON line, and every event and request to their files', async () => {
    file(
      '.hooksmith/hooks/a.ts',
      "import { hook } from 'hooksmith';\nexport const system = hook('beforeAgent', (ctx) => ctx.modify({ system: 'changed' }));",
    );
    const { stdout } = await hooksmith(['run', '--json', '--events', 'events.jsonl', '--requests', 'requests.jsonl', 'hello']);
    const result = JSON.parse(stdout);
    assert.deepEqual([result.status, result.signals[0].reason], ['done', 'completed']);
    const events = lines(readFileSync(join(folder.path, 'events.jsonl'), 'utf8'));
    assert.deepEqual(
      events.slice(-2).map(({ type }) => type),
      ['after_run', 'session_end'],
    );
    assert.equal(lines(readFileSync(join(folder.path, 'requests.jsonl'), 'utf8'))[0].system, 'changed');
  });

  it('answers a call for others itself where its input does not fit', async () => {
    const content = [{ type: 'tool_use', id: 'a', name: 'LS', input: { paht: '.' } }];
    file('script.json', JSON.stringify({ turns: [{ content }, { content: [{ type: 'text', text: 'Oh.' }] }] }));
    const { code, stdout } = await hooksmith([
      ...['run', '--json', '--model', 'script:script.json', '--external', 'LS', '--requests', 'r.jsonl', 'go'],
    ]);
    assert.deepEqual([code, JSON.parse(stdout).text], [0, 'Oh.']);
    const told = lines(readFileSync(join(folder.path, 'r.jsonl'), 'utf8'))
      .at(-1)
      .messages.at(-1).content[0];
    assert.deepEqual([told.is_error, /paht/.test(JSON.stringify(told.content))], [true, true]);
  });

  it('ends as waiting at a call that others answer, once the rest has run, and goes on with what they bring', async () => {
    const call = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input });
    const turns = [
      {
        content: [
          call('a', 'LS', { path: '.' }),
          call('b', 'Weather', { city: 'Rome' }),
          call('c', 'Grep', { pattern: 'x' }),
          call('d', 'Nope', {}),
        ],
      },
      { content: [{ type: 'text', text: 'Sunny.' }] },
    ];
    file('script.json', JSON.stringify({ turns }));
    file(
      '.hooksmith/tools/weather.ts',
      "import { defineTool, z } from 'hooksmith';\nexport const weather = defineTool({ name: 'Weather', description: 'x', input: z.object({ city: z.string() }), external: true });",
    );
    file(
      '.hooksmith/hooks/a.ts',
      "import { hook, policy } from 'hooksmith';\nexport const seen = hook(['preToolUse', 'postToolUse', 'toolError', 'toolResultMessages', 'toolSettled', 'userMessage'], (ctx) => { ctx.log(ctx.event, 'toolName' in ctx ? ctx.toolName : ''); });\nexport const none = policy({ tools: 'Weather' }, (ctx) => ctx.deny('no'));",
    );
    const args = [
      'run',
      '--json',
      '--model',
      'script:script.json',
      '--session',
      's.jsonl',
      '--requests',
      'r.jsonl',
      '--events',
      'e.jsonl',
      '--external',
      'gr*',
    ];
    const first = await hooksmith([...args, 'go']);
    const waiting = JSON.parse(first.stdout);
    assert.deepEqual([first.code, waiting.status], [5, 'waiting']);
    assert.deepEqual(waiting.pending, [
      { id: 'b', name: 'Weather', input: { city: 'Rome' } },
      { id: 'c', name: 'Grep', input: { pattern: 'x' } },
    ]);
    const logs = () =>
      lines(readFileSync(join(folder.path, 'e.jsonl'), 'utf8')).flatMap(({ hooks }) =>
        hooks.flatMap((hook: { logs?: string[] }) => hook.logs ?? []),
      );
    assert.doesNotMatch(logs().join(), /Weather|Grep/);
    assert.match(logs().join(), /toolSettled LS/);
    file('results.json', JSON.stringify(['20', '30'].map((content) => ({ tool_use_id: 'b', content }))));
    const twice = await hooksmith([...args, '--results', 'results.json']);
    assert.deepEqual([twice.code, /the call b has more than one result/.test(twice.stderr)], [2, true]);
    // Each would be lost, or break the history.
    for (const [result, what] of [
      [{ tool_use_id: 'b', contnt: '20' }, /\[0\] has no field 'contnt': did you mean 'content'\?\n/],
      [{ tool_use_id: 'b', content: '20', isError: true }, /\[0\] has no field 'isError': did you mean 'is_error'\?\n/],
      [{ tool_use_id: 'b', content: [{ type: 'image' }] }, /: \[0\]\.content\[0\] is an image whose source is neither/],
    ] as const) {
      file('results.json', JSON.stringify([result]));
      const refused = await hooksmith([...args, '--results', 'results.json']);
      assert.deepEqual([refused.code, what.test(refused.stderr)], [2, true], refused.stderr);
    }
    file('results.json', JSON.stringify([{ tool_use_id: 'x', content: '' }]));
    const stranger = await hooksmith([...args, '--results', 'results.json']);
    assert.match(stranger.stderr, /no call x waits for a result; b, c do\n/);
    file('results.json', JSON.stringify([{ tool_use_id: 'b', content: '20 degrees' }]));
    const second = JSON.parse((await hooksmith([...args, '--results', 'results.json'])).stdout);
    assert.deepEqual([second.status, second.pending.map(({ id }: { id: string }) => id)], ['waiting', ['c']]);
    const known = await hooksmith([...args, '--results', 'results.json']);
    assert.match(known.stderr, /no call b waits for a result; c does\n/);
    file('results.json', JSON.stringify([{ tool_use_id: 'c', content: 'broken', is_error: true }]));
    const third = await hooksmith([...args, '--results', 'results.json']);
    assert.deepEqual([third.code, JSON.parse(third.stdout).text], [0, 'Sunny.']);
    assert.deepEqual(logs(), []);
    const [request] = lines(readFileSync(join(folder.path, 'r.jsonl'), 'utf8'));
    const told = request.messages
      .at(-1)
      .content.map(({ tool_use_id, is_error }: { tool_use_id: string; is_error?: boolean }) => [tool_use_id, is_error ?? false]);
    assert.deepEqual(told, [
      ['a', false],
      ['b', false],
      ['c', true],
      ['d', true],
    ]);
    assert.equal((await hooksmith([...args, '--results', 'results.json'])).code, 2);
  });

  it('records what hooks ask a model for, and with --final-answer ends at a limit with words', async () => {
    const call = { content: [{ type: 'tool_use', name: 'LS', input: { path: '.' } }] };
    const usage = { input_tokens: 5, output_tokens: 1 };
    const say = (text: string) => ({ content: [{ type: 'text', text }], usage });
    file('script.json', JSON.stringify({ turns: [say('polite'), call, say('last words')] }));
    file(
      '.hooksmith/hooks/a.ts',
      "import { hook, stepLimit } from 'hooksmith';\nexport const limit = stepLimit(1);\nexport const judge = hook('beforeRun', async (ctx) => { await ctx.complete('Is it polite?', { model: 'haiku', maxTokens: 9 }); });",
    );
    const args = ['run', '--json', '--model', 'script:script.json', '--requests', 'r.jsonl', '--events', 'e.jsonl'];
    const { code, stdout } = await hooksmith([...args, '--final-answer', 'go']);
    const { status, text, usage: spent } = JSON.parse(stdout);
    assert.deepEqual([code, status, text, spent.input_tokens], [4, 'stopped', 'last words', 10]);
    const requests = lines(readFileSync(join(folder.path, 'r.jsonl'), 'utf8'));
    assert.deepEqual(
      requests.map(({ model, max_tokens, tools }) => [model, max_tokens, tools === undefined]),
      [
        ['haiku', 9, true],
        ['rehearsal', 4096, false],
        ['rehearsal', 4096, true],
      ],
    );
    const completion = lines(readFileSync(join(folder.path, 'e.jsonl'), 'utf8')).find(({ type }) => type === 'completion');
    assert.deepEqual([completion.input, completion.output, completion.data.hook], ['Is it polite?', 'polite', 'judge']);
  });

  it('brings back what hooks keep for the session, whatever kind of value it is, and tells them of its end', async () => {
    file(
      '.hooksmith/hooks/a.ts',
      `import { hook } from 'hooksmith';
export const count = hook('beforeRun', (ctx) => {
  const seen = ctx.session.get<Map<string, Date>>('seen') ?? new Map<string, Date>();
  ctx.log([...seen.keys()].join(), ctx.session.get('text') ?? '-', ctx.session.has('gone'));
  ctx.session.set('seen', new Map([...seen, ['run' + seen.size, new Date(0)]]));
  ctx.session.set('text', 'x'.repeat(seen.size));
  ctx.session.set('gone', 1);
});
export const last = hook('sessionEnd', (ctx) => {
  ctx.log(ctx.reason);
  ctx.session.delete('gone');
});`,
    );
    const logs: string[] = [];
    for (let run = 0; run < 3; run++) {
      await hooksmith(['run', '--session', 's.jsonl', '--events', 'events.jsonl', 'hello']);
      const events = lines(readFileSync(join(folder.path, 'events.jsonl'), 'utf8'));
      logs.push(...events.flatMap(({ hooks }) => hooks.flatMap((hook: { logs?: string[] }) => hook.logs ?? [])));
    }
    assert.deepEqual(logs, [' - false', 'exit', 'run0  false', 'exit', 'run0,run1 x false', 'exit']);
  });

  it('mends a history that no model takes, and says what was wrong with it', async () => {
    await hooksmith(['run', '--session', 's.jsonl', 'hello']);
    const broken = {
      kind: 'history',
      branch: 'main',
      messages: [{ role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'LS', input: {} }] }],
    };
    writeFileSync(join(folder.path, 's.jsonl'), `${JSON.stringify(broken)}\n`, { flag: 'a' });
    const { code, stderr } = await hooksmith(['run', '--session', 's.jsonl', '--requests', 'r.jsonl', 'again']);
    assert.equal(code, 0);
    assert.match(stderr, /history was mended: messages\[0\]\.role is 'assistant'/);
    assert.deepEqual(lines(readFileSync(join(folder.path, 'r.jsonl'), 'utf8'))[0].messages, [{ role: 'user', content: 'again' }]);
  });

  for (const [what, handler] of [
    ['cleans', "ctx.modify({ input: { command: ctx.input.command.replace('hunter2', 'KEY') } })"],
    ['fails', "{ throw new Error('oops'); }"],
    ['redirects', "ctx.redirect('LS', { path: '.' })"],
  ] as const)
    it(`writes nothing of an input that a redacting hook ${what}: streamed, asked again, or whole`, async () => {
      file(
        '.hooksmith/hooks/a.ts',
        `import { hook } from 'hooksmith';\nexport const clean = hook('preToolUse', { redacts: true, tools: 'Bash' }, (ctx) => ${handler});`,
      );
      const api = await FakeMessagesApi.start();
      const overloaded = { status: 529, error: { type: 'overloaded_error', message: 'later' }, headers: { 'retry-after': '0' } };
      const secret = {
        content: [{ type: 'tool_use' as const, id: 't', name: 'Bash', input: { command: 'echo hunter2' } }],
        stop_reason: 'tool_use',
      };
      const done = { content: [{ type: 'text' as const, text: 'done' }] };
      for (const more of [[], ['--no-stream']]) {
        api.reply(overloaded, secret, { ...done, ...overloaded, content: undefined }, done);
        const args = ['run', ...more, '--json', '--approve', 'always', '--model', 'anthropic:claude-test'];
        const files = ['--events', 'events.jsonl', '--requests', 'requests.jsonl', '--session', `session${more.length}.jsonl`];
        const env = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: api.url };
        const { code, stdout, stderr } = await hooksmith([...args, ...files, 'go'], env);
        assert.equal(code, 0, stderr);
        const written = ['events.jsonl', 'requests.jsonl', `session${more.length}.jsonl`].map((name) =>
          readFileSync(join(folder.path, name), 'utf8'),
        );
        assert.match(written[0]!, /model_retry/);
        assert.equal([stdout, stderr, ...written].join('').includes('hunter2'), false);
        assert.equal(JSON.stringify(api.requests.map(({ body }) => body)).includes('hunter2'), false);
      }
      await api.stop();
    });

  it('takes hooks from --hooks and leaves the workspace’s out with --no-hooks', async () => {
    file(
      '.hooksmith/hooks/a.ts',
      "import { hook } from 'hooksmith';\nexport const a = hook('userMessage', () => ({ action: 'deny', reason: 'workspace' }));",
    );
    file(
      'more/b.ts',
      "import { hook } from 'hooksmith';\nexport const b = hook('userMessage', () => ({ action: 'deny', reason: 'more' }));",
    );
    const both = await hooksmith(['run', 'hi']);
    assert.deepEqual([both.code, both.stderr.includes('workspace')], [3, true]);
    const only = await hooksmith(['run', '--no-hooks', '--hooks', 'more', 'hi']);
    assert.deepEqual([only.code, only.stderr.includes('more')], [3, true]);
    file('elsewhere/more/c.ts', '');
    const there = await hooksmith(['run', '--cwd', 'elsewhere', '--no-hooks', '--hooks', 'more', 'hi']);
    assert.deepEqual([there.code, there.stderr.includes('more')], [3, true], 'from where the line was typed');
  });

  it('keeps the workspace’s tools and agents with --no-hooks, as its help says', async () => {
    file(
      '.hooksmith/tools/t.ts',
      "import { defineTool, z } from 'hooksmith';\nexport const t = defineTool({ name: 'Weather', description: 'w', input: z.object({}), run: () => 'sunny' });",
    );
    file('.hooksmith/agents/a.md', '---\ndescription: A.\ntools: Wether\n---\nx');
    const { stdout, stderr } = await hooksmith(['run', '--no-hooks', '--approve', 'always', '/call Weather {}']);
    assert.match(stdout, /sunny/);
    assert.match(stderr, /a\.md:3:8: warning: there is no tool Wether; did you mean Weather\?/);
    const help = await hooksmith(['run', '--help']);
    assert.match(help.stdout, /--model MODEL +rehearsal \(default\), script:FILE, anthropic:MODEL \(needs ANTHROPIC_API_KEY\)/);
    assert.match(help.stdout, /--no-hooks +no hook files but those of --hooks; tools, agents and, with --mcp, MCP servers stay/);
  });

  it('answers what a workspace’s tool asks as --approve says', async () => {
    file(
      '.hooksmith/tools/t.ts',
      "import { defineTool, z } from 'hooksmith';\nexport const t = defineTool({ name: 'Deploy', description: 'd', input: z.object({}), run: async (_, ctx) => `went: ${await ctx.confirm('to production?')}` });",
    );
    file(
      '.hooksmith/hooks/a.ts',
      "import { hook } from 'hooksmith';\nexport const a = hook('preToolUse', (ctx) => ctx.allow());",
    );
    for (const [approve, went] of [
      ['always', true],
      ['never', false],
    ] as const) {
      const { stdout } = await hooksmith(['run', '--approve', approve, '/call Deploy {}']);
      assert.match(stdout, new RegExp(`went: ${went}`));
    }
  });

  it('goes on in a session, repairs its torn last line, and passes over a broken one', async () => {
    const script = file(
      'script.json',
      JSON.stringify({
        turns: [{ content: [{ type: 'text', text: 'first' }] }, { content: [{ type: 'text', text: 'second' }] }],
      }),
    );
    await hooksmith(['run', '--session', 's.jsonl', '--model', `script:${script}`, 'one']);
    const kept = readFileSync(join(folder.path, 's.jsonl'), 'utf8').split('\n');
    kept.splice(3, 0, '{"kind":"event"}');
    writeFileSync(join(folder.path, 's.jsonl'), `${kept.join('\n')}{"kind":"event","eve`);
    const { code, stdout, stderr } = await hooksmith(['run', '--session', 's.jsonl', '--model', `script:${script}`, 'two']);
    assert.deepEqual([code, stdout.trim()], [0, 'second']);
    assert.match(stderr, /s\.jsonl:4: no session line: event/);
    assert.match(stderr, /the last line is torn/);
    assert.ok(
      readFileSync(join(folder.path, 's.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .filter((line) => line !== '{"kind":"event"}')
        .every((line) => JSON.parse(line)),
    );
  });

  it('speaks to the Messages API', async () => {
    const api = await FakeMessagesApi.start();
    api.reply({ content: [{ type: 'text', text: 'from the API' }] });
    const { stdout } = await hooksmith(['run', '--model', 'anthropic:claude-test', 'hi'], {
      ANTHROPIC_API_KEY: 'key',
      ANTHROPIC_BASE_URL: api.url,
    });
    await api.stop();
    assert.equal(stdout.trim(), 'from the API');
  });

  it('tells its commands, one or all, and takes no word of a prompt for a call of help', async () => {
    const all = await hooksmith(['help']);
    assert.equal(all.code, 0);
    assert.match(all.stdout, /^hooksmith run /m);
    assert.equal((await hooksmith(['help', 'run'])).stdout, (await hooksmith(['run', '-h'])).stdout);
    assert.match((await hooksmith(['run', 'help'])).stdout, /rehearsal/i);
    for (const help of ['help', '--help']) {
      const { code, stdout, stderr } = await hooksmith([help, 'rnu']);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, /^hooksmith: unknown command 'rnu': did you mean 'hooksmith run'\?/);
    }
    assert.match((await hooksmith(['run', '--', '--json'])).stdout, /^This is the \*\*rehearsal/);
  });

  it('answers --json with one line whatever the command', async () => {
    const { code, stdout } = await hooksmith(['runn', '--json']);
    assert.equal(code, 2);
    assert.match(JSON.parse(stdout).error.message, /unknown command 'runn'/);
  });

  const wrong: [args: string[], message: RegExp][] = [
    [[], /hooksmith run/],
    [['runn'], /^hooksmith: unknown command 'runn': did you mean 'hooksmith run'\?\n/],
    [['test'], /^hooksmith: unknown command 'test': did you mean 'hooksmith check --test'\?\n/],
    [['quite-another'], /there is run, replay, [\s\S]* hooksmith replay \[options\][\s\S]*'hooksmith help' tells/],
    [['run'], /a PROMPT is needed/],
    [['run', '--approve', 'maybe', 'x'], /neither never nor always/],
    [['run', '--model', 'gpt', 'x'], /'gpt' is none of rehearsal, script:FILE, anthropic:MODEL, openai:MODEL\n/],
    [['run', '--model', 'script:gone.json', 'x'], /--model: there is no script gone\.json/],
    [['run', '--model', 'script:', 'x'], /'script:' is none of/],
    [['run', '--cwd', 'gone', 'x'], /there is no folder/],
    [['run', '--nope', 'x'], /Unknown option '--nope'/],
    [['run', '--aprove', 'always', 'x'], /^hooksmith: Unknown option '--aprove': did you mean '--approve'\?\n/],
    [['check', '--session', 'gone.jsonl'], /--session: there is no file gone\.jsonl\n/],
    [['check', '--tets'], /^hooksmith: Unknown option '--tets': did you mean '--test'\?\n/],
    [['replay', '--fail-on-changes', 'x'], /^hooksmith: Unknown option '--fail-on-changes': did you mean '--fail-on-change'\?\n/],
    [['import', '--ot', 'x'], /^hooksmith: Unknown option '--ot': did you mean '--out'\?\n/],
    [['check', join(root, 'package.json')], /package\.json is a file: give its folder, /],
  ];
  for (const [args, message] of wrong) {
    it(`exits 2 for ${JSON.stringify(args)}`, async () => {
      const { code, stdout, stderr } = await hooksmith(args);
      assert.equal(code, 2);
      assert.match(stdout + stderr, message);
      // What is wrong stays in sight: the whole of what commands take is for `help`.
      assert.ok(stderr.split('\n').length < 15, stderr);
    });
  }

  it('tells its version', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    assert.deepEqual(await hooksmith(['--version']), { code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('runs the workspace’s agents, each with its part of the script', async () => {
    file('.hooksmith/agents/reader.md', '---\ndescription: Reads.\ntools: Read\n---\nYou read.');
    file('.claude/agents/broken.md', 'no front matter');
    const call = (name: string, input: object) => ({ content: [{ type: 'tool_use', name, input }] });
    const script = file(
      'script.json',
      JSON.stringify({
        turns: [call('Agent', { subagent_type: 'reader', prompt: 'read it' }), { content: [{ type: 'text', text: 'done' }] }],
        agents: { reader: { turns: [call('Bash', { command: 'id' }), { content: [{ type: 'text', text: 'I only read' }] }] } },
      }),
    );
    const events = join(folder.path, 'events.jsonl');
    const { code, stdout, stderr } = await hooksmith(['run', '--model', `script:${script}`, '--events', events, 'go']);
    assert.deepEqual([code, stdout.trim()], [0, 'done']);
    assert.match(stderr, /broken\.md:1:1: error: an agent begins with front matter/);
    const seen = readFileSync(events, 'utf8')
      .trim()
      .split('\n')
      .map(
        (line) =>
          JSON.parse(line) as { type: string; branch: string; taskId?: string; output?: unknown; error?: { message: string } },
      );
    const stopped = seen.find((event) => event.type === 'subagent_stop');
    assert.deepEqual([stopped?.branch, stopped?.taskId, stopped?.output], ['main/reader', 'agent_1', 'I only read']);
    assert.match(seen.find((event) => event.type === 'tool_error')?.error?.message ?? '', /Bash is not offered/);
  });
  it('names the wrong field of a script', async () => {
    const script = file('script.json', '{"turns": [{"content": [{"type": "tekst"}]}]}');
    const { code, stderr } = await hooksmith(['run', '--model', `script:${script}`, 'x']);
    assert.equal(code, 2);
    assert.match(stderr, /script\.json: no rehearsal script: turns\.0/);
  });

  it('ends with 1 past the end of a script, and says so', async () => {
    const script = file('script.json', '{"turns": []}');
    const { code, stderr } = await hooksmith(['run', '--model', `script:${script}`, 'x']);
    assert.deepEqual([code, /has 0 turns/.test(stderr)], [1, true]);
  });

  it('offers the workspace’s tools, tells hooks of their scopes, and names what is wrong with them', async () => {
    const tool = (name: string) =>
      `import { defineTool, z } from 'hooksmith';\nexport const t = defineTool({ name: '${name}', description: 'x', input: z.object({ n: z.number() }), run: ({ n }) => n + 1 });`;
    file('.hooksmith/tools/next.ts', tool('Next'));
    file('.hooksmith/tools/taken.ts', tool('Bash'));
    const { stdout, stderr } = await hooksmith([
      'run',
      '--approve',
      'always',
      '--events',
      'events.jsonl',
      '/call Next {"n": 41}',
    ]);
    assert.match(stdout, /42/);
    assert.match(stderr, /taken\.ts:2:1: error: the tool name Bash is taken by built-in/);
    const events = lines(readFileSync(join(folder.path, 'events.jsonl'), 'utf8'));
    assert.deepEqual(events[0].data.scope, { name: '.hooksmith/tools/next.ts', tools: ['Next'] });
  });

  it('starts the servers of .mcp.json with --mcp and only then, offers their tools, and leaves none behind', async () => {
    const script = join(root, 'test', 'fixtures', 'mcpServer.mjs');
    file('.mcp.json', JSON.stringify({ mcpServers: { test: { command: process.execPath, args: [script] } } }));
    const asked = await hooksmith(['run', '--mcp', '/call mcp__test__echo {"text": "hi there"}']);
    assert.match(asked.stdout, /--approve always/);
    const without = await hooksmith(['run', '/call mcp__test__echo {"text": "hi there"}']);
    assert.match(without.stdout, /tool not found: mcp__test__echo/);
    const { code, stdout } = await hooksmith([
      'run',
      '--mcp',
      '--approve',
      'always',
      '/call mcp__test__echo {"text": "hi there"}',
    ]);
    assert.deepEqual([code, stdout.includes('hi there')], [0, true]);
  });
});
