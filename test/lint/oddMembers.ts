/**
 * A set, a map or a list of plain text is asked for a word of a closed union: what stands in it and is no such word is misspelt, and never found.
 */
import { join, relative } from 'node:path';
import ts from 'typescript';
import { root } from '../fixtures/core';
import type { OddFields } from './oddFields';

/** Elements of `new Set([…])`, keys of `new Map([[…]])`, elements of a list; undefined where not all are written out as text. */
function elementsOf(node: ts.Expression, ofPairs = false): ts.StringLiteral[] | undefined {
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
    return elementsOf(node.expression, ofPairs);
  if (ts.isNewExpression(node)) {
    const [given] = node.arguments ?? [];
    return given && elementsOf(given, node.expression.getText() === 'Map');
  }
  if (!ts.isArrayLiteralExpression(node)) return undefined;
  const found = node.elements.map((one): ts.StringLiteral[] | undefined => {
    if (ts.isSpreadElement(one)) return elementsOf(one.expression, ofPairs);
    const word = ofPairs && ts.isArrayLiteralExpression(one) ? one.elements[0] : one;
    return word && ts.isStringLiteral(word) ? [word] : undefined;
  });
  return found.every((one) => one !== undefined) ? found.flat() : undefined;
}

/** Words that are never found, in all sources of the program. `tell` is called for each place that could be judged. */
export function oddMembersIn(program: ts.Program, tell: () => void = () => undefined): OddFields[] {
  const checker = program.getTypeChecker();
  /** By the words that are asked for anywhere: one that is asked for somewhere is none. */
  const asked = new Map<ts.StringLiteral[], Set<string> | undefined>();
  const byDeclaration = new Map<ts.Node, ts.StringLiteral[] | undefined>();

  const wordsOf = (type: ts.Type): string[] | undefined => {
    const members = (type.isUnion() ? type.types : [type]).filter(({ flags }) => (flags & ts.TypeFlags.Undefined) === 0);
    const words = members.map((one) => (one.isStringLiteral() ? one.value : undefined));
    return members.length > 0 && words.every((one) => one !== undefined) ? words : undefined;
  };
  const writtenOf = (node: ts.Expression): ts.StringLiteral[] | undefined => {
    if (!ts.isIdentifier(node)) return elementsOf(node);
    const symbol = checker.getSymbolAtLocation(node);
    const original = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const declaration = original?.valueDeclaration;
    if (!declaration || !ts.isVariableDeclaration(declaration) || !declaration.initializer) return undefined;
    if (!byDeclaration.has(declaration)) byDeclaration.set(declaration, elementsOf(declaration.initializer));
    return byDeclaration.get(declaration);
  };
  const look = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.arguments.length === 1) {
      const { name, expression } = node.expression;
      const written = /^(?:has|get|includes)$/.test(name.text) ? writtenOf(expression) : undefined;
      if (written) {
        tell();
        const words = wordsOf(checker.getTypeAtLocation(node.arguments[0]!));
        const known = asked.has(written) ? asked.get(written) : new Set<string>();
        asked.set(written, known && words ? new Set([...known, ...words]) : undefined);
      }
    }
    ts.forEachChild(node, look);
  };
  for (const file of program.getSourceFiles()) if (!file.isDeclarationFile && !file.fileName.includes('node_modules')) look(file);
  return [...asked].flatMap(([written, known]) =>
    written
      .filter(({ text }) => known && !known.has(text))
      .map((node) => {
        const file = node.getSourceFile();
        return {
          file: relative(join(root, 'src'), file.fileName).replaceAll('\\', '/'),
          line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1,
          names: [node.text],
        };
      }),
  );
}
