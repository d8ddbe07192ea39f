import assert from 'node:assert/strict';
import { disabledIds, keptId, listOrOne, listsOf, noLists, placedRules, united } from '../../../src/editor/window/settingScopes';

describe('what a workspace says of gates', () => {
  it('is added to what the user says, whatever it is', () => {
    const user = { globalValue: ['Bash(rm*)'] };
    for (const [workspaceValue, expected] of [
      [[], ['Bash(rm*)']],
      [undefined, ['Bash(rm*)']],
      [null, ['Bash(rm*)']],
      ['none', ['Bash(rm*)']],
      [{ 0: 'x' }, ['Bash(rm*)']],
      [
        ['Write', 'Bash(rm*)'],
        ['Bash(rm*)', 'Write'],
      ],
    ] as const)
      assert.deepEqual(united(listsOf({ ...user, workspaceValue }, [])), expected);
  });

  it('counts where a rule stands there without its list, and is known as none', () => {
    const ofFolders = [{ workspaceFolderValue: 'Write' }, {}];
    const scopes = { defaultValue: 'D', globalValue: 'Bash(rm*)', workspaceValue: { 0: 'x' } };
    assert.deepEqual(united(listsOf(scopes, ofFolders, listOrOne)), ['Bash(rm*)', 'Write']);
    assert.deepEqual(noLists(scopes, ofFolders), ['Bash(rm*)', { 0: 'x' }, 'Write']);
    assert.deepEqual(noLists({ globalValue: [], workspaceValue: null }, []), []);
  });

  it('may come from each of its folders', () => {
    const lists = listsOf({ globalValue: ['A'], workspaceValue: ['B'] }, [
      { workspaceFolderValue: ['C'] },
      { workspaceFolderValue: [] },
    ]);
    assert.deepEqual(united(lists), ['A', 'B', 'C']);
  });

  it('starts in the folder that says it, where there are several and nobody else does', () => {
    const lists = listsOf({ globalValue: ['A'], workspaceValue: ['B'] }, [
      { workspaceFolderValue: ['A', 'C', 'D'] },
      { workspaceFolderValue: ['B', 'C', 'E'] },
    ]);
    const [one, two] = ['/w/one', '/w/two'] as const;
    const rules = ['A', 'B', 'C', 'D', 'E'];
    assert.deepEqual(placedRules(rules, lists, [one, two]), [
      'A',
      'B',
      { rule: 'C', folder: one },
      { rule: 'C', folder: two },
      { rule: 'D', folder: one },
      { rule: 'E', folder: two },
    ]);
    assert.deepEqual(placedRules(rules, lists, [one]), rules);
  });

  it('holds beside the default where the user says nothing', () => {
    assert.deepEqual(united(listsOf({ defaultValue: ['D'], workspaceValue: [] }, [])), ['D']);
    assert.deepEqual(united(listsOf({ defaultValue: ['D'], globalValue: [], workspaceValue: [] }, [])), []);
  });
});

describe('hooks that are switched off', () => {
  const folders = ['/ws/one', '/ws/two'];
  const userRoot = '/home/me/.hooksmith';
  const ofWorkspace = (...ids: string[]) => disabledIds({ user: [], workspace: [ids] }, folders, userRoot);

  it('are any by the user, and those of its own folders by a workspace', () => {
    const user = ['/home/me/.hooksmith/hooks/gate.ts#gate', '.hooksmith/hooks/a.ts#a', '/ext/hook.js#addHook[1]'];
    assert.deepEqual(disabledIds({ user, workspace: [] }, folders, userRoot), [
      '/home/me/.hooksmith/hooks/gate.ts#gate',
      '/ws/one/.hooksmith/hooks/a.ts#a',
      '/ext/hook.js#addHook[1]',
    ]);
    assert.deepEqual(ofWorkspace('.hooksmith/hooks/a.ts#a', '/ws/two/.hooksmith/hooks/b.ts'), [
      '/ws/one/.hooksmith/hooks/a.ts#a',
      '/ws/two/.hooksmith/hooks/b.ts',
    ]);
  });

  it('are none of the user’s, however a workspace names them', () => {
    assert.deepEqual(
      ofWorkspace(
        '/home/me/.hooksmith/hooks/gate.ts#gate',
        '../../home/me/.hooksmith/hooks/gate.ts#gate',
        '/ws/one/../../home/me/.hooksmith/hooks/gate.ts#gate',
        '/ext/hook.js#addHook[1]',
        '/ws/onemore/.hooksmith/hooks/a.ts#a',
      ).filter((id) => !id.startsWith('/ws/one/')),
      [],
    );
    const home = disabledIds({ user: [], workspace: [['.hooksmith/hooks/gate.ts#gate']] }, ['/home/me'], userRoot);
    assert.deepEqual(home, []);
  });

  it('are relative to the folder whose settings name them', () => {
    const lists = { user: [], workspace: [[], [], ['.hooksmith/hooks/a.ts#a']] };
    assert.deepEqual(disabledIds(lists, folders, userRoot), ['/ws/two/.hooksmith/hooks/a.ts#a']);
  });

  it('are kept with the workspace where they are its own, else with the user', () => {
    assert.deepEqual(keptId('/ws/one/.hooksmith/hooks/a.ts#a', folders, userRoot), {
      id: '.hooksmith/hooks/a.ts#a',
      scope: 'workspace',
    });
    assert.deepEqual(keptId('/ws/two/.hooksmith/hooks/a.ts#a', folders, userRoot), {
      id: '/ws/two/.hooksmith/hooks/a.ts#a',
      scope: 'workspace',
    });
    assert.deepEqual(keptId('/home/me/.hooksmith/hooks/gate.ts#gate', folders, userRoot), {
      id: '/home/me/.hooksmith/hooks/gate.ts#gate',
      scope: 'user',
    });
  });
});
