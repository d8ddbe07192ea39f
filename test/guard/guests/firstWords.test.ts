/** A human knows a session of another agent among many by what was said first in it. */
import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sessionItems } from '../../../src/adapters/sessions/sessionFile';
import { firstWordsIn } from '../../../src/guard/guests/firstWords';
import { itemsOf, nothingRead } from '../../../src/guard/past/transcripts';
import { root } from '../../fixtures/core';
import { madeEvent } from '../../fixtures/events';

describe('the first words of another agent’s session', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hooksmith-words-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const recorded = (...events: object[]) => {
    const path = join(folder, 'claude-s1.jsonl');
    const header = { kind: 'header', hooksmith: 1, sessionId: 'claude-s1', createdAt: '2026-10-01T10:00:00.000Z' };
    const lines = [header, ...events.map((event) => ({ kind: 'event', event }))];
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return firstWordsIn(sessionItems(path));
  };
  const said = (content: string, branch = 'main') => madeEvent('user_message', { branch, input: { role: 'user', content } });

  it('are the first line of the first message of its human', async () => {
    const start = madeEvent('session_start', { data: { source: 'startup' } });
    assert.equal(
      await recorded(start, said('A task', 'main/scout'), said('Mend the build\nSoon.'), said('And then')),
      'Mend the build',
    );
    assert.equal(await recorded(said('x'.repeat(300))), `${'x'.repeat(99)}…`);
  });

  it('are none where nothing was said, or the file cannot be read', async () => {
    assert.equal(await recorded(madeEvent('session_start', { data: { source: 'startup' } })), '');
    assert.equal(await firstWordsIn(sessionItems(join(folder, 'gone.jsonl'))), '');
  });

  it('are looked for at the beginning only: a list of many sessions is not read to the end', async () => {
    const call = madeEvent('pre_tool_use', { toolName: 'Read', toolCallId: 'c1' });
    assert.equal(await recorded(...Array.from({ length: 1000 }, () => call), said('Too late')), '');
  });

  it('are found in what the agent kept itself', async () => {
    const path = join(root, 'test', 'fixtures', 'agents', 'claude-transcript.jsonl');
    assert.equal(await firstWordsIn(itemsOf({ agent: 'claude', path }, nothingRead())), 'List the files, then remove build');
  });
});
