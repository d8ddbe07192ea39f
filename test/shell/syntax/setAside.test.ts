import assert from 'node:assert/strict';
import { judgeLine } from '../../../src/shell/rules/commandMatch';
import { setAside } from '../../../src/shell/syntax/setAside';
import { verdict } from '../bypass';
import { factsOf } from '../disk';

const code = (characters: number): string => {
  const lines =
    'export const add = (a: number, b: number): number => { return [a, b].map((x) => `${x}`).length; } // it\'s "so"\n';
  return lines.repeat(Math.ceil(characters / lines.length));
};
const rm = 'rm -rf .git\n'.repeat(20_000);
const document = (before: string, body: string, end = 'EOF'): string => `${before}\n${body}${end}`;
const fill = code(120_000);
const tooLong = 'it is too long to be read';

describe('long texts in a line that are only data', () => {
  for (const [title, line] of Object.entries({
    'a file': document("cat > src/x.ts <<'EOF'", fill),
    'a file and what is done with it': `${document("mkdir -p src && cat > src/x.ts <<'EOF'", fill)}\nnpx tsc --noEmit && npm test`,
    'several files': Array.from({ length: 8 }, (_, i) => document(`cat > src/f${i}.ts <<'EOF'`, fill)).join('\n'),
    'tabs in front of the end': document('cat > src/x.ts <<-"EOF"', fill, '\tEOF\necho done'),
    'an escaped word': document('tee src/x.ts <<\\EOF > /dev/null', fill),
    'a file from within a function': `f() {\n${document("cat > src/x.ts <<'EOF'", fill)}\n}\nf`,
    'a message': `git commit -m "$(${document("cat <<'EOF'", fill)}\n)"`,
    'the body of a request': `gh pr create --title x --body "$(${document("cat <<'EOF'", fill)}\n)"`,
    'a text without a variable': document('cat > x.md <<EOF', 'plain words. here\n'.repeat(8000)),
    'behind a shift': `echo $((1<<2))\n${document("cat > src/x.ts <<'EOF'", fill)}`,
    'what is sorted': document("cat <<'EOF' | sort > out/x", fill),
  }))
    it(`are no reason to ask: ${title}`, () => {
      const { action, reason } = verdict(line);
      assert.equal(action, 'run', reason);
      const judged = judgeLine(factsOf(line), ['nothing-of-this-name*']);
      assert.equal(judged.answer, 'no', judged.reason);
    });

  for (const [title, line] of Object.entries({
    'text in quotes': `echo "<<'EOF'"\n${rm}EOF`,
    'text in single quotes': `echo 'a <<"EOF"'\n${rm}EOF`,
    'a comment': document("# <<'EOF'", rm),
    'a here-string': document("cat <<<'EOF'", rm),
    'a quote that is open': `cat <<'EOF' "\n${'"; rm -rf .git; "\n'.repeat(20_000)}EOF\n"`,
    'an operator that is escaped': document("cat \\<<'EOF'", rm),
    'a shift': document('echo $((1<<EOF))', rm),
    'another end': `cat <<A <<'B'\nx\nB\n${rm}A\nB`,
    'an end that is none': document("cat > x <<'EOF'", fill, ' EOF\nEOF '),
    'no end': `cat > x <<'EOF'\n${fill}`,
    'a text with substitutions': document('cat > x.md <<EOF', 'plain $(rm -rf .git) here\n'.repeat(8000)),
    'a text with variables': document('cat > x.md <<EOF', 'plain $x here\n'.repeat(8000)),
    'what is handed to a shell': document("bash <<'EOF'", fill),
    'more than anyone would write': document("cat > src/x.ts <<'EOF'", code(4_100_000)),
  }))
    it(`are not what looks like them: ${title}`, () => {
      const { action, by } = verdict(line);
      assert.deepEqual([action, by.name], ['ask', 'protected path']);
      assert.ok(factsOf(line).uncertainties?.some(({ reason }) => reason === tooLong));
    });

  for (const [title, line, reason] of [
    ['the file', document("cat > .git/config <<'EOF'", fill), /\.git\/config/],
    ['what comes behind', `${document("cat > src/x.ts <<'EOF'", fill)}\nrm -rf .git`, /\.git/],
    ['what stands in front', `rm -rf .git; ${document("cat > src/x.ts <<'EOF'", fill)}`, /\.git/],
    ['names that are handed on', document("xargs rm <<'EOF'", fill), /any path/],
    ['code', document("python - <<'EOF'", `${fill}open('.git/config', 'w')\n`), /\.git\/config/],
    [
      'code that is run behind it',
      `${document("cat > x.py <<'EOF'", `${fill}open('.git/config', 'w')\n`)}\npython x.py`,
      /\.git\/config/,
    ],
    ['a script that is run behind it', `${document("cat > x.sh <<'EOF'", `${'# x\n'.repeat(10)}${fill}`)}\nsh x.sh`, /any path/],
  ] as const)
    it(`are seen: ${title}`, () => {
      const verdictOfIt = verdict(line);
      assert.equal(verdictOfIt.action, 'ask');
      assert.match(verdictOfIt.reason, reason);
    });

  it('are still code where a program runs them', () => {
    const answer = (line: string) => judgeLine(factsOf(line), ['nothing-of-this-name*']).answer;
    assert.equal(answer(document("python - <<'EOF'", fill)), 'maybe');
    assert.equal(answer(`${document("cat > x.py <<'EOF'", fill)}\npython x.py`), 'maybe');
    assert.equal(answer(`${document("cat > package.json <<'EOF'", fill)}\nnpm test`), 'maybe');
    assert.equal(answer(document("ssh host bash <<'EOF'", fill)), 'maybe');
  });
});

describe('what is set aside', () => {
  const long = 'x'.repeat(250);
  const aside = (
    line: string,
    { isTooLong = () => false, isFree = () => true }: Partial<Record<'isTooLong' | 'isFree', (text: string) => boolean>> = {},
  ) => {
    const { bodies } = setAside(line, isTooLong, isFree) ?? {};
    return bodies && [...bodies];
  };
  const first = 'here-document-0-1';
  const whole: [title: string, line: string, body: string][] = [
    ['from the beginning of the line', `<<'E' cat\n${long}\nE`, `${long}\n`],
    ['up to its word, not to what begins with it', `cat <<'E'\nEE\n${long}\nE\nls`, `EE\n${long}\n`],
    ['up to its word, not to another as long', `cat <<'END'\nAND\n${long}\nEND`, `AND\n${long}\n`],
    ['up to its word with nothing in front', `cat <<'E'\n\tE\n${long}\nE`, `\tE\n${long}\n`],
    ['up to its word behind tabs', `cat <<-'E'\n${long}\n\t\tE`, `${long}\n`],
    ['where nothing is expanded in it', `cat <<E\n${long}\nE`, `${long}\n`],
    ['where an escape keeps it from that', `cat <<\\E\n$X ${long}\nE`, `$X ${long}\n`],
    ['where all but the long one is short', `cat <<'E'\nshort\nE\ncat <<'E'\n${long}\nE`, `${long}\n`],
    ['from two hundred characters on', `cat <<'E'\n${'x'.repeat(199)}\nE`, `${'x'.repeat(199)}\n`],
    ['behind a few that have no end', `${'echo "<<X"\n'.repeat(8)}cat <<'E'\n${long}\nE`, `${long}\n`],
  ];
  for (const [title, line, body] of whole) it(`is a text: ${title}`, () => assert.deepEqual(aside(line), [[first, body]]));

  for (const [title, line] of [
    ['is one line', 'ls'],
    ['has none', `ls\n${long}\n`],
    ['has short ones', "cat <<'E'\nshort\nE"],
    ['has one of a hundred and ninety-nine characters', `cat <<'E'\n${'x'.repeat(198)}\nE`],
    ['has one in which something is expanded', `cat <<E\n$X ${long}\nE`],
    ['has more without an end than are looked through', `${'echo "<<X"\n'.repeat(9)}cat <<'E'\n${long}\nE`],
    [
      'names all that could stand in its place',
      `cat <<'E'\n${Array.from({ length: 20 }, (_, i) => `here-document-${i}-`).join(' ')} ${long}\nE`,
    ],
  ] as const)
    it(`is nothing where the line ${title}`, () => assert.equal(aside(line), undefined));

  it('is nothing where what is left is too long as well', () =>
    assert.equal(aside(`cat <<'E'\n${long}\nE`, { isTooLong: () => true }), undefined));

  it('stands behind names that neither the line nor another text has', () => {
    const two = `cat <<'E'\n${long}1\nE\ncat <<'E'\n${long}2\nE`;
    const names = (line: string, isFree?: (name: string) => boolean) => aside(line, { isFree })?.map(([name]) => name);
    assert.deepEqual(names(two), [first, 'here-document-0-2']);
    assert.deepEqual(
      names(two, (name) => name !== first),
      ['here-document-0-2', 'here-document-0-3'],
    );
    assert.deepEqual(names(`echo here-document-0-x\n${two}`), ['here-document-1-1', 'here-document-1-2']);
    assert.deepEqual(names(`echo ${Array.from({ length: 19 }, (_, i) => `here-document-${i}-`).join(' ')}\n${two}`), [
      'here-document-19-1',
      'here-document-19-2',
    ]);
  });
});
