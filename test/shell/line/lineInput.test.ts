/** What a line gives its commands to read, as far as it stands in the line. */
import assert from 'node:assert/strict';
import { factsOf } from '../disk';

describe('what a shell is given to read', () => {
  const wrote = '/repo/project/f.sh';
  const texts: [line: string, ...paths: string[]][] = [
    ["sh <<< 'cat /o/a'", '/o/a'],
    ["sh <<'E'\ncat /o/a\nE", '/o/a'],
    ['sh <<E\ncat $X /o/a\nE', '/o/a'],
    ['{ sh; } <<E\ncat /o/g\nE', '/o/g'],
    ["{ sh <<< 'cat /o/1'; } <<< 'cat /o/2'", '/o/1'],
    ['cat <<E | sh\ncat /o/h\nE', '/o/h'],
    ['echo cat /o/a | sh', '/o/a'],
    ['(echo cat /o/a) | sh', '/o/a'],
    ['yes cat /o/a | sh', '/o/a'],
    ['sh < /o/a', '/o/a'],
    ['sh <&3'],
    ["echo -neE 'cat /o/a' > f.sh; sh f.sh", wrote, '/o/a'],
    ["printf 'ls\\ncat /o/b' > f.sh; sh f.sh", wrote, '/o/b'],
    ["echo -e 'cat\\x20/o/e' > f.sh; sh f.sh", wrote, '/o/e'],
    ['{ echo ls; echo cat /o/c; } > f.sh; sh f.sh', wrote, '/o/c'],
    ["X='cat /o/v'; echo $X > f.sh; sh f.sh", wrote, '/o/v'],
    ["cat > f.sh <<< 'cat /o/a'; sh f.sh", wrote, '/o/a'],
    ['cat <<E > f.sh\ncat /o/a\nE\nsh f.sh', wrote, '/o/a'],
    ["echo -ne 'cd /o; cat a' > f.sh; sh f.sh", wrote, '/o', '/o/a', '/repo/project/a'],
    ["echo 'cat a' | echo 'cat b' > f.sh; sh f.sh", wrote, '/repo/project/b'],
    ['echo cat /o/a-n > f.sh; sh f.sh', wrote, '/o/a-n'],
    ["/bin/echo 'rm /o/a' > f.sh; sh f.sh", wrote, '/o/a'],
    ["/bin/printf 'rm /o/a' | sh", '/o/a'],
    ["(echo 'rm /o/a') <<< x > f.sh; sh f.sh", wrote, '/o/a'],
    ["echo 'rm /o/a' <<< 'rm /o/b' > f.sh; sh f.sh", wrote, '/o/a'],
    ["{ cat; echo 'rm /o/a'; } <<< 'rm /o/b' > f.sh; sh f.sh", wrote, '/o/b', '/o/a'],
    ['for x in "rm /o/a" "rm /o/b"; do sh <<< $x; done', '/o/a', '/o/b'],
  ];
  for (const [line, ...paths] of texts)
    it(`is read as far as it stands there: ${JSON.stringify(line)}`, () => {
      const { paths: found, uncertainties = [] } = factsOf(line);
      assert.deepEqual(found, paths);
      assert.notEqual(uncertainties.length, 0, 'what it comes to is known when it runs');
    });

  it('is no data beyond what can be looked at: so much is refused, not passed over', () => {
    const heredocs = (count: number) => Array.from({ length: count }, (_, n) => `cat <<E${n}\nx\nE${n}`).join('\n');
    assert.deepEqual(factsOf(`${heredocs(50)}\ncat /o/a`).paths, ['/o/a']);
    assert.equal(factsOf(`${heredocs(80)}\ncat /o/a`).pathsComplete, false);
    const long = factsOf(`cat <<E\n${'x'.repeat(4_100_000)}\nE`);
    assert.equal(long.pathsComplete, false);
    assert.notEqual(long.uncertainties?.length ?? 0, 0);
  });
});
