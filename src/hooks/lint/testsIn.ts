/** The tests that a file holds, as far as they are written out: suites and tests of `node:test`, by name and place. */
import type ts from 'typescript';
import { loadCompiler } from './compiler';

export interface FoundTest {
  name: string;
  /** 1-based. */
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  children: FoundTest[];
}

const makers: ReadonlySet<string> = new Set(['test', 'it', 'describe', 'suite']);

/** Names that are made when the file runs are left out: a run tells of those. */
export async function testsIn(source: string, file: string): Promise<FoundTest[]> {
  const compiler = await loadCompiler();
  const tree = compiler.createSourceFile(file, source, compiler.ScriptTarget.ES2022, true);
  const walk = (node: ts.Node, found: FoundTest[]): void => {
    let into = found;
    if (compiler.isCallExpression(node) && isTest(node.expression)) {
      const [name] = node.arguments;
      if (name && compiler.isStringLiteralLike(name)) {
        const [from, to] = [node.getStart(tree), node.getEnd()].map((at) => tree.getLineAndCharacterOfPosition(at));
        into = [];
        found.push({
          name: name.text,
          line: from!.line + 1,
          column: from!.character + 1,
          endLine: to!.line + 1,
          endColumn: to!.character + 1,
          children: into,
        });
      }
    }
    compiler.forEachChild(node, (child) => walk(child, into));
  };
  /** `test(…)`, `it.only(…)`, `t.test(…)`. */
  const isTest = (callee: ts.Expression): boolean => {
    if (compiler.isIdentifier(callee)) return makers.has(callee.text);
    if (!compiler.isPropertyAccessExpression(callee)) return false;
    if (/^(only|skip|todo)$/.test(callee.name.text)) return isTest(callee.expression);
    return (
      callee.name.text === 'test' &&
      compiler.isIdentifier(callee.expression) &&
      /^(t|ctx|context|test)$/.test(callee.expression.text)
    );
  };
  const tests: FoundTest[] = [];
  walk(tree, tests);
  return tests;
}
