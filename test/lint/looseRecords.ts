/**
 * An object with any keys hides a misspelt one: where it is handed on as a type of ours that may lack all its fields, which each such object is, and where a
 * table is asked for a word of a closed union, of which it may lack some.
 */
import { join, relative } from 'node:path';
import ts from 'typescript';
import { root } from '../fixtures/core';
import type { OddFields } from './oddFields';

/** Places that the compiler lets pass, in all sources of the program. `tell` is called for each place that could be judged. */
export function looseRecordsIn(program: ts.Program, tell: () => void = () => undefined): OddFields[] {
  const checker = program.getTypeChecker();
  const loose: OddFields[] = [];
  const complain = (node: ts.Node, name: string) => {
    const file = node.getSourceFile();
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    loose.push({ file: relative(join(root, 'src'), file.fileName).replaceAll('\\', '/'), line, names: [name] });
  };

  const hasAnyKeys = (type: ts.Type): boolean =>
    type.isUnion()
      ? type.types.some(hasAnyKeys)
      : (type.flags & ts.TypeFlags.Object) !== 0 &&
        checker.getIndexInfosOfType(type).some(({ keyType }) => (keyType.flags & ts.TypeFlags.String) !== 0);
  const nameOf = ({ aliasSymbol, symbol }: ts.Type): string | undefined => {
    const named = aliasSymbol ?? (symbol?.name.startsWith('__') ? undefined : symbol);
    const isOurs = named?.declarations?.some((one) => !one.getSourceFile().isDeclarationFile);
    return isOurs ? named!.name : undefined;
  };
  /** The name of a type of ours that may lack all its fields. */
  const mayLackAll = (type: ts.Type): string | undefined => {
    const members = (type.isUnion() ? type.types : [type]).filter(({ flags }) => (flags & ts.TypeFlags.Undefined) === 0);
    const [only, ...more] = members;
    if (!only || more.length > 0 || (only.flags & ts.TypeFlags.Object) === 0) return undefined;
    const fields = checker.getPropertiesOfType(only);
    const isOptional = fields.length > 0 && fields.every(({ flags }) => (flags & ts.SymbolFlags.Optional) !== 0);
    return isOptional && checker.getIndexInfosOfType(only).length === 0 ? (nameOf(type) ?? nameOf(only)) : undefined;
  };
  const isClosed = (type: ts.Type): boolean => {
    const members = (type.isUnion() ? type.types : [type]).filter(({ flags }) => (flags & ts.TypeFlags.Undefined) === 0);
    return members.length > 1 && members.every((one) => one.isStringLiteral());
  };
  const isTable = (node: ts.Expression): boolean => {
    const declaration = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node)?.valueDeclaration : undefined;
    const given = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
    return (
      given !== undefined && ts.isObjectLiteralExpression(given) && given.properties.some((one) => !ts.isSpreadAssignment(one))
    );
  };

  /** Whether a cast says what the expression with this part comes to, by way of choices and parentheses. */
  const isCast = (node: ts.Node): boolean =>
    ts.isAsExpression(node) || ((ts.isConditionalExpression(node) || ts.isParenthesizedExpression(node)) && isCast(node.parent));

  const look = (node: ts.Node): void => {
    if (ts.isElementAccessExpression(node) && isTable(node.expression)) {
      tell();
      const isLoose = hasAnyKeys(checker.getTypeAtLocation(node.expression));
      if (isLoose && isClosed(checker.getTypeAtLocation(node.argumentExpression))) complain(node, node.expression.getText());
    } else if (ts.isExpression(node) && !ts.isObjectLiteralExpression(node) && !ts.isConditionalExpression(node)) {
      const { parent } = node;
      const spread = ts.isSpreadAssignment(parent) ? (parent.parent as ts.ObjectLiteralExpression) : undefined;
      const isSaid = isCast((spread ?? node).parent) || ts.isParenthesizedExpression(parent) || ts.isBindingElement(parent);
      const wanted = isSaid ? undefined : checker.getContextualType(spread ?? node);
      const name = wanted && mayLackAll(wanted);
      if (name !== undefined) {
        tell();
        if (hasAnyKeys(checker.getTypeAtLocation(node))) complain(node, name);
      }
    }
    ts.forEachChild(node, look);
  };
  for (const file of program.getSourceFiles()) if (!file.isDeclarationFile && !file.fileName.includes('node_modules')) look(file);
  return loose;
}
