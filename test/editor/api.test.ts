/** The API for other extensions, as one that is written without types calls it: wrong values are told in words, and what it is given is its own. */
import assert from 'node:assert/strict';
import vm from 'node:vm';
import { ToolRegistry } from '../../src/agent/tools/toolRegistry';
import type { HooksmithApi } from '../../src/api/extension';
import { type ApiParts, hooksmithApi } from '../../src/editor/api';
import type { RemoteHook } from '../../src/hooks/chain/calling/addedHook';
import type { HookEvent } from '../../src/shared/events/events';

const folder = process.env.HOOKSMITH_ROOT!;

type Listener = (event: HookEvent) => unknown;

function kept<T>(list: T[], one: T) {
  list.push(one);
  return { dispose: () => undefined };
}

function made() {
  const registry = new ToolRegistry();
  const added: RemoteHook[] = [];
  const sent: { metadata?: unknown }[] = [];
  const listeners: Listener[] = [];
  const result = { status: 'done', text: '', signals: [], usage: {}, costUsd: 0 };
  const parts = {
    ...{ version: '1', folder, workspace: { distrusted: () => undefined } },
    core: {
      hooks: { addRemote: (hook: RemoteHook) => kept(added, hook) },
      services: {},
      registry,
    },
    conversation: {
      current: { id: 's', send: async (_: string, options: object) => ({ ...result, ...kept(sent, options) }) },
      onHookEvent: (listener: Listener) => kept(listeners, listener),
    },
  };
  const api = hooksmithApi(parts as unknown as ApiParts);
  const tell = (event: object) => listeners.map((listener) => listener(event as HookEvent));
  // biome-ignore lint/suspicious/noExplicitAny: what the types forbid
  return { api: api as { [K in keyof HooksmithApi]: any }, registry, added, sent, tell };
}

const tool = (more: object = {}) => ({
  ...{ name: 'Sum', description: 'Adds', input: { type: 'object' }, run: () => 3 },
  ...more,
});

describe('the API for extensions without types', () => {
  it('says which part of a scope is none, and registers nothing of it', () => {
    const { api, registry } = made();
    const wrong: [unknown, RegExp][] = [
      [undefined, /^TypeError: registerScope: its argument /],
      [null, /^TypeError: registerScope: its argument must be an object/],
      [{}, /^TypeError: registerScope: name must be text$/],
      [{ name: '', tools: [] }, /^TypeError: registerScope: name must not be empty$/],
      [{ name: 's' }, /^TypeError: registerScope: tools /],
      [{ name: 's', tools: 'Sum' }, /^TypeError: registerScope: tools must be a list/],
      [{ name: 's', tools: [tool({ name: 'Other' }), null] }, /^TypeError: registerScope: tools\.1 must be an object/],
      [{ name: 's', tools: [tool({ name: undefined })] }, /^TypeError: registerScope: tools\.0\.name must be text$/],
      [
        { name: 's', tools: [tool({ description: undefined })] },
        /^TypeError: registerScope: tools\.0\.description must be text$/,
      ],
      [
        { name: 's', tools: [tool({ description: '' })] },
        /^TypeError: registerScope: tools\.0\.description must say what the tool does$/,
      ],
      [{ name: 's', tools: [tool({ readOnly: 'no' })] }, /^TypeError: registerScope: tools\.0\.readOnly must be true or false$/],
      [
        { name: 's', tools: [tool({ enabled: 'no' })] },
        /^TypeError: registerScope: tools\.0\.enabled must be true, false or a function$/,
      ],
      [{ name: 's', tools: [tool({ run: undefined })] }, /^TypeError: registerScope: tools\.0\.run must be a function$/],
    ];
    for (const [scope, words] of wrong) assert.throws(() => api.registerScope(scope), words, JSON.stringify(scope));
    assert.equal(registry.has('s'), false);
  });

  it('leaves a tool off where its scope does not say in time that it is on', () => {
    const { api, registry } = made();
    const isOff = (enabled: unknown) => {
      const scope = api.registerScope({ name: 's', tools: [tool({ enabled })] });
      const why = registry.get('Sum')?.disabled?.();
      scope.dispose();
      return why !== undefined;
    };
    assert.deepEqual(
      [undefined, true, () => true, false, () => false, () => undefined, async () => false, async () => true].map(isOff),
      [false, false, false, true, true, true, true, true],
    );
  });

  it('says which option of a run is none, before anything is sent', async () => {
    const { api, sent } = made();
    const own: Record<string, unknown> = {};
    own.own = own;
    const wrong: [object, RegExp][] = [
      [{ hooks: 'no' }, /^run: hooks must be true or false$/],
      [{ intercept: 5 }, /^run: intercept must be a function$/],
      [{ metadata: [1] }, /^run: metadata must be an object$/],
      [{ metadata: own }, /metadata.* contains itself/],
      [{ metadata: { f: () => 1 } }, /'metadata\.f' is a function/],
      [{ signal: 'x' }, /^run: signal must be an AbortSignal$/],
    ];
    for (const [options, message] of wrong) await assert.rejects(api.run('hi', options), { name: 'TypeError', message });
    await assert.rejects(api.run('hi', 5), TypeError);
    assert.equal(sent.length, 0);
    const metadata = { list: [1] };
    for (const options of [undefined, null, {}, { metadata }, { signal: new AbortController().signal }])
      assert.equal((await api.run('hi', options)).status, 'done');
    assert.deepEqual(sent[3]!.metadata, metadata);
  });

  it('gives each listener an event of its own: what one writes into it, nobody else reads', () => {
    const { api, tell } = made();
    const got: HookEvent[] = [];
    const self = {};
    api.onHookEvent((event: { type: string; hooks: unknown[] }) => {
      event.type = 'forged';
      event.hooks.push('more');
    });
    api.onHookEvent(function (this: unknown, event: HookEvent) {
      if (this === self) got.push(event);
    }, self);
    const event = { type: 'stop', hooks: [] };
    tell(event);
    assert.deepEqual(
      [event, ...got],
      [
        { type: 'stop', hooks: [] },
        { type: 'stop', hooks: [] },
      ],
    );
  });

  it('knows whose hook it is by the file that called, a module of the newer kind too', () => {
    const { api, added } = made();
    const callFrom = (filename: string) => {
      vm.runInNewContext("\n\nadd('stop', () => undefined)", { add: api.addHook }, { filename });
      const { file, line } = added.at(-1)!;
      return `${file}:${line}`;
    };
    assert.deepEqual(['/theirs/a.js', '/theirs/c d/e.js', 'file:///their%20own/b.mjs'].map(callFrom), [
      '/theirs/a.js:3',
      '/theirs/c d/e.js:3',
      '/their own/b.mjs:3',
    ]);
    assert.ok(!callFrom('node:internal/task').startsWith('/task'));
  });
});
