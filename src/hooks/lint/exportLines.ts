/** Where each export of a hook file stands: what the tree, a diagnostic and a row of the timeline link to. */
import type ts from 'typescript';
import { loadCompiler, type TypeScript } from './compiler';

/**
 * 1-based lines by export name, in the order of the source; `default` for the default export. What is exported under another name counts where it is
 * declared; what another module is asked for (`export *`) has no line here. Of a text that cannot be read, what can be.
 */
export async function exportLines(source: string, file = 'hook.ts'): Promise<[name: string, line: number][]> {
  if (!source.includes('export')) return [];
  const compiler = await loadCompiler();
  const tree = compiler.createSourceFile(file, source, compiler.ScriptTarget.ES2022);
  const lines: [string, number][] = [];
  const lineOf = (node: ts.Node) => tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
  const declared = new Map<string, number>();
  for (const statement of tree.statements)
    for (const { name, node } of namesIn(compiler, statement)) if (!declared.has(name)) declared.set(name, lineOf(node));
  for (const statement of tree.statements) {
    if (compiler.isExportAssignment(statement)) lines.push(['default', lineOf(statement)]);
    else if (compiler.isExportDeclaration(statement) && statement.exportClause && !statement.isTypeOnly) {
      const { exportClause } = statement;
      if (compiler.isNamespaceExport(exportClause)) lines.push([exportClause.name.text, lineOf(exportClause)]);
      else
        for (const { name, propertyName, isTypeOnly } of exportClause.elements) {
          const local = statement.moduleSpecifier ? undefined : declared.get((propertyName ?? name).text);
          if (!isTypeOnly) lines.push([name.text, local ?? lineOf(name)]);
        }
    } else if (has(compiler, statement, compiler.SyntaxKind.ExportKeyword)) {
      if (has(compiler, statement, compiler.SyntaxKind.DefaultKeyword)) lines.push(['default', lineOf(statement)]);
      else for (const { name, node } of namesIn(compiler, statement)) lines.push([name, lineOf(node)]);
    }
  }
  return lines;
}

/** What a statement declares that is there at run time. */
function namesIn(compiler: TypeScript, statement: ts.Statement): { name: string; node: ts.Node }[] {
  if (has(compiler, statement, compiler.SyntaxKind.DeclareKeyword)) return [];
  if (compiler.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => bound(compiler, name));
  const isDeclared =
    compiler.isFunctionDeclaration(statement) || compiler.isClassDeclaration(statement) || compiler.isEnumDeclaration(statement);
  return isDeclared && statement.name ? [{ name: statement.name.text, node: statement.name }] : [];
}

/** Of a pattern, all names that it takes apart. */
const bound = (compiler: TypeScript, name: ts.BindingName): { name: string; node: ts.Node }[] =>
  compiler.isIdentifier(name)
    ? [{ name: name.text, node: name }]
    : name.elements.flatMap((element) => (compiler.isOmittedExpression(element) ? [] : bound(compiler, element.name)));

const has = (compiler: TypeScript, statement: ts.Statement, kind: ts.SyntaxKind): boolean =>
  compiler.canHaveModifiers(statement) && (compiler.getModifiers(statement) ?? []).some((modifier) => modifier.kind === kind);
