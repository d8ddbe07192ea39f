import assert from 'node:assert/strict';
import {
  allowPaths,
  defineTool,
  denyCommands,
  denyPaths,
  group,
  guards,
  hook,
  onUnload,
  policy,
  requireCommand,
  z,
} from 'hooksmith';
import { registerExports, sortHooks } from '../../../../src/hooks/chain/registering/register';
import { registeredTool } from '../../../../src/hooks/chain/registering/registerTool';
import { foreignNames } from '../../../../src/shared/hooks/foreignEvents';
import { eventNames } from '../../../../src/shared/hooks/points';
import { file, load } from '../chaining';

// biome-ignore lint/suspicious/noExplicitAny: these tests hand over what the types forbid
type Any = any;
const nothing = () => undefined;
const make = hook as Any;

class Gates {
  constructor(readonly noPush: unknown) {}
}

describe('registration', () => {
  it('refuses names of tools in the manner of other systems, which would guard nothing, and says what is right', () => {
    for (const [tools, right] of [
      ['Edit|Write', "tools: ['Edit', 'Write']"],
      ['Edit, Write', "tools: ['Edit', 'Write']"],
      ['{Edit,Write}', "tools: ['Edit', 'Write']"],
      ['Bash(git:*)', "tools: 'Bash', match: { command: 'git*' }"],
      ['Bash(npm run test)', "tools: 'Bash', match: { command: 'npm run test' }"],
      ['Read(./secrets/**)', "tools: 'Read', match: { file_path: './secrets/**' }"],
      ['WebFetch(domain:example.com)', "tools: 'WebFetch', and what it is called with as match"],
      ['Bash(*)', "tools: 'Bash'"],
      ['^Edit$', "tools: 'Edit'"],
      ['mcp__memory__.*', "tools: 'mcp__memory__*'"],
      ['^(Edit|Write)$', 'the names as a list'],
      ['!Bash', 'nothing stands for all others'],
      [' Bash', "tools: 'Bash'"],
    ] as const)
      for (const one of [
        hook('preToolUse', { tools: ['Read', tools] as Any }, nothing),
        policy({ tools: tools as Any }, nothing),
      ]) {
        const { hooks, problems, broken } = load({ one });
        assert.deepEqual([hooks.length, problems.length, broken.length], [0, 1, 1], tools);
        assert.match(problems[0]!.message, /^one: option 'tools': the pattern '.*' can never match: /s);
        assert.ok(problems[0]!.message.includes(tools) && problems[0]!.message.includes(right), problems[0]!.message);
      }
    const valid = ['Bash', 'mcp__*', 'mcp__a.b__c', 'fs.*', 'Ba?h', '*', 'server/tool', 'run in terminal', '$x', 'a:b', 'x[1]'];
    for (const tools of valid) assert.deepEqual(load({ one: policy({ tools }, nothing) }).problems, [], tools);
  });

  it('refuses a hook or policy within an object, where nobody would find it, unless it is exported elsewhere too', () => {
    const inner = () => policy(nothing);
    for (const [exports, named] of [
      [{ gates: { noPush: inner() } }, 'gates.noPush is a policy'],
      [{ gates: { deep: { noPush: inner() } } }, 'gates.deep.noPush is a policy'],
      [{ gates: { all: [nothing, inner()] } }, 'gates.all[1] is a policy'],
      [{ list: [{ gate: inner() }] }, 'element 0 of list.gate is a policy'],
      [{ default: { gate: hook('preToolUse', nothing) } }, 'the default export.gate is a hook'],
      [{ made: new Map([['a', inner()]]) }, "made.get('a') is a policy"],
      [{ made: new Set([inner()]) }, 'made[0] is a policy'],
      [{ made: new Gates(inner()) }, 'made.noPush is a policy'],
      [{ list: [new Map([[1, inner()]])] }, 'element 0 of list.get(number) is a policy'],
      // As a bundle has `export * as space from …`.
      [{ space: Object.defineProperty({}, 'noPush', { enumerable: true, get: inner }) }, 'space.noPush is a policy'],
    ] as const) {
      const { problems, broken } = load({ ok: hook('message', nothing), ...exports });
      assert.equal(broken.length, 1, named);
      assert.ok(
        problems.some(({ message, severity }) => severity === 'error' && message.startsWith(named)),
        problems[0]?.message,
      );
    }
    const [gate, member] = [inner(), hook('stop', nothing)];
    const cyclic: Record<string, unknown> = { gate, member };
    cyclic.self = cyclic;
    const get = () => assert.fail('a getter was read');
    const lazy = Object.defineProperty({}, 'gate', { enumerable: true, configurable: true, get });
    const { problems, hooks } = load({
      gates: cyclic,
      all: [gate],
      one: group({}, member),
      lazy,
      made: new Map([['a', gate]]),
    });
    assert.deepEqual([problems, hooks.length], [[], 2]);
  });

  it('says that nobody waits for an exported promise', () => {
    const promised = Promise.resolve(policy(nothing));
    const { problems, hooks } = load({ ok: hook('message', nothing), late: promised, list: [promised, policy(nothing)] });
    assert.equal(hooks.length, 2);
    assert.deepEqual(
      problems.map(({ message, severity }) => [severity, message.split(',')[0]]),
      [
        ['warning', 'late is a promise'],
        ['error', 'element 0 of list is a promise'],
      ],
    );
  });

  it('names hooks by their exports, arrays by their places, and lets helpers be exported beside them', () => {
    const { hooks, problems } = load({
      one: hook('message', nothing),
      many: guards({ maxTokens: null }),
      judge: policy(nothing),
      default: hook('stop', nothing),
      helper: nothing,
      list: [1, 2],
      nothing: null,
      limit: 7,
    });
    assert.deepEqual(problems, []);
    assert.deepEqual(
      hooks.map((one) => [one.id, one.kind, one.line, one.position]),
      [
        [`${file}#one`, 'hook', 1, 0],
        [`${file}#many[0]`, 'hook', 2, 1],
        [`${file}#many[1]`, 'hook', 2, 2],
        [`${file}#judge`, 'policy', 3, 3],
        [`${file}#default`, 'hook', 4, 4],
      ],
    );
  });

  it('names a tool among hooks, which would be offered nowhere', () => {
    const add = defineTool({ name: 'Add', description: 'x', input: z.object({}), run: nothing });
    const { hooks, tools, problems } = load({ one: hook('message', nothing), add });
    assert.deepEqual([hooks.length, tools, problems[0]?.message], [1, [], 'add is a tool: tools live in .hooksmith/tools']);
  });

  it('takes tools from a file of tools, names what is wrong with one, and a hook among them', () => {
    const tool = (name: string) => defineTool({ name, description: 'x', input: z.object({}), run: nothing });
    const { hooks, tools, problems, broken } = load(
      { add: tool('Add'), again: tool('add'), stray: hook('message', nothing), judge: policy(nothing) },
      { toolOf: registeredTool },
    );
    assert.deepEqual(
      tools.map(({ id, name, line, version, file: from }) => [id, name, line, version, from]),
      [[`${file}#add`, 'Add', 1, 'v1', file]],
    );
    assert.deepEqual(hooks, []);
    assert.deepEqual(
      problems.map(({ line, severity, message, hook: of }) => [line, severity, message, of]),
      [
        [2, 'error', 'again: the name add is taken by line 1 of this file', 'again'],
        [3, 'error', 'stray is a hook: hooks and policies live in .hooksmith/hooks', 'stray'],
        [4, 'error', 'judge is a policy: hooks and policies live in .hooksmith/hooks', 'judge'],
      ],
    );
    assert.deepEqual(broken, ['again: the name add is taken by line 1 of this file']);
  });

  it('says what a file lacks, by what it is for; what it does when it is unloaded counts by itself', () => {
    const only = (holds: 'hooks' | 'tools', exports: Record<string, unknown> = {}) =>
      load(exports, holds === 'tools' ? { toolOf: registeredTool } : {}).problems.map(({ message, severity, line }) => [
        message,
        severity,
        line,
      ]);
    assert.deepEqual(only('tools'), [
      ['this file exports no tool: export const name = defineTool({ name, description, input, run })', 'warning', 1],
    ]);
    assert.deepEqual(only('hooks'), [
      ["this file exports no hook: export const name = hook('preToolUse', (ctx) => …)", 'warning', 1],
    ]);
    const bye = onUnload(nothing);
    assert.deepEqual(only('hooks', { one: hook('message', nothing), bye }), []);
    assert.deepEqual(
      only('tools', { add: defineTool({ name: 'Add', description: 'x', input: z.object({}), run: nothing }), bye }),
      [],
    );
  });

  it('names no hook, and no list of them, at a length without measure', () => {
    const { hooks, problems, broken } = load({ ['x'.repeat(1001)]: policy(nothing), ok: hook('message', nothing) });
    assert.deepEqual(
      [hooks.map(({ name }) => name), broken],
      [['ok'], ['the name of an export has more than 1000 characters in all']],
    );
    assert.deepEqual(
      problems.map(({ hook: of }) => of?.length),
      [1000],
    );
  });

  it('keeps the order of the source for exports of one line, and of one file after the other', () => {
    const one = hook('message', nothing);
    const lines = new Map([
      ['zeta', 3],
      ['beta', 3],
      ['alpha', 3],
    ]);
    const { hooks } = registerExports({ alpha: one, beta: one, zeta: one }, { file, version: 'v', layer: 0, lines });
    assert.deepEqual(
      hooks.map(({ name }) => name),
      ['zeta', 'beta', 'alpha'],
    );
    const at = (name: string, layer: number, priority: number, position: number) =>
      ({ file: name, layer, position, options: { priority } }) as Any;
    const sorted = [at('b', 0, 5, 0), at('b', 1, 0, 0), at('a', 1, 0, 1), at('a', 1, 0, 0), at('z', 0, 0, 0)];
    for (const given of [sorted, [...sorted].reverse()])
      assert.deepEqual(
        sortHooks(given).map(({ file: name, layer, position }) => `${name}${layer}${position}`),
        ['b00', 'z00', 'a10', 'a11', 'b10'],
      );
  });

  it('makes of a group one hook: the highest priority, the longest time, the name that all share, redacts where one member does, off where all are', () => {
    const made = load({
      both: group(
        {},
        hook(['stop', 'afterRun'], { priority: 3, timeoutMs: 10 }, nothing),
        hook(['afterRun', 'stop'], { priority: 1, timeoutMs: 70, redacts: true, tools: 'Bash' }, nothing),
      ),
      plain: group({}, hook('stop', { timeoutMs: 9 }, nothing)),
    });
    const [both, plain] = made.hooks as [Any, Any];
    assert.deepEqual(both.events, ['stop', 'afterRun']);
    assert.deepEqual([both.options.priority, both.options.timeoutMs, both.options.redacts], [3, 70, true]);
    assert.deepEqual([plain.options.timeoutMs, plain.options.redacts], [9, false]);
    const tried = load({ it: group({}, hook('stop', { redacts: true, shadow: true }, nothing), hook('stop', nothing)) });
    assert.equal((tried.hooks as [Any])[0].options.redacts, false, 'in shadow it cleans nothing');
    const named = load({
      one: group({}, hook('stop', { name: 'same' }, nothing), hook('stop', { name: 'same' }, nothing)),
      two: group({}, hook('stop', { name: 'same' }, nothing), hook('stop', nothing)),
      off: group({}, hook('stop', { enabled: false }, nothing), hook('stop', { enabled: false }, nothing)),
      half: group({}, hook('stop', { enabled: false }, nothing), hook('stop', nothing)),
    });
    assert.deepEqual(
      named.hooks.map(({ options: { name, enabled } }) => [name, enabled]),
      [
        ['same', true],
        [undefined, true],
        [undefined, false],
        [undefined, true],
      ],
    );
    // What its members are warned of is the group's.
    assert.match(
      made.problems.map(({ message, severity }) => `${severity} ${message}`).join('\n'),
      /warning tools filters tool events only/,
    );
    const odd = load({ g: group({}, hook('stop', nothing), hook(['stop', 'afterRun'], nothing)) });
    assert.match(
      odd.problems[0]!.message,
      /^g: members of a group share their events: member 0 has stop, member 1 has stop, afterRun$/,
    );
    const after = { ...hook('afterRun', nothing), apart: ['afterRun'] };
    const { hooks, problems } = load({ g: group({}, after, hook('stop', nothing), hook('stop', nothing)) });
    assert.deepEqual([hooks[0]!.events, problems], [['afterRun', 'stop'], []]);
  });

  it('takes at each event the errors that it has decisions for', () => {
    const problemsOf = (event: string, onError: string) =>
      load({ one: make(event, { onError }, nothing) }).problems.map(({ message }) => message);
    for (const [event, onError] of [
      ['message', 'continue'],
      ['message', 'stop'],
      ['preToolUse', 'deny'],
      ['preToolUse', 'ask'],
      ['permissionRequest', 'ask'],
    ] as const)
      assert.deepEqual(problemsOf(event, onError), []);
    assert.match(problemsOf('message', 'ask')[0]!, /^one: onError 'ask' means nothing at message: it accepts /);
    assert.match(problemsOf('postToolUse', 'deny')[0]!, /means nothing at postToolUse/);
  });

  it('takes an option that is undefined for one that is not given: none is switched off by it', () => {
    const keys = ['tools', 'match', 'agents', 'timeoutMs', 'shadow', 'enabled', 'name'];
    const more = ['priority', 'onError', 'inherit', 'redacts'];
    const undefineds = (names: string[]) => Object.fromEntries(names.map((name) => [name, undefined])) as Any;
    for (const [given, plain] of [
      [hook('preToolUse', undefineds([...keys, ...more]), nothing), hook('preToolUse', nothing)],
      [policy(undefineds(keys), nothing), policy(nothing)],
    ])
      assert.deepEqual((load({ it: given }).hooks as [Any])[0].options, (load({ it: plain }).hooks as [Any])[0].options);
  });

  it('says all that is wrong with options, and what stands in the place of a handler', () => {
    const message = (...args: unknown[]) => load({ one: make(...args) }).problems[0]!.message;
    assert.match(message('stop', { priority: 'x', enabled: 1 }, nothing), /^one: option 'enabled': .*; option 'priority': /);
    assert.match(message('stop', { tools: ['Bash', ' '] }, nothing), /^one: option 'tools/);
    assert.match(message([], nothing), /no event: the first argument/);
    assert.match(message('stop', {}, null), /must be a function, not null/);
    assert.match(message('stop', {}, 'x'), /must be a function, not string/);
    assert.match(
      load({ one: hook(['stop', 'message'], { tools: 'Bash', match: { command: 'x' } }, nothing) }).problems[0]!.message,
      /^tools and match filter tool events only: nothing is filtered at stop, message$/,
    );
    assert.deepEqual(load({ one: hook(['stop', 'preToolUse'], { tools: 'Bash' }, nothing) }).problems, []);
    assert.match(message('zzzzzzzzzzzzzzzzzzzz', nothing), /^one: unknown event 'zzzzzzzzzzzzzzzzzzzz'\. Events are \w+, /);
  });

  it('keeps the order of the source, in which a bundle does not list exports', () => {
    const { hooks } = registerExports(
      { alpha: hook('message', nothing), far: hook('message', nothing), zeta: hook('message', nothing) },
      {
        file,
        version: 'v',
        layer: 0,
        lines: new Map([
          ['zeta', 3],
          ['alpha', 9],
        ]),
      },
    );
    assert.deepEqual(
      hooks.map((one) => one.name),
      ['zeta', 'alpha', 'far'],
    );
  });

  it('fills in the defaults of the contract', () => {
    const [{ options, events }] = load({ it: hook(['PreToolUse', 'preToolUse'], nothing) }).hooks as [Any];
    assert.deepEqual(events, ['preToolUse']);
    assert.deepEqual(options, {
      tools: [],
      match: {},
      agents: [],
      priority: 0,
      timeoutMs: 5000,
      inherit: 'always',
      redacts: false,
      shadow: false,
      enabled: true,
    });
  });

  const wrong: [string, unknown, RegExp][] = [
    [
      'an unknown option',
      make('message', { priorty: 1 }, nothing),
      /unknown option 'priorty': did you mean 'priority'\? Hooks take tools, /,
    ],
    [
      'an option of hooks on a policy',
      (policy as Any)({ priority: 1 }, nothing),
      /unknown option 'priority'.*Policies take tools, match/,
    ],
    ['an option of an object’s prototype', make('message', { toString: 1 }, nothing), /unknown option 'toString'/],
    [
      'options behind the handler',
      make('preToolUse', nothing, { priority: 1 }),
      /the options must be an object, not a function: they stand before the handler$/,
    ],
    ['options that are a text', (policy as Any)('Bash', nothing), /the options must be an object, not a string/],
    ['options that are a list', (policy as Any)(['Bash'], nothing), /the options must be an object, not an array/],
    ['an empty name', make('message', { name: ' ' }, nothing), /option 'name': is empty: leave it out/],
    ['a wrong value', make('message', { priority: 'high' }, nothing), /option 'priority': must be a number, not text$/],
    [
      'a wrong pattern',
      make('preToolUse', { match: { command: /x/ } }, nothing),
      /option 'match\.command': must be text or an array of texts/,
    ],
    [
      'a list of no tools',
      make('preToolUse', { tools: [] }, nothing),
      /option 'tools': is an empty list, which matches nothing: leave it out/,
    ],
    [
      'a tool without a name',
      (policy as Any)({ tools: '' }, nothing),
      /option 'tools': has an empty pattern, which matches nothing/,
    ],
    ['a list of no agents', make('message', { agents: [] }, nothing), /option 'agents': is an empty list/],
    ['a match of nothing', (policy as Any)({ match: { file_path: [] } }, nothing), /option 'match\.file_path': is an empty list/],
    [
      'an empty match',
      make('preToolUse', { match: { file_path: ' ' } }, nothing),
      /option 'match\.file_path': has an empty pattern/,
    ],
    [
      'patterns without measure',
      make('preToolUse', { tools: Array.from({ length: 200 }, () => 'x'.repeat(501)) }, nothing),
      /option 'tools': has more than 100000 characters in all/,
    ],
    [
      'a match of fields without measure',
      (policy as Any)({ match: Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`field${n}`, 'x'])) }, nothing),
      /option 'match': has more than 100000 characters in all/,
    ],
    [
      'a name without measure',
      make('message', { name: 'x'.repeat(1001) }, nothing),
      /option 'name': has more than 1000 characters in all/,
    ],
    ['an event of a long name', make('x'.repeat(1e6) as 'stop', nothing), /^\w+: unknown event 'x{9,}$/],
    ['denied paths that are none', denyPaths(), /denyPaths\(\) denies nothing: it needs a pattern/],
    ['an empty denied path', denyPaths('a', ''), /denyPaths: the pattern "" can never match: it is empty/],
    ['an empty allowed path', allowPaths(''), /allowPaths: the pattern "" can never match: it is empty/],
    [
      'a denied path in quotes',
      denyPaths('a', '"b"'),
      /denyPaths: the pattern "\\"b\\"" can never match: paths are compared without quotes/,
    ],
    [
      'a path to match that is in quotes',
      make('preToolUse', { match: { file_path: ['src/**', "'lib/**'"] } }, nothing),
      /option 'match\.file_path': the pattern .* can never match: paths are compared without quotes/,
    ],
    ['a denied path by a variable', denyPaths('$HOME/.ssh'), /denyPaths: .* can never match: variables are not read/],
    ['an allowed path that is an address', allowPaths('file:///x'), /allowPaths: .* can never match: it is an address/],
    ['denied commands that are none', denyCommands(), /denyCommands\(\) can never match: it needs a pattern/],
    ['nothing to use instead', requireCommand(' ', 'go build'), /needs the command to use instead/],
    ['nothing to require a command for', requireCommand('make'), /requireCommand\(make\) can never match: it needs a pattern/],
    ['a time limit of nothing', make('message', { timeoutMs: 0 }, nothing), /option 'timeoutMs': must be more than 0$/],
    [
      'an onError that there is not',
      make('message', { onError: 'contnue' }, nothing),
      /option 'onError': must be one of "deny", "stop", "ask", "continue": did you mean "continue"\?/,
    ],
    ['an unknown event', make('preToolUsee', nothing), /unknown event 'preToolUsee': did you mean 'preToolUse'/],
    [
      'a handler in the place of the event',
      make(nothing),
      /^it: the first argument must be the name of an event, or an array of them/,
    ],
    ['an event of a prototype', make('constructor', nothing), /unknown event 'constructor'/],
    ['no event', make([], nothing), /no event/],
    ['no handler', make('message'), /the handler must be a function, not undefined/],
    ['a handler that is none', make('message', {}, 'x'), /the handler must be a function, not string/],
    [
      'an onError that the event cannot take',
      make('postToolUse', { onError: 'deny' }, nothing),
      /onError 'deny' means nothing at postToolUse: it accepts modify, stop/,
    ],
    ['an empty group', group({}), /a group has at least one hook/],
    ['a policy in a group', group({}, policy(nothing)), /member 0 of the group must be a hook/],
    [
      'members of several events',
      group({}, hook('message', nothing), hook('stop', nothing)),
      /members of a group share their events: member 0 has message, member 1 has stop/,
    ],
    [
      'a mode that is none',
      group({ continueOnErr: true } as Any, hook('message', nothing)),
      /unknown mode 'continueOnErr': did you mean 'continueOnError'\?/,
    ],
    [
      'a group without modes',
      (group as Any)(make('message', nothing), make('message', nothing)),
      /a group begins with its modes: group/,
    ],
    ['a wrong member', group({}, make('message', { prio: 1 }, nothing)), /member 0 of the group: unknown option 'prio'/],
  ];
  for (const [what, definition, expected] of wrong) {
    it(`tells of ${what}, at its line, and keeps the other hooks of the file`, () => {
      const { hooks, problems } = load({ fine: hook('message', nothing), it: definition });
      assert.deepEqual(
        hooks.map((one) => one.name),
        ['fine'],
      );
      assert.equal(problems.length, 1);
      const { message, line, severity, hook: name } = problems[0]!;
      assert.deepEqual([line, severity, name], [2, 'error', 'it']);
      assert.match(message, expected);
    });
  }

  it('suggests our name for every name of the other systems, and accepts none of them', () => {
    for (const [foreign, ours] of foreignNames) {
      if ((eventNames as string[]).includes(foreign)) continue;
      const { hooks, problems } = load({ it: make(foreign, nothing) });
      assert.equal(hooks.length, 0, foreign);
      assert.ok(problems[0]!.message.includes(`unknown event '${foreign}': did you mean '${ours}'?`), problems[0]!.message);
    }
  });

  it('warns of filters where nothing is filtered', () => {
    const { hooks, problems } = load({ it: make('message', { tools: 'Bash' }, nothing) });
    assert.equal(hooks.length, 1);
    assert.deepEqual(
      [problems[0]!.severity, problems[0]!.message.startsWith('tools filters tool events only')],
      ['warning', true],
    );
  });

  it('warns of redacts where it holds nothing back, and takes the hook', () => {
    const { hooks, problems } = load({ it: make(['postToolUse', 'preModelCall'], { redacts: true }, nothing) });
    assert.equal(hooks.length, 1);
    assert.equal(problems[0]!.severity, 'warning');
    assert.match(problems[0]!.message, /redacts holds nothing back at preModelCall: .* It does at userMessage, .*afterAgent/);
  });

  it('bounds a time limit by what a timer takes: a longer one would be over at once', () => {
    const { hooks } = load({ it: make('stop', { timeoutMs: 1e12 }, nothing) });
    assert.equal(hooks[0]!.options.timeoutMs, 2e9);
  });

  it('takes lists in lists apart, at any depth, names each by its places, and lets no stranger among them pass', () => {
    const one = () => hook('message', nothing);
    const { hooks, problems } = load({ all: [one(), guards({ maxTokens: null }), [[policy(nothing)], []]], flat: [one()] });
    assert.deepEqual(problems, []);
    assert.deepEqual(
      hooks.map(({ id, line, position }) => [id, line, position]),
      ['all[0]', 'all[1][0]', 'all[1][1]', 'all[2][0][0]', 'flat[0]'].map((name, index) => [
        `${file}#${name}`,
        name === 'flat[0]' ? 2 : 1,
        index,
      ]),
    );
    const mixed = load({ all: [[one(), 5]], plain: [[1], 2], default: [[7]] }).problems;
    assert.deepEqual(
      mixed.map(({ message, line }) => [message.split(' is no')[0], line]),
      [
        ['element 1 of all[0]', 1],
        ['element 0 of default[0]', 3],
      ],
    );
    const round: unknown[] = [one()];
    round.push([round]);
    const itself = load({ round });
    assert.deepEqual([itself.hooks.length, itself.problems[0]!.message.split(' is no')[0]], [1, 'element 0 of round[1]']);
    const within = load({ all: [group({}, one(), one()), [one()]] }).hooks.map(({ id }) => id);
    assert.equal(new Set(within).size, 2);
  });

  it('takes `module.exports = hook(…)` for a default export', () => {
    const whole = hook('message', nothing) as unknown as Record<string, unknown>;
    const { hooks, problems } = load(whole);
    assert.deepEqual([hooks.map(({ name }) => name), problems], [['default'], []]);
    const [stranger] = load({ default: [hook('message', nothing), 5] }).problems;
    assert.match(stranger!.message, /^element 1 of the default export is no hook/);
  });

  it('tells of a default export that is no hook, of a stranger in a list of hooks, and of a file with none', () => {
    assert.match(load({ default: { a: 1 } }).problems[0]!.message, /the default export is no hook, policy or tool/);
    const mixed = load({ list: [hook('message', nothing), nothing] });
    assert.deepEqual([mixed.hooks.length, mixed.problems.length], [1, 1]);
    assert.match(mixed.problems[0]!.message, /element 1 of list is no hook/);
    const [empty] = load({}).problems;
    assert.deepEqual([empty!.severity, /exports no hook/.test(empty!.message)], ['warning', true]);
  });
});
