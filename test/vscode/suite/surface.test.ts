import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { applicationSettings, watchWorkspaceSettings } from '../../../src/editor/window/workspaceSettings';
import { until } from '../../fixtures/limits';

interface Manifest {
  contributes: {
    commands: { command: string; title: string; category: string; icon?: string }[];
    configuration: { properties: Record<string, Setting> };
    walkthroughs: { steps: { description: string; media: { svg: string; altText: string }; completionEvents: string[] }[] }[];
    menus: Record<string, { command: string; when?: string }[]>;
  };
}
interface Setting {
  scope?: string;
  description?: string;
  markdownDescription?: string;
  enum?: string[];
  enumDescriptions?: string[];
  markdownEnumDescriptions?: string[];
}

const extension = () => vscode.extensions.getExtension('hooksmith.hooksmith')!;
const manifest = () => (extension().packageJSON as Manifest).contributes;
const exists = (path: string) => vscode.workspace.fs.stat(vscode.Uri.joinPath(extension().extensionUri, path));

describe('what the manifest promises', () => {
  before(() => extension().activate());

  it('is there: every command has a category, an icon and a handler', async () => {
    const known = await vscode.commands.getCommands(true);
    for (const { command, category, icon } of manifest().commands) {
      assert.ok(known.includes(command), command);
      assert.equal(category, 'Hooksmith', command);
      assert.match(icon ?? '', /^\$\(/, `${command} has an icon`);
    }
    const declared = new Set(manifest().commands.map(({ command }) => command));
    for (const [menu, items] of Object.entries(manifest().menus))
      for (const { command } of items) assert.ok(declared.has(command), `${menu}: ${command}`);
  });

  it('describes every setting and every choice, and keeps what opens gates to the user', () => {
    for (const [name, setting] of Object.entries(manifest().configuration.properties)) {
      assert.ok(setting.markdownDescription ?? setting.description, `${name} is described`);
      // A list of names, as of themes, says what it is by itself.
      if (setting.enum && setting.enum.length < 12)
        assert.equal((setting.enumDescriptions ?? setting.markdownEnumDescriptions)?.length, setting.enum.length, name);
    }
    const names = applicationSettings(extension().packageJSON);
    for (const name of ['mode', 'model', 'anthropic.baseUrl', 'anthropic.headers', 'permissions.allow'])
      assert.ok(names.includes(`hooksmith.${name}`), name);
  });

  it('warns of a workspace that sets what is the user’s alone, and ignores it', async () => {
    const warnings: string[] = [];
    const folder = vscode.workspace.workspaceFolders![0]!.uri;
    const file = vscode.Uri.joinPath(folder, '.vscode', 'settings.json');
    await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(folder, '.vscode'));
    writeFileSync(file.fsPath, '{\n  // "hooksmith.model": "no",\n  "hooksmith.anthropic.baseUrl": "http://127.0.0.1:9"\n}\n');
    const watch = watchWorkspaceSettings(applicationSettings(extension().packageJSON), (text) => warnings.push(text));
    try {
      await until(() => warnings.length > 0);
      assert.deepEqual(warnings, [
        'hooksmith.anthropic.baseUrl is ignored in .vscode/settings.json: it is yours alone to set, in your user settings.',
      ]);
      assert.equal(vscode.workspace.getConfiguration('hooksmith').get('anthropic.baseUrl'), '');
    } finally {
      watch.dispose();
      await vscode.workspace.fs.delete(file);
    }
  });

  it('reads the settings of folders that are added, and forgets those of removed ones', async () => {
    const warnings: string[] = [];
    const change = new vscode.EventEmitter<vscode.WorkspaceFoldersChangeEvent>();
    const uri = vscode.Uri.file(mkdtempSync(join(tmpdir(), 'hooksmith-folder-')));
    const folder: vscode.WorkspaceFolder = { uri, name: 'added', index: 1 };
    await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(uri, '.vscode'));
    const text = '{ "hooksmith.anthropic.baseUrl": "http://127.0.0.1:9", "hooksmith.sandbox": "always" }';
    writeFileSync(vscode.Uri.joinPath(uri, '.vscode', 'settings.json').fsPath, text);
    const watch = watchWorkspaceSettings(applicationSettings(extension().packageJSON), (warning) => warnings.push(warning), {
      workspaceFolders: [],
      workspaceFile: undefined,
      onDidChangeWorkspaceFolders: change.event,
    });
    try {
      assert.equal(watch.sandbox(), undefined);
      change.fire({ added: [folder], removed: [] });
      await until(() => watch.sandbox() === 'always');
      assert.equal(warnings.length, 1);
      assert.match(warnings[0]!, /^hooksmith\.anthropic\.baseUrl is ignored in /);
      change.fire({ added: [], removed: [folder] });
      assert.equal(watch.sandbox(), undefined);
    } finally {
      watch.dispose();
      change.dispose();
      rmSync(uri.fsPath, { recursive: true });
    }
  });

  it('reads the workspace’s own file as the editor does, wherever it lies, and again when it changes', async () => {
    const warnings: string[] = [];
    const folder = mkdtempSync(join(tmpdir(), 'hooksmith-own-'));
    const workspaceFile = vscode.Uri.file(join(folder, 'all [1].code-workspace'));
    const write = (text: string) => writeFileSync(workspaceFile.fsPath, text);
    write('{ "folders": [], "hooksmith.mode": "bypass" }');
    const watch = watchWorkspaceSettings(applicationSettings(extension().packageJSON), (warning) => warnings.push(warning), {
      ...{ workspaceFolders: [], workspaceFile, onDidChangeWorkspaceFolders: () => ({ dispose: () => undefined }) },
    });
    try {
      // The watch begins a moment after it is asked for.
      await until(() => {
        write(
          '{ "settings": { /*\n "hooksmith.mode": "bypass", */ "hooksmith.sandbox": "off", "hooksmith.model": "no", "hooksmith.sandbox": "always" } }',
        );
        return watch.sandbox() === 'always';
      });
      await until(() => warnings.length > 0);
      assert.equal(warnings.length, 1, warnings.join('\n'));
      assert.match(warnings[0]!, /^hooksmith\.model is ignored in /);
      await until(() => {
        write('{ "settings": { "hooksmith.sandbox": "off" } }');
        return watch.sandbox() === undefined;
      });
    } finally {
      watch.dispose();
      rmSync(folder, { recursive: true });
    }
  });

  it('leads a newcomer through five steps whose pictures and commands are there', async () => {
    const [walkthrough] = manifest().walkthroughs;
    assert.equal(walkthrough!.steps.length, 5);
    const known = await vscode.commands.getCommands(true);
    for (const { description, media, completionEvents } of walkthrough!.steps) {
      await exists(media.svg);
      assert.ok(media.altText && completionEvents.length > 0);
      const links = [...description.matchAll(/\(command:([\w.]+)/g)].map(([, command]) => command!);
      assert.ok(links.length > 0);
      for (const command of links) assert.ok(known.includes(command), command);
    }
  });
});
