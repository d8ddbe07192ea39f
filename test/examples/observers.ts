/** Examples that only look. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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

export const observerExamples: Examples = {
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
};
