/** Session files that were cut, or whose lines are not what was written. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSession } from '../../src/adapters/sessions/sessionFile';
import { SessionLog } from '../../src/adapters/sessions/sessionLog';
import { foldSession } from '../../src/agent/session/sessionState';
import { isObject, type JsonObject } from '../../src/shared/basics/json';
import { readMessages, unansweredCalls } from '../../src/shared/messages/history';
import type { StreamItem } from '../../src/shared/stream/stream';
import { foldConversation } from '../../src/view/conversation/conversationFold';
import { newConversation } from '../../src/view/conversation/conversationState';
import { Core } from '../fixtures/core';
import { type Share, Tally } from './tally';

/** A session with tool calls, a denial, a plan and state of hooks. */
async function recorded(path: string): Promise<string> {
  const log = new SessionLog(path, 'session', '2026-01-01T00:00:00.000Z');
  const core = await Core.start({
    hooks: {
      'a.ts': `import { hook, denyCommands } from 'hooksmith';
export const counts = hook('preToolUse', (ctx) => { ctx.session.set('n', 1); ctx.state.set('m', 2); ctx.log('counted'); });
export const no = denyCommands('sudo');`,
    },
  });
  core.session.onItem((item) => log.append(item));
  await core.session.send('/call TodoWrite {"todos": [{"content": "one", "status": "pending", "activeForm": "one"}]}');
  await core.session.send('/call Bash {"command": "echo é"}\n/call Bash {"command": "sudo x"}');
  await core.stop();
  log.close();
  return readFileSync(path, 'utf8');
}

/** Opens it as a resume and a view do; what is wrong with the file itself is said in one clear sentence. */
function readsAs(path: string, bytes: Buffer): 'read' | 'refused' {
  writeFileSync(path, bytes);
  let items: StreamItem[];
  try {
    ({ items } = readSession(path));
  } catch (thrown) {
    const { name, message } = thrown as Error;
    assert.equal(name, 'Error', `a raw ${name}: ${message}`);
    assert.match(message, /no session file/);
    return 'refused';
  }
  const { history } = foldSession(items);
  const open = new Set(unansweredCalls(history).map(({ id }) => id));
  if (history.length > 0) assert.notEqual(typeof readMessages(history, open), 'string', String(readMessages(history, open)));
  const conversation = newConversation();
  for (const item of items) foldConversation(conversation, item);
  return 'read';
}

const misshapen: ((value: JsonObject, next: string) => string)[] = [
  () => '',
  () => '{',
  () => 'null',
  () => 'true',
  () => '0',
  () => '""',
  () => '[]',
  () => '{}',
  () => '[null]',
  () => '{"kind":null}',
  () => '{"kind":"event"}',
  () => '{"kind":"event","event":null}',
  () => '{"kind":"event","event":{}}',
  () => '{"kind":"event","event":{"type":7}}',
  () => '{"kind":"history"}',
  () => '{"kind":"history","branch":"main","messages":null}',
  () => '{"kind":"history","branch":"main","messages":[null]}',
  () => '{"kind":"history","branch":"main","messages":[{"role":"user"}]}',
  () => '{"kind":"history","branch":"main","messages":[{"role":"user","content":[{"type":"text"}]}]}',
  () => '{"kind":"queue","messages":"x"}',
  () => '{"kind":"hookSet","id":1}',
  () => '{"kind":"state","key":1,"v8":"!"}',
  () => '{"kind":"blob","hash":1}',
  () => '{"kind":"unheardOf"}',
  () => '\uFFFD\u0000',
  (value) => JSON.stringify({ ...value, kind: 'message' }),
  (value) => JSON.stringify(Object.fromEntries(Object.keys(value).map((key) => [key, key === 'kind' ? value[key] : null]))),
  (value) => JSON.stringify(Object.fromEntries(Object.keys(value).map((key) => [key, key === 'kind' ? value[key] : [{}]]))),
  (value) => JSON.stringify(mapEnds(value, () => 7)),
  (value, next) => JSON.stringify(value).slice(0, 20) + next,
];

const mapEnds = (value: unknown, map: () => unknown): unknown =>
  Array.isArray(value)
    ? value.map((part) => mapEnds(part, map))
    : isObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([key, part]) => [key, key === 'kind' || key === 'type' ? part : mapEnds(part, map)]),
        )
      : map();

export async function sessionFiles(share: Share): Promise<Tally[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hooksmith-faults-'));
  const path = join(folder, 'session.jsonl');
  const cut = new Tally('a session file cut at a byte');
  const wrong = new Tally('a line of a session file misshapen');
  try {
    const text = await recorded(path);
    const bytes = Buffer.from(text);
    const stride = Math.max(1, Math.round(1 / share));
    for (let at = 0; at < bytes.length; at += stride)
      await cut.try(`at ${at}`, () => cut.count(readsAs(path, bytes.subarray(0, at))));
    const lines = text.trimEnd().split('\n');
    for (const [index, line] of lines.entries())
      for (const [way, bend] of misshapen.entries()) {
        if ((index * misshapen.length + way) % stride !== 0) continue;
        const bent = [...lines];
        bent[index] = bend(JSON.parse(line) as JsonObject, lines[index + 1] ?? '');
        await wrong.try(`line ${index + 1}, way ${way}`, () => wrong.count(readsAs(path, Buffer.from(`${bent.join('\n')}\n`))));
      }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return [cut, wrong];
}
