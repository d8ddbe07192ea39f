import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NotFired } from '../../../src/editor/authoring/notFired';
import { runCli } from '../../fixtures/cli';

describe('hooks that did not fire, in the editor', function () {
  this.timeout(60_000);

  it('are told from the second session on', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-fired-')));
    try {
      const hooks = join(folder, '.hooksmith', 'hooks');
      const sessions = join(folder, 'sessions');
      for (const made of [hooks, sessions]) mkdirSync(made, { recursive: true });
      writeFileSync(
        join(hooks, 'a.ts'),
        "import { policy } from 'hooksmith';\nexport const idle = policy({ tools: 'LS', match: { path: 'src' } }, (ctx) => ctx.ask('hm'));\n",
      );
      await runCli(folder, ['run', '--session', 'one.jsonl', '/call LS {"path": "."}']);
      const told = async () => (await new NotFired(sessions).problems(() => true)).map(({ code, line }) => `${code} ${line}`);
      for (const [name, expected] of [
        ['one.jsonl', []],
        ['two.jsonl', ['not-fired 2']],
      ] as const) {
        copyFileSync(join(folder, 'one.jsonl'), join(sessions, name));
        assert.deepEqual(await told(), expected);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
