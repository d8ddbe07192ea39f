/** Hooks that come after one that ends the chain whatever happens: their turn never comes. */
import type ts from 'typescript';
import { eventAliases } from '../../shared/hooks/points';
import type { TypeScript } from './compiler';
import type { FoundDefinition, HookSource } from './definitions';
import { decisionIn } from './lostDecisions';
import { numberIn } from './numbers';
import type { Report } from './rule';

interface Placed {
  file: HookSource;
  definition: FoundDefinition;
  events: string[];
  tools?: string[];
  priority: number;
}

const enders: ReadonlySet<string> = new Set(['deny', 'stop', 'fail']);
/** With one of these it does not see every call. */
const filters: readonly string[] = ['match', 'agents', 'shadow', 'enabled', 'inherit'];

/** Of one file: who switches a tool off by a file of its own means to. */
export function neverReached(file: HookSource, report: Report): void {
  const placed = file.definitions
    .flatMap((definition) => placeOf(file, definition))
    .map((one, index) => ({ ...one, index }))
    .sort((a, b) => b.priority - a.priority || a.index - b.index);
  for (const [index, later] of placed.entries()) {
    const ender = placed
      .slice(0, index)
      .find((one) => ends(one) && covers(one, later) && contains(scopeOf(file, one.definition.call), later.definition.call));
    if (!ender) continue;
    const { line } = file.source.getLineAndCharacterOfPosition(ender.definition.call.getStart());
    const why = `the hook in line ${line + 1} comes before it and ends the chain each time`;
    report('never-runs', 'warning', later.definition.call.expression, `this hook never runs: ${why}`);
  }
}

function placeOf(file: HookSource, definition: FoundDefinition): Placed[] {
  const { maker, events, options } = definition;
  const priority = numberIn(file, file.property(options, 'priority'));
  if (maker !== 'hook' || !events || priority === undefined) return [];
  const tools = file.property(options, 'tools');
  const named = file.words(tools)?.map(({ text }) => text.toLowerCase());
  if (tools && !named) return [];
  return [{ file, definition, priority, events: events.map(({ text }) => eventAliases.get(text) ?? text), tools: named }];
}

/** Its handler is nothing but a decision that ends the chain. */
function ends({ file, definition: { options, handler } }: Placed): boolean {
  if (!handler?.body || filters.some((name) => file.property(options, name))) return false;
  const { compiler } = file;
  const first = compiler.isBlock(handler.body) ? handler.body.statements[0] : handler.body;
  const value = first && compiler.isReturnStatement(first) ? first.expression : (first as ts.Expression | undefined);
  return value !== undefined && compiler.isExpression(value) && enders.has(decisionIn(file, value) ?? '');
}

/** All that is registered together with this: the file, or the branch, the function or the call that it stands in. */
function scopeOf(file: HookSource, from: ts.Node, depth = 4): ts.Node {
  const { compiler } = file;
  let at = from;
  while (at.parent) {
    const { parent } = at;
    if (depth === 0 || !handsOn(file, parent)) return at;
    at = parent;
    if (compiler.isVariableDeclaration(at) && !isExported(compiler, at))
      return widest(usesOf(file, at).map((use) => scopeOf(file, use, depth - 1))) ?? at;
  }
  return at;
}

/** What stands in these is there whenever they are. */
const handsOn = (file: HookSource, node: ts.Node): boolean => {
  const { compiler } = file;
  return (
    (compiler.isCallExpression(node) && file.makerOf(node.expression) === 'group') ||
    compiler.isParenthesizedExpression(node) ||
    compiler.isAsExpression(node) ||
    compiler.isSatisfiesExpression(node) ||
    compiler.isArrayLiteralExpression(node) ||
    compiler.isSpreadElement(node) ||
    compiler.isVariableDeclaration(node) ||
    compiler.isVariableDeclarationList(node) ||
    compiler.isVariableStatement(node) ||
    compiler.isExportSpecifier(node) ||
    compiler.isNamedExports(node) ||
    compiler.isExportDeclaration(node) ||
    compiler.isExportAssignment(node) ||
    compiler.isSourceFile(node)
  );
};

const isExported = (compiler: TypeScript, declared: ts.VariableDeclaration): boolean =>
  (compiler.getCombinedModifierFlags(declared) & compiler.ModifierFlags.Export) !== 0;

function usesOf(file: HookSource, declared: ts.VariableDeclaration): ts.Node[] {
  const uses: ts.Node[] = [];
  file.each(file.source, (node) => {
    if (file.compiler.isIdentifier(node) && node !== declared.name && file.declarationOf(node) === declared) uses.push(node);
  });
  return uses;
}

const widest = (nodes: readonly ts.Node[]): ts.Node | undefined =>
  nodes.reduce<ts.Node | undefined>((most, one) => (most && contains(most, one) ? most : one), undefined);

const contains = (outer: ts.Node, inner: ts.Node): boolean => inner.pos >= outer.pos && inner.end <= outer.end;

const covers = (ender: Placed, later: Placed): boolean =>
  later.events.every((event) => ender.events.includes(event)) &&
  (!ender.tools || later.tools?.every((tool) => ender.tools!.includes(tool)) === true);
