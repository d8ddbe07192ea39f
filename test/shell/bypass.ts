/** What tests of protected paths ask: the verdict on a line in Bypass mode, on a disk that is given by its names. */
import { diskFiles } from '../../src/adapters/disk/diskFiles';
import { decide } from '../../src/agent/tools/approval';
import { Toolbox } from '../../src/agent/tools/toolbox';
import { ToolRegistry } from '../../src/agent/tools/toolRegistry';
import { bash } from '../../src/tools/bash';

/** A disk of names: a workspace with a few folders, some of which hold what is protected. */
export const disk = new Map([
  ['/repo/project', ['src', 'out', 't', 'u', 'sub', '.git', '.vscode', 'a.ts', 'a.tar']],
  ['/repo/project/src', ['c.ts', 'd.ts']],
  ['/repo/project/out', []],
  ['/repo/project/t', ['.npmrc', 'x']],
  ['/repo/project/u', ['x', 'y']],
  ['/repo/project/sub', ['.git', 'z']],
  ['/repo/project/.git', ['config', 'hooks']],
  ['/home/me', ['.ssh', 'x']],
  ['/tmp', ['e']],
  ['/tmp/e', ['.bashrc', 'plain']],
]);
/** What git tracks of it. */
let tracked: readonly string[] = [];
const files = {
  ...diskFiles,
  realPath: (path: string) => path,
  names: (folder: string) => disk.get(folder),
  tracked: () => ({ folder: '/repo/project', files: tracked }),
};
const registry = new ToolRegistry();
registry.registerScope('built-in', [bash]);
const toolbox = new Toolbox(registry, {
  cwd: '/repo/project',
  folders: ['/repo/project'],
  home: '/home/me',
  files,
});
export const verdict = (command: string, files = ['a.ts', 'src/c.ts', 'src/d.ts', 'u/x']) => {
  tracked = files;
  const facts = toolbox.facts('Bash', { command });
  return decide(facts, toolbox.circumstances(facts), { mode: 'bypass', allow: ['Bash'], ask: [], deny: [] });
};
