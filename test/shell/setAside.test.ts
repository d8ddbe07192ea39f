import assert from 'node:assert/strict';
import { judgeLine } from '../../src/shell/commandMatch';
import { verdict } from './bypass';
import { factsOf } from './disk';

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
