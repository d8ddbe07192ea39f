import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { TerminalOutput } from '../../src/editor/terminalOutput';

/** What comes of these chunks, one after the other. */
const text = (...chunks: string[]) => {
  const output = new TerminalOutput();
  return chunks.map((chunk) => output.push(chunk)).join('') + output.end();
};

describe('what a terminal shows', () => {
  it('is plain text: no colours, no marks of the shell integration, no title, no bell', () => {
    assert.equal(
      text(
        '\u001b]633;C\u0007\u001b[?2004l\u001b[1;31mred\u001b[0m and \u001b]0;title\u001b\\plain\u0007\r\n\u001b[K\u001b(B\u001b=end',
      ),
      'red and plain\nend',
    );
  });

  it('has a line for each time that a progress bar draws itself', () => {
    assert.equal(text(' 10 %\r 20 %\r\ndone\r\r\n'), ' 10 %\n 20 %\ndone\n');
  });

  it('keeps what the end cuts off', () => {
    assert.equal(text('a\r'), 'a\n');
    assert.equal(text('a\u001b[3'), 'a[3');
    assert.equal(text(`a\u001b]${'x'.repeat(200_000)}`).length, 200_002);
  });

  it('is the same however it comes in pieces', () => {
    const part = fc.constantFrom('\u001b[31m', '\u001b]633;A\u0007', '\u001b]8;;x\u001b\\', '\u001b=', 'text', '\r\n', '\r', 'é');
    fc.assert(
      fc.property(fc.array(part), fc.array(fc.nat(40)), (parts, cuts) => {
        const whole = parts.join('');
        const places = [0, ...new Set(cuts.filter((cut) => cut < whole.length))].sort((a, b) => a - b);
        const pieces = places.map((from, n) => whole.slice(from, places[n + 1]));
        assert.equal(text(...pieces), text(whole));
      }),
    );
  });
});
