/** The files of a core: what several signs of one change come to. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Core } from './fixtures/core';

describe('a hook file that is saved', () => {
  let core: Core | undefined;
  afterEach(async () => {
    await core?.stop();
    core = undefined;
  });

  it('is live as the human’s save, though another sign of it came first, and what a command writes is not', async () => {
    const text = (word: string) => `import { denyCommands } from 'hooksmith';\nexport const guard = denyCommands('${word}');\n`;
    core = await Core.start({ hooks: { 'a.ts': text('a') } });
    const { assembled, folder } = core;
    const path = join(folder, '.hooksmith', 'hooks', 'a.ts');
    const told: boolean[] = [];
    assembled.onDidReload((kind, { saved }) => kind === 'hooks_reloaded' && told.push(saved));
    writeFileSync(path, text('b'));
    const seen = assembled.changed(path);
    await Promise.all([seen, assembled.changed(path, 'save')]);
    assert.deepEqual(told, [true]);
    writeFileSync(path, text('longer'));
    await assembled.changed(path, 'command');
    writeFileSync(path, text('longest'));
    await assembled.changed(path);
    assert.deepEqual(told, [true, false, false]);
  });
});
