import assert from 'node:assert/strict';
import { hook, policy } from 'hooksmith';
import { hasOwnAmong, onlyMight, skipReason, uncertainFor } from '../../../../src/hooks/chain/choosing/matching';
import type { JsonObject } from '../../../../src/shared/basics/json';
import { factsOf } from '../../../shell/disk';
import { bash, hooksOf, load, requestOf, run, toolFacts } from '../chaining';

// biome-ignore lint/suspicious/noExplicitAny: options come from tables here
const make = hook as any;
const skip = (options: JsonObject, request = bash('ls'), agent?: string) => {
  const [one] = load({ it: make('preToolUse', options, () => undefined) }, { agent }).hooks;
  return skipReason(one!, request, request.payload);
};
const parsed = (line: string) => requestOf('preToolUse', { ...factsOf(line) } as unknown as JsonObject);
const read = (path: unknown) => requestOf('preToolUse', toolFacts('Read', { file_path: path }) as unknown as JsonObject);

describe('matching: tools', () => {
  for (const [tools, expected] of [
    ['Bash', undefined],
    ['bash', undefined],
    ['B*', undefined],
    ['?ash', undefined],
    [['Read', 'Bash'], undefined],
    ['*', undefined],
    ['Bas', 'tool'],
    ['Read', 'tool'],
    ['Bash.', 'tool'],
  ] as const) {
    it(`${JSON.stringify(tools)} ${expected ? 'skips' : 'matches'} Bash`, () => assert.equal(skip({ tools }), expected));
  }
  it('takes any name that a tool goes by', () => {
    const called = (aliases: string[]) => requestOf('preToolUse', { toolName: 'Agent', aliases });
    assert.equal(skip({ tools: 'Task' }, called(['Task', 'Delegate'])), undefined);
    assert.equal(skip({ tools: 'Bash' }, called(['Task', 'Delegate'])), 'tool');
    assert.equal(skip({ tools: 'Agent' }, called([])), undefined);
  });
  it('goes by the names of each hook’s own list, however many tools are asked for', () => {
    const [one] = load({ it: make('preToolUse', { tools: ['Read', 'x1*'] }, () => undefined) }).hooks;
    const reasonOf = (toolName: string) => {
      const request = requestOf('preToolUse', { toolName });
      return skipReason(one!, request, request.payload);
    };
    for (let round = 0; round < 2; round++)
      for (let n = 0; n < 1200; n++) assert.equal(reasonOf(`x${n}`), `${n}`.startsWith('1') ? undefined : 'tool');
    assert.equal(reasonOf('READ'), undefined);
  });
  it('filters nothing at events without a tool', () => {
    const request = requestOf('message');
    const [one] = load({ it: make('message', { tools: 'Read' }, () => undefined) }).hooks;
    assert.equal(skipReason(one!, request, request.payload), undefined);
  });
});

describe('matching: fields', () => {
  for (const [pattern, line, matches] of [
    ['npm test*', 'npm test', true],
    ['npm test*', 'npm testing', true],
    ['npm test*', 'cd x && npm test', true],
    ['npm test*', 'echo npm test', false],
    ['npm test', 'npm test --watch', false],
    ['npm ?est', 'npm test', true],
    ['npm *', "npm 'open", true],
    ['zzz', "npm 'open", true],
    ['n.m *', 'npm x', false],
    ['NPM *', 'npm x', false],
    [['a*', 'npm*'], 'npm x', true],
  ] as const) {
    it(`command ${JSON.stringify(pattern)} ${matches ? 'matches' : 'skips'} ${line}`, () =>
      assert.equal(skip({ match: { command: pattern } }, bash(line)), matches ? undefined : 'match'));
  }

  for (const [pattern, path, matches] of [
    ['src/**', 'src/a/b.ts', true],
    ['src/**', 'lib/a.ts', false],
    ['src', 'src/a.ts', true],
    ['**/.env*', '.env.local', true],
    ['**/.env*', 'a/.env', true],
    ['*.ts', 'a.ts', true],
    ['*.ts', 'a/b.ts', false],
    ['/etc/**', '/etc/passwd', true],
    ['~/x', '/home/u/x/y', true],
  ] as const) {
    it(`path ${pattern} ${matches ? 'matches' : 'skips'} ${path}`, () =>
      assert.equal(skip({ match: { file_path: pattern } }, read(path)), matches ? undefined : 'match'));
  }

  describe('an address is compared in one spelling', () => {
    const fetch = (url: string) =>
      requestOf('preToolUse', { input: { url }, toolName: 'WebFetch', commandLine: undefined, commands: undefined });
    const judges = (pattern: string, url: string) => {
      const [one] = load({ it: policy({ match: { url: pattern } }, () => undefined) }).hooks;
      const request = fetch(url);
      return skipReason(one!, request, request.payload) === undefined;
    };
    for (const pattern of ['https://example.com/admin*', 'HTTPS://Example.com.:443/%61dmin*', 'https://*.com/admin*'])
      for (const url of [
        'https://example.com/admin',
        'https://EXAMPLE.com/admin/x?y',
        'https://example.com:443/admin',
        'https://example.com./%61dmin',
        'https://me:pw@example.com/x/../admin#z',
        ' https:\\\\example.com\\admin',
        'https://ex%61mple.com/./adm\tin',
        'ht\ntps:example.com/admin',
      ])
        it(`${pattern} covers ${JSON.stringify(url)}`, () => {
          assert.ok(judges(pattern, url));
          assert.equal(skip({ match: { url: pattern } }, fetch(url)), undefined);
        });
    it('and its host in any case, whatever stands before it in the pattern, the rest as it is', () => {
      for (const pattern of ['*Example.com*', '*.Example.COM/Docs*', '?ttps*//WWW.Example.com/*', '*Example.com/Docs/A'])
        assert.equal(skip({ match: { url: pattern } }, fetch('https://www.EXAMPLE.com/Docs/A')), undefined, pattern);
      for (const pattern of ['*Example.com/docs*', '*docs*', '*Example.org*'])
        assert.equal(skip({ match: { url: pattern } }, fetch('https://www.example.com/Docs/A')), 'match', pattern);
    });
    it('and an allow that only looks like it counts for nothing, where a gate on how it is written holds', async () => {
      const url = 'https://example.com:pw@evil.org/admin';
      const allows = (pattern: string) => hook('preToolUse', { match: { url: pattern } }, (ctx) => ctx.allow('known'));
      const { hooks } = await run({ like: allows('https://example.com*'), itself: allows('https://evil.org/*') }, fetch(url));
      assert.deepEqual(
        hooks.map(({ decision, noEffect }) => [decision, noEffect]),
        [
          ['allow', 'its pattern covers what the address looks like, not the address'],
          ['allow', undefined],
        ],
      );
      const gate = hook('preToolUse', { match: { url: '*:pw@*' } }, (ctx) => ctx.deny('a password'));
      assert.equal((await run({ gate }, fetch(url))).end.action, 'deny');
    });
    it('and none that only looks like it', () => {
      const url = 'https://example.com@evil.org/admin';
      assert.ok(judges('https://example.com*', url));
      assert.equal(skip({ match: { url: 'https://example.com*' } }, fetch(url)), undefined, 'a gate sees it');
      for (const other of ['https://example.com:8443/admin', 'http://example.com/admin', 'https://example.com/%2Fadmin'])
        assert.ok(!judges('https://example.com/admin*', other), other);
      assert.ok(judges('https://example.com', 'https://example.com'));
      assert.ok(judges('https://example.com/', 'https://EXAMPLE.com?#'));
      assert.ok(judges('http://127.0.0.1/*', 'http://0x7f.1/x'));
      assert.ok(judges('*evil*', 'httpish evil'));
    });
  });

  it('a skill is found by its name in any case, and matched by it', () => {
    const use = (toolName: string) => requestOf('preToolUse', { input: { skill: 'Deploy' }, toolName });
    assert.equal(skip({ match: { skill: 'dep*' } }, use('Skill')), undefined);
    assert.equal(skip({ match: { skill: 'dep*' } }, use('mcp__a__Skill')), 'match');
  });

  it('takes a missing or non-string field for a match, and other text with newlines too', () => {
    assert.equal(skip({ match: { nothing: 'x' } }), undefined);
    const request = requestOf('preToolUse', { input: { n: 7, text: 'a\nb' }, toolName: 'Echo' });
    assert.equal(skip({ match: { n: 'x' } }, request), undefined);
    assert.equal(skip({ match: { text: 'a*b' } }, request), undefined);
    assert.equal(skip({ match: { text: 'a*c' } }, request), 'match');
    assert.equal(skip({ match: { text: 'a*', n: 'x', toString: 'x' } }, request), undefined);
  });
});

describe('matching: several patterns, and what is not there', () => {
  it('one of several paths is enough', () => {
    assert.equal(skip({ match: { file_path: ['lib/**', 'src/**'] } }, read('src/a.ts')), undefined);
    assert.equal(skip({ match: { file_path: ['lib/**', 'test/**'] } }, read('src/a.ts')), 'match');
  });
  it('other text counts its letters’ case', () => {
    const request = requestOf('preToolUse', { input: { text: 'Abc' }, toolName: 'Echo' });
    assert.equal(skip({ match: { text: 'A*' } }, request), undefined);
    assert.equal(skip({ match: { text: 'a*' } }, request), 'match');
  });
  it('an event whose input or paths are not known is taken for a match by its input alone', () => {
    const unknown = { toolName: 'Echo', input: undefined, fieldPaths: undefined, commandLine: undefined };
    assert.equal(skip({ match: { text: 'a*' } }, requestOf('preToolUse', unknown)), undefined);
    assert.equal(skip({ match: { text: 'a*' } }, requestOf('preToolUse', { ...unknown, input: { text: 'b' } })), 'match');
  });
});

describe('matching: what is not known of a line', () => {
  const of = (options: JsonObject, line: string) => {
    const [one] = load({ it: make('preToolUse', options, () => undefined) }).hooks;
    const { payload } = parsed(line);
    return [uncertainFor(one!, payload), onlyMight(one!, payload)].map((text) => text !== undefined);
  };
  it('is told of every line, and a pattern only might match where it has one', () => {
    assert.deepEqual(of({}, 'echo $X'), [true, false]);
    assert.deepEqual(of({}, 'echo x'), [false, false]);
    assert.deepEqual(of({ match: { command: 'echo x*' } }, 'echo $X'), [true, true]);
    assert.deepEqual(of({ match: { command: 'echo x*' } }, 'echo x'), [false, false]);
  });
  it('is that of each event by itself', () => {
    const [one] = load({ it: make('preToolUse', {}, () => undefined) }).hooks;
    const [known, unknown] = [parsed('echo x').payload, parsed('echo $X').payload];
    for (let twice = 0; twice < 2; twice++) {
      assert.equal(uncertainFor(one!, known), undefined);
      assert.match(uncertainFor(one!, unknown)!, /\$X/);
    }
  });
  it('a pattern on the command of what is no command line is no reason', () => {
    const [one] = load({ it: make('preToolUse', { match: { command: 'ls' } }, () => undefined) }).hooks;
    assert.equal(uncertainFor(one!, read('a').payload), undefined);
  });
});

describe('matching: agents and layers', () => {
  it('an agent has hooks of its own where one of its folder is on', () => {
    const of = (agent: string, enabled: boolean) =>
      load({ it: make('preToolUse', { enabled }, () => undefined) }, { agent }).hooks;
    const has = hasOwnAmong([...of('scraper', true), ...of('writer', false), ...of('reader', false), ...of('reader', true)]);
    assert.deepEqual(['scraper', 'writer', 'reader', 'main'].map(has), [true, false, true, false]);
  });
  it('honours inherit for what an agent hands down, not for that agent', () => {
    const own = {
      ...requestOf('preToolUse', {}, { agentName: 'scraper', branch: 'main/scraper', depth: 1 }),
      agentHooks: ['scraper'],
    };
    for (const inherit of ['never', 'if-none', 'always']) assert.equal(skip({ inherit }, own, 'scraper'), undefined);
    const beneath = { ...own, run: { ...own.run, agentName: 'helper', branch: 'main/scraper/helper', depth: 2 } };
    assert.equal(skip({ inherit: 'never' }, beneath, 'scraper'), 'agent');
    assert.equal(skip({ inherit: 'always' }, beneath, 'scraper'), undefined);
    const top = { ...own, agentHooks: undefined, run: { ...own.run, agentName: 'helper' } };
    assert.equal(skip({ inherit: 'if-none' }, top), undefined);
  });

  const inAgent = (agentHooks: string[] = []) => ({
    ...requestOf('preToolUse', {}, { agentName: 'scraper', branch: 'main/researcher/scraper', depth: 2 }),
    agentHooks,
  });
  for (const [agents, expected] of [
    ['main/**', undefined],
    ['main/*', 'agent'],
    ['**/scraper', undefined],
    ['scraper', undefined],
    [['main', 'main/researcher/*'], undefined],
    ['main', 'agent'],
  ] as const) {
    it(`${JSON.stringify(agents)} ${expected ? 'skips' : 'matches'} main/researcher/scraper`, () =>
      assert.equal(skip({ agents }, inAgent()), expected));
  }

  it('honours inherit in subagents, never for policies', () => {
    assert.equal(skip({ inherit: 'never' }, inAgent()), 'agent');
    assert.equal(skip({ inherit: 'never' }), undefined);
    assert.equal(skip({ inherit: 'if-none' }, inAgent(['scraper'])), 'agent');
    assert.equal(skip({ inherit: 'if-none' }, inAgent()), undefined);
    assert.equal(skip({}, inAgent(['scraper'])), undefined);
    const [one] = hooksOf({ it: policy(() => undefined) });
    assert.equal(skipReason(one!, inAgent(['scraper']), inAgent().payload), undefined);
  });

  it('runs the hooks of an agent for that agent alone', () => {
    assert.equal(skip({}, inAgent(['scraper']), 'scraper'), undefined);
    assert.equal(skip({}, inAgent(), 'scraper'), 'agent');
    assert.equal(skip({}, bash('ls'), 'scraper'), 'agent');
  });

  it('counts why hooks were skipped', async () => {
    const nothing = () => undefined;
    const { skipped, hooks } = await run(
      {
        off: make('preToolUse', { enabled: false }, nothing),
        tool: make('preToolUse', { tools: 'Read' }, nothing),
        match: make('preToolUse', { match: { command: 'x' } }, nothing),
        agent: make('preToolUse', { agents: 'other' }, nothing),
        denies: make('preToolUse', {}, () => ({ action: 'deny' })),
        late: make('preToolUse', {}, nothing),
        elsewhere: make('message', {}, nothing),
      },
      bash('ls'),
    );
    assert.deepEqual(skipped, { disabled: 1, tool: 1, match: 1, agent: 1, ended: 1 });
    assert.equal(hooks.length, 1);
  });
});
