/** Files that a command writes and that its words name. */
import assert from 'node:assert/strict';
import { literal, type Value } from '../../../src/shell/syntax/words';
import { linkOf, outputsOf } from '../../../src/shell/writes/outputs';

const argsOf = (line: string) => {
  const [name = '', ...args] = line.split(' ');
  return [name, args.map(literal)] as const;
};

describe('the files that a command writes', () => {
  const lines: Record<string, string[]> = {
    'tee a -a b': ['a', 'b'],
    'tee - x-y': ['-', 'x-y'],
    'gtee a': ['a'],
    'xgtee a': [],
    'gteeth a': [],
    'sponge a': ['a'],
    'cp a b c': ['c'],
    'cp a': [],
    'gcp a b': ['b'],
    'cp -S s -m m -o o -g g a b': ['b'],
    'cp --suffix s --mode m --owner o --group g a b': ['b'],
    'cp -t d a b': [],
    'cp --target-directory d a b': [],
    'mv a b': ['b'],
    'ln a b': ['b'],
    'install -m 755 a b': ['b'],
    'dd if=a of=b': ['b'],
    'dd xof=b': [],
    'curl -o a u': ['a'],
    'curl -so a u': ['a'],
    'curl --output a u': ['a'],
    'curl --output=a u': ['a'],
    'curl -oa u': ['a'],
    'curl -sSLoa u': ['a'],
    'curl --outputs a u': [],
    'curl x-o a': [],
    'curl -o': [],
    'curl x=--output a': [],
    'mkfifo -m 1 a b': ['a', 'b'],
    'mkfifo --mode 1 --context x -Z y a': ['a'],
    'mknod a p': ['a'],
    'uniq a b': ['b'],
    'uniq -f 1 -s 1 -w 1 a b': ['b'],
    'uniq --skip-fields 1 --skip-chars 1 --check-chars 1 a b': ['b'],
    'uniq a': [],
    'split a out/x': ['out'],
    'split a x': ['x'],
    'split a /x': [''],
    'split a a/b/x': ['a/b'],
    'split -a 1 -b 1 -C 1 -l 1 -n 1 -t x a out/x': ['out'],
    'split --lines 1 --filter x a out/x': ['out'],
    'split a': [],
    'csplit -f out/x a': ['out'],
    'csplit --prefix out/x a': ['out'],
    'csplit --prefix=out/x a': ['out'],
    'csplit -b b -n 1 -f x a': ['x'],
    'csplit a': [],
    ...Object.fromEntries(['gcc', 'g++', 'clang', 'clang++', 'cc', 'c++'].map((name) => [`${name} -O2 a.c`, ['a.out']])),
    ...Object.fromEntries(['rustc', 'ghc', 'swiftc'].map((name) => [`${name} -O x a.b.rs -x.y`, ['a.b']])),
    'rustc a': ['main'],
    'rustc a.r-s': ['main'],
    'gcc -o x a.c': ['x'],
    'gcc -og a.c -o x': ['x'],
    'gcc x-o a.c': ['a.out'],
    'gcc -omain a.c': ['main'],
    'gcc -foo a.c': ['a.out'],
    'curl -dfoo -Ao u': [],
    'curl -#Joa u': ['a'],
    'wget -Uone -o log u': [],
    'sort -zboa b': ['a'],
    'sort -kao -to b': [],
    'sort -S 1 -T t a -o b': ['b'],
    'shuf -n 5 a -o b': ['b'],
    'shuf -oa b': ['a'],
    'ssh-keygen -qfa': ['a'],
    'ssh-keygen -Nfa -f b': ['b'],
    'gpg -doa b': ['a'],
    'cp --target=d a b': [],
    'cp --target-dir d a b': [],
    'cp a b --no-preserve mode': ['b'],
    'rsync -avc a b': ['b'],
    'rsync -i a b': ['b'],
    'scp -T a b': ['b'],
    'scp a [::1]:b': [],
    'rsync a rsync://h/b': [],
    'swiftc -o x a.swift': ['x'],
    'go build -o x .': ['x'],
    'go build .': [],
    'go test -o x': [],
    'go build -ox x-o y': [],
    go: [],
    'ssh-keygen -f a': ['a'],
    'ssh-keygen -fa': ['a'],
    'ssh-keygen x-f a': [],
    'openssl req -out a -keyout b': ['a', 'b'],
    'openssl x509 -CAserial a -outform b x-out c': ['a'],
    'keytool -keystore a': ['a'],
    'zip a b c': ['a'],
    'zip -P x -b y -n z -t 1 -x w a b': ['a'],
    'zip -s 1 -O out a b': ['a'],
    'ffmpeg -i a b': ['b'],
    'convert a b': ['b'],
    'magick a b': ['b'],
    'sox a b -n': ['b'],
    'pandoc a -o b': ['b'],
    'dot -ob a': ['b'],
    'yt-dlp --output b u': ['b'],
    'age -o b a': ['b'],
    'gpg --output b a': ['b'],
    'gpg --outputs b x-o a': [],
    'sqlite3 a b': ['a'],
    'wget -O a u': ['a'],
    'wget -qO a u': ['a'],
    'wget -qOa u': ['a'],
    'wget --output-document a u': ['a'],
    'wget --output-document=a u': ['a'],
    'wget --output-documents a x-O u': [],
    'sort -o a b': ['a'],
    'sort -uo a b': ['a'],
    'sort -oa b': ['a'],
    'sort --output=a b': ['a'],
    'sort --outputs a x-o b': [],
    'gsort -o a b': ['a'],
    'shuf -o a b': ['a'],
    'find . -fprint a -fprint0 b -fprintf c d -fls e': ['a', 'b', 'c', 'e'],
    'find . x-fls a -flsx b': [],
    'sed -i s/a/b/ a b': ['a', 'b'],
    'sed s/a/b/ a': [],
    'perl -pi -e x a': ['a'],
    'ruby -pi -e x a': ['a'],
    'rsync -a a b c': ['c'],
    'rsync -e ssh --rsh x --exclude y --include z --port 1 --bwlimit 1 -f f --filter g a b': ['b'],
    'rsync a h:b': [],
    'scp h:a b': ['b'],
    'scp -P 1 -l 1 -o x -c y -i z -F f -S s -J j a b': ['b'],
    'rsync -B 1 -T t a b': ['b'],
    'rsync a': [],
    'tar cf a.tar b': ['a.tar'],
    'tar --create --file a.tar b': ['a.tar'],
    'tar rf a.tar b': ['a.tar'],
    'tar uf a.tar b': ['a.tar'],
    'tar Af a.tar b': ['a.tar'],
    'tar --append -f a.tar': ['a.tar'],
    'tar --update -f a.tar': ['a.tar'],
    'tar --delete -f a.tar': ['a.tar'],
    'tar --concatenate -f a.tar': ['a.tar'],
    'tar cf h:a.tar b': [],
    'tar tf a.tar': [],
    'tar xf a.tar b': ['b'],
    'tar xf a.tar -C out b': ['out/b'],
    'tar xf a.tar --directory=out b': ['out/b'],
    'bsdtar -x b': ['b'],
    'unzip a.zip b c': ['b', 'c'],
    'unzip -d out a.zip b': ['out/b'],
    'unzip -P p a.zip b -x c': ['b'],
    'patch a': ['a'],
    'patch a p': ['a'],
    'patch -o b a': ['a', 'b'],
    'patch --output b a': ['a', 'b'],
    'patch --outputs b x-o': ['b'],
    'patch -p 1 -i x -d d -F 1 -r r -D D -B B -Y Y -z z -V V -g 1 a': ['a'],
    'patch --input x --directory d a': ['a'],
    'npm pkg set scripts.test=x': ['package.json'],
    'npm pkg set a=b scripts.x=y': ['package.json'],
    'pnpm pkg set scripts.x=y': ['package.json'],
    'npm pkg get scripts': [],
    'npm config set scripts.x=y': [],
    'npm pkg set name=x': [],
    'git show a --output b': ['b'],
    'git archive -o b a': ['b'],
    'git log --outputs b': [],
    'git log x-o b': [],
    'git checkout a b': ['b'],
    'git checkout -- a b': ['a', 'b'],
    'git checkout a -- b': ['a', 'b'],
    'git checkout -b x a': [],
    'git checkout --orphan x a': [],
    'git restore a': ['a'],
    'git restore -s x --source y a': ['a'],
    'git restored a': [],
    'git xcheckout a b': [],
    'cat a b': [],
  };
  for (const [line, expected] of Object.entries(lines))
    it(`${line}: ${expected.join(', ') || 'none'}`, () =>
      assert.deepEqual(
        outputsOf(...argsOf(line)).map(({ text }) => text),
        expected,
      ));

  it('lie in a folder of which as much is known as of the prefix', () => {
    const open = (text: string, ...pieces: (string | null)[]): Value => ({
      text,
      dynamic: true,
      tilde: false,
      pieces,
      template: text,
    });
    const split = (prefix: Value) => {
      const [{ text, pieces, template, dynamic } = literal('')] = outputsOf('split', [literal('a'), prefix]);
      return [text, pieces, template, dynamic];
    };
    assert.deepEqual(split(open('$D/x', null, '/x')), ['$D', [null], '$D', true]);
    assert.deepEqual(split(open('a/$D/b/x', 'a/', null, '/b/x')), ['a/$D/b', ['a/', null, '/b'], 'a/$D/b', true]);
    assert.deepEqual(split(open('a/$D', 'a/', null)), ['a', ['a/', null], 'a', true]);
    assert.deepEqual(split(open('$D', null)), ['$D', [null], '$D', true]);
    assert.deepEqual(split(literal('a/x')), ['a', undefined, undefined, false]);
    const { pieces, ...bare } = open('$D/x', null, '/x');
    assert.deepEqual(pieces && split(bare), ['$D', undefined, '$D', true]);
  });
  it('are as much known as their words', () => {
    const open: Value = { text: '-o$X', dynamic: true, tilde: false };
    assert.deepEqual(outputsOf('sort', [open]), [{ ...open, text: '$X' }]);
    const named: Value = { ...open, text: '--output=$X' };
    assert.deepEqual(outputsOf('sort', [named]), [{ ...named, text: '$X' }]);
  });
});

describe('a link', () => {
  const lines: Record<string, [target: string, at: string] | undefined> = {
    'ln -s a b': ['a', 'b'],
    'gln --symbolic a b': ['a', 'b'],
    'ln -sf a': ['a', './'],
    'ln -s -t d a': ['a', 'd'],
    'ln -s --target-directory d a': ['a', 'd'],
    'ln -s -S x a b': ['a', 'b'],
    'ln -s --suffix x a b': ['a', 'b'],
    'ln a b': undefined,
    'ln -s': undefined,
    'lns -s a b': undefined,
    'xln -s a b': undefined,
    'cp -s a b': undefined,
  };
  for (const [line, expected] of Object.entries(lines))
    it(`${line}: ${expected?.join(' at ') ?? 'none'}`, () => {
      const link = linkOf(...argsOf(line));
      assert.deepEqual(link && [link.target.text, link.at.text], expected);
    });
});
