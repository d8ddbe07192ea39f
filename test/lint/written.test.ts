/** What is written to a file, or printed for a program, is held to a type where it is made: a misspelt name there would be read as one that is missing. */
import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../fixtures/core';

/** Those that a value may be, or hold. */
const literalsIn = (node: ts.Node): ts.Node[] => {
  if (ts.isObjectLiteralExpression(node)) return [node];
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(literalsIn);
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(literalsIn);
  return ts.isParenthesizedExpression(node) || ts.isSpreadElement(node) ? literalsIn(node.expression) : [];
};

/** Lines on which a literal becomes JSON that no type holds. */
function loose(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const given = ts.isCallExpression(node) && node.expression.getText() === 'JSON.stringify' ? node.arguments[0] : undefined;
    for (const literal of given ? literalsIn(given) : [])
      found.push(`${file}:${source.getLineAndCharacterOfPosition(literal.getStart()).line + 1}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe('JSON that is written', () => {
  it('is found where no type holds it', () => {
    const text =
      'JSON.stringify({ a });\nJSON.stringify({ a } satisfies A);\nJSON.stringify(a);\nwrite(`${JSON.stringify({ a })}`);\nJSON.stringify(a ? b : [{ a }]);';
    assert.deepEqual(loose('planted', text), ['planted:1', 'planted:4', 'planted:5']);
  });

  it('is held to the type that it is read by', () => {
    const files = ['adapters', 'editor', 'guard', 'hooks/parent'].flatMap((room) =>
      readdirSync(join(root, 'src', room), { recursive: true, encoding: 'utf8' }).map((name) => `${room}/${name}`),
    );
    const sources = [...files.filter((name) => name.endsWith('.ts')), 'cli/runReport.ts', 'cli.ts'];
    assert.ok(sources.length > 200);
    assert.deepEqual(
      sources.flatMap((name) => loose(name, readFileSync(join(root, 'src', name), 'utf8'))),
      [],
    );
  });
});
