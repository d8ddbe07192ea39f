/** Which protected paths a line writes by a word that is only known when it runs, each by its name; the disk is that of `bypass.ts`. */
import assert from 'node:assert/strict';
import { readLine } from '../../src/shell/line/lineFacts';
import { isProtected } from '../../src/shell/paths/paths';
import { disk } from './bypass';
import { saying } from './lines/openPaths';

const around = {
  cwd: '/repo/project',
  folders: ['/repo/project'],
  home: '/home/me',
  realPath: (path: string) => path,
  names: (folder: string) => disk.get(folder),
};
/** Beneath the workspace as it is written there; `(untold) PROGRAM` where only the run tells, `(found by PROGRAM) PATH` for the first that a search comes to, `(by PROGRAM, anywhere)` for all of a folder. */
const said = (line: string): string[] => {
  const { paths, guarded = [] } = readLine(line, around);
  return [...paths.filter((path) => isProtected(path, around)), ...guarded].map((one) =>
    one
      .replace('/repo/project/', '')
      .replace(/^any path \(by `(.+?)`, which is told only when it runs what to write\)$/, '(untold) $1')
      .replace(/^(.*) \(by `(.+?)`, which writes what is found\)$/, '(found by $2) $1')
      .replace(/^.* \(by `(.+?)`, which may write anything in .*\)$/, '(by $1, anywhere)'),
  );
};

describe('the protected paths that a line may write by what only the run tells', () => {
  for (const [line, expected] of saying)
    it(`${JSON.stringify(line)}: ${expected.join(', ') || 'none'}`, () => assert.deepEqual(said(line), expected));

  it('are any, where a variable may hold more than is kept', () => {
    const many = Array.from({ length: 320 }, (_, i) => `f=a${i}`).join('; ');
    for (const [line, expected] of [
      [`${many}; rm -rf $f`, ['(untold) rm']],
      [`${many}; rm -rf "src/$f"`, []],
      [`${many}; rm -rf "$(echo $f)"`, ['(untold) rm']],
      [`${many}; for x in $f.y; do rm -rf "\${x%.y}"; done`, ['(untold) rm']],
      [`${many}; D=src; rm -rf "$D/$(cat list)"`, []],
    ] as const)
      assert.deepEqual(said(line), expected, line.slice(-60));
  });
});
