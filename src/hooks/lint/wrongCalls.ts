/** Calls of `hook`, `policy` and `defineTool` that are made wrongly: in the words in which they are refused when the file is loaded, where the compiler speaks of overloads. */
import type ts from 'typescript';
import { nearest } from '../../shared/basics/nearest';
import { noEvent } from '../../shared/hooks/foreignEvents';
import { noHandler } from '../chain/registering/checkDefinition';
import { notOptions, unknownOption } from '../chain/registering/options';
import { toolWords, unknownField } from '../chain/registering/registerTool';
import type { FoundDefinition, HookSource } from './definitions';
import { insert, type LintRule, type Report, replace } from './rule';

export const wrongCalls: LintRule = (file, report) => {
  for (const definition of file.definitions) {
    const { maker, call } = definition;
    if (call.arguments.some((one) => file.compiler.isSpreadElement(one))) continue;
    if (maker === 'hook' || maker === 'policy') wrongHook(file, definition, maker, report);
    if (maker === 'defineTool') wrongTool(file, call, report);
    if (listTakers.has(maker)) listGiven(file, call, maker, report);
  }
};

/** They take texts, one by one. */
const listTakers: ReadonlySet<string> = new Set(['denyCommands', 'denyPaths', 'allowPaths', 'requireCommand']);

function listGiven(file: HookSource, call: ts.CallExpression, maker: string, report: Report): void {
  for (const argument of call.arguments) {
    const list = file.resolved(argument);
    if (!file.compiler.isArrayLiteralExpression(list)) continue;
    report('type', 'error', argument, `${maker} takes its patterns one by one, not as a list`, [
      insert(argument.getStart(), '...', 'Spread the list'),
    ]);
  }
}

function wrongHook(file: HookSource, { call }: FoundDefinition, maker: 'hook' | 'policy', report: Report): void {
  const say = (message: string) => report('type', 'error', call.expression, message);
  const [event, ...others] = call.arguments;
  if (maker === 'hook' && event && (file.function(event) || file.object(event))) return say(noEvent);
  const [first, second] = maker === 'hook' ? others : call.arguments;
  if (second && file.function(first)) return say(notOptions('a function'));
  if (!first) return say(noHandler(undefined));
  const last = second ?? first;
  if (file.object(last)) return say(noHandler({}));
  const options = second && file.object(first);
  for (const { name, node } of keysOf(file, options)) {
    const unknown = unknownOption(maker, name);
    if (unknown !== undefined) report('type', 'error', node, unknown);
  }
  const fields = inputFields(file, last);
  for (const { name, node } of keysOf(file, file.object(file.property(options, 'match')))) {
    if (!fields || fields.includes(name)) continue;
    const near = nearest(name, fields, 1);
    const meant = near.map((one) => `: did you mean '${one}'?`).join('');
    const fixes = near.map((one) => replace(node, one, `Change to '${one}'`));
    report('type', 'error', node, `no tool that it names has the input field '${name}'${meant}`, fixes);
  }
}

/** Of the tools that a hook names, as its handler's type has them; undefined where they are not known. */
function inputFields(file: HookSource, handler: ts.Expression): string[] | undefined {
  const { checker } = file;
  const [signature] = checker.getContextualType(handler)?.getCallSignatures() ?? [];
  const [context] = signature?.getParameters() ?? [];
  const input = context && checker.getTypeOfSymbolAtLocation(context, handler).getProperty('input');
  const type = input && checker.getTypeOfSymbolAtLocation(input, handler);
  const types = !type ? [] : type.isUnion() ? type.types : [type];
  if (types.length === 0 || types.some((one) => one.getStringIndexType() || one.getProperties().length === 0)) return undefined;
  return types.flatMap((one) => one.getProperties().map(({ name }) => name));
}

function wrongTool(file: HookSource, call: ts.CallExpression, report: Report): void {
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

function wrongInput(file: HookSource, input: ts.Expression): string | undefined {
  if (file.object(input)) return `input ${toolWords.noSchema}`;
  const type = file.checker.getTypeAtLocation(input);
  const isSchema = type.getProperty('safeParse') !== undefined;
  return isSchema &&
    !type.getProperty('shape') &&
    /^(?:z\.)?Zod(?:String|Number|Boolean|Array|Enum)\b/.test(file.checker.typeToString(type))
    ? toolWords.noObject
    : undefined;
}

const keysOf = (file: HookSource, object: ts.ObjectLiteralExpression | undefined): { name: string; node: ts.Node }[] =>
  (object?.properties ?? []).flatMap((property) => {
    const name = file.nameOf(property);
    return name === undefined ? [] : [{ name, node: property.name ?? property }];
  });
