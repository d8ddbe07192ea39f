/** What an editor could offer in a hook file where the cursor stands: the name of an event, of a tool, of an agent, or of an input's field. */
import type ts from 'typescript';
import { loadCompiler, type TypeScript } from './compiler';

export interface WordAt {
  kind: 'event' | 'tool' | 'agent' | 'field';
  /** For a field: the tools that the hook names, none where it names none. */
  tools: string[];
  /** Offsets of what stands there, quotes left out. */
  start: number;
  end: number;
  /** It stands in quotes already. */
  quoted: boolean;
}

export async function wordAt(source: string, file: string, offset: number): Promise<WordAt | undefined> {
  const compiler = await loadCompiler();
  const tree = compiler.createSourceFile(file, source, compiler.ScriptTarget.ES2022, true);
  const node = innermost(compiler, tree, offset);
  if (!node) return undefined;
  const call = callAround(compiler, node);
  if (!call) return undefined;
  const { maker, given } = call;
  const options = given.arguments.find((argument) => compiler.isObjectLiteralExpression(argument));
  const word = wordOf(compiler, node, offset);
  const tools = options ? textsOf(compiler, propertyOf(compiler, options as ts.ObjectLiteralExpression, 'tools')) : [];
  const place = pathTo(compiler, node, given);
  const made = (kind: WordAt['kind']): WordAt => ({ kind, tools, ...word });
  if (maker === 'hook' && place.join('.') === '0' && word.quoted) return made('event');
  const [at, field] = place;
  const isOptions = at !== undefined && given.arguments[Number(at)] === options;
  if (!isOptions) return undefined;
  if (field === 'tools' && word.quoted) return made('tool');
  if (field === 'agents' && word.quoted) return made('agent');
  return field === 'match' && place.length === 2 && !isValue(compiler, node) ? made('field') : undefined;
}

function innermost(compiler: TypeScript, tree: ts.SourceFile, offset: number): ts.Node | undefined {
  let found: ts.Node | undefined;
  const walk = (node: ts.Node): void => {
    if (node.getStart(tree) > offset || node.getEnd() < offset || node.kind === compiler.SyntaxKind.EndOfFileToken) return;
    found = node;
    compiler.forEachChild(node, walk);
  };
  walk(tree);
  return found;
}

function callAround(compiler: TypeScript, node: ts.Node): { maker: string; given: ts.CallExpression } | undefined {
  for (let at: ts.Node | undefined = node; at; at = at.parent) {
    // What a handler does is no business of its options.
    if (compiler.isFunctionLike(at)) return undefined;
    if (!compiler.isCallExpression(at)) continue;
    const callee = compiler.isPropertyAccessExpression(at.expression) ? at.expression.name : at.expression;
    const maker = compiler.isIdentifier(callee) ? callee.text : '';
    if (maker === 'hook' || maker === 'policy') return { maker, given: at };
  }
  return undefined;
}

/** The argument's index and the names of the properties below it. */
function pathTo(compiler: TypeScript, node: ts.Node, call: ts.CallExpression): string[] {
  const path: string[] = [];
  for (let at: ts.Node = node; at !== call; at = at.parent) {
    if (at.parent === call) path.unshift(String(call.arguments.indexOf(at as ts.Expression)));
    else if (compiler.isPropertyAssignment(at.parent) && at === at.parent.initializer) path.unshift(at.parent.name.getText());
  }
  return path;
}

/** The name of a property is what is written; its value is another matter. */
const isValue = (compiler: TypeScript, node: ts.Node): boolean =>
  compiler.isPropertyAssignment(node.parent) && node.parent.initializer === node && !compiler.isObjectLiteralExpression(node);

function wordOf(compiler: TypeScript, node: ts.Node, offset: number): Pick<WordAt, 'start' | 'end' | 'quoted'> {
  if (compiler.isStringLiteralLike(node)) {
    const [start, end] = [node.getStart() + 1, node.getEnd()];
    const isClosed = end - start > 0 && node.getSourceFile().text[end - 1] === node.getSourceFile().text[start - 1];
    return { start, end: isClosed ? end - 1 : end, quoted: true };
  }
  return compiler.isIdentifier(node)
    ? { start: node.getStart(), end: node.getEnd(), quoted: false }
    : { start: offset, end: offset, quoted: false };
}

function propertyOf(compiler: TypeScript, object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  const found = object.properties.find((property) => property.name?.getText() === name);
  return found && compiler.isPropertyAssignment(found) ? found.initializer : undefined;
}

function textsOf(compiler: TypeScript, node: ts.Expression | undefined): string[] {
  if (!node) return [];
  if (compiler.isStringLiteralLike(node)) return node.text === '' ? [] : [node.text];
  return compiler.isArrayLiteralExpression(node) ? node.elements.flatMap((element) => textsOf(compiler, element)) : [];
}
