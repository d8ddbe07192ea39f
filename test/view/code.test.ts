import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeThemeFor, codeThemes } from '../../src/shared/views/codeThemes';
import { useLab } from './lab';
import type { ViewPage } from './page';
import { Stream, sessionOf } from './samples';
import type { ThemeName } from './themes';

const root = process.env.HOOKSMITH_ROOT ?? process.cwd();
const ts = '```ts\nexport const answer: number = 42; // the answer\nconst name = "Deep Thought";\n```';

describe('code blocks', function () {
  this.timeout(30_000);
  const lab = useLab();
  let view: ViewPage;
  const open = async (markdown: string, theme: ThemeName = 'dark', codeTheme = 'auto') => {
    view = await lab.open('chat', { theme });
    await view.send(sessionOf([new Stream().assistant(markdown)], false, { codeTheme }));
    return view.page;
  };
  /** Waits until the word has a class of its own, and gives its colour. */
  const ink = async (word: string) => {
    const span = view.page.locator('hooksmith-code code span span', { hasText: new RegExp(`^${word}$`) }).first();
    await span.waitFor();
    return span.evaluate((node) => getComputedStyle(node).color);
  };
  /** Takes another code theme, and waits until no line is drawn in the one before. */
  const colourAnew = async (codeTheme: string) => {
    await view.page.evaluate(() => {
      for (const line of document.querySelectorAll('hooksmith-code code > span'))
        (line as unknown as { old: boolean }).old = true;
    });
    await view.send(sessionOf([new Stream().assistant(ts)], false, { codeTheme }));
    await view.page.waitForFunction(() => {
      const lines = [...document.querySelectorAll('hooksmith-code code > span')];
      return lines.length > 0 && lines.every((line) => !(line as unknown as { old?: boolean }).old);
    });
  };
  const background = () =>
    view.page
      .locator('hooksmith-code pre')
      .first()
      .evaluate((node) => getComputedStyle(node).backgroundColor);

  it('are coloured by their language, and read as they were written', async () => {
    const page = await open(ts);
    assert.notEqual(await ink('export'), await ink('"Deep Thought"'));
    assert.equal(
      await page.locator('hooksmith-code code').textContent(),
      'export const answer: number = 42; // the answer\nconst name = "Deep Thought";',
    );
    assert.equal(await background(), 'rgb(31, 31, 31)', 'the editor’s own background');
  });

  it('wrap the one line of a message, and keep the columns of what has several', async () => {
    const long = 'no '.repeat(200);
    const page = await open(`\`\`\`\n${long}\n\`\`\`\n\n\`\`\`\n${long}\n${long}\n\`\`\``);
    const scrolls = (n: number) =>
      page
        .locator('hooksmith-code pre')
        .nth(n)
        .evaluate((node) => node.scrollWidth > node.clientWidth);
    assert.equal(await scrolls(0), false);
    assert.equal(await scrolls(1), true);
  });

  it('stay plain where the language is unknown', async () => {
    const page = await open('```klingon\nQapla’ 42\n```\n\n```\nplain\n```\n\n```ts\nlet a = 1;\n```');
    await ink('let');
    assert.equal(await page.locator('hooksmith-code').first().locator('span span').count(), 0);
    assert.equal(await page.locator('hooksmith-code code').nth(1).textContent(), 'plain');
  });

  it('follow the editor’s theme by its name, also when it changes', async () => {
    const page = await open(ts);
    const neutral = await ink('export');
    await page.evaluate(() => {
      document.body.dataset.vscodeThemeId = 'Monokai';
    });
    await page.waitForFunction((before) => {
      const span = [...document.querySelectorAll('hooksmith-code code span span')].find((node) => node.textContent === 'export');
      return span && getComputedStyle(span).color !== before;
    }, neutral);
    assert.equal(await ink('export'), 'rgb(249, 49, 121)', 'Monokai’s, as bright as it takes to be read');
  });

  it('take the theme of the setting, its background too, and the next one at once', async () => {
    const page = await open(ts, 'dark', 'Dracula');
    await ink('export');
    assert.equal(await background(), 'rgb(40, 42, 54)');
    const { send } = view;
    await send(sessionOf([new Stream().assistant(ts)], false, { codeTheme: 'Solarized-light' }));
    await page.waitForFunction(
      () => getComputedStyle(document.querySelector('hooksmith-code pre')!).backgroundColor === 'rgb(253, 246, 227)',
    );
  });

  it('keep finished lines in their place while more streams in', async () => {
    view = await lab.open('chat');
    const delta = (text: string) => ({
      kind: 'delta' as const,
      runId: 'r1',
      branch: 'main',
      delta: { type: 'text' as const, text },
    });
    await view.send(sessionOf([new Stream().event('before_run')], true), {
      type: 'items',
      items: [delta('```ts\nconst first = /* open\nstill a comment */ 42\n')],
    });
    const { page } = view;
    await ink('const');
    await page.evaluate(() => {
      (document.querySelector('hooksmith-code code')!.firstElementChild as unknown as { kept: boolean }).kept = true;
    });
    await view.send({ type: 'items', items: [delta('let second')] });
    await view.send({ type: 'items', items: [delta(' = 1;\n')] });
    await page.waitForFunction(() => document.querySelector('hooksmith-code code')?.textContent?.includes('let second = 1;'));
    await ink('let');
    const kept = await page.evaluate(
      () => (document.querySelector('hooksmith-code code')!.firstElementChild as unknown as { kept?: boolean }).kept,
    );
    assert.equal(kept, true);
    const text = await page.locator('hooksmith-code code').textContent();
    assert.match(text ?? '', /^const first = \/\* open\nstill a comment \*\/ 42\nlet second = 1;/);
  });

  it('are coloured only near the reader', async () => {
    const stream = new Stream();
    view = await lab.open('chat');
    await view.send(sessionOf(Array.from({ length: 40 }, (_, i) => stream.assistant(`${ts.replace('answer', `answer${i}`)}`))));
    await ink('export');
    const coloured = await view.page
      .locator('hooksmith-code')
      .evaluateAll((all) => all.map((one) => one.querySelector('span span') !== null));
    assert.equal(coloured[0], false);
    assert.equal(coloured.at(-1), true);
  });

  for (const theme of ['dark', 'light', 'high-contrast'] as const) {
    it(`read well in the ${theme} theme, whatever the code theme`, async () => {
      await open(ts, theme);
      for (const name of ['auto', 'Dracula', 'GitHub Light', 'MagicWB (Amiga)', 'Zenburnesque']) {
        if (name !== 'auto') await colourAnew(name);
        await ink('export');
        const worst = await view.page.evaluate(() => {
          const parts = (text: string) => text.match(/\d+/g)!.slice(0, 3).map(Number);
          const light = (text: string) => {
            const [r, g, b] = parts(text).map((part) =>
              part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
            );
            return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
          };
          const pre = document.querySelector('hooksmith-code pre')!;
          const behind = light(getComputedStyle(pre).backgroundColor);
          return Math.min(
            ...[...pre.querySelectorAll('span')].map((span) => {
              const [low, high] = [light(getComputedStyle(span).color), behind].sort((a, b) => a - b) as [number, number];
              return (high + 0.05) / (low + 0.05);
            }),
          );
        });
        assert.ok(worst >= (theme === 'high-contrast' ? 6.9 : 4.45), `${name}: ${worst}`);
      }
    });
  }

  it('have a setting that offers each theme of monaco-themes, and a namesake for the editor’s', () => {
    const themes = join(root, 'node_modules/monaco-themes/themes');
    const names = Object.values(JSON.parse(readFileSync(join(themes, 'themelist.json'), 'utf8')) as Record<string, string>);
    assert.deepEqual([...codeThemes.keys()], names);
    for (const [name, shade] of codeThemes) {
      const { base } = JSON.parse(readFileSync(join(themes, `${name}.json`), 'utf8')) as { base: string };
      assert.equal(shade, base === 'vs' ? 'light' : 'dark', name);
    }
    const { contributes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    assert.deepEqual(contributes.configuration.properties['hooksmith.codeTheme'].enum, ['auto', ...names]);
    for (const [editor, shade, code] of [
      ['Default Dark Modern', 'dark', 'GitHub Dark'],
      ['Default Light Modern', 'light', 'GitHub Light'],
      ['Solarized Dark', 'dark', 'Solarized-dark'],
      ['Tomorrow Night Blue', 'dark', 'Tomorrow-Night-Blue'],
      ['Dracula Theme Soft', 'dark', 'Dracula'],
      ['GitHub Light Default', 'light', 'GitHub Light'],
      ['Monokai Dimmed', 'dark', 'Monokai'],
      ['Kimbie Dark', 'dark', 'GitHub Dark'],
    ] as const)
      assert.equal(codeThemeFor(editor, shade), code, editor);
  });
});
