import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Following } from '../../../src/agent/ports/hooks';
import { Core, until } from '../../fixtures/core';
import { HookSet, imports, request } from '../../fixtures/hookSet';

const prelude = `import { appendFileSync } from 'node:fs';
${imports}import { join, dirname } from 'node:path';
const mark = (text: string) => appendFileSync(join(dirname(dirname(dirname(__filename))), 'marks'), text + '\\n');
void mark;
`;
const marked = (folder: string) =>
  existsSync(join(folder, 'marks')) ? readFileSync(join(folder, 'marks'), 'utf8').split('\n').slice(0, -1) : [];

describe('what follows a dispatch where its hooks have nothing to say', () => {
  let stop: () => Promise<void> = async () => {};
  afterEach(() => stop());
  const start = async (text: string) => {
    const set = await HookSet.start({ files: { 'a.ts': prelude + text } });
    stop = () => set.stop();
    return set;
  };
  /** As the loop does: one after the other, each with what comes next. */
  async function inTurn(
    { host }: HookSet,
    of: readonly ('postToolUse' | 'message' | 'toolSettled')[] = ['postToolUse', 'message', 'toolSettled'],
  ) {
    const call = { ...request('preToolUse').payload, toolCallId: 'call', toolName: 'Bash', output: 'text', isError: false };
    const all = of.map((event) =>
      request(event, event === 'message' ? { message: { role: 'user', content: 'text' }, index: 0 } : { ...call }),
    );
    const results = [];
    for (const [at, one] of all.entries())
      results.push(await host.dispatch(one as never, undefined, all.slice(at + 1) as unknown as Following[]));
    return results.map(({ hooks }) =>
      hooks.map(({ name, decision, error }) => `${name} ${decision}${error ? `: ${error.message}` : ''}`),
    );
  }

  it('runs in its turn, and once', async () => {
    const set = await start(`export const after = hook('postToolUse', async () => { await null; mark('after'); });
export const told = hook('message', async () => { await new Promise((resolve) => setTimeout(resolve, 20)); mark('told'); });
export const settled = hook('toolSettled', (ctx) => { mark('settled ' + ctx.toolCallId); });`);
    assert.deepEqual(await inTurn(set), [['after continue'], ['told continue'], ['settled continue']]);
    assert.deepEqual(marked(set.folder), ['after', 'told', 'settled call']);
  });

  it('has run when the first is answered, without another word of the parent', async () => {
    const set = await start(`export const after = hook('postToolUse', () => { mark('after'); });
export const settled = hook('toolSettled', () => { mark('settled'); });`);
    const settled = request('toolSettled', { toolName: 'Bash' });
    await set.host.dispatch(request('postToolUse', { toolName: 'Bash' }), undefined, [settled as unknown as Following]);
    await until(() => marked(set.folder).length === 2);
    const { hooks } = await set.host.dispatch(settled);
    assert.deepEqual(
      hooks.map(({ name }) => name),
      ['settled'],
    );
    assert.deepEqual(marked(set.folder), ['after', 'settled']);
    // Another payload of the same words is another dispatch.
    await set.host.dispatch({ ...settled, payload: { ...settled.payload } });
    assert.deepEqual(marked(set.folder), ['after', 'settled', 'settled']);
  });

  it('waits for its own dispatch where a hook has something to say', async () => {
    for (const [what, says, decision] of [
      ['a change', "return ctx.modify({ output: 'other' });", 'modify'],
      ['a context', "return ctx.modify({ context: 'words' });", 'modify'],
      ['a log', "ctx.log('seen');", 'continue'],
      ['a failure', "throw new Error('no');", 'error: no'],
      ['a question', "await ctx.complete('why');", 'continue'],
    ]) {
      const set = await start(`export const after = hook('postToolUse', async (ctx) => { mark('after'); ${says} });
export const settled = hook('toolSettled', (ctx) => { mark('settled'); });`);
      const settled = request('toolSettled', { toolName: 'Bash' });
      const { hooks } = await set.host.dispatch(
        request('postToolUse', { toolName: 'Bash', output: 'text', isError: false }),
        undefined,
        [settled as unknown as Following],
      );
      assert.deepEqual(
        hooks.map((hook) => `${hook.decision}${hook.error ? `: ${hook.error.message}` : ''}`),
        [decision],
        what,
      );
      // What is asked later is answered later: nothing of the other would come any more.
      await set.host.dispatch(request('postToolUse', { toolName: 'Bash', output: 'text', isError: false }));
      assert.deepEqual(marked(set.folder), ['after', 'after'], what);
      assert.equal((await set.host.dispatch(settled)).hooks.length, 1, what);
      assert.deepEqual(marked(set.folder), ['after', 'after', 'settled'], what);
      await set.stop();
    }
  });

  for (const [how, code] of Object.entries({ 'ends the process': 'process.exit(1);', loops: 'for (;;);' }))
    it(`runs once, though a hook of it ${how}; that one is named, and the rest goes on`, async () => {
      const set = await start(`export const after = hook('postToolUse', () => { mark('after'); });
export const told = hook('message', { timeoutMs: 200 }, () => { mark('told'); ${code} });
export const beside = hook('message', () => { mark('beside'); });
export const settled = hook('toolSettled', () => { mark('settled'); });`);
      const [after, told, settled] = await inTurn(set);
      assert.deepEqual(after, ['after continue']);
      assert.match(told![0]!, /^told error: /);
      assert.equal(told![1], 'beside continue');
      assert.deepEqual(settled, ['settled continue']);
      assert.deepEqual(marked(set.folder), ['after', 'told', 'beside', 'settled']);
    });

  it('runs once, though the first takes the host down', async () => {
    const set = await start(`export const after = hook('postToolUse', () => { mark('after'); process.exit(1); });
export const settled = hook('toolSettled', () => { mark('settled'); });`);
    const [after, settled] = await inTurn(set, ['postToolUse', 'toolSettled']);
    assert.match(after![0]!, /^after error: /);
    assert.deepEqual(settled, ['settled continue']);
    assert.deepEqual(marked(set.folder), ['after', 'settled']);
  });

  it('runs once, though the host is killed from outside while it does', async () => {
    const set = await start(`export const after = hook('postToolUse', () => { mark('after'); });
export const told = hook('message', async () => { mark('told'); await new Promise(() => {}); });
export const settled = hook('toolSettled', () => { mark('settled'); });`);
    const turns = inTurn(set);
    await until(() => marked(set.folder).length === 2);
    process.kill(set.host.pid!, 'SIGKILL');
    const [after, , settled] = await turns;
    assert.deepEqual([after, settled], [['after continue'], ['settled continue']]);
    assert.deepEqual(marked(set.folder), ['after', 'told', 'settled']);
  });

  it('is told of what the result has become, where an after-hook changes it', async () => {
    const core = await Core.start({
      hooks: {
        'a.ts': `${prelude}export const after = hook('postToolUse', (ctx) => { if (ctx.output.includes('first')) return ctx.modify({ output: 'changed' }); });
export const shapes = hook('toolResultMessages', (ctx) => {
  const text = JSON.stringify(ctx.defaultMessages);
  mark('shapes ' + (text.includes('changed') ? 'changed' : 'as it was'));
  if (text.includes('second')) return ctx.modify({ messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: ctx.toolCallId, content: 'shaped' }] }] });
});
export const told = hook('message', (ctx) => { if (JSON.stringify(ctx.message).includes('tool_result')) mark('told ' + ctx.index + ' ' + /changed|shaped|third/.exec(JSON.stringify(ctx.message))); });
export const settled = hook('toolSettled', (ctx) => { mark('settled ' + /changed|shaped|third/.exec(JSON.stringify(ctx.output))); });`,
      },
      files: { 'first.txt': 'the first', 'second.txt': 'the second', 'third.txt': 'the third' },
      script: {
        turns: [
          ...['first', 'second', 'third'].map((name) => ({
            content: [{ type: 'tool_use' as const, name: 'Read', input: { file_path: `${name}.txt` } }],
          })),
          { content: [{ type: 'text' as const, text: 'done' }] },
        ],
      },
    });
    stop = () => core.stop();
    await core.session.send('go');
    assert.deepEqual(marked(core.folder), [
      ...['shapes changed', 'told 2 changed', 'settled changed'],
      ...['shapes as it was', 'told 4 shaped', 'settled shaped'],
      ...['shapes as it was', 'told 6 third', 'settled third'],
    ]);
  });

  it('is the next call’s own where several calls run beside one another', async () => {
    const core = await Core.start({
      hooks: {
        'a.ts': `${prelude}export const all = hook(['postToolUse', 'message', 'toolSettled'], (ctx) => {
  if (ctx.event !== 'message') mark(ctx.event + ' ' + ctx.input.file_path);
  else if (JSON.stringify(ctx.message).includes('tool_result')) mark('message ' + ctx.index);
});`,
      },
      files: { 'a.txt': 'a', 'b.txt': 'b' },
      script: {
        turns: [
          { content: ['a.txt', 'b.txt'].map((file_path) => ({ type: 'tool_use' as const, name: 'Read', input: { file_path } })) },
          { content: [{ type: 'text' as const, text: 'done' }] },
        ],
      },
    });
    stop = () => core.stop();
    await core.session.send('go');
    const own = marked(core.folder).filter((mark) => !mark.startsWith('postToolUse'));
    assert.deepEqual(own, ['message 2', 'toolSettled a.txt', 'message 3', 'toolSettled b.txt']);
  });
});
