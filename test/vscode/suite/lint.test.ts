/** Problems of hook files while they are written, and their quick fixes. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { until } from '../../fixtures/limits';
import { emptyByHand, saveByHand, untilLive } from './hookFiles';

describe('problems of hook files', () => {
  /** Of each test its own: the editor remembers the text of a file that has gone for a while. */
  let n = 0;
  const uri = () => vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, '.hooksmith', 'hooks', `linted${n}.ts`);
  const head = "import { hook, policy } from 'hooksmith';\n";
  before(() => vscode.extensions.getExtension('hooksmith.hooksmith')!.activate());
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    rmSync(uri().fsPath, { force: true });
    n++;
  });

  const ours = (code: string) =>
    until(async () => vscode.languages.getDiagnostics(uri()).find((one) => one.source === 'Hooksmith' && one.code === code));

  it('are told before a save, and gone once they are mended by the fix', async () => {
    writeFileSync(uri().fsPath, head);
    const editor = await vscode.window.showTextDocument(uri());
    await editor.edit((edit) =>
      edit.insert(
        new vscode.Position(1, 0),
        "export const guard = policy({ tools: 'Bsh' }, (ctx) => {\n  ctx.deny('no');\n});\n",
      ),
    );
    const tool = await ours('unknown-tool');
    const lost = await ours('unreturned-decision');
    assert.equal(tool!.severity, vscode.DiagnosticSeverity.Warning);
    assert.equal(lost!.severity, vscode.DiagnosticSeverity.Error);
    for (const { range } of [tool!, lost!]) {
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>('vscode.executeCodeActionProvider', uri(), range);
      const fix = actions.find(({ title, edit }) => edit && /^(Change to 'Bash'|Return it)$/.test(title));
      assert.ok(fix, actions.map(({ title }) => title).join());
      await vscode.workspace.applyEdit(fix.edit!);
      await until(async () => editor.document.version > 0);
      await until(
        async () => !vscode.languages.getDiagnostics(uri()).some((one) => one.range.isEqual(range) && one.source === 'Hooksmith'),
      );
    }
    assert.match(editor.document.getText(), /tools: 'Bash' \}, \(ctx\) => \{\n {2}return ctx\.deny/);
    await until(async () => vscode.languages.getDiagnostics(uri()).every((one) => one.source !== 'Hooksmith'));
  });

  it('stand in the place of what the host says of the same line', async () => {
    const file = uri().fsPath;
    await untilLive(file, () => writeFileSync(file, ''));
    await untilLive(file, () => saveByHand(file, `${head}export const late = hook('preToolUsed', () => undefined);\n`));
    const { range } = (await ours('unknown-event'))!;
    const onLine = () =>
      vscode.languages
        .getDiagnostics(uri())
        .filter((one) => one.source === 'Hooksmith' && one.range.start.line === range.start.line);
    await until(() => onLine().length === 1);
    assert.equal(onLine()[0]!.code, 'unknown-event');
    // It does not load, and so would answer in the tests that follow: that a file has gone is held for the human.
    await emptyByHand(file);
  });

  it('leave syntax and types to the editor', async () => {
    writeFileSync(uri().fsPath, `${head}export const one: number = 'text';\nhook('stop', () => undefined);\n`);
    await vscode.window.showTextDocument(uri());
    await ours('never-runs');
    assert.deepEqual(
      vscode.languages
        .getDiagnostics(uri())
        .filter((one) => one.source === 'Hooksmith' && (one.code === 'type' || one.code === 'syntax')),
      [],
    );
  });

  it('are told in our words where the compiler has none that help, or passes what is refused when it is loaded', async () => {
    const file = uri().fsPath;
    writeFileSync(
      file,
      `import { policy, stepLimit } from 'hooksmith';\nexport const few = stepLimit(-1);\nexport const guard = policy({ tools: 'Write', match: { path: 'src/**' } }, (ctx) => ctx.deny('no'));\n`,
    );
    await vscode.window.showTextDocument(uri());
    await ours('type');
    const types = vscode.languages.getDiagnostics(uri()).filter(({ source, code }) => source === 'Hooksmith' && code === 'type');
    assert.deepEqual(
      types.map(({ range }) => range.start.line),
      [1, 2],
      types.map(({ message }) => message).join('\n'),
    );
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri(),
      types[1]!.range,
    );
    assert.ok(actions.some(({ title }) => title === "Change to 'file_path'"));
  });
});
