/** What shells other than bash make of the same text. */
import assert from 'node:assert/strict';
import { readsOtherwise, zshSigns } from '../../../src/shell/syntax/shellScript';

describe('what zsh reads in a way of its own', () => {
  const lines = [
    ['=x ls', 'env =x', 'a=1 =x'],
    ['ls *(e:x:)', 'ls *(+x)', 'rm a(b|c)'],
    ['echo x >! y', 'echo x >&! y'],
    ['echo $x[1]', 'rm $x:h', 'rm ${~x}', 'rm $~x', 'rm ~[x]/y'],
    ['su{d}o'],
    ['path=(. $path); ls', 'FPATH=.; f', 'aliases+=(ls x); ls'],
    ['hash ls=/x; ls', 'setopt aliases', 'autoload -Uz f; f', 'r'],
  ];
  it('has lines for each sign', () => assert.equal(lines.length, zshSigns.length));
  for (const [i, own] of lines.entries())
    for (const text of own)
      it(`is told by a sign: ${text}`, () => {
        assert.equal(readsOtherwise('zsh', text), true);
        const signs = zshSigns as RegExp[];
        const [sign] = signs.splice(i, 1);
        try {
          assert.equal(readsOtherwise('zsh', text), false, 'as without the sign');
        } finally {
          signs.splice(i, 0, sign!);
        }
      });
  it('is nothing in quotes, but what is put into them', () => {
    for (const text of [`echo "=x" ' =x' a\\ =x`, 'echo "a(b)"', "echo 'it(s'"])
      assert.equal(readsOtherwise('zsh', text), false, text);
    for (const text of ['echo "$(=x)"', `echo "don't" =x 'y'`, 'ls \\\n=x'])
      assert.equal(readsOtherwise('zsh', text), true, text);
  });
  it('is not what other shells of its kind read', () => {
    for (const name of ['bash', 'sh', 'dash', 'ksh']) assert.equal(readsOtherwise(name, '=x'), false);
  });
});
