/** The typings that hook authors get, in a workspace with no install: only what the build writes, and the tsconfig.json of `New Hook…`. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { writeTypings } from '../../src/editor/hooks/hookTypings';
import { LintClient } from '../../src/hooks/lint/lintClient';

const good = `import { appendFileSync } from 'node:fs';
import { defineTool, denyCommands, guards, hook, observe, policy, type Returned, z } from 'hooksmith';

export const patient = hook('preToolUse', { tools: 'Bash', match: { command: 'npm test*' } }, (ctx) =>
  ctx.modify({ input: { timeout: 600_000 } }));
export const pushes = policy({ tools: 'Bash' }, (ctx) => ctx.ask(ctx.input.command));
export const logged = observe((event) => appendFileSync('/tmp/log', JSON.stringify(event)));
export const noSudo = denyCommands('sudo');
export const limits = guards({ maxSteps: null });
const shape = z.object({ a: z.number() });
export const add = defineTool({ name: 'Add', description: 'Adds one', input: shape, run: ({ a }) => a + 1 });
export const judged = hook('userMessage', async (ctx) => {
  const answer: string = await ctx.complete('Is this rude?');
  console.log(process.platform, answer);
  if (answer === 'yes') return ctx.deny('Be kind.');
});
export const plain = hook('preToolUse', { tools: 'Bash', onError: 'ask' }, async (ctx) => {
  if (ctx.step === 0) return { action: 'modify', input: { command: 'ls', timeout: undefined }, metadata: { any: 1 } };
  if (ctx.step === 1) return { action: 'deny', reason: 'no' };
  if (ctx.step === 2) return ctx.stop('enough');
  return ctx.step === 3 ? { action: 'ask', reason: 'x' } : undefined;
});
export const anyTool = hook('preToolUse', () => ({ action: 'modify', input: { whatever: 1 } }));
export const requests = hook('preModelCall', () => ({ action: 'modify', request: { max_tokens: 3, top_p: 1 } }));
export const both = hook(['preToolUse', 'permissionRequest'], { onError: 'ask' }, () => ({ action: 'deny', reason: 'no' }));
export const twice = hook(['beforeStep', 'afterStep'], { onError: 'stop' }, (ctx) => ({ action: 'modify', messages: [...ctx.messages] }));
const names: string[] = ['Bash'];
export const listed = hook('preToolUse', { tools: names, agents: [...names] }, (ctx) => ctx.log(ctx.input.command));
export const older = hook('preToolUse', { tools: 'bashoutput' }, (ctx) => ctx.log(ctx.input.task_id.trim()));
const typed = (): Returned<'preToolUse'> => ({ action: 'deny', reason: 'no' });
export const annotated = hook('preToolUse', typed);
export const loose = hook('preToolUse', (ctx: unknown): any => ctx);
export const judging = policy((ctx) => (ctx.depth > 3 ? { action: 'confine', hosts: [] } : undefined));
export const throwing = policy(() => { throw new Error('closed'); });
export const answered = hook('preModelCall', () => ({ action: 'respond', value: 'hello', final: false }));
export const failed = hook('toolError', (ctx) => ({ action: 'modify', error: ctx.errors.length > 3 ? 'text' : { message: 'x', kind: 'tool' } }));
`;
/** One mistake a line, and what the compiler says of it. */
const wrong: [string, RegExp][] = [
  ["hook('preToolUse', { toolz: 'Bash' }, () => undefined);", /toolz|never/],
  ["hook('postToolUse', (ctx) => ctx.deny('no'));", /'deny' does not exist/],
  ['policy((ctx) => ctx.allow());', /'allow' does not exist/],
  ["hook('preTool', () => undefined);", /preTool/],
  [
    "hook('preToolUse', { tools: 'Bash' }, (ctx) => ctx.modify({ input: { comand: 'ls' } }));",
    /'comand'.*Did you mean.*'command'/s,
  ],
  ["hook('preToolUse', { tools: 'Bash' }, (ctx) => ctx.log(ctx.input.comand));", /'comand'.*'command'/s],
  ["hook('preToolUse', () => 'deny');", /not assignable/],
  ["hook('preToolUse', () => ({ action: 'deny', resaon: 'no' }));", /resaon/],
  ["hook('preToolUse', (ctx) => (ctx.step > 3 ? { action: 'deny', resaon: 'no' } : undefined));", /resaon/],
  ["hook('preToolUse', async (ctx) => { if (ctx.step > 3) return { action: 'ask', resaon: 'no' }; });", /resaon/],
  ["hook('preToolUse', { tools: 'Bash' }, () => ({ action: 'modify', inptu: {} }));", /inptu/],
  ["hook('preToolUse', { tools: 'Bash' }, () => ({ action: 'modify', input: { comand: 'ls' } }));", /comand/],
  [
    "hook('preToolUse', { tools: 'Bash' }, () => ({ action: 'modify', input: { command: 'ls', timeuot: 3 } }));",
    /input\.timeuot/,
  ],
  ["hook('toolError', () => ({ action: 'modify', error: { mesage: 'x' } }));", /mesage/],
  ["hook(['beforeRun', 'preToolUse'], () => ({ action: 'deny' }));", /not assignable/],
  ["policy(() => ({ action: 'deny', resaon: 'no' }));", /resaon/],
  ["policy({ tools: 'Bash' }, (ctx) => (ctx.step > 0 ? ctx.deny('x') : { action: 'ask', why: 'no' }));", /why/],
  ["policy({ tools: 'Bash' }, (ctx) => ctx.confine({ denyReads: ['x'] }));", /denyReads/],
  ['policy({ priority: 3 }, () => undefined);', /priority|never/],
  ["hook('postToolUse', { onError: 'deny' }, () => undefined);", /"deny"/],
  ["hook(['preToolUse', 'beforeStep'], { onError: 'deny' }, () => undefined);", /"deny"/],
  ["hook('preToolUse', { onError: 'denny' }, () => undefined);", /"denny"/],
  ["hook('beforeRun', { onError: 'ask' }, () => undefined);", /"ask"/],
  ["hook('preToolUse', (ctx) => ctx.respond('x', { finl: true }));", /finl/],
  ["hook('toolError', (ctx) => ctx.retry({ afterMS: 1 }));", /afterMS/],
  ["hook('userMessage', (ctx) => ctx.modify({ txt: 'x' }));", /txt/],
  ["group({ continueOnEror: true }, hook('beforeRun', () => undefined));", /continueOnEror/],
  ['stepLimit(3, { prioritty: 1 });', /prioritty/],
  ['guards({ maxStep: 3 });', /maxStep/],
  ["rateLimit({ max: 3, tools: 'Bash' });", /tools/],
  ["denyCommands({ patterns: ['a'], opaqe: 'ignore' });", /opaqe|overload/],
  ["contextConfig({ sytem: 'x' });", /sytem/],
  ["hook('preToolUse', { tools: [] }, () => undefined);", /matches nothing/],
  ['policy({ tools: [] }, () => undefined);', /matches nothing/],
  ["hook('preToolUse', { agents: [] }, () => undefined);", /matches nothing/],
  ["policy({ tools: 'Bash', match: { command: [] } }, () => undefined);", /matches nothing/],
  ['hook([], () => undefined);', /at least one event/],
  ["hook('preToolUse', { tools: 'bash' }, (ctx) => ctx.log(ctx.input.comand));", /'comand'.*'command'/s],
  ["defineTool({ name: 'A', description: 'x', input: z.object({}), run: () => 1, readonly: true });", /readonly|overload/],
  ["hook('userMessage', async (ctx) => void (await ctx.complete('x', { maxToken: 3 })));", /maxToken/],
];

describe('typings without an install', function () {
  this.timeout(120_000);
  let folder: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hooksmith-typings-'));
    const build = join(process.env.HOOKSMITH_ROOT!, 'src', 'api', 'writeTypings.mjs');
    const made = join(folder, 'made');
    await ((await import(pathToFileURL(build).href)) as { writeTypings(to: string): Promise<void> }).writeTypings(made);
    assert.equal(await writeTypings(folder, { folder: made, version: '1' }), true);
    assert.equal(await writeTypings(folder, { folder: made, version: '1' }), false, 'current typings are left alone');
    rmSync(made, { recursive: true });
    const hooks = join(folder, '.hooksmith', 'hooks');
    mkdirSync(hooks, { recursive: true });
    writeFileSync(join(hooks, 'good.ts'), good);
    const imports =
      "import { contextConfig, defineTool, denyCommands, group, guards, hook, policy, rateLimit, stepLimit, z } from 'hooksmith';\n";
    writeFileSync(join(hooks, 'wrong.ts'), imports + wrong.map(([line]) => line).join('\n'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('adds the module of tests to a tsconfig that was written before there was one, and keeps what the user made of it', async () => {
    const older = join(folder, 'older');
    const path = join(older, '.hooksmith', 'tsconfig.json');
    const made = { folder: join(older, 'made'), version: '1' };
    mkdirSync(made.folder, { recursive: true });
    const update = async (text: string) => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      await writeTypings(older, made);
      return readFileSync(path, 'utf8');
    };
    const text = `{
  // Mine.
  "compilerOptions": {
    "strict": false, // for now
    "paths": {
      "hooksmith": ["./types/hooksmith/api/index.d.ts"],
      "zod": ["../node_modules/zod"],
    },
  },
}
`;
    const after = await update(text);
    const { config, error } = ts.parseConfigFileTextToJson(path, after);
    assert.equal(error, undefined);
    assert.deepEqual(config.compilerOptions.paths['hooksmith/testing'], ['./types/hooksmith/api/testing.d.ts']);
    assert.equal(after.replace(/^.*testing.*\n/m, ''), text, 'nothing else has changed');
    assert.equal(await writeTypings(older, made), false, 'once');
    const short = '{"compilerOptions": {"paths": {"hooksmith": ["./types/hooksmith/api/index.d.ts"]}}}';
    assert.deepEqual(JSON.parse(await update(short)).compilerOptions.paths, {
      'hooksmith/testing': ['./types/hooksmith/api/testing.d.ts'],
      hooksmith: ['./types/hooksmith/api/index.d.ts'],
    });
    for (const theirs of [text.replace('./types/hooksmith/api', '../elsewhere'), '{ "extends": "../tsconfig.json" }', '{ broken'])
      assert.equal(await update(theirs), theirs);
  });

  it('types hook files of JavaScript, in both ways of modules; a tsconfig.json of ours from before is mended', async () => {
    const place = join(folder, 'scripts');
    const made = { folder: join(folder, '.hooksmith', 'types'), version: '2' };
    await writeTypings(place, made);
    const path = join(place, '.hooksmith', 'tsconfig.json');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace(/^.*"allowJs".*\n/m, ''));
    await writeTypings(place, made);
    assert.equal(readFileSync(path, 'utf8'), text);
    mkdirSync(join(place, '.hooksmith', 'hooks'));
    const body = "hook('preToolUse', { tools: 'Bash' }, (ctx) => ctx.deny(ctx.input.comand));";
    const write = (name: string, first: string) =>
      writeFileSync(join(place, '.hooksmith', 'hooks', name), `// @ts-check\n${first}${body}\n`);
    write('script.js', "const { hook } = require('hooksmith');\nexports.a = ");
    write('module.mjs', "import { hook } from 'hooksmith';\nexport const a = ");
    const { config } = ts.readConfigFile(path, ts.sys.readFile);
    const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(path));
    const found = ts.getPreEmitDiagnostics(ts.createProgram(fileNames, options));
    assert.deepEqual(found.map(({ file }) => basename(file!.fileName)).sort(), ['module.mjs', 'script.js']);
    for (const { messageText } of found) assert.match(ts.flattenDiagnosticMessageText(messageText, ''), /'comand'.*'command'/);
  });

  it('declares packages without types, so that the editor has no error where check warns; of a tsconfig.json of ours from before too', async () => {
    const place = join(folder, 'untyped');
    const own = join(place, '.hooksmith');
    const put = (name: string, text: string) => {
      mkdirSync(dirname(join(place, name)), { recursive: true });
      writeFileSync(join(place, name), text);
    };
    const typings = { folder: join(folder, '.hooksmith', 'types'), version: '3' };
    await writeTypings(place, typings);
    const path = join(own, 'tsconfig.json');
    const text = readFileSync(path, 'utf8');
    put('.hooksmith/tsconfig.json', text.replace(', "types/untyped.d.ts"', ''));
    await writeTypings(place, typings);
    assert.equal(readFileSync(path, 'utf8'), text);
    put('node_modules/@odd/bare/package.json', '{"name": "@odd/bare", "version": "1.0.0", "main": "index.js"}');
    put('node_modules/@odd/bare/index.js', 'exports.isBad = (line) => line.length > 9;');
    const hook = join(own, 'hooks', 'a.ts');
    const errors = () => {
      const { config } = ts.readConfigFile(path, ts.sys.readFile);
      const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, own);
      return ts.getPreEmitDiagnostics(ts.createProgram(fileNames, options)).map(({ code }) => code);
    };
    const reader = new LintClient(join(process.env.HOOKSMITH_ROOT!, 'dist'));
    const lint = async () =>
      (await reader.ask({
        kind: 'lint',
        declares: true,
        files: { folder: own, hooks: [hook] },
        known: { tools: [], builtIn: [], guarded: [] },
        unsaved: [],
      })) as { code: string; severity: string; untyped?: string }[];
    const body =
      "import { policy } from 'hooksmith';\nexport const no = policy((ctx) => (isBad(ctx.toolName) ? ctx.deny('no') : undefined));\n";
    put('.hooksmith/hooks/a.ts', `import { isBad } from '@odd/bare';\n${body}`);
    try {
      assert.deepEqual(errors(), [7016]);
      const told = [{ code: 'type', severity: 'warning', untyped: '@odd/bare' }];
      for (const time of ['first', 'again']) {
        assert.deepEqual(
          (await lint()).map(({ code, severity, untyped }) => ({ code, severity, untyped })),
          told,
          time,
        );
        assert.deepEqual(errors(), [], time);
      }
      put('.hooksmith/hooks/a.ts', `const isBad = (name: string) => name === '';\n${body}`);
      assert.deepEqual(await lint(), []);
      assert.equal(readFileSync(join(own, 'types', 'untyped.d.ts'), 'utf8'), '');
    } finally {
      reader.dispose();
    }
  });

  it('type-checks a right hook file without a finding and finds each mistake of a wrong one on its line', () => {
    const { config, error } = ts.readConfigFile(join(folder, '.hooksmith', 'tsconfig.json'), ts.sys.readFile);
    assert.equal(error, undefined);
    const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, join(folder, '.hooksmith'));
    assert.deepEqual(fileNames.map((path) => basename(path)).sort(), ['good.ts', 'wrong.ts']);
    const found = ts.getPreEmitDiagnostics(ts.createProgram(fileNames, options)).map((one) => ({
      file: one.file && basename(one.file.fileName),
      line: one.file?.getLineAndCharacterOfPosition(one.start!).line,
      text: ts.flattenDiagnosticMessageText(one.messageText, '\n'),
    }));
    assert.deepEqual(
      found.filter(({ file }) => file !== 'wrong.ts'),
      [],
    );
    for (const [index, [line, expected]] of wrong.entries()) {
      const texts = found.filter((one) => one.line === index + 1).map((one) => one.text);
      assert.ok(
        texts.some((text) => expected.test(text)),
        `${line}\n→ ${texts.join('\n') || 'no finding'}`,
      );
    }
  });
});
