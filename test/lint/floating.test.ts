/**
 * What comes later is waited for, answered where it fails, or marked with `void` as not waited for. The linter sees that of promises alone: the editor answers
 * with a `Thenable`, and what is handed an async function may throw its promise away.
 */
import { strict as assert } from 'node:assert';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { root } from '../fixtures/core';

const plantedOf: Record<string, string> = {
  src: `
import * as vscode from 'vscode';
declare const later: () => Promise<number>;
declare const likely: { show?(): Thenable<void> };
export async function floats(document: vscode.TextDocument): Promise<void> {
  vscode.commands.executeCommand('a');
  vscode.window.showInformationMessage('b').then((answer) => answer);
  vscode.env.clipboard.writeText('c');
  likely.show?.();
  document.isDirty && document.save();
  document.isDirty ? document.save() : undefined;
  document.save(), document.lineCount;
  setTimeout(async () => {}, 1);
  setTimeout(() => document.save(), 1);
  setImmediate(later);
  [1].forEach(async () => {});
  new Set([1]).forEach(() => later());
}
export async function holds(document: vscode.TextDocument): Promise<void> {
  void vscode.commands.executeCommand('a');
  await vscode.window.showInformationMessage('b');
  document.save().then(undefined, () => undefined);
  later().catch(() => undefined).finally(() => undefined);
  setTimeout(() => void later(), 1);
  let kept = document.save();
  kept = document.save();
  await kept;
  vscode.commands.registerCommand('a', async () => {});
  await Promise.all([1].map(async () => {}));
}
`,
  'src/hooks/child': `
export function floats(): void {
  setImmediate(async () => {});
}
`,
  'src/view': `
export function floats(button: HTMLElement): void {
  setTimeout(async () => {}, 1);
  requestAnimationFrame(async () => {});
}
export function holds(button: HTMLElement): void {
  button.addEventListener('click', () => void Promise.resolve());
}
`,
};

const isAssigning = (kind: ts.SyntaxKind): boolean =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;

/** What floats, as `file:line`. */
function floatingIn(folder: string): string[] {
  const path = join(root, folder, 'tsconfig.json');
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  const { options: given, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(path));
  const options = { ...given, incremental: false, tsBuildInfoFile: undefined };
  const planted = join(root, folder, 'planted.ts');
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => file === planted || fileExists.call(host, file);
  host.getSourceFile = (file, ...rest) =>
    file === planted
      ? ts.createSourceFile(file, plantedOf[folder]!, ts.ScriptTarget.ES2022)
      : getSourceFile.call(host, file, ...rest);
  const program = ts.createProgram([...fileNames, planted], options, host);
  const checker = program.getTypeChecker();

  const comesLater = (type: ts.Type): boolean =>
    type.isUnion()
      ? type.types.some(comesLater)
      : (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Never)) === 0 && checker.getPropertyOfType(type, 'then') !== undefined;

  /** The parts of a statement of which nobody takes the value. */
  function* dropped(node: ts.Expression): Generator<ts.Expression> {
    if (ts.isParenthesizedExpression(node)) yield* dropped(node.expression);
    else if (ts.isConditionalExpression(node)) yield* [...dropped(node.whenTrue), ...dropped(node.whenFalse)];
    else if (!ts.isBinaryExpression(node)) yield node;
    else if (node.operatorToken.kind === ts.SyntaxKind.CommaToken) yield* [...dropped(node.left), ...dropped(node.right)];
    else if (!isAssigning(node.operatorToken.kind)) yield* dropped(node.right);
  }

  const isAnswered = (node: ts.Expression): boolean => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
    const { expression, name } = node.expression;
    if (name.text === 'finally') return isAnswered(expression);
    return name.text === 'catch' || (name.text === 'then' && node.arguments.length > 1);
  };

  /** Whether it is given where a function is wanted of which nobody takes what it returns. */
  function isThrownAway(node: ts.Expression): boolean {
    const call = node.parent as ts.CallExpression | ts.NewExpression;
    const isTimer = /^(?:set\w+|queueMicrotask)$/.test(call.expression.getText());
    // Of other expressions the types would have to be looked up by the thousand.
    if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node) && !isTimer) return false;
    if (
      !checker
        .getTypeAtLocation(node)
        .getCallSignatures()
        .some((one) => comesLater(one.getReturnType()))
    )
      return false;
    // A page's timers take a `Function`, of which the compiler knows nothing.
    if (isTimer) return true;
    const wanted = checker.getContextualType(node);
    const signatures = (wanted?.isUnion() ? wanted.types : wanted ? [wanted] : []).flatMap((type) => type.getCallSignatures());
    return signatures.length > 0 && signatures.every((one) => (one.getReturnType().flags & ts.TypeFlags.Void) !== 0);
  }

  const found = new Set<string>();
  const visit = (node: ts.Node) => {
    const floating = ts.isExpressionStatement(node)
      ? [...dropped(node.expression)].filter((one) => !isAnswered(one) && comesLater(checker.getTypeAtLocation(one)))
      : ts.isCallExpression(node) || ts.isNewExpression(node)
        ? (node.arguments ?? []).filter(isThrownAway)
        : [];
    for (const one of floating) {
      const file = one.getSourceFile();
      const { line } = ts.getLineAndCharacterOfPosition(file, one.getStart(file));
      found.add(`${relative(root, file.fileName).replaceAll('\\', '/')}:${line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  const own = new Set([...fileNames, planted]);
  for (const file of program.getSourceFiles()) if (own.has(file.fileName)) visit(file);
  return [...found];
}

describe('what comes later', function () {
  this.timeout(180_000);
  for (const [folder, text] of Object.entries(plantedOf))
    it(`${folder}: is waited for or marked`, () => {
      const found = floatingIn(folder);
      const lines = text.split('\n');
      const floats = lines.indexOf(lines.find((line) => line.includes('function floats'))!) + 2;
      const end = lines.indexOf('}', floats) + 1;
      const expected = Array.from({ length: end - floats }, (_, n) => `${folder}/planted.ts:${floats + n}`);
      assert.deepEqual(
        found.filter((at) => at.includes('/planted.ts:')),
        expected,
      );
      assert.deepEqual(
        found.filter((at) => !at.includes('/planted.ts:')),
        [],
      );
    });
});
