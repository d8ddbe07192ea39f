/** Where the cursor stands in a hook file that was just made. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hookTemplate, intentsOf, placeToWrite, templateFile } from '../../../src/editor/authoring/hookTemplates';
import { eventNames } from '../../../src/shared/hooks/points';
import { root } from '../../fixtures/core';

describe('the cursor in a new hook file', () => {
  /** The file with the cursor as `|`, or what is selected between two. */
  const shown = (code: string) => {
    const { line, from, to } = placeToWrite(code);
    const text = code.split('\n')[line]!;
    return from === to ? `${text.slice(0, from)}|` : `|${text.slice(from, to)}|`;
  };

  it('stands in the handler’s body where that has lines', () => {
    assert.equal(
      shown(templateFile(hookTemplate('toolSettled', 'observe'))),
      '  ctx.log(ctx.toolName, ctx.outcome, ctx.decidedBy.kind);|',
    );
    assert.equal(shown("const f = (x) => {\n  a;\n};\n\nexport const g = hook('event', async (ctx) => {\n  b;\n});\n"), '  b;|');
  });
  it('has the name selected where it has none, or another hook has them', () => {
    assert.equal(shown(templateFile(hookTemplate('preToolUse', 'deny'))), '|denyThis|');
    assert.equal(shown("import x;\n\nexport const noSudo = denyCommands('sudo');\n"), '|noSudo|');
    assert.equal(shown("export const a = denyCommands('a');\nexport const b = policy((ctx) => {\n  b;\n});\n"), '|a|');
  });
  it('stands below the imports in each that is offered', () => {
    const gallery = join(root, 'media', 'gallery');
    const files = readdirSync(gallery).filter((name) => /^[^.]+\.ts$/.test(name));
    assert.ok(files.length > 5);
    const texts = files.map((name) => readFileSync(join(gallery, name), 'utf8'));
    const made = eventNames.flatMap((event) => intentsOf(event).map((intent) => templateFile(hookTemplate(event, intent))));
    for (const code of [...texts, ...made]) {
      const { line } = placeToWrite(code);
      assert.ok(line > code.split('\n').findLastIndex((text) => text.startsWith('import ')), code);
    }
  });
});
