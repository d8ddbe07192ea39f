import assert from 'node:assert/strict';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { isPrivate, webPages } from '../../../src/adapters/web/web';

describe('pages of the web', () => {
  let server: Server;
  let origin: string;
  let asked: string[];
  const answers: Record<string, (response: ServerResponse) => void> = {
    '/page': (response) =>
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end(
          '<html><head><title>A  Page</title><style>p{}</style></head><body><!-- hidden words --><h1>Head</h1><p>Some <b>bold</b> <a href="/x">link</a></p><script>evil()</script><ul><li>one</li></ul></body></html>',
        ),
    '/latin': (response) => response.setHeader('content-type', 'text/plain; charset=latin1').end(Buffer.from([0x63, 0xe9])),
    '/zip': (response) =>
      response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(gzipSync('unfolded')),
    '/bomb': (response) =>
      response
        .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(50_000_000, 'a'))),
    '/binary': (response) => response.setHeader('content-type', 'image/png').end(Buffer.alloc(10)),
    '/json': (response) => response.setHeader('content-type', 'application/vnd.api+json').end('{"a":1}'),
    '/gone': (response) => response.writeHead(404, { 'content-type': 'text/plain' }).end('nothing here'),
    '/same': (response) => response.writeHead(302, { location: '/latin' }).end(),
    '/away': (response) => response.writeHead(301, { location: 'http://localhost:1/secret' }).end(),
    '/file': (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    '/loop': (response) => response.writeHead(302, { location: '/loop' }).end(),
    '/never': () => undefined,
  };
  before(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      answers[request.url ?? '']?.(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    asked = [];
  });
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const get = (path: string, hosts = ['127.0.0.1'], signal = new AbortController().signal) =>
    webPages({ privateHosts: () => hosts }).get(path.startsWith('http') ? path : origin + path, signal);
  const page = async (path: string) => {
    const found = await get(path);
    assert.ok(found.kind === 'page');
    return found;
  };

  it('come as Markdown where they are HTML, without what nobody sees there', async () => {
    const { title, text } = await page('/page');
    assert.equal(title, 'A Page');
    assert.equal(text, '# Head\n\nSome **bold** [link](/x)\n\n-   one');
  });

  it('come as they are otherwise, in their own letters, unfolded, and binaries by their size alone', async () => {
    assert.equal((await page('/latin')).text, 'cé');
    assert.equal((await page('/zip')).text, 'unfolded');
    assert.equal((await page('/json')).text, '{"a":1}');
    assert.equal((await page('/binary')).text, '(10 bytes of image/png, which is no text)');
    assert.deepEqual([(await page('/gone')).status, (await page('/gone')).text], [404, 'nothing here']);
  });

  it('are read to a limit, however short they come over the line', async () => {
    const { text, cut } = await page('/bomb');
    assert.deepEqual([text.length, cut], [5_000_000, true]);
  });

  it('redirect within their host, and are told where they lead elsewhere', async () => {
    assert.equal((await page('/same')).text, 'cé');
    assert.deepEqual(await get('/away'), { kind: 'elsewhere', url: `${origin}/away`, to: 'http://localhost:1/secret' });
    assert.deepEqual(await get('/file'), { kind: 'elsewhere', url: `${origin}/file`, to: 'file:///etc/passwd' });
    await assert.rejects(get('/loop'), /redirects more than 5 times/);
  });

  it('are not fetched from private addresses, by number or by name, unless their host is allowed', async () => {
    const { port } = new URL(origin);
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0'])
      await assert.rejects(get(`http://${host}:${port}/latin`, []), /leads to a private address/, host);
    await assert.rejects(get('/latin', ['127.0.0.1:1']), /hooksmith\.webFetch\.privateHosts/);
    assert.deepEqual(asked, []);
    assert.equal((await get(`http://localhost:${port}/latin`, [`localhost:${port}`])).kind, 'page');
  });

  it('are given up when the human stops', async () => {
    const stop = new AbortController();
    const waiting = get('/never', ['127.0.0.1'], stop.signal);
    setImmediate(() => stop.abort(new Error('enough')));
    await assert.rejects(waiting, /enough/);
  });

  const addresses: [address: string, isIt: boolean][] = [
    ['10.1.2.3', true],
    ['172.31.0.1', true],
    ['172.32.0.1', false],
    ['192.168.1.1', true],
    ['169.254.169.254', true],
    ['100.100.100.200', true],
    ['8.8.8.8', false],
    ['::1', true],
    ['::ffff:10.0.0.1', true],
    ['::ffff:a00:1', true],
    ['fd00::1', true],
    ['fe80::1%eth0', true],
    ['64:ff9b::7f00:1', true],
    ['2606:4700::1111', false],
    ['no address', true],
  ];
  for (const [address, isIt] of addresses)
    it(`count ${address} as ${isIt ? 'private' : 'public'}`, () => assert.equal(isPrivate(address), isIt));
});
