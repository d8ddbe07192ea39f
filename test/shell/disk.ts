/** What tests of command lines read: a disk of names, and the facts of a Bash call on it. */

import type { ToolFacts } from '../../src/shared/calls/toolFacts';
import { readLine } from '../../src/shell/line/lineFacts';
import type { Surroundings } from '../../src/shell/line/surroundings';

/** What globs find. */
export const disk = new Map([
  ['/repo/project', ['src', 'a.ts', 'b.ts', '.env', 'secret.pem', 'sub']],
  ['/repo/project/src', ['c.ts', 'd.js', '.env.local']],
  ['/repo/project/sub', ['e.ts']],
  ['/etc', ['passwd', 'hosts']],
  ['/home/me', ['.ssh', '.bashrc']],
  ['/home/me/.ssh', ['id_rsa']],
]);

export const around: Surroundings = {
  cwd: '/repo/project',
  home: '/home/me',
  realPath: (path) => path,
  names: (folder) => disk.get(folder),
  folders: ['/repo/project'],
};

export function factsOf(command: string, more: Partial<Surroundings> = {}): ToolFacts {
  const { paths, complete, ...read } = readLine(command, { ...around, ...more });
  return {
    toolName: 'Bash',
    input: { command },
    status: 'known',
    cwd: around.cwd,
    home: around.home,
    fieldPaths: {},
    ...read,
    paths,
    pathsComplete: complete,
  };
}
