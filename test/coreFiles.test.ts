/** The files of a core: what several signs of one change come to. */
import assert from 'node:assert/strict';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
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

describe('agents', () => {
  it('go and come back with the folder that holds their definitions, at any level', async () => {
    const core = await Core.start();
    try {
      const { assembled, folder } = core;
      const agents = join(folder, '.hooksmith', 'agents');
      mkdirSync(agents, { recursive: true });
      writeFileSync(join(agents, 'helper.md'), '---\ndescription: Helps\n---\nHelp.\n');
      const isThere = async (path: string) => {
        await assembled.changed(path);
        return assembled.agents.get('helper') !== undefined;
      };
      for (const moved of [agents, join(folder, '.hooksmith')]) {
        assert.equal(await isThere(moved), true, moved);
        renameSync(moved, `${moved} elsewhere`);
        assert.equal(await isThere(moved), false, moved);
        renameSync(`${moved} elsewhere`, moved);
      }
    } finally {
      await core.stop();
    }
  });
});
