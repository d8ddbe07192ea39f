/** What the views' templates name is there: what they draw by a name that nothing has is missing without a word. */
import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../fixtures/core';
import { oddIcons, oddTemplates } from './templates';

const planted = join(root, 'src', 'view', 'planted.ts');
const plantedText = `
import { css, html, LitElement } from 'lit';
class Planted extends LitElement { text = ''; onSave = () => {}; }
customElements.define('hooksmith-planted', Planted);
export const styles = css\`
  .planted-row { margin: 0 } /* .planted-row: */
  .planted-rwo { margin: 0 } /* styles of no element: planted-rwo */
\`;
export const icon = (name: string, state: 'check' | 'chek', deep: 'planted-row' | 'planted-none') => [
  html\`<div class="planted-row \${deep}" data-key="x" aria-label=\${name} .onclick=\${icon}></div>\`,
  html\`<hooksmith-planted .text=\${name} .onSave=\${icon}></hooksmith-planted>\`,
  html\`<hooksmith-planted .txet=\${name}></hooksmith-planted>\`, // <hooksmith-planted .txet>
  html\`<hooksmith-plantd></hooksmith-plantd>\`, // <hooksmith-plantd>
  html\`<buton></buton>\`, // <buton>
  html\`<button aria-lable="x" ?disabled=\${false}></button>\`, // <button aria-lable>
  html\`<button ?disbled=\${false}></button>\`, // <button ?disbled>
  html\`<button @clik=\${icon}></button>\`, // <button @clik>
  html\`<input .vlaue=\${name} />\`, // <input .vlaue>
  html\`<p class=\${name ? 'planted-row' : 'planted-raw'}></p>\`, // a class that nothing styles or looks for: planted-raw
  html\`<i class="codicon codicon-chek"></i>\`, // no icon: chek
  html\`<i class="codicon codicon-chevron-\${name ? 'down' : 'dwon'}"></i>\`, // no icon: chevron-dwon
  html\`<i class="codicon codicon-\${name}"></i>\`, // an icon of any name
  document.querySelector('.planted-rows'), // looked for, and of no element: planted-rows
];
`;

describe('templates of the views', function () {
  this.timeout(180_000);
  let found: ReturnType<typeof oddTemplates>;
  before(() => {
    found = oddTemplates(new Map([[planted, plantedText]]));
  });

  it('are told of what they name and nothing has', () => {
    const expected = plantedText.split('\n').flatMap((line) => /\/\/ (.*)/.exec(line)?.[1] ?? []);
    const said = found.filter(({ file }) => file === 'view/planted.ts').map(({ text }) => text);
    assert.deepEqual(said.sort(), [...expected, 'styles of no element: planted-rwo'].sort());
  });

  it('name what there is', () => {
    assert.deepEqual(
      found.filter(({ file }) => file !== 'view/planted.ts').map(({ file, line, text }) => `${file}:${line} ${text}`),
      [],
    );
  });
});

describe('icons of the editor', () => {
  it('are there by the names that texts and the manifest give them', () => {
    assert.deepEqual(oddIcons('$(add) $(loading~spin) $(ad) $(check)'), ['ad']);
    const folder = join(root, 'src', 'editor');
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const texts = names.map((name) => readFileSync(join(folder, name), 'utf8'));
    assert.ok(texts.length > 100);
    assert.deepEqual([...texts, readFileSync(join(root, 'package.json'), 'utf8')].flatMap(oddIcons), []);
  });

  it('are of the list that is typed', () => {
    const list = readFileSync(join(root, 'src', 'shared', 'views', 'codicons.ts'), 'utf8');
    const names = [...list.matchAll(/'([\w-]+)'/g)].map(([, name]) => name!);
    assert.ok(names.length > 40);
    assert.deepEqual(oddIcons(names.map((name) => `$(${name})`).join(' ')), []);
  });
});
