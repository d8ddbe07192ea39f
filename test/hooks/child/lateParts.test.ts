/** The host without its large parts: whoever does not use them does not wait for them. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../fixtures/core';
import { HookSet, imports } from '../../fixtures/hookSet';

describe('the large parts of a host', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hooksmith-host-'));
  const script = join(folder, 'host.js');
  let set: HookSet;

  before(async () => {
    cpSync(join(root, 'dist', 'host.js'), script);
    set = await HookSet.start({
      files: {
        'a.ts': `${imports}export const no = hook('preToolUse', (ctx) => ctx.deny('a word of the hook'));\n`,
        'z.ts': "import { z } from 'hooksmith';\nexport const form = z.string();\n",
      },
      host: { script },
    });
  });
  after(async () => {
    await set.stop();
    rmSync(folder, { recursive: true });
  });

  it('are loaded for the file that uses one, and for no other', async () => {
    assert.match(
      set.loaded.problems.map(({ file, message }) => `${file}: ${message}`).join('\n'),
      /^[^\n]*z\.ts: [^\n]*late\/zod/,
    );
    assert.match(JSON.stringify(await set.call()), /a word of the hook/);
  });
});
