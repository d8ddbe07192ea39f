/** Which of its files a guarded agent's session goes on with. */
import { strict as assert } from 'node:assert';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OpenGuests } from '../../../src/guard/guests/openGuests';
import { readOccurrence } from '../../../src/protocols';
import type { Occurrence } from '../../../src/protocols/protocol';
import { GuardedHome } from '../../fixtures/gate';
import { GuardWindow } from '../../fixtures/guardWindow';
import { until } from '../../fixtures/limits';

describe('the session of a guarded agent', () => {
  let at: GuardedHome;
  beforeEach(() => {
    at = new GuardedHome();
  });
  afterEach(() => at.dispose());

  /** The name of the file that it is opened with. */
  async function nameFor(agent: 'vscode' | 'copilot', ...kept: string[]): Promise<string> {
    const sessions = join(at.home, '.hooksmith', 'guard', 'sessions');
    rmSync(sessions, { recursive: true, force: true });
    mkdirSync(sessions, { recursive: true });
    for (const name of kept) writeFileSync(join(sessions, name), '');
    const payload = { hookEventName: 'PreToolUse', sessionId: 's', cwd: at.project, tool_name: 'x', tool_input: {} };
    let opened = '';
    const heard = new OpenGuests(at.home).hear(
      { ...(readOccurrence('vscode', JSON.stringify(payload)) as Occurrence), agent },
      { gate: agent },
      {
        folder: at.project,
        open: (name) => {
          opened = name;
          throw new Error('that is enough');
        },
      },
    );
    await assert.rejects(heard, /that is enough/);
    return opened;
  }

  it('has its own name where nothing is there', async () => {
    assert.equal(await nameFor('vscode'), 'vscode-s');
    assert.equal(await nameFor('copilot'), 'copilot-s');
  });

  it('goes on under the name that it was begun with', async () => {
    assert.equal(await nameFor('vscode', 'copilot-s.jsonl'), 'copilot-s');
    assert.equal(await nameFor('copilot', 'vscode-s.jsonl'), 'vscode-s');
  });

  it('goes on with what was kept of its run, where another name has a record alone', async () => {
    assert.equal(await nameFor('vscode', 'vscode-s.jsonl', 'copilot-s.run.json'), 'copilot-s');
    assert.equal(await nameFor('copilot', 'copilot-s.jsonl', 'vscode-s.run.json'), 'vscode-s');
  });

  it('has in its file what was heard, once that is answered', async () => {
    const window = await GuardWindow.open(at);
    try {
      const guests = new OpenGuests(at.home);
      const payload = { hook_event_name: 'Stop', session_id: 's', cwd: at.project, last_assistant_message: 'good' };
      const heard = guests.hear(
        readOccurrence('claude', JSON.stringify(payload)) as Occurrence,
        { gate: 'claude' },
        { folder: at.project, open: (name, path) => window.core.openGuest(name, path) },
      );
      const path = join(at.home, '.hooksmith', 'guard', 'sessions', 'claude-s.jsonl');
      // Nothing that this process has left to do comes between: the agent may look, or kill it, at once.
      assert.match(await heard.then(() => readFileSync(path, 'utf8')), /"type":"stop"/);
      await guests.leaveAll();
    } finally {
      await window.close();
    }
  });

  describe('while observers of a run before are at work', () => {
    let window: GuardWindow;
    let guests: OpenGuests;
    let opened: number;
    let begun: string[];
    let ended: string[];
    let areDone: () => void;
    beforeEach(async () => {
      window = await GuardWindow.open(at);
      guests = new OpenGuests(at.home);
      opened = 0;
      begun = [];
      ended = [];
      const { hooks: host } = window.core;
      const drain = host.endRun.bind(host);
      const done = new Promise<void>((resolve) => {
        areDone = resolve;
      });
      host.endRun = (id) => {
        begun.push(id);
        return done.then(() => drain(id)).then(() => void ended.push(id));
      };
    });
    afterEach(async () => {
      areDone();
      await guests.leaveAll();
      await window.close();
    });
    const hear = (payload: object) =>
      guests.hear(
        readOccurrence('claude', JSON.stringify({ session_id: 's', cwd: at.project, ...payload })) as Occurrence,
        { gate: 'claude' },
        {
          folder: at.project,
          open: (name, path) => {
            opened++;
            return window.core.openGuest(name, path);
          },
        },
      );
    const say = (prompt: string) => hear({ hook_event_name: 'UserPromptSubmit', prompt });

    it('answers the next prompt, and is left once they are done', async () => {
      await say('one');
      await say('two');
      assert.deepEqual(ended, []);
      const left = guests.leaveAll();
      areDone();
      await left;
      assert.equal(ended.length, 3, 'each run is ended once: the one before the first prompt, and those of both');
    });

    it('answers the next prompt after its end, too, and is not left where it went on', async () => {
      await say('one');
      const end = hear({ hook_event_name: 'SessionEnd', reason: 'clear' });
      await until(() => begun.length === 2);
      await say('two');
      assert.deepEqual(ended, []);
      areDone();
      await end;
      assert.deepEqual([guests.all.length, opened], [1, 1], 'it is open as it was');
    });

    it('is left after its end once they are done, where no more is heard', async () => {
      await say('one');
      const end = hear({ hook_event_name: 'SessionEnd', reason: 'clear' });
      areDone();
      await end;
      assert.deepEqual(guests.all, []);
    });
  });
});
