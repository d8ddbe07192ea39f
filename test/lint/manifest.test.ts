/** The manifest and the code name the same things: what one names and the other has not is found as somebody clicks, or never. */
import { strict as assert } from 'node:assert';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import * as z from 'zod';
import { settingShapes, userOnly } from '../../src/editor/window/settingShapes';
import { providerOf } from '../../src/models/index';
import { root } from '../fixtures/core';

interface Pattern {
  pattern?: string;
  patternErrorMessage?: string;
}

interface Manifest {
  contributes: {
    commands: { command: string; icon: string }[];
    views: Record<string, { id: string }[]>;
    viewsContainers: Record<string, { id: string }[]>;
    viewsWelcome: { view: string; when?: string }[];
    menus: Record<string, { command: string; when?: string }[]>;
    keybindings: { command: string; when?: string }[];
    configuration: {
      properties: Record<string, Pattern & { scope?: string; enum?: string[]; default: unknown; items?: Pattern }>;
    };
    walkthroughs: { steps: { media: { svg: string }; completionEvents: string[] }[] }[];
    snippets: { path: string }[];
  };
}

/** Keys of the editor's own that our clauses ask for. */
const ofEditor = [
  ...['view', 'viewItem', 'webviewId', 'resourceScheme', 'editorReadonly', 'terminalTextSelected'],
  ...['isWorkspaceTrusted', 'workspaceFolderCount'],
];

const text = (path: string) => readFileSync(join(root, path), 'utf8');
const parsed = (path: string) => ts.createSourceFile(path, text(path), ts.ScriptTarget.ES2022, true);

function* within(node: ts.Node): Generator<ts.Node> {
  yield node;
  for (const child of node.getChildren()) yield* within(child);
}

/** The texts that a template can come to, where each part of it is one of two. */
function texts(node: ts.Expression): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [...texts(node.whenTrue), ...texts(node.whenFalse)];
  assert.ok(ts.isTemplateExpression(node), node.getText());
  return node.templateSpans.reduce(
    (begun, { expression, literal }) => begun.flatMap((one) => texts(expression).map((more) => `${one}${more}${literal.text}`)),
    [node.head.text],
  );
}

const ours = parsed('src/editor/window/ourCommands.ts');
/** Words of a union of `ourCommands.ts`, as far as it writes them out. */
const wordsOf = (...names: string[]): string[] =>
  names.flatMap((name) => {
    const alias = ours.statements.find((one) => ts.isTypeAliasDeclaration(one) && one.name.text === name);
    assert.ok(alias, name);
    return [...within(alias)].filter(ts.isStringLiteral).map((word) => word.text);
  });
const called = (name: string) => `hooksmith.${name}`;

/** What is wrong between the manifest and the code. */
function oddNames(manifest: Manifest, shown: string): string[] {
  const { commands, views, viewsContainers, viewsWelcome, menus, keybindings, configuration, walkthroughs, snippets } =
    manifest.contributes;
  const odd: string[] = [];
  const isIn = (known: readonly string[], what: string, names: Iterable<string>) => {
    for (const name of names) if (!known.includes(name)) odd.push(`${what}: ${name}`);
  };

  const palette = wordsOf('PaletteCommand').map(called);
  const registered = [...palette, ...wordsOf('EventCommand', 'LensCommand', 'TreeCommand', 'OfParts').map(called)];
  const offered = commands.map(({ command }) => command);
  isIn(registered, 'a command that nobody registers', offered);
  isIn(offered, 'a command of the palette that is not offered', palette);
  isIn(offered, 'a command of a menu or key that is not offered', [
    ...Object.values(menus).flatMap((items) => items.map(({ command }) => command)),
    ...keybindings.map(({ command }) => command),
  ]);
  const linked = [...shown.matchAll(/\(command:(hooksmith\.[\w.]+)/g)].map(([, name]) => name!);
  isIn([...registered, ...wordsOf('OurView').map((name) => `hooksmith.${name}.focus`)], 'a command behind a link', linked);

  const editor = readdirSync(join(root, 'src', 'editor'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => text(join('src', 'editor', name)));
  for (const word of wordsOf('OfParts'))
    if (!editor.some((one) => one.includes(`onCommand('hooksmith.${word}'`)))
      odd.push(`a command that no part registers: ${word}`);

  const viewIds = wordsOf('OurView').map(called);
  const contributed = Object.values(views).flatMap((list) => list.map(({ id }) => id));
  assert.deepEqual([...contributed].sort(), [...viewIds].sort());
  isIn(
    viewIds,
    'a view that welcomes',
    viewsWelcome.map(({ view }) => view),
  );
  isIn(
    Object.values(viewsContainers).flatMap((list) => list.map(({ id }) => id)),
    'a container',
    Object.keys(views),
  );

  const clauses = [
    ...Object.values(menus).flatMap((items) => items.map(({ when = '' }) => when)),
    ...[...viewsWelcome, ...keybindings].map(({ when = '' }) => when),
  ];
  const contexts = wordsOf('OurContext').map(called);
  const done = walkthroughs.flatMap(({ steps }) => steps.flatMap(({ completionEvents }) => completionEvents));
  const told = done.flatMap((one) => (one.startsWith('onContext:') ? [one.slice('onContext:'.length)] : []));
  const asked = new Set(told);
  const items = [...within(parsed('src/editor/hooks/hookItems.ts'))].flatMap((node) =>
    ts.isBinaryExpression(node) && node.left.getText() === 'item.contextValue' ? texts(node.right) : [],
  );
  assert.ok(items.length > 4);
  /** Keys of what a row of the timeline tells the menus. */
  const ofRows = [...within(parsed('src/view/timeline/timelineRow.ts'))].find(
    (node): node is ts.ObjectLiteralExpression =>
      ts.isObjectLiteralExpression(node) && node.properties.some(({ name }) => name?.getText() === 'webviewSection'),
  )!;
  const sections = ofRows.properties.flatMap((one) =>
    ts.isPropertyAssignment(one) && one.name.getText() === 'webviewSection' ? texts(one.initializer) : [],
  );
  const keys = [...contexts, ...ofEditor, ...ofRows.properties.map(({ name }) => name!.getText())];
  for (const clause of clauses)
    for (const part of clause.split(/&&|\|\|/).map((one) => one.trim().replace(/^!/, ''))) {
      if (part === '' || part === 'false' || part === 'true') continue;
      const [, key = '', sign = '', value = ''] = /^([\w.]+)(?:\s*(==|!=|=~)\s*(.+))?$/.exec(part) ?? [];
      isIn(keys, `what '${clause}' asks`, [key]);
      asked.add(key);
      if (sign === '=~') {
        const pattern = new RegExp(value.slice(1, -1));
        if (!items.some((item) => pattern.test(item))) odd.push(`no item is ${value}`);
      } else if (key === 'view' || key === 'webviewId') isIn(viewIds, clause, [value.replaceAll("'", '')]);
      else if (key === 'webviewSection') isIn(sections, clause, [value.replaceAll("'", '')]);
    }
  isIn(contexts, 'what a step of the walkthrough waits for', told);
  isIn([...asked], 'a context that nothing asks for', contexts);
  isIn(
    ['onContext', 'onCommand'],
    'an event that completes a step',
    done.map((one) => one.split(':')[0]!),
  );

  const { properties } = configuration;
  const settings = Object.keys(settingShapes).map(called);
  isIn(settings, 'a setting that nobody reads', Object.keys(properties));
  isIn(Object.keys(properties), 'a setting that is not offered', settings);
  for (const [name, shape] of Object.entries(settingShapes)) {
    const offer = properties[called(name)];
    if (!offer) continue;
    if ((offer.scope === 'application') !== userOnly.has(name as keyof typeof settingShapes)) odd.push(`who may set it: ${name}`);
    if (!(shape as z.ZodType).safeParse(offer.default).success && offer.default !== '' && offer.default !== 0)
      odd.push(`a default that is none: ${name}`);
    if (shape instanceof z.ZodEnum && String(shape.options) !== String(offer.enum)) odd.push(`other choices: ${name}`);
  }

  for (const path of [
    ...walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.svg)),
    ...snippets.map(({ path }) => path),
  ])
    if (!existsSync(join(root, path))) odd.push(`a file that is not there: ${path}`);
  return odd;
}

/** Settings that the texts of the sources name and the manifest has not. */
const oddMentions = (source: string): string[] => {
  const groups = new Set(Object.keys(settingShapes).flatMap((name) => (name.includes('.') ? [name.split('.')[0]!] : [])));
  return [...source.matchAll(/\bhooksmith\.((\w+)\.\w+)/g)].flatMap(([, name = '', group = '']) =>
    groups.has(group) && !(name in settingShapes) && name !== 'agui.token' ? [name] : [],
  );
};

const manifestText = text('package.json');
const nls = text('package.nls.json');

describe('the manifest', () => {
  it('and the code name the same commands, views, contexts, settings and files', () => {
    assert.deepEqual(oddNames(JSON.parse(manifestText) as Manifest, nls), []);
  });

  for (const [what, was, is, said] of [
    [
      'command',
      '"command": "hooksmith.compact",',
      '"command": "hooksmith.compat",',
      /nobody registers: hooksmith\.compat\n.*palette that is not offered: hooksmith\.compact/s,
    ],
    ['menu', '"when": "view == hooksmith.chat"', '"when": "view == hooksmith.chta"', /hooksmith\.chta/],
    ['context', '&& hooksmith.held"', '&& hooksmith.hold"', /asks: hooksmith\.hold/],
    ['context of an event', '&& hasToolCall"', '&& hasToolcall"', /asks: hasToolcall/],
    ['item', '/^hookFile\\\\.held/', '/^hookfile\\\\.held/', /no item is/],
    [
      'step',
      'onContext:hooksmith.didTurn',
      'onContext:hooksmith.didturn',
      /waits for: hooksmith\.didturn\n.*nothing asks for: hooksmith\.didTurn/s,
    ],
    [
      'setting',
      '"hooksmith.agui.port"',
      '"hooksmith.agui.prot"',
      /nobody reads: hooksmith\.agui\.prot\n.*not offered: hooksmith\.agui\.port/s,
    ],
    ['choice', '"acceptEdits",', '"acceptEdit",', /other choices: mode/],
    ['scope', '"scope": "application"', '"scope": "aplication"', /who may set it: /],
    ['default', '"default": "confined"', '"default": "confind"', /a default that is none: sandbox/],
    [
      'picture',
      'media/walkthrough/see.svg',
      'media/walkthrough/sea.svg',
      /a file that is not there: media\/walkthrough\/sea\.svg/,
    ],
    ['view that welcomes', '"view": "hooksmith.hooks"', '"view": "hooksmith.hoks"', /a view that welcomes: hooksmith\.hoks/],
  ] as const)
    it(`is told where it misspells a ${what}`, () => {
      assert.ok(manifestText.includes(was), was);
      assert.match(oddNames(JSON.parse(manifestText.replace(was, is)) as Manifest, nls).join('\n'), said);
    });

  it('is told where a link of its texts leads to no command', () => {
    assert.match(
      oddNames(JSON.parse(manifestText) as Manifest, nls.replace('command:hooksmith.newHook', 'command:hooksmith.newHok')).join(),
      /newHok/,
    );
  });

  it('has the settings that texts of the sources lead to', () => {
    assert.deepEqual(oddMentions("the setting hooksmith.openai.contextWindw, 'hooksmith.openai.baseUrl'"), [
      'openai.contextWindw',
    ]);
    const names = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    assert.deepEqual(
      names.flatMap((name) => oddMentions(text(join('src', name)))),
      [],
    );
  });

  it('refuses in the editor of settings what can be seen to be wrong, with words for it, and nothing that is taken', () => {
    const { properties } = (JSON.parse(manifestText) as Manifest).contributes.configuration;
    const addresses = ['localhost', 'ftp://example.com', 'http://'];
    const rules = ['', 'Bash(', 'Bash()', 'Bash( )', 'git push'];
    const wrong: Record<string, readonly string[]> = {
      'anthropic.baseUrl': addresses,
      'openai.baseUrl': addresses,
      'telemetry.endpoint': addresses,
      model: ['gpt-7', 'rehearsals', 'openai:'],
      'permissions.allow': rules,
      'permissions.ask': rules,
      'permissions.deny': rules,
      hookEnvironment: ['', 'A B', '1A'],
      sandboxHosts: ['', 'https://example.com', 'a b'],
      'webFetch.privateHosts': ['', '*', 'http://localhost:1'],
    };
    const right = [
      ...[
        '',
        'http://[::1]:8080',
        'https://user@example.com/v1?a=b',
        'HTTP://EXAMPLE.COM',
        'rehearsal',
        'script:/a b.json',
        'openai:qwen3:8b',
      ],
      ...['Read', 'mcp__*', 'Bash(a\nb (c) *)', 'Edit(src/**)', 'A_1', 'localhost:3000', '*.example.com:8', '*'],
    ];
    const takes: Record<string, (one: string) => boolean> = { model: (name) => name === '' || providerOf(name) !== undefined };
    const offers = Object.entries(properties).flatMap(([name, { items, ...own }]) =>
      own.pattern || items?.pattern ? [[name.replace('hooksmith.', ''), own.pattern ? own : items!, !own.pattern] as const] : [],
    );
    assert.deepEqual(offers.map(([name]) => name).sort(), Object.keys(wrong).sort());
    for (const [name, { pattern, patternErrorMessage }, isList] of offers) {
      const shape = settingShapes[name as keyof typeof settingShapes] as z.ZodType;
      const taken = takes[name] ?? ((one: string) => shape.safeParse(isList ? [one] : one).success);
      // As the editor reads it.
      const refused = (one: string) => !new RegExp(pattern!, 'u').test(one);
      assert.deepEqual(
        [...right.filter(taken).filter(refused), ...wrong[name]!.filter((one) => taken(one) || !refused(one))],
        [],
        name,
      );
      assert.match(patternErrorMessage ?? '', /^%.+%$/);
    }
  });

  it('uses texts that there are, and no others', () => {
    const used = [...manifestText.matchAll(/"%([\w.-]+)%"/g)].map(([, name]) => name!);
    const known = Object.entries(JSON.parse(nls) as Record<string, string>).filter(([, said]) => said !== '');
    assert.deepEqual([...new Set(used)].sort(), known.map(([name]) => name).sort());
  });
});
