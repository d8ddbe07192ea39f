/** Files that a line gives other names, which are made of those that it finds: in every mode a protected one among them asks. */
import assert from 'node:assert/strict';
import { readLine } from '../../src/shell/line/lineFacts';

const disk = new Map([
  ['/w', ['.npmrc.bak', 'a.ts.bak', 'b.ts.bak', 'a.npmrc', 'src']],
  ['/w/src', ['.vscode.old', 'y.old']],
]);
const around = {
  cwd: '/w',
  home: '/home/me',
  realPath: (path: string) => path,
  names: (folder: string) => disk.get(folder),
  folders: ['/w'],
};
const read = (line: string) => readLine(line, around);
const asked = (line: string) => [
  ...read(line).paths.filter((path) => /\/\.(npmrc|vscode)$/.test(path)),
  ...(read(line).guarded ?? []),
];

describe('names that are made of found ones', () => {
  for (const line of [
    'for f in .*.bak; do mv "$f" "${f%.bak}"; done',
    'for f in .*.bak; do mv $f ${f%.*}; done',
    'for f in .n*; do cp $f ${f/.bak/}; done',
    'for f in .n*; do cp $f "${f%%.bak*}"; done',
    'for f in a.*; do cp $f "${f#a}"; done',
    'for f in a.n*; do cp $f ".${f#*.}"; done',
    'for f in src/.*.old; do mv "$f" "${f%.old}"; done',
    'cd src; for f in .*; do mv $f ${f%.old}; done',
    'shopt -s dotglob; for f in *.bak; do mv "$f" "${f%.bak}"; done',
    'set -- .*.bak; mv "$1" "${1%.bak}"',
    'a=(.*.bak); mv "${a[0]}" "${a[0]%.bak}"',
    'for f in .*.bak; do g=${f%.bak}; mv "$f" "$g"; done',
    'for f in .*.bak; do mv "$f" "$(basename "$f" .bak)"; done',
    'for f in .*.bak; do mv "$f" "$(basename -s .bak "$f")"; done',
    'for f in .*.bak; do echo x > "${f%.bak}"; done',
    'rename .bak "" .*.bak',
    "rename 's/x//' .*.bak",
    "mmv '.*.bak' '.#1'",
  ])
    it(`asks for ${line}`, () => assert.notDeepEqual(asked(line), []));

  for (const line of [
    'for f in *.bak; do mv "$f" "${f%.bak}"; done',
    'for f in *.ts.bak; do mv "$f" "${f%.ts.bak}.js"; done',
    'for f in *.bak; do mv "$f" "out/${f%.bak}"; done',
    'd=out; for f in *.bak; do mv "$f" "$d/${f%.bak}"; done',
    'for f in *.bak; do mv "$f" "$(basename "$f" .bak)"; done',
    'for f in *.bak; do mv "$f" "${f:-x}"; done',
    'x=a; x=${x%b}; x=${x%c}; rm "$x"',
    'rename .bak "" *.bak',
  ])
    it(`runs ${line}`, () => assert.deepEqual(asked(line), []));
});
