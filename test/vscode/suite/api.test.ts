/** The API for other extensions, used by another extension (test/fixtures/extensions/test-caller). */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { HooksmithApi, ScopeTool } from '../../../src/api/extension';
import type { EventOf, EventType, HookEvent } from '../../../src/shared/events/events';
import { until } from '../../fixtures/limits';
import { emptyByHand, saveByHand, untilLive } from './hookFiles';

interface Caller {
  hooksmith: HooksmithApi;
  seen: HookEvent[];
  addHook: HooksmithApi['addHook'];
  registerSum(more?: Partial<ScopeTool>): { dispose(): void };
}

const at = (name: string) => vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, '.hooksmith', 'hooks', name).fsPath;

describe('another extension', () => {
  let caller: Caller;
  let hooksmith: HooksmithApi;
  const disposables: { dispose(): void }[] = [];
  const written: string[] = [];
  const keep = <T extends { dispose(): void }>(made: T): T => {
    disposables.push(made);
    return made;
  };
  const last = <T extends EventType>(type: T) => caller.seen.findLast((event) => event.type === type) as EventOf<T>;
  const outcome = () => `${last('tool_settled').data?.outcome}: ${last('tool_settled').output}`;
  const write = async (name: string, text: string) => {
    written.push(at(name));
    // A file that is new is told of as it is made, empty, and again as it is saved.
    if (!existsSync(at(name))) {
      mkdirSync(dirname(at(name)), { recursive: true });
      await untilLive(at(name), () => writeFileSync(at(name), ''));
    }
    await untilLive(at(name), () => saveByHand(at(name), text));
  };
  before(async () => {
    caller = await vscode.extensions.getExtension<Caller>('hooksmith-test.test-caller')!.activate();
    hooksmith = caller.hooksmith;
  });
  afterEach(async () => {
    for (const one of disposables.splice(0)) one.dispose();
    for (const file of written.splice(0)) await emptyByHand(file);
  });

  it('adds hooks to the one chain: by priority, after files among equals, with the same context and decisions', async () => {
    await write(
      'order.ts',
      "import { hook } from 'hooksmith';\nexport const fromFile = hook('userMessage', (ctx) => { ctx.state.set('said', 'by a file'); return ctx.modify({ message: `${ctx.message.content} file` }); });",
    );
    const logged: unknown[] = [];
    keep(
      caller.addHook('userMessage', { name: 'equal' }, (ctx) => {
        ctx.log('told', ctx.state.get('said'));
        ctx.state.set('said', 'by an extension');
        return ctx.modify({ message: `${ctx.message.content} equal` });
      }),
    );
    keep(
      caller.addHook('userMessage', { name: 'first', priority: 10 }, async (ctx) =>
        ctx.modify({ message: `${ctx.message.content} first` }),
      ),
    );
    keep(caller.addHook('afterRun', (ctx) => void logged.push(ctx.state.get('said'))));
    await hooksmith.run('hello');
    const { hooks, input } = last('user_message');
    assert.deepEqual(
      [hooks.map(({ name }) => name), (input as { content: string }).content],
      [['first', 'fromFile', 'equal'], 'hello first file equal'],
    );
    assert.deepEqual(hooks[2]!.logs, ['told by a file']);
    assert.match(hooks[2]!.file, /test-caller.*extension\.js$/);
    assert.deepEqual(logged, ['by an extension']);
  });

  it('removes its own registration only, however often it asks', async () => {
    const deny = () => ({ action: 'deny' as const, reason: 'kept' });
    const [one, two] = [caller.addHook('userMessage', deny), keep(caller.addHook('userMessage', deny))];
    one.dispose();
    one.dispose();
    assert.equal((await hooksmith.run('hello')).status, 'denied');
    two.dispose();
    assert.equal((await hooksmith.run('hello')).status, 'done');
  });

  it('is told what is wrong with a hook, at once or when it runs', async () => {
    // biome-ignore lint/suspicious/noExplicitAny: what the types forbid
    const add = caller.addHook as any;
    assert.throws(
      () => add('userMessage', { priorty: 1 }, () => undefined),
      /unknown option 'priorty': did you mean 'priority'\?/,
    );
    assert.throws(() => add('onUserMessage', () => undefined), /unknown event/);
    assert.throws(() => add('userMessage'), /handler must be a function/);
    keep(
      caller.addHook('preToolUse', () => {
        throw new Error('out of order');
      }),
    );
    const ended = await hooksmith.run('/call LS {"path": "."}');
    assert.equal(ended.status, 'done', JSON.stringify(ended));
    assert.match(outcome(), /denied: .*out of order/);
  });

  it('brings tools, gated like all others, and takes them away again', async () => {
    const scope = keep(caller.registerSum());
    await until(() => last('scope_register')?.data?.scope);
    assert.deepEqual(last('scope_register').data!.scope, { name: 'sums', tools: ['Sum'] });
    assert.throws(() => caller.registerSum(), /there is a scope sums already/);
    keep(caller.addHook('preToolUse', { tools: 'Sum' }, (ctx) => ctx.allow('a sum harms nobody')));
    await hooksmith.run('/call Sum {"numbers": [1, 2, 39]}');
    assert.equal(outcome(), 'ok: 42');
    await hooksmith.run('/call Sum {"numbers": "many"}');
    assert.match(outcome(), /^error: invalid input for Sum: numbers: /);
    scope.dispose();
    scope.dispose();
    await hooksmith.run('/call Sum {"numbers": [1]}');
    assert.match(outcome(), /error: tool Sum is no longer there: its scope sums was unregistered/);
    await until(() => last('scope_unregister'));
  });

  it('may not take a name that is taken, nor switch a tool on by throwing', async () => {
    assert.throws(() => caller.registerSum({ name: 'bash' }), /the tool name bash is taken by the scope built-in/);
    assert.throws(() => caller.registerSum({ name: 'no name' }), /letters, digits/);
    keep(
      caller.registerSum({
        enabled: () => {
          throw new Error('x');
        },
      }),
    );
    await hooksmith.run('/call Sum {"numbers": [1]}');
    assert.match(outcome(), /error: tool Sum is disabled: the scope sums has switched it off/);
  });

  it('runs without hooks, but never without policies', async () => {
    await write(
      'guard.ts',
      "import { denyPaths, hook } from 'hooksmith';\nexport const noReadme = denyPaths('README.md');\nexport const deaf = hook('userMessage', (ctx) => ctx.deny('no hook may speak'));",
    );
    assert.equal((await hooksmith.run('hello')).status, 'denied');
    const result = await hooksmith.run('/call Read {"file_path": "README.md"}', { hooks: false });
    assert.deepEqual([result.status, result.sessionId], ['done', last('after_run').sessionId]);
    assert.match(outcome(), /denied: path is in denied list: /);
  });

  it('stands around every event of a run it intercepts, and its word passes the policies too', async () => {
    await write(
      'guard.ts',
      "import { denyPaths, hook } from 'hooksmith';\nexport const noReadme = denyPaths('README.md');\nexport const system = hook('beforeAgent', (ctx) => ctx.modify({ system: 'by a hook' }));",
    );
    const events: string[] = [];
    let [system, metadata]: unknown[] = [];
    await hooksmith.run('/call Read {"file_path": "package.json"}', {
      metadata: { from: 'caller' },
      intercept: async (event, ctx, next) => {
        events.push(event);
        if (event === 'userMessage') metadata = structuredClone(ctx.metadata);
        const { fields, end } = await next();
        if (event === 'beforeAgent') system = [fields.system, end];
        // A change, as a hook would make it.
        if (event === 'preToolUse') return { action: 'modify', input: { file_path: 'README.md' } };
      },
    });
    assert.deepEqual([metadata, system], [{ from: 'caller' }, ['by a hook', 'continue']]);
    assert.match(outcome(), /denied: path is in denied list: /);
    assert.deepEqual(
      events.filter((event) => /run|userMessage|preToolUse|toolSettled/i.test(event)),
      ['beforeRun', 'userMessage', 'preToolUse', 'toolSettled', 'runDone', 'afterRun'],
    );
    const failing = await hooksmith.run('hello', {
      intercept: (event) => {
        if (event === 'userMessage') throw new Error('broken');
      },
    });
    assert.equal(failing.status, 'denied');
  });

  it('stops its run by a signal, and is named for it with its words, not the human', async () => {
    for (const [reason, words] of [
      [undefined, ''],
      ['enough', ': enough'],
      [new Error('too late'), ': too late'],
    ] as const) {
      const abort = new AbortController();
      const hook = caller.addHook('preModelCall', () => abort.abort(reason));
      const { status, signals } = await hooksmith.run('hello', { signal: abort.signal });
      hook.dispose();
      const message = `Stopped by the extension that began the run${words}`;
      assert.deepEqual([status, signals], ['aborted', [{ reason: 'stop_requested', message, source: 'extension' }]]);
    }
  });

  it('goes on only with the session that is there, where there is something to go on with', async () => {
    const { sessionId } = await hooksmith.run('hello');
    await assert.rejects(hooksmith.continue('another'), /the session in the chat is/);
    await assert.rejects(
      hooksmith.continue(sessionId, [{ type: 'tool_result', tool_use_id: 't1', content: 'x' }]),
      /no tool call t1 waits/,
    );
    await assert.rejects(hooksmith.continue(sessionId), /nothing to go on with/);
  });

  it('is told which calls of a run wait for its results, and goes on with them', async () => {
    const path = join(dirname(dirname(at('x'))), 'tools', 'outside.ts');
    const change = async (told: EventType, text: string) => {
      const count = caller.seen.length;
      await saveByHand(path, text);
      await until(() =>
        caller.seen.slice(count).some(({ type, data }) => type === told && JSON.stringify(data).includes('outside')),
      );
    };
    await change(
      'scope_register',
      "import { defineTool, z } from 'hooksmith';\nexport const outside = defineTool({ name: 'Outside', description: 'x', input: z.object({ a: z.string() }), external: true });",
    );
    const { sessionId, status, pending } = await hooksmith.run('/call Outside {"a": "b"}');
    assert.deepEqual([status, pending?.map(({ name, input }) => [name, input])], ['waiting', [['Outside', { a: 'b' }]]]);
    const { id } = pending![0]!;
    const ended = await hooksmith.continue(sessionId, [{ type: 'tool_result', tool_use_id: id, content: 'from outside' }]);
    assert.deepEqual([ended.status, ended.pending], ['done', undefined]);
    await change('scope_unregister', 'export {};\n');
  });
});
