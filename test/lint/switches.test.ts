/** A switch over a closed union of ours names all its members: a new one is never what it happened to fall through to. */
import { strict as assert } from 'node:assert';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { root } from '../fixtures/core';
import { sources } from './sources';

const planted = join(root, 'src', 'planted.ts');
const plantedText = `
import type { UnreadBy } from './shared/events/eventReaders';
import type { HookEvent } from './shared/events/events';
type Word = 'allow' | 'ask' | 'deny';
export function whole(word: Word): number {
  switch (word) { case 'allow': return 0; case 'ask': case 'deny': return 1; }
}
export function falls(word: Word): void {
  switch (word) { case 'deny': throw new Error('denied'); }
}
export function swallows(word: { word?: Word }): number {
  switch (word.word) { case undefined: return 0; case 'deny': return 1; default: return 2; }
}
export function narrowed(word: Word): number {
  if (word === 'ask') return 0;
  switch (word) { case 'allow': return 1; case 'deny': return 2; }
}
export function open(word: string): number {
  switch (word) { case 'allow': return 1; default: return 2; }
}
export function silent(event: HookEvent): void {
  switch (event.type) { case 'files_kept': return; default: event.type satisfies UnreadBy<'files'>; }
}
export function listed(word: Word): void {
  switch (word) { case 'deny': return; default: word satisfies 'ask' | 'allow'; }
}
export function vacuous(word: Word): void {
  switch (word) { case 'deny': return; default: word satisfies Exclude<Word, 'deny'>; }
}
export function another(word: Word, other: Word): void {
  switch (word) { case 'deny': return; default: other satisfies Word; }
}
`;

const isClosed = ({ flags }: ts.Type) => (flags & (ts.TypeFlags.Literal | ts.TypeFlags.Undefined | ts.TypeFlags.Null)) !== 0;

/** It ends in what the compiler holds: that the rest is of a type that says by itself what is in it. */
function holdsTheRest({ expression, caseBlock }: ts.SwitchStatement): boolean {
  const first = caseBlock.clauses.find(ts.isDefaultClause)?.statements[0];
  if (!first || !ts.isExpressionStatement(first) || !ts.isSatisfiesExpression(first.expression)) return false;
  const { expression: held, type } = first.expression;
  return held.getText() === expression.getText() && !/\bExclude\b/.test(type.getText());
}

describe('switches', function () {
  this.timeout(120_000);
  /** What each partial one lacks, by `file:function or line`. */
  const partial = new Map<string, string[]>();
  let seen = 0;

  before(() => {
    const program = sources(new Map([[planted, plantedText]]));
    const checker = program.getTypeChecker();
    const look = (node: ts.Node, source: ts.SourceFile, place: string): void => {
      const within =
        ts.isFunctionDeclaration(node) && node.name
          ? `${relative(root, source.fileName).replaceAll('\\', '/')}: ${node.name.text}`
          : place;
      if (ts.isSwitchStatement(node)) {
        seen++;
        const type = checker.getTypeAtLocation(node.expression);
        const members = type.isUnion() ? type.types : [type];
        const cases = node.caseBlock.clauses.filter(ts.isCaseClause).map((one) => checker.getTypeAtLocation(one.expression));
        const named = new Set(cases.map((one) => checker.typeToString(one)));
        const missing = members.map((one) => checker.typeToString(one)).filter((one) => !named.has(one));
        if (members.every(isClosed) && missing.length > 0 && !holdsTheRest(node)) {
          const { line } = source.getLineAndCharacterOfPosition(node.getStart());
          partial.set(
            source.fileName === planted ? within : `${relative(root, source.fileName).replaceAll('\\', '/')}:${line + 1}`,
            missing,
          );
        }
      }
      ts.forEachChild(node, (child) => look(child, source, within));
    };
    for (const source of program.getSourceFiles())
      if (!source.isDeclarationFile && !source.fileName.includes('node_modules')) look(source, source, '');
  });

  it('are found where they lack a member, by the types', () => {
    const found = [...partial]
      .filter(([place]) => place.startsWith('src/planted'))
      .map(([place, missing]) => [place.split(' ')[1], missing]);
    assert.deepEqual(found, [
      ['falls', ['"allow"', '"ask"']],
      ['swallows', ['"allow"', '"ask"']],
      ['vacuous', ['"allow"', '"ask"']],
      ['another', ['"allow"', '"ask"']],
    ]);
    assert.ok(seen > 60, `${seen} of them`);
  });

  it('over a closed union name all that is in it, or end in `satisfies` a type of the rest', () => {
    assert.deepEqual(
      [...partial]
        .filter(([place]) => !place.startsWith('src/planted'))
        .map(([place, missing]) => `${place} lacks ${missing.join(', ')}`),
      [],
    );
  });
});
