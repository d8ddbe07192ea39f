import assert from 'node:assert/strict';
import { importsIn, looksLikePath, spellingsOf } from '../../../src/shared/messages/imports';

describe('imports of instruction files', () => {
  const found: [what: string, text: string, imports: string[]][] = [
    ['at the start of a line', '@AGENTS.md', ['AGENTS.md']],
    ['in a sentence', 'See @README for an overview and @package.json for the commands.', ['README', 'package.json']],
    ['of the home folder', '- mine: @~/.claude/my.md', ['~/.claude/my.md']],
    ['with spaces', '@docs/my\\ notes.md', ['docs/my notes.md']],
    ['each once', '@a.md @a.md', ['a.md']],
    ['in brackets', '(@a.md)', ['a.md)']],
    ['not within a word', 'me@example.com', []],
    ['not in code', 'use `@types/node` and ``a ` @b`` here', []],
    ['not in a block of code', '```ts\n@Component\n```\n@after.md', ['after.md']],
    ['not in a block within tildes that holds backticks', '~~~\n```\n@in.md\n~~~\n@after.md', ['after.md']],
    ['not in a block that never ends', '````\n```\n@in.md', []],
    ['not in a comment', '<!-- @in.md -->', []],
  ];
  for (const [what, text, imports] of found) it(what, () => assert.deepEqual(importsIn(text), imports));

  it('may stand at the end of a sentence', () => {
    assert.deepEqual(spellingsOf('docs/a.md).'), ['docs/a.md).', 'docs/a.md']);
    assert.deepEqual(spellingsOf('README'), ['README']);
  });

  it('are told from names', () => {
    for (const path of ['./a', '../a.ts', '~/x', '/etc/x', 'docs/a.md', 'NOTES.TXT']) assert.ok(looksLikePath(path), path);
    for (const name of ['types/node', 'alice', 'Component()', 'scope/pkg.js']) assert.ok(!looksLikePath(name), name);
  });
});
