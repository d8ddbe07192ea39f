import assert from 'node:assert/strict';
import { deserialize, serialize } from 'node:v8';
import { tokenSize } from '../../../src/hooks/frames';
import { HostProcess } from '../../../src/hooks/parent/process/hostProcess';
import { Core } from '../../fixtures/core';
import { HookSet, hookEvent, imports, request, toolCall } from '../../fixtures/hookSet';

type Process = { send(message: object): void; received(frame: Buffer): void };

/** By which a host, or the spare behind it, only says that it is alive. */
const signs: ReadonlySet<string> = new Set(['ready', 'pong']);

/** What crosses the border between the loop’s process and its hosts while the work runs, in bytes. */
async function crossings(work: () => Promise<unknown>): Promise<{ to: number[]; from: number[] }> {
  const process = HostProcess.prototype as unknown as Process;
  const { send, received } = process;
  const crossed = { to: [] as number[], from: [] as number[] };
  process.send = function (message) {
    crossed.to.push(serialize(message).length);
    send.call(this, message);
  };
  process.received = function (frame) {
    const { type } = deserialize(frame.subarray(tokenSize));
    if (!signs.has(type)) crossed.from.push(frame.length);
    received.call(this, frame);
  };
  try {
    await work();
  } finally {
    Object.assign(process, { send, received });
  }
  return crossed;
}

const megabyte = 'x'.repeat(1_000_000);
const nothing = { to: [], from: [] };

describe('what crosses to a hook host', () => {
  let stop: () => Promise<void> = async () => {};
  afterEach(() => stop());
  const start = async (text: string) => {
    const set = await HookSet.start({ files: { 'a.ts': `${imports}${text}` } });
    stop = () => set.stop();
    // It is awake, and knows the set.
    await set.call();
    return set;
  };
  const afterCall = (toolName: string) => ({ ...toolCall('ls').payload, toolName, output: megabyte, isError: false });

  it('is nothing of events that no hook listens to, nor of one for which no hook is on', async () => {
    const { host } = await start(
      "export const gate = hook('preToolUse', { tools: 'Bash' }, () => {});\nexport const off = hook(['stop', 'event'], { enabled: false }, () => {});",
    );
    const crossed = await crossings(async () => {
      const message = { role: 'assistant', content: megabyte };
      await host.dispatch(request('message', { message, index: 0 }));
      await host.dispatch(request('postToolUse', afterCall('Bash')));
      await host.dispatch(request('stop', { response: { content: [] } }));
      host.observe({ kind: 'event', event: hookEvent('message', { input: message }) });
      await host.judge(toolCall('ls'));
      await host.endRun('run');
    });
    assert.deepEqual(crossed, nothing);
  });

  it('is nothing of a long output that no hook matches, and one message of it where one does', async () => {
    const { host } = await start(
      "export const seen = hook('postToolUse', { tools: 'Bash' }, (ctx) => { if (ctx.output.length !== 1_000_000) throw new Error('cut'); });",
    );
    assert.deepEqual(await crossings(() => host.dispatch(request('postToolUse', afterCall('Read')))), nothing);
    const { to, from } = await crossings(async () => {
      const { hooks } = await host.dispatch(request('postToolUse', afterCall('Bash')));
      assert.deepEqual(
        hooks.map(({ name, error }) => [name, error]),
        [['seen', undefined]],
      );
    });
    assert.equal(to.length, 1);
    assert.ok(to[0]! > 1_000_000 && to[0]! < 1_010_000, `${to} bytes`);
    // It is not sent back, by a chain that took its time neither.
    assert.ok(from.length > 0 && Math.max(...from) < 10_000, `${from} bytes`);
  });

  it('is nothing at all in a whole run whose hooks are about something else', async () => {
    const core = await Core.start({
      hooks: {
        'a.ts': `${imports}export const other = hook(['preToolUse', 'postToolUse', 'toolSettled'], { tools: 'Bash' }, () => {});`,
      },
      files: { 'a.txt': megabyte },
      script: {
        turns: [
          { content: [{ type: 'tool_use', name: 'Read', input: { file_path: 'a.txt' } }] },
          { content: [{ type: 'text', text: 'done' }] },
        ],
      },
    });
    stop = () => core.stop();
    await core.host.dispatch(toolCall('ls'));
    const crossed = await crossings(async () => {
      await core.session.send('go');
      assert.equal(core.event('tool_settled').data.outcome, 'ok');
    });
    assert.deepEqual(crossed, nothing);
  });

  it('is one message of what follows a result, where no hook has anything to say between', async () => {
    const core = await Core.start({
      hooks: {
        'a.ts': `${imports}export const all = hook(['postToolUse', 'toolResultMessages', 'message', 'toolSettled'], () => {});`,
      },
      files: { 'a.txt': 'text' },
      script: {
        turns: [
          { content: [{ type: 'tool_use', name: 'Read', input: { file_path: 'a.txt' } }] },
          { content: [{ type: 'text', text: 'done' }] },
        ],
      },
    });
    stop = () => core.stop();
    await core.host.dispatch(request('message', { message: {}, index: 0 }));
    const { to } = await crossings(() => core.session.send('go'));
    const asked = core.items.flatMap((item) => (item.kind === 'event' && item.event.hooks.length > 0 ? [item.event.type] : []));
    assert.deepEqual(asked, [
      ...['message', 'message', 'post_tool_use', 'tool_result_messages', 'message', 'tool_settled', 'message'],
    ]);
    // The human's message, the call, what comes of it, and the answer.
    assert.equal(to.length, 4);
  });
});
