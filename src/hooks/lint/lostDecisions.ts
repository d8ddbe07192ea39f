/** Decisions that are made and lost, promises that nobody waits for, gates that open when they fail. */
import type ts from 'typescript';
import { type EventName, eventAliases, hookPoints } from '../../shared/hooks/points';
import type { TypeScript } from './compiler';
import type { HookSource, SourceText } from './definitions';
import { isUsed } from './neverRuns';
import { insert, type LintRule, replace } from './rule';

const words: ReadonlySet<string> = new Set([
  'modify',
  'respond',
  'fail',
  'redirect',
  'allow',
  'ask',
  'deny',
  'stop',
  'retry',
  'drop',
  'continueWith',
  'confine',
]);

/** What a statement's value comes to: the operands that decide it. */
export function* values(file: HookSource, node: ts.Expression): Generator<ts.Expression> {
  const { compiler } = file;
  if (compiler.isParenthesizedExpression(node) || compiler.isAwaitExpression(node) || compiler.isVoidExpression(node))
    yield* values(file, node.expression);
  else if (compiler.isConditionalExpression(node)) {
    yield* values(file, node.whenTrue);
    yield* values(file, node.whenFalse);
  } else if (compiler.isBinaryExpression(node) && isLogical(file, node)) yield* values(file, node.right);
  else yield node;
}
const isLogical = ({ compiler }: HookSource, { operatorToken }: ts.BinaryExpression): boolean =>
  [
    compiler.SyntaxKind.AmpersandAmpersandToken,
    compiler.SyntaxKind.BarBarToken,
    compiler.SyntaxKind.QuestionQuestionToken,
    compiler.SyntaxKind.CommaToken,
  ].includes(operatorToken.kind);

/** The word, where the expression is a decision that a context's method makes. */
export function decisionIn(file: HookSource, node: ts.Expression): string | undefined {
  const { compiler, checker } = file;
  if (!compiler.isCallExpression(node)) return undefined;
  const type = checker.getAwaitedType(checker.getTypeAtLocation(node)) ?? checker.getTypeAtLocation(node);
  const isDecision = (type.isUnion() ? type.types : [type]).some(isOurs);
  const callee = node.expression;
  const name = compiler.isPropertyAccessExpression(callee)
    ? callee.name.text
    : compiler.isIdentifier(callee)
      ? callee.text
      : 'it';
  return isDecision ? name : words.has(name) && isContext(file, callee) ? name : undefined;
}

/** A file may have a type of that name, too: that of `hooksmith` stands in its typings. */
const isOurs = ({ symbol }: ts.Type): boolean =>
  symbol?.name === 'Decision' &&
  (symbol.declarations ?? []).some((one) => one.getSourceFile().fileName.includes('/types/hooksmith/'));

/** A method of the first parameter of a handler. */
function isContext(file: HookSource, callee: ts.Expression): boolean {
  if (!file.compiler.isPropertyAccessExpression(callee)) return false;
  const { expression } = callee;
  return file.definitions.some(({ handler }) => file.isContext(expression, handler));
}

/** What a callback of these returns, nobody takes. */
const deaf: ReadonlySet<string> = new Set(['forEach', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'nextTick']);

/** What a callback of these returns is in what they return themselves. */
const collecting: ReadonlySet<string> = new Set(['map', 'flatMap', 'filter', 'find', 'some', 'every', 'reduce']);

/** What the callbacks of such a call return. */
function lostReturns({ compiler }: HookSource, { expression, arguments: given, parent }: ts.CallExpression): ts.Expression[] {
  const name = compiler.isPropertyAccessExpression(expression) ? expression.name : expression;
  if (!compiler.isIdentifier(name)) return [];
  if (!deaf.has(name.text) && !(collecting.has(name.text) && compiler.isExpressionStatement(parent))) return [];
  const callback = given.find((one) => compiler.isArrowFunction(one) || compiler.isFunctionExpression(one));
  const body = (callback as ts.ArrowFunction | ts.FunctionExpression | undefined)?.body;
  return body ? returnedBy(compiler, body) : [];
}

/** What a function of this body returns. */
export function returnedBy(compiler: TypeScript, body: ts.ConciseBody): ts.Expression[] {
  if (!compiler.isBlock(body)) return [body];
  const returned: ts.Expression[] = [];
  const walk = (node: ts.Node): void => {
    if (compiler.isFunctionLike(node)) return;
    if (compiler.isReturnStatement(node) && node.expression) returned.push(node.expression);
    compiler.forEachChild(node, walk);
  };
  walk(body);
  return returned;
}

export const unreturned: LintRule = (file, report) => {
  const { compiler } = file;
  file.each(file.source, (node) => {
    if (compiler.isCallExpression(node))
      for (const returned of lostReturns(file, node))
        for (const value of values(file, returned))
          if (decisionIn(file, value))
            report(
              'unreturned-decision',
              'error',
              value,
              'the decision is returned to nobody: the handler itself must return it',
            );
    const whole = untaken(file, node);
    if (!whole) return;
    for (const value of values(file, whole)) {
      const word = decisionIn(file, value);
      if (!word) continue;
      const isReturnable = value === whole && !compiler.isVariableDeclaration(node);
      const edits = [{ start: node.getStart(), end: value.getStart(), text: 'return ' }];
      report(
        'unreturned-decision',
        'error',
        value,
        `the decision is made and lost: return ${value.getText().split('\n')[0]}`,
        isReturnable ? [{ title: 'Return it', edits }] : [],
      );
    }
  });
};

/** An expression whose value is no handler's answer: of a statement, of what is thrown, of a variable that nobody reads. */
function untaken(file: HookSource, node: ts.Node): ts.Expression | undefined {
  const { compiler } = file;
  if (compiler.isExpressionStatement(node) || compiler.isThrowStatement(node)) return node.expression;
  const isUnread = compiler.isVariableDeclaration(node) && compiler.isIdentifier(node.name) && !isUsed(file, node.name);
  return isUnread ? node.initializer : undefined;
}

/** The compiler says it of the whole handler, and of its type: here it is said of the word. */
export const notAccepted: LintRule = (file, report) => {
  const { compiler } = file;
  for (const { maker, events, handler } of file.definitions) {
    if (!handler?.body) continue;
    const accepted =
      maker === 'policy'
        ? [{ event: 'a policy', words: ofPolicies }]
        : maker === 'hook'
          ? (events ?? []).flatMap(acceptedAt)
          : [];
    file.each(handler.body, (node) => {
      if (!compiler.isCallExpression(node) || !compiler.isPropertyAccessExpression(node.expression)) return;
      const { name, expression } = node.expression;
      if (!words.has(name.text) || !file.isContext(expression, handler)) return;
      const barred = accepted.find((one) => !one.words.includes(name.text));
      if (barred)
        report(
          'type',
          'error',
          name,
          `${barred.event} does not accept ${name.text}: it accepts ${barred.words.join(', ') || 'no decision, it only observes'}`,
        );
    });
  }
};

const ofPolicies: readonly string[] = ['deny', 'ask', 'confine'];
function acceptedAt({ text }: SourceText): { event: string; words: readonly string[] }[] {
  const event = eventAliases.get(text) ?? text;
  return Object.hasOwn(hookPoints, event) ? [{ event, words: hookPoints[event as EventName].decisions }] : [];
}

export const missingAwait: LintRule = (file, report) => {
  const { compiler, checker } = file;
  for (const { handler } of file.definitions) {
    if (!handler?.body) continue;
    file.each(handler.body, (node) => {
      if (compiler.isTemplateSpan(node) && isPromise(checker.getTypeAtLocation(node.expression)))
        report('missing-await', 'error', node.expression, 'the text would hold [object Promise]: await it', [
          insert(node.expression.getStart(), 'await ', "Add 'await'"),
        ]);
      if (!compiler.isExpressionStatement(node)) return;
      const { expression } = node;
      if (!compiler.isCallExpression(expression) || isHandled(file, expression)) return;
      if (!isPromise(checker.getTypeAtLocation(expression)) || decisionIn(file, expression)) return;
      const around = functionAround(file, node);
      const isAsync = around && (compiler.getCombinedModifierFlags(around) & compiler.ModifierFlags.Async) !== 0;
      report(
        'missing-await',
        'warning',
        expression,
        'nobody waits for this: it may end after the hook has decided, and a failure is no error of the hook',
        isAsync ? [insert(expression.getStart(), 'await ', "Add 'await'")] : [],
      );
    });
  }
};

const isPromise = (type: ts.Type): boolean => type.symbol?.name === 'Promise';
/** `.catch(…)`, or `.then` with both ways; `.finally(…)` behind one of them hands on what that made of it. */
function isHandled(file: HookSource, { expression, arguments: given }: ts.CallExpression): boolean {
  const { compiler } = file;
  if (!compiler.isPropertyAccessExpression(expression)) return false;
  const before = expression.expression;
  if (expression.name.text === 'finally') return compiler.isCallExpression(before) && isHandled(file, before);
  return expression.name.text === 'catch' || (expression.name.text === 'then' && given.length > 1);
}
function functionAround({ compiler }: HookSource, node: ts.Node): ts.FunctionLikeDeclaration | undefined {
  for (let at: ts.Node | undefined = node.parent; at; at = at.parent)
    if (compiler.isFunctionLike(at)) return at as ts.FunctionLikeDeclaration;
  return undefined;
}

const barring: ReadonlySet<string> = new Set(['deny', 'ask']);

export const gateContinues: LintRule = (file, report) => {
  const { compiler } = file;
  for (const { maker, events, options, handler } of file.definitions) {
    const onError = file.property(options, 'onError');
    const given = onError && file.resolved(onError);
    if (maker !== 'hook' || !given || !compiler.isStringLiteralLike(given) || given.text !== 'continue' || !handler) continue;
    const gates = (events ?? []).filter(({ text }) => isGate(text));
    if (gates.length === 0 || !bars(file, handler)) continue;
    report(
      'gate-continues',
      'warning',
      onError,
      `a gate with onError 'continue' is open when it fails: what it would have denied or asked runs`,
      [replace(onError, "'deny'", "Change to 'deny'")],
    );
  }
};

function isGate(event: string): boolean {
  const name = event[0]?.toLowerCase() + event.slice(1);
  const point = Object.hasOwn(hookPoints, name) ? hookPoints[name as keyof typeof hookPoints] : undefined;
  return point?.onError === 'deny' || point?.onError === 'ask' || event === 'UserPromptSubmit';
}

/** Whether it may deny or ask, by a method of its context or a plain object: others ask and deny, too, such as models and dialogs. */
function bars(file: HookSource, handler: ts.Node): boolean {
  const { compiler } = file;
  let found = false;
  file.each(handler, (node) => {
    if (compiler.isCallExpression(node)) found ||= barring.has(decisionIn(file, node) ?? '');
    if (compiler.isObjectLiteralExpression(node))
      found ||= (file.words(file.property(node, 'action')) ?? []).some(({ text }) => barring.has(text));
  });
  return found;
}
