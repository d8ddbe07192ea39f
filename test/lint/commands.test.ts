/** Where the editor is handed the name of a command as text, the name is one of our list: it would be said to be unknown only as somebody clicks. */
import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../fixtures/core';

const planted = `
item.command = n > 0 ? 'hooksmith.hooks.focus' : 'other';
item.command = { command: 'hooksmith.openChat', title };
new CodeLens(range, { title, command: \`hooksmith.\${name}\` });
item.command = (n > 0 ? 'hooksmith.hooks.focus' : 'hooksmith.openChat') satisfies OurCommand;
item.command = { command: \`hooksmith.\${name}\` satisfies OurCommand, title };
item.command = 'workbench.actions.view.problems';
vscode.commands.executeCommand('hooksmith.openChat');
vscode.commands.registerCommand('hooksmith.openChat', open);
`;

/** Lines on which a name of ours stands as a command that nothing holds to the list. */
function loose(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    // A list is none that the editor takes.
    if (ts.isSatisfiesExpression(node) || ts.isArrayLiteralExpression(node)) return;
    if (/^['"`]hooksmith\./.test(node.getText(source)) && (ts.isStringLiteral(node) || ts.isTemplateExpression(node)))
      found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`);
    ts.forEachChild(node, look);
  };
  const visit = (node: ts.Node): void => {
    const isAssigned =
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      ts.isPropertyAccessExpression(node.left) &&
      node.left.name.text === 'command';
    if (isAssigned) look(node.right);
    else if (ts.isPropertyAssignment(node) && node.name.getText(source) === 'command') look(node.initializer);
    else if (ts.isCallExpression(node) && /^vscode\.commands\.(?:execute|register)Command$/.test(node.expression.getText(source)))
      look(node.arguments[0]!);
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe('names of commands', () => {
  it('are found where nothing holds them to the list', () => {
    assert.deepEqual(loose('planted', planted), ['planted:2', 'planted:3', 'planted:4', 'planted:8', 'planted:9']);
  });

  it('are of the list', () => {
    const folder = join(root, 'src', 'editor');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    assert.ok(files.length > 100);
    assert.deepEqual(
      files.flatMap((name) => loose(name, readFileSync(join(folder, name), 'utf8'))),
      [],
    );
  });
});
