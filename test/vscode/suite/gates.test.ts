/** What opens gates is the user's: scopes of settings, rules that approvals keep, and one reload for one save. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { HooksmithApi } from '../../../src/api/extension';
import { ApprovalBroker } from '../../../src/editor/conversation/approvalBroker';
import { type ActionParts, viewActions } from '../../../src/editor/viewActions';
import { DisabledHooks } from '../../../src/editor/window/disabledHooks';
import { Rules } from '../../../src/editor/window/permissionRules';
import { Settings } from '../../../src/editor/window/settings';
import type { ApprovalRequest } from '../../../src/shared/calls/approvals';
import type { HookEvent } from '../../../src/shared/events/events';
import { until } from '../../fixtures/limits';
import { tellsLive } from './hookFiles';

const { Global, Workspace } = vscode.ConfigurationTarget;
const folder = () => vscode.workspace.workspaceFolders![0]!.uri.fsPath;
const set = (name: string, value: unknown, target: vscode.ConfigurationTarget) =>
  vscode.workspace.getConfiguration('hooksmith').update(name, value, target);

function memento(): vscode.Memento {
  const memory = new Map<string, unknown>();
  return {
    keys: () => [...memory.keys()],
    get: (key: string, other: unknown) => memory.get(key) ?? other,
    update: async (key: string, value: unknown) => void memory.set(key, value),
  } as unknown as vscode.Memento;
}

describe('scopes of settings', () => {
  afterEach(async () => {
    for (const name of ['permissions.deny', 'permissions.ask', 'disabledHooks'])
      for (const target of [Global, Workspace]) await set(name, undefined, target);
  });

  it('add what a workspace denies and asks to what the user does', async () => {
    const settings = new Settings(assert.fail);
    for (const name of ['permissions.deny', 'permissions.ask'] as const) {
      await set(name, ['Bash(rm*)'], Global);
      await set(name, [], Workspace);
      assert.deepEqual(settings.get(name), ['Bash(rm*)'], name);
      await set(name, ['Write'], Workspace);
      assert.deepEqual(settings.get(name), ['Bash(rm*)', 'Write'], name);
    }
  });

  it('keep the good rules beside one that is none', async () => {
    const told: string[] = [];
    const settings = new Settings((text) => told.push(text));
    await set('permissions.deny', ['Bash(rm*)'], Global);
    await set('permissions.deny', ['(nothing', 7, 'Write'], Workspace);
    assert.deepEqual(settings.get('permissions.deny'), ['Bash(rm*)', 'Write']);
    assert.match(told.join(), /permissions\.deny is not valid/);
    await set('permissions.deny', ['Bash(sudo*', 'Write'], Workspace);
    const rules = new Rules(memento(), settings, () => undefined);
    assert.deepEqual(rules.permissions().ask, ['Bash'], 'what was meant to be denied asks');
    assert.match(told.join(), /until it is mended all calls of Bash ask/);
  });

  it('are asked of the editor once until they change, and who hears of a change reads what holds now', async () => {
    const settings = new Settings(assert.fail);
    const ask = vscode.workspace.getConfiguration;
    let asked = 0;
    const heard: string[][] = [];
    try {
      vscode.workspace.getConfiguration = ((...given: []) => {
        asked++;
        return ask(...given);
      }) as typeof ask;
      const rules = new Rules(memento(), settings, () => undefined);
      const before = rules.permissions();
      settings.lists('disabledHooks');
      assert.ok(asked > 0);
      asked = 0;
      assert.deepEqual(rules.permissions(), before);
      settings.lists('disabledHooks');
      assert.equal(asked, 0);
    } finally {
      vscode.workspace.getConfiguration = ask;
    }
    settings.onDidChange(() => heard.push([...settings.get('permissions.deny'), ...settings.lists('disabledHooks').user]));
    await set('permissions.deny', ['Write'], Global);
    await set('disabledHooks', ['a.ts#a'], Global);
    assert.deepEqual(heard, [['Write'], ['Write', 'a.ts#a']]);
    settings.dispose();
    await set('disabledHooks', undefined, Global);
    assert.equal(heard.length, 2);
  });

  it('let a workspace switch off its own hooks and none of the user’s', async () => {
    const disabled = new DisabledHooks(new Settings(assert.fail));
    const users = join(homedir(), '.hooksmith', 'hooks', 'gate.ts#gate');
    await set('disabledHooks', [users, '.hooksmith/hooks/own.ts#own'], Workspace);
    assert.deepEqual(disabled.ids, [join(folder(), '.hooksmith/hooks/own.ts#own')]);
    await disabled.set([users], true);
    assert.deepEqual(vscode.workspace.getConfiguration('hooksmith').inspect('disabledHooks')?.globalValue, [users]);
    assert.deepEqual([...disabled.ids].sort(), [join(folder(), '.hooksmith/hooks/own.ts#own'), users].sort());
    await disabled.set([users, join(folder(), '.hooksmith/hooks/own.ts#own')], false);
    assert.deepEqual(disabled.ids, []);
  });
});

describe('the switch to Bypass', () => {
  const { window } = vscode;
  const ask = window.showWarningMessage;
  afterEach(async () => {
    window.showWarningMessage = ask;
    await set('mode', undefined, Global);
  });

  it('from a view is asked in a modal dialog of the editor, and done on its word alone', async () => {
    const settings = new Settings(assert.fail);
    const { setMode } = viewActions({ settings } as ActionParts);
    const asked: unknown[][] = [];
    let word: string | undefined;
    window.showWarningMessage = (async (...given: unknown[]) => {
      asked.push(given);
      return word;
    }) as never;
    await setMode('bypass');
    assert.equal(settings.get('mode'), 'ask');
    const [[text, options, ...choices]] = asked as [[string, vscode.MessageOptions, ...string[]]];
    assert.equal(text, 'Let the agent act without asking?');
    assert.equal(options.modal, true);
    assert.deepEqual(choices, ['Switch to Bypass']);
    word = 'Switch to Bypass';
    await setMode('bypass');
    assert.deepEqual([settings.get('mode'), asked.length], ['bypass', 2]);
    for (const mode of ['bypass', 'plan', 'ask'] as const) await setMode(mode);
    assert.deepEqual([settings.get('mode'), asked.length], ['ask', 2]);
  });
});

describe('an answer to an approval', () => {
  const request = { id: 'approval_1', inputHash: 'abc', toolName: 'Bash', suggestions: ['Bash(git status)'] } as ApprovalRequest;
  const answer = { id: 'approval_1', inputHash: 'abc', decision: 'allow', scope: 'once' } as const;

  it('is taken for that id and input, with a rule only where the prompt offers it', async () => {
    const broker = new ApprovalBroker();
    const asked = broker.ask(request, new AbortController().signal);
    for (const wrong of [
      { ...answer, id: 'approval_2' },
      { ...answer, inputHash: 'abd' },
      { ...answer, inputHash: 'abd', scope: 'always', rule: 'Bash(git status)' },
      { ...answer, scope: 'session' },
      { ...answer, scope: 'always', rule: 'Bash' },
      { ...answer, scope: 'workspace', rule: 'Bash(git status*)' },
      { ...answer, scope: 'once', rule: 'Bash(git status)' },
    ] as const)
      assert.deepEqual([broker.takes(wrong), broker.answer(wrong)], [false, false], JSON.stringify(wrong));
    const right = { ...answer, scope: 'session', rule: 'Bash(git status)' } as const;
    assert.equal(broker.answer(right), true);
    assert.deepEqual(await asked, right);
    assert.equal(broker.takes(right), false);
  });

  it('for the session ends with the session', async () => {
    const store = memento();
    const rules = new Rules(store, new Settings(assert.fail), () => undefined);
    await rules.keep('Bash(git status)', 'session', 'one');
    await rules.keep('Bash(git diff)', 'session', 'two');
    await rules.keep('Bash(git log)', 'workspace', 'one');
    const allowed = (session?: string) => rules.permissions(session).allow;
    assert.deepEqual(allowed('one'), ['Bash(git log)', 'Bash(git status)']);
    assert.deepEqual([allowed('two'), allowed()], [['Bash(git log)', 'Bash(git diff)'], ['Bash(git log)']]);
    await rules.endSession('one');
    assert.deepEqual([allowed('one'), allowed('two')], [['Bash(git log)'], ['Bash(git log)', 'Bash(git diff)']]);
    const afterReload = new Rules(store, new Settings(assert.fail), () => undefined);
    assert.deepEqual(afterReload.permissions('two').allow, ['Bash(git log)', 'Bash(git diff)']);
  });

  it('is shown with how far it reaches, and taken back where it is picked', async () => {
    const { window } = vscode;
    const store = memento();
    const rules = new Rules(store, new Settings(assert.fail), () => undefined);
    await rules.keep('Bash(npm test*)', 'workspace', 'one');
    await rules.keep('Write(src/**)', 'session', 'one');
    await rules.keep('Read', 'session', 'one');
    const pick = window.showQuickPick;
    let shown: readonly vscode.QuickPickItem[] = [];
    window.showQuickPick = (async (items: readonly vscode.QuickPickItem[]) => {
      shown = items;
      return items.slice(0, 1);
    }) as never;
    try {
      await rules.manage('one', async (asked) => {
        assert.deepEqual(asked, ['Write(src/**)', 'Read', 'Bash(npm test*)']);
        return [
          { rule: 'Bash(npm test*)', matched: 12, of: 40 },
          { rule: 'Write(src/**)', matched: 3, of: 7 },
        ];
      });
    } finally {
      window.showQuickPick = pick;
    }
    assert.deepEqual(
      shown.map(({ label, detail }) => [label, detail]),
      [
        ['Write(src/**)', '3 of your last 7 calls of Write'],
        ['Read', undefined],
        ['Bash(npm test*)', '12 of your last 40 commands'],
      ],
    );
    assert.deepEqual(rules.permissions('one').allow, ['Bash(npm test*)', 'Read']);
  });
});

describe('one save', () => {
  it('is one reload, whoever else sees the file change', async () => {
    const api = await vscode.extensions.getExtension<HooksmithApi>('hooksmith.hooksmith')!.activate();
    const reloads: HookEvent[] = [];
    const listening = api.onHookEvent((event) => {
      if (event.type === 'hooks_reloaded') reloads.push(event);
    });
    const hooks = join(folder(), '.hooksmith', 'hooks');
    const of = (name: string) => reloads.filter((event) => tellsLive(event, join(hooks, name))).length;
    const tellsOf = ({ data }: HookEvent, name: string) => (data as { files: string[] }).files.includes(join(hooks, name));
    mkdirSync(hooks, { recursive: true });
    writeFileSync(join(hooks, 'saved.ts'), '');
    await until(() => of('saved.ts') === 1);
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(join(hooks, 'saved.ts')));
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '// changed\n'));
    await editor.document.save();
    // Live, since the human saved it; where the editor is long about a save, its file is held until that ends.
    await until(() => of('saved.ts') === 2);
    // The watcher tells of files in the order that they changed: by the time it has told of this one it has told of the save.
    writeFileSync(join(hooks, 'marker.ts'), 'export {};\n');
    await until(() => reloads.some((event) => tellsOf(event, 'marker.ts')));
    assert.equal(of('saved.ts'), 2);
    listening.dispose();
  });
});
