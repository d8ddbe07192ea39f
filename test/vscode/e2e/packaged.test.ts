/** The package, as people get it: installed into a VS Code that has never seen it, where it does its main job. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'mocha';
import { until } from '../../fixtures/limits';
import { press, useWorkbench } from '../workbench';

const root = process.env.HOOKSMITH_ROOT!;

describe('the package in a clean VS Code', () => {
  const workbenches = useWorkbench();
  let out: string;
  before(() => {
    out = mkdtempSync(join(tmpdir(), 'hooksmith-vsix-'));
    const args = [join(root, 'test', 'packaging', 'package.mjs'), `${process.platform}-${process.arch}`, '--out', out];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  });
  after(() => rmSync(out, { recursive: true, force: true }));

  it('is installed, runs a call that a human allows, and takes a hook that is saved', async () => {
    const packaged = join(out, readdirSync(out)[0]!);
    const workbench = await workbenches.open({ packaged, builtIn: 'all' });
    const chat = await workbench.openChat();
    const log = chat.getByRole('log', { name: 'Conversation' });

    // Its shell, and a human's word.
    await workbench.send(chat, '/call Bash {"command": "touch made-by-the-package"}');
    const approval = chat.getByRole('group', { name: 'Approve Bash' });
    await press(approval.getByRole('button', { name: 'Allow', exact: true }));
    await log.getByText('Bash answered').waitFor();
    assert.ok(existsSync(join(workbench.folder, 'made-by-the-package')));
    // ripgrep, of this platform.
    await workbench.send(chat, '/call Grep {"pattern": "greet", "path": "src", "output_mode": "files_with_matches"}');
    await until(async () => /Grep answered[\s\S]*src\/greet\.js/.test(await log.innerText()));

    // esbuild, of this platform: a hook is live on save.
    await workbench.editAndSave(
      'guard.ts',
      "import { policy } from 'hooksmith';\nexport const no = policy({ tools: 'LS' }, (ctx) => ctx.deny('not by this package'));\n",
    );
    await workbench.openChat();
    await workbench.send(chat, '/call LS {"path": "."}');
    await log.getByText('not by this package').first().waitFor();

    // Texts of the manifest are those of package.nls.json.
    await workbench.page.getByRole('button', { name: /^Hooks( | .* )Section/ }).waitFor();
    await workbench.screenshot('packaged');
  });
});
