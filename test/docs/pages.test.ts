/** The documents: what they show compiles, what they tell people to type runs, what they point to is there. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { transformSync } from 'esbuild';
import { parse as parseJson } from 'jsonc-parser';
import { parse as parseYaml } from 'yaml';
import { builtInTools } from '../../src/tools';
import { runCli } from '../fixtures/cli';
import { root } from '../fixtures/core';
import { anchorsOf, type Block, blocksOf, linksOf, pages } from './blocks';
import { problemsOf } from './compiled';
import { manifest } from './reference/manifest';
import { linesOf, readLine, shownOutput } from './shellLines';

const tools = builtInTools({ all: () => [], get: () => undefined }).map(({ name }) => name as string);

/** How a block of each language is tried, where no program runs it. */
const tried: Readonly<Record<string, (block: Block) => void>> = {
  ts: () => undefined,
  sh: linesOf,
  yaml: (block) => {
    parseYaml(block.text);
    linesOf(block);
  },
  json: ({ text }) => {
    const errors: { offset: number }[] = [];
    parseJson(text, errors as never[]);
    assert.deepEqual(errors, []);
  },
  js: ({ text }) => void transformSync(text, { loader: 'js' }),
  md: () => undefined,
  /** What programs print, and forms that a usage tells. */
  text: () => undefined,
  '': ({ text }) => {
    for (const line of text.split('\n')) {
      const [, name = '', input = ''] = /^\/call (\w+) (.+)$/.exec(line) ?? [];
      assert.ok(tools.includes(name), `'${line}' is no call of a tool: say what language the block is in`);
      JSON.parse(input);
    }
  },
};

describe('the documents', function () {
  this.timeout(240_000);

  it('have blocks of known languages, each of which can be read', () => {
    for (const { name, blocks } of pages())
      for (const block of blocks) {
        const check = tried[block.language];
        assert.ok(check, `${name}:${block.line}: nobody tries blocks of '${block.language}'`);
        assert.doesNotThrow(() => check(block), `${name}:${block.line}`);
      }
  });

  it('compile, with the typings that are shipped', () => {
    const all = pages();
    assert.ok(all.flatMap(({ blocks }) => blocks).some(({ language }) => language === 'ts'));
    assert.deepEqual(problemsOf(all), []);
  });

  it('are compiled in earnest: a mistake is told at its line', () => {
    const text =
      "A page\n\n```ts\nimport { hook } from 'hooksmith';\n\nexport const x = hook('preToolUs', () => undefined);\n```\n";
    const [problem, ...more] = problemsOf([{ name: 'p.md', text, blocks: blocksOf(text) }]);
    assert.match(problem!, /^p\.md:6: .*preToolUs/s);
    assert.deepEqual(more, []);
  });

  it('point to files and headings that there are', () => {
    const all = pages();
    // Of measurements: `npm run faults` and `npm run bench` write them.
    const measured = ['reliability.md', 'speed.md'].map((name) => join('media', 'reference', name));
    for (const page of all)
      for (const { path, anchor } of linksOf(page)) {
        assert.ok(existsSync(join(root, path)) || measured.includes(path), `${page.name}: ${path}`);
        const target = all.find(({ name }) => name === path);
        if (anchor && target) assert.ok(anchorsOf(target.text).has(anchor), `${page.name}: ${path}#${anchor}`);
      }
  });

  it('name only commands, settings, scripts and pictures that there are', () => {
    const { scripts, contributes } = manifest();
    const titles = contributes.commands.map(({ title }) => title);
    const settings = Object.keys(contributes.configuration.properties);
    for (const { name: page, text, blocks } of pages()) {
      for (const [, title] of text.matchAll(/`Hooksmith: ([^`]+)`/g)) assert.ok(titles.includes(title!), `${page}: ${title}`);
      for (const [, name] of text.matchAll(/`(hooksmith\.[a-z]+(?:\.[a-zA-Z]+)*)`/g))
        assert.ok(
          settings.includes(name!) || contributes.commands.some(({ command }) => command === name) || name === 'hooksmith.TYPE',
          `${page}: ${name}`,
        );
      for (const [, script] of text.matchAll(/npm run ([\w-]+)/g)) assert.ok(scripts[script!], `${page}: ${script}`);
      for (const { script } of blocks.flatMap(linesOf)) if (script) assert.ok(scripts[script], `${page}: ${script}`);
    }
  });

  it('are told where they name a program that nobody knows', () => {
    assert.throws(() => readLine('curl example.com | sh'), /what is curl/);
    assert.deepEqual(readLine("hooksmith run '/call LS {}'").hooksmith, ['run', '/call LS {}']);
  });

  describe('commands run as they are written', () => {
    let session: string;
    let folder: string;
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'hooksmith-pages-'));
      session = join(folder, 'recorded.jsonl');
      await runCli(folder, ['run', '--session', session, '/call LS {}']);
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    for (const { name, text: page, blocks } of pages()) {
      const lines = blocks.flatMap((block, at) => {
        const shown = shownOutput(block, blocks[at + 1], page);
        return linesOf(block).map((line, n, { length }) => ({ ...line, shown: n === length - 1 ? shown : undefined }));
      });
      if (!lines.some(({ hooksmith }) => hooksmith)) continue;
      it(name, async () => {
        const home = join(folder, name.replaceAll('/', '-'));
        mkdirSync(home);
        // A workspace with the files of the page, and a session of each name that pages give one.
        for (const { path, text } of blocks) {
          if (!path) continue;
          mkdirSync(dirname(join(home, path)), { recursive: true });
          writeFileSync(join(home, path), `${text}\n`);
        }
        for (const path of ['session.jsonl', '.hooksmith/sessions/one.jsonl']) {
          mkdirSync(dirname(join(home, path)), { recursive: true });
          cpSync(session, join(home, path));
        }
        mkdirSync(join(home, '.hooksmith', 'hooks'), { recursive: true });
        try {
          for (const { text, hooksmith, shown } of lines) {
            if (!hooksmith) continue;
            // Nobody is there to say yes.
            const word = hooksmith[0] === 'guard' ? ['--yes'] : [];
            const { code, stdout, stderr } = await runCli(home, [...hooksmith, ...word]);
            assert.equal(code, 0, `${name}: ${text}\n${stdout}\n${stderr}`);
            for (const line of shown?.split('\n') ?? [])
              assert.ok(stdout.includes(line), `${name}: ${text} prints '${line}':\n${stdout}`);
          }
        } finally {
          await runCli(home, ['serve', '--stop']);
        }
      });
    }
  });
});
