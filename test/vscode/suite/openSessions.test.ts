/** The sessions that are open at once, on a disk that takes no more. */
import assert from 'node:assert/strict';
import type { Session } from '../../../src/agent/session';
import { OpenSessions, type SessionSource } from '../../../src/editor/openSessions';

describe('the sessions that are open', () => {
  let isFull: boolean;
  let made: number;
  let said: string[];
  let sessions: OpenSessions;

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
    const ended = (session: Session) => said.push(`${session.title} is over`);
    sessions = new OpenSessions({ create, heard: () => undefined, failed: () => undefined, ended });
  });

  const whole = (file: string) => [`${file} ends`, `${file} is disposed of`, `${file} is closed`, `${file} is over`];

  it('end one after the other where a new one begins', async () => {
    await sessions.begin();
    assert.deepEqual([open(), said], [['2.jsonl on screen'], whole('1.jsonl')]);
  });

  it('end whole though their end cannot be recorded', async () => {
    await sessions.begin();
    await sessions.show({ path: 'kept.jsonl' });
    said = [];
    isFull = true;
    await assert.rejects(sessions.leave('kept.jsonl'), /no room for its end/);
    assert.deepEqual([open(), said], [['2.jsonl on screen'], whole('kept.jsonl')]);
    said = [];
    await sessions.show({ path: 'other.jsonl' });
    await assert.rejects(sessions.dispose(), /no room for its end/);
    const last = (file: string) => [`${file} ends`, `${file} is closed`];
    assert.deepEqual(
      [...said].sort(),
      ['2.jsonl', 'other.jsonl'].flatMap((file) => [...last(file), `${file} is disposed of`]).sort(),
    );
  });

  it('keep the one on screen open where there can be no new one', async () => {
    isFull = true;
    await assert.rejects(sessions.begin(), /no room for its end/);
    assert.deepEqual(open(), ['1.jsonl on screen']);
    assert.ok(sessions.isOpen(sessions.current.session), 'what is said to it arrives');
  });
});
