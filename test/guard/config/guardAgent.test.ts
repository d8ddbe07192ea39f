/** Agents’ configuration files hold what is others’ and what is ours: ours comes and goes, and nothing else does. */
import { strict as assert } from 'node:assert';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ParseError, parse } from 'jsonc-parser';
import { agentConfig } from '../../../src/guard/config/agentConfigs';
import { GuardedConfigs } from '../../../src/guard/config/guardAgent';
import { type AgentName, agentNames } from '../../../src/protocols/protocol';
import { GuardedHome } from '../../fixtures/gate';

describe('the configuration of a guarded agent', () => {
  let at: GuardedHome;
  let configs: GuardedConfigs;
  beforeEach(() => {
    at = new GuardedHome();
    configs = new GuardedConfigs(at.home);
  });
  afterEach(() => at.dispose());

  const config = (agent: AgentName) => {
    const told = `${agent} '/tmp/hooksmith-1/gate' '/opt/node' 50`;
    const windows = `set ELECTRON_RUN_AS_NODE=1&& "node.exe" "C:\\dist\\gate.js" --agent ${agent} --within 50`;
    return agentConfig(agent, { command: `sh '/x/dist/gate.sh' ${told}`, windows }, { user: false, local: false });
  };
  const file = (agent: AgentName) => join(at.project, config(agent).path);
  const read = (agent: AgentName) => readFileSync(file(agent), 'utf8');
  const guard = (agent: AgentName) => {
    const change = configs.guard(agent, at.project, config(agent));
    configs.write(change, 'guard');
    return change;
  };
  const remove = (agent: AgentName) => configs.write(configs.remove(agent, at.project, config(agent)), 'remove');

  interface Written {
    hooks: Record<string, Record<string, unknown>[]>;
  }
  const mine = (agent: AgentName) =>
    agent === 'copilot' ? { type: 'command', bash: './mine.sh' } : { type: 'command', command: './mine.sh' };
  /** Puts a handler of another's beside each of ours, in front of every second one. */
  const joined = (agent: AgentName): string => {
    const json = JSON.parse(read(agent)) as Written;
    for (const [n, entries] of Object.values(json.hooks).entries()) {
      const [first] = entries;
      const handlers = (Array.isArray(first?.hooks) ? first.hooks : entries) as object[];
      handlers.splice(n % 2, 0, mine(agent));
    }
    return at.write(file(agent), `${JSON.stringify(json, null, 2)}\n`);
  };
  const handlersIn = (agent: AgentName) =>
    Object.values((JSON.parse(read(agent)) as Written).hooks).map((entries) =>
      entries.flatMap((entry) => (Array.isArray(entry.hooks) ? (entry.hooks as unknown[]) : [entry])),
    );

  for (const agent of agentNames)
    it(`${agent}: keeps a handler of another's beside each of ours, however often it is guarded`, () => {
      const isLeft = (handlers: object[]) => config(agent).entries.map(() => handlers);
      guard(agent);
      joined(agent);
      const there = read(agent);
      assert.equal(guard(agent).diff, '', 'ours stand there already');
      assert.equal(read(agent), there);
      remove(agent);
      assert.deepEqual(handlersIn(agent), isLeft([mine(agent)]));
      at.write(file(agent), there.replaceAll(/dist(\W+)gate/g, 'older$1gate'));
      assert.notEqual(guard(agent).diff, '', 'ours of another time are replaced');
      assert.ok(handlersIn(agent).every((handlers) => handlers.length === 2));
      assert.doesNotMatch(read(agent), /older/);
      remove(agent);
      assert.deepEqual(handlersIn(agent), isLeft([mine(agent)]));
    });

  it('is guarded and given back as fast as it is long, however many names stand in it', function () {
    this.timeout(60_000);
    const names = Array.from({ length: 50_000 }, (_, n) => `    "a name of theirs, which is number ${n}": true`);
    const text = `{\n  "theirs": {\n${names.join(',\n')}\n  },\n${names.join(',\n')}\n}\n`;
    at.write(file('gemini'), text);
    const began = process.cpuUsage();
    guard('gemini');
    remove('gemini');
    const seconds = process.cpuUsage(began).user / 1e6;
    assert.ok(seconds < 40, `${seconds} s of a processor for ${text.length} characters`);
    assert.equal(read('gemini'), text);
    at.write(file('gemini'), text.replace(/}\n$/, ',"theirs": 1, "hooks": {}, "hooks": {}}'));
    assert.throws(() => guard('gemini'), /it has "hooks" twice/);
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('is refused by name where its path leads into what the kernel shows as files', () => {
    for (const [link, to] of [
      [join(at.project, '.cursor'), '/proc/a/b'],
      [join(at.project, '.gemini'), '/proc/self'],
      [file('codex'), '/proc/kmsg'],
    ] as const) {
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(to, link);
    }
    for (const agent of ['cursor', 'gemini', 'codex'] as const) {
      const names = new RegExp(`${file(agent)}: it leads to /proc/.*, which is no place for a file`);
      assert.throws(() => guard(agent), names);
      assert.throws(() => remove(agent), names);
      assert.ok(!configs.isGuarded(agent, at.project, config(agent)));
    }
  });

  it('goes with our entries where it is ours and holds nothing else, with no record too', () => {
    for (const agent of ['vscode', 'copilot'] as const) {
      guard(agent);
      at.write(join(at.home, '.hooksmith', 'guard', 'configurations.json'), '{}');
      remove(agent);
      assert.ok(!existsSync(file(agent)));
    }
  });

  it('takes the folders that it made with it, where agents share them: with whichever goes last', () => {
    for (const order of [
      ['vscode', 'copilot'],
      ['copilot', 'vscode'],
    ] as const) {
      guard('vscode');
      guard('copilot');
      for (const agent of order) remove(agent);
      assert.equal(existsSync(join(at.project, '.github')), false, order.join());
    }
  });

  it('keeps an entry that only looks like ours, guarded and guarded no more', () => {
    const theirs = '{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"./ci/quality-gate.sh claude"}]}]}}';
    at.write(file('claude'), theirs);
    guard('claude');
    assert.match(read('claude'), /quality-gate\.sh claude/);
    remove('claude');
    assert.equal(read('claude'), theirs);
  });

  it('holds ours for every call again, where somebody had narrowed them to some', () => {
    guard('claude');
    const narrowed = JSON.parse(read('claude')) as Written;
    Object.assign(narrowed.hooks.PreToolUse![0]!, { matcher: 'Bash' });
    at.write(file('claude'), JSON.stringify(narrowed));
    guard('claude');
    assert.deepEqual(
      (JSON.parse(read('claude')) as Written).hooks.PreToolUse!.map(({ matcher }) => matcher),
      [undefined],
    );
  });

  it('is left as it is where what stood before cannot be kept, or where it cannot be written', () => {
    const recordPath = join(at.home, '.hooksmith', 'guard', 'configurations.json');
    const taken = `${recordPath}.hooksmith-${process.pid}`;
    mkdirSync(taken, { recursive: true });
    assert.throws(() => guard('codex'));
    assert.equal(existsSync(dirname(file('codex'))), false);
    rmSync(taken, { recursive: true });
    at.write(file('claude'), '{}');
    const blocked = `${file('claude')}.hooksmith-${process.pid}`;
    mkdirSync(blocked);
    assert.throws(() => guard('claude'));
    assert.equal(read('claude'), '{}');
    assert.deepEqual(configs.recorded(config('claude'), []), []);
    rmSync(blocked, { recursive: true });
    guard('claude');
    remove('claude');
    assert.equal(read('claude'), '{}');
  });

  it('is not written where others wrote to it after the change was shown', () => {
    at.write(file('claude'), '{}');
    const guarding = configs.guard('claude', at.project, config('claude'));
    at.write(file('claude'), '{"permissions":{}}');
    assert.throws(() => configs.write(guarding, 'guard'), /settings\.json: it was changed meanwhile/);
    assert.equal(read('claude'), '{"permissions":{}}');
    guard('claude');
    const removing = configs.remove('claude', at.project, config('claude'));
    const theirs = at.write(file('claude'), '{"permissions":{"allow":[]}}');
    assert.throws(() => configs.write(removing, 'remove'), /it was changed meanwhile/);
    assert.ok(existsSync(theirs));
  });

  it('is not touched where a group has its hooks twice', () => {
    const ours = JSON.stringify(config('claude').entries[0]!.entry.hooks);
    at.write(file('claude'), `{"hooks":{"PreToolUse":[{"hooks":[{"command":"./mine.sh"}],"hooks":${ours}}]}}`);
    assert.throws(() => guard('claude'), /settings\.json: it has "hooks" twice/);
  });

  for (const agent of ['claude', 'cursor', 'gemini', 'codex'] as const)
    it(`${agent}: keeps the ends of lines, behind comments on opening brackets too`, () => {
      const { event } = config(agent).entries[0]!;
      const theirs = JSON.stringify(agent === 'cursor' ? mine(agent) : { hooks: [mine(agent)] });
      const inHooks = ['  "hooks": { // mine', `    "${event}": [ // checked`, `      ${theirs}`, '    ]', '  }, /* last */'];
      const before = ['{ // all', ...inHooks, '  "version": 1,', '  "z": {}', '}', ''];
      for (const eol of ['\r\n', '\n']) {
        at.write(file(agent), before.join(eol));
        guard(agent);
        const lines = read(agent).split(eol);
        assert.ok(lines.length > before.length + config(agent).entries.length);
        assert.deepEqual(
          lines.filter((line) => /[\r\n]/.test(line)),
          [],
        );
        assert.deepEqual(
          before.filter((line) => !lines.includes(line)),
          [],
          'what is said of a line stays in it',
        );
        at.write(file(agent), read(agent).replace('"z": {}', '"z": { }'));
        remove(agent);
        assert.equal(read(agent), before.join(eol).replace('"z": {}', '"z": { }'));
      }
    });

  for (const [what, before] of [
    ['one of a line', '// nothing yet'],
    ['several, with lines between them', '\n/* ours,\n   one day */\n\n// and this\n'],
    ['lines of another system', '// a\r\n/* b */\r\n'],
    ['a mark in front of them', '\uFEFF// marked\n'],
  ] as const)
    it(`is written behind comments where a file holds nothing else, and taken back: ${what}`, () => {
      for (const agent of agentNames) {
        at.write(file(agent), before);
        guard(agent);
        assert.ok(read(agent).startsWith(before));
        assert.ok(!before.includes('\r\n') || !/[^\r]\n/.test(read(agent)), 'one end of lines');
        const errors: ParseError[] = [];
        const { hooks } = parse(read(agent).replace(/^\uFEFF/, ''), errors) as Written;
        assert.deepEqual([errors, Object.keys(hooks)], [[], config(agent).entries.map(({ event }) => event)]);
        assert.equal(guard(agent).diff, '');
        remove(agent);
        assert.equal(read(agent), before);
      }
    });

  it('is read by nobody else where it is ours and holds the token of the guard', function () {
    if (process.platform === 'win32') this.skip();
    const http = { url: 'http://127.0.0.1:4711/gate/claude', token: 'x'.repeat(64) };
    const where = { user: false, local: false };
    const modes = [
      { command: 'gate', windows: '' },
      { command: 'gate', windows: '', http },
    ].map((reach) => {
      configs.write(configs.guard('claude', at.project, agentConfig('claude', reach, where)), 'guard');
      const mode = statSync(file('claude')).mode & 0o777;
      rmSync(file('claude'));
      return mode;
    });
    assert.deepEqual(modes, [0o644, 0o600]);
  });

  it('is not touched where a comment does not end', () => {
    for (const text of ['/* no end', '// one\n/* two\n'])
      for (const agent of agentNames) {
        at.write(file(agent), text);
        assert.throws(() => guard(agent), /it cannot be read/);
        assert.equal(read(agent), text);
      }
  });

  for (const [what, text] of [
    ['comments on both sides of a value', '{ /* of */ "a": 1 /* the team */\n}\n'],
    ['comments around an entry', '{ "hooks": { /* x */ "EVENT": [ /* y */ THEIRS /* z */\n] } }'],
    ['a line of one comment and the rest', '{\n  // mine\n  "hooks": { "EVENT": [\n    // checked\n    THEIRS ] }\n}'],
    ['a comment behind the last', '{ "hooks": { "EVENT": [ THEIRS // last\n] /* of */ }, "a": [1 /* b */, 2] }'],
    ['nothing but a comment', '{ "hooks": { "EVENT": [ /* to come */ ] } }'],
    ['blanks in a line', '{ "a": [ 1 ],\t"hooks": { "EVENT": [ THEIRS ] } }'],
  ] as const)
    for (const [agent, eol] of [
      ['claude', '\n'],
      ['cursor', '\r\n'],
    ] as const)
      it(`${agent}: only insertions, and taken back without its record, ${what}`, () => {
        const theirs = JSON.stringify(agent === 'cursor' ? mine(agent) : { hooks: [mine(agent)] });
        const { event } = config(agent).entries.at(-1)!;
        const before = text.replace('EVENT', event).replace('THEIRS', theirs).replaceAll('\n', eol);
        at.write(file(agent), before);
        guard(agent);
        const own = agent === 'cursor' ? { version: 1 } : {};
        const hooks = Object.fromEntries(config(agent).entries.map((one) => [one.event, [one.entry]]));
        const was = parse(before) as { hooks?: Record<string, object[]> };
        const wanted = { ...was, ...own, hooks: { ...hooks, ...was.hooks } };
        if (was.hooks) wanted.hooks[event] = [config(agent).entries.at(-1)!.entry, ...was.hooks[event]!];
        const errors: ParseError[] = [];
        assert.deepEqual(parse(read(agent), errors), wanted);
        assert.deepEqual(errors, []);
        let rest = before;
        for (const char of read(agent)) if (rest.startsWith(char)) rest = rest.slice(char.length);
        assert.equal(rest, '', 'all that was there is there, in order');
        at.write(join(at.home, '.hooksmith', 'guard', 'configurations.json'), '{}');
        remove(agent);
        assert.deepEqual(parse(read(agent), errors), { ...was, ...own });
        assert.deepEqual(errors, []);
        const comments = (of: string) => of.match(/\/\*.*?\*\/|\/\/.*/g)?.map((one) => one.trim()) ?? [];
        assert.deepEqual(comments(read(agent)), comments(before));
      });
});
