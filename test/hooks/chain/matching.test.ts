import assert from 'node:assert/strict';
import { hook, policy } from 'hooksmith';
import { skipReason } from '../../../src/hooks/chain/matching';
import type { JsonObject } from '../../../src/shared/json';
import { bash, hooksOf, load, requestOf, run, toolFacts } from './chaining';

// biome-ignore lint/suspicious/noExplicitAny: options come from tables here
const make = hook as any;
const skip = (options: JsonObject, request = bash('ls'), agent?: string) => {
  const [one] = load({ it: make('preToolUse', options, () => undefined) }, { agent }).hooks;
  return skipReason(one!, request, request.payload);
};
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

  it('takes a missing or non-string field for a match, and other text with newlines too', () => {
    assert.equal(skip({ match: { nothing: 'x' } }), undefined);
    const request = requestOf('preToolUse', { input: { n: 7, text: 'a\nb' }, toolName: 'Echo' });
    assert.equal(skip({ match: { n: 'x' } }, request), undefined);
    assert.equal(skip({ match: { text: 'a*b' } }, request), undefined);
    assert.equal(skip({ match: { text: 'a*c' } }, request), 'match');
    assert.equal(skip({ match: { text: 'a*', n: 'x', toString: 'x' } }, request), undefined);
  });
});

describe('matching: agents and layers', () => {
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
