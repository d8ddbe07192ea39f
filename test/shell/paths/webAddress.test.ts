import assert from 'node:assert/strict';
import { matchesAddress, plainAddress, plainAddressPattern } from '../../../src/shell/paths/webAddress';

describe('an address on the web', () => {
  it('has one spelling, whatever it is written with that no server is told', () => {
    for (const [written, plain] of [
      ['https://a.org', 'https://a.org/'],
      ['HTTPS://A.Org/B', 'https://a.org/B'],
      ['https://user:word@a.org/x', 'https://a.org/x'],
      ['https://a.org/x#part', 'https://a.org/x'],
      ['https://a.org:443/x', 'https://a.org/x'],
      ['http://a.org:80/x', 'http://a.org/x'],
      ['http://a.org:8080/x', 'http://a.org:8080/x'],
      ['https://a.org./x', 'https://a.org/x'],
      ['https://a.org../x', 'https://a.org/x'],
      ['https://a.org/%61%2D%7e%5f%2E', 'https://a.org/a-~_.'],
      ['https://a.org/%2fx%3f', 'https://a.org/%2Fx%3F'],
      ['https://a.org/x?q=%62&r', 'https://a.org/x?q=b&r'],
      ['  https://a.org/x', 'https://a.org/x'],
      ['ht\ntps://a.org/x', 'https://a.org/x'],
      ['https:\\\\a.org\\x', 'https://a.org/x'],
    ])
      assert.equal(plainAddress(written!), plain, written);
  });

  it('is none of another text', () => {
    for (const text of ['', 'a.org/x', 'ftp://a.org/x', 'httpx://a.org/', 'https://', 'see https://a.org', 'http', 'file:///x'])
      assert.equal(plainAddress(text), undefined, text);
  });
});

describe('a pattern on addresses', () => {
  it('has the same spelling, as far as no wildcard stands in the way', () => {
    for (const [written, plain] of [
      ['https://A.org', 'https://a.org/'],
      ['HTTPS://a.org:443/B*', 'https://a.org/B*'],
      ['http://a.org:80/x', 'http://a.org/x'],
      ['http://a.org:443/x', 'http://a.org:443/x'],
      ['https://a.org/%61*#part', 'https://a.org/a*'],
      ['https://*.A.org:443/x', 'https://*.a.org/x'],
      ['http://*.A.org:80', 'http://*.a.org'],
      ['http://*.a.org:443', 'http://*.a.org:443'],
      ['https://*.a.org./x', 'https://*.a.org/x'],
      ['https://*.a.org.:8443/x', 'https://*.a.org:8443/x'],
      ['https://a?.org/x', 'https://a?.org/x'],
      ['http://*.a.org:8080', 'http://*.a.org:8080'],
      ['https://*.a.org:4430/x', 'https://*.a.org:4430/x'],
      ['https://*.a.org../x', 'https://*.a.org/x'],
      ['*a.org*', '*a.org*'],
      ['ftp://A.org/x', 'ftp://A.org/x'],
      ['x https://A.org', 'x https://A.org'],
    ])
      assert.equal(plainAddressPattern(written!), plain, written);
  });

  it('finds a server in any case, and a page in its own', () => {
    for (const [address, pattern, covers] of [
      ['https://a.org/B', 'https://a.org/B', true],
      ['https://a.org/B', 'https://a.org/b', false],
      ['https://a.org/b', '*://A.ORG/b', true],
      ['https://a.org/b', '*A.ORG*', true],
      ['http://a.org/b', '*A.ORG*', true],
      ['https://a.org/b', 'https://a?org/?', true],
      ['https://a.org/b', 'https://a.org/', false],
      ['https://a.org/A.ORG', '*/a.org', false],
      ['https://xa.org/b', 'https://a.org/*', false],
    ] as const)
      assert.equal(matchesAddress(address, pattern), covers, `${pattern} on ${address}`);
  });
});
