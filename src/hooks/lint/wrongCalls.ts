/** Calls of `hook`, `policy` and `defineTool` that are made wrongly: in the words in which they are refused when the file is loaded, where the compiler speaks of overloads. */
import type ts from 'typescript';
import { noEvent } from '../../shared/foreignEvents';
import { notOptions, unknownOption } from '../chain/options';
import { noHandler } from '../chain/register';
import { toolWords, unknownField } from '../chain/registerTool';
import type { FoundDefinition, HookFile } from './definitions';
import type { LintRule, Report } from './rule';

export const wrongCalls: LintRule = (file, report) => {
  for (const definition of file.definitions) {
    const { maker, call } = definition;
    if (call.arguments.some((one) => file.compiler.isSpreadElement(one))) continue;
    if (maker === 'hook' || maker === 'policy') wrongHook(file, definition, maker, report);
    if (maker === 'defineTool') wrongTool(file, call, report);
  }
};

function wrongHook(file: HookFile, { call }: FoundDefinition, maker: 'hook' | 'policy', report: Report): void {
  const say = (message: string) => report('type', 'error', call.expression, message);
  const [event, ...others] = call.arguments;
  if (maker === 'hook' && event && (file.function(event) || file.object(event))) return say(noEvent);
  const [first, second] = maker === 'hook' ? others : call.arguments;
  if (second && file.function(first)) return say(notOptions('a function'));
  if (!first) return say(noHandler(undefined));
  const last = second ?? first;
  if (file.object(last)) return say(noHandler({}));
  for (const { name, node } of keysOf(file, second && file.object(first))) {
    const unknown = unknownOption(maker, name);
    if (unknown !== undefined) report('type', 'error', node, unknown);
  }
}

function wrongTool(file: HookFile, call: ts.CallExpression, report: Report): void {
  const { compiler } = file;
  const given = file.object(call.arguments[0]);
  if (!given) return;
  const keys = keysOf(file, given);
  const unknown = keys.flatMap(({ name, node }) => ({ node, message: unknownField(name) })).filter(({ message }) => message);
  for (const { node, message } of unknown) report('type', 'error', node, message!);
  // What is missing may be meant by what is not known, or come with what is spread.
  if (unknown.length > 0 || given.properties.some((one) => compiler.isSpreadAssignment(one))) return;
  const say = (message: string, node: ts.Node = call.expression) => report('type', 'error', node, message);
  const has = (name: string) => keys.some((one) => one.name === name);
  for (const name of ['name', 'description']) if (!has(name)) say(`${name} ${toolWords.noText}`);
  const description = file.property(given, 'description');
  if (description && file.words(description)?.[0]?.text === '') say(`description ${toolWords.noDescription}`, description);
  const input = file.property(given, 'input');
  const wrong = has('input') ? input && wrongInput(file, input) : `input ${toolWords.noSchema}`;
  if (wrong) say(wrong, input);
  if (!has('run') && !has('external')) say(toolWords.noRun);
}

function wrongInput(file: HookFile, input: ts.Expression): string | undefined {
  if (file.object(input)) return `input ${toolWords.noSchema}`;
  const type = file.checker.getTypeAtLocation(input);
  const isSchema = type.getProperty('safeParse') !== undefined;
  return isSchema &&
    !type.getProperty('shape') &&
    /^(?:z\.)?Zod(?:String|Number|Boolean|Array|Enum)\b/.test(file.checker.typeToString(type))
    ? toolWords.noObject
    : undefined;
}

const keysOf = (file: HookFile, object: ts.ObjectLiteralExpression | undefined): { name: string; node: ts.Node }[] =>
  (object?.properties ?? []).flatMap((property) => {
    const name = file.nameOf(property);
    return name === undefined ? [] : [{ name, node: property.name ?? property }];
  });
