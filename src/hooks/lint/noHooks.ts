/** What stands in an exported list of hooks and is none: it would be left out when the file is loaded. */
import type ts from 'typescript';
import type { HookFile } from './definitions';
import type { Rule } from './rule';

/** Of an element, or of all in a list; `unsure` where only a run can tell. */
type Kind = 'hook' | 'unsure' | 'stranger';

export const noHooks: Rule = (file, report) => {
  for (const { name, value } of exportsOf(file)) {
    const list = file.resolved(value);
    if (!file.compiler.isArrayLiteralExpression(list)) continue;
    const elements = elementsOf(file, list, name === 'default' ? 'the default export' : name, name);
    // Other lists may be exported beside hooks.
    if (name !== 'default' && !elements.some(({ kind }) => kind === 'hook')) continue;
    for (const { kind, node, called } of elements)
      if (kind === 'stranger')
        report(
          'never-runs',
          'error',
          node,
          `${called} is no hook, policy or tool: make it with hook(…), policy(…) or defineTool(…)`,
        );
  }
};

/** Those that the file itself declares. */
function exportsOf({ compiler, checker, source }: HookFile): { name: string; value: ts.Expression }[] {
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
function elementsOf(file: HookFile, list: ts.ArrayLiteralExpression, title: string, name: string): Element[] {
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

function kindOf(file: HookFile, type: ts.Type): Kind {
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
