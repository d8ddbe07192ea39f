/** What handlers return that is no decision of theirs, and what they write to: in the words in which it fails when the hook runs, where the compiler speaks of types that nobody wrote. */
import type ts from 'typescript';
import { type EventName, eventAliases, hookPoints } from '../../shared/hooks/points';
import { type Accepted, acceptedBy, readOnlyContext } from '../chain/words/acceptedDecisions';
import { noDecision, wrongAction, wrongField } from '../chain/words/decisions';
import type { FoundDefinition, HookSource } from './definitions';
import { returnedBy, values } from './lostDecisions';
import type { LintRule, Report } from './rule';

export const wrongDecisions: LintRule = (file, report) => {
  for (const definition of file.definitions) {
    const accepted = acceptedOf(definition);
    const { handler } = definition;
    if (!accepted || !handler?.body) continue;
    for (const returned of returnedBy(file.compiler, handler.body as ts.ConciseBody))
      for (const one of values(file, returned)) {
        const value = file.resolved(one);
        const at = value === inner(file, returned) ? returned : one;
        wrongIn(file, accepted, value, at, report);
      }
    file.each(handler.body, (node) => {
      const target = writtenTo(file, node);
      const field = target && fieldOfContext(file, target, handler);
      if (target && field !== undefined) report('type', 'error', nameIn(file, target), readOnlyContext(accepted, field));
      if (accepted.decisions.includes('modify')) strayChanges(file, accepted, node, handler, report);
    });
  }
};

function strayChanges(
  file: HookSource,
  accepted: Accepted,
  node: ts.Node,
  handler: ts.FunctionLikeDeclaration,
  report: Report,
): void {
  const { compiler } = file;
  if (!compiler.isCallExpression(node) || !compiler.isPropertyAccessExpression(node.expression)) return;
  const { name, expression } = node.expression;
  if (name.text !== 'modify' || !file.isContext(expression, handler)) return;
  const [changes] = node.arguments;
  if (!changes || !compiler.isObjectLiteralExpression(changes)) return;
  for (const property of changes.properties) {
    const field = file.nameOf(property);
    const unknown = field === undefined ? undefined : wrongField(accepted, 'modify', field);
    if (unknown !== undefined) report('type', 'error', property.name ?? property, unknown);
  }
}

/** What is assigned, counted up or down, or deleted. */
function writtenTo({ compiler }: HookSource, node: ts.Node): ts.Expression | undefined {
  const { SyntaxKind: kinds } = compiler;
  if (compiler.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    return kind >= kinds.FirstAssignment && kind <= kinds.LastAssignment ? node.left : undefined;
  }
  if (compiler.isDeleteExpression(node)) return node.expression;
  const counts = compiler.isPrefixUnaryExpression(node) || compiler.isPostfixUnaryExpression(node);
  return counts && [kinds.PlusPlusToken, kinds.MinusMinusToken].includes(node.operator) ? node.operand : undefined;
}

/** Of a place in what a handler is given, the field of `ctx` that it lies in. */
function fieldOfContext(file: HookSource, target: ts.Expression, handler: ts.FunctionLikeDeclaration): string | undefined {
  const { compiler } = file;
  const place = file.resolved(target, 0);
  const isBelow = compiler.isPropertyAccessExpression(place) || compiler.isElementAccessExpression(place);
  if (!isBelow) return undefined;
  const of = file.resolved(place.expression, 0);
  if (!file.isContext(of, handler)) return fieldOfContext(file, of, handler);
  return compiler.isPropertyAccessExpression(place) ? place.name.text : '';
}

const nameIn = ({ compiler }: HookSource, target: ts.Expression): ts.Node =>
  compiler.isPropertyAccessExpression(target) ? target.name : target;

/** Undefined where its events are not known. */
function acceptedOf({ maker, events }: FoundDefinition): Accepted | undefined {
  if (maker === 'policy') return acceptedBy({ kind: 'policy', events: [] });
  const names = events?.map(({ text }) => eventAliases.get(text) ?? text) ?? [];
  const isKnown = names.length > 0 && names.every((name) => Object.hasOwn(hookPoints, name));
  return maker === 'hook' && isKnown ? acceptedBy({ kind: 'hook', events: names as EventName[] }) : undefined;
}

const inner = (file: HookSource, node: ts.Expression): ts.Expression =>
  file.compiler.isParenthesizedExpression(node) ? inner(file, node.expression) : node;

/** `at` is where the compiler would speak of it. */
function wrongIn(file: HookSource, accepted: Accepted, value: ts.Expression, at: ts.Node, report: Report): void {
  const { compiler } = file;
  const kind = kindOf(file, value);
  if (kind !== undefined) return report('type', 'error', at, noDecision(accepted, kind));
  if (!compiler.isObjectLiteralExpression(value) || value.properties.some((one) => compiler.isSpreadAssignment(one))) return;
  const named = file.property(value, 'action');
  if (!named && !value.properties.some((one) => file.nameOf(one) === 'action'))
    return report('type', 'error', at, noDecision(accepted, 'an object without action'));
  const [action] = file.words(named) ?? [];
  if (!action) return;
  const wrong = wrongAction(accepted, action.text);
  // What a name stands for may be meant for others too: it is told where it is returned.
  const isHere = value.pos >= at.pos && value.end <= at.end;
  if (wrong !== undefined) return report('type', 'error', isHere ? action.node : at, wrong);
  for (const property of value.properties) {
    const field = file.nameOf(property);
    const unknown = field === undefined ? undefined : wrongField(accepted, action.text, field);
    if (unknown !== undefined) report('type', 'error', isHere ? (property.name ?? property) : at, unknown);
  }
}

/** Of a literal that can be no decision, what it is; undefined of all else. */
function kindOf({ compiler }: HookSource, value: ts.Expression): string | undefined {
  if (compiler.isStringLiteralLike(value)) return `string ${JSON.stringify(value.text.slice(0, 40))}`;
  if (compiler.isTemplateExpression(value)) return 'a text';
  if (compiler.isNumericLiteral(value)) return `number ${value.text}`;
  if (value.kind === compiler.SyntaxKind.TrueKeyword || value.kind === compiler.SyntaxKind.FalseKeyword)
    return `boolean ${value.getText()}`;
  if (compiler.isArrayLiteralExpression(value)) return 'an array';
  return compiler.isArrowFunction(value) || compiler.isFunctionExpression(value) ? 'a function' : undefined;
}
