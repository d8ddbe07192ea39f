/** A hook for every event and everything that can be done there: right as it stands, and doing what it says. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hookTemplate, intentsOf, templateFile } from '../../src/editor/authoring/hookTemplates';
import { Linter } from '../../src/hooks/lint/lint';
import { runTestFile, type TestResult } from '../../src/hooks/testing/runTests';
import { eventNames, hookPoints } from '../../src/shared/hooks/points';
import { staleSnippets, writtenSnippets } from '../docs/reference/snippets';
import { root } from '../fixtures/core';

const pairs = eventNames.flatMap((event) => intentsOf(event).map((intent) => ({ event, intent })));

describe('hooks for every event and intent', function () {
  this.timeout(120_000);
  let folder: string;
  let results: TestResult[];
  const expand = (body: string[]) =>
    body
      .join('\n')
      .replace(/\$\{\d+:([^}]*)\}/g, '$1')
      .replace(/\$0/g, '')
      .replaceAll('\\$', '$');

  before(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-templates-')));
    const cases = [
      ...pairs.map(({ event, intent }) => ({
        file: `${event}-${intent}`,
        event,
        intent,
        text: templateFile(hookTemplate(event, intent)),
      })),
      ...eventNames.map((event) => ({
        file: `snippet-${event}`,
        event,
        intent: intentsOf(event)[0]!,
        text: expand(writtenSnippets()[`Hook: ${event}`]!.body),
      })),
    ];
    mkdirSync(folder, { recursive: true });
    for (const { file, text } of cases) writeFileSync(join(folder, `${file}.ts`), text);
    const test = join(folder, 'all.test.ts');
    writeFileSync(
      test,
      `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { event, runHooks } from 'hooksmith/testing';
${cases.map(({ file }, index) => `import * as hooks${index} from './${file}.js';`).join('\n')}
${cases
  .map(({ file, event, intent }, index) => {
    const tool = 'tool' in hookPoints[event] ? "{ toolName: 'Bash', input: { command: 'git status' }, " : '{ ';
    const fields = `${tool}${event === 'event' || event === 'beforeTranslate' ? "hookEvent: { type: 'stop' }, " : ''}${event === 'toolResultMessages' ? 'defaultMessages: [{ role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "x" }] }], toolCallId: "t1", ' : ''}}`;
    return `test('${file}', async () => {
  const { hooks } = await runHooks(hooks${index}, event('${event}', ${fields} as never));
  assert.deepEqual(hooks.map(({ decision, error }) => [decision, error]), [['${intent === 'observe' ? 'continue' : intent}', undefined]]);
});`;
  })
  .join('\n')}
`,
    );
    results = [];
    await runTestFile(test, { dist: join(root, 'dist'), cwd: folder, onResult: (result) => results.push(result) });
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('are clean', async () => {
    const hooks = pairs.map(({ event, intent }) => join(folder, `${event}-${intent}.ts`));
    const problems = await new Linter(join(root, 'dist')).lint({ folder, hooks }, { tools: ['Bash', 'Read'] });
    assert.deepEqual(
      problems.filter(({ code }) => code !== 'same-field').map(({ file, message }) => `${file}: ${message}`),
      [],
    );
  });

  for (const { event, intent } of pairs) {
    it(`${event}: ${intent}`, () => {
      const result = results.find(({ path: [name] }) => name === `${event}-${intent}`);
      assert.equal(result?.status, 'passed', result?.failure?.message ?? results[0]?.failure?.message);
    });
  }

  it('are snippets, one for each event', () => {
    assert.deepEqual(staleSnippets(false), [], 'run `npm run docs`');
    for (const event of eventNames) {
      const result = results.find(({ path: [name] }) => name === `snippet-${event}`);
      assert.equal(result?.status, 'passed', result?.failure?.message);
    }
  });
});
