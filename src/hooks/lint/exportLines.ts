/** Where each export of a hook file stands: what the tree, a diagnostic and a row of the timeline link to. */
import type { ParserPlugin, parse } from '@babel/parser';
import { once } from '../../shared/basics/once';

type Statement = ReturnType<typeof parse>['program']['body'][number];
type Expression = Extract<Statement, { type: 'ExpressionStatement' }>['expression'];
type Declaration = Extract<Statement, { type: 'VariableDeclaration' }>['declarations'][number];
type Pattern = Declaration['id'] | Extract<Declaration['id'], { type: 'ArrayPattern' }>['elements'][number];

/** It reads the same as the compiler that types hook files, which takes ten times as long to load, and is needed by no run. */
const loadParser = once(() => import('@babel/parser'));

/**
 * 1-based lines by export name, in the order of the source; `default` for the default export. What is exported under another name counts where it is
 * declared; what another module is asked for (`export *`) has no line here. What a script assigns to `exports` counts as well. None of a text that
 * cannot be read.
 */
export async function exportLines(source: string, file = 'hook.ts'): Promise<[name: string, line: number][]> {
  if (!source.includes('export')) return [];
  const { parse } = await loadParser();
  let statements: readonly Statement[];
  try {
    statements = parse(source, { sourceType: 'module', errorRecovery: true, plugins: languageOf(file) }).program.body;
  } catch {
    return [];
  }
  const declared = new Map<string, number>();
  for (const statement of statements)
    for (const [name, line] of declaredBy('declaration' in statement ? statement.declaration : statement))
      if (!declared.has(name)) declared.set(name, line);
  return statements.flatMap((statement): [string, number][] => {
    if (statement.type === 'ExpressionStatement') return assignedBy(statement.expression, declared);
    if (statement.type === 'ExportDefaultDeclaration' || statement.type === 'TSExportAssignment')
      return [['default', lineOf(statement)]];
    if (statement.type !== 'ExportNamedDeclaration' || statement.exportKind === 'type') return [];
    const listed = statement.specifiers.flatMap((specifier): [string, number][] => {
      if (specifier.type === 'ExportSpecifier' && specifier.exportKind === 'type') return [];
      const name = specifier.exported.type === 'Identifier' ? specifier.exported.name : specifier.exported.value;
      const local = specifier.type === 'ExportSpecifier' && !statement.source ? declared.get(specifier.local.name) : undefined;
      return [[name, local ?? lineOf(specifier)]];
    });
    return [...declaredBy(statement.declaration), ...listed];
  });
}

/** `exports.name = …` and `module.exports = …`, several in a row included; of an object, what it holds. */
function assignedBy(node: Expression, declared: ReadonlyMap<string, number>): [name: string, line: number][] {
  if (node.type !== 'AssignmentExpression') return [];
  const { left, right } = node;
  const rest = assignedBy(right, declared);
  if (left.type !== 'MemberExpression') return rest;
  const lineOfValue = (value: Named, at: Named) =>
    (value.type === 'Identifier' ? declared.get(textOf(value)) : undefined) ?? lineOf(at);
  if (isModuleExports(left) && right.type === 'ObjectExpression')
    return right.properties.flatMap((part): [string, number][] =>
      part.type === 'SpreadElement' || part.computed
        ? []
        : [[textOf(part.key), lineOfValue(part.type === 'ObjectProperty' ? part.value : part, part)]],
    );
  const isExports = isNamed(left.object, 'exports') || isModuleExports(left.object);
  const name = isModuleExports(left) ? 'default' : isExports && isPlain(left) ? textOf(left.property) : undefined;
  return name === undefined ? rest : [[name, lineOfValue(right, left)], ...rest];
}

/** Of the parser's nodes, what is asked here. */
interface Named {
  type: string;
  name?: unknown;
  value?: unknown;
  loc?: { start: { line: number } } | null;
}
const isNamed = (node: Named, name: string): boolean => node.type === 'Identifier' && node.name === name;
const isModuleExports = (node: Expression): boolean =>
  node.type === 'MemberExpression' && isNamed(node.object, 'module') && isPlain(node) && textOf(node.property) === 'exports';
const isPlain = ({ computed, property }: { computed?: boolean; property: Named }): boolean =>
  !computed || property.type === 'StringLiteral';
const textOf = (key: Named): string => String(key.type === 'Identifier' ? key.name : key.value);

/** Names that are there at run time, with their lines. */
function declaredBy(node: { type: string } | null | undefined): [name: string, line: number][] {
  const statement = node as Statement | null | undefined;
  switch (statement?.type) {
    case 'VariableDeclaration':
      return statement.declare ? [] : statement.declarations.flatMap(({ id }) => bound(id));
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
    case 'TSEnumDeclaration':
      return statement.declare || !statement.id ? [] : bound(statement.id);
    default:
      return [];
  }
}

/** Of a pattern, all names that it takes apart. */
function bound(pattern: Pattern): [name: string, line: number][] {
  switch (pattern?.type) {
    case 'Identifier':
      return [[pattern.name, lineOf(pattern)]];
    case 'ObjectPattern':
      return pattern.properties.flatMap((part) => bound((part.type === 'RestElement' ? part.argument : part.value) as Pattern));
    case 'ArrayPattern':
      return pattern.elements.flatMap((part) => bound(part));
    case 'AssignmentPattern':
      return bound(pattern.left as Pattern);
    case 'RestElement':
      return bound(pattern.argument as Pattern);
    default:
      return [];
  }
}

const lineOf = ({ loc }: { loc?: { start: { line: number } } | null }): number => loc?.start.line ?? 1;

function languageOf(file: string): ParserPlugin[] {
  const isTyped = /\.[cm]?tsx?$/.test(file);
  return [
    ...(isTyped ? (['typescript', 'decorators-legacy'] as const) : []),
    ...(/\.([cm]?js|jsx|tsx)$/.test(file) ? (['jsx'] as const) : []),
    'decoratorAutoAccessors',
    'explicitResourceManagement',
  ];
}
