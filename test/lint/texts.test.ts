/** Texts for people that are translated: each is written out, and has a place for each value that it is given, and a value for each place. */
import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../fixtures/core';

let seen = 0;

/** What is wrong with the texts of a file. */
function oddTexts(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /(?:^|\.)l10n\.t$/.test(node.expression.getText())) {
      const [said, ...values] = node.arguments;
      const place = `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
      seen++;
      if (!said || !ts.isStringLiteral(said)) found.push(`${place} is not written out`);
      else if (!values.some(ts.isSpreadElement)) {
        const places = new Set([...said.text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
        const wanted = new Set(values.map((_, at) => String(at)));
        for (const name of new Set([...places, ...wanted]))
          if (!places.has(name) || !wanted.has(name!)) found.push(`${place} has {${name}} on one side alone`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe('texts that are translated', () => {
  it('are told where a value has no place, and a place no value', () => {
    const planted = `l10n.t('a {0} {1}', one, two);
vscode.l10n.t('a {0} {1}', one);
l10n.t('a {0}', one, two);
l10n.t('a {O}', one);
l10n.t(\`a \${one}\`);
l10n.t('a');`;
    assert.deepEqual(oddTexts('p', planted), [
      'p:2 has {1} on one side alone',
      'p:3 has {1} on one side alone',
      'p:4 has {O} on one side alone',
      'p:4 has {0} on one side alone',
      'p:5 is not written out',
    ]);
  });

  it('are whole', () => {
    seen = 0;
    const names = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    assert.deepEqual(
      names.flatMap((name) => oddTexts(name, readFileSync(join(root, 'src', name), 'utf8'))),
      [],
    );
    assert.ok(seen > 700, `${seen} of them`);
  });
});
