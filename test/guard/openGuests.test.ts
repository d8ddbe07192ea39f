/** Which of its files a guarded agent's session goes on with. */
import { strict as assert } from 'node:assert';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OpenGuests } from '../../src/guard/openGuests';
import { read } from '../../src/protocols';
import type { Occurrence } from '../../src/protocols/protocol';
import { GuardedHome } from '../fixtures/gate';
import { GuardWindow } from '../fixtures/guardWindow';

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
      { ...(read('vscode', JSON.stringify(payload)) as Occurrence), agent },
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
        read('claude', JSON.stringify(payload)) as Occurrence,
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

  it('answers the next prompt while observers of the run before are at work, and is left once they are done', async () => {
    const window = await GuardWindow.open(at);
    const { hooks: host } = window.core;
    const drain = host.endRun.bind(host);
    let areDone: () => void = () => undefined;
    const done = new Promise<void>((resolve) => {
      areDone = resolve;
    });
    const ended: string[] = [];
    host.endRun = (id) => done.then(() => drain(id)).then(() => void ended.push(id));
    try {
      const guests = new OpenGuests(at.home);
      const where = { folder: at.project, open: (name: string, path: string) => window.core.openGuest(name, path) };
      const say = (prompt: string) =>
        guests.hear(
          read(
            'claude',
            JSON.stringify({ hook_event_name: 'UserPromptSubmit', session_id: 's', cwd: at.project, prompt }),
          ) as Occurrence,
          { gate: 'claude' },
          where,
        );
      await say('one');
      await say('two');
      assert.deepEqual(ended, []);
      const left = guests.leaveAll();
      areDone();
      await left;
      assert.equal(ended.length, 3, 'each run is ended once: the one before the first prompt, and those of both');
    } finally {
      areDone();
      await window.close();
    }
  });
});
