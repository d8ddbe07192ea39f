/** Which words name a path on another host, and what they name there. */
import assert from 'node:assert/strict';
import { isElsewhere, withoutHost } from '../../../src/shell/paths/hostPaths';
import { literal } from '../../../src/shell/syntax/words';

describe('a path on another host', () => {
  const elsewhere: Readonly<Record<string, string>> = {
    'host:a': 'a',
    'hh:/a/b': '/a/b',
    'host.example.org:a/b:c': 'a/b:c',
    'me@host:~/a': '~/a',
    'my-host:': '',
    '[::1]:a': 'a',
    'me@[fe80::1]:/a': '/a',
    'host::module/a': 'module/a',
    'host::': '',
    'rsync://host/a/b': 'a/b',
    'SSH://host:22/a': 'a',
    's3://bucket/a': 'a',
    'git+ssh://host/a': 'a',
    'https://host': 'host',
  };
  for (const [text, path] of Object.entries(elsewhere))
    it(`is ${JSON.stringify(path)}: ${text}`, () => {
      assert.ok(isElsewhere({ text }));
      assert.equal(withoutHost(literal(text)).text, path);
    });
  for (const text of [
    'a',
    './host:a',
    '/a:b',
    'a/b:c',
    'C:/a',
    'c:\\a',
    'host',
    '~/a',
    '',
    ':a',
    'a b:c',
    '1+x://a/b',
    'x/s3://b/a',
    '[::1]a',
  ])
    it(`is none: ${JSON.stringify(text)}`, () => {
      const word = literal(text);
      assert.ok(!isElsewhere(word));
      assert.equal(withoutHost(word), word);
    });
});
