/** What the reference tells of types: their members as they are written, with what their comments say. */
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../../fixtures/core';

export interface Member {
  name: string;
  optional: boolean;
  /** As it is written. */
  type: string;
  /** Its comment, in one line; '' where there is none. */
  doc: string;
}

const api = ['contexts', 'define', 'index'].map((name) => join(root, 'src', 'api', `${name}.ts`));
const payloads = join(root, 'src', 'shared', 'hooks', 'payloads.ts');
const program = ts.createProgram([...api, payloads], {
  strict: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
});
const checker = program.getTypeChecker();

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
const docOf = (symbol: ts.Symbol) => oneLine(ts.displayPartsToString(symbol.getDocumentationComment(checker)));

function declared(file: string, name: string): ts.Declaration {
  let found: ts.Declaration | undefined;
  const source = program.getSourceFile(join(root, 'src', `${file}.ts`));
  source?.forEachChild((node) => {
    if ((ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) && node.name.text === name) found = node;
  });
  if (!found) throw new Error(`src/${file}.ts has no type ${name}`);
  return found;
}

function memberOf(symbol: ts.Symbol): Member {
  const node = symbol.declarations?.[0];
  const written =
    node && ts.isPropertySignature(node) ? node.type?.getText() : node && ts.isMethodSignature(node) ? callOf(node) : undefined;
  return {
    name: symbol.name,
    optional: (symbol.flags & ts.SymbolFlags.Optional) !== 0,
    type: oneLine(written ?? checker.typeToString(checker.getTypeOfSymbol(symbol))),
    doc: docOf(symbol),
  };
}
const callOf = (node: ts.MethodSignature) => `(${node.parameters.map((one) => one.getText()).join(', ')})`;

const membersOfType = (type: ts.Type) => type.getProperties().map(memberOf);

/** Of a type, by the file of `src` that holds it. */
export const membersOf = (file: string, name: string): Member[] => membersOfType(checker.getTypeAtLocation(declared(file, name)));

/** Of one member of a type that maps names to types. */
export function membersAt(file: string, name: string, member: string): Member[] {
  const symbol = checker.getTypeAtLocation(declared(file, name)).getProperty(member);
  if (!symbol) throw new Error(`src/${file}.ts: ${name} has no ${member}`);
  return membersOfType(checker.getTypeOfSymbol(symbol));
}

/** What the module `hooksmith` exports that can be called, with each way to call it. */
export function functionsOfApi(): { name: string; calls: string[]; doc: string }[] {
  const source = program.getSourceFile(join(root, 'src', 'api', 'index.ts'))!;
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(source)!);
  return exported.flatMap((one) => {
    const symbol = one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one;
    const nodes = (symbol.declarations ?? []).filter(ts.isFunctionDeclaration);
    const overloads = nodes.filter((node) => !node.body);
    const calls = (overloads.length > 0 ? overloads : nodes).map(signatureOf);
    return calls.length > 0 ? [{ name: one.name, calls: [...new Set(calls)], doc: docOf(symbol) }] : [];
  });
}
const signatureOf = (node: ts.FunctionDeclaration) => `${node.name!.text}(${node.parameters.map(parameterOf).join(', ')})`;
/** What only the compiler needs, to find misspelt keys, says nothing to people. */
const parameterOf = (node: ts.ParameterDeclaration) =>
  /^(Strict|Exact)<|^[A-Z]( & Some<[A-Z]>)?$/.test(node.type?.getText() ?? '') ? node.name.getText() : oneLine(node.getText());
