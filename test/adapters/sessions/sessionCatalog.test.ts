import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SessionCatalog } from '../../../src/adapters/sessions/sessionCatalog';
import { readSession } from '../../../src/adapters/sessions/sessionFile';
import { SessionLog } from '../../../src/adapters/sessions/sessionLog';
import { listSessions } from '../../../src/adapters/sessions/sessionPaths';
import { foldSession } from '../../../src/agent/session/sessionState';
import { textOf } from '../../../src/shared/messages/messages';
import { partText } from '../../../src/shared/messages/promptParts';
import type { StreamItem } from '../../../src/shared/stream/stream';
import { Stream } from '../../view/samples';

describe('the catalog of sessions', () => {
  let folder: string;
  let catalog: SessionCatalog;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hooksmith-catalog-'));
    catalog = new SessionCatalog(folder);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function write(name: string, said: string[], at = 1_000_000): string {
    const path = join(folder, `${name}.jsonl`);
    const log = new SessionLog(path, `id-${name}`, '2026-01-01T00:00:00.000Z');
    const stream = new Stream();
    log.append({ kind: 'queue', messages: [{ id: 'p', content: 'waited', steers: false }] });
    for (const [n, text] of said.entries()) {
      const runId = `run_${n}`;
      const message = { role: 'user' as const, content: text };
      log.append(stream.event('before_run', { runId, input: text }));
      log.append(stream.event('user_message', { id: `um_${n}`, runId, input: message }));
      log.append(stream.event('message', { runId, input: message, data: { index: 0 } }));
      log.append(
        stream.event('message', {
          runId,
          input: { role: 'assistant', content: [{ type: 'text', text: `re: ${text}` }] },
          data: { index: 1 },
        }),
      );
      log.append(stream.event('after_run', { runId, duration: 1, data: { status: 'done', signals: [] } }));
    }
    log.append({ kind: 'queue', messages: [{ id: 'q', content: 'waits', steers: false }] });
    log.append({ kind: 'state', key: 'k', value: 1 });
    log.close();
    utimesSync(path, at, at);
    return path;
  }
  const titles = async () => (await catalog.list()).map(({ title, messages }) => [title, messages]);
  const renamed = (title: string) => new Stream().event('session_renamed', { data: { title } }).event;

  it('names each by what was said first, the latest first, and leaves out those without a word', async () => {
    write('a', ['first of a\nmore', 'second'], 1000);
    write('b', [`look\n${partText({ tag: 'attached', kind: 'file', name: 'x', text: 'y' })}`], 2000);
    write('c', [], 3000);
    writeFileSync(join(folder, 'broken.jsonl'), 'no session');
    assert.deepEqual(await titles(), [
      ['look', 1],
      ['first of a', 2],
    ]);
  });

  it('counts the messages that stand, as the session itself has them, and keeps one of which none does', async () => {
    const path = write('a', ['one', 'two', 'three']);
    const add = async (...items: StreamItem[]) => {
      const log = new SessionLog(path, 'id-a', '');
      for (const item of items) log.append(item);
      log.close();
      const { checkpoints } = foldSession(readSession(path).items).files;
      const [summary] = await catalog.list();
      assert.equal(summary?.messages, checkpoints.length);
      return summary?.messages;
    };
    const back = (to: object): StreamItem => ({ kind: 'history', branch: 'main', messages: [], ...to });
    assert.equal(await add(back({ rewoundTo: 'um_2' })), 2);
    assert.equal(await add(back({ rewoundTo: 'um_1' })), 1);
    assert.equal(await add(back({ redone: 'um_1' })), 2);
    assert.equal(await add(back({ redone: 'um_2' })), 3);
    // Another agent's history is its own, and a message that quotes the words is a message.
    const quoting = { role: 'user' as const, content: '{"kind":"history","branch":"main","rewoundTo":"um_0"}' };
    assert.equal(await add({ ...back({ rewoundTo: 'um_0' }), branch: 'main/a' } as StreamItem, back({ messages: [quoting] })), 3);
    // As an edit of it does.
    const said = new Stream().event('user_message', { id: 'um_3', input: { role: 'user', content: 'another' } });
    assert.equal(await add(back({ rewoundTo: 'um_1' }), said), 2);
    const denied = new Stream().event('user_message', { id: 'um_4', input: quoting, data: { decision: 'deny' } });
    assert.equal(await add(denied), 2);
    assert.equal(await add(back({ rewoundTo: 'um_0' })), 0);
    assert.deepEqual(await titles(), [['one', 0]]);
    writeFileSync(join(folder, 'b.jsonl'), '');
    write('c', []);
    assert.equal((await catalog.list()).length, 1);
  });

  it('knows of what is said later, and of a name; an empty one brings back the first words', async () => {
    const path = write('a', ['hello']);
    await catalog.list();
    const log = new SessionLog(path, 'id-a', '');
    log.append({ kind: 'event', event: renamed('Release work') });
    log.close();
    assert.deepEqual(await titles(), [['Release work', 1]]);
    catalog.rename((await catalog.list())[0]!, renamed(''));
    assert.deepEqual(await titles(), [['hello', 1]]);
  });

  it('keeps the place of one that is renamed, and its file whole', async () => {
    write('old', ['old'], 1000);
    write('new', ['new'], 2000);
    const old = (await catalog.list())[1]!;
    catalog.rename(old, renamed('Renamed'));
    assert.deepEqual(await titles(), [
      ['new', 1],
      ['Renamed', 1],
    ]);
    assert.equal(statSync(old.path).mtimeMs, 1_000_000);
    const { items, problems } = readSession(old.path);
    assert.deepEqual([foldSession(items).title, problems], ['Renamed', []]);
  });

  it('puts one away and brings it back, or not', async () => {
    const a = write('a', ['a']);
    const b = write('b', ['b']);
    const before = readFileSync(a, 'utf8');
    catalog.putAway(a);
    catalog.putAway(b);
    assert.deepEqual(await titles(), []);
    catalog.bringBack(a);
    assert.equal(readFileSync(a, 'utf8'), before);
    catalog.empty(b);
    assert.throws(() => catalog.bringBack(b));
    catalog.putAway(a);
    write('a', ['another']);
    assert.throws(() => catalog.bringBack(a), /a\.jsonl is there already/);
    catalog.empty(a);
    assert.ok(!existsSync(join(folder, 'deleted', 'a.jsonl')));
  });

  it('lists what was put away by where it was, and forgets what was put away long ago', async () => {
    const a = write('a', ['a'], 1000);
    const b = write('b', ['b'], 2000);
    assert.deepEqual(await catalog.deleted(), []);
    catalog.forget(0);
    for (const path of [a, b]) catalog.putAway(path);
    assert.deepEqual(
      (await catalog.deleted()).map(({ path, title }) => [path, title]),
      [
        [b, 'b'],
        [a, 'a'],
      ],
    );
    const { ctimeMs } = statSync(join(folder, 'deleted', 'a.jsonl'));
    catalog.forget(ctimeMs - 1);
    assert.equal((await catalog.deleted()).length, 2, 'their last lines are old, their end is not');
    catalog.empty(b);
    catalog.forget(ctimeMs + 1);
    assert.deepEqual(await catalog.deleted(), []);
  });

  it('passes over what is called as a session file is, and is none', async () => {
    write('a', ['a']);
    const places = [folder, join(folder, 'deleted')];
    for (const place of places) {
      mkdirSync(join(place, 'folder.jsonl'), { recursive: true });
      symlinkSync('nowhere', join(place, 'link.jsonl'));
      symlinkSync('loop.jsonl', join(place, 'loop.jsonl'));
    }
    assert.deepEqual(await titles(), [['a', 1]]);
    assert.deepEqual(await catalog.deleted(), []);
    catalog.forget(Date.now() + 1);
    assert.deepEqual(listSessions(folder), [join(folder, 'a.jsonl')]);
  });

  it('forks from before a message: what came before it, under another id, and its words', async () => {
    const from = write('a', ['one', 'two', 'three']);
    const before = readFileSync(from, 'utf8');
    const path = join(folder, 'fork.jsonl');
    assert.deepEqual(catalog.fork(from, 'um_1', { path, sessionId: 'id-fork', createdAt: '2026-02-02T00:00:00.000Z' }), {
      text: 'two',
    });
    const fork = readSession(path);
    assert.equal(fork.sessionId, 'id-fork');
    const state = foldSession(fork.items);
    assert.deepEqual(
      state.history.map((message) => textOf(message)),
      ['one', 're: one'],
    );
    assert.deepEqual([state.broken, state.queue, fork.kept.get('k')], [false, [], 1]);
    assert.ok(fork.items.every((item) => item.kind !== 'event' || item.event.sessionId === 'id-fork'));
    assert.equal(readFileSync(from, 'utf8'), before);
  });

  it('forks from the first message too, and from none that is not there', () => {
    const from = write('a', ['one']);
    const to = { path: join(folder, 'fork.jsonl'), sessionId: 'f', createdAt: '' };
    assert.equal(catalog.fork(from, 'nothing', to), undefined);
    assert.ok(!existsSync(to.path));
    assert.deepEqual(catalog.fork(from, 'um_0', to), { text: 'one' });
    assert.deepEqual(foldSession(readSession(to.path).items).history, []);
  });

  it('passes over lines that are torn', async () => {
    const path = write('a', ['a']);
    appendFileSync(path, '{"kind":"event","event":{"type":"user_message"');
    assert.deepEqual(await titles(), [['a', 1]]);
  });
});
