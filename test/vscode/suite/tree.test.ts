import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { orderItems } from '../../../src/editor/hooks/hookOrder';
import { HooksTree, type HooksTreeSource } from '../../../src/editor/hooks/hooksTree';
import type { HookEvent } from '../../../src/shared/events/events';
import type { HookDescription } from '../../../src/shared/hooks/hookDescription';
import type { HookRecord } from '../../../src/shared/verdicts/hookRecord';
import { noSkips } from '../../../src/shared/verdicts/hookRecord';
import { until } from '../../fixtures/limits';

const folder = () => vscode.workspace.workspaceFolders![0]!.uri.fsPath;
const hookOf = (file: string, name: string, more: Partial<Omit<HookDescription, 'options'>> & { priority?: number } = {}) => {
  const { priority = 0, ...facts } = more;
  const path = `${folder()}/.hooksmith/hooks/${file}`;
  return {
    id: `${path}#${name}`,
    file: path,
    name,
    line: 3,
    version: 'v1',
    kind: 'hook',
    events: ['preToolUse'],
    layer: 1,
    position: 0,
    options: {
      tools: ['Bash'],
      match: { command: ['git *'] },
      agents: [],
      priority,
      timeoutMs: 5000,
      inherit: 'always',
      redacts: false,
      shadow: false,
      enabled: true,
    },
    ...facts,
  } as HookDescription;
};
const eventOf = (hook: HookDescription, records: Partial<HookRecord>[]) =>
  ({
    id: 'ev',
    type: 'pre_tool_use',
    timestamp: '',
    sessionId: 's',
    runId: 'r',
    agentName: 'main',
    branch: 'main',
    step: 0,
    skipped: noSkips,
    hooks: records.map((record) => ({
      id: hook.id,
      file: hook.file,
      name: hook.name,
      line: 3,
      kind: 'hook',
      version: 'v1',
      priority: 0,
      startedAt: '',
      duration: 1,
      decision: 'continue',
      ...record,
    })),
  }) as unknown as HookEvent;

describe('Hooks tree', () => {
  const treeOf = (hooks: HookDescription[], more: Partial<HooksTreeSource> = {}) =>
    new HooksTree({
      descriptions: () => hooks,
      problems: () => [],
      held: () => [],
      isEnabled: () => true,
      isSuspended: () => false,
      setEnabled: async () => undefined,
      showEvents: async () => undefined,
      past: () => [],
      onDidChange: () => new vscode.Disposable(() => undefined),
      onHookEvent: () => new vscode.Disposable(() => undefined),
      sections: [],
      wouldHave: () => undefined,
      beyond: () => undefined,
      ...more,
    });
  const icon = (item: vscode.TreeItem) => (item.iconPath as vscode.ThemeIcon).id;

  it('lists files and hooks as they run, with event, matcher, priority, counts and p95', () => {
    const late = hookOf('a.ts', 'late', { priority: -1 });
    const early = hookOf('b.ts', 'early', { priority: 100 });
    const past = [eventOf(early, [{ decision: 'deny', duration: 2 }, { duration: 30 }])];
    const tree = treeOf([early, late], { past: () => past });
    const files = tree.getChildren();
    assert.deepEqual(
      files.map((file) => tree.getTreeItem(file).label),
      ['b.ts', 'a.ts'],
    );
    const [hook] = tree.getChildren(files[0]);
    const item = tree.getTreeItem(hook!);
    assert.equal(item.description, 'preToolUse · Bash command: git * · priority 100 · 2× 1 denied p95 30 ms');
    assert.match((item.tooltip as vscode.MarkdownString).value, /Runs 1 of 2 at preToolUse/);
    assert.equal(item.checkboxState && (item.checkboxState as { state: number }).state, vscode.TreeItemCheckboxState.Checked);
  });

  it('has an icon and words for each state of a hook', () => {
    const hook = hookOf('a.ts', 'one');
    const show = (more: Partial<HooksTreeSource>) => {
      const item = treeOf([hook], more).getTreeItem({ hook });
      return [icon(item), String(item.description).split(' · ')[0], item.contextValue];
    };
    assert.deepEqual(show({}), ['plug', 'preToolUse', 'hook.enabled']);
    assert.deepEqual(show({ isEnabled: () => false }), ['circle-slash', 'disabled', 'hook.disabled']);
    const beyond = () => 'answers for the tool: not in Claude Code';
    assert.deepEqual(show({ beyond })[0], 'info', 'where the words have no place');
    assert.deepEqual(show({ beyond, isEnabled: () => false })[0], 'circle-slash');
    const [paused, words, context] = show({ isSuspended: () => true });
    assert.deepEqual([paused, context], ['debug-pause', 'hook.enabled.suspended']);
    assert.match(words!, /^suspended: timed out three times in a row/);
    const failed = eventOf(hook, [{ decision: 'error', error: { name: 'E', message: 'm' } }]);
    assert.deepEqual(show({ past: () => [failed] }).slice(0, 2), ['warning', 'failed when it last ran']);
    assert.deepEqual(show({ past: () => [failed, eventOf(hook, [{}])] })[0], 'plug', 'it did well since');
    const problem = { file: hook.file, line: 2, column: 1, message: 'unknown option', severity: 'error' as const, hook: 'one' };
    assert.deepEqual(show({ problems: () => [problem] }).slice(0, 2), ['error', 'error: unknown option']);
  });

  it('has an icon and words for each state of a file', () => {
    const hook = hookOf('a.ts', 'one');
    const { file } = hook;
    const problem = { file, line: 2, column: 1, message: 'does not load', severity: 'error' as const };
    const show = (hooks: HookDescription[], more: Partial<HooksTreeSource>) => {
      const item = treeOf(hooks, more).getTreeItem({ file });
      return [icon(item), String(item.description), item.contextValue];
    };
    assert.deepEqual(show([hook], {}), ['file', '.hooksmith/hooks', 'hookFile']);
    assert.deepEqual(show([hook], { problems: () => [problem] }), [
      'error',
      'error, the last good version runs: does not load',
      'hookFile.problem',
    ]);
    assert.deepEqual(show([], { problems: () => [problem] })[1], 'error, not live: does not load');
    const held = (why: 'new' | 'changed' | 'deleted') => ({ held: () => [{ file, why, version: '1' }] });
    assert.deepEqual(show([hook], held('changed')), [
      'lock',
      'held: changed from outside, the version before it runs',
      'hookFile.held',
    ]);
    assert.equal(show([hook], held('deleted'))[1], 'held: deleted, its last version still runs');
    assert.equal(show([], held('new'))[1], 'held: new, not live until you review it');
    assert.equal(treeOf([], held('new')).getChildren().length, 1, 'a new file that is held is shown');
  });

  it('explains the order: priority, layer, file, place in the file, policies last', () => {
    const hooks = [
      hookOf('z.ts', 'first', { priority: 10 }),
      hookOf('own.ts', 'own', { layer: 0 }),
      hookOf('a.ts', 'a', { position: 0 }),
      hookOf('a.ts', 'b', { position: 1 }),
      hookOf('b.ts', 'c'),
      hookOf('a.ts', 'judge', { kind: 'policy' }),
      hookOf('a.ts', 'elsewhere', { events: ['message'] }),
    ];
    const items = orderItems(hooks, hooks[3]!);
    assert.equal(items[0]!.kind, vscode.QuickPickItemKind.Separator);
    assert.deepEqual(
      items.slice(1).map(({ label, detail }) => [label, detail?.replace(/^after \w+: /, '')]),
      [
        ['1. first', undefined],
        ['2. own', 'priority 10 comes before 0'],
        ['3. a', 'your own ~/.hooksmith comes before folder workspace'],
        ['$(arrow-right) 4. b', 'in one file the order of the source counts'],
        ['5. c', 'files go by path: a.ts before b.ts'],
        ['6. judge', 'policies judge after all hooks'],
      ],
    );
  });

  it('switches a hook off and on by its menu, and copies its identity', async () => {
    const hook = hookOf('observe.ts', 'logCalls');
    const disabled = () => vscode.workspace.getConfiguration('hooksmith').get<string[]>('disabledHooks');
    await vscode.commands.executeCommand('hooksmith.disableHook', { hook });
    assert.deepEqual(disabled(), ['.hooksmith/hooks/observe.ts#logCalls']);
    await vscode.commands.executeCommand('hooksmith.enableHook', { hook });
    assert.deepEqual(disabled(), []);
    await vscode.commands.executeCommand('hooksmith.openHook', { hook });
    assert.equal(vscode.window.activeTextEditor!.document.uri.fsPath, hook.file);
    assert.equal(vscode.window.activeTextEditor!.selection.active.line, 2);
  });

  it('shows what sums the hooks up beneath the files, and what it is made of', () => {
    const part = new vscode.TreeItem('a change');
    let item: vscode.TreeItem | undefined = new vscode.TreeItem('Replay');
    const changed = new vscode.EventEmitter<void>();
    const tree = treeOf([hookOf('a.ts', 'a')], {
      sections: [{ id: 'replay', item: () => item, children: () => [part], onDidChange: changed.event }],
    });
    const [, section] = tree.getChildren();
    assert.equal(tree.getTreeItem(section!).label, 'Replay');
    assert.equal(tree.getTreeItem(tree.getChildren(section)[0]!), part);
    item = undefined;
    assert.equal(tree.getChildren().length, 1, 'nothing to say');
  });

  it('draws a line that sums up anew without the others; only one that comes or goes is a matter of the whole tree', async () => {
    const [replay, shadow] = ['Replay', 'Shadow'].map((label) => {
      const changed = new vscode.EventEmitter<void>();
      return { label, changed, item: undefined as vscode.TreeItem | undefined };
    });
    const tree = treeOf([hookOf('a.ts', 'a')], {
      sections: [replay!, shadow!].map((one) => ({
        id: one.label,
        item: () => one.item,
        children: () => [],
        onDidChange: one.changed.event,
      })),
    });
    const drawn: unknown[] = [];
    const view = tree.watchSections();
    tree.onDidChangeTreeData((nodes) => drawn.push(nodes));
    tree.getChildren();
    shadow!.changed.fire();
    assert.deepEqual(drawn, [], 'it has nothing to say, and had nothing');
    replay!.item = new vscode.TreeItem('Replay');
    replay!.changed.fire();
    assert.deepEqual(drawn, [undefined], 'it comes');
    const [, section] = tree.getChildren();
    replay!.changed.fire();
    shadow!.changed.fire();
    await until(() => drawn.length > 1);
    assert.deepEqual(drawn.slice(1), [[section]]);
    replay!.item.id = 'something else';
    replay!.changed.fire();
    assert.deepEqual(drawn.slice(2), [undefined], 'another line');
    view.dispose();
  });

  it('draws the count of a busy hook in place, soon at first and then seldom, as its buttons are dead in that moment', async () => {
    const hook = hookOf('a.ts', 'busy');
    const happened = new vscode.EventEmitter<HookEvent>();
    const tree = treeOf([hook], { onHookEvent: happened.event });
    const view = tree.watchCounts();
    const drawn: { nodes: unknown; shown: unknown; at: number }[] = [];
    const [row] = tree.getChildren(tree.getChildren()[0]!);
    tree.onDidChangeTreeData((nodes) => drawn.push({ nodes, shown: tree.getTreeItem(row!).description, at: performance.now() }));
    let calls = 0;
    await until(() => {
      calls++;
      happened.fire(eventOf(hook, [{}]));
      return drawn.length === 2;
    });
    assert.deepEqual(
      drawn.map(({ nodes }) => nodes),
      [[row], [row]],
    );
    assert.ok(drawn[1]!.at - drawn[0]!.at > 1900, 'seldom enough for a click of 100 ms');
    await until(() => drawn.length === 3);
    assert.match(String(drawn[2]!.shown), new RegExp(` ${calls}× `), 'the last is not lost');
    view.dispose();
  });

  it('tells of a hook in shadow what it would have decided, and offers to make it live', () => {
    const plain = hookOf('a.ts', 'careful');
    const hook = { ...plain, options: { ...plain.options, shadow: true } };
    const item = treeOf([hook], { wouldHave: () => ({ ran: 4, decided: 3 }) }).getTreeItem({ hook });
    assert.match(String(item.description), /shadow, would have decided 3 of 4/);
    assert.match(item.contextValue!, /\.shadow$/);
  });
});
