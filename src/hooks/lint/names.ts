/** Names of events and of tools that there are not. */
import type ts from 'typescript';
import { nearest } from '../../shared/basics/nearest';
import { matchesWildcard } from '../../shared/basics/wildcards';
import { eventsMeant, foreignEvent } from '../../shared/hooks/foreignEvents';
import { eventAliases, eventNames } from '../../shared/hooks/points';
import { toolPatternProblem } from '../chain/registering/toolPatternProblem';
import type { HookSource, SourceText } from './definitions';
import { type KnownToLint, type LintRule, type Report, respell } from './rule';

export const unknownEvents: LintRule = (file, report) => {
  for (const { events = [] } of file.definitions) {
    for (const { text, node } of events) {
      if (eventAliases.has(text) || (eventNames as readonly string[]).includes(text)) continue;
      const ours = foreignEvent(text);
      const offered = eventsMeant(text, 1);
      const fixes = offered.map((name) => respell(node, name));
      if (ours) report('foreign-event', 'error', node, `'${text}' is another system's name: here it is '${ours}'`, fixes);
      else report('unknown-event', 'error', node, `there is no event '${text}'${didYouMean(offered)}`, fixes);
    }
  }
};

export const unknownTools: LintRule = (file, report, known) => {
  for (const { maker, call, options, handler } of file.definitions) {
    if (handler?.body) file.each(handler.body, (node) => namedInHandler(file, node, handler, report, known));
    if (maker === 'hook' || maker === 'policy') check(file.words(file.property(options, 'tools')), report, known);
    if (maker === 'rateLimit') check(file.words(file.property(file.object(call.arguments[0]), 'tool')), report, known);
  }
};

function check(words: readonly SourceText[] | undefined, report: Report, known: KnownToLint): void {
  for (const { text, node } of words ?? []) {
    const never = toolPatternProblem(text);
    if (never) report('never-matches', 'error', node, never);
    else if (/[*?]/.test(text) && matchesWildcard('mcp__server__tool', text, true)) continue;
    else if (!known.tools.some((name) => matchesWildcard(name, text, true))) tellUnknown({ text, node }, report, known);
  }
}

function tellUnknown({ text, node }: SourceText, report: Report, { tools, guarded = [] }: KnownToLint): void {
  // Servers of other tools come and go.
  if (/^mcp_/i.test(text)) return;
  const offered = /[*?]/.test(text) ? [] : nearest(text, tools, 1);
  // A guarded agent has tools of its own: what looks like none of ours may be one of those.
  if (offered.length === 0 && guarded.length > 0) return;
  const fixes = offered.map((name) => respell(node, name));
  report('unknown-tool', 'warning', node, `no tool is named '${text}'${didYouMean(offered)}`, fixes);
}

/** What a handler compares the tool with is its very name; a call is redirected to a name in any case. */
function namedInHandler(
  file: HookSource,
  node: ts.Node,
  handler: ts.FunctionLikeDeclaration,
  report: Report,
  known: KnownToLint,
): void {
  const { compiler } = file;
  if (compiler.isCallExpression(node) && compiler.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression;
    const sent = name.text === 'redirect' && file.isContext(expression, handler) ? file.words(node.arguments[0]) : [];
    for (const word of sent ?? [])
      if (!known.tools.some((tool) => tool.toLowerCase() === word.text.toLowerCase())) tellUnknown(word, report, known);
  }
  for (const word of comparedWith(file, node, handler) ?? [])
    if (!known.tools.includes(word.text)) tellUnknown(word, report, known);
}

/** Texts that the name of the tool is compared with here. */
function comparedWith(file: HookSource, node: ts.Node, handler: ts.FunctionLikeDeclaration): SourceText[] | undefined {
  const { compiler } = file;
  const { SyntaxKind: kinds } = compiler;
  const isName = (one: ts.Expression | undefined) => one !== undefined && isToolName(file, one, handler);
  if (compiler.isBinaryExpression(node)) {
    const { left, right, operatorToken } = node;
    const isComparing = [
      kinds.EqualsEqualsEqualsToken,
      kinds.ExclamationEqualsEqualsToken,
      kinds.EqualsEqualsToken,
      kinds.ExclamationEqualsToken,
    ].includes(operatorToken.kind);
    return isComparing ? file.words(isName(left) ? right : isName(right) ? left : undefined) : undefined;
  }
  if (compiler.isSwitchStatement(node) && isName(node.expression))
    return node.caseBlock.clauses.flatMap((one) => (compiler.isCaseClause(one) ? (file.words(one.expression) ?? []) : []));
  const isAsked = compiler.isCallExpression(node) && compiler.isPropertyAccessExpression(node.expression);
  if (!isAsked || !isName(node.arguments[0])) return undefined;
  const { name, expression } = node.expression as ts.PropertyAccessExpression;
  return name.text === 'includes' ? file.words(expression) : undefined;
}

/** `ctx.toolName`, or what was taken out of `ctx` by that name. */
function isToolName(file: HookSource, node: ts.Expression, handler: ts.FunctionLikeDeclaration): boolean {
  const { compiler } = file;
  const value = file.resolved(node, 0);
  if (compiler.isPropertyAccessExpression(value))
    return value.name.text === 'toolName' && file.isContext(value.expression, handler);
  const declared = compiler.isIdentifier(value) ? file.declarationOf(value) : undefined;
  if (!declared || !compiler.isBindingElement(declared)) return false;
  const whole = declared.parent.parent;
  const isOfContext =
    whole === handler.parameters[0] ||
    (compiler.isVariableDeclaration(whole) && whole.initializer !== undefined && file.isContext(whole.initializer, handler));
  return isOfContext && (declared.propertyName ?? declared.name).getText() === 'toolName';
}

const didYouMean = (names: readonly string[]): string =>
  names.length > 0 ? `: did you mean ${names.map((name) => `'${name}'`).join(' or ')}?` : '';
