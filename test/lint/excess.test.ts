/**
 * A misspelt optional field has no reader, and of a literal that is spread, cast, returned, assigned into another object or kept in a variable first the compiler
 * does not say so. What such a literal names is known where it goes to.
 */
import { strict as assert } from 'node:assert';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { root } from '../fixtures/core';
import { sources } from './sources';

const planted = join(root, 'src', 'planted.ts');
const plantedText = `
import type { Said } from './shared/events';
interface Row { id: string; more?: { note?: string; by?: string }; left?: number }
type Item = { kind: 'row'; row: Row; at?: number } | { kind: 'end'; reason?: string; at?: number };
declare const take: (row: Row) => void;
declare const later: (make: (n: number) => Row | undefined) => void;
declare const soon: (make: { row(): Promise<Row> }) => void;
declare const offer: (said: Said<'compacted'>) => void;
function odd(): void {
  take({ id: 'a', ...(Math.PI > 3 ? { mor: {} } : {}) }); // mor
  take({ id: 'a', ...(Math.PI > 3 && { lft: 1 }) }); // lft
  take({ id: 'a', ...(Math.PI > 3 ? { more: { nte: 'x' } } : {}) }); // nte
  take({ id: 'a', more: { ...(Math.PI > 3 ? { bye: 'x' } : undefined) } }); // bye
  later((n) => (n > 3 ? { id: 'g', lefft: 1 } : undefined)); // lefft
  soon({ row: async () => ({ id: 'i', lleft: 1 }) }); // lleft
  take({ id: 'j', lefet: 1 } as unknown as Row); // lefet
  take({ ...({ id: 'b', lef: 1 } as Row) }); // lef
  Object.assign(row(), { lfet: 1 }); // lfet
  const given: Row = Object.assign({ id: 'd' }, { moer: {} }); // moer
  const kept = { id: 'c', lett: 1 }; // lett
  const items: Item[] = [{ kind: 'end', ...(Math.PI > 3 ? { row: undefined } : {}) }]; // row
  offer({ data: { trigger: 'auto', messages: 1, tokens: 1, ...(Math.PI > 3 ? { keptt: 1 } : {}) } }); // keptt
  const beside = Math.PI > 3 ? { mroe: {} } : {}; // mroe
  take({ ...kept, ...rest('x'), ...beside });
  take(given);
  if (items[0]!.kind === 'end' && 'reson' in items[0]!) take(row()); // reson
}
const rest = (id: string) => (id === '' ? {} : { lft: 1 }); // lft
function row(): Row {
  const more = { note: 'x', bu: 'y' }; // bu
  return { id: 'e', more };
}
function even(): Item[] {
  const beside = Math.PI > 3 ? { left: 1 } : {};
  const shared = { id: 'f', left: 1 };
  const read = { id: 'g', count: 1 };
  if (read.count > 1) take(read);
  const shown = { id: 'h', name: 'x' };
  const text = JSON.stringify(shown);
  const many = { id: text, other: 1 };
  const { other } = many;
  take(many);
  take({ ...shared, ...beside, ...(Math.PI > 3 ? { more: { note: 'x' } } : {}), left: other });
  if (Math.PI > 3 && 'id' in shared && 'row' in even()[0]!) take(row());
  const open: Record<string, unknown> = { ...(Math.PI > 3 ? { any: 1 } : {}) };
  Object.assign(open, { any: 1 });
  const failure = Object.assign(new Error('x'), { code: 'y' });
  return [{ kind: 'row', row: row(), ...(failure.code ? { at: 1 } : {}) }];
}
`;

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

describe('fields of literals', function () {
  this.timeout(180_000);
  let found: { at: string; line: number; names: string[] }[];
  let seen = 0;

  before(() => {
    const program = sources(new Map([[planted, plantedText]]));
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
      seen++;
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
        const wanted = ts.isExpressionStatement(node.parent)
          ? checker.getTypeAtLocation(target!)
          : checker.getContextualType(node);
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
      seen++;
      for (const literal of literals)
        complain(
          literal,
          literal.properties.flatMap((field) => {
            const name = nameOf(field);
            return name === undefined || known.has(name) ? [] : [name];
          }),
        );
    }

    found = [...complaints].map(([node, names]) => {
      const file = node.getSourceFile();
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      return { at: `${relative(root, file.fileName).replaceAll('\\', '/')}:${line}`, line, names };
    });
  });

  it('are known where they go to, in what is planted', () => {
    const lines = plantedText.split('\n');
    const words = found.filter(({ at }) => at.startsWith('src/planted')).map(({ line, names }) => `${line}: ${names.join(', ')}`);
    const expected = lines.flatMap((line, at) => (/\/\/ (.*)/.exec(line) ? [`${at + 1}: ${/\/\/ (.*)/.exec(line)![1]}`] : []));
    assert.deepEqual(words.sort(), expected.sort());
  });

  it('are known where they go to', () => {
    assert.ok(seen > 500, `${seen} of them`);
    assert.deepEqual(
      found.filter(({ at }) => !at.startsWith('src/planted')).map(({ at, names }) => `${at} ${names.join(', ')}`),
      [],
    );
  });
});
