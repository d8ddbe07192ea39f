/** The typings that hook authors get, in a workspace with no install: only what the build writes, and the tsconfig.json of `New Hook…`. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { writeTypings } from '../../src/editor/hookTypings';

const good = `import { appendFileSync } from 'node:fs';
import { defineTool, denyCommands, guards, hook, observe, policy, z } from 'hooksmith';

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
    const imports = "import { hook, policy } from 'hooksmith';\n";
    writeFileSync(join(hooks, 'wrong.ts'), imports + wrong.map(([line]) => line).join('\n'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

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
