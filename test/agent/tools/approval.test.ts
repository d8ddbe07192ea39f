/** Who decides a tool call, for every constellation there is: the rows of the table below, strictest first, and nothing else. */
import assert from 'node:assert/strict';
import { type CallVerdict, type Circumstances, decide, type Permissions, riskOf } from '../../../src/agent/tools/approval';
import type { ToolFacts } from '../../../src/shared/calls/toolFacts';
import type { Judgement, Vote } from '../../../src/shared/verdicts/chainEnd';
import { factsOf } from '../../shell/disk';

const policy = { kind: 'policy', name: 'p' } as const;
const hook = { kind: 'hook', name: 'h' } as const;
const line = factsOf('git push');

/** One value for each thing that a verdict depends on. */
interface Case {
  judgement: undefined | 'ask' | 'deny';
  vote: undefined | 'ask' | 'allow';
  deny: 'none' | 'might' | 'does';
  ask: 'none' | 'might' | 'does';
  allow: boolean;
  mode: Permissions['mode'];
  readOnly: boolean;
  tool: 'acts' | 'edits' | 'harmless';
  protected: boolean;
  inside: boolean;
  secret: boolean;
  sensitive: boolean;
}

const values: { [K in keyof Case]: Case[K][] } = {
  judgement: [undefined, 'ask', 'deny'],
  vote: [undefined, 'ask', 'allow'],
  deny: ['none', 'might', 'does'],
  ask: ['none', 'might', 'does'],
  allow: [false, true],
  mode: ['ask', 'acceptEdits', 'plan', 'bypass'],
  readOnly: [false, true],
  tool: ['acts', 'edits', 'harmless'],
  protected: [false, true],
  inside: [false, true],
  secret: [false, true],
  sensitive: [false, true],
};

function* cases(): Generator<Case> {
  const keys = Object.keys(values) as (keyof Case)[];
  const of = function* (at: number): Generator<Partial<Case>> {
    const key = keys[at];
    if (!key) return yield {};
    for (const rest of of(at + 1)) for (const value of values[key]) yield { ...rest, [key]: value };
  };
  yield* of(0) as Generator<Case>;
}

/** `git $X` is a line of which the rule on pushes only might hold. */
const unsure = factsOf('git $X');
const known = factsOf('git push');

function verdictOf(one: Case): CallVerdict {
  const mightOnly = [one.deny, one.ask].includes('might');
  const facts: ToolFacts = { ...(mightOnly ? unsure : known), readOnly: one.readOnly };
  const rules = (what: Case['deny']) => (what === 'none' ? [] : what === 'might' ? ['Bash(git push*)'] : ['Bash(git*)']);
  const around: Circumstances = {
    tool: { harmless: one.tool === 'harmless', edits: one.tool === 'edits' },
    ...(one.protected ? { protected: '.git/config' } : {}),
    inside: one.inside,
    secret: one.secret,
    sensitive: one.sensitive,
  };
  const judgement: Judgement | undefined = one.judgement && { action: one.judgement, by: policy, reason: 'a policy' };
  const vote: Vote | undefined = one.vote && { action: one.vote, by: hook, reason: 'a hook' };
  const permissions: Permissions = {
    mode: one.mode,
    deny: rules(one.deny),
    ask: rules(one.ask),
    // A rule without a pattern allows a line that is not known whole, too.
    allow: one.allow ? ['Bash'] : [],
  };
  return decide(facts, around, permissions, vote, judgement);
}

type Row = [when: (one: Case) => boolean, action: CallVerdict['action'], by: CallVerdict['by'], reason: RegExp, forced?: boolean];
const rule = (name: string) => ({ kind: 'rule', name }) as const;
const byDefault = { kind: 'default' } as const;

/** First that applies. */
const table: Row[] = [
  [(one) => one.judgement === 'deny', 'deny', policy, /^a policy$/],
  [(one) => one.deny === 'does', 'deny', rule('Bash(git*)'), /^denied by the rule Bash\(git\*\)$/],
  [
    (one) => one.mode === 'plan' && !one.readOnly,
    'deny',
    { kind: 'mode', name: 'plan' },
    /^Plan mode: Bash would act\. Describe the plan instead; the user switches the mode when it is time to act\.$/,
  ],
  [
    (one) => one.protected,
    'ask',
    { kind: 'default', name: 'protected path' },
    /^\.git\/config is protected: changing it can change what the agent may do$/,
    true,
  ],
  [(one) => one.judgement === 'ask', 'ask', policy, /^a policy$/, true],
  [(one) => one.vote === 'ask', 'ask', hook, /^a hook$/, true],
  [
    (one) => one.deny === 'might',
    'ask',
    rule('Bash(git push*)'),
    /^the rule Bash\(git push\*\) might deny it: `\$X` in `git \$X` is only known when it runs$/,
    true,
  ],
  [(one) => one.ask === 'does', 'ask', rule('Bash(git*)'), /^asked by the rule Bash\(git\*\)$/, true],
  [
    (one) => one.ask === 'might',
    'ask',
    rule('Bash(git push*)'),
    /^asked by the rule Bash\(git push\*\), which might match: `\$X` in `git \$X` is only known when it runs$/,
    true,
  ],
  [(one) => one.vote === 'allow', 'run', hook, /^a hook$/],
  [(one) => one.allow, 'run', rule('Bash'), /^allowed by the rule Bash$/],
  [(one) => one.mode === 'bypass', 'run', { kind: 'mode', name: 'bypass' }, /^Bypass mode$/],
  [
    (one) => one.mode === 'acceptEdits' && one.tool === 'edits' && one.inside && !one.secret && !one.sensitive,
    'run',
    { kind: 'mode', name: 'acceptEdits' },
    /^Accept edits mode$/,
  ],
  [(one) => one.tool !== 'harmless', 'ask', byDefault, /^Bash acts on your machine$/, false],
  [(one) => one.secret, 'ask', byDefault, /^it names a file that holds secrets$/, false],
  [(one) => !one.inside, 'ask', byDefault, /^it names a path outside the workspace$/, false],
  [() => true, 'run', byDefault, /^reads inside the workspace$/],
];

describe('who decides a tool call', () => {
  it('is the first row that applies, for every constellation', () => {
    const met = new Set<Row>();
    let count = 0;
    for (const one of cases()) {
      const row = table.find(([when]) => when(one))!;
      const [, action, by, reason, forced] = row;
      const verdict = verdictOf(one);
      const told = () => JSON.stringify({ one, verdict });
      if (verdict.action !== action) assert.equal(verdict.action, action, told());
      if (verdict.by.kind !== by.kind || verdict.by.name !== by.name) assert.deepEqual(verdict.by, by, told());
      if (!reason.test(verdict.reason)) assert.match(verdict.reason, reason, told());
      if (verdict.action === 'ask') {
        assert.equal(verdict.forced, forced, told());
        if (forced) assert.deepEqual(verdict.suggestions, [], told());
      }
      met.add(row);
      count++;
    }
    assert.equal(
      count,
      Object.values(values).reduce((product, list) => product * list.length, 1),
    );
    assert.equal(met.size, table.length, 'every row decides something');
  }).timeout(60_000);

  it('offers a rule only for what nobody forced to be asked', () => {
    const none: Permissions = { mode: 'ask', allow: [], ask: [], deny: [] };
    const plain: Circumstances = { tool: {}, inside: true, secret: false, sensitive: false };
    const free = decide(line, plain, none);
    assert.deepEqual(free.action === 'ask' && free.suggestions, ['Bash(git push)']);
    const rejected: [string, CallVerdict][] = [
      ['a protected path', decide(line, { ...plain, protected: '.git' }, none)],
      ['a policy', decide(line, plain, none, undefined, { action: 'ask', by: policy, reason: '' })],
      ['a hook', decide(line, plain, none, { action: 'ask', by: hook, reason: '' })],
      ['a rule', decide(line, plain, { ...none, ask: ['Bash'] })],
    ];
    for (const [name, verdict] of rejected) assert.deepEqual(verdict.action === 'ask' && verdict.suggestions, [], name);
  });
});

describe('the risk of a call, in words', () => {
  const around: Circumstances = { tool: {}, inside: true, secret: false, sensitive: false };
  const { commandLine: _, commands: __, seenCommands: ___, ...file } = line;
  const write: ToolFacts = { ...file, toolName: 'Write' };
  const rows: [string, ToolFacts, Partial<Circumstances>, string][] = [
    ['a command', line, {}, 'Runs git as you, with your permissions.'],
    ['several', factsOf('git push && rm x'), {}, 'Runs git, rm as you, with your permissions.'],
    ['one of them twice', factsOf('git add . && rm x && git commit'), {}, 'Runs git, rm as you, with your permissions.'],
    [
      'a line that cannot be read',
      factsOf("git '"),
      {},
      'Runs a command line that could not be read to the end, as you, with your permissions.',
    ],
    ['what acts', write, {}, 'Acts on your machine.'],
    ['what reads', { ...write, readOnly: true }, {}, 'Only reads.'],
    ['what the tool says', { ...write, readOnly: true }, { tool: { risk: 'Asks you.' } }, 'Asks you.'],
    ['outside', write, { inside: false }, 'Acts on your machine. Reaches outside the workspace.'],
    ['secrets', write, { secret: true, inside: false }, 'Acts on your machine. Touches a file that may hold secrets.'],
    ['protected', write, { protected: '.git', secret: true, inside: false }, 'Acts on your machine. Touches a protected path.'],
  ];
  for (const [name, facts, more, expected] of rows)
    it(`of ${name}`, () => assert.equal(riskOf(facts, { ...around, ...more }), expected));
});
