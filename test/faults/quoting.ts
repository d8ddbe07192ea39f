/** Hooks at any event that say in their own words what another hook redacts: nothing of it is shown, sent or stored. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RehearsalScript } from '../../src/models/rehearsalScript';
import { type DecisionAction, type EventName, eventNames, hookPoints } from '../../src/shared/hooks/points';
import type { StreamItem } from '../../src/shared/stream/stream';
import { Core, SharedHost } from '../fixtures/core';
import { seeded } from '../fixtures/seeded';
import { type Share, Tally, times } from './tally';

type Below = ReturnType<typeof seeded>;
type Turn = RehearsalScript['turns'][number];
type Answer = Extract<Turn, { content: unknown }>;

const secret = 'hunter2-swordfish';
const says = (text: string): Answer => ({ content: [{ type: 'text', text }] });
const calls = (name: string, input: Record<string, unknown>): Answer => ({ content: [{ type: 'tool_use', name, input }] });

interface Source {
  /** Who redacts it, and what they make of it. */
  cleans: Partial<Record<EventName, string>>;
  /** What else they may do instead. */
  instead?: readonly string[];
  message?: string;
  turns(below: Below): Turn[];
}

const output = 'ctx.modify({ output: clean(ctx.output) })';
const response = 'ctx.modify({ response: clean(ctx.response ?? {}) })';
const error = 'ctx.modify({ error: { ...ctx.error, message: clean(ctx.error.message) } })';
const sources: Record<string, Source> = {
  'an output': { cleans: { postToolUse: output }, turns: () => [calls('Read', { file_path: 'a.txt' }), says('done')] },
  'an output as it comes': {
    cleans: { postToolUse: output },
    turns: (below) => {
      const ends = below(2) === 0 ? '; exit 1' : '';
      const apart = below(3) === 0 ? { run_in_background: true } : {};
      return [calls('Bash', { command: `cat a.txt; cat a.txt${ends}`, ...apart }), says('done')];
    },
  },
  'a failure': {
    cleans: { toolError: error, postToolUse: output },
    turns: () => [calls('Bash', { command: 'cat a.txt; exit 3' }), says('done')],
  },
  'result messages': {
    cleans: { toolResultMessages: 'ctx.modify({ messages: clean(ctx.messages ?? ctx.defaultMessages) })' },
    turns: () => [calls('Bash', { command: 'cat a.txt' }), says('done')],
  },
  'a message': {
    cleans: { userMessage: 'ctx.modify({ message: clean(ctx.message) })' },
    instead: ["ctx.deny('not said')"],
    message: `it is ${secret}`,
    turns: () => [says('done')],
  },
  'an input': {
    cleans: { preToolUse: 'ctx.modify({ input: clean(ctx.input) })' },
    instead: ["ctx.deny('no')", "ctx.respond('answered')", "ctx.fail('failed')"],
    turns: (below) => {
      const inputs: [string, Record<string, unknown>][] = [
        ['Bash', { command: `echo ${secret}` }],
        ['Write', { file_path: `${secret}.txt`, content: secret }],
        ['Nope', { a: secret }],
        ['Bash', { command: 5, other: secret }],
      ];
      return [calls(...inputs[below(inputs.length)]!), says('done')];
    },
  },
  'an answer': {
    cleans: { postModelCall: response },
    turns: () => [
      { content: [...says(`it is ${secret}`).content, ...calls('Read', { file_path: 'b.txt' }).content] },
      says(`and ${secret}`),
    ],
  },
  'the last answer': { cleans: { stop: response, afterAgent: response }, turns: () => [says(`it is ${secret}`)] },
  thinking: {
    cleans: { postModelCall: response },
    turns: () => [
      {
        content: [
          { type: 'thinking', thinking: secret, signature: 's' },
          { type: 'text', text: 'done' },
        ],
      },
    ],
  },
  'a failure of the model': {
    cleans: { modelError: error },
    instead: ["ctx.respond({ content: [{ type: 'text', text: 'instead' }] })", "ctx.stop('enough')"],
    turns: (below) => [
      { error: { status: [400, 500, 529][below(3)]!, type: 'api_error', message: secret } },
      ...Array.from({ length: 6 }, () => says('done')),
    ],
  },
};

const spoken: ReadonlySet<DecisionAction> = new Set<DecisionAction>(['deny', 'ask', 'allow', 'fail', 'stop']);

/** A hook that says all that it is shown, by one of the ways there are; every other one where somebody redacts. */
function spy(n: number, below: Below, cleaned: readonly EventName[]): string {
  const events = below(2) === 0 ? cleaned : eventNames;
  const event = events[below(events.length)]!;
  const said = hookPoints[event].decisions.filter((action: DecisionAction) => spoken.has(action));
  const ways = [
    'ctx.log(all(ctx));',
    'console.log(all(ctx));',
    'throw new Error(all(ctx));',
    'void Promise.reject(new Error(all(ctx)));',
    "await ctx.complete('judge ' + all(ctx));",
    "ctx.state.set('seen', all(ctx));",
    ...said.map((action) => `return ctx.${action}(all(ctx));`),
  ];
  const late = below(6) === 0 ? 'await 0;' : '';
  const options = [
    `priority: ${below(2) === 0 ? 5 : -5}`,
    ...(below(3) === 0 ? ["onError: 'continue'"] : []),
    ...(below(6) === 0 ? ['shadow: true'] : []),
  ];
  return `export const spy${n} = hook('${event}', { ${options.join(', ')} }, async (ctx) => { ${late} ${ways[below(ways.length)]} });`;
}
const policies = ['ctx.log(all(ctx));', 'throw new Error(all(ctx));', 'return ctx.ask(all(ctx));', 'return ctx.deny(all(ctx));'];

function hookFile({ cleans, instead = [] }: Source, below: Below): string {
  const mode = below(instead.length + 2);
  const made = (what: string) => (mode === 0 ? "{ throw new Error('broken'); }" : (instead[mode - 2] ?? what));
  return `import { hook, policy } from 'hooksmith';
const clean = (value) => JSON.parse(JSON.stringify(value).replaceAll('${secret}', 'KEY'));
const all = (ctx) => Object.entries(ctx).map(([name, value]) => name + ': ' + (typeof value === 'string' ? value : JSON.stringify(value))).join('; ');
${Object.entries(cleans)
  .map(([event, what]) => `export const at_${event} = hook('${event}', { redacts: true }, (ctx) => ${made(what)});`)
  .join('\n')}
${Array.from({ length: 1 + below(4) }, (_, n) => spy(n, below, Object.keys(cleans) as EventName[])).join('\n')}
${below(3) === 0 ? `export const judge = policy({ tools: '*' }, (ctx) => { ${policies[below(policies.length)]} });` : ''}`;
}

export async function quoting(share: Share): Promise<Tally> {
  const tally = new Tally('hooks that quote what another redacts');
  const host = new SharedHost();
  const names = Object.keys(sources);
  try {
    for (let seed = 1; seed <= times(1500, share); seed++) {
      const below = seeded(seed * 104729);
      const name = names[seed % names.length]!;
      const hooks = hookFile(sources[name]!, below);
      await tally.try(`${name}, seed ${seed}:\n${hooks}\n`, () => told(host, sources[name]!, hooks, below));
    }
  } finally {
    host.dispose();
  }
  return tally;
}

async function told(host: SharedHost, { message = 'go', turns }: Source, hooks: string, below: Below): Promise<void> {
  const own = turns(below);
  const delegates = message === 'go' && below(4) === 0;
  const handed = calls('Agent', { subagent_type: 'researcher', prompt: 'look' });
  const core = await Core.start({
    host,
    script: delegates ? { turns: [handed, says('done')], agents: { researcher: { turns: own } } } : { turns: own },
    permissions: { mode: below(2) === 0 ? 'ask' : 'bypass' },
    hooks: { 'a.ts': hooks },
    files: {
      'a.txt': `it is ${secret}`,
      'b.txt': '',
      '.hooksmith/agents/researcher.md': '---\nname: researcher\ndescription: r\n---\nYou look.\n',
    },
    human: ({ id, inputHash }) =>
      below(3) === 0 ? { id, inputHash, decision: 'deny', reason: 'no' } : { id, inputHash, decision: 'allow', scope: 'once' },
  });
  try {
    const path = join(core.folder, 'sessions', 'session.jsonl');
    const { session, settle, close } = core.open({ id: 's', items: [], path });
    const live: StreamItem[] = [];
    session.onItem((item) => live.push(structuredClone(item)));
    await session.send(message);
    await session.observed();
    settle();
    const sinks = {
      live: live.map((item) => JSON.stringify(item)),
      file: readFileSync(path, 'utf8').split('\n'),
      log: core.logs,
    };
    await session.dispose();
    close();
    for (const [sink, lines] of Object.entries(sinks))
      assert.equal(
        lines.find((line) => line.includes(secret)),
        undefined,
        `it is in ${sink}`,
      );
  } finally {
    await core.stop();
  }
}
