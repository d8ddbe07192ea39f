import assert from 'node:assert/strict';
import fs, { closeSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSession, sessionItems, streamSession } from '../../../src/adapters/sessions/sessionFile';
import { SessionLog } from '../../../src/adapters/sessions/sessionLog';
import { isBegun } from '../../../src/adapters/sessions/sessionPaths';
import { hookEvent } from '../../fixtures/hookSet';

describe('session files', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hooksmith-session-'));
    path = join(folder, 's.jsonl');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const written = (...more: string[]) => {
    const log = new SessionLog(path, 's1', '2026-01-01T00:00:00.000Z');
    log.append({
      kind: 'event',
      event: hookEvent('message', { input: { role: 'user', content: 'x'.repeat(100_000) }, data: { index: 0 } }),
    });
    log.append({ kind: 'event', event: hookEvent('after_run') });
    log.close();
    writeFileSync(path, readFileSync(path, 'utf8') + more.join('\n'));
  };
  const line = (change: object) => JSON.stringify({ kind: 'event', event: { ...hookEvent('message'), ...change } });

  describe('are written', () => {
    const open = () => new SessionLog(path, 's1', '2026-01-01T00:00:00.000Z');
    const lines = () => readFileSync(path, 'utf8').trimEnd().split('\n').length;
    const step = { kind: 'event', event: hookEvent('message') } as const;
    const waits = () => new Promise<void>((resolve) => process.nextTick(resolve));

    it('whole though the disk took half of a line, or was full for a while, and closed though it stays full', async () => {
      const { writeSync } = fs;
      const log = open();
      const fail = () => {
        throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      };
      try {
        fs.writeSync = ((fd: number, bytes: Buffer, at: number) =>
          writeSync(fd, bytes, at, Math.min(7, bytes.length - at))) as never;
        log.append({ kind: 'event', event: hookEvent('message', { data: { index: 1 } }) });
        log.flush();
        assert.ok(readFileSync(path, 'utf8').endsWith('}\n'), 'what can be written is');
        fs.writeSync = fail as never;
        log.append({ kind: 'event', event: hookEvent('message', { data: { index: 2 } }) });
        assert.throws(() => log.flush(), /no space/);
        fs.writeSync = writeSync;
        log.append({ kind: 'event', event: hookEvent('message', { data: { index: 3 } }) });
        log.flush();
        log.append(step);
        fs.writeSync = fail as never;
        assert.throws(() => log.close(), /no space/);
        log.close();
      } finally {
        fs.writeSync = writeSync;
      }
      const { items, problems } = readSession(path);
      assert.deepEqual(problems, []);
      assert.deepEqual(
        items.map((item) => item.kind === 'event' && (item.event.data as { index: number }).index),
        [1, 2, 3],
      );
    });

    describe('to a disk that is full', () => {
      const { writeSync } = fs;
      afterEach(() => {
        fs.writeSync = writeSync;
      });
      const fill = () => {
        fs.writeSync = (() => {
          throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
        }) as never;
      };
      const large = (index: number) =>
        ({ kind: 'event', event: hookEvent('pre_tool_use', { input: { text: `${index} `.repeat(1024 * 1024) } }) }) as const;

      it('as far as it may wait: what comes then is refused and counted, and the file tells of it', () => {
        const told: string[] = [];
        const log = new SessionLog(path, 's1', '2026-01-01T00:00:00.000Z', (why) => told.push(why));
        fill();
        let most = 0;
        for (let n = 0; n < 40; n++) {
          assert.throws(() => log.append(large(n)), /The session cannot be recorded: .*s\.jsonl: no space/);
          most = Math.max(most, (log as unknown as { rest: Buffer }).rest.length);
        }
        assert.ok(most < 12 * 1024 * 1024, `${most} bytes wait`);
        fs.writeSync = writeSync;
        log.append(step);
        log.close();
        const { items, problems } = readSession(path);
        const kept = items.length - 1;
        assert.ok(kept > 0 && kept < 40);
        assert.deepEqual(problems, [`${path}:${items.length * 2}: ${40 - kept} items are missing: they could not be written`]);
        assert.deepEqual(told, [`${path}: no space`]);
      });

      it('which the human is told of once, and again when it is full anew', () => {
        const told: string[] = [];
        const log = new SessionLog(path, 's1', '2026-01-01T00:00:00.000Z', (why) => told.push(why));
        for (let n = 1; n <= 2; n++) {
          fill();
          for (let m = 0; m < 3; m++) assert.throws(() => log.append({ kind: 'queue', messages: [] }), /no space/);
          assert.equal(told.length, n);
          fs.writeSync = writeSync;
          log.flush();
        }
        log.close();
        assert.equal(lines(), 7);
      });

      it('without end of what hooks keep: it throws to none of them, and the step that comes next is told', () => {
        const log = open();
        fill();
        for (let n = 0; n < 30; n++) log.append({ kind: 'state', key: `${n}`, value: `${n} `.repeat(1024 * 1024) });
        const { rest, lines: unflushed } = log as unknown as { rest: Buffer; lines: string };
        assert.ok(rest.length + unflushed.length < 12 * 1024 * 1024);
        assert.throws(() => log.append(step), /no space/);
        fs.writeSync = writeSync;
        log.close();
      });
    });

    describe('to a disk that has room again', () => {
      const { writeSync } = fs;
      afterEach(() => {
        fs.writeSync = writeSync;
      });
      const fill = (taken = 0) => {
        fs.writeSync = ((fd: number, bytes: Buffer, at: number) => {
          if (taken === 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
          const count = writeSync(fd, bytes, at, taken);
          taken = 0;
          return count;
        }) as never;
      };

      it('with nothing held against the step that comes then', async () => {
        const log = open();
        for (const flushes of [false, true]) {
          for (const lost of [{ kind: 'state', key: 'a', value: 1 } as const, step]) {
            fill();
            log.append(lost);
            await waits();
            fs.writeSync = writeSync;
            if (flushes) log.flush();
            const before = flushes ? lines() + 1 : lines() + 2;
            log.append(step);
            await waits();
            assert.equal(lines(), before);
          }
        }
        log.close();
      });

      it('anew where not even the beginning could be written', () => {
        const { openSync, closeSync: close } = fs;
        const opened: number[] = [];
        const closed: number[] = [];
        fs.openSync = ((...args: Parameters<typeof openSync>) => {
          const fd = openSync(...args);
          opened.push(fd);
          return fd;
        }) as never;
        fs.closeSync = (fd) => {
          closed.push(fd);
          close(fd);
        };
        try {
          for (const taken of [0, 7]) {
            fill(taken);
            assert.throws(open, /no space/);
            fs.writeSync = writeSync;
            assert.equal(fs.existsSync(path), false);
          }
        } finally {
          Object.assign(fs, { openSync, closeSync: close });
        }
        assert.equal(opened.length, 2);
        assert.deepEqual(closed, opened);
        open().close();
        assert.equal(readSession(path).sessionId, 's1');
      });
    });

    it('event by event in their order, all of them once the work waits for anything', async () => {
      const log = open();
      for (let n = 0; n < 5; n++) log.append({ kind: 'event', event: hookEvent('message', { data: { index: n } }) });
      await waits();
      assert.equal(lines(), 6);
      log.append(step);
      await waits();
      log.append(step);
      log.close();
      const indices = readSession(path).items.map(
        (item) => item.kind === 'event' && item.event.type === 'message' && item.event.data?.index,
      );
      assert.deepEqual(indices.slice(0, 5), [0, 1, 2, 3, 4]);
      assert.equal(lines(), 8);
    });

    it('at once where the human is asked, a call is decided or begins, a run ends, and where all else is kept', () => {
      const log = open();
      let expected = 1;
      const isThere = (item: Parameters<SessionLog['append']>[0], more: number) => {
        log.append(item);
        assert.equal(lines(), (expected += more));
      };
      isThere({ kind: 'event', event: hookEvent('approval_requested') }, 1);
      log.append(step);
      isThere({ kind: 'event', event: hookEvent('question_asked') }, 2);
      for (const type of ['pre_tool_use', 'permission_request', 'approval_resolved', 'tool_start', 'after_run'] as const)
        isThere({ kind: 'event', event: hookEvent(type) }, 1);
      isThere({ kind: 'state', key: 'a', value: 1 }, 1);
      isThere({ kind: 'queue', messages: [] }, 1);
      log.close();
    });

    it('when the process ends, to which nobody listens while nothing waits', async () => {
      const listening = () => process.listenerCount('exit');
      const before = listening();
      const log = open();
      log.append(step);
      log.append(step);
      assert.deepEqual([lines(), listening()], [1, before + 1]);
      await waits();
      assert.deepEqual([lines(), listening()], [3, before]);
      log.append(step);
      process.listeners('exit').at(-1)!(0);
      assert.deepEqual([lines(), listening()], [4, before]);
      log.close();
    });

    it('or whoever appends next is told why not', async () => {
      const log = open();
      closeSync((log as unknown as { fd: number }).fd);
      log.append(step);
      await waits();
      assert.throws(() => log.append(step), /EBADF/);
    });
  });

  it('have begun once their header is there', () => {
    assert.equal(isBegun(path), false);
    for (const text of ['', '{"kind":"hea']) {
      writeFileSync(path, text);
      assert.equal(isBegun(path), false);
    }
    new SessionLog(path, 's1', '2026-01-01T00:00:00.000Z').close();
    assert.equal(readSession(path).sessionId, 's1');
    assert.equal(isBegun(path), true);
    for (const text of ['no session\n', 'x'.repeat(5000)]) {
      writeFileSync(path, text);
      assert.equal(isBegun(path), true);
    }
  });

  it('reads the same in one piece and in many', async () => {
    written(line({ hooks: 'none' }), 'no json', line({ type: 'run_done' }), '{"kind":"eve');
    const whole = readSession(path);
    assert.deepEqual(await streamSession(path), whole);
    assert.equal(whole.items.length, 3);
    const [first] = whole.items;
    assert.ok(first?.kind === 'event' && JSON.stringify(first.event.input).length > 100_000);
  });

  it('gives back what waited, and passes over what is no message', () => {
    const queue = { kind: 'queue' as const, messages: [{ id: 'q', content: 'later', steers: false }] };
    written(JSON.stringify(queue), '{"kind":"queue","messages":[{"id":"q","content":7,"steers":false}]}', '');
    const { items, problems } = readSession(path);
    assert.deepEqual(items.at(-1), queue);
    assert.match(problems[0]!, /messages\.0\.content/);
  });

  it('names what is wrong by its line and passes over it', async () => {
    written(
      line({ hooks: [null] }),
      line({ data: 'text' }),
      line({ branch: undefined }),
      line({ hooks: [{ name: 'half a hook' }] }),
      '{"kind":"no such kind"}',
      'no json',
      line({ type: 'run_done' }),
      '{"kind":"eve',
    );
    const { problems, items } = await streamSession(path);
    assert.equal(items.length, 3);
    const lines = problems.map((problem) => Number(/s\.jsonl:(\d+):/.exec(problem)?.[1]));
    assert.deepEqual(lines, [5, 6, 7, 8, 9, 10, 12]);
    assert.match(problems[0]!, /event\.hooks\.0/);
    assert.match(problems[2]!, /event\.branch/);
    assert.match(problems[5]!, /not JSON/);
    assert.match(problems[6]!, /the last line is torn/);
  });

  it('tells whoever takes the items one by one what was passed over', async () => {
    const header = '{"kind":"header","hooksmith":1,"sessionId":"s","createdAt":"2026-01-01T00:00:00.000Z"}';
    writeFileSync(path, `${header}\nnonsense\n${JSON.stringify({ kind: 'nothing' })}\n`);
    const { problems } = readSession(path);
    assert.notEqual(problems.length, 0);
    const told: string[] = [];
    for await (const item of sessionItems(path, (problem) => told.push(problem))) assert.fail(JSON.stringify(item));
    assert.deepEqual(told, problems);
  });

  it('refuses what is no session file, and a version it does not know', async () => {
    for (const [text, why] of [
      ['', /no session file: it is empty/],
      ['hello', /:1: no session file: the first line/],
      ['{"kind":"event"}', /:1: no session file: the first line/],
      [
        '{"kind":"header","hooksmith":99,"sessionId":"s","createdAt":"now"}',
        /:1: a session file of version 99: this Hooksmith reads version 1/,
      ],
    ] as const) {
      writeFileSync(path, text);
      await assert.rejects(streamSession(path), why);
      assert.throws(() => readSession(path), why);
    }
    await assert.rejects(streamSession(join(folder, 'gone.jsonl')), /ENOENT/);
  });

  it('is opened at its end: a torn line is cut off, a whole one that lacks its newline is kept, however long', () => {
    const again = () => new SessionLog(path, 's1', '2026-01-01T00:00:00.000Z').close();
    for (const length of [10, 65_535, 65_536, 200_000]) {
      written();
      const whole = readFileSync(path, 'utf8');
      again();
      assert.equal(readFileSync(path, 'utf8'), whole, 'untouched');
      const line = JSON.stringify({ kind: 'state', key: 'é'.repeat(length), value: 1 });
      writeFileSync(path, `${whole}${line.slice(0, -1)}`);
      again();
      assert.equal(readFileSync(path, 'utf8'), whole, `torn after ${length}`);
      writeFileSync(path, `${whole}${line}`);
      again();
      assert.equal(readFileSync(path, 'utf8'), `${whole}${line}\n`, `whole after ${length}`);
      rmSync(path);
    }
    writeFileSync(path, '{"kind":"hea');
    again();
    assert.equal(readSession(path).sessionId, 's1', 'a header that was torn is written again');
  });
});
