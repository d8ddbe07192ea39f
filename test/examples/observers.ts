/** Examples that only look. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AguiFeed } from '../../src/agui/feed';
import type { Core } from '../fixtures/core';
import { call, type Examples, logsOf } from './example';

/** The UI that `stream-to-ui` sends to. */
const received: string[] = [];
let port = 0;
async function startUi(): Promise<() => void> {
  const ui = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    received.push((JSON.parse(text) as { type: string }).type);
    response.end();
  });
  await new Promise<void>((resolve) => ui.listen(0, '127.0.0.1', resolve));
  ({ port } = ui.address() as AddressInfo);
  return () => {
    ui.close();
    ui.closeAllConnections();
  };
}

let traces = '';
/** Sends another message, and resolves with the types of the AG-UI events that a client is told of it. */
async function exported(core: Core): Promise<string[]> {
  const failures: string[] = [];
  const feed = new AguiFeed(
    core.host,
    ({ error }) => failures.push(error.message),
    () => undefined,
  );
  const told: string[] = [];
  const { session } = core;
  feed.follow({ id: session.id, items: session.items, onItem: (listener) => session.onItem(listener) });
  await feed.settled();
  feed.subscribe((events) => told.push(...events.map(({ type }) => type)));
  await session.send(call('LS', { path: '.' }));
  await feed.settled();
  feed.dispose();
  assert.deepEqual(failures, []);
  return told;
}

export const observerExamples: Examples = {
  'set-up-and-clean-up': {
    prompts: [call('LS', { path: '.' })],
    check: async (core) => {
      const lines = () => readFileSync(join(core.folder, 'calls.log'), 'utf8').trim().split('\n');
      assert.deepEqual(lines(), ['LS: ok']);
      await core.save(
        'set-up-and-clean-up.ts',
        "import { hook } from 'hooksmith';\nexport const next = hook('beforeRun', () => undefined);",
      );
      await core.session.send(call('LS', { path: '.' }));
      assert.deepEqual(lines(), ['LS: ok', 'closed']);
    },
  },
  'log-tool-calls': {
    prompts: [`${call('LS', { path: '.' })}\n${call('Glob', { pattern: '*' })}`],
    check: (core) => assert.deepEqual(logsOf(core), ["main calls LS { path: '.' }", "main calls Glob { pattern: '*' }"]),
  },
  'log-messages': {
    prompts: [call('LS', { path: 'gone' })],
    check: (core) => {
      const logs = logsOf(core);
      assert.equal(logs.length, 3);
      assert.equal(logs[0], 'assistant: Calling LS.');
      assert.match(logs[1]!, /^toolu_rehearsal_1: /);
      assert.match(logs[2]!, /^assistant: \*\*LS\*\* did not succeed/);
    },
  },
  'global-callbacks': {
    prompts: [call('LS', { path: '.' })],
    check: (core) =>
      assert.deepEqual(
        logsOf(core).map((line) => line.replace(' in main', '')),
        [
          'beforeAgent',
          'preModelCall',
          'postModelCall',
          'preToolUse',
          'postToolUse',
          'preModelCall',
          'postModelCall',
          'afterAgent',
        ],
      ),
  },
  'several-triggers': {
    prompts: [call('LS', { path: 'gone' })],
    check: (core) => {
      const logs = logsOf(core);
      assert.equal(logs[0], 'LS begins');
      assert.match(logs[1]!, /^LS failed: /);
      assert.match(logs[2]!, /^LS took \d+ ms$/);
    },
  },
  'stream-to-ui': {
    prompts: ['hello'],
    start: startUi,
    edit: (text) => text.replace('4700', String(port)),
    // A run's observers are drained before it ends.
    check: (core) =>
      assert.deepEqual(
        received,
        core.events.map((event) => event.type),
      ),
  },
  'scope-log': {
    prompts: [],
    check: async (core) => {
      const { registry } = core;
      registry.registerScope('weather', [{ ...registry.get('LS')!, name: 'Forecast', aliases: [] }]);
      registry.unregisterScope('weather');
      await core.scopeEvents.told;
      assert.deepEqual(logsOf(core), ['weather active: Forecast', 'weather removed: Forecast']);
    },
  },
  'observe-translation': {
    prompts: ['hello'],
    start: async () => {
      traces = mkdtempSync(join(tmpdir(), 'hooksmith-traces-'));
      return () => rmSync(traces, { recursive: true });
    },
    edit: (text) => text.replace('tmpdir()', JSON.stringify(traces)),
    check: async (core) => {
      const told = await exported(core);
      const lines = readFileSync(join(traces, 'agui-trace.log'), 'utf8').trimEnd().split('\n');
      assert.deepEqual(
        lines.filter((line) => !line.startsWith(' ') && line !== 'text_delta'),
        core.events.map(({ type }) => type),
      );
      const types = lines.filter((line) => line.startsWith(' ')).map((line) => line.trim());
      assert.ok(types.includes('RUN_STARTED') && types.includes('RUN_FINISHED'));
      assert.ok(told.includes('RUN_FINISHED'));
    },
  },
  'shape-translation': {
    prompts: ['hello'],
    check: async (core) => {
      const told = await exported(core);
      assert.ok(told.includes('RUN_FINISHED'));
      assert.ok(!told.includes('CUSTOM'));
    },
  },
};
