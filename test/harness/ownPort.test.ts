/** `npm start` is found again where it was. */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:net';
import { importModule } from '../fixtures/importModule';

interface OwnPort {
  portOf(folder: string): number;
  ownPort(folder: string, from?: number): Promise<number>;
}
const load = () => importModule<OwnPort>('test/vscode/ownPort.mjs');

describe('the port of a checkout', () => {
  const servers: Server[] = [];
  const taken = () =>
    new Promise<number>((resolve, reject) => {
      const server = createServer().on('error', reject);
      servers.push(server);
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
    });
  afterEach(() => Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done)))));

  it('is the same each time, another for another folder, and none that the system hands out', async () => {
    const { portOf } = await load();
    const ports = Array.from({ length: 50 }, (_, n) => portOf(`/home/me/hooksmith-${n}`));
    assert.deepEqual(
      ports,
      Array.from({ length: 50 }, (_, n) => portOf(`/home/me/hooksmith-${n}`)),
    );
    assert.ok(new Set(ports).size > 45);
    assert.ok(ports.every((port) => port >= 20_000 && port < 30_000));
  });

  it('is the next one where it is taken', async () => {
    const { ownPort } = await load();
    const own = await taken();
    const next = await ownPort('/home/me/hooksmith', own);
    assert.ok(next > own, `${next} after ${own}`);
  });
});
