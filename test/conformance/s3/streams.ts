/** Streaming, scopes, several conversations. */
import assert from 'node:assert/strict';
import { behaviour } from '../behaviour';
import { call, say } from '../rehearse';

export const streams = [
  behaviour('S3-41', 'T', 'same', 'streaming or not: the same hooks in the same order', async (rehearse) => {
    const turns = [call('LS', { path: '.' }), call('Throw', 'x'), say('done')];
    const hooks = `export const see = hook(['preModelCall', 'postModelCall', 'preToolUse', 'toolError', 'message', 'stop'], () => {});`;
    const [streaming, whole] = [await rehearse({ hooks, turns }), await rehearse({ hooks, turns, stream: false })].map((run) =>
      run.events.map(({ type, hooks }) => `${type} ${hooks.map(({ name }) => name)}`),
    );
    assert.ok(streaming!.includes('run_done '));
    assert.deepEqual(streaming, whole);
  }),
  behaviour('S3-42', 'X', 'n/a', 'a run is no stream that someone has to read: it starts when the message is sent'),

  behaviour(
    'S3-43',
    'X',
    'better',
    'what a hook with `redacts` removes is never streamed; an answer by a hook streams nothing',
    async (rehearse) => {
      const redacted = await rehearse({
        hooks: `export const hide = hook('postModelCall', { redacts: true }, (ctx) => ctx.modify({ response: ctx.response.content[0].text.replace('secret', '[redacted]') }));`,
        turns: [say('the secret word')],
      });
      assert.equal(redacted.text, 'the [redacted] word');
      assert.doesNotMatch(JSON.stringify(redacted.core.items), /secret/);
      const answered = await rehearse({ hooks: `export const cache = hook('preModelCall', (ctx) => ctx.respond('cached'));` });
      assert.equal(answered.streamed, '');
    },
  ),

  behaviour('S3-44', 'X', 'same', 'a view that looks away does not end the run; Stop does', async (rehearse) => {
    const rehearsed = await rehearse({ turns: [say('ready'), call('Echo', 'x')] });
    const listening = rehearsed.core.session.onItem(() => listening.dispose());
    const { status, requests } = await rehearsed.send('go on');
    assert.deepEqual([status, requests.length], ['done', 3]);
    const stopped = await rehearse({ turns: [call('Echo', 'x'), say('too late')], stopAt: 'post_tool_use' });
    assert.deepEqual([stopped.status, stopped.requests.length], ['aborted', 1]);
  }),

  behaviour('S3-45', 'X', 'better', 'a hook that throws undefined is a hook error like any other', async (rehearse) => {
    const { status, results, types } = await rehearse({
      hooks: `export const odd = hook('preToolUse', () => { throw undefined; });`,
      turns: [call('Echo', 'x')],
    });
    assert.deepEqual([status, types('hook_error')], ['done', ['hook_error']]);
    assert.match(results[0]!, /^error: Tool call denied: /);
  }),

  behaviour('S3-46', 'T/C', 'same', 'what is streamed is the text, white space too', async (rehearse) => {
    const text = 'one  two\n\n three';
    assert.equal((await rehearse({ turns: [say(text)] })).streamed, text);
  }),

  behaviour(
    'S3-47',
    'T/C',
    'same',
    'a scope is told once it is there, and once it is gone; a taken name and a missing scope tell nothing',
    async (rehearse) => {
      const rehearsed = await rehearse({
        hooks: `export const told = hook(['scopeRegister', 'scopeUnregister'], (ctx) => { ctx.log(ctx.event, ctx.scope.name); throw new Error('boom'); });`,
      });
      const { core, types } = rehearsed;
      const { registry } = core;
      const tool = { ...registry.get('LS')!, name: 'Extra', aliases: [] };
      registry.registerScope('extra', [tool]);
      assert.throws(() => registry.registerScope('other', [tool]), /is taken by/);
      registry.unregisterScope('missing');
      registry.unregisterScope('extra');
      await core.scopeEvents.told;
      assert.deepEqual(types('scope_register', 'scope_unregister', 'hook_error'), [
        'hook_error',
        'scope_register',
        'hook_error',
        'scope_unregister',
      ]);
      assert.deepEqual(rehearsed.logs, ['scopeRegister extra', 'scopeUnregister extra']);
    },
  ),

  behaviour(
    'S3-48',
    'T',
    'better',
    'a file sets up at its top level, its failure there is told to who saved it, and onUnload cleans up; two messages at once follow one another, each a run of its own',
    async (rehearse) => {
      const { core, printed } = await rehearse({ turns: [say('zero'), say('one'), say('two')] });
      const [one, two] = await Promise.all([core.session.send('first'), core.session.send('second')]);
      assert.deepEqual([one.text, two.text], ['one', 'two']);
      assert.deepEqual(
        core.session.history.slice(2).map(({ role }) => role),
        ['user', 'assistant', 'user', 'assistant'],
      );
      const plugin = (name: string, more = '') =>
        `import { hook, onUnload } from 'hooksmith'; console.log('set up ${name}'); onUnload(() => console.log('clean up ${name}')); export const ${name} = hook('stop', () => {}); ${more}`;
      assert.deepEqual((await core.save('plugin.ts', plugin('a')))!.problems, []);
      assert.deepEqual((await core.save('plugin.ts', plugin('b')))!.problems, []);
      const broken = await core.save('plugin.ts', plugin('c', `throw new Error('no database');`));
      assert.match(broken!.problems[0]!.message, /does not load: Error: no database/);
      assert.deepEqual(printed, ['set up a', 'clean up a', 'set up b', 'clean up b', 'set up c', 'set up b']);
    },
  ),
];
