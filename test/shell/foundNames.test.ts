/** Which names a program writes to its output, one program at a time. */
import assert from 'node:assert/strict';
import { parse, type Word } from 'unbash';
import { fdFiles } from '../../src/shell/files/fdSearch';
import { bareNames, type Found, listed, oneAfter, together, unread } from '../../src/shell/files/found';
import { findFiles, foundBy } from '../../src/shell/files/foundFiles';
import { passedOn } from '../../src/shell/files/passedOn';
import { literal, type Value, valuesOf } from '../../src/shell/syntax/words';
import { editedIn, writesFiles, writtenWords } from '../../src/shell/writes/fileEditors';

/** The words of a command as the shell hands them over. */
const wordsOf = (line: string): [name: string, args: Value[]] => {
  const { name, suffix } = (parse(line).commands[0] as unknown as { command: { name: Word; suffix: Word[] } }).command;
  const [first, ...rest] = [name, ...suffix].flatMap((word) => valuesOf(word, { home: undefined, folder: undefined }));
  return [first!.text, rest];
};

/** What lies beneath each root; what ends in `/` is a folder. */
const disk = [
  'A.TS',
  'a.ts',
  'b.md',
  '.npmrc',
  '.git/',
  '.git/x.ts',
  'src/',
  'src/c.ts',
  'src/.d/',
  'src/.d/e.ts',
  'x/y/z.vscode',
];

const shownOf = ({ text, dynamic }: Value) => (dynamic ? `${text}?` : text);
/** `a, b`: these words. `unread`: anything. `ROOT: …`: what is covered of the disk beneath it; of the folder that the line is in, `.`. */
function told(found: Found | undefined): string {
  if (!found) return 'nothing';
  if (found.isData) return 'unread';
  const changed = (text: string) => (found.change ? (found.change(text) ?? 'unread') : text);
  if (found.isList) return found.roots.map((one) => changed(shownOf(one))).join(', ');
  const roots = found.roots.length > 0 ? found.roots.map(shownOf) : ['.'];
  return roots.map((root) => `${root}: ${covered(found, root)}`).join('; ');
}
function covered(found: Found, root: string): string {
  const names = disk.filter((path) => {
    const name = path.replace(/\/$/, '');
    return found.covers(`${root}/${name}`, path.endsWith('/'), name.split('/').length);
  });
  return names.length === disk.length ? 'all' : names.join(' ') || 'none';
}

const all = (root = '.') => `${root}: all`;
const files = '.: A.TS a.ts b.md .npmrc .git/x.ts src/c.ts src/.d/e.ts x/y/z.vscode';
const tracked = (root = '.') => `${root}: A.TS a.ts b.md .npmrc src/ src/c.ts src/.d/ src/.d/e.ts x/y/z.vscode`;
const here = (root = '.') => `${root}: A.TS a.ts b.md .npmrc .git/ src/`;

describe('the names that a program writes', () => {
  const lines: Record<string, Record<string, string>> = {
    find: {
      find: all(),
      'find src lib': 'src: all; lib: all',
      'gfind src': all('src'),
      xfind: 'nothing',
      'find -L src': all('src'),
      'find -EXdsx src': all('src'),
      'find -O3 src': all('src'),
      'find -O src': all('src'),
      "find -H -P . -name '*.md'": '.: b.md',
      'find . -type d': '.: .git/ src/ src/.d/',
      'find src ! -name a.ts': 'src: A.TS b.md .npmrc .git/ .git/x.ts src/ src/c.ts src/.d/ src/.d/e.ts x/y/z.vscode',
      "find src \\( -name '*.md' \\)": 'src: b.md',
      // With BSD's, an option names the folder.
      'find -f .git -- -name b.md': '.git: b.md',
      'find -f .git': all('.git'),
      'find -f .git src -name b.md': '.git: b.md; src: b.md',
      'find -f .git -name b.md': '.git: b.md',
      // Nothing of what is deleted, or written to a file, is told.
      'find . -name b.md -delete': '.: none',
      'find . -name b.md -fprint x': '.: none',
      'find . -name b.md -fprint0 x': '.: none',
      'find . -name b.md -fprintf x %p': '.: none',
      'find . -name b.md -fls x': '.: none',
      'find . -name b.md -print0': '.: b.md',
      'find . -name b.md -ls': '.: b.md',
      'find . -name b.md -printf %p': '.: b.md',
      'find . -name b.md -exec echo {} +': '.: b.md',
    },
    fd: {
      // Without a word for them, no hidden ones; a pattern in small letters means capitals too.
      fd: '.: A.TS a.ts b.md src/ src/c.ts x/y/z.vscode',
      'fd b': '.: b.md',
      'fdfind b': '.: b.md',
      'fd ts': '.: A.TS a.ts src/c.ts',
      'fd TS': '.: A.TS',
      'fd -i TS': '.: A.TS a.ts src/c.ts',
      'fd --ignore-case TS': '.: A.TS a.ts src/c.ts',
      'fd -H ts': '.: A.TS a.ts .git/x.ts src/c.ts src/.d/e.ts',
      'fd --hidden ts': '.: A.TS a.ts .git/x.ts src/c.ts src/.d/e.ts',
      'fd -u ts': '.: A.TS a.ts .git/x.ts src/c.ts src/.d/e.ts',
      'fd --unrestricted ts': '.: A.TS a.ts .git/x.ts src/c.ts src/.d/e.ts',
      'fd b src lib': 'src: b.md; lib: b.md',
      // What is named is looked through.
      'fd b .git ../x': '.git: b.md; ../x: b.md',
      'fd b ./.git/..': './.git/..: b.md',
      'fd --search-path src b': 'src: b.md',
      'fd --base-directory lib b': 'lib: b.md',
      'fd --base-directory lib b src': 'lib/src: b.md',
      'fd --base-directory lib b src /y': 'lib/src: b.md; /y: b.md',
      'fd -e md': '.: b.md',
      'fd --extension md': '.: b.md',
      'fd -e .md': '.: b.md',
      'fd -e TS': '.: A.TS a.ts src/c.ts',
      'fd -e md -e ts': '.: A.TS a.ts b.md src/c.ts',
      'fd -e md a': '.: none',
      'fd -e $E b': '.: b.md',
      'fd -e $E': '.: A.TS a.ts b.md src/ src/c.ts x/y/z.vscode',
      'fd -t f': '.: A.TS a.ts b.md src/c.ts x/y/z.vscode',
      'fd --type f': '.: A.TS a.ts b.md src/c.ts x/y/z.vscode',
      // Folders that hold nothing, too.
      'fd -t e src': '.: src/',
      'fd -t d src': '.: src/',
      'fd -t f -t directory src': '.: src/',
      'fd --type directory src': '.: src/',
      'fd -t pipe-and src': '.: none',
      "fd -g 's*'": '.: src/',
      "fd --glob 'S*'": '.: none',
      "fd -g 'a.t?'": '.: A.TS a.ts',
      "fd -Hg '*m*' .": '.: b.md .npmrc',
      "fd -Hg '!(a*)'": '.: none',
      "fd -Hg '!a*'": '.: none',
      'fd -F a.': '.: A.TS a.ts',
      'fd -F A.': '.: A.TS',
      'fd --fixed-strings .md': '.: b.md',
      'fd -F .m.': '.: none',
      "fd '^a'": '.: A.TS a.ts',
      "fd 's$'": '.: A.TS a.ts src/c.ts',
      "fd 'a\\.ts'": '.: A.TS a.ts',
      "fd 'b.*d'": '.: b.md',
      // What nobody reads may mean any.
      'fd $P': '.: A.TS a.ts b.md src/ src/c.ts x/y/z.vscode',
      "fd '(zz)+'": '.: A.TS a.ts b.md src/ src/c.ts x/y/z.vscode',
      "fd 'zz|b'": '.: A.TS a.ts b.md src/ src/c.ts x/y/z.vscode',
      "fd '$zz'": '.: A.TS a.ts b.md src/ src/c.ts x/y/z.vscode',
      "fd 'z.*z.*z.*z'": '.: A.TS a.ts b.md src/ src/c.ts x/y/z.vscode',
      "fd 'z.*z.*z'": '.: none',
      "fd '\\Aa'": '.: A.TS a.ts b.md src/ src/c.ts x/y/z.vscode',
      [`fd ${'z'.repeat(101)}`]: '.: A.TS a.ts b.md src/ src/c.ts x/y/z.vscode',
      [`fd ${'z'.repeat(100)}`]: '.: none',
      // The pattern is looked for in the whole path.
      'fd -p zz': '.: A.TS a.ts b.md src/ src/c.ts x/y/z.vscode',
      'fd --full-path zz': '.: A.TS a.ts b.md src/ src/c.ts x/y/z.vscode',
      // What an option takes is no pattern.
      'fd --newer 1d -d 1 -E zz b src': 'src: b.md',
      'fd --path-separator / --batch-size 1 --changed-within 1d b src': 'src: b.md',
      'fd b src -x rm zz': 'src: b.md',
      'fd b src -X rm zz': 'src: b.md',
      'fd b src --exec rm zz': 'src: b.md',
      'fd b src --exec-batch=rm zz': 'src: b.md',
      'fd -x rm zz': '.: A.TS a.ts b.md src/ src/c.ts x/y/z.vscode',
      'fd b a-x src': 'a-x: b.md; src: b.md',
      'fd b -xyz': '.: b.md',
    },
    'of folders': {
      'du -a': all(),
      'du -ah src lib': 'src: all; lib: all',
      'du --all src': all('src'),
      'du -ha': all(),
      'du src': 'src: .git/ src/ src/.d/',
      'du a-a x--all': 'a-a: .git/ src/ src/.d/; x--all: .git/ src/ src/.d/',
      'tree -af src': all('src'),
      'tree -a -i src': all('src'),
      'tree -fia': all(),
      'tree -f': 'nothing',
      'tree -a': 'nothing',
      'tree x-a y-f': 'nothing',
      'tree -f x-a': 'nothing',
      'tree -a y-f': 'nothing',
      'ls -a': here(),
      'ls -A src': here('src'),
      'ls -la': here(),
      'ls --all': here(),
      'ls --almost-all': here(),
      'ls --almost': here(),
      // It shows all, in no order.
      'ls -f': here(),
      'ls -1f src': here('src'),
      'dir -f': here(),
      'vdir -f': here(),
      'ls -aR': all(),
      'ls -laR': all(),
      'ls -a --recursive src': all('src'),
      'ls -a x-R y--recursive': `${here('x-R')}; ${here('y--recursive')}`,
      ls: '.: A.TS a.ts b.md src/',
      'ls src': 'src: A.TS a.ts b.md src/',
      'ls x-a y--all z-f': 'x-a: A.TS a.ts b.md src/; y--all: A.TS a.ts b.md src/; z-f: A.TS a.ts b.md src/',
      'ls $D src': '$D?, src',
      'ls -R $D': '$D?',
      'dir -a': here(),
      'vdir -A': here(),
      'exa -a': here(),
      'eza -a': here(),
      'lsd -A': here(),
      // Of these it is something else.
      'eza -f': '.: A.TS a.ts b.md src/',
      'exa -f': '.: A.TS a.ts b.md src/',
      'lsd -f': '.: A.TS a.ts b.md src/',
      'compgen -f': here(),
      'compgen -d': here(),
      "compgen -G '*'": here(),
      'compgen -o default': here(),
      'compgen -A file': here(),
      'compgen -A directory': here(),
      'compgen -kf': here(),
      'compgen -A xfile': 'nothing',
      'compgen -A filex': 'nothing',
      "compgen -G '/home/me/.s*'": here('/home/me'),
      'compgen -f src/a': here('src'),
      'compgen -f src/': here(),
      'compgen -c': 'nothing',
      'compgen -A function': 'nothing',
      'compgen -c x-f': 'nothing',
    },
    grep: {
      'grep -rl x': files,
      'grep -lR x src': files.replace('.:', 'src:'),
      'grep -rL x': files,
      'egrep -rl x': files,
      'fgrep -rl x': files,
      'grep -r --files-with-matches x': files,
      'grep -r --files-without-match x': files,
      'grep --recursive -l x': files,
      'grep --rec -l x': files,
      'grep --dereference-recursive -l x': files,
      'grep -d recurse -l x': files,
      'grep -d skip -d recurse -l x': files,
      'grep -l --directories=recurse x': files,
      'grep -d skip -l x': 'nothing',
      'grep -r x': 'nothing',
      'grep -l x src': 'nothing',
      'grep x-l y-r': 'nothing',
      'grep x--files-with y--recursive': 'nothing',
      'grep -rl -e x src': files.replace('.:', 'src:'),
      'grep -rle x src': files.replace('.:', 'src:'),
      'grep -rl --regexp=x src': files.replace('.:', 'src:'),
      'grep -rl --regexp x src': files.replace('.:', 'src:'),
      'grep -rl --regex x src': files.replace('.:', 'src:'),
      'grep -rl -f p src': files.replace('.:', 'src:'),
      'grep -rl --file=p src': files.replace('.:', 'src:'),
      'grep -rl -m 1 -A 1 x src': files.replace('.:', 'src:'),
      "grep -rl x --include='*.md'": '.: b.md',
      "grep -rl x --include '*.md' src": 'src: b.md',
      "grep -rl x --include='*.md' --include='.n*'": '.: b.md .npmrc',
      'grep -rl x --include=$I': files,
      'grep -rl x --include=*.md --include=$I': files,
      "grep -rl x --exclude='*s'": '.: A.TS b.md .npmrc x/y/z.vscode',
      "grep -rl x --exclude='*s' --exclude '*S'": '.: b.md .npmrc x/y/z.vscode',
      'grep -rl x --exclude=$E': files,
      // A name of a folder leaves out none of its files, nor that of a file a folder.
      'grep -rl x --exclude=.git': files,
      'grep -rl x --exclude-dir=a.ts': files,
      'grep -rl x --exclude-dir=.git': files.replace(' .git/x.ts', ''),
      'grep -rl x --exclude-dir .git/': files.replace(' .git/x.ts', ''),
      'grep -rl x --exclude-dir=src': files.replace(' src/c.ts src/.d/e.ts', ''),
      'grep -rl x --exclude-dir=$E': files,
      // Of the two, the last one counts.
      "grep -rl x --exclude='*.md' --include=b.md": files,
      "grep -rl x --include='*.md' --exclude=b.md --exclude-dir=src": files.replace(' src/c.ts src/.d/e.ts', ''),
    },
    'other searches': {
      'rg --files --hidden': all(),
      'rg -l --hidden x src': 'src: all',
      'rg -l. x': all(),
      'rg -luu x': all(),
      'rg -l -uu x': all(),
      'rg -ulu x': all(),
      'rg -li. x': all(),
      'rg -il --hidden x': all(),
      'rg -uuu --files-with-matches x': all(),
      'rg -u -l x': 'nothing',
      'rg --files': 'nothing',
      'rg -l x': 'nothing',
      'rg --hidden x': 'nothing',
      'rg x-l y--files z--hidden': 'nothing',
      'rg --hidden x-l y--files': 'nothing',
      'rg -l x-. y--hidden z-uu': 'nothing',
      'rg -l --hiddenx y': 'nothing',
      'ag -l --hidden x src': 'src: all',
      'ag -il -u x src': 'src: all',
      'ag -g x -ia src': all('src'),
      'ag -l -a x src': all('src'),
      'ag --files-with-matches --hidden x src': all('src'),
      'ag -l x src': 'nothing',
      'ag --hidden x src': 'nothing',
      'ag --hidden x-l y--files-with': 'nothing',
      'ag -l x-a y--hidden': 'nothing',
      'ag -l --hiddenx y': 'nothing',
      'ack -l x src': 'src: A.TS a.ts b.md .npmrc src/ src/c.ts src/.d/ src/.d/e.ts x/y/z.vscode',
      'ack x src': 'nothing',
    },
    git: {
      'git ls-files': tracked(),
      'git -C . ls-files': tracked(),
      'git -c a=b --no-pager ls-files -z': tracked(),
      'git ls-files -- src lib': `${tracked('src')}; ${tracked('lib')}`,
      "git ls-files '*.md'": '.: b.md',
      "git ls-files '**/*.ts' '*.md'": '.: a.ts b.md src/c.ts src/.d/e.ts',
      'git ls-files *': tracked(),
      // A sign for any letters stands for folders as well.
      "git ls-files '.v*'": tracked(),
      "git ls-files 'src/*.md'": tracked(),
      "git ls-files '?.md'": tracked(),
      "git ls-files '[b].md'": tracked(),
      "git ls-files 'a\\b'": tracked(),
      "git ls-files ':(icase)a'": tracked(),
      'git ls-files $X': tracked(),
      "git ls-files '*.md' src": tracked(),
      "git ls-files '*.md' $X": tracked(),
      // What is left out is no path.
      "git ls-files -o -x '*.md'": tracked(),
      'git ls-files -X list --with-tree HEAD src': tracked('src'),
      'git grep ls-files': 'nothing',
      'git log --oneline ls-files': 'nothing',
      'git status': 'nothing',
      'git rev-parse --git-dir': '.git',
      'git rev-parse --absolute-git-dir': '.git',
      'git rev-parse --git-path hooks': '.git/hooks',
      'git config core.hooksPath': 'unread',
    },
    'one name': {
      pwd: '.',
      'printenv HOME X': '${HOME}?, ${X}?',
      mktemp: '/tmp/tmp.new',
      'mktemp -d': '/tmp/tmp.new',
      'mktemp --suffix=.a': '/tmp/tmp.new',
      'mktemp -p .git': 'nothing',
      'mktemp -dp.git': 'nothing',
      'mktemp -p.git': 'nothing',
      'mktemp --tmpdir=.git': 'nothing',
      'mktemp .git/XXX': '.git/XXX',
      'basename a/b.c': 'b.c',
      'basename /a/b//': 'b',
      'basename a/b.c .c': 'b',
      'basename .git.x .x': '.git',
      'basename .git .git': '.git',
      'basename a.cc b': 'a.cc',
      'basename x.git.x .git': 'x.git.x',
      'basename -s .c a/b.c d.c': 'b, d',
      'basename --suffix=.c a/b.c d.c': 'b, d',
      'basename --suffix .c a/b.c d.c': 'b, d',
      'basename -a a/b.c .c': 'b.c, .c',
      'basename --multiple a/b.c .c': 'b.c, .c',
      'basename -as .c a/b.c d.c': 'b, d',
      'basename $A/b.c .c': 'b.c?',
      'basename $A': '$A?',
      'basename a.b $E': 'unread',
      'basename -s $E a.b': 'unread',
      'dirname a/b': 'a',
      'dirname a/b c': 'a, .',
      'dirname a/': '.',
      'dirname .git//': '.',
      'dirname a//b//': 'a',
      'dirname /a': '/',
      'dirname /': '/',
      'dirname //': '/',
      'dirname ab/cd/ef': 'ab/cd',
      'dirname $A/b': '$A?',
      'realpath a/../b': 'a/../b',
      'readlink -f a': 'a',
      'echo a -b .c -': 'a, .c, -',
      "echo '\\x61'": '\\x61',
      "echo -e '\\x61' b": 'a, b',
      "echo -ne '\\x61' b": 'a, b',
      "echo x-e '\\x61'": 'x-e, \\x61',
      'cat a': 'nothing',
      'foo a': 'nothing',
    },
  };
  for (const [group, rows] of Object.entries(lines))
    describe(`of ${group}`.replace('of of', 'of'), () => {
      for (const [line, expected] of Object.entries(rows))
        it(`${line.slice(0, 60)}: ${expected}`, () => assert.equal(told(foundBy(...wordsOf(line))), expected));
    });

  describe('of printf', () => {
    const texts: Record<string, [names: string, text: string | undefined]> = {
      'printf a': ['a, a', 'a'],
      'printf %s a b': ['%s, a, b, ab', 'ab'],
      "printf '%s\\n' a b": ['%s\\n, a, b, a, b', 'a b '],
      "printf -- '.g%s' it": ['.g%s, it, .git', '.git'],
      "printf '%s/%s' $A b": ['%s/%s, $A?, b', '${A}/b'],
      'printf %s "${A}b"': ['%s, ${A}b?', '${A}b'],
      'printf %s *': ['%s, *', undefined],
      'printf * a': ['*, a', undefined],
      'printf $F a': ['$F?, a', undefined],
      printf: ['', undefined],
    };
    for (const [line, [names, text]] of Object.entries(texts))
      it(`${line}: ${names}`, () => {
        const found = foundBy(...wordsOf(line));
        assert.deepEqual([told(found), found?.text], [names, text]);
        assert.equal('text' in found!, text !== undefined);
      });
  });

  it('are those of one action of find', () => {
    const [, args] = wordsOf("find src -name '*.ts' -exec a {} + -o -name b.md -delete");
    const at = (text: string) => args.findIndex((one) => one.text === text);
    assert.equal(told(findFiles(args, at('-exec'))), 'src: a.ts .git/x.ts src/c.ts src/.d/e.ts');
    assert.equal(told(findFiles(args, at('-delete'))), 'src: b.md');
    const [, behind] = wordsOf("find -f src -- -name '*.md' -delete");
    assert.equal(told(findFiles(behind, behind.length - 1)), 'src: b.md');
  });
  it('are exactly those that find covers, but where it writes them in its own way', () => {
    assert.equal(findFiles(wordsOf('find . -name a')[1]).isExact, true);
    assert.equal(findFiles(wordsOf('find . -name a -printf x')[1]).isExact, undefined);
    assert.equal(fdFiles(wordsOf('fd a')[1]).isExact, undefined);
  });
  it('are those that lie there, unless links are followed or something else is written among them', () => {
    const isSure = (line: string, action?: string) => {
      const [name, args] = wordsOf(line);
      const at = args.findIndex(({ text }) => text === action);
      return (action === undefined ? foundBy(name, args) : findFiles(args, at))?.isSure ?? false;
    };
    for (const line of [
      'find',
      'find src -name x-follow',
      'find . -lsx y',
      'find . -execx -okdirx',
      'grep -rl x .',
      'grep -lr x a b',
    ])
      assert.equal(isSure(line), true, line);
    const looks = ['-L .', '-HL .', '. -follow', '. -printf x', '. -ls', '. -exec a', '. -execdir a', '. -ok a', '. -okdir a'];
    for (const words of looks) assert.equal(isSure(`find ${words}`), false, words);
    const greps = ['R', 'r -c', 'r -o', 'r -z', 'r -Z', ' --der', 'r --count', 'r --only-matching', 'r --null', 'r --color'];
    for (const words of greps) assert.equal(isSure(`grep -l${words} x .`), false, words);
    assert.equal(isSure('grep -rl x'), false);
    assert.equal(isSure('find . -exec a {} + -ls', '-exec'), true);
    assert.equal(isSure('find . -exec a {} + -printf x', '-exec'), true);
    for (const word of ['-L', '-HL']) assert.equal(isSure(`find ${word} . -exec a {} +`, '-exec'), false);
    assert.equal(isSure('find . -follow -exec a {} +', '-exec'), false);
    assert.equal(isSure('find . -name x-L -exec a {} +', '-exec'), true);
  });
  it('may come to any action, where all of them are meant', () => {
    const [, args] = wordsOf('find . -name b.md -delete');
    assert.equal(findFiles(args, 'any').covers('./b.md', false, 1), true);
    assert.equal(findFiles(args).covers('./b.md', false, 1), false);
  });
  it('lie no deeper than a listing goes', () => {
    const leaves = (line: string) => [0, 1, 2].map((depth) => foundBy(...wordsOf(line))!.leaves!('x', depth));
    assert.deepEqual(leaves('ls -a'), [false, true, true]);
    assert.deepEqual(leaves('ls -aR'), [false, false, false]);
  });
  it('are a text where a word of them has blanks', () => {
    const textOf = (line: string) => foundBy(...wordsOf(line))!.text;
    assert.equal(textOf('echo a b'), undefined);
    assert.equal(textOf('echo "a b" c'), 'a b c');
  });
  it('may be written without where they lie', () => {
    const isBare = (line: string) => foundBy(...wordsOf(line))?.isBare ?? false;
    for (const line of ['ls src', 'find . -printf x', 'fd --base-directory src x']) assert.equal(isBare(line), true, line);
    for (const line of ['find .', 'fd x src']) assert.equal(isBare(line), false, line);
  });

  it('lose where they lie', () => {
    const [open] = wordsOf('x a/*')[1] as [Value];
    const plain = listed([literal('a/b'), literal('c/')]);
    assert.deepEqual(bareNames(plain).roots, [literal('b'), literal('c')]);
    assert.equal(bareNames(listed([open])).change?.('a/b'), 'b');
    assert.equal(bareNames({ ...plain, change: (text) => `${text}.x` }).change?.('a/b'), 'b.x');
    assert.equal(bareNames(findFiles([])).isBare, true);
  });

  it('have a part of their own that is as unknown as the variable', () => {
    const [one] = foundBy(...wordsOf('printenv A'))!.roots;
    assert.deepEqual([one!.dynamic, one!.pieces], [true, [null]]);
  });
  it('lose their ending once it is known what they are', () => {
    const { change, roots } = foundBy(...wordsOf('basename "$A" .c'))!;
    assert.equal(roots.length, 1);
    assert.deepEqual(
      ['x/y/b.c', 'a\n/b.c/', '.c', 'c.d'].map((one) => change!(one)),
      ['b', 'b', '.c', 'c.d'],
    );
    const many = foundBy(...wordsOf('basename -s .c $A b'))!;
    assert.deepEqual([many.roots.length, many.change?.('b.c')], [2, 'b']);
    assert.equal(foundBy(...wordsOf('basename --suffix=.c $A b'))!.roots.length, 2);
  });
});

describe('what a program makes of names', () => {
  const some: Found = { roots: [], covers: () => true };
  const named = (...names: string[]) => listed(names.map(literal));
  const fed = (line: string, given: Found | undefined, ...files: string[]) => {
    const [name, args] = wordsOf(line);
    return told(
      passedOn(
        name,
        args,
        args.filter(({ text }) => files.includes(text)),
        given,
      ),
    );
  };

  for (const name of 'curl wget nc ncat ssh locate plocate mdfind'.split(' '))
    it(`is told by nobody of ${name}`, () => {
      assert.equal(fed(`${name} x`, named('a')), 'unread');
      assert.equal(fed(`${name} x`, undefined), 'unread');
    });

  const lines: [line: string, given: Found | undefined, expected: string][] = [
    ['foo', named('a'), 'a'],
    ['foo', some, all()],
    ['foo', undefined, 'nothing'],
    ...'cat tac head tail sort shuf uniq comm paste join nl fold column strings iconv'
      .split(' ')
      .map((name): [string, Found, string] => [name, named('a', 'b'), 'a, b']),
    ...'rev base64 base32 xxd od awk gawk mawk nawk openssl envsubst uudecode basenc jq yq'
      .split(' ')
      .map((name): [string, Found, string] => [name, named('a'), 'unread']),
    ['cat', undefined, 'nothing'],
    // Names that nobody looks for, as long as none is put there.
    ['rev', undefined, 'nothing'],
    ['sed s/a/b/', undefined, 'nothing'],
    ['sed s/a/.git/', undefined, 'unread'],
    ['awk .git', undefined, 'unread'],
    ["awk '{print}'", undefined, 'nothing'],
    // Words that are known become others.
    ['sed s/x/.g/', named('xit', 'b'), '.git, b'],
    ["sed 's/x/ y /'", named('axb'), 'a y b, a, y, b'],
    ['tr a-z A-Z', named('a', 'b'), 'A, B'],
    ['cut -d / -f 1', named('a/b', 'c'), 'a, c'],
    ['cut -d / -f 1', named('a/b'), 'a'],
    ['sed $S', named('a'), 'unread'],
    ["sed 's/x*y*z/c/'", named('a'.repeat(200)), 'unread'],
    ["sed 's/x*y*z/c/'", named('a', 'a'.repeat(200)), 'unread'],
    // Others stay what they are, but for what may become anything.
    ['sed s/a/b/', some, all()],
    ['sed s/a//', some, 'unread'],
    ['sed s/a/.g/', some, 'unread'],
    ['cut -d / -f 1', some, 'unread'],
    ["tr ' ' '\\n'", some, all()],
    ["tr -s '\\n' ,", some, all()],
    ['tr a .', some, 'unread'],
    ['tr -d x', some, 'unread'],
    ['tr ab cd', some, all()],
    ['rev', unread, 'unread'],
  ];
  for (const [line, given, expected] of lines)
    it(`${line} < ${told(given)}: ${expected}`, () => assert.equal(fed(line, given), expected));

  it('is what stands in its files, where it has some', () => {
    assert.equal(fed('cat a', named('b'), 'a'), 'unread');
    assert.equal(fed('cat a', undefined, 'a'), 'unread');
    assert.equal(fed('head -n 1 a', some, 'a'), 'unread');
    assert.equal(fed('cat <(x)', some, '<(x)'), '<(x)?');
    assert.equal(fed('cat <(x) a', some, 'a', '<(x)'), 'unread');
    assert.equal(fed("cat 'a<(x)'", some, 'a<(x)'), 'unread');
  });
  it('is a number of lines of tail', () => {
    for (const line of ['tail +6', 'tail +12c', 'tail +1b', 'tail +1l']) {
      const [, [number]] = wordsOf(line);
      assert.equal(fed(line, named('x'), number!.text), 'x', line);
      assert.equal(fed(`${line} a`, named('x'), number!.text, 'a'), 'unread', line);
    }
    for (const line of ['tail a+6', 'tail +6x', 'tail +', 'tail +6cc', 'head +6'])
      assert.equal(fed(line, named('x'), line.slice(5)), 'unread', line);
    assert.equal(fed('tail', named('x')), 'x');
    assert.equal(fed('tail a +6', named('x'), '+6'), 'unread');
  });
  it('is names of files for grep, where it says only which have it', () => {
    for (const flag of ['-l', '-L', '-il', '--files-with-matches', '--files-without-match']) {
      assert.equal(fed(`grep ${flag} x a b`, undefined, 'a', 'b'), 'a, b', flag);
      assert.equal(fed(`egrep ${flag} x a`, undefined, 'a'), 'a', flag);
      assert.equal(fed(`fgrep ${flag} x a`, undefined, 'a'), 'a', flag);
      assert.equal(fed(`grep ${flag} x a`, some, 'a'), 'unread', flag);
    }
    assert.equal(fed('grep x a', undefined, 'a'), 'unread');
    assert.equal(fed('grep -e -l a', undefined, 'a'), 'unread');
    assert.equal(fed('sort -l a', undefined, 'a'), 'unread');
  });
  it('is what grep lets through', () => {
    const rest = 'A.TS a.ts b.md .npmrc .git/ .git/x.ts src/ src/c.ts src/.d/ src/.d/e.ts x/y/z.vscode';
    assert.equal(fed('grep md', some), '.: b.md');
    assert.equal(fed('egrep "md|npm"', some), '.: b.md .npmrc');
    assert.equal(fed('fgrep .md', some), '.: b.md');
    assert.equal(fed('grep -v git', some), `.: ${rest.replace('.git/ .git/x.ts ', '')}`);
    // Some write the folder in front, and some do not.
    assert.equal(fed('grep ^b', some), '.: b.md');
    assert.equal(fed('grep ^b', { ...some, isExact: true }), '.: none');
    assert.equal(fed('grep ^./b', { ...some, isExact: true }), '.: b.md');
    assert.equal(fed('grep ^b', { ...some, covers: () => false }), '.: none');
    assert.equal(passedOn('grep', [literal('^b')], [], some)!.covers('././/b', false, 1), true);
    assert.equal(passedOn('grep', [literal('^b')], [], some)!.covers('a./b', false, 1), false);
    // Of words it leaves no more than there were.
    assert.equal(fed('grep b', named('a', 'b')), 'a, b');
    assert.equal(fed('grep b', unread), 'unread');
    assert.equal(fed('grep "$X"', some), all());
    assert.equal(fed('sort b', some), all());
  });
  it('keeps the text that names stand in, line by line', () => {
    const text = { ...named('a', 'b'), text: 'a b\nc' };
    const found = passedOn('sed', [literal('s/^/x/')], [], text)!;
    assert.deepEqual([told(found), found.text], ['xa, xb, b, xc', 'xa b\nxc']);
  });
  it('is put off for words that nobody knows yet', () => {
    const given = foundBy(...wordsOf('basename "$A" .c'))!;
    const found = passedOn('sed', [literal('s/b/x/')], [], given)!;
    assert.deepEqual([found.roots.length, found.change!('a/b.c')], [1, 'x']);
    const glob = passedOn('sed', [literal('s/b/x/')], [], listed(wordsOf('echo *.c')[1]))!;
    assert.equal(glob.change!('b.c'), 'x.c');
    const shout = (text: string) => text.toUpperCase();
    assert.equal(oneAfter(shout, (text) => `${text}!`)('a'), 'A!');
    assert.equal(
      oneAfter(
        () => undefined,
        (text) => `${text}!`,
      )('a'),
      undefined,
    );
  });
  it('is unread, where several commands write and not all write words', () => {
    assert.equal(told(together(undefined, named('a'))), 'a');
    assert.equal(told(together(named('a'), named('b'))), 'a, b');
    assert.equal(told(together(some, named('b'))), 'unread');
    assert.equal(told(together(named('b'), some)), 'unread');
    assert.equal(told(together({ ...named('a'), change: (text) => text }, named('b'))), 'unread');
    assert.equal(told(together(named('a'), { ...named('b'), change: (text) => text })), 'unread');
  });
});

describe('the files that a program is given to write', () => {
  const written: Record<string, string> = {
    'rm -f a b': 'a, b',
    'rm a- b': 'a-, b',
    'cp a b': 'b',
    'ln a b c': 'c',
    'install -m 1 a b': 'b',
    'cp a': '',
    'cp -t d a b': 'd',
    'cp --target-directory=d a b': 'd',
    'sed -i s/a/b/ a b': 'a, b',
    'gsed -i s/a/b/ a': 'a',
    'sed s/a/b/ a': '',
    'xsed -i a': 'a',
    'sedx -i a': 'a',
  };
  for (const [line, expected] of Object.entries(written))
    it(`${line}: ${expected || 'none'}`, () =>
      assert.equal(
        writtenWords(...wordsOf(line))
          .map(shownOf)
          .join(', '),
        expected,
      ));

  it('are written by editors alone', () => {
    for (const line of [
      'rm a',
      'tee a',
      'sponge a',
      'mv a b',
      'gzip a',
      'dos2unix a',
      'sed -i a',
      'sed --in-place a',
      'gsed -ni a',
      'perl -pi a',
      'ruby -i.bak a',
    ])
      assert.ok(writesFiles(...wordsOf(line)), line);
    for (const line of ['cat a', 'sed a', 'sed -n a', 'sed a-i x--in-place', 'cat -i', 'xsed -i', 'sedx -i', 'perl -e x'])
      assert.ok(!writesFiles(...wordsOf(line)), line);
  });

  const edited: Record<string, string> = {
    'sed -i s/a/b/ a b': 'a, b',
    'sed -i.bak s/a/b/ a': 'a',
    'sed -ie s/a/b/ a': 'a',
    'sed -nEi.f s/a/b/ a': 'a',
    'sed --in-place=.bak s/a/b/ a': 'a',
    'sed -i -e s/a/b/ a b': 'a, b',
    'sed -i --expression=s/a/b/ a b': 'a, b',
    'sed -i -f x a b': 'a, b',
    'sed -i --file x a b': 'a, b',
    'sed -i -l 5 s/a/b/ a': 'a',
    'sed -i "$X" a': 'a',
    'sed -i': '',
    'sed -n s/a/b/ a-i x--in-place': '',
    // Several words: the script is among them.
    'sed -i $X a': '$X?, a',
  };
  for (const [line, expected] of Object.entries(edited))
    it(`${line}: ${expected || 'none'} edited`, () =>
      assert.equal(editedIn(wordsOf(line)[1], true).map(shownOf).join(', '), expected));

  const perl: Record<string, string> = {
    'perl -pi -e x a b': 'a, b',
    'perl -i.bak -e x a': 'a',
    'perl -0777pi -e x a': 'a',
    'perl -lanwi -e x a': 'a',
    'perl -e x a': '',
    'perl -e x a-pi': '',
  };
  for (const [line, expected] of Object.entries(perl))
    it(`${line}: ${expected || 'none'} edited`, () =>
      assert.equal(editedIn(wordsOf(line)[1], false).map(shownOf).join(', '), expected));
});
