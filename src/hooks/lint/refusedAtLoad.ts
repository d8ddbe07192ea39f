/** What a file is told when it is loaded, of calls whose arguments stand there whole: by the very code that tells it then. Nothing of the file runs. */
import type ts from 'typescript';
import { denyCommands, requireCommand } from '../../api/commandPolicies';
import { hook, policy } from '../../api/define';
import { contextConfig, finishReasons, guards, rateLimit, stepLimit, timeLimit, tokenLimit } from '../../api/guards';
import { allowPaths, denyPaths, redirectPath } from '../../api/pathPolicies';
import { noVersion } from '../../shared/hooks/hookDescription';
import { registerExports } from '../chain/registering/register';
import type { HookSource } from './definitions';
import type { Problem } from './problem';
import type { Report } from './rule';

/** They only describe. */
const makers: ReadonlyMap<string, (...given: never[]) => unknown> = new Map(
  Object.entries({
    ...{ hook, policy, denyCommands, requireCommand, allowPaths, denyPaths, redirectPath },
    ...{ guards, rateLimit, stepLimit, tokenLimit, timeLimit, finishReasons, contextConfig },
  }),
);

/** `said` is what the other rules have to say of the call: they know its place better. */
export function refusedAtLoad(file: HookSource, report: Report, said: (call: ts.CallExpression) => readonly Problem[]): void {
  for (const { maker, call } of file.definitions) {
    const make = makers.get(maker);
    const given = call.arguments.map((argument) => literal(file, argument));
    if (!make || given.includes(unknown)) continue;
    const from = { file: file.source.fileName, version: noVersion, layer: 0, lines: new Map<string, number>() };
    const { problems } = registerExports({ it: make(...(given as never[])) }, from);
    const known = said(call);
    if (known.some(({ severity }) => severity === 'error')) continue;
    for (const { message, severity } of problems) {
      const words = message.replace(/^it: /, '');
      if (known.some((one) => one.message === words)) continue;
      report('type', severity, optionNamed(file, call, words) ?? call.expression, words);
    }
  }
}

/** What only a run can tell. */
const unknown = Symbol();

/** The value that an expression stands for, where its text says so. A function is one that does nothing. */
function literal(file: HookSource, node: ts.Expression): unknown {
  const { compiler } = file;
  const value = file.resolved(node);
  if (file.checker.getTypeAtLocation(value).getCallSignatures().length > 0) return () => undefined;
  if (compiler.isStringLiteralLike(value)) return value.text;
  if (compiler.isNumericLiteral(value)) return Number(value.text);
  if (compiler.isPrefixUnaryExpression(value) && value.operator === compiler.SyntaxKind.MinusToken) {
    const operand = literal(file, value.operand);
    return typeof operand === 'number' ? -operand : unknown;
  }
  if (value.kind === compiler.SyntaxKind.TrueKeyword) return true;
  if (value.kind === compiler.SyntaxKind.FalseKeyword) return false;
  if (value.kind === compiler.SyntaxKind.NullKeyword) return null;
  if (compiler.isIdentifier(value) && value.text === 'undefined') return undefined;
  if (compiler.isArrayLiteralExpression(value)) {
    const list = value.elements.map((element) => literal(file, element));
    return list.includes(unknown) ? unknown : list;
  }
  if (!compiler.isObjectLiteralExpression(value)) return unknown;
  const fields = value.properties.map((property): [string, unknown] => {
    const name = file.nameOf(property);
    const of = name === undefined ? undefined : file.property(value, name);
    return [name ?? '', of ? literal(file, of) : unknown];
  });
  return fields.some(([, one]) => one === unknown) ? unknown : Object.fromEntries(fields);
}

/** Where the words name an option, its value there. */
function optionNamed(file: HookSource, { arguments: given }: ts.CallExpression, said: string): ts.Node | undefined {
  const name = /^option '(\w+)/.exec(said)?.[1];
  const options = given.map((one) => file.object(one)).find((one) => one !== undefined);
  const value = name === undefined ? undefined : file.property(options, name);
  return value?.parent && file.compiler.isPropertyAssignment(value.parent) ? value.parent.name : value;
}
