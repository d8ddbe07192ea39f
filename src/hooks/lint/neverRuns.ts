/** Hooks that are never called: not exported, of no event, for nobody. */
import { posix } from 'node:path';
import type ts from 'typescript';
import { sourceEnding } from '../../shared/basics/sourceEnding';
import type { TypeScript } from './compiler';
import type { FoundDefinition, HookSource } from './definitions';
import { insert, type LintRule, type Report } from './rule';

/** What makes a hook, and what takes it: a group's members are called by the group. */
const makers: ReadonlySet<string> = new Set([
  'hook',
  'policy',
  'group',
  'denyCommands',
  'requireCommand',
  'allowPaths',
  'denyPaths',
  'redirectPath',
  'rateLimit',
  'stepLimit',
  'tokenLimit',
  'timeLimit',
  'finishReasons',
  'guards',
  'observe',
  'contextConfig',
]);

export const neverRuns: LintRule = (file, report) => {
  for (const definition of file.definitions) {
    const { maker, call, options } = definition;
    const stranger = misplaced(file.source.fileName, maker);
    if (stranger) report('never-runs', 'warning', call, stranger);
    const isTool = maker === 'defineTool';
    if (!makers.has(maker) && !isTool) continue;
    const holder = holderOf(file, call);
    if (holder)
      report('never-runs', 'error', call, `${isTool ? 'this tool is never offered' : 'this hook never runs'}: ${holder}`);
    const lost = whyLost(file, call, isTool ? 'newTool' : 'newHook');
    const lacks = isTool ? 'this tool is never offered' : 'this hook never runs';
    if (lost) report('never-runs', 'warning', lost.node, `${lacks}: ${lost.why}`, lost.fix ? [lost.fix] : []);
    if (maker !== 'hook' && maker !== 'policy') continue;
    const empty = emptyFilter(file, definition);
    if (empty) report('never-runs', 'error', empty, 'this hook never runs: the list is empty');
    const branches = file.words(file.property(options, 'agents'));
    const inherit = file.words(file.property(options, 'inherit'))?.[0]?.text;
    if (inherit === 'never' && branches?.length && branches.every(({ text }) => /^main\/./.test(text)))
      report(
        'never-runs',
        'warning',
        branches[0]!.node,
        `this hook never runs: it is for subagents, and inherit 'never' keeps it from them`,
      );
  }
};

/** Hooks and tools are each looked for in a folder of their own. */
function misplaced(path: string, maker: string): string | undefined {
  const folder = /[/\\]\.hooksmith[/\\](hooks|tools|agents)[/\\]/.exec(path)?.[1];
  if (maker === 'defineTool' && (folder === 'hooks' || folder === 'agents'))
    return 'this tool is never offered: tools live in .hooksmith/tools';
  return folder === 'tools' && makers.has(maker)
    ? 'this hook never runs: hooks and policies live in .hooksmith/hooks'
    : undefined;
}

/** Only of `hook`: no tools, or no agents, given at all means every one. */
function emptyFilter(file: HookSource, { maker, call }: FoundDefinition): ts.Node | undefined {
  const events = maker === 'hook' ? call.arguments[0] : undefined;
  return events && file.words(events)?.length === 0 ? events : undefined;
}

/** Where its value goes: to an export, to what it is handed to, or nowhere. */
function whyLost(
  file: HookSource,
  call: ts.CallExpression,
  name: string,
): { node: ts.Node; why: string; fix?: ReturnType<typeof insert> } | undefined {
  const { compiler } = file;
  let at: ts.Node = call;
  while (isTransparent(compiler, at.parent)) at = at.parent;
  const { parent } = at;
  if (compiler.isExpressionStatement(parent) && parent.parent === file.source)
    return {
      node: call,
      why: 'it is not exported',
      fix: insert(parent.getStart(), file.isScript ? `exports.${name} = ` : `export const ${name} = `, 'Export it'),
    };
  if (!compiler.isVariableDeclaration(parent) || !compiler.isIdentifier(parent.name)) return undefined;
  const statement = parent.parent.parent;
  if (!compiler.isVariableStatement(statement) || statement.parent !== file.source) return undefined;
  const isExported = statement.modifiers?.some(({ kind }) => kind === compiler.SyntaxKind.ExportKeyword);
  if (isExported || isUsed(file, parent.name)) return undefined;
  return {
    node: parent.name,
    why: `${parent.name.text} is not exported`,
    fix: file.isScript
      ? insert(parent.initializer!.getStart(), `exports.${parent.name.text} = `, 'Export it')
      : insert(statement.getStart(), 'export ', 'Export it'),
  };
}

/** Of what is exported by name within an object, a map or a set, which registration refuses, unless it is exported by itself as well. */
function holderOf(file: HookSource, call: ts.CallExpression): string | undefined {
  const { compiler, source } = file;
  // A helper's object may be taken apart by who imports it.
  if (posix.basename(source.fileName).startsWith('_')) return undefined;
  let at: ts.Node = call;
  let isHeld = false;
  for (; ; at = at.parent) {
    const { parent } = at;
    const isCollection =
      compiler.isNewExpression(parent) &&
      compiler.isIdentifier(parent.expression) &&
      ['Map', 'Set'].includes(parent.expression.text);
    if (isCollection || compiler.isObjectLiteralExpression(parent)) isHeld = true;
    else if (!isTransparent(compiler, parent) && !(compiler.isPropertyAssignment(parent) && parent.initializer === at)) break;
  }
  const { parent } = at;
  if (!isHeld) return undefined;
  if (!compiler.isVariableDeclaration(parent) || !compiler.isIdentifier(parent.name)) return undefined;
  const statement = parent.parent.parent;
  const isExported =
    compiler.isVariableStatement(statement) &&
    statement.parent === source &&
    statement.modifiers?.some(({ kind }) => kind === compiler.SyntaxKind.ExportKeyword);
  return isExported && !isUsed(file, parent.name)
    ? 'it stands in an object, where nobody looks for it: export it by itself, or in an array'
    : undefined;
}

/** What a value stands in and is registered all the same. */
const isTransparent = (compiler: TypeScript, node: ts.Node): boolean =>
  compiler.isParenthesizedExpression(node) ||
  compiler.isAsExpression(node) ||
  compiler.isSatisfiesExpression(node) ||
  compiler.isArrayLiteralExpression(node);

/** Somebody reads it: an export list, a group, a helper. */
export function isUsed(file: HookSource, name: ts.Identifier): boolean {
  let isUsed = false;
  file.each(file.source, (node) => {
    if (file.compiler.isIdentifier(node) && node !== name && node.text === name.text) isUsed = true;
  });
  return isUsed;
}

/** Of a file that is not loaded, and that none takes which is. */
export function notLoaded(file: HookSource, report: Report): void {
  const why = whyNotLoaded(file.source.fileName.split('/.hooksmith/').at(-1)!.split('/'));
  for (const { maker, call } of file.definitions)
    if (makers.has(maker) || maker === 'defineTool')
      report('never-runs', 'warning', call, `this ${maker === 'defineTool' ? 'tool' : 'hook'} never runs: ${why}`);
}

/** By the names of the path. */
function whyNotLoaded(names: readonly string[]): string {
  const at = names.findLastIndex((name) => name.startsWith('_'));
  const unless = 'no file that is imports this one';
  if (at === names.length - 1) return `files whose name begins with _ are not loaded, and ${unless}`;
  if (at >= 0) return `files in a folder whose name begins with _ are not loaded, and ${unless}`;
  if (/\.(c[jt]s|[jt]sx)$/.test(names.at(-1)!))
    return 'hook files end in .ts, .mts, .js or .mjs, and no file that is loaded imports this one';
  return 'hook files live in .hooksmith/hooks, tools in .hooksmith/tools';
}

/** Files beside that a file takes from, without their endings. */
export function imported(compiler: TypeScript, source: ts.SourceFile): string[] {
  return source.statements.flatMap((statement) => {
    const isFrom = compiler.isImportDeclaration(statement) || compiler.isExportDeclaration(statement);
    const from = isFrom ? statement.moduleSpecifier : undefined;
    if (!from || !compiler.isStringLiteral(from) || !from.text.startsWith('.')) return [];
    return [withoutEnding(posix.join(posix.dirname(source.fileName), from.text))];
  });
}

export const withoutEnding = (path: string): string => path.replace(sourceEnding, '');
