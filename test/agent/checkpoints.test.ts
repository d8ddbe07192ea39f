import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, afterEach, describe, it } from 'mocha';
import { z } from 'zod';
import { WorkspaceCheckpoints } from '../../src/adapters/checkpoints/workspaceCheckpoints';
import { readSession } from '../../src/adapters/sessions/sessionFile';
import { SessionLog } from '../../src/adapters/sessions/sessionLog';
import type { AnyTool } from '../../src/agent/ports/tool';
import { foldSession } from '../../src/agent/session/sessionState';
import type { JsonObject } from '../../src/shared/basics/json';
import { changesSince, type FilesState, foldFiles, noFiles, sameVersion } from '../../src/shared/stream/checkpoints';
import type { StreamItem } from '../../src/shared/stream/stream';
import { foldConversation } from '../../src/view/conversation/conversationFold';
import { newConversation } from '../../src/view/conversation/conversationState';
import { Core, type CoreOptions, SharedHost, until } from '../fixtures/core';
import { madeEvent } from '../fixtures/events';

const call = (name: string, input: JsonObject) => ({
  content: [{ type: 'tool_use' as const, id: `${name}-${Math.random()}`, name, input }],
});
const says = (text: string) => ({ content: [{ type: 'text' as const, text }] });

describe('checkpoints', () => {
  const host = new SharedHost();
  const store = mkdtempSync(join(tmpdir(), 'hooksmith-store-'));
  let core: Core;
  let checkpoints: WorkspaceCheckpoints;
  afterEach(() => core?.stop());
  after(() => {
    host.dispose();
    rmSync(store, { recursive: true, force: true });
  });

  const start = async (options: CoreOptions) => {
    core = await Core.start({
      host,
      checkpoints: (folder) => {
        checkpoints = new WorkspaceCheckpoints({ folder: store, folders: () => [folder] });
        return checkpoints;
      },
      ...options,
    });
  };
  const changed = (files: FilesState = core.session.files) =>
    [...files.changed.values()]
      .map(
        ({ path, before, after, mixed }) =>
          `${before ? (after ? 'M' : 'D') : 'A'} ${relative(core.folder, path)}${mixed ? ' mixed' : ''}`,
      )
      .sort();
  const read = (name: string) => readFileSync(join(core.folder, name), 'utf8');
  const restore = (eventId: string) => {
    const { files } = checkpoints.restore(
      changesSince(core.session.files, eventId)!.map(({ path, before: to }) => ({ path, to })),
    );
    core.session.emit({ kind: 'event', event: madeEvent('files_restored', { data: { files, to: eventId } }) });
  };
  const said = () =>
    core.session.history.map(
      ({ role, content }) => `${role}: ${typeof content === 'string' ? content : (content[0] as { text: string }).text}`,
    );

  describe('of a session', () => {
    it('hold what each message had done to files, whichever tool did it', async () => {
      await start({
        files: { 'a.txt': 'one\n', 'gone.txt': 'x' },
        script: {
          turns: [
            call('Read', { file_path: 'a.txt' }),
            call('Edit', { file_path: 'a.txt', old_string: 'one', new_string: 'two' }),
            call('Bash', { command: 'rm gone.txt; echo made > made.txt' }),
            says('done'),
            call('Bash', { command: 'ls' }),
            says('nothing changed'),
            call('Write', { file_path: 'made.txt', content: 'again' }),
            call('Read', { file_path: 'made.txt' }),
            call('Write', { file_path: 'made.txt', content: 'again' }),
            says('done'),
          ],
        },
      });
      for (const text of ['first', 'second', 'third']) await core.session.send(text);
      assert.deepEqual(
        core
          .all('files_changed')
          .map(({ toolName, data }) => `${toolName}: ${data.files.map(({ path }) => relative(core.folder, path)).join(' ')}`),
        ['Edit: a.txt', 'Bash: gone.txt made.txt', 'Write: made.txt'],
      );
      assert.deepEqual(changed(), ['A made.txt', 'D gone.txt', 'M a.txt']);
      const { checkpoints: points } = core.session.files;
      assert.deepEqual(
        points.map(({ text, changes }) => [text, changes.length]),
        [
          ['first', 3],
          ['second', 0],
          ['third', 1],
        ],
      );
      assert.deepEqual(foldSession(core.session.items).files, core.session.files, 'one truth');
      restore(points[2]!.eventId);
      assert.equal(read('made.txt'), 'made\n');
      restore(points[0]!.eventId);
      assert.deepEqual([read('a.txt'), read('gone.txt')], ['one\n', 'x']);
      assert.deepEqual(changed(), []);
    });

    it('tell of what a subagent does, and of a call that failed or was stopped', async () => {
      await start({
        files: { '.hooksmith/agents/helper.md': '---\ndescription: helps\n---\nHelp.' },
        script: {
          turns: [
            call('Agent', { subagent_type: 'helper', prompt: 'go' }),
            call('Bash', { command: 'echo half > half.txt; exit 3' }),
            says('done'),
          ],
          agents: { helper: { turns: [call('Write', { file_path: 'sub.txt', content: 'x' }), says('ok')] } },
        },
      });
      await core.session.send('go');
      assert.deepEqual(changed(), ['A half.txt', 'A sub.txt']);
      assert.equal(core.all('files_changed')[0]!.branch, 'main/helper');
    });

    it('tell of what a command in the background does, at the next look and at the end of the run', async () => {
      await start({
        script: {
          turns: [
            call('Bash', {
              command: 'echo one > bg.txt; until [ -e go ]; do sleep 0.05; done; echo two > bg.txt; touch finished',
              run_in_background: true,
            }),
            call('Bash', { command: 'touch go; until [ -e finished ]; do sleep 0.05; done' }),
            says('done'),
          ],
        },
      });
      await core.session.send('go');
      await until(() => core.session.tasks.all().every(({ status }) => status !== 'running'));
      assert.deepEqual(changed(), ['A bg.txt', 'A finished', 'A go']);
    });

    it('and what it did after the last call that acts, at the end of the run', async () => {
      const wait: AnyTool = {
        name: 'Wait',
        description: 'Lets the command go on, and waits for it.',
        input: z.object({}),
        scope: 'test',
        readOnly: true,
        harmless: true,
        run: async (_, { cwd }) => {
          writeFileSync(join(cwd, 'go'), '');
          await until(() => existsSync(join(cwd, 'finished')));
          return { content: 'done' };
        },
      };
      const command = 'until [ -e go ]; do sleep 0.05; done; echo late > late.txt; touch finished';
      await start({
        tools: [wait],
        script: { turns: [call('Bash', { command, run_in_background: true }), call('Wait', {}), says('done')] },
      });
      await core.session.send('go');
      assert.deepEqual(changed(), ['A finished', 'A go', 'A late.txt']);
    });

    it('know what was changed by others between two changes of the agent', async () => {
      await start({
        files: { 'a.txt': 'one\n' },
        script: {
          turns: [
            call('Bash', { command: 'echo two > a.txt' }),
            says('ok'),
            call('Bash', { command: 'echo four >> a.txt' }),
            says('ok'),
          ],
        },
      });
      await core.session.send('first');
      writeFileSync(join(core.folder, 'a.txt'), 'three\n');
      await core.session.send('second');
      assert.deepEqual(changed(), ['M a.txt mixed']);
      const [first, second] = core.session.files.checkpoints;
      assert.equal(changesSince(core.session.files, first!.eventId)![0]!.mixed, true);
      assert.equal(changesSince(core.session.files, second!.eventId)![0]!.mixed, undefined);
    });

    it('and a tool runs, and says so once, where nothing can be kept', async () => {
      const broken = join(store, 'in-the-way');
      writeFileSync(broken, '');
      await start({
        files: { 'a.txt': 'x' },
        checkpoints: (folder) => new WorkspaceCheckpoints({ folder: broken, folders: () => [folder] }),
        script: { turns: [call('Bash', { command: 'echo ran' }), call('Bash', { command: 'echo ran' }), says('ok')] },
      });
      await core.session.send('go');
      assert.deepEqual(
        core.all('tool_settled').map(({ data }) => data.outcome),
        ['ok', 'ok'],
      );
      const told = core.all('files_changed');
      assert.equal(told.length, 1);
      assert.match(told[0]!.error!.message, /ENOTDIR|EEXIST/);
    });
  });

  describe('of the conversation', () => {
    const twice = { script: { turns: [says('one'), says('two'), says('three'), says('four')] } };

    it('bring back what a rewind took, once, after a restart too', async () => {
      await start(twice);
      for (const text of ['first', 'second', 'third']) await core.session.send(text);
      const all = said();
      const points = core.session.files.checkpoints;
      await core.session.rewind(points[2]!.eventId);
      await core.session.rewind(points[1]!.eventId);
      assert.deepEqual(said(), all.slice(0, 2));
      assert.equal(await core.session.redo(), true);
      assert.deepEqual(said(), all.slice(0, 4));
      // As a file that another window reads.
      const path = join(core.folder, 'session.jsonl');
      const log = new SessionLog(path, 'session', '2026-01-01T00:00:00.000Z');
      for (const item of core.session.items) log.append(item);
      log.close();
      const { items } = readSession(path);
      await core.stop();
      await start({ items, ...twice });
      assert.deepEqual(said(), all.slice(0, 4));
      assert.equal(await core.session.redo(), true);
      assert.deepEqual(said(), all);
      const [, two, three] = points.map(({ eventId }) => eventId);
      assert.deepEqual(
        core.session.items.flatMap((item) =>
          item.kind === 'event' && item.event.type === 'conversation_restored' ? item.event.data : [],
        ),
        [{ to: three }, { to: two }, { to: two, redo: true }, { to: three, redo: true }],
      );
      assert.deepEqual(core.session.files.checkpoints, points);
      assert.equal(await core.session.redo(), false);
      const view = newConversation();
      for (const item of core.session.items) foldConversation(view, item);
      assert.deepEqual(
        view.entries.map((entry) => ('text' in entry ? entry.text : entry.kind)),
        ['first', 'one', 'second', 'two', 'third', 'three'],
      );
    });

    it('not after another run has begun', async () => {
      await start(twice);
      await core.session.send('first');
      await core.session.rewind(core.event('user_message').id);
      await core.session.send('other');
      assert.equal(await core.session.redo(), false);
      assert.equal(core.session.files.redo, undefined);
    });

    it('a call that was running when the process died is not run by a redo', async () => {
      const items: StreamItem[] = [
        madeEvent('before_run'),
        madeEvent('user_message', { id: 'um', input: { role: 'user', content: 'go' } }),
        madeEvent('message', { input: { role: 'user', content: 'go' } }),
        madeEvent('message', {
          input: { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'touch ran' } }] },
        }),
        madeEvent('tool_start', { toolCallId: 't1', toolName: 'Bash', input: { command: 'touch ran' } }),
      ].map((event) => ({ kind: 'event', event }));
      await start({ items, script: { turns: [says('ok')] } });
      await core.session.rewind('um');
      await core.session.redo();
      await core.session.continue();
      assert.equal(core.all('tool_start').length, 0);
      assert.match(JSON.stringify(core.session.history), /may have partly run/);
    });

    it('what belonged to a message that is gone belongs to the one before, and goes back with it', async () => {
      await start({
        script: { turns: [call('Bash', { command: 'touch a' }), says('ok'), call('Bash', { command: 'touch b' }), says('ok')] },
      });
      await core.session.send('first');
      await core.session.send('second');
      const points = core.session.files.checkpoints;
      await core.session.rewind(points[1]!.eventId);
      assert.deepEqual(
        core.session.files.checkpoints.map(({ text, changes }) => [text, changes.length]),
        [['first', 2]],
      );
      // A command in the background may go on meanwhile.
      const late = { path: join(core.folder, 'late'), after: points[0]!.changes[0]!.after! };
      core.session.emit({ kind: 'event', event: madeEvent('files_kept', { data: { paths: [] } }) });
      const restored = madeEvent('files_restored', { data: { files: [late] } });
      const [rewound, between] = [core.session.files, foldFiles(core.session.files, { kind: 'event', event: restored })];
      await core.session.redo();
      assert.deepEqual(core.session.files.checkpoints, points);
      const back = foldFiles({ ...between, redo: rewound.redo }, { kind: 'history', branch: 'main', messages: [], redone: 'x' });
      assert.deepEqual(
        back.checkpoints.map(({ text, changes }) => [text, changes.map(({ path }) => relative(core.folder, path))]),
        [
          ['first', ['a']],
          ['second', ['b', 'late']],
        ],
      );
    });
  });

  it('the fold of both: restored files are off the list and come back with the redo', () => {
    const version = (hash: string) => ({ kind: 'file' as const, hash: hash.repeat(64), size: 1, mode: 0o644 });
    const [a, b] = [version('a'), version('b')];
    const item = (type: string, facts: object): StreamItem => ({ kind: 'event', event: madeEvent(type, facts) });
    let state = noFiles;
    const fold = (...items: StreamItem[]) => {
      for (const one of items) state = foldFiles(state, one);
    };
    fold(
      item('user_message', { id: 'm1', input: { role: 'user', content: 'go' } }),
      item('files_changed', {
        data: {
          files: [
            { path: '/x', before: a, after: b },
            { path: '/kept', after: b },
          ],
          leftOut: [],
        },
      }),
      item('files_kept', { data: { paths: ['/kept'] } }),
    );
    assert.deepEqual([...state.changed.keys()], ['/x']);
    fold(
      item('files_restored', {
        data: {
          to: 'm1',
          files: [
            { path: '/x', before: b, after: a },
            { path: '/kept', before: b },
          ],
        },
      }),
      { kind: 'history', branch: 'main', messages: [], rewoundTo: 'm1' },
    );
    assert.deepEqual([...state.changed.keys()], []);
    assert.equal(state.redo?.files.length, 2);
    assert.ok(state.redo?.rewound && !state.redo.before, 'both are one restore');
    fold({ kind: 'history', branch: 'main', messages: [], redone: 'm1' });
    assert.ok(state.redo && !state.redo.rewound, 'the files are yet to come back');
    fold(
      item('files_restored', {
        data: {
          redo: true,
          files: [
            { path: '/x', before: a, after: b },
            { path: '/kept', after: b },
          ],
        },
      }),
    );
    assert.equal(state.redo, undefined);
    assert.ok(sameVersion(state.changed.get('/x')?.after, b));
    assert.deepEqual(
      changesSince(state, 'm1')!.map(({ path }) => path),
      ['/x', '/kept'],
    );
    fold(item('files_restored', { data: { files: [{ path: '/x', before: b, after: a }] } }));
    const { redo } = foldFiles(noFiles, item('files_restored', { data: { files: [{ path: '/x', before: b, after: a }] } }));
    assert.deepEqual(redo, state.redo, 'an undo of single files can be redone');
    fold(item('files_changed', { data: { files: [{ path: '/y', before: a, after: b, unsure: true }], leftOut: [] } }));
    assert.equal(state.changed.get('/y')?.mixed, true, 'others may have had a hand in it');
    fold(item('before_run', {}));
    assert.equal(state.redo, undefined);
  });
});
