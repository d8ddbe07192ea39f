/** Folders of hook files that go and come back as a whole, from outside: the editor tells of the folder, and of nothing that lies in it. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { HookEvent } from '../../../src/shared/events/events';
import { until } from '../../fixtures/limits';
import { saveByHand, untilLive } from './hookFiles';

describe('a folder of hook files that is moved away from outside', () => {
  const workspace = vscode.workspace.workspaceFolders![0]!.uri.fsPath;
  let seen: HookEvent[];

  before(async () => {
    ({ seen } = await vscode.extensions.getExtension<{ seen: HookEvent[] }>('hooksmith-test.test-caller')!.activate());
  });

  async function untilHeld(file: string, isHeld: boolean, change: () => void): Promise<void> {
    const count = seen.length;
    change();
    await until(() => {
      const told = seen
        .slice(count)
        .flatMap(({ type, data }) => (type === 'hooks_reloaded' || type === 'tools_reloaded' ? data : []));
      const last = told.findLast(({ files }) => files.includes(file));
      return last !== undefined && (last.held ?? []).includes(file) === isHeld;
    });
  }

  for (const { at, file, home = workspace } of [
    { at: 'hooks/team', file: 'hooks/team/quiet.ts' },
    { at: 'hooks', file: 'hooks/guard.ts' },
    { at: 'agents', file: 'agents/researcher/hooks/look-only.ts' },
    { at: 'tools', file: 'tools/scripts.ts' },
    { at: '', file: 'hooks/guard.ts' },
    { at: 'hooks', file: 'hooks/own.ts', home: homedir() },
    { at: '', file: 'hooks/own.ts', home: homedir() },
  ])
    it(`is held until it comes back, and followed then: ${join(home === workspace ? '' : '~', '.hooksmith', at)}`, async () => {
      const [folder, path] = [at, file].map((name) => join(home, '.hooksmith', name)) as [string, string];
      const elsewhere = join(homedir(), 'elsewhere');
      if (!existsSync(path))
        await untilLive(path, () =>
          saveByHand(path, "import { hook } from 'hooksmith';\nexport const quiet = hook('stop', () => undefined);\n"),
        );
      const text = readFileSync(path, 'utf8');
      await untilHeld(path, true, () => renameSync(folder, elsewhere));
      await untilHeld(path, false, () => renameSync(elsewhere, folder));
      await untilHeld(path, true, () => rmSync(path));
      await untilHeld(path, false, () => writeFileSync(path, text));
    });
});
