/** What a file exports that is no hook: what stands in a list of hooks and is none, and a file that exports none at all. When it is loaded that is left out, in these words. */
import type ts from 'typescript';
import { noDefinition, nothingExported } from '../chain/registering/register';
import type { HookSource } from './definitions';
import type { LintRule, Report } from './rule';

/** Of an element, or of all in a list; `unsure` where only a run can tell. */
type Kind = 'hook' | 'unsure' | 'stranger';

export const noHooks: LintRule = (file, report) => {
  let isTold = false;
  for (const { name, value } of exportsOf(file)) {
    const list = file.resolved(value);
    if (!file.compiler.isArrayLiteralExpression(list)) continue;
    const elements = elementsOf(file, list, name === 'default' ? 'the default export' : name, name);
    // Other lists may be exported beside hooks.
    if (name !== 'default' && !elements.some(({ kind }) => kind === 'hook')) continue;
    isTold = true;
    for (const { kind, node, called } of elements)
      if (kind === 'stranger') report('never-runs', 'error', node, noDefinition(called));
  }
  if (!isTold) noneAtAll(file, report);
};

function noneAtAll(file: HookSource, report: Report): void {
  const { compiler, source } = file;
  const [first] = source.statements.filter((statement) => !compiler.isImportDeclaration(statement));
  const exported = exportedKinds(file);
  // What exports in the way of CommonJS is only known when it is loaded; a file that says nothing yet lacks nothing.
  if (!first || isCommonJs(file) || exported.some(({ kind }) => kind !== 'stranger')) return;
  const given = exported.find(({ name }) => name === 'default');
  if (given) report('never-runs', 'error', given.node ?? first, noDefinition('the default export'));
  // What it makes and does not export is told at its place.
  else if (file.definitions.length === 0)
    report('never-runs', 'warning', first, nothingExported(/\/\.hooksmith\/tools\//.test(source.fileName) ? 'tools' : 'hooks'));
}

function isCommonJs(file: HookSource): boolean {
  let isFound = false;
  file.each(file.source, (node) => {
    if (file.compiler.isIdentifier(node) && node.text === 'exports') isFound = true;
  });
  return isFound;
}

/** Of the values that it exports, wherever they are declared. */
function exportedKinds(file: HookSource): { name: string; kind: Kind; node?: ts.Node }[] {
  const { compiler, checker, source } = file;
  const module = checker.getSymbolAtLocation(source);
  return (module ? checker.getExportsOfModule(module) : []).flatMap((symbol) => {
    const target = symbol.flags & compiler.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const isKnown = target.declarations !== undefined;
    if (isKnown && !(target.flags & compiler.SymbolFlags.Value)) return [];
    const kind = isKnown ? kindOf(file, checker.getTypeOfSymbolAtLocation(target, source)) : 'unsure';
    return [{ name: symbol.name, kind, node: symbol.declarations?.find((one) => one.getSourceFile() === source) }];
  });
}

/** Those that the file itself declares. */
function exportsOf({ compiler, checker, source }: HookSource): { name: string; value: ts.Expression }[] {
  const module = checker.getSymbolAtLocation(source);
  return (module ? checker.getExportsOfModule(module) : []).flatMap((symbol) => {
    const target = symbol.flags & compiler.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const declared = target.declarations?.find((one) => one.getSourceFile() === source);
    const value =
      declared && compiler.isVariableDeclaration(declared)
        ? declared.initializer
        : declared && compiler.isExportAssignment(declared)
          ? declared.expression
          : undefined;
    return value ? [{ name: symbol.name, value }] : [];
  });
}

interface Element {
  kind: Kind;
  node: ts.Expression;
  called: string;
}

/** At any depth; places behind a spread are only known when the file is loaded. */
function elementsOf(file: HookSource, list: ts.ArrayLiteralExpression, title: string, name: string): Element[] {
  const { compiler, checker } = file;
  return list.elements.flatMap((node, index): Element[] => {
    const called = `element ${index} of ${title}`;
    if (compiler.isSpreadElement(node)) return [{ kind: kindOf(file, checker.getTypeAtLocation(node.expression)), node, called }];
    const value = file.resolved(node);
    const own = `${name}[${index}]`;
    return compiler.isArrayLiteralExpression(value)
      ? elementsOf(file, value, own, own)
      : [{ kind: kindOf(file, checker.getTypeAtLocation(value)), node, called }];
  });
}

function kindOf(file: HookSource, type: ts.Type): Kind {
  const { checker, compiler } = file;
  if (type.isUnion()) {
    const kinds = type.types.map((one) => kindOf(file, one));
    return kinds.find((kind) => kinds.every((other) => other === kind)) ?? 'unsure';
  }
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    const parts = checker.getTypeArguments(type as ts.TypeReference).map((part) => kindOf(file, part));
    return parts.find((kind) => kind !== 'hook') ?? 'hook';
  }
  if (type.flags & (compiler.TypeFlags.Undefined | compiler.TypeFlags.Null | compiler.TypeFlags.Void)) return 'stranger';
  const fields = checker.getPropertiesOfType(checker.getApparentType(type));
  if (fields.some(({ escapedName }) => isBrand.test(String(escapedName)))) return 'hook';
  // What nothing is known of may be anything.
  const isOpen = fields.length === 0 && type.getCallSignatures().length === 0;
  return isOpen ? 'unsure' : 'stranger';
}

/** As the compiler names the field by which what `hook`, `policy` and `defineTool` make is known. */
const isBrand = /^__@brand@/;
