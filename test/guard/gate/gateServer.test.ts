/** The guard at its socket: what it hears, and when. */
import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { GateServer } from '../../../src/guard/gate/gateServer';
import { postTo } from '../../../src/guard/place/post';
import type { JsonObject } from '../../../src/shared/basics/json';
import { until } from '../../fixtures/core';
import { GuardedHome } from '../../fixtures/gate';

const idleMs = 1000;

describe('the guard at its socket', () => {
  let at: GuardedHome;
  let server: GateServer;
  let heard: string[];
  let endedAt: number | undefined;
  let answer: JsonObject;

  beforeEach(async () => {
    endedAt = undefined;
    at = new GuardedHome();
    heard = [];
    answer = {};
    server = new GateServer({
      place: at.place,
      hear: async ({ theirEvent }) => {
        heard.push(theirEvent);
        return answer;
      },
      status: () => ({}),
      ended: () => (endedAt ??= Date.now()),
      idleMs,
      log: () => undefined,
    });
    await server.listen();
  });
  afterEach(async () => {
    await server.close();
    rmSync(at.place.folder!, { recursive: true, force: true });
    rmSync(at.folder, { recursive: true, force: true });
  });

  /** A question that stands there whole, and may go on: as curl hands it on. */
  async function begun(): Promise<Socket> {
    const socket = connect(at.place.socket);
    const question = JSON.stringify(at.bash('ls'));
    socket.write('POST /gate/claude HTTP/1.1\r\nHost: hooksmith\r\nTransfer-Encoding: chunked\r\n\r\n');
    socket.write(`${question.length.toString(16)}\r\n${question}\r\n`);
    await once(socket, 'connect');
    // What was sent before is read before.
    for (let n = 0; n < 3; n++) await at.status();
    return socket;
  }

  it('judges a question once it has come to its end', async () => {
    const socket = await begun();
    let said = '';
    socket.setEncoding('utf8').on('data', (text: string) => (said += text));
    await at.status();
    assert.deepEqual([heard, said], [[], '']);
    socket.write('0\r\n\r\n');
    await once(socket, 'data');
    socket.destroy();
    assert.deepEqual(heard, ['PreToolUse']);
    assert.match(said, /^HTTP\/1\.1 200 .*\{\}$/s);
  });

  it('says only what is text, as agents that read UTF-8 alone want it', async () => {
    answer = { decision: 'deny', reason: `${'\u{1f600}'.slice(0, 1)} \\ud800 \u{1f600}`, of: [{ 'a\udc00': '\udc00' }] };
    const { text } = await postTo(at.place.socket, '/gate/claude', JSON.stringify(at.bash('ls')));
    assert.deepEqual(JSON.parse(text), { decision: 'deny', reason: '\ufffd \\ud800 \u{1f600}', of: [{ 'a\ufffd': '\ufffd' }] });
  });

  it('ends once nobody has asked it anything for so long, and not before', async () => {
    let last = Date.now();
    let longest = 0;
    for (const start = last; Date.now() - start < 2.5 * idleMs; last = Date.now()) {
      await at.status();
      longest = Math.max(longest, Date.now() - last);
    }
    // A machine that stood still has asked nothing for so long.
    if (longest < idleMs / 2) assert.equal(endedAt, undefined);
    await until(() => endedAt !== undefined);
  });

  it('refuses one that is too much to read, and says so while it still comes', async () => {
    const { status, text } = await postTo(at.place.socket, '/gate/claude', ' '.repeat(64 * 1024 * 1024 + 1));
    assert.deepEqual([status, text, heard], [500, 'refused: it is too much to read', []]);
  });

  it('never judges one that is broken off', async () => {
    const socket = await begun();
    socket.destroy();
    await once(socket, 'close');
    for (let n = 0; n < 3; n++) await at.status();
    assert.deepEqual(heard, []);
  });
});
