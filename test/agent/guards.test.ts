import assert from 'node:assert/strict';
import type { RehearsalScript } from '../../src/models/rehearsal';
import { Core, SharedHost } from '../fixtures/core';

const imports = "import { group, guards, hook, rateLimit, stepLimit } from 'hooksmith';\n";
const ls = { content: [{ type: 'tool_use' as const, name: 'LS', input: { path: '.' } }] };
const said = { content: [{ type: 'text' as const, text: 'done' }] };

describe('guards', () => {
  const host = new SharedHost();
  after(() => host.host.dispose());
  let core: Core;
  afterEach(() => core.stop());
  const run = async (hooks: string, turns: RehearsalScript['turns']) => {
    core = await Core.start({ hooks: { 'a.ts': imports + hooks }, script: { turns }, host });
    return core.session.send('go');
  };
  const outcomes = () => core.events.flatMap((event) => (event.type === 'tool_settled' ? [event.data?.outcome] : []));

  it('of the same limit count for themselves', async () => {
    const result = await run(
      'export const a = stepLimit(2); export const b = stepLimit(2); export const c = [...guards({ maxSteps: 2 })];',
      [ls, ls, ls],
    );
    assert.equal(result.signals[0]!.message, 'Step limit reached: 2/2');
  });

  it('with a count of their own leave the others’ alone', async () => {
    const result = await run(
      'export const odd = stepLimit(2, { count: (ctx) => ctx.step % 2 === 0 }); export const all = stepLimit(9);',
      [ls, ls, ls, ls, ls],
    );
    assert.deepEqual(
      [result.signals[0]!.message, core.events.filter((event) => event.type === 'post_model_call').length],
      ['Step limit reached: 2/2', 3],
    );
  });

  it('rate limits of the same numbers count a call once each', async () => {
    await run(
      'export const a = rateLimit({ max: 2 }); export const b = rateLimit({ max: 2 }); export const c = group({}, rateLimit({ max: 2 }), rateLimit({ max: 2 }));',
      [ls, ls, ls, said],
    );
    assert.deepEqual(outcomes(), ['ok', 'ok', 'denied']);
  });

  it('keep their counts when their file is saved', async () => {
    core = await Core.start({
      hooks: { 'a.ts': `${imports}export const a = rateLimit({ max: 1 });` },
      script: { turns: [ls, ls, said] },
      host,
    });
    core.session.onItem((item) => {
      if (item.kind === 'event' && item.event.type === 'tool_settled')
        void core.save('a.ts', `${imports}/** Saved. */\nexport const a = rateLimit({ max: 1 });`);
    });
    await core.session.send('go');
    assert.deepEqual(outcomes(), ['ok', 'denied']);
  });

  it('null turns one off', async () => {
    await run(
      'export const all = guards({ maxSteps: null, maxTokens: null, maxSeconds: null, finishReasons: null });\nexport const one = hook("message", () => {});',
      [said],
    );
    assert.deepEqual(core.event('before_step').hooks, []);
    assert.deepEqual(core.event('after_step').hooks, []);
  });
});
