import assert from 'node:assert/strict';
import { ClientRequest, createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { modelFetch } from '../../../src/adapters/web/modelFetch';

describe('HTTP to models', () => {
  let server: Server;
  let origin: string;
  let sockets: Socket[];
  const answers: Record<string, (response: ServerResponse, body: string) => void> = {
    '/said': (response, body) => response.setHeader('x-said', 'a').end(body),
    '/zip': (response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('{"unfolded":true}')),
    '/moved': (response) => response.writeHead(307, { location: '/said' }).end(),
    '/refused': (response) => response.writeHead(429, { 'retry-after': '7' }).end('{"error":1}'),
    '/begun': (response) => void response.write('begun'),
    '/broken': (response) => void response.write('begun', () => response.destroy()),
  };
  before(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (piece: Buffer) => (body += piece.toString()));
      request.on('end', () => {
        sockets.push(request.socket);
        answers[request.url ?? '']?.(response, body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    sockets = [];
  });
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const post = (path: string, more: RequestInit = {}) => modelFetch()(origin + path, { method: 'POST', body: 'hé', ...more });

  it('says what is to be said, and gives what is answered as text, as JSON and piece by piece', async () => {
    const answer = await post('/said');
    assert.deepEqual([answer.status, answer.ok, answer.headers.get('x-said')], [200, true, 'a']);
    assert.equal(await answer.text(), 'hé');
    assert.deepEqual(await (await post('/zip')).json(), { unfolded: true });
    const refused = await post('/refused');
    assert.deepEqual([refused.ok, refused.headers.get('retry-after'), await refused.text()], [false, '7', '{"error":1}']);
  });

  it('follows where a server leads, with what was said', async () => {
    assert.equal(await (await post('/moved')).text(), 'hé');
  });

  it('keeps its connection from one answer to the next', async () => {
    for (let n = 0; n < 3; n++) await (await post('/said')).text();
    assert.equal(new Set(sockets).size, 1);
  });

  it('asks anew on a connection of its own where the server had closed the one that was kept', async () => {
    const asked = modelFetch();
    const emit = ClientRequest.prototype.emit;
    await (await asked(`${origin}/said`, { method: 'POST', body: 'a' })).text();
    let failed = 0;
    // What a connection that was closed at that moment comes to.
    ClientRequest.prototype.emit = function (this: ClientRequest, name: string | symbol, ...args: unknown[]) {
      if (name === 'socket' && failed === 0 && this.reusedSocket) {
        failed++;
        (args[0] as Socket).destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
      }
      return emit.call(this, name, ...args);
    } as typeof emit;
    try {
      assert.equal(await (await asked(`${origin}/said`, { method: 'POST', body: 'b' })).text(), 'b');
    } finally {
      ClientRequest.prototype.emit = emit;
    }
    assert.equal(failed, 1);
  });

  it('rejects where nobody answers, and names the address that was tried', async () => {
    await assert.rejects(modelFetch()('http://localhost:1/', { method: 'POST', body: '' }), /ECONNREFUSED .*:1/);
  });

  it('ends at once where it is stopped, before an answer and in its midst', async () => {
    const stop = new AbortController();
    const never = post('/never', { signal: stop.signal });
    const begun = await post('/begun', { signal: stop.signal });
    stop.abort();
    await assert.rejects(never, { name: 'AbortError' });
    await assert.rejects(begun.text());
  });

  it('tells of an answer that breaks off', async () => {
    await assert.rejects((await post('/broken')).text(), { code: 'ECONNRESET' });
  });

  it('leaves to fetch, which keeps them, the connections that the editor makes through a proxy', async () => {
    const asked = modelFetch();
    const { fetch } = globalThis;
    const left: string[] = [];
    globalThis.fetch = (input) => {
      left.push(String(input));
      return Promise.resolve(new Response('by fetch'));
    };
    const emit = ClientRequest.prototype.emit;
    ClientRequest.prototype.emit = function (this: ClientRequest, name: string | symbol, ...args: unknown[]) {
      if (name === 'socket') emit.call(this, 'proxy', { proxy: 'PROXY 10.0.0.1:80' });
      return emit.call(this, name, ...args);
    } as typeof emit;
    try {
      await (await asked(`${origin}/said`, { method: 'POST', body: 'a' })).text();
      assert.equal(await (await asked(`${origin}/said`, { method: 'POST', body: 'a' })).text(), 'by fetch');
    } finally {
      globalThis.fetch = fetch;
      ClientRequest.prototype.emit = emit;
    }
    assert.deepEqual(left, [`${origin}/said`]);
  });
});
