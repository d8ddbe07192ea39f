/**
 * What templates of the views name as text: elements, attributes, properties and events of elements, classes, icons. Neither the compiler nor the browser has
 * a word for one that is misspelt: nothing is drawn, styled or heard.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { root } from '../fixtures/core';
import { sources } from './sources';

const folder = join(root, 'src', 'view');
const icons = new Set(
  readFileSync(join(root, 'node_modules', '@vscode', 'codicons', 'dist', 'codicon.css'), 'utf8')
    .match(/\.codicon-[\w-]+/g)!
    .map((name) => name.slice('.codicon-'.length)),
);

/** By element what the DOM knows of it: properties as they are written, and `onclick` as its events. */
function domNames(): (tag: string) => ReadonlySet<string> | undefined {
  const name = join(folder, 'planted.d.ts');
  const host = ts.createCompilerHost({});
  const { getSourceFile } = host;
  host.getSourceFile = (file, ...rest) =>
    file === name
      ? ts.createSourceFile(file, 'type Tags = HTMLElementTagNameMap; declare const tags: Tags;', ts.ScriptTarget.ES2022)
      : getSourceFile.call(host, file, ...rest);
  const program = ts.createProgram([name], { lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'], types: [] }, host);
  const checker = program.getTypeChecker();
  const tags = checker.getTypeAtLocation(program.getSourceFile(name)!.statements[0]!);
  const known = new Map<string, ReadonlySet<string>>();
  return (tag) => {
    const symbol = tags.getProperty(tag.startsWith('hooksmith-') ? 'div' : tag);
    if (!symbol) return undefined;
    if (!known.has(tag))
      known.set(
        tag,
        new Set(
          checker
            .getTypeOfSymbol(symbol)
            .getProperties()
            .map((one) => one.name),
        ),
      );
    return known.get(tag);
  };
}

/** Attributes whose property has another name, or none that the typings of the DOM know. */
const otherwise = new Map([
  ['class', 'className'],
  ['for', 'htmlFor'],
]);
const referring = ['aria-controls', 'aria-describedby', 'aria-activedescendant'];

interface Odd {
  /** Below `src`. */
  file: string;
  /** Of the template, 1-based. */
  line: number;
  text: string;
}

/** What of the views' templates, styles and queries nothing else knows. */
export function oddTemplates(planted: ReadonlyMap<string, string>): Odd[] {
  const program = sources(planted);
  const checker = program.getTypeChecker();
  const dom = domNames();
  const odd: Odd[] = [];
  const tell = (node: ts.Node, text: string) => {
    const file = node.getSourceFile();
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    odd.push({ file: relative(join(root, 'src'), file.fileName).replaceAll('\\', '/'), line, text });
  };

  /** Every text that an expression may come to; undefined where it may be any. */
  const textsOf = (node: ts.Expression): string[] | undefined => {
    const type = checker.getTypeAtLocation(node);
    const types = type.isUnion() ? type.types : [type];
    return types.every((one) => one.isStringLiteral()) ? types.map((one) => (one as ts.StringLiteralType).value) : undefined;
  };
  /** The same of what stands between quotes, with the texts around each part. */
  const wordings = (parts: readonly (string | ts.Expression)[]): (string | undefined)[] =>
    parts.reduce<(string | undefined)[]>(
      (begun, part) => {
        const more = typeof part === 'string' ? [part] : (textsOf(part) ?? [undefined]);
        return begun.flatMap((one) => more.map((text) => (one === undefined || text === undefined ? undefined : one + text)));
      },
      [''],
    );

  const written = new Map<string, ts.Node>();
  /** Written out where they are, so that somebody means each of them. */
  const meant = new Set<string>();
  const styled = new Map<string, ts.Node>();
  const asked = new Map<string, ts.Node>();
  const defined = new Map<string, ReadonlySet<string>>();
  const used: { tag: string; node: ts.Node; names: string[] }[] = [];
  const write = (node: ts.Node, words: string, isMeant: boolean) => {
    for (const word of words.split(/\s+/).filter(Boolean)) {
      if (!written.has(word)) written.set(word, node);
      if (isMeant) meant.add(word);
    }
  };
  const classesIn = (selector: string) =>
    [...selector.replace(/"[^"]*"|\$\{[^}]*\}/g, '').matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name]) => name!);
  const isWrittenOut = (part: string | ts.Expression): boolean =>
    typeof part === 'string' ||
    ts.isStringLiteral(part) ||
    (ts.isConditionalExpression(part) && isWrittenOut(part.whenTrue) && isWrittenOut(part.whenFalse));

  const template = (node: ts.TaggedTemplateExpression) => {
    const { template: given } = node;
    const spans = ts.isTemplateExpression(given) ? given.templateSpans : undefined;
    const values = [...(spans ?? [])].map(({ expression }) => expression);
    const text = ts.isTemplateExpression(given)
      ? given.head.text + given.templateSpans.map(({ literal }, at) => `§${at}§${literal.text}`).join('')
      : given.text;
    const parts = (value: string) =>
      value.split(/(§\d+§)/).map((part) => (part.startsWith('§') ? values[Number(part.slice(1, -1))]! : part));
    for (const [, tag = '', attributes = ''] of text.matchAll(
      /<([a-z][\w-]*)((?:\s+[^\s=<>"/]+(?:=(?:"[^"]*"|[^\s">]+))?)*)\s*\/?>/g,
    )) {
      const known = dom(tag);
      if (!known) {
        tell(node, `<${tag}>`);
        continue;
      }
      const lower = new Set([...known].map((name) => name.toLowerCase()));
      const own: string[] = [];
      for (const [, name = '', quoted, plain] of attributes.matchAll(/([^\s=<>"]+)(?:=(?:"([^"]*)"|([^\s">]+)))?/g)) {
        const value = quoted ?? plain ?? '';
        if (name.startsWith('§')) continue;
        if (name.startsWith('.')) {
          if (!known.has(name.slice(1))) own.push(name.slice(1));
        } else if (name.startsWith('@')) {
          if (!lower.has(`on${name.slice(1)}`) && !/^@focus(?:in|out)$/.test(name)) tell(node, `<${tag} ${name}>`);
        } else {
          const plainName = name.replace(/^\?/, '');
          const property = otherwise.get(plainName) ?? plainName.replaceAll('-', '').toLowerCase();
          if (tag.startsWith('hooksmith-') && !plainName.includes('-') && !lower.has(plainName)) own.push(plainName);
          else if (!/^data-[a-z-]+$/.test(plainName) && !referring.includes(plainName) && !lower.has(property.toLowerCase()))
            tell(node, `<${tag} ${name}>`);
        }
        if (name !== 'class') continue;
        for (const word of value.split(/\s+/)) {
          const given = parts(word);
          for (const one of wordings(given))
            if (one !== undefined) write(node, one, given.every(isWrittenOut));
            else if (word.startsWith('codicon-')) tell(node, 'an icon of any name');
        }
      }
      if (tag.startsWith('hooksmith-')) used.push({ tag, node, names: own });
      else for (const name of own) tell(node, `<${tag} .${name}>`);
    }
  };

  const look = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node)) {
      if (node.tag.getText() === 'html') template(node);
      else if (node.tag.getText() === 'css')
        for (const [, selector = ''] of node.template
          .getText()
          .replace(/\/\*[\s\S]*?\*\//g, '')
          .matchAll(/([^{};]+)\{/g))
          for (const name of classesIn(selector)) styled.set(name, styled.get(name) ?? node);
    } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression } = node.expression;
      const [first, second] = node.arguments;
      if (/^(?:querySelector(?:All)?|closest|matches)$/.test(name.text) && first)
        for (const one of classesIn(first.getText())) asked.set(one, node);
      else if (expression.getText().endsWith('classList') && first && ts.isStringLiteral(first)) {
        if (name.text === 'contains') asked.set(first.text, node);
        else write(node, first.text, true);
      } else if (node.expression.getText() === 'customElements.define' && first && second) {
        const declaration = checker.getSymbolAtLocation(second)?.valueDeclaration as ts.ClassDeclaration;
        defined.set((first as ts.StringLiteral).text, new Set(declaration.members.map((member) => member.name?.getText() ?? '')));
      }
    } else if (ts.isBinaryExpression(node) && /\.className$/.test(node.left.getText()) && ts.isStringLiteral(node.right))
      write(node, node.right.text, true);
    ts.forEachChild(node, look);
  };
  const views = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(folder));
  for (const file of views) look(file);

  for (const { tag, node, names } of used) {
    const members = defined.get(tag);
    if (!members) tell(node, `<${tag}>`);
    for (const name of members ? names : []) if (!members!.has(name)) tell(node, `<${tag} .${name}>`);
  }
  const isOurs = (name: string) => !name.startsWith('vscode-') && !/^codicon(?:$|-)/.test(name);
  /** Such as are put together elsewhere, as those of colours. */
  const words = new Set(views.flatMap((file) => file.text.replace(/css`[^`]*`/g, '').match(/(?<=')[A-Za-z][\w-]*(?=')/g) ?? []));
  for (const [name, node] of styled)
    if (isOurs(name) && !written.has(name) && !words.has(name)) tell(node, `styles of no element: ${name}`);
  for (const [name, node] of asked) if (isOurs(name) && !written.has(name)) tell(node, `looked for, and of no element: ${name}`);
  for (const [name, node] of written) {
    const icon = /^codicon-(.+)/.exec(name)?.[1];
    if (icon === undefined) {
      if (isOurs(name) && meant.has(name) && !styled.has(name) && !asked.has(name))
        tell(node, `a class that nothing styles or looks for: ${name}`);
    } else if (!icons.has(icon) && !/^modifier-/.test(icon)) tell(node, `no icon: ${icon}`);
  }
  return odd;
}

/** Icons that texts for the editor name, as in `$(add)`, and that it has not. */
export const oddIcons = (text: string): string[] =>
  [...text.matchAll(/\$\(([a-z][a-z-]*)(?:~spin)?\)/g)].map(([, name]) => name!).filter((name) => !icons.has(name));
