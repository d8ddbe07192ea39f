/** What the linter says of hook files, by code; and that it says nothing of those that are as they should be. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { AnyTool } from '../../../src/agent/ports/tool';
import { Linter } from '../../../src/hooks/lint/lint';
import { type Code, codes, type Problem } from '../../../src/hooks/lint/problem';
import { findHookFiles } from '../../../src/hooks/parent/building/hookFiles';
import { checkedFiles } from '../../../src/hooks/testing/checkedFiles';
import { builtInTools } from '../../../src/tools';
import { pages } from '../../docs/blocks';
import { runCli } from '../../fixtures/cli';
import { root } from '../../fixtures/core';

const head =
  "import { defineTool, denyCommands, denyPaths, group, hook, policy, rateLimit, requireCommand, z } from 'hooksmith';\n";
const bash = (event: string, body: string, more = '') => `export const a = hook('${event}', { tools: 'Bash'${more} }, ${body});`;
const pre = (body: string, more = '') => bash('preToolUse', body, more);
const known = {
  tools: builtInTools({ all: () => [], get: () => undefined }).flatMap(({ name, aliases = [] }: AnyTool) => [name, ...aliases]),
};

/** Each is said once, at the text given; `fixed` is what the first fix makes of that text's line. */
const forAgents = (glob: string) => `export const a = policy({ agents: '${glob}' }, (ctx) => ctx.deny('no'));`;

const said: Record<Exclude<Code, 'not-fired' | 'other-agent'>, [text: string, at: string, fixed?: string][]> = {
  syntax: [
    ['export const a = hook(', ''],
    ["export const a = hook('stop', () => { ) });", ') });'],
  ],
  type: [
    [pre('(ctx) => { const n: number = ctx.toolName; ctx.log(n); }'), 'n:'],
    ["export const a = hook('stop', (ctx) => ctx.deny('no'));", 'deny'],
    ["export const a = policy((ctx) => { if (ctx.step > 1) return ctx.allow('x') as never; });", 'allow'],
    ["export const a = hook(['preToolUse', 'postToolUse'], (context) => context.deny('no') as never);", 'deny'],
    [pre('() => undefined', ', tool: 1'), 'tool:'],
    ["export const a = hook('preToolUse', { tools: [] }, () => undefined);", 'tools'],
    ["import { gone } from './gone.js'; export const a = hook('stop', () => gone);", "'./gone.js'"],
    [pre("() => 'no'"), "'no'"],
    [pre("async (ctx) => { if (ctx.step > 1) return true; return ctx.deny('x'); }"), 'true'],
    [pre("() => ({ decision: 'deny', reason: 'x' })"), '({ decision'],
    [pre("(ctx) => (ctx.step > 1 ? { action: 'denny', reason: 'x' } as const : undefined)"), "'denny'"],
    [pre("() => ({ action: 'deny', resaon: 'x' })"), 'resaon'],
    // What it is told when it is loaded, where nobody would have run it.
    ["export const a = requireCommand('make');", 'requireCommand('],
    ["export const a = denyPaths('');", 'denyPaths('],
    ['export const a = rateLimit({ max: -1 });', 'rateLimit('],
    [pre('() => undefined', ', timeoutMs: -1'), 'timeoutMs'],
    [pre('() => undefined', ", priority: '5'"), 'priority'],
    ["export const a = hook('userMessage', { tools: 'Bash' }, (ctx) => ctx.log('x'));", 'hook('],
    ["export const a = hook('userMessage', { match: { text: 'a*' } }, (ctx) => ctx.log('x'));", 'hook('],
    ["const said = { action: 'deny', reasn: 'x' } as const; export const a = hook('preToolUse', () => said);", 'said);'],
    ["export const a = policy((ctx) => ctx.step > 1 && 'no');", "'no'"],
    [pre("(ctx) => ctx.modify({ inputs: { command: 'x' } })"), 'inputs'],
    [pre("(ctx) => { ctx.input.command = 'x'; }"), 'command = '],
    [pre("(ctx) => { delete ctx.input['command']; }"), "ctx.input['command']"],
    ["export const a = hook('postToolUse', (ctx) => { (ctx.metadata).n = 1; });", 'n = 1'],
    [
      "export const a = hook('preToolUse', { tools: 'Bash', match: { comand: 'x*' } }, (ctx) => ctx.log(1));",
      'comand',
      "export const a = hook('preToolUse', { tools: 'Bash', match: { command: 'x*' } }, (ctx) => ctx.log(1));",
    ],
    ["export const a = denyCommands(['sudo', 'rm']);", "['sudo'", "export const a = denyCommands(...['sudo', 'rm']);"],
    [
      "const list = ['.env']; export const a = denyPaths(list);",
      'list);',
      "const list = ['.env']; export const a = denyPaths(...list);",
    ],
  ],
  'unknown-tool': [
    [
      "export const a = policy({ tools: 'Bsh' }, (ctx) => ctx.deny('no'));",
      "'Bsh'",
      "export const a = policy({ tools: 'Bash' }, (ctx) => ctx.deny('no'));",
    ],
    [
      'export const a = hook("toolSettled", { tools: ["Read", "Wirte"] }, () => undefined);',
      '"Wirte"',
      'export const a = hook("toolSettled", { tools: ["Read", "Write"] }, () => undefined);',
    ],
    ["export const a = hook('toolSettled', { tools: 'Qx*' }, () => undefined);", "'Qx*'"],
    ["const names = ['Bsh'] as const; export const a = hook('toolSettled', { tools: names }, () => undefined);", "'Bsh'"],
    ["export const a = rateLimit({ max: 1, tool: 'Gerp' });", "'Gerp'"],
    ["const tools = 'Bsh'; export const a = hook('toolSettled', { tools }, () => undefined);", "'Bsh'"],
    [
      "export const a = hook('preToolUse', (ctx) => { if (ctx.toolName === 'bash') ctx.log(1); });",
      "'bash'",
      "export const a = hook('preToolUse', (ctx) => { if (ctx.toolName === 'Bash') ctx.log(1); });",
    ],
    ["export const a = policy(({ toolName: name, deny }) => ('Wirte' === name ? deny('no') : undefined));", "'Wirte'"],
    [
      "export const a = hook('toolSettled', (ctx) => { const { toolName } = ctx; if (toolName == 'Raed') ctx.log(1); });",
      "'Raed'",
    ],
    ["export const a = hook('toolSettled', (ctx) => { switch (ctx.toolName) { case 'Edti': ctx.log(1); } });", "'Edti'"],
    [
      "const acts = ['Bash', 'Edti']; export const a = policy((ctx) => (acts.includes(ctx.toolName) ? ctx.ask('x') : undefined));",
      "'Edti'",
    ],
    ["export const a = hook('preToolUse', { tools: 'Bash' }, (ctx) => ctx.redirect('Raed', {}));", "'Raed'"],
  ],
  'unknown-event': [
    [
      "export const a = hook('preTolUse', (ctx) => ctx.deny('no'));",
      "'preTolUse'",
      "export const a = hook('preToolUse', (ctx) => ctx.deny('no'));",
    ],
    ["export const a = hook(['stop', 'afterStepp'], () => undefined);", "'afterStepp'"],
    ["import * as hs from 'hooksmith'; export const a = hs.hook('whatever', () => undefined);", "'whatever'"],
    ["import { hook as on } from 'hooksmith'; export const a = on('whatever', () => undefined);", "'whatever'"],
  ],
  'foreign-event': [
    [
      "export const a = hook('onToolCall', (ctx) => ctx.deny('no'));",
      "'onToolCall'",
      "export const a = hook('preToolUse', (ctx) => ctx.deny('no'));",
    ],
    ["export const a = hook(['BeforeModel'], () => undefined);", "'BeforeModel'"],
  ],
  'never-runs': [
    ["export const all = [denyCommands('ls'), 5];", '5'],
    [
      "const rest = [hook('stop', () => undefined)]; export const all = [...rest, [denyCommands('ls'), ['x']]] as unknown;",
      "'x'",
    ],
    ["const list = [() => undefined, denyCommands('ls')]; export { list as all };", '() => undefined'],
    ['export default [{ events: [] }];', '{ events'],
    ["export const all = [denyCommands('ls'), undefined];", 'undefined'],
    ["const a = hook('stop', () => undefined);", 'a =', "export const a = hook('stop', () => undefined);"],
    ["hook('stop', () => undefined);", 'hook', "export const newHook = hook('stop', () => undefined);"],
    ["const a = denyCommands('sudo');", 'a ='],
    ['export const a = hook([], () => undefined);', '[]'],
    ["export const a = hook('stop', { agents: 'main/*', inherit: 'never' }, () => undefined);", "'main/*'"],
    [
      "export const a = hook('preToolUse', (ctx) => ctx.deny('all')); export const b = hook('preToolUse', { tools: 'Bash' }, (ctx) => ctx.log(1));",
      "hook('preToolUse', { tools",
    ],
    [
      "const stop = hook('preToolUse', (ctx) => ctx.deny('x')); const log = hook('preToolUse', (ctx) => ctx.log(1)); export { stop, log };",
      "hook('preToolUse', (ctx) => ctx.log",
    ],
    [
      "export const all = process.env.FREEZE ? [hook('preToolUse', (ctx) => ctx.deny('x')), hook('preToolUse', (ctx) => ctx.log(1))] : [];",
      "hook('preToolUse', (ctx) => ctx.log",
    ],
    [
      "export const all = group({}, hook('preToolUse', (ctx) => ctx.deny('x'))); export const log = hook('preToolUse', (ctx) => ctx.log(1));",
      "hook('preToolUse', (ctx) => ctx.log",
    ],
    [
      "export const b = hook('beforeStep', { priority: -1 }, () => undefined); export const a = hook('beforeStep', (ctx) => { return ctx.stop('all'); });",
      "hook('beforeStep', { priority",
    ],
  ],
  'same-field': [
    [
      "const patch = { output: 'a' }; export const a = hook('postToolUse', (ctx) => { ctx.log(ctx.toolName); return ctx.modify(patch); }); export const b = hook('postToolUse', { tools: 'Read' }, (ctx) => ctx.modify({ output: 'b' }));",
      "output: 'b'",
    ],
    [
      `${pre('(ctx) => ctx.modify({ input: { timeout: 1 } })')}\nexport const b = hook('preToolUse', { tools: ['Bash', 'Read'] }, (ctx) => ctx.modify({ input: { timeout: 2 } }));`,
      'timeout: 2',
    ],
    [
      "export const a = hook('userMessage', () => ({ action: 'modify', text: 'a' })); export const b = hook('UserPromptSubmit', (ctx) => ctx.modify({ text: 'b' }));",
      "text: 'b'",
    ],
    [
      "export const a = hook('beforeAgent', { priority: 5 }, (ctx) => ctx.modify({ system: 'a' })); export const b = hook('beforeAgent', { priority: 5 }, (ctx) => ctx.modify({ system: 'b' }));",
      "system: 'b'",
    ],
  ],
  'unreturned-decision': [
    [pre("(ctx: any) => { if (ctx.step > 1) ctx.deny('no'); }"), 'ctx.deny'],
    [pre("(ctx) => { ['a'].forEach((one) => ctx.deny(one)); }"), 'ctx.deny'],
    [pre("(ctx) => { setTimeout(() => { if (ctx.step > 1) return ctx.deny('late'); }, 5); }"), 'ctx.deny'],
    [pre("(ctx) => { ctx.deny('no'); }"), 'ctx.deny', pre("(ctx) => { return ctx.deny('no'); }")],
    [pre("(ctx) => { ctx.toolName === 'Bash' && ctx.ask('hm'); }"), 'ctx.ask'],
    [pre("(ctx) => { const made = ctx.step > 1 ? ctx.ask('hm') : undefined; }"), 'ctx.ask'],
    [pre("(ctx) => { ['a'].map((one) => ctx.deny(one)); }"), 'ctx.deny'],
    [
      pre("(ctx) => { if (ctx.step > 1) throw ctx.deny('no'); }"),
      'ctx.deny',
      pre("(ctx) => { if (ctx.step > 1) return ctx.deny('no'); }"),
    ],
    [pre("async (context) => { if (await context.complete('x')) context.modify({ metadata: {} }); }"), 'context.modify'],
    [
      "const judge = (ctx: import('hooksmith').PolicyContext<Record<string, unknown>>) => ctx.deny('no'); export const a = policy((ctx) => { judge(ctx); });",
      'judge(ctx);',
    ],
  ],
  'missing-await': [
    [pre("async (ctx) => { ctx.complete('x').finally(() => ctx.log(1)); }"), 'ctx.complete'],
    [pre("async (ctx) => { ctx.log(`it says ${ctx.complete('x')}`); }"), 'ctx.complete'],
    [pre("async (ctx) => { ctx.complete('x'); }"), 'ctx.complete', pre("async (ctx) => { await ctx.complete('x'); }")],
    [pre("(ctx) => { if (ctx.complete('x')) return ctx.deny('no'); }"), 'ctx.complete'],
    [pre("(ctx) => { if (ctx.complete('x').includes('y')) return ctx.deny('no'); }"), 'includes'],
    [
      'const audit = async (text: string): Promise<void> => console.log(text); export const a = policy((ctx) => { audit(ctx.toolName); });',
      'audit(ctx',
    ],
  ],
  'gate-continues': [
    [pre("({ deny }) => deny('no')", ", onError: 'continue'"), "'continue'"],
    [pre("(ctx) => ctx.deny('no')", ", onError: 'continue'"), "'continue'", pre("(ctx) => ctx.deny('no')", ", onError: 'deny'")],
    [
      "export const a = hook('UserPromptSubmit', { onError: 'continue' }, (ctx) => { if (ctx.text === '') return { action: 'deny', reason: 'x' }; });",
      "'continue'",
    ],
  ],
  'regex-on-command': [
    [
      pre("(ctx) => { if (new RegExp('rm').test((ctx.input as { command: string })['command'])) return ctx.deny('no'); }"),
      'new RegExp',
    ],
    [pre("(ctx) => { if (/rm/.test(ctx.input.command)) return ctx.deny('no'); }"), '/rm/'],
    [pre("(ctx) => { if (ctx.input.command.includes('sudo')) return ctx.deny('no'); }"), 'ctx.input.command.includes'],
    [
      "export const a = policy({ tools: 'Bash' }, ({ input, deny }) => { const { command } = input; return command.startsWith('sudo') ? deny('no') : undefined; });",
      'command.startsWith',
    ],
    [
      pre("(ctx) => { const line = ctx.input.command.trim().toLowerCase(); if (line.match(/sudo/)) return ctx.deny('no'); }"),
      'line.match',
    ],
    ["export const a = policy((ctx) => { if (ctx.commandLine?.includes('sudo')) return ctx.deny('no'); });", 'ctx.commandLine'],
  ],
  'any-tool': [
    [
      "export const a = policy({ match: { command: 'rm *' } }, (ctx) => ctx.deny('no'));",
      'match',
      "export const a = policy({ tools: 'Bash', match: { command: 'rm *' } }, (ctx) => ctx.deny('no'));",
    ],
    ["export const a = hook('preToolUse', { priority: 1, match: { 'file_path': 'src/**' } }, () => undefined);", 'match'],
    ["const match = { command: 'rm *' }; export const a = policy({ match }, (ctx) => ctx.deny('no'));", 'match }'],
  ],
  'never-matches': [
    ...['git push.*', 'git .*--force', 'sudo.*', '.*sudo.*', 'cat .*\\\\.env', 'curl.*-o', 'git push .*'].map(
      (text): [string, string] => [`export const a = denyCommands('${text}');`, `'${text}'`],
    ),
    ["export const a = policy({ tools: 'Bash', match: { command: '' } }, (ctx) => ctx.deny('no'));", "''"],
    ["export const a = policy({ tools: 'Bash', match: { command: ['npm *', '| sh'] } }, (ctx) => ctx.deny('no'));", "'| sh'"],
    ["export const a = policy({ tools: 'Bash', match: { command: '^git push' } }, (ctx) => ctx.deny('no'));", "'^git"],
    ["export const a = denyCommands('sudo', 'a && b');", "'a && b'"],
    ["export const a = policy({ tools: 'Edit|Write' }, (ctx) => ctx.deny('no'));", "'Edit|Write'"],
    ["export const a = hook('preToolUse', { tools: ['Bash', 'Bash(git:*)'] }, () => undefined);", "'Bash(git:*)'"],
    ["export const a = denyCommands({ patterns: ['> x'] });", "'> x'"],
    ["export const a = requireCommand('make', 'go build; go test');", "'go build;"],
    ...[
      ['{researcher,scraper}', '**/{researcher,scraper}'],
      ['[rs]*', '**/[rs]*'],
      ['res*', '**/res*'],
      ['researcher/*', 'main/researcher/*'],
      ['{a,b}/c', 'main/{a,b}/c'],
    ].map(([glob, meant]): [string, string, string] => [forAgents(glob!), `'${glob}'`, forAgents(meant!)]),
  ],
};

/** Near to what is wrong, and right. */
const fine: string[] = [
  ...['researcher', '*', 'main/{a,b}', 'm*/[ab]', '{main/a,main/b}', '{main,x}/a', '!main', '**/a', '*(main|x)/a'].map(forAgents),
  pre("(ctx) => { const denied = ['a'].map((one) => ctx.deny(one)); return denied[0]; }"),
  pre("(ctx) => { const denied = ctx.deny('a'); return ctx.step > 1 ? denied : undefined; }"),
  "export const a = hook('preToolUse', { timeoutMs: Number('5'), tools: process.env.TOOL ?? '*' }, () => undefined);",
  "const list = ['preToolUse', 'PostToolUse'] as const; export const a = hook(list, () => undefined);",
  "export const a = hook('UserPromptSubmit', (ctx) => { if (ctx.text.includes('x')) return ctx.deny('no'); });",
  "export const a = policy({ tools: ['bash', 'mcp__github__*', '*', 'Ba*', 'Weather'] }, (ctx) => ctx.ask('hm'));",
  "const a = hook('stop', () => undefined); const b = hook('stop', () => undefined); export const c = group({}, a, b);",
  "const a = hook('stop', () => undefined); export { a as stopping };",
  "export default [hook('stop', () => undefined), denyCommands('sudo')];",
  "import { guards } from 'hooksmith'; export const all = [denyCommands('ls'), guards({ maxSteps: 0 }), [[group({}, hook('stop', () => undefined))]], ...guards()];",
  "declare const given: any; declare const maybe: undefined | ReturnType<typeof policy>; const more = { ...denyCommands('rm'), extra: 1 }; export const all = [denyCommands('ls'), given, maybe, more]; export const plain = [[1], 'x'];",
  "export const a = policy({ match: { command: 'rm *' } }, (ctx) => { if (ctx.toolName === 'Bash') return ctx.deny('no'); });",
  "const only = { tools: 'Bash' } as const; export const a = policy({ ...only, match: { command: 'rm *' } }, (ctx) => ctx.deny('no'));",
  "export const make = (name: string) => policy({ tools: name }, (ctx) => ctx.deny('no'));",
  "export const a = hook('preToolUse', { tools: 'Bash', match: { command: 'ls*' } }, (ctx) => ctx.deny('some')); export const b = hook('preToolUse', () => undefined);",
  "export const a = hook('preToolUse', (ctx) => ctx.deny('all')); export const b = hook('preToolUse', { priority: 1 }, () => undefined);",
  "export const a = hook('beforeAgent', (ctx) => ctx.modify({ system: 'a' })); export const b = hook('beforeAgent', (ctx) => ctx.modify({ system: `${ctx.system}b` }));",
  "export const a = hook('beforeAgent', { priority: 1 }, (ctx) => ctx.modify({ system: 'a' })); export const b = hook('beforeAgent', (ctx) => ctx.modify({ system: 'b' }));",
  `${pre('(ctx) => ctx.modify({ input: { timeout: 1 } })', ", match: { command: 'a*' }")}\nexport const b = hook('preToolUse', { tools: 'Bash', match: { command: 'b*' } }, (ctx) => ctx.modify({ input: { timeout: 2 } }));`,
  "export const a = hook('sessionStart', (ctx) => ctx.modify({ context: 'a' })); export const b = hook('sessionStart', (ctx) => ctx.modify({ context: 'b' }));",
  "export const freeze = process.env.FREEZE ? [hook('preToolUse', (ctx) => ctx.deny('x'))] : []; export const b = hook('preToolUse', (ctx) => ctx.log(1));",
  "const stop = hook('preToolUse', (ctx) => ctx.deny('x')); export const all = process.env.FREEZE ? [stop] : []; export const b = hook('preToolUse', (ctx) => ctx.log(1));",
  "export const make = () => hook('preToolUse', (ctx) => ctx.deny('x')); export const b = hook('preToolUse', (ctx) => ctx.log(1));",
  "export const a = denyCommands('cat .env.*', 'rm *.*', 'cat notes.*', 'rm -rf .*', 'npx prettier src/a.*', 'python3.* -c *'); export const b = policy({ tools: 'Bash', match: { command: 'cat .env.*' } }, (ctx) => ctx.deny('no'));",
  "export const a = hook('preToolUse', { tools: 'mcp__vim__exec' }, (ctx) => { if ((ctx.input as { command: string }).command.startsWith('wq')) return ctx.deny('no'); });",
  "export const a = group({}, hook('beforeAgent', (ctx) => ctx.modify({ system: 'a' })), hook('beforeAgent', (ctx) => ctx.modify({ system: 'b' }))); export const b = 1;",
  "const a = hook('beforeAgent', (ctx) => ctx.modify({ system: 'a' })); const c = hook('beforeAgent', (ctx) => ctx.modify({ system: 'b' })); export const b = group({}, a, c);",
  "export const a = hook('postToolUse', (ctx) => { if (ctx.toolName === 'LS') return ctx.modify({ output: 'a' }); }); export const b = hook('postToolUse', { tools: 'Read' }, (ctx) => ctx.modify({ output: 'b' }));",
  "const db = { modify(_: object) {} }; export const a = hook('beforeAgent', () => { db.modify({ system: 'a' }); }); export const b = hook('beforeAgent', (ctx) => ctx.modify({ system: 'b' }));",
  "const list: unknown[] = [hook('preToolUse', (ctx) => ctx.deny('x')), () => list]; export const all = process.env.FREEZE ? list : []; export const b = hook('preToolUse', (ctx) => ctx.log(1));",
  pre("(ctx) => { const input = { ...ctx.input }; input.command = 'x'; return ctx.modify({ input }); }"),
  pre('(ctx) => { const all = { ctx: { input: 1 } }; all.ctx.input++; for (const ctx of [{ n: 1 }]) ctx.n = 2; }'),
  pre(
    "(ctx) => { const texts = ['a'].map(() => 'no'); ctx.log(texts); return ctx.step > 1 ? { action: 'deny', reason: 'x' } : undefined; }",
  ),
  "const list = ['sudo', 'rm']; export const a = denyCommands(...list); export const b = denyCommands({ patterns: list });",
  // Words of the same name that others say.
  `interface Decision { id: number } function record(id: number): Decision { return { id }; } ${pre('() => { record(1); }')}`,
  `const timers = [{ stop() {} }]; ${pre('(ctx) => { timers.forEach((ctx) => ctx.stop()); ctx.log(1); }')}`,
  `const timers = [{ ask() {}, drop() {} }]; ${pre('(ctx) => { for (const ctx of timers) { ctx.ask(); ctx.drop(); } }')}`,
  `const llm = { ask: async (text: string) => text }; const dialog = { deny() {} }; ${pre("async (ctx) => { ctx.log(await llm.ask('x')); dialog.deny(); }", ", onError: 'continue'")}`,
  pre("async (ctx) => { ctx.complete('z').catch(() => undefined).finally(() => ctx.log(1)); }"),
  pre("(ctx) => { const verdict = ctx.deny('no'); if (ctx.step > 1) return verdict; return undefined; }"),
  pre("(ctx) => ctx.step > 1 ? ctx.deny('no') : ctx.log('x')"),
  pre("async (ctx) => { await ctx.complete('x'); void ctx.complete('y'); ctx.complete('z').catch(() => undefined); }"),
  pre("async (ctx) => { if ((await ctx.complete('x')) === 'no') return ctx.deny('no'); }"),
  bash('postToolUse', "(ctx) => { if (ctx.step > 100) return ctx.stop('enough'); }", ", onError: 'continue'"),
  pre('(ctx) => { ctx.log(ctx.toolName); return ctx.modify({ input: { timeout: 1 } }); }', ", onError: 'continue'"),
  pre("(ctx) => { if (ctx.commands?.some(({ program }) => /^rm/.test(program))) return ctx.deny('no'); }"),
  pre("(ctx) => ctx.modify({ input: { command: ctx.input.command.replace(/\\s+$/, '') } })"),
  "export const a = hook('preToolUse', { tools: 'Write' }, (ctx) => { if (ctx.input.content.includes('x')) return ctx.deny('no'); });",
  "export const a = denyCommands('git push --force', 'find * -delete'); export const b = policy({ tools: 'Bash', match: { command: ['git commit -m *', 'echo $HOME*'] } }, (ctx) => ctx.ask('hm'));",
];

const tool = "export const weather = defineTool({ name: 'Weather', description: 'x', input: z.object({}), run: () => '' });\n";
const fineText = (text: string) => head + (text.includes('Weather') ? tool : '') + text;

/** In one folder with others they would meet those. */
const isApart = (text: string) => text.includes('export const b') && text.includes('modify');

describe('the linter', function () {
  this.timeout(240_000);
  let folder: string;
  const linter = new Linter(join(root, 'dist'));
  const all = Object.entries(said).flatMap(([code, cases]) => cases.map((one) => ({ code: code as Code, one })));
  let problems: Problem[];
  const fileOf = (name: string, ending = 'ts') => join(folder, `${name}.${ending}`);
  const write = (name: string, text: string, ending?: string): string => {
    const path = fileOf(name, ending);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  };
  /** Each by itself: what two files do to one another is another matter. */
  const alone = async (name: string, text: string, ending?: string) =>
    linter.lint({ folder, hooks: [write(name, text, ending)] }, known);

  before(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-lint-')));
    const texts = [
      ...all.map(({ one }, index) => ({ name: `case${index}`, text: head + one[0] })),
      ...fine.map((text, index) => ({ name: `fine${index}`, text: fineText(text) })),
    ];
    const together = texts.filter(({ text }) => !isApart(text));
    problems = await linter.lint({ folder, hooks: together.map(({ name, text }) => write(name, text)) }, known);
    for (const { name, text } of texts) if (isApart(text)) problems.push(...(await alone(name, text)));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const [index, { code, one }] of all.entries()) {
    const [text, at, fixed] = one;
    it(`says ${code} of ${text.slice(0, 100)}`, () => {
      const own = problems.filter(
        ({ file, code: other }) => file === fileOf(`case${index}`) && (isApart(text) || other !== 'same-field'),
      );
      assert.deepEqual([...new Set(own.map((problem) => problem.code))], [code], JSON.stringify(own));
      const whole = head + text;
      if (at !== '') {
        const before = whole.slice(0, text.lastIndexOf(at) + head.length).split('\n');
        assert.deepEqual([own[0]!.line, own[0]!.column], [before.length, before.at(-1)!.length + 1], own[0]!.message);
      }
      if (fixed === undefined) return;
      const { edits } = own[0]!.fixes![0]!;
      const changed = edits.reduceRight((now, { start, end, text: by }) => now.slice(0, start) + by + now.slice(end), whole);
      assert.equal(changed, head + fixed);
    });
  }

  it('says what is returned, written to or matched amiss once, in the words in which it fails when it runs', async () => {
    const lines = [
      [pre("() => 'no'"), /^preToolUse returned string "no": return a decision, as in ctx\.modify\(…\), or nothing/],
      [pre("() => ({ decision: 'deny' })"), /^preToolUse returned an object without action: return a decision/],
      [pre("() => ({ action: 'deny', resaon: 'x' })"), /^deny at preToolUse has no field 'resaon': did you mean 'reason'\?/],
      [pre("(ctx) => { ctx.input.command = 'x'; }"), /^ctx is read-only: return ctx\.modify\(\{ input: … \}\) instead$/],
      [pre('(ctx) => { ctx.state.count = 1; }'), /^ctx is read-only: call ctx\.state\.set\(name, value\) instead$/],
      ['export const a = policy((ctx) => { ctx.input = {}; });', /^ctx is read-only: a policy only decides$/],
      [
        "export const a = policy({ tools: 'Bash', match: { comand: 'x*' } }, (ctx) => ctx.deny('no'));",
        /^no tool that it names has the input field 'comand': did you mean 'command'\?$/,
      ],
      ["export const a = denyCommands(['sudo']);", /^denyCommands takes its patterns one by one, not as a list$/],
    ] as const;
    for (const [text, message] of lines) {
      const found = await alone('words', head + text);
      assert.equal(found.length, 1, JSON.stringify(found));
      assert.match(found[0]!.message, message);
    }
  });

  it('has a case for each code', () => {
    assert.deepEqual(Object.keys(said).sort(), codes.filter((code) => code !== 'not-fired' && code !== 'other-agent').sort());
  });

  for (const [index, text] of fine.entries()) {
    it(`says nothing of ${text.slice(0, 100)}`, async () => {
      const tool =
        "export const weather = defineTool({ name: 'Weather', description: 'x', input: z.object({}), run: () => '' });\n";
      assert.deepEqual(await alone(`fine${index}`, head + (text.includes('Weather') ? tool : '') + text), []);
    });
  }

  it('sees what two files do to one field', async () => {
    const [a, b] = ['1', '2'].map((value) =>
      write(`both/${value}`, head + pre(`(ctx) => ctx.modify({ input: { timeout: ${value} } })`)),
    );
    const [problem, ...others] = await linter.lint({ folder, hooks: [a!, b!] }, known);
    assert.deepEqual([problem!.code, problem!.file, others], ['same-field', b, []]);
    assert.match(problem!.message, /1\.ts:2/);
  });

  it('tells files of one name apart by their folders, and keeps hooks of two agents apart', async () => {
    const text = `${head}export const a = hook('beforeAgent', (ctx) => ctx.modify({ system: 'a' }));`;
    const own = ['a', 'b'].map((agent) => write(`.hooksmith/agents/${agent}/hooks/s`, text));
    assert.deepEqual(await linter.lint({ folder, hooks: own }, known), []);
    const all = write('.hooksmith/hooks/s', text);
    const [problem, ...others] = await linter.lint({ folder, hooks: [all, own[0]!] }, known);
    assert.deepEqual([problem?.file, others], [own[0], []]);
    assert.match(problem!.message, /^system is written at hooks\/s\.ts:2 too/);
    const alike = `${text}\nexport const b = hook('beforeAgent', (ctx) => ctx.modify({ system: 'b' }));`;
    assert.match((await alone('.hooksmith/hooks/s', alike))[0]!.message, / at s\.ts:2 too/);
  });

  it('names tools that have the field which any tool may match', async () => {
    const said = async (match: string) =>
      (await alone('fields', `${head}export const a = policy({ match: ${match} }, (ctx) => ctx.deny('no'));`))[0]!.message;
    assert.match(await said("{ command: 'rm *' }"), /meant, as tools: 'Bash'$/);
    assert.match(await said("{ file_path: 'a/**' }"), /meant, as tools: \['Write', 'Edit'\]$/);
    assert.match(await said("{ path: 'a/**' }"), /meant, as tools: \['Glob', 'Grep', 'LS'\]$/);
    assert.match(await said("{ text: 'a' }"), /meant$/);
  });

  it('tells a tool among hooks, and a hook among tools', async () => {
    assert.deepEqual(
      (await alone('.hooksmith/hooks/tool', head + tool)).map(({ code }) => code),
      ['never-runs'],
    );
    assert.deepEqual(
      (await alone('.hooksmith/tools/hook', `${head}export const a = hook('stop', () => undefined);`)).map(({ code }) => code),
      ['never-runs'],
    );
    assert.deepEqual(await alone('.hooksmith/tools/tool', head + tool), []);
  });

  it('tells tools whose names are refused when they are registered', async () => {
    const named = (...names: string[]) =>
      names.map((name, index) => tool.replace('weather', `t${index}`).replace('Weather', name)).join('');
    const told = async (...names: string[]) =>
      (await alone('.hooksmith/tools/names', head + named(...names))).map(({ code, severity, line, message }) => [
        ...[code, severity, line],
        message.replace('this tool is never offered: ', ''),
      ]);
    assert.deepEqual(await told('has space', 'mcp__a__b', '', 'Fine'), [
      ['never-runs', 'error', 2, "the name 'has space' must be 1 to 128 letters, digits, _ or -"],
      ['never-runs', 'error', 3, "the name 'mcp__a__b' must not begin with mcp__: such are the tools of MCP servers"],
      ['never-runs', 'error', 4, "the name '' must be 1 to 128 letters, digits, _ or -"],
    ]);
    assert.deepEqual(await told('Sky', 'sky'), [['never-runs', 'error', 3, 'the name sky is taken by line 2 of this file']]);
  });

  it('tells tools whose names a built-in tool has, or one in another file, in the words in which they are refused', async () => {
    const named = (file: string, name: string) => write(`.hooksmith/tools/${file}`, head + tool.replace('Weather', name));
    const hooks = [
      named('b', 'sky'),
      named('a', 'Sky'),
      named('sub/c', 'SKY'),
      named('d', 'bash'),
      named('e', 'Killshell'),
      named('f', 'Ground'),
    ];
    const told = await linter.lint({ folder, hooks }, { ...known, builtIn: known.tools });
    assert.deepEqual(
      told.map(({ file, code, severity, line, message }) => [
        relative(join(folder, '.hooksmith', 'tools'), file),
        code,
        severity,
        line,
        message,
      ]),
      [
        ['b.ts', 'never-runs', 'error', 2, 'the tool name sky is taken by .hooksmith/tools/a.ts: this one is not offered'],
        ['d.ts', 'never-runs', 'error', 2, 'the tool name bash is taken by built-in: this one is not offered'],
        ['e.ts', 'never-runs', 'error', 2, 'the tool name Killshell is taken by built-in: this one is not offered'],
        [
          join('sub', 'c.ts'),
          'never-runs',
          'error',
          2,
          'the tool name SKY is taken by .hooksmith/tools/a.ts: this one is not offered',
        ],
      ],
    );
    // They are looked for in one place alone.
    const apart = ['one', 'two'].map((name) => write(`apart/${name}`, head + tool));
    assert.deepEqual(await linter.lint({ folder, hooks: apart }, known), []);
  });

  it('tells calls that are made wrongly in the words in which they are refused, and nothing else of them', async () => {
    const refused: [call: string, message: string][] = [
      [
        'hook((ctx) => ctx.deny(1))',
        "the first argument must be the name of an event, or an array of them: hook('preToolUse', (ctx) => …)",
      ],
      [
        "hook({ event: 'stop' })",
        "the first argument must be the name of an event, or an array of them: hook('preToolUse', (ctx) => …)",
      ],
      ["hook('preToolUse')", 'the handler must be a function, not undefined: it is the last argument'],
      ["hook('preToolUse', { tools: 'Bash' })", 'the handler must be a function, not object: it is the last argument'],
      [
        "hook('preToolUse', (ctx) => ctx.deny(1), { tools: 'Bash' })",
        'the options must be an object, not a function: they stand before the handler',
      ],
      [
        "policy({ priority: 5 }, (ctx) => ctx.deny('no'))",
        "unknown option 'priority'. Policies take tools, match, agents, timeoutMs, shadow, enabled, name",
      ],
      [
        "defineTool({ name: 'A', description: 'x', input: { a: z.string() }, run: ({ a }) => a })",
        'input must be a zod schema: z.object({ … })',
      ],
      [
        "defineTool({ name: 'A', description: 'x', input: z.string(), run: (a) => a })",
        'input must be an object: z.object({ … })',
      ],
      ["defineTool({ name: 'A', description: 'x', run: (a) => a })", 'input must be a zod schema: z.object({ … })'],
      [
        "defineTool({ name: 'A', description: '', input: z.object({}), run: () => 1 })",
        'description must say what the tool does',
      ],
      ["defineTool({ name: 'A', input: z.object({}), run: () => 1 })", 'description must be text'],
      [
        "defineTool({ name: 'A', description: 'x', input: z.object({}) })",
        'run must be a function; a tool without one is external: true',
      ],
      [
        "defineTool({ name: 'A', description: 'x', input: z.object({}), runs: () => 1 })",
        "unknown field 'runs': did you mean 'run'? Tools take name, description, input, readOnly, enabled, timeoutMs, external, run",
      ],
    ];
    const hooks = refused.map(([call], index) =>
      write(
        `.hooksmith/${call.startsWith('defineTool') ? 'tools' : 'hooks'}/wrong${String(index).padStart(2, '0')}`,
        `${head}export const a = ${call.replace("name: 'A'", `name: 'A${index}'`)};\n`,
      ),
    );
    const told = await linter.lint({ folder, hooks }, known);
    assert.deepEqual(
      hooks.map((path) =>
        told.filter(({ file }) => file === path).map(({ code, severity, message }) => [code, severity, message]),
      ),
      refused.map(([, message]) => [['type', 'error', message]]),
    );
    const sound = [
      "const input = z.object({ n: z.coerce.number() }); const rest = { run: () => 1 }; export const a = defineTool({ name: 'A', description: 'x', input, ...rest });",
      "export const a = defineTool({ name: 'A', description: 'x', input: z.object({}), external: true });",
      "export const a = defineTool({ name: 'A', description: 'x', input: z.object({}), run() { return 1; } });",
    ];
    for (const text of sound) assert.deepEqual(await alone('.hooksmith/tools/sound', head + text), [], text);
  });

  it('tells a file of which nothing is exported that counts, as when it is loaded, and a tool that is not exported', async () => {
    const told = async (name: string, text: string) =>
      (await alone(name, text)).map(({ code, severity, message }) => [code, severity, message]);
    const none = "this file exports no hook: export const name = hook('preToolUse', (ctx) => …)";
    assert.deepEqual(await told('.hooksmith/hooks/none', 'export function helper() { return 1; }'), [
      ['never-runs', 'warning', none],
    ]);
    assert.deepEqual(await told('.hooksmith/tools/none', 'export const n = 1;'), [
      ['never-runs', 'warning', 'this file exports no tool: export const name = defineTool({ name, description, input, run })'],
    ]);
    assert.deepEqual(await told('.hooksmith/hooks/plain', 'export default function preToolUse() {}'), [
      ['never-runs', 'error', 'the default export is no hook, policy or tool: make it with hook(…), policy(…) or defineTool(…)'],
    ]);
    const lost = "const a = defineTool({ name: 'A', description: 'x', input: z.object({}), run: () => 1 });";
    assert.deepEqual(await told('.hooksmith/tools/lost', `${head}${tool}${lost}`), [
      ['never-runs', 'warning', 'this tool is never offered: a is not exported'],
    ]);
    for (const text of [
      '// Nothing yet.\n',
      "import 'node:fs';\n",
      "export { a } from './gone.js';",
      "import { hook } from 'hooksmith';\nmodule.exports = hook('stop', () => undefined);",
      "import { hook } from 'hooksmith';\nexport default hook('stop', () => undefined);",
      "import { guards } from 'hooksmith';\nexport default guards({});\nexport const helper = 1;",
    ])
      assert.ok(!(await told('.hooksmith/hooks/counts', text)).some(([code]) => code === 'never-runs'), text);
  });

  it('reads what a script requires as it reads what a module imports', async () => {
    const wrong = "hook('preTool', (ctx) => ctx.deny('x'))";
    for (const text of [
      `const { hook } = require('hooksmith');\nexports.a = ${wrong};`,
      `const { policy, hook: on } = require('hooksmith');\nmodule.exports = { a: ${wrong.replace('hook', 'on')} };`,
      `const hooks = require('hooksmith');\nmodule.exports = hooks.${wrong};`,
    ]) {
      const problems = await alone('.hooksmith/hooks/script', text, 'js');
      assert.deepEqual(
        problems.map(({ code, line }) => [code, line]),
        [['unknown-event', 2]],
        text,
      );
    }
    const script = "const { hook } = require('hooksmith');\n";
    const it = "hook('stop', () => undefined)";
    for (const [text, fixed] of [
      [`${it};`, `exports.newHook = ${it};`],
      [`const late = ${it};`, `const late = exports.late = ${it};`],
    ] as const) {
      const [problem] = await alone('.hooksmith/hooks/script', script + text, 'js');
      const [edit] = problem!.fixes![0]!.edits;
      assert.equal(text.slice(0, edit!.start - script.length) + edit!.text + text.slice(edit!.end - script.length), fixed);
    }
  });

  it('tells hooks within an exported object, map or set, which registration refuses, as errors', async () => {
    const gate = "policy((ctx) => ctx.deny('no'))";
    const held = async (text: string, name = 'held') => {
      const problems = await alone(`.hooksmith/hooks/${name}`, `import { policy } from 'hooksmith';\n${text}`);
      return problems.map(({ code, severity }) => [code, severity]);
    };
    for (const text of [
      `export const gates = { noPush: ${gate} };`,
      `export const gates = { deep: { all: [${gate}] } };`,
      `export const gates = new Map([['a', ${gate}]]);`,
      `export const gates = new Set([${gate}]);`,
      `export default { noPush: ${gate} };`,
    ]) {
      const found = (await held(text)).filter(([code]) => code === 'never-runs');
      assert.deepEqual(
        found.map(([, severity]) => severity),
        ['error'],
        text,
      );
    }
    for (const [text, name] of [
      [`export const gates = { noPush: ${gate} };\nexport const all = Object.values(gates);`],
      [`const gates = { noPush: ${gate} };\nexport const { noPush } = gates;`],
      [`export const gates = [[${gate}]];`],
      [`export const gates = { noPush: ${gate} };`, '_held'],
    ] as const)
      assert.ok(!(await held(text, name)).some(([code]) => code === 'never-runs'), text);
  });

  it('tells hooks in files that are not loaded, unless a file that is takes them', async () => {
    const text = `${head}export const a = hook('stop', () => undefined);`;
    const [stray, taken] = ['stray/_alone', 'stray/_taken'].map((name) => write(name, text));
    const hooks = [write('stray/b', "export { a } from './_taken.js';")];
    const told = await linter.lint({ folder, hooks, strays: [stray!, taken!] }, known);
    assert.deepEqual(
      told.map(({ file, code, message }) => [file, code, message]),
      [
        [
          stray,
          'never-runs',
          'this hook never runs: files whose name begins with _ are not loaded, and no file that is imports this one',
        ],
      ],
    );
    const below = write('.hooksmith/hooks/_lib/guard', text);
    const [found] = await linter.lint({ folder, hooks: [], strays: [below] }, known);
    assert.match(found!.message, /this hook never runs: files in a folder whose name begins with _ are not loaded/);
    const outside = write('.hooksmith/guard', text);
    const own = await linter.lint({ folder, hooks: [], strays: [outside] }, known);
    assert.match(own[0]!.message, /this hook never runs: hook files live in \.hooksmith\/hooks/);
  });

  it('says nothing of names that a tool has, or may have, where a handler compares them', async () => {
    const text = `${head}export const a = policy((ctx) => {
  const { toolName } = ctx;
  const other = { toolName: 'bash' };
  if (toolName === 'Bash' || toolName === 'mcp__git__push' || other.toolName === 'bash') ctx.log(1);
  if (['Write', 'Edit'].includes(ctx.toolName) || ctx.toolName !== String(other)) ctx.log(2);
});
export const b = hook('preToolUse', { tools: 'Bash' }, (ctx) => ctx.redirect('read', { file_path: 'a' }));`;
    assert.deepEqual(await alone('.hooksmith/hooks/compares', text), []);
  });

  it('takes a text that a hook file imports as the bundler does, and names one that is not there', async () => {
    const workspace = join(folder, 'texts');
    const hooks = join(workspace, '.hooksmith', 'hooks');
    mkdirSync(hooks, { recursive: true });
    writeFileSync(join(hooks, 'words.txt'), 'sudo');
    const hook = (name: string) =>
      `import words from './${name}';\n${head}export const no = policy({ tools: 'Bash' }, (ctx) => (ctx.input.command === words ? ctx.deny('no') : undefined));`;
    const check = async () => (await runCli(workspace, ['check'])).stdout;
    writeFileSync(join(hooks, 'a.ts'), hook('words.txt'));
    assert.equal(await check(), '1 files, 0 errors, 0 warnings\n');
    writeFileSync(join(hooks, 'a.ts'), hook('none.txt'));
    assert.match(await check(), /a\.ts:1:.*none\.txt".*there is no such file/);
  });

  it('warns of a package without types, which runs as well, until a declaration beside the hooks gives it some', async () => {
    const workspace = join(folder, 'untyped');
    const own = join(workspace, '.hooksmith');
    const put = (name: string, text: string) => {
      mkdirSync(dirname(join(workspace, name)), { recursive: true });
      writeFileSync(join(workspace, name), text);
    };
    put('node_modules/bare/package.json', '{"name": "bare", "version": "1.0.0", "main": "index.js"}');
    put('node_modules/bare/index.js', 'exports.isBad = (line) => line.length > 9;');
    put(
      '.hooksmith/hooks/a.ts',
      `import { isBad } from 'bare';\n${head}export const no = policy({ tools: 'Bash' }, (ctx) => (isBad(ctx.input.command) ? ctx.deny('no') : undefined));`,
    );
    const told = async () => {
      const { hooks, tests: others, declarations, strays } = checkedFiles(own);
      const problems = await linter.lint({ folder: own, hooks, others, declarations, strays }, known);
      return problems.map(({ code, severity, line, message }) => [
        code,
        severity,
        line,
        /'(bare)'/.exec(message)?.[1] ?? message,
      ]);
    };
    assert.deepEqual(await told(), [['type', 'warning', 1, 'bare']]);
    put('.hooksmith/hooks/_types/bare.d.ts', "declare module 'bare' {\n  export function isBad(line: number): boolean;\n}");
    const mistyped = "Argument of type 'string' is not assignable to parameter of type 'number'.";
    assert.deepEqual(await told(), [['type', 'error', 3, mistyped]]);
    put('.hooksmith/hooks/_types/bare.d.ts', "declare module 'bare';");
    assert.deepEqual(await told(), []);
  });

  it('tells hooks in files of another ending and in folders of another name', async () => {
    const own = join(folder, 'strays', '.hooksmith');
    const put = (name: string, text: string) => {
      mkdirSync(dirname(join(own, name)), { recursive: true });
      writeFileSync(join(own, name), text);
    };
    const text = `${head}export const a = hook('stop', () => undefined);`;
    for (const name of ['hook/a.ts', 'hooks/b.tsx', 'hooks/c.cts', 'agents/one/d.ts', 'Hooks/e.mjs']) put(name, text);
    put('hooks/f.cjs', "const { hook } = require('hooksmith');\nexports.a = hook('stop', () => undefined);");
    put('hooks/taken.cts', text);
    put('hooks/g.ts', "export { a } from './taken.cjs';");
    put('types/h.ts', text);
    put('hook/page.tsx', 'export const page = <p>Hello</p>;');
    const { hooks, tests, strays } = checkedFiles(own);
    const told = await linter.lint({ folder: own, hooks, others: tests, strays }, known);
    const ending = 'hook files end in .ts, .mts, .js or .mjs, and no file that is loaded imports this one';
    const place = 'hook files live in .hooksmith/hooks, tools in .hooksmith/tools';
    const expected = [
      ['Hooks/e.mjs', place],
      ['agents/one/d.ts', place],
      ['hook/a.ts', place],
      ['hooks/b.tsx', ending],
      ['hooks/c.cts', ending],
      ['hooks/f.cjs', ending],
    ];
    assert.deepEqual(
      told.map(({ file, message }) => [relative(own, file).replaceAll('\\', '/'), message]),
      expected.map(([file, why]) => [file, `this hook never runs: ${why}`]),
    );
  });

  it('speaks of what another file holds at its place there', async () => {
    const shared = write(
      '.hooksmith/hooks/_shared',
      `${'// a line\n'.repeat(40)}export const only = { match: { command: 'rm *' } } as const;\n`,
    );
    const text = `${head}import { only } from './_shared';\nexport const a = policy(only, (ctx) => ctx.deny('no'));\n`;
    const [problem, ...others] = await alone('.hooksmith/hooks/uses', text);
    assert.deepEqual([problem?.code, problem?.file, problem?.line, others], ['any-tool', shared, 41, []]);
    const [{ start } = { start: 0 }] = problem!.fixes![0]!.edits;
    assert.ok(readFileSync(shared, 'utf8').slice(0, start).endsWith('only = {'));
  });

  it('reads what an editor has not saved', async () => {
    const path = write('unsaved', head);
    const overlay = new Map([[path, `${head}export const a = hook('stopp', () => undefined);`]]);
    assert.deepEqual(
      (await linter.lint({ folder, hooks: [path] }, known, overlay)).map(({ code }) => code),
      ['unknown-event'],
    );
    assert.deepEqual(await linter.lint({ folder, hooks: [path] }, known), []);
  });

  it('says nothing of the examples, the snippets and the documents', async () => {
    const examples = join(root, 'test', 'fixtures', 'examples');
    assert.deepEqual(await linter.lint({ folder: examples, hooks: findHookFiles(examples) }, known), []);
    const texts: string[] = [];
    const snippets = JSON.parse(readFileSync(join(root, 'snippets', 'hooks.json'), 'utf8')) as Record<
      string,
      { prefix: string; body: string[] }
    >;
    for (const { prefix, body } of Object.values(snippets)) {
      const text = body
        .join('\n')
        .replace(/\$\{\d+:((?:[^{}]|\{[^{}]*\})*)\}/g, '$1')
        .replace(/\$0/g, '')
        .replaceAll('\\$', '$');
      texts.push(write(`snippet/${prefix}`, text));
    }
    const blocks = pages()
      .flatMap((page) => page.blocks)
      .filter(({ language, text }) => language === 'ts' && text.includes("from 'hooksmith'"));
    assert.ok(blocks.length >= 10);
    texts.push(...blocks.map(({ text }, index) => write(`pages/${index}`, text)));
    const told = await linter.lint({ folder, hooks: texts }, known);
    // Some twenty snippets in one folder meet; a user has them one by one.
    assert.deepEqual(
      told.filter(({ code }) => code !== 'same-field'),
      [],
    );
  });

  it('speaks on the command line as its usage says', async () => {
    const place = mkdtempSync(join(tmpdir(), 'hooksmith-check-'));
    try {
      const hooks = join(place, '.hooksmith', 'hooks');
      mkdirSync(hooks, { recursive: true });
      writeFileSync(join(hooks, 'a.ts'), `${head}export const a = policy({ tools: 'Bsh' }, (ctx) => ctx.deny('no'));\n`);
      writeFileSync(
        join(hooks, 'a.test.ts'),
        "import { runHooks } from 'hooksmith/testing';\nexport const wrong: number = runHooks;\n",
      );
      const { code, stdout } = await runCli(place, ['check']);
      const lines = stdout.trimEnd().split('\n');
      assert.equal(code, 1);
      assert.match(lines[0]!, /^\.hooksmith\/hooks\/a\.test\.ts:2:14: error type: Type .+$/);
      assert.match(
        lines[1]!,
        /^\.hooksmith\/hooks\/a\.ts:2:34: warning unknown-tool: no tool is named 'Bsh': did you mean 'Bash'\?$/,
      );
      assert.equal(lines[2], '1 files, 1 errors, 1 warnings');
      rmSync(join(hooks, 'a.test.ts'));
      assert.equal((await runCli(place, ['check', '.hooksmith/hooks'])).code, 0);
      const { files, errors, warnings, problems: told } = JSON.parse((await runCli(place, ['check', '--json'])).stdout);
      assert.deepEqual([files, errors, warnings, told.map((one: Problem) => one.code)], [1, 0, 1, ['unknown-tool']]);
      mkdirSync(join(place, '.hooksmith', 'tools'));
      writeFileSync(join(place, '.hooksmith', 'tools', 'own.ts'), head + tool.replace('Weather', 'Read'));
      assert.match(
        (await runCli(place, ['check'])).stdout,
        /tools\/own\.ts:2:43: error never-runs: the tool name Read is taken by built-in: this one is not offered$/m,
      );
      writeFileSync(
        join(hooks, 'a.ts'),
        `${head}const list = await Promise.resolve('nc');\nexport const a = denyCommands(list);\n`,
      );
      writeFileSync(join(hooks, 'b.ts'), "import { gone } from './gone.js';\nexport const b = gone;\n");
      const built = (await runCli(place, ['check'])).stdout.split('\n');
      assert.match(
        built[0]!,
        /^\.hooksmith\/hooks\/a\.ts:2:14: error syntax: 'await' at the top level: a hook file is loaded at once/,
      );
      assert.match(built[1]!, /^\.hooksmith\/hooks\/b\.ts:1:22: error type: Cannot find module/);
      assert.match(built[2]!, /^\.hooksmith\/tools\/own\.ts/);
      const help = (await runCli(place, ['check', '--help'])).stdout;
      for (const one of codes) assert.ok(help.includes(one), one);
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  });

  it('says of an import that leads nowhere what would be right, and reads what the own tsconfig.json extends', async () => {
    const place = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-check-')));
    const write = (name: string, text: string) => {
      mkdirSync(dirname(join(place, name)), { recursive: true });
      writeFileSync(join(place, name), text);
    };
    try {
      write('base.json', '{ "compilerOptions": { "noImplicitAny": false } }');
      write('.hooksmith/tsconfig.json', '{ "extends": "../base.json", "compilerOptions": { "baseUrl": ".." } }');
      write('lib/word.ts', "export const word = 'w';");
      write('.hooksmith/hooks/a.ts', `${head}const of = (x) => x;\nexport const a = denyCommands(of('w'));\n`);
      write('.hooksmith/hooks/b.ts', `${head}import { word } from 'lib/word';\nexport const b = denyCommands(word);\n`);
      write('.hooksmith/hooks/c.ts', `${head}import sql from './words.sql';\nexport const c = denyCommands(sql);\n`);
      write('.hooksmith/hooks/d.ts', `${head}import 'hooksmith/testing';\nexport const d = denyCommands('d');\n`);
      write('.hooksmith/hooks/words.sql', 'select 1');
      const said = (await runCli(place, ['check'])).stdout.split('\n');
      const shown = said.map((line) => line.replace(/^\.hooksmith\/hooks\//, ''));
      assert.match(
        shown[0]!,
        /^b\.ts:2:22: error type: .*: Could not resolve "lib\/word": install the package .* relative path$/,
      );
      assert.match(shown[1]!, /^c\.ts:2:17: error type: .*: cannot import words\.sql, a \.sql file: read it with node:fs/);
      assert.match(shown[2]!, /^d\.ts:2:8: error syntax: 'hooksmith\/testing' is for the tests/);
      assert.equal(shown[3], '4 files, 3 errors, 0 warnings');
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  });

  it('needs nothing but what is shipped', () => {
    assert.ok(readdirSync(join(root, 'dist', 'lib')).includes('lib.es2023.d.ts'));
  });
});
