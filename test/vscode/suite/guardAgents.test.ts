/** Guarding another agent from the editor: the change is readable while it is asked about. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { until } from '../../fixtures/limits';

describe('Guard Another Agent…', () => {
  const { window, commands } = vscode;
  const [pick, inform] = [window.showQuickPick, window.showInformationMessage];
  const file = (path: string) => join(vscode.workspace.workspaceFolders![0]!.uri.fsPath, path);
  /** What was asked, and the answer to it. */
  let asked: { text: string; more: unknown[]; answer(word: unknown): void }[];
  const choose = (title: string) => {
    asked = [];
    window.showQuickPick = (async (items: readonly vscode.QuickPickItem[]) =>
      items.find(({ label }) => label.endsWith(` ${title}`))) as never;
    // Others of ours may come meanwhile.
    window.showInformationMessage = ((text: string, ...more: unknown[]) =>
      new Promise((answer) => more.includes('Cancel') && asked.push({ text, more, answer }))) as never;
    return commands.executeCommand('hooksmith.guardAgent');
  };
  const tab = (name: string) => window.tabGroups.all.flatMap(({ tabs }) => tabs).find(({ label }) => label.startsWith(name));
  const isAsked = async (name: string) => {
    await until(() => tab(name) !== undefined && asked.length > 0);
    const [question] = asked;
    assert.ok(
      question!.more.every((one) => typeof one === 'string'),
      'nothing lies over the change',
    );
    return question!;
  };
  afterEach(() => {
    window.showQuickPick = pick;
    window.showInformationMessage = inform;
  });

  it('asks beside the diff, and takes the word there or in the notification; closing it says no', async () => {
    const [hooks, name] = [file('.cursor/hooks.json'), 'hooks.json (Cursor)'];
    const guarded = choose('Cursor');
    const question = await isAsked(name);
    assert.match(question.text, /^Have your hooks guard Cursor\? .*hooks\.json\. By a command /);
    assert.equal(existsSync(hooks), false);
    assert.deepEqual([tab(name)!.isActive, tab(name)!.isPreview], [true, false], 'nothing else takes its place');
    await commands.executeCommand('hooksmith.writeGuard');
    await guarded;
    const text = readFileSync(hooks, 'utf8');
    assert.match(text, /gate/);
    await until(() => tab(name) === undefined);
    // Its notification stands there still, and is about what was decided.
    question.answer('Cancel');
    await commands.executeCommand('hooksmith.writeGuard');
    const left = choose('Cursor');
    await isAsked(name);
    await window.tabGroups.close(tab(name)!);
    await left;
    const refused = choose('Cursor');
    (await isAsked(name)).answer('Cancel');
    await refused;
    await until(() => tab(name) === undefined);
    assert.equal(readFileSync(hooks, 'utf8'), text);
    // One question at a time: of two the first is answered by the second.
    const first = choose('Cursor');
    await isAsked(name);
    const second = choose('Cursor');
    await first;
    assert.equal(readFileSync(hooks, 'utf8'), text);
    (await isAsked(name)).answer('Take It Back');
    await second;
    assert.equal(existsSync(hooks), false);
  });

  it('says before it is written what keeps VS Code’s own chat from running it', async () => {
    const chat = vscode.workspace.getConfiguration('chat');
    const settings = { disableAIFeatures: false, useHooks: false, hookFilesLocations: { '.github/hooks': false } };
    const set = async (values: Record<string, unknown>) => {
      for (const [key, value] of Object.entries(values)) await chat.update(key, value, vscode.ConfigurationTarget.Global);
    };
    await set(settings);
    try {
      const left = choose('VS Code');
      const { text, answer } = await isAsked('hooksmith-vscode.json (VS Code)');
      assert.ok(text.includes('Now it runs none: chat.useHooks is off.'), text);
      assert.ok(text.includes('Now it reads none there: chat.hookFilesLocations leaves .github/hooks out.'), text);
      answer('Cancel');
      await left;
      assert.equal(existsSync(file('.github')), false);
    } finally {
      await set(Object.fromEntries(Object.keys(settings).map((key) => [key, undefined])));
    }
  });
});
