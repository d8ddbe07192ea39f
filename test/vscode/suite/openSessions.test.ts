/** The sessions that are open at once, on a disk that takes no more. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { SessionLog } from '../../../src/adapters/sessions/sessionLog';
import type { Session } from '../../../src/agent/session/session';
import { OpenSessions, type SessionSource } from '../../../src/editor/conversation/openSessions';
import { SessionFolder } from '../../../src/editor/conversation/sessionFiles';
import { until } from '../../fixtures/limits';

describe('the sessions that are open', () => {
  let isFull: boolean;
  let made: number;
  let said: string[];
  let sessions: OpenSessions;
  /** Observers of each are done with it. */
  let observed: () => Promise<void>;
  let failures: string[];

  const create = (from: SessionSource) => {
    const isNew = typeof from === 'string';
    if (isNew && isFull) throw new Error('no room for a header');
    const file = isNew ? `${++made}.jsonl` : from.path;
    const session = {
      ...{ items: [{ kind: 'event' }], title: file, waitsForHuman: false },
      ...{ onItem: () => ({ dispose: () => undefined }), onFailure: () => undefined },
      stop: async () => undefined,
      end: async () => {
        said.push(`${file} ends`);
        if (isFull) throw new Error('no room for its end');
      },
      observed: () => observed(),
      dispose: async () => void said.push(`${file} is disposed of`),
    } as unknown as Session;
    const close = () => {
      said.push(`${file} is closed`);
      if (isFull) throw new Error('no room for what waited');
    };
    return { session, file, close };
  };
  const open = () => sessions.tabs.map(({ id, current }) => `${id}${current ? ' on screen' : ''}`);

  beforeEach(() => {
    isFull = false;
    made = 0;
    said = [];
    failures = [];
    observed = async () => undefined;
    const ended = (session: Session) => said.push(`${session.title} is over`);
    const failed = ({ message }: Error) => failures.push(message);
    sessions = new OpenSessions({ create, heard: () => undefined, failed, ended });
  });

  const whole = (file: string) => [`${file} ends`, `${file} is over`, `${file} is disposed of`, `${file} is closed`];

  it('end one after the other where a new one begins', async () => {
    await sessions.begin();
    await sessions.left('1.jsonl');
    assert.deepEqual([open(), said], [['2.jsonl on screen'], whole('1.jsonl')]);
  });

  it('end whole though their end cannot be recorded', async () => {
    await sessions.begin();
    await sessions.left('1.jsonl');
    await sessions.show({ path: 'kept.jsonl' });
    said = [];
    isFull = true;
    await assert.rejects(sessions.leave('kept.jsonl'), /no room for its end/);
    await sessions.left('kept.jsonl');
    assert.deepEqual([open(), said], [['2.jsonl on screen'], whole('kept.jsonl')]);
    assert.deepEqual(failures, ['no room for what waited'], 'nobody waits for that any more');
    said = [];
    await sessions.show({ path: 'other.jsonl' });
    await assert.rejects(sessions.dispose(), /no room for its end/);
    const last = (file: string) => [`${file} ends`, `${file} is closed`];
    assert.deepEqual(
      [...said].sort(),
      ['2.jsonl', 'other.jsonl'].flatMap((file) => [...last(file), `${file} is disposed of`]).sort(),
    );
  });

  describe('while observers are at work', () => {
    let areDone: (() => void)[];
    const done = () => {
      for (const tell of areDone.splice(0)) tell();
    };
    /** Whatever waits for nobody has its turn. */
    const turns = async () => {
      for (let n = 0; n < 20; n++) await new Promise(setImmediate);
    };
    beforeEach(() => {
      areDone = [];
      observed = () => new Promise((resolve) => areDone.push(resolve));
    });

    it('end, and the human goes on: a new chat, a tab that is closed, another that is opened', async () => {
      await sessions.begin();
      await sessions.leave('2.jsonl');
      const files = ['1.jsonl', '2.jsonl', '3.jsonl'];
      const told = files.slice(0, 2).flatMap((file) => whole(file).slice(0, 2));
      assert.deepEqual([open(), said], [['3.jsonl on screen'], told]);
      sessions.current.session.items.length = 0;
      await sessions.show({ path: 'kept.jsonl' });
      assert.deepEqual(open(), ['kept.jsonl on screen']);
      said = [];
      await until(() => areDone.length === 3);
      done();
      await Promise.all(files.map((file) => sessions.left(file)));
      assert.deepEqual([...said].sort(), files.flatMap((file) => whole(file).slice(2)).sort());
      assert.deepEqual(failures, []);
    });

    it('are open as they were where the human goes back to one', async () => {
      const { session } = sessions.current;
      await sessions.begin();
      await sessions.show({ path: '1.jsonl' });
      assert.equal(sessions.current.session, session);
      said = [];
      await until(() => areDone.length === 1);
      const before = sessions.left('1.jsonl');
      done();
      await before;
      assert.deepEqual([open(), said], [['2.jsonl', '1.jsonl on screen'], []]);
      const left = sessions.leave('1.jsonl').then(() => sessions.left('1.jsonl'));
      await until(() => areDone.length > 0);
      done();
      await left;
      assert.deepEqual([open(), said], [['2.jsonl on screen'], whole('1.jsonl')]);
    });

    it('are opened anew where their file was being closed already', async () => {
      const before = sessions.current.session;
      let goOn: (() => void) | undefined;
      before.dispose = () =>
        new Promise((resolve) => {
          goOn = resolve;
        });
      await sessions.begin();
      await until(() => areDone.length > 0);
      done();
      await until(() => goOn);
      const shown = sessions.show({ path: '1.jsonl' });
      await turns();
      assert.deepEqual(open(), ['2.jsonl on screen'], 'two would write to one file');
      goOn!();
      await shown;
      assert.notEqual(sessions.current.session, before);
      assert.equal(said.at(-1), '1.jsonl is closed');
    });

    it('are waited for where the window goes away', async () => {
      await sessions.begin();
      let isGone = false;
      const gone = sessions.dispose().then(() => {
        isGone = true;
      });
      await until(() => areDone.length === 2);
      const [left, shown] = areDone;
      shown!();
      await turns();
      assert.deepEqual([isGone, said.includes('2.jsonl is closed'), said.includes('1.jsonl is closed')], [false, true, false]);
      left!();
      await gone;
      assert.ok(said.includes('1.jsonl is closed'));
    });
  });

  it('are open again as they were in the window before, but for those that cannot be', async () => {
    const failed: string[] = [];
    const some = new OpenSessions({
      create: (from) => {
        if (typeof from === 'object' && from.path === 'gone.jsonl') throw new Error('gone');
        return create(typeof from === 'object' ? from : { path: 'b.jsonl' });
      },
      ...{ heard: () => undefined, failed: ({ message }) => failed.push(message), ended: () => undefined },
    });
    some.reopen(['a.jsonl', 'gone.jsonl', 'b.jsonl', 'c.jsonl']);
    assert.deepEqual(
      [some.tabs.map(({ id, current }) => `${id}${current ? ' on screen' : ''}`), failed],
      [['a.jsonl', 'b.jsonl on screen', 'c.jsonl'], ['gone']],
    );
  });

  it('keep the one on screen open where there can be no new one', async () => {
    isFull = true;
    await assert.rejects(sessions.begin(), /no room for its end/);
    assert.deepEqual(open(), ['1.jsonl on screen']);
    assert.ok(sessions.isOpen(sessions.current.session), 'what is said to it arrives');
  });

  it('come with the one that was on screen, whichever was written last', () => {
    const storage = vscode.Uri.file(mkdtempSync(join(tmpdir(), 'hooksmith-tabs-')));
    const log = vscode.window.createOutputChannel('Tabs of a test', { log: true });
    const at = (name: string) => join(storage.fsPath, 'sessions', name);
    const shown = () => {
      const folder = new SessionFolder(storage, log);
      const opening = () => ({ session: {} as Session, close: () => undefined });
      return { folder, file: folder.open(opening, 'last').file, open: folder.tabs.before?.open };
    };
    try {
      for (const name of ['old.jsonl', 'late.jsonl']) new SessionLog(at(name), name, new Date().toISOString()).close();
      utimesSync(at('old.jsonl'), 1_000, 1_000);
      const { folder, file } = shown();
      assert.equal(file, at('late.jsonl'), 'where nothing was kept');
      folder.tabs.keep({ open: [at('old.jsonl'), at('late.jsonl')], onScreen: at('old.jsonl') });
      assert.deepEqual([shown().file, shown().open], [at('old.jsonl'), [at('old.jsonl'), at('late.jsonl')]]);
      folder.tabs.keep({ open: [at('late.jsonl'), at('new.jsonl')], onScreen: at('new.jsonl') });
      const fresh = shown();
      assert.ok(![at('old.jsonl'), at('late.jsonl')].includes(fresh.file), 'a new chat is a new chat again');
      assert.deepEqual(fresh.open, [at('late.jsonl')]);
      for (const text of ['{"open": ["../late.jsonl"], "onScreen": "old.jsonl"}', '{', '[]']) {
        writeFileSync(at('open.json'), text);
        assert.deepEqual([shown().file, shown().open], [at('late.jsonl'), undefined], text);
      }
    } finally {
      log.dispose();
      rmSync(storage.fsPath, { recursive: true });
    }
  });
});
