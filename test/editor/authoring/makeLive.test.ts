/** One click takes `shadow: true` out of a definition, and nothing else. */
import assert from 'node:assert/strict';
import { withoutShadow } from '../../../src/editor/authoring/makeLive';

describe('withoutShadow', () => {
  for (const [what, before, after] of [
    [
      'among others',
      `export const a = policy({ tools: 'Bash', shadow: true, name: 'x' }, f);`,
      `export const a = policy({ tools: 'Bash', name: 'x' }, f);`,
    ],
    [
      'the last',
      `export const a = policy({ tools: 'Bash', shadow: true }, f);`,
      `export const a = policy({ tools: 'Bash' }, f);`,
    ],
    ['the only one', 'export const a = policy({ shadow: true }, f);', 'export const a = policy({ }, f);'],
    [
      'on a line of its own',
      "export const a = policy(\n  {\n    tools: 'Bash',\n    shadow: true,\n  },\n  f,\n);",
      "export const a = policy(\n  {\n    tools: 'Bash',\n  },\n  f,\n);",
    ],
    [
      'not in a text or a comment',
      "export const a = policy({ /* shadow: true */ name: ', shadow: true', shadow: true }, f);",
      "export const a = policy({ /* shadow: true */ name: ', shadow: true' }, f);",
    ],
  ] as const)
    it(what, () => assert.equal(withoutShadow(before, 1), after));

  it('of the hook at that line only', () => {
    const text =
      'export const a = policy({ shadow: true }, f);\nexport const b = policy({ tools: [], shadow: true }, g);\nexport const c = policy({ shadow: true }, h);\n';
    assert.equal(withoutShadow(text, 2), text.replace('tools: [], shadow: true', 'tools: []'));
  });

  it('leaves alone what has none of its own', () => {
    const text =
      'const options = { shadow: true };\nexport const a = policy(options, f);\nexport const b = policy({ shadow: false }, (ctx) => { const o = { ashadow: true }; });\n';
    assert.equal(withoutShadow(text, 2), undefined);
    assert.equal(withoutShadow(text, 3), undefined);
  });
});
