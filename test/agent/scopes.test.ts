/** Tools that come and go while the agent works: what the next step, the hooks and the model are told. */
import assert from 'node:assert/strict';
import { foreignTool } from '../../src/agent/tools/foreignTool';
import { allows, Core, type CoreOptions } from '../fixtures/core';

const inputSchema = { type: 'object', properties: { text: { type: 'string' } } };
const said = (text: string) => ({ name: `Say${text}`, description: 'Test', inputSchema, run: async () => text });
const scopeOf = (name: string, ...texts: string[]) => texts.map((text) => foreignTool(name, said(text)));
const calls = (...names: string[]) =>
  names.map((name, index) => ({ type: 'tool_use' as const, id: `t${index}-${name}`, name, input: {} }));
const turn = (...names: string[]) => ({ content: calls(...names) });
const end = { content: [{ type: 'text' as const, text: 'done' }] };

describe('scopes', () => {
  let core: Core | undefined;
  const start = async (options: CoreOptions) => {
    core = await Core.start(options);
    return core;
  };
  afterEach(async () => {
    await core?.stop();
    core = undefined;
  });
  const outcomes = (it: Core) =>
    it.all('tool_settled').map(({ toolName, output, data }) => `${toolName} ${data.outcome}: ${output}`);

  it('are told to hooks after the registry changed, in order, beside runs and within them', async () => {
    const it = await start({
      hooks: {
        'a.ts':
          "import { hook } from 'hooksmith';\nexport const seen = hook(['scopeRegister', 'scopeUnregister'], (ctx) => ctx.log(ctx.event, ctx.scope.name, ctx.scope.tools.join(), ctx.runId !== ''));",
      },
      script: { turns: [turn('SayA'), end] },
      human: (request) => {
        it.registry.unregisterScope('one');
        return allows(request, new AbortController().signal);
      },
    });
    it.registry.registerScope('one', scopeOf('one', 'A', 'B'));
    it.registry.unregisterScope('none');
    await it.scopeEvents.told;
    await it.session.send('go');
    await it.scopeEvents.told;
    const scopes = it.events.filter((event) => event.type === 'scope_register' || event.type === 'scope_unregister');
    assert.deepEqual(
      scopes.map(({ type, data, hooks }) => [type, data.scope, hooks[0]?.logs]),
      [
        ['scope_register', { name: 'one', tools: ['SayA', 'SayB'] }, ['scopeRegister one SayA,SayB false']],
        ['scope_unregister', { name: 'one', tools: ['SayA', 'SayB'] }, ['scopeUnregister one SayA,SayB true']],
      ],
    );
    assert.equal(scopes[1]!.runId, it.event('before_run').runId);
  });

  it('that come during a run are offered from the next step on, and those that went are named so', async () => {
    const requests: string[][] = [];
    const it = await start({
      hooks: {
        'a.ts':
          "import { hook } from 'hooksmith';\nexport const seen = hook('preModelCall', (ctx) => ctx.log((ctx.request.tools ?? []).map((tool) => tool.name).filter((name) => name.startsWith('Say')).join()));",
      },
      script: { turns: [turn('SayA'), turn('SayB', 'SayA'), end] },
      human: (request) => {
        if (request.toolName === 'SayA') {
          it.registry.registerScope('two', scopeOf('two', 'B'));
          it.registry.unregisterScope('one');
        }
        return allows(request, new AbortController().signal);
      },
    });
    it.registry.registerScope('one', scopeOf('one', 'A'));
    await it.session.send('go');
    for (const event of it.events) if (event.type === 'pre_model_call') requests.push(event.hooks[0]!.logs!);
    assert.deepEqual(requests, [['SayA'], ['SayB'], ['SayB']]);
    const gone = 'tool SayA is no longer there: its scope one was unregistered';
    assert.deepEqual(outcomes(it), [`SayA error: ${gone}`, 'SayB ok: B', `SayA error: ${gone}`]);
    const errors = it.events.filter(({ type }) => type === 'tool_error').map(({ error }) => error?.kind);
    assert.deepEqual(errors, ['unknown_tool', 'unknown_tool']);
  });

  it('put their tools to the human, offer a rule for them, and keep read-only ones in Plan mode', async () => {
    const tools = [foreignTool('one', said('A')), foreignTool('one', { ...said('B'), readOnly: true })];
    const suggested: string[][] = [];
    const options: CoreOptions = {
      tools,
      script: { turns: [turn('SayA', 'SayB'), end] },
      human: (request, signal) => {
        suggested.push(request.suggestions);
        return allows(request, signal);
      },
    };
    const asked = await start(options);
    await asked.session.send('go');
    assert.deepEqual(
      [outcomes(asked), suggested],
      [
        ['SayA ok: A', 'SayB ok: B'],
        [['SayA'], ['SayB']],
      ],
    );
    await asked.stop();
    const planned = await start({ ...options, permissions: { mode: 'plan' } });
    await planned.session.send('go');
    assert.match(outcomes(planned).join(), /^SayA denied: .*Plan mode.*SayB ok: B$/s);
  });

  it('have one owner for each name, and change nothing where it is taken', async () => {
    const { registry } = await start({});
    registry.registerScope('one', scopeOf('one', 'A'));
    assert.throws(() => registry.registerScope('two', scopeOf('two', 'B', 'A')), /the tool name SayA is taken by the scope one/);
    assert.throws(() => registry.registerScope('two', scopeOf('two', 'B', 'B')), /two tools of the name SayB/);
    assert.equal(registry.get('SayB'), undefined);
    registry.registerScope('one', scopeOf('one', 'A', 'B'));
    assert.equal(registry.ownerOf('sayb'), 'one');
  });
});
