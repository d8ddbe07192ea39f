/** What the editor's window holds and finds for its views. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ServerResource } from '../../../src/adapters/mcp/mcp';
import { Completions } from '../../../src/editor/conversation/completions';
import { Composing } from '../../../src/editor/conversation/composing';
import { Screen } from '../../../src/editor/conversation/screen';
import { mostAtOnce } from '../../../src/editor/conversation/sessionParts';
import type { Pane } from '../../../src/editor/conversation/webviewPane';
import type { SlashCommand } from '../../../src/shared/messages/slashCommands';
import type { StreamItem } from '../../../src/shared/stream/stream';
import type { CompletionItem, ToView } from '../../../src/shared/views/viewProtocol';
import { madeEvent } from '../../fixtures/events';
import { until } from '../../fixtures/limits';

describe('a long session for a view', () => {
  const items = Array.from({ length: mostAtOnce + 1 }, (): StreamItem => ({ kind: 'event', event: madeEvent('message') }));
  const opened = () => {
    const screen = new Screen({ current: { id: 's', items, queue: [] } as never, running: false, status: () => ({}) as never });
    const posted: ToView[] = [];
    const pane = { inParts: true, isThere: true, post: (message: ToView) => posted.push(message) };
    screen.add(pane as unknown as Pane);
    screen.postSession();
    const told = posted.at(-1);
    const of = told?.type === 'session' ? told.long?.of : undefined;
    if (of === undefined) throw new Error('it is not long');
    const asks = () => {
      const before = posted.length;
      screen.postPart({ of, from: 0 }, pane as unknown as Pane);
      return posted.slice(before).map(({ type }) => type);
    };
    return { screen, pane, asks };
  };

  it('is given in parts', () => {
    assert.deepEqual(opened().asks(), ['part']);
  });

  it('is held no longer for one that was closed, once a session is shown', () => {
    const { screen, pane, asks } = opened();
    pane.isThere = false;
    screen.postSession();
    assert.deepEqual(asks(), []);
  });
});

describe('what is offered in the message box', () => {
  it('is nothing where finding fails, and the log says why', async () => {
    const failure = new Error('the server is gone');
    const logged: unknown[] = [];
    const composing = new Composing({
      context: {} as never,
      completions: { find: () => Promise.reject(failure) } as never,
      place: { folders: [] },
      log: { error: (error) => logged.push(error) },
    });
    const shown: unknown[] = [];
    await composing.find('/', 'x', (items) => shown.push(items));
    assert.deepEqual([shown, logged], [[[]], [failure]]);
  });

  it('is shown again with what a slow source offers late, never before what was there in time', async () => {
    const named = (name: string) => ({ name, description: '', origin: 'skill' as const });
    const offered: SlashCommand[] = [];
    const answers: (() => void)[] = [];
    const list = () => new Promise<SlashCommand[]>((resolve) => answers.push(() => resolve(offered)));
    const composing = new Composing({
      context: {} as never,
      completions: new Completions({
        search: {} as never,
        place: { folders: [] },
        commands: [
          { list: async () => [named('zebra')], expand: async () => undefined },
          { list, expand: async () => undefined },
        ],
        servers: { resources: async () => [] },
        rehearses: () => false,
        failed: assert.fail,
      }),
      place: { folders: [] },
      log: { error: assert.fail },
    });
    const shown: string[][] = [];
    await composing.find('/', 'zeb', (items) => shown.push(items.map(({ label }) => label)));
    assert.deepEqual(shown, [['/zebra']]);
    offered.push(named('zebu'));
    for (const answer of answers) answer();
    await until(() => shown.length === 2);
    assert.deepEqual(shown[1]?.sort(), ['/zebra', '/zebu']);
  });

  it('has the symbols of the workspace’s own code, however many its typings and packages have, and however late they come', async () => {
    const folder = vscode.workspace.workspaceFolders![0]!.uri;
    const symbol = (name: string, ...path: string[]) => {
      const location = new vscode.Location(vscode.Uri.joinPath(folder, ...path), new vscode.Range(0, 0, 1, 0));
      return new vscode.SymbolInformation(name, vscode.SymbolKind.Function, '', location);
    };
    const many = Array.from({ length: 8 }, (_, n) => [
      symbol(`greater${n}`, '.hooksmith', 'types', 'zod', 'index.d.ts'),
      symbol(`green${n}`, 'packages', 'a', 'node_modules', 'b', 'index.js'),
    ]);
    const own = [symbol('greetHook', '.hooksmith', 'hooks', 'greet.ts'), symbol('greet', 'src', 'greet.ts')];
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const provider = vscode.languages.registerWorkspaceSymbolProvider({
      provideWorkspaceSymbols: async () => {
        await answered;
        return [...many.flat(), ...own];
      },
    });
    let serve = (_: ServerResource[]) => {};
    const completions = new Completions({
      search: { run: async () => ({ stdout: '' }) } as never,
      place: { folders: [folder.fsPath] },
      commands: [],
      servers: { resources: () => new Promise((resolve) => (serve = resolve)) },
      rehearses: () => false,
      failed: assert.fail,
    });
    const told: string[][] = [];
    const labels = (items: CompletionItem[]) => items.map(({ label }) => label).filter((label) => label.startsWith('gre'));
    try {
      const first = await completions.find('@', 'gre', (late) => void late.then((items) => told.push(labels(items))));
      assert.deepEqual(labels(first), []);
      serve([{ server: 'mcp__notes', uri: 'notes:1', name: 'greeting' }]);
      await until(() => told.length === 1);
      answer();
      await until(() => told.length === 2);
      assert.deepEqual(told, [['greeting'], ['greeting', 'greet', 'greetHook']]);
    } finally {
      provider.dispose();
    }
  });

  it('has our commands under the names that they have elsewhere, unless a command of the human’s own has that, and /call where the rehearsal plays it', async () => {
    let rehearses = true;
    const own: SlashCommand[] = [{ name: 'resume', description: 'Writes a résumé', origin: 'workspace' }];
    const completions = new Completions({
      search: {} as never,
      place: { folders: [] },
      commands: [{ list: async () => own, expand: async () => undefined }],
      servers: { resources: async () => [] },
      rehearses: () => rehearses,
      failed: assert.fail,
    });
    const offered = (query: string) => completions.find('/', query, () => assert.fail());
    const first = async (query: string) => {
      const [{ label, insert, runs } = { label: '', insert: '' }] = await offered(query);
      return [label, insert, runs];
    };
    assert.deepEqual(await first('permissions'), ['/permissions', '/rules', true]);
    assert.deepEqual(await first('rewind'), ['/rewind', '/restore', true]);
    assert.deepEqual(await first('resume'), ['/resume', '/resume', undefined]);
    const hooks = (await offered('hook')).filter(({ insert }) => insert === '/hook');
    assert.deepEqual(
      hooks.map(({ label }) => label),
      ['/hook'],
    );
    const all = (await offered('')).map(({ label }) => label);
    assert.deepEqual([all[0], all.includes('/mcp'), all.includes('/rewind')], ['/call', true, false]);
    assert.match((await offered('call'))[0]!.insert, /^\/call Bash \{.+\}$/);
    rehearses = false;
    assert.ok(!(await offered('')).some(({ label }) => label === '/call'));
  });
});
