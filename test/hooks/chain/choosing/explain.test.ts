import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSession } from '../../../../src/adapters/sessions/sessionFile';
import { SessionLog } from '../../../../src/adapters/sessions/sessionLog';
import { explainChain } from '../../../../src/hooks/chain/choosing/explain';
import type { HookEvent } from '../../../../src/shared/events/events';
import type { StreamItem } from '../../../../src/shared/stream/stream';
import { Core } from '../../../fixtures/core';

describe('why a hook was skipped', () => {
  let core: Core;
  afterEach(() => core.stop());

  const head = "import { hook, policy } from 'hooksmith';\n";
  const setOf = (items: readonly StreamItem[], event: HookEvent) => {
    const set = items.find((item) => item.kind === 'hookSet' && item.id === event.hookSet);
    assert.ok(set?.kind === 'hookSet', `the set ${event.hookSet} is on record`);
    return set.hooks;
  };
  const explain = (event: HookEvent, items: readonly StreamItem[] = core.items) =>
    explainChain(event, setOf(items, event), (tool, input) => core.toolbox.facts(tool, input));
  /** `NAME` where it ran, else `NAME: why (wanted) by`. */
  const told = (event: HookEvent, items?: readonly StreamItem[]) =>
    explain(event, items).map(({ name, skipped }) =>
      skipped
        ? `${name}: ${skipped.why}${skipped.wanted ? ` (${skipped.wanted})` : ''}${skipped.by ? ` by ${skipped.by}` : ''}`
        : name,
    );
  const start = async (hooks: string, call: string) => {
    core = await Core.start({ hooks: { 'a.ts': head + hooks } });
    await core.session.send(call);
    return core.event('pre_tool_use');
  };
  const counted = (event: HookEvent) => {
    const counts = { disabled: 0, tool: 0, match: 0, agent: 0, ended: 0 };
    for (const { skipped } of explain(event)) if (skipped) counts[skipped.why]++;
    return counts;
  };

  it('is said for each hook, in the order of the chain, and agrees with the counts of the record', async () => {
    const event = await start(
      `export const off = hook('preToolUse', { enabled: false }, () => undefined);
export const reads = hook('preToolUse', { tools: 'Read' }, () => undefined);
export const pushes = policy({ tools: 'Bash', match: { command: 'git push*' } }, (ctx) => ctx.ask('x'));
export const scout = hook('preToolUse', { agents: 'main/scout' }, () => undefined);
export const late = hook('preToolUse', { priority: -5 }, (ctx) => ctx.log('here'));
export const other = hook('message', () => undefined);`,
      '/call Bash {"command": "echo hi"}',
    );
    assert.deepEqual(told(event), [
      'off: disabled',
      'reads: tool (Read)',
      'scout: agent (main/scout)',
      'late',
      'pushes: match (command: git push*)',
    ]);
    assert.deepEqual(counted(event), event.skipped);
  });

  it('names who ended the chain, and sees the input as it was at each hook’s turn', async () => {
    const event = await start(
      `export const early = hook('preToolUse', { priority: 9, match: { command: 'one' } }, () => undefined);
export const change = hook('preToolUse', { priority: 8 }, (ctx) => ctx.modify({ input: { command: 'two' } }));
export const sees = hook('preToolUse', { priority: 7, match: { command: 'one' } }, () => undefined);
export const no = hook('preToolUse', { priority: 6, match: { command: 'two' } }, (ctx) => ctx.deny('no'));
export const after = hook('preToolUse', { match: { command: 'zero' } }, () => undefined);
export const judge = policy((ctx) => undefined);`,
      '/call Bash {"command": "one"}',
    );
    assert.deepEqual(told(event), [
      'early',
      'change',
      'sees: match (command: one)',
      'no',
      'after: ended by no',
      'judge: ended by no',
    ]);
  });

  it('is answered by the record after the hooks have changed, and from a session file', async () => {
    const event = await start(
      "export const reads = hook('preToolUse', { tools: 'Read' }, () => undefined);\nexport const all = hook('preToolUse', () => undefined);",
      '/call Bash {"command": "echo hi"}',
    );
    await core.save('a.ts', `${head}export const all = hook('preToolUse', () => undefined);`);
    await core.session.send('/call Bash {"command": "echo hi"}');
    const later = core.events.filter(({ type }) => type === 'pre_tool_use').at(-1)!;
    assert.notEqual(later.hookSet, event.hookSet);
    const folder = mkdtempSync(join(tmpdir(), 'hooksmith-explain-'));
    try {
      const log = new SessionLog(join(folder, 's.jsonl'), 's', '');
      for (const item of core.session.items) log.append(item);
      log.close();
      const { items, problems } = readSession(log.path);
      assert.deepEqual(problems, []);
      assert.deepEqual(told(event, items), ['reads: tool (Read)', 'all']);
      assert.deepEqual(told(later, items), ['all']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('records a set once, before the first event that met it', async () => {
    await start("export const all = hook('preToolUse', () => undefined);", '/call Bash {"command": "echo hi"}');
    const { items } = core.session;
    const sets = items.filter((item) => item.kind === 'hookSet');
    assert.equal(sets.length, 1);
    const first = items.findIndex((item) => item.kind === 'event' && item.event.hookSet !== undefined);
    assert.ok(items.indexOf(sets[0]!) < first);
  });
});
