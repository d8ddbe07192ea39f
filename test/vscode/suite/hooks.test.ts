/** What only the real editor can show: IntelliSense of hook files, diagnostics at their line, undo of the agent's edits. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { until } from '../../fixtures/limits';
import { emptyByHand, saveByHand } from './hookFiles';

const folder = () => vscode.workspace.workspaceFolders![0]!.uri;
const at = (...parts: string[]) => vscode.Uri.joinPath(folder(), ...parts);

async function api(): Promise<{ version: string }> {
  return vscode.extensions.getExtension<{ version: string }>('hooksmith.hooksmith')!.activate();
}

describe('in the extension host', () => {
  before(api);

  it('activates and contributes its commands', async () => {
    assert.match((await api()).version, /^\d+\.\d+\.\d+$/);
    const commands = await vscode.commands.getCommands(true);
    for (const command of [
      'openChat',
      'newChat',
      'openTimeline',
      'newHook',
      'reloadHooks',
      'debugHooks',
      'chooseModel',
      'setApiKey',
      'manageApprovals',
      'exportSession',
    ]) {
      assert.ok(commands.includes(`hooksmith.${command}`), command);
    }
  });

  it('types hook files with no install: right ones are clean, a typo is named', async () => {
    const file = at('.hooksmith', 'hooks', 'typed.ts');
    writeFileSync(
      file.fsPath,
      "import { readFileSync } from 'node:fs';\nimport { hook, z } from 'hooksmith';\n\nexport const typed = hook('preToolUse', { tools: 'Bash' }, (ctx) => {\n  ctx.log(readFileSync('x', 'utf8'), ctx.input.command.length, z.string());\n});\n",
    );
    await vscode.window.showTextDocument(file);
    const completions = await until(async () => {
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        file,
        new vscode.Position(4, 6),
      );
      return list.items.some((item) => (typeof item.label === 'string' ? item.label : item.label.label) === 'deny') && list;
    });
    assert.ok(completions.items.some((item) => (typeof item.label === 'string' ? item.label : item.label.label) === 'redirect'));
    const errors = () => vscode.languages.getDiagnostics(file).filter((one) => one.severity === vscode.DiagnosticSeverity.Error);
    assert.deepEqual(
      errors().map((one) => one.message),
      [],
    );
    const editor = vscode.window.activeTextEditor!;
    await editor.edit((edit) =>
      edit.replace(new vscode.Range(3, 0, 3, 100), "export const typed = hook('preToolUse', { toolz: 'Bash' }, (ctx) => {"),
    );
    const found = await until(() => errors().find((one) => /toolz/.test(one.message)));
    assert.equal(found.range.start.line, 3);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('puts a syntax error of a saved hook file into Problems at its line, and takes it away when it is mended', async () => {
    const file = at('.hooksmith', 'hooks', 'breaks.ts');
    await saveByHand(file.fsPath, "import { hook } from 'hooksmith';\nexport const ok = hook('message', () => undefined);\n");
    const editor = await vscode.window.showTextDocument(file);
    const ours = () => vscode.languages.getDiagnostics(file).filter((one) => one.source === 'Hooksmith');
    await editor.edit((edit) => edit.insert(new vscode.Position(2, 0), 'export const broken = hook(;\n'));
    await editor.document.save();
    const problem = await until(() => ours()[0]);
    assert.equal(problem.range.start.line, 2);
    await editor.edit((edit) => edit.delete(new vscode.Range(2, 0, 3, 0)));
    await editor.document.save();
    await until(() => ours().length === 0);
  });

  it('names an unknown option of a hook at its line', async () => {
    const file = at('.hooksmith', 'hooks', 'option.js');
    await saveByHand(
      file.fsPath,
      "import { hook } from 'hooksmith';\n\nexport const odd = hook('preToolUse', { priorty: 1 }, () => undefined);\n",
    );
    const ours = () => vscode.languages.getDiagnostics(file).filter((one) => one.source === 'Hooksmith');
    const problem = await until(() => ours().find(({ message }) => message.includes('unknown option')));
    assert.match(problem.message, /unknown option 'priorty': did you mean 'priority'\?/);
    assert.equal(problem.range.start.line, 2);
  });
});

describe('the lenses of a hook file', () => {
  it('stand above no other hook, where the text that does not load has theirs no more', async () => {
    const file = at('.hooksmith', 'hooks', 'lenses.ts');
    const head = "import { hook } from 'hooksmith';\n";
    const ofHooks = async () => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', file);
      return lenses.flatMap(({ command, range }) => (command?.command === 'hooksmith.debugHook' ? range.start.line : []));
    };
    await saveByHand(file.fsPath, `${head}\nexport const logCalls = hook('toolSettled', () => undefined);\n`);
    await until(async () => (await ofHooks()).join() === '2');
    await saveByHand(file.fsPath, `${head}\nexport const broken = hook('preToolUse', (;\nexport const logCalls = 1;\n`);
    assert.deepEqual(await ofHooks(), [3]);
    await saveByHand(file.fsPath, `${head}\nexport const typeErr = hook('preToolUse', (;\n`);
    assert.deepEqual(await ofHooks(), []);
    await emptyByHand(file.fsPath);
  });
});

describe('a file of MCP servers', () => {
  it('that is wrong stands in Problems at that line until it is mended, and in the list of servers, which opens it there', async () => {
    const file = at('.mcp.json');
    const ours = () => vscode.languages.getDiagnostics(file).filter((one) => one.source === 'Hooksmith');
    writeFileSync(file.fsPath, '{\n  "mcpServers": {\n    "bad": { "typo": 1 }\n  }\n}\n');
    const [problem] = await until(() => ours().length === 1 && ours());
    assert.deepEqual([problem!.range.start.line, problem!.message], [2, 'bad: command: must name the program to start']);
    const shown = vscode.commands.executeCommand('hooksmith.mcpServers');
    const opened = () => vscode.window.activeTextEditor;
    await until(async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return opened()?.document.uri.fsPath === file.fsPath;
    });
    await shown;
    assert.equal(opened()!.selection.active.line, 2);
    rmSync(file.fsPath);
    await until(() => ours().length === 0);
  });
});

describe('a hook that changes what was shown', () => {
  it('is offered redacts in Problems, and the quick fix writes it; one that only adds is not', async () => {
    const file = at('.hooksmith', 'hooks', 'sanitise.ts');
    const text = [
      "import { hook } from 'hooksmith';",
      "export const clean = hook('afterAgent', (ctx) => ctx.modify({ response: 'nothing to see' }));",
      "export const also = hook(['postModelCall'], { priority: -1 }, (ctx) => ctx.modify({ response: 'something' }));",
      "export const footer = hook('afterAgent', { priority: -2 }, (ctx) => ctx.modify({ response: 'nothing to see, really' }));",
    ];
    await saveByHand(file.fsPath, text.join('\n'));
    const { run } = (await api()) as unknown as { run(prompt: string): Promise<unknown> };
    const offers = () => vscode.languages.getDiagnostics(file).filter((one) => one.code === 'redacts');
    await until(async () => {
      await run('hello');
      return offers().length > 1;
    });
    assert.deepEqual(
      offers()
        .sort((a, b) => a.range.start.line - b.range.start.line)
        .map(({ severity, range }) => [severity, range.start.line]),
      [
        [vscode.DiagnosticSeverity.Information, 1],
        [vscode.DiagnosticSeverity.Information, 2],
      ],
    );
    const editor = await vscode.window.showTextDocument(file);
    for (const { range } of offers()) {
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        file,
        range,
        vscode.CodeActionKind.QuickFix.value,
      );
      const fix = actions.find(({ title }) => title === 'Add redacts: true');
      await vscode.workspace.applyEdit(fix!.edit!);
    }
    assert.match(editor.document.lineAt(1).text, /hook\('afterAgent', \{ redacts: true \}, \(ctx\)/);
    assert.match(editor.document.lineAt(2).text, /hook\(\['postModelCall'\], \{ redacts: true, priority: -1 \}, \(ctx\)/);
    await editor.document.save();
    await until(() => offers().length === 0);
    await emptyByHand(file.fsPath);
  });
});

describe('New Hook…', () => {
  it('writes a hook, its tsconfig and its typings, opens it at its export, and makes it live', async () => {
    const shown = vscode.commands.executeCommand('hooksmith.newHook');
    await until(async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return vscode.window.activeTextEditor?.document.uri.fsPath.endsWith('ask-first.ts') === true;
    });
    await shown;
    const editor = vscode.window.activeTextEditor!;
    assert.match(editor.document.lineAt(editor.selection.active.line).text, /^export const pushes/);
    for (const path of [['tsconfig.json'], ['types', 'hooksmith', 'api', 'index.d.ts'], ['types', '.gitignore']]) {
      await vscode.workspace.fs.stat(at('.hooksmith', ...path));
    }
    await until(() => vscode.languages.getDiagnostics(editor.document.uri).length === 0);
  });

  it('writes a hook for a real job, with its test beside it, and neither has a finding', async () => {
    await vscode.commands.executeCommand('hooksmith.newHook', 'tests-before-stop');
    assert.ok(vscode.window.activeTextEditor?.document.uri.fsPath.endsWith('tests-before-stop.ts'));
    const test = await vscode.workspace.openTextDocument(at('.hooksmith', 'hooks', 'tests-before-stop.test.ts'));
    await until(() => vscode.languages.getDiagnostics(test.uri).length === 0);
    assert.match(test.getText(), /tests-before-stop\.js/);
  });
});

describe('completions in hook files', () => {
  it('know the tools and agents that there are, and the fields of a tool', async () => {
    const file = at('.hooksmith', 'hooks', 'completed.ts');
    const lines = [
      "import { policy } from 'hooksmith';",
      "export const a = policy({ tools: '', agents: '', match: {  } }, (ctx) => ctx.ask('hm'));",
      "export const b = policy({ tools: ['Grep'], match: { } }, (ctx) => ctx.ask('hm'));",
    ];
    writeFileSync(file.fsPath, lines.join('\n'));
    try {
      await vscode.window.showTextDocument(file);
      const offered = async (line: number, before: string) => {
        const list = await vscode.commands.executeCommand<vscode.CompletionList>(
          'vscode.executeCompletionItemProvider',
          file,
          new vscode.Position(line, lines[line]!.indexOf(before) + before.length),
        );
        return list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
      };
      const tools = await until(async () => {
        const names = await offered(1, "tools: '");
        return names.includes('Bash') && names;
      });
      assert.ok((tools as string[]).includes('Grep'));
      assert.ok((await offered(1, "agents: '")).includes('researcher'));
      assert.ok((await offered(1, 'match: {')).includes('command'));
      const ofGrep = await offered(2, 'match: {');
      assert.ok(ofGrep.includes('pattern') && !ofGrep.includes('command'), ofGrep.slice(0, 20).join());
    } finally {
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      rmSync(file.fsPath, { force: true });
    }
  });
});

describe('edits of the agent', () => {
  it('read an open, dirty editor as it stands, and can be undone there', async () => {
    const { editorFiles } = await import('../../../src/editor/window/editorFiles');
    const { diskFiles } = await import('../../../src/adapters/disk/diskFiles');
    const file = at('src', 'undo.txt');
    writeFileSync(file.fsPath, 'on disk\n');
    const editor = await vscode.window.showTextDocument(file);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'typed, '));
    const files = editorFiles(diskFiles);
    assert.equal(await files.readText(file.fsPath), 'typed, on disk\n');
    await files.writeText(file.fsPath, 'typed, by the agent\n');
    assert.equal(editor.document.getText(), 'typed, by the agent\n');
    assert.equal(editor.document.isDirty, false);
    await vscode.commands.executeCommand('undo');
    assert.equal(editor.document.getText(), 'typed, on disk\n');
    await vscode.commands.executeCommand('workbench.action.files.save');
  });
});
