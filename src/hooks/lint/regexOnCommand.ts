/** Command lines that are searched as text: `a && sudo b`, `s""udo` and `/bin/sudo` are read by `match` and `ctx.commands`, not by a regular expression. */

import type ts from 'typescript';
import { matchesWildcard } from '../../shared/basics/wildcards';
import type { BuiltInName } from '../../shared/calls/toolNames';
import type { HookSource } from './definitions';
import type { LintRule } from './rule';

const searches: ReadonlySet<string> = new Set([
  'includes',
  'match',
  'matchAll',
  'search',
  'indexOf',
  'startsWith',
  'endsWith',
  'lastIndexOf',
]);
const tests: ReadonlySet<string> = new Set(['test', 'exec']);

export const regexOnCommand: LintRule = (file, report) => {
  const { compiler } = file;
  for (const { maker, options, handler } of file.definitions) {
    // Of another tool the field is what that tool makes of it.
    const tools = file.words(file.property(options, 'tools')) ?? [];
    if (tools.length > 0 && !tools.some(({ text }) => matchesWildcard('Bash' satisfies BuiltInName, text, true))) continue;
    if ((maker !== 'hook' && maker !== 'policy') || !handler?.body) continue;
    file.each(handler.body, (node) => {
      if (!compiler.isCallExpression(node) || !compiler.isPropertyAccessExpression(node.expression)) return;
      const { name, expression: receiver } = node.expression;
      const line = searches.has(name.text) ? receiver : tests.has(name.text) ? node.arguments[0] : undefined;
      if (!line || !isCommandLine(file, line)) return;
      report(
        'regex-on-command',
        'warning',
        node,
        `a search in the text of a command line misses what the shell makes of it: use the option match: { command: … }, or ctx.commands`,
      );
    });
  }
};

/** `ctx.input.command`, `ctx.commandLine`, or a name that stands for them. */
function isCommandLine(file: HookSource, given: ts.Expression, depth = 4): boolean {
  const { compiler } = file;
  const node = file.resolved(given);
  if (depth === 0) return false;
  const access = accessOf(file, node);
  if (access) return access.name === 'commandLine' || (access.name === 'command' && isInput(file, access.of));
  // What only tidies it is the same text.
  if (compiler.isCallExpression(node)) {
    const { expression } = node;
    if (
      compiler.isPropertyAccessExpression(expression) &&
      /^(trim|trimStart|toLowerCase|toUpperCase|toString)$/.test(expression.name.text)
    )
      return isCommandLine(file, expression.expression, depth - 1);
    return compiler.isIdentifier(expression) && expression.text === 'String' && node.arguments[0] !== undefined
      ? isCommandLine(file, node.arguments[0], depth - 1)
      : false;
  }
  if (compiler.isBinaryExpression(node)) return isCommandLine(file, node.left, depth - 1);
  if (compiler.isTemplateExpression(node))
    return node.templateSpans.some(({ expression }) => isCommandLine(file, expression, depth - 1));
  const field = takenFrom(file, node);
  return field?.name === 'commandLine' || (field?.name === 'command' && field.from !== undefined && isInput(file, field.from));
}

/** `ctx.input`, or what was taken from a context by that name. */
function isInput(file: HookSource, given: ts.Node): boolean {
  const node = file.compiler.isExpression(given) ? file.resolved(given) : given;
  const access = accessOf(file, node);
  if (access) return access.name === 'input';
  return takenFrom(file, node)?.name === 'input' || node === inputPattern(file, node);
}

/** `a.b` and `a['b']` */
function accessOf({ compiler }: HookSource, node: ts.Node): { name: string; of: ts.Expression } | undefined {
  if (compiler.isPropertyAccessExpression(node)) return { name: node.name.text, of: node.expression };
  const isNamed = compiler.isElementAccessExpression(node) && compiler.isStringLiteralLike(node.argumentExpression);
  return isNamed ? { name: (node.argumentExpression as ts.StringLiteral).text, of: node.expression } : undefined;
}

/** `{ input: { command } }` of a parameter. */
function inputPattern({ compiler }: HookSource, node: ts.Node): ts.Node | undefined {
  const { parent } = node;
  return parent && compiler.isBindingElement(parent) && (parent.propertyName ?? parent.name).getText() === 'input'
    ? node
    : undefined;
}

/** The field that a name was taken from an object by, and what it was taken from: `const { command } = ctx.input`. */
function takenFrom(file: HookSource, node: ts.Node): { name: string; from?: ts.Node } | undefined {
  const { compiler } = file;
  const declared = compiler.isIdentifier(node) ? file.declarationOf(node) : undefined;
  if (!declared || !compiler.isBindingElement(declared)) return undefined;
  const pattern = declared.parent;
  const name = (declared.propertyName ?? declared.name).getText();
  const from = compiler.isVariableDeclaration(pattern.parent) ? pattern.parent.initializer : pattern;
  return { name, from };
}
