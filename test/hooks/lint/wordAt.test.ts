import assert from 'node:assert/strict';
import { wordAt } from '../../../src/hooks/lint/wordAt';

/** The text with `|` where the cursor stands, what is meant there, and what stands there already. */
const cases: [text: string, kind: string | undefined, there?: string, tools?: string[]][] = [
  ["hook('pre|')", 'event', 'pre'],
  ["hook('|', (ctx) => {})", 'event', ''],
  ["hs.hook(['stop', '|'], () => {})", 'event', ''],
  ["hook('|", 'event', ''],
  ["policy('|')", undefined],
  ["policy({ tools: 'Ba|' }, (ctx) => {})", 'tool', 'Ba'],
  ['policy({ tools: [\'Bash\', "Re|"] }, (ctx) => {})', 'tool', 'Re', ['Bash', 'Re']],
  ["hook('preToolUse', { agents: '|' }, () => {})", 'agent', ''],
  ["policy({ tools: 'Bash', match: { | } }, (ctx) => {})", 'field', '', ['Bash']],
  ["policy({ tools: ['Read', 'Write'], match: { file| } }, (ctx) => {})", 'field', 'file', ['Read', 'Write']],
  ["policy({ tools: '', match: {| } }, (ctx) => {})", 'field', '', []],
  ["policy({ match: { 'file|': '' } }, (ctx) => {})", 'field', 'file'],
  ["policy({ match: { command: '|' } }, (ctx) => {})", undefined],
  ['policy({ | }, (ctx) => {})', undefined],
  ["hook('stop', (ctx) => { ctx.log('|'); })", undefined],
  ["other({ tools: '|' })", undefined],
  ["const a = '|';", undefined],
];

describe('the word at the cursor', () => {
  for (const [text, kind, there, tools] of cases) {
    it(`${text} is ${kind ?? 'nothing of ours'}`, async () => {
      const offset = text.indexOf('|');
      const source = text.replace('|', '');
      const word = await wordAt(source, 'hook.ts', offset);
      assert.equal(word?.kind, kind);
      if (there !== undefined) assert.equal(source.slice(word!.start, word!.end), there);
      if (tools !== undefined) assert.deepEqual(word!.tools, tools);
    });
  }
});
