/**
 * A misspelt optional field has no reader, and of a literal that is spread, cast, returned, assigned into another object or kept in a variable first the compiler
 * does not say so. What such a literal names is known where it goes to, and so is a name that is looked for by `in`.
 */
import { join, relative } from 'node:path';
import ts from 'typescript';
import { root } from '../fixtures/core';

export interface OddFields {
  /** Below `src`. */
  file: string;
  /** Of the literal, 1-based. */
  line: number;
  names: string[];
}

type Literal = ts.ObjectLiteralExpression;

const { StringLike, NumberLike, BooleanLike, Undefined, Null, Void, Never } = ts.TypeFlags;
/** Beside which an object may stand in a union. */
const plain = StringLike | NumberLike | BooleanLike | Undefined | Null | Void | Never;

/** The literals that an expression may come to, by way of choices and parentheses. */
function* literalsIn(node: ts.Expression | undefined): Generator<Literal> {
  if (!node) return;
  if (ts.isObjectLiteralExpression(node)) yield node;
  else if (ts.isParenthesizedExpression(node)) yield* literalsIn(node.expression);
  else if (ts.isConditionalExpression(node)) yield* [...literalsIn(node.whenTrue), ...literalsIn(node.whenFalse)];
  else if (ts.isBinaryExpression(node)) yield* [...literalsIn(node.left), ...literalsIn(node.right)];
}

const nameOf = ({ name }: ts.ObjectLiteralElementLike): string | undefined =>
  name && !ts.isComputedPropertyName(name) && name.kind !== ts.SyntaxKind.PrivateIdentifier ? name.text : undefined;

/** Of the literal, and of those that are spread in it. */
const namesIn = (literal: Literal): string[] =>
  literal.properties.flatMap((field) =>
    ts.isSpreadAssignment(field) ? [...literalsIn(field.expression)].flatMap(namesIn) : (nameOf(field) ?? []),
  );

/** Fields that nobody knows, in all sources of the program. `tell` is called for each literal that could be judged. */
export function oddFieldsIn(program: ts.Program, tell: () => void = () => undefined): OddFields[] {
  const checker = program.getTypeChecker();
  const files = program.getSourceFiles().filter((file) => !file.isDeclarationFile && !file.fileName.includes('node_modules'));
  const complaints = new Map<ts.Node, string[]>();
  const complain = (node: ts.Node, names: readonly string[]) => {
    if (names.length > 0) complaints.set(node, [...(complaints.get(node) ?? []), ...names]);
  };

  /** Undefined where any field may be meant. */
  const fieldsOf = (type: ts.Type): Set<string> | undefined => {
    const names = new Set<string>();
    const isClosed = (one: ts.Type): boolean => {
      if (one.isUnionOrIntersection()) return one.types.every(isClosed);
      if (one.flags & plain) return true;
      if (!(one.flags & ts.TypeFlags.Object) || checker.getIndexInfosOfType(one).length > 0) return false;
      const fields = checker.getPropertiesOfType(one);
      for (const { name } of fields) names.add(name);
      return fields.length > 0 || one.aliasSymbol !== undefined;
    };
    return isClosed(type) && names.size > 0 ? names : undefined;
  };

  /** Of types of ours alone: what others make may have more than they say. */
  const ownFieldsOf = (type: ts.Type): Set<string> | undefined => {
    const isForeign = (one: ts.Type): boolean =>
      one.isUnionOrIntersection()
        ? one.types.some(isForeign)
        : one.symbol?.name !== 'Promise' &&
          (one.symbol?.declarations ?? []).some((node) => node.getSourceFile().isDeclarationFile);
    return isForeign(type) ? undefined : fieldsOf(type);
  };

  /** The members of a union that a literal with these fields can be. */
  const meantBy = (type: ts.Type, fields: readonly ts.ObjectLiteralElementLike[]): ts.Type[] => {
    const members = (type.isUnion() ? type.types : [type]).filter(({ flags }) => (flags & plain) === 0);
    const isMember = (member: ts.Type) =>
      fields.every((field) => {
        const wanted = ts.isPropertyAssignment(field) && checker.getPropertyOfType(member, nameOf(field) ?? '');
        if (!wanted) return true;
        const given = checker.getTypeAtLocation(field.initializer);
        return !given.isLiteral() || checker.isTypeAssignableTo(given, checker.getTypeOfSymbol(wanted));
      });
    const left = members.filter(isMember);
    return left.length > 0 ? left : members;
  };

  const knownIn = (types: readonly ts.Type[]): Set<string> | undefined => {
    const known = types.map(fieldsOf);
    return known.length > 0 && known.every((one) => one !== undefined) ? new Set(known.flatMap((one) => [...one])) : undefined;
  };

  /** The literal, and those within it. `more` are fields of the object that it becomes part of. */
  const check = (literal: Literal, type: ts.Type | undefined, more: readonly ts.ObjectLiteralElementLike[] = []): void => {
    if (!type) return;
    const known = knownIn(meantBy(type, [...more, ...literal.properties]));
    if (!known) return;
    tell();
    complain(
      literal,
      literal.properties.flatMap((field) => {
        const name = nameOf(field);
        return name === undefined || known.has(name) ? [] : [name];
      }),
    );
    for (const field of literal.properties)
      if (ts.isPropertyAssignment(field))
        for (const part of literalsIn(field.initializer)) check(part, checker.getContextualType(part));
  };

  /** Where each variable and function is named. */
  const uses = new Map<ts.Symbol, ts.Identifier[]>();
  const declared: { symbol: ts.Symbol; literals: Literal[]; isFunction: boolean }[] = [];
  const original = (symbol: ts.Symbol | undefined): ts.Symbol | undefined =>
    symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

  const returnsOf = (
    node: ts.ArrowFunction | ts.FunctionDeclaration | ts.FunctionExpression | ts.MethodDeclaration,
  ): Literal[] => {
    if (node.type || !node.body || node.asteriskToken) return [];
    if (!ts.isBlock(node.body)) return [...literalsIn(node.body)];
    const literals: Literal[] = [];
    const look = (part: ts.Node): void => {
      if (ts.isFunctionLike(part)) return;
      if (ts.isReturnStatement(part)) literals.push(...literalsIn(part.expression));
      ts.forEachChild(part, look);
    };
    ts.forEachChild(node.body, look);
    return literals;
  };

  const declare = (name: ts.Node | undefined, literals: Literal[], isFunction: boolean) => {
    const symbol = name && checker.getSymbolAtLocation(name);
    if (symbol && literals.length > 0) declared.push({ symbol, literals, isFunction });
  };

  const look = (node: ts.Node): void => {
    if (ts.isSpreadAssignment(node)) {
      const whole = node.parent as Literal;
      for (const part of literalsIn(node.expression)) check(part, checker.getContextualType(whole), whole.properties);
    } else if ((ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isMethodDeclaration(node)) && !node.type) {
      for (const part of returnsOf(node)) check(part, checker.getContextualType(part));
    } else if (ts.isAsExpression(node) && node.type.getText() !== 'const') {
      const { expression } = node;
      // By way of `unknown` it is no less what it is said to be.
      const given = ts.isAsExpression(expression) ? expression.expression : expression;
      for (const part of literalsIn(given)) check(part, checker.getTypeAtLocation(node.type));
    } else if (ts.isCallExpression(node) && node.expression.getText() === 'Object.assign') {
      const [target, ...given] = node.arguments;
      // What comes of it may be more than what it is put into.
      const wanted = ts.isExpressionStatement(node.parent) ? checker.getTypeAtLocation(target!) : checker.getContextualType(node);
      for (const part of given.flatMap((one) => [...literalsIn(one)])) check(part, wanted);
    } else if (ts.isVariableDeclaration(node) && !node.type && ts.isIdentifier(node.name)) {
      const { initializer } = node;
      if (initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)))
        declare(node.name, returnsOf(initializer), true);
      else declare(node.name, [...literalsIn(initializer)], false);
    } else if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword) {
      const known = ts.isStringLiteral(node.left) ? ownFieldsOf(checker.getTypeAtLocation(node.right)) : undefined;
      if (known && !known.has((node.left as ts.StringLiteral).text)) complain(node, [node.left.getText().slice(1, -1)]);
    } else if (ts.isFunctionDeclaration(node)) declare(node.name, returnsOf(node), true);
    else if (ts.isIdentifier(node)) {
      const symbol = ts.isShorthandPropertyAssignment(node.parent)
        ? checker.getShorthandAssignmentValueSymbol(node.parent)
        : original(checker.getSymbolAtLocation(node));
      if (symbol) uses.set(symbol, [...(uses.get(symbol) ?? []), node]);
    }
    ts.forEachChild(node, look);
  };
  for (const file of files) look(file);

  /** What of a value is asked for where it stands; undefined where all of it may be. */
  const askedAt = (node: ts.Expression): ReadonlySet<string> | undefined => {
    const { parent } = node;
    if (ts.isPropertyAccessExpression(parent))
      return checker.getPropertyOfType(checker.getTypeAtLocation(node), 'then') ? undefined : new Set([parent.name.text]);
    if (ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name)) {
      const names = parent.name.elements.map(({ propertyName, name, dotDotDotToken }) =>
        dotDotDotToken || !ts.isIdentifier(propertyName ?? name) ? undefined : (propertyName ?? name).getText(),
      );
      return names.every((name) => name !== undefined) ? new Set(names) : undefined;
    }
    if (ts.isParenthesizedExpression(parent) || ts.isAwaitExpression(parent)) return askedAt(parent);
    if (ts.isConditionalExpression(parent) && parent.condition === node) return new Set();
    const whole = ts.isSpreadAssignment(parent) ? (parent.parent as Literal) : undefined;
    const wanted = checker.getContextualType(whole ?? node);
    const awaited = wanted && (checker.getAwaitedType(wanted) ?? wanted);
    return awaited && knownIn(whole ? meantBy(awaited, whole.properties) : [awaited]);
  };

  for (const { symbol, literals, isFunction } of declared) {
    const named = (uses.get(symbol) ?? []).filter(({ parent }) => {
      if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return false;
      return !(parent === symbol.valueDeclaration && parent.getChildren().includes(parent));
    });
    const places = named.filter(
      (one) => (one.parent as ts.NamedDeclaration).name !== one || ts.isShorthandPropertyAssignment(one.parent),
    );
    const asked = places.map((one) => {
      if (!isFunction) return askedAt(one);
      const { parent } = one;
      return ts.isCallExpression(parent) && parent.expression === one ? askedAt(parent) : undefined;
    });
    if (asked.length === 0 || asked.some((one) => one === undefined)) continue;
    const known = new Set(asked.flatMap((one) => [...one!]));
    tell();
    for (const literal of literals)
      complain(
        literal,
        namesIn(literal).filter((name) => !known.has(name)),
      );
  }

  return [...complaints].map(([node, names]) => {
    const file = node.getSourceFile();
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    return { file: relative(join(root, 'src'), file.fileName).replaceAll('\\', '/'), line, names };
  });
}
