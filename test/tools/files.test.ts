import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nearest } from '../../src/shared/basics/nearest';
import { applyChanges } from '../../src/tools/changes';
import { Core, SharedHost } from '../fixtures/core';
import { pictures } from '../fixtures/pictures';

describe('tools on files', () => {
  const host = new SharedHost();
  after(() => host.dispose());
  let core: Core;
  afterEach(() => core.stop());
  const start = async (files: Record<string, string>) => {
    core = await Core.start({ host, files, permissions: { mode: 'bypass' } });
  };
  const run = async (...calls: [name: string, input: object][]) => {
    for (const [name, input] of calls) await core.session.send(`/call ${name} ${JSON.stringify(input)}`);
    const settled = core.events.filter((event) => event.type === 'tool_settled').at(-1)!;
    return { outcome: settled.data?.outcome, text: String(settled.output), output: settled.output };
  };

  it('shows lines without their line ends, and says what it cut from a long one', async () => {
    await start({ 'a.txt': `one\r\n${'x'.repeat(2100)}\r\n` });
    const { text } = await run(['Read', { file_path: 'a.txt' }]);
    assert.match(text, /^ {5}1\tone\n {5}2\tx{2000}… \(100 more characters: use Bash with cut to see them\)$/);
  });

  it('shows an image as one', async () => {
    await start({ 'a.png': '\u0089PNG' });
    const { output } = await run(['Read', { file_path: 'a.png' }]);
    const [block] = output as { type: string; source: { media_type: string } }[];
    assert.deepEqual([block?.type, block?.source.media_type], ['image', 'image/png']);
  });

  it('shows an image as what it is, and what else is in a file that is called one as text', async () => {
    await start({ 'lfs.png': 'version https://git-lfs.github.com/spec/v1\n', 'empty.gif': '' });
    writeFileSync(join(core.folder, 'photo.png'), pictures.jpeg(1, 1));
    writeFileSync(join(core.folder, 'wide.jpg'), pictures.png(9000, 20));
    const { output } = await run(['Read', { file_path: 'photo.png' }]);
    assert.equal((output as { source: { media_type: string } }[])[0]?.source.media_type, 'image/jpeg');
    assert.match((await run(['Read', { file_path: 'lfs.png' }])).text, /1\tversion https:\/\/git-lfs/);
    assert.equal((await run(['Read', { file_path: 'empty.gif' }])).text, 'empty.gif is empty.');
    assert.match((await run(['Read', { file_path: 'wide.jpg' }])).text, /9000 × 20 pixels; a side may have 8000/);
  });

  it('does not wait for a pipe', async function () {
    if (process.platform === 'win32') this.skip();
    await start({});
    execFileSync('mkfifo', [join(core.folder, 'pipe')]);
    symlinkSync('/dev/zero', join(core.folder, 'zero'));
    assert.match((await run(['Read', { file_path: 'pipe' }])).text, /no regular file/);
    // In the place of what was judged, as of what is judged.
    for (const path of ['pipe', 'zero']) assert.match((await run(['Grep', { pattern: 'x', path }])).text, /no regular file/);
  });

  it('takes no file whole that is too long, and says what does', async () => {
    await start({});
    for (const [name, size] of [
      ['long.txt', 65 * 1024 ** 2],
      ['longer.txt', 10 * 1024 ** 3],
    ] as const) {
      writeFileSync(join(core.folder, name), '');
      truncateSync(join(core.folder, name), size);
    }
    for (const call of [
      ['Read', { file_path: 'long.txt' }],
      ['Write', { file_path: 'long.txt', content: '' }],
      ['Grep', { path: 'longer.txt', pattern: 'x' }],
    ] as [string, object][])
      assert.match((await run(call as never)).text, /long(er)?\.txt has more than \d+ bytes: look at a part of it with Bash/);
  });

  it('compares with a glob, and finds what is near a name, in bounded time', async () => {
    await start({ [`${'a'.repeat(200)}.ts`]: '', 'src/b.ts': '' });
    assert.match((await run(['Glob', { pattern: '*a*a*a*a*a*a*a*a*a*b' }])).text, /takes too long .* fewer stars/);
    assert.match((await run(['Glob', { pattern: '(a'.repeat(1000) }])).text, /more than 1000 characters/);
    assert.equal((await run(['Glob', { pattern: '**/[a-c].{ts,js}' }])).text, 'src/b.ts');
    nearest(
      'b'.repeat(250),
      Array.from({ length: 20_000 }, (_, n) => `${'c'.repeat(240)}${n}`),
    );
    nearest('b'.repeat(5_000_000), ['Bash', 'Read']);
    assert.deepEqual(nearest('raed', ['Bash', 'Read', 'ReadAll']), ['Read']);
    for (const name of ['', 'X1'])
      assert.deepEqual(nearest(name, ['LS', 'Bash']), [], 'what has no letter in common is not near');
  });

  it('goes on behind more than it may show at once', async () => {
    const long = 'x'.repeat(200);
    await start(
      Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`f${String(n).padStart(3, '0')}.txt`, `needle${long}`])),
    );
    const { text } = await run(['Grep', { pattern: 'needle', output_mode: 'content', offset: 249 }]);
    assert.equal(text, `f249.txt:1:needle${long}`);
  });

  it('counts what it does not show of many files', async () => {
    await start(
      Object.fromEntries(Array.from({ length: 450 }, (_, n) => [`d/f${String(n).padStart(3, '0')}.txt`, 'needle\nx\nneedle\n'])),
    );
    const found = async (input: object) => (await run(['Grep', { pattern: 'needle', ...input }])).text.split('\n');
    assert.deepEqual((await found({})).slice(448), ['d/f448.txt', 'd/f449.txt']);
    const some = await found({ output_mode: 'content', path: 'd', head_limit: 3 });
    assert.deepEqual(some.slice(0, 3), ['d/f000.txt:1:needle', 'd/f000.txt:3:needle', 'd/f001.txt:1:needle']);
    assert.match(some[3]!, /^\(897 lines left out: /);
    const next = await found({ output_mode: 'content', path: 'd', head_limit: 3, offset: 3 });
    assert.deepEqual(next.slice(0, 3), ['d/f001.txt:3:needle', 'd/f002.txt:1:needle', 'd/f002.txt:3:needle']);
    assert.match(next[3]!, /^\(894 lines left out: /);
    const last = await found({ output_mode: 'content', offset: 899, head_limit: 0 });
    assert.deepEqual(last, ['d/f449.txt:3:needle']);
    assert.deepEqual(await found({ output_mode: 'content', offset: 900 }), ['no more than 900 lines for needle']);
    assert.deepEqual(await found({ output_mode: 'content', '-A': 1, glob: '*0.txt', head_limit: 5 }), [
      'd/f000.txt:1:needle',
      'd/f000.txt-2-x',
      'd/f000.txt:3:needle',
      '--',
      'd/f010.txt:1:needle',
      (await found({ output_mode: 'content', '-A': 1, glob: '*0.txt', head_limit: 5 })).at(-1),
    ]);
  });

  it('says of a search what is wrong with it, and of no file that cannot be read', async function () {
    await start({ 'a.txt': 'x' });
    assert.match((await run(['Grep', { pattern: '(' }])).text, /regex parse error/);
    assert.match((await run(['Grep', { pattern: 'x', type: 'nothing' }])).text, /unrecognized file type/);
    if (process.platform !== 'linux') this.skip();
    // Nobody may read its own, not even root.
    assert.equal((await run(['Grep', { pattern: 'needle', path: '/proc/self/attr' }])).text, 'no match for needle');
  });

  it('makes many edits in bounded time', async () => {
    await start({});
    const edits = Array.from({ length: 50_000 }, (_, n) => ({ old_string: `<${n}>`, new_string: `<${n}!>` }));
    const text = edits.map(({ old_string }) => old_string.padEnd(100)).join('\n');
    assert.throws(() => applyChanges(text, edits, 'x'), /50000 edits are too many for a file as long as x/);
    assert.equal(applyChanges(text, edits.slice(0, 20), 'x').match(/!/g)?.length, 20);
  });

  it('does not damage a file that is no UTF-8', async () => {
    await start({});
    const bytes = Buffer.from([0x61, 0xe9, 0x0a]);
    writeFileSync(join(core.folder, 'latin.txt'), bytes);
    const { text, outcome } = await run(
      ['Read', { file_path: 'latin.txt' }],
      ['Edit', { file_path: 'latin.txt', old_string: 'a', new_string: 'b' }],
    );
    assert.equal(outcome, 'error');
    assert.match(text, /not UTF-8 text/);
    assert.deepEqual(readFileSync(join(core.folder, 'latin.txt')), bytes);
  });

  it('counts lines as an editor does', async () => {
    await start({});
    for (const [content, count] of [
      ['', '0 lines'],
      ['a', '1 line'],
      ['a\nb\n', '2 lines'],
      ['a\n\nb', '3 lines'],
    ] as const)
      assert.equal((await run(['Write', { file_path: `${count}.txt`, content }])).text, `Made ${count}.txt (${count}).`);
  });

  it('says that a folder is no file to write', async () => {
    await start({ 'src/a.ts': '' });
    assert.match((await run(['Write', { file_path: 'src', content: 'x' }])).text, /is a directory/);
    assert.equal(
      (await run(['Write', { file_path: 'src/a.ts/b/c.ts', content: 'x' }])).text,
      'src/a.ts/b/c.ts cannot be written: one of the folders in its path is a file',
    );
    assert.doesNotMatch((await run(['Write', { file_path: 'x'.repeat(300), content: 'x' }])).text, /one of the folders/);
  });

  const ends: [what: string, before: string, old_string: string, new_string: string, after: string][] = [
    ['CRLF', 'a\r\nb\r\n', 'a\nb', 'c\nd', 'c\r\nd\r\n'],
    ['CRLF in new lines', 'a\r\nb\r\n', 'a', 'a\nx', 'a\r\nx\r\nb\r\n'],
    ['CRLF given as such', 'a\r\nb\r\n', 'a\r\nb', 'c\r\nd', 'c\r\nd\r\n'],
    ['LF among CRLF', 'a\nb\nc\r\nd\r\n', 'a\nb', 'x\ny', 'x\ny\nc\r\nd\r\n'],
    ['CRLF among LF', 'a\nb\nc\r\nd\r\n', 'c\nd', 'x\ny', 'a\nb\nx\r\ny\r\n'],
    ['a dollar', 'a', 'a', '$&$1', '$&$1'],
  ];
  for (const [what, before, old_string, new_string, after] of ends) {
    it(`keeps ${what}`, async () => {
      await start({});
      assert.equal(applyChanges(before, [{ old_string, new_string }], 'x'), after);
    });
  }

  it('leaves out of Glob what is ignored, whatever the pattern', async () => {
    await start({
      '.gitignore': 'node_modules\n*.log\n',
      'node_modules/x/a.js': '',
      'src/a.js': '',
      'b.log': '',
      '.git/config': '',
      'a.js': '',
      '.hidden/c.js': '',
    });
    const found = async (pattern: string, path?: string) => (await run(['Glob', { pattern, path }])).text.split('\n').sort();
    assert.deepEqual(await found('**/*.js'), ['.hidden/c.js', 'a.js', 'src/a.js']);
    assert.deepEqual(await found('*.js'), ['.hidden/c.js', 'a.js', 'src/a.js']);
    assert.deepEqual(await found('./src/*'), ['src/a.js']);
    assert.deepEqual(await found('**/*'), ['.gitignore', '.hidden/c.js', 'a.js', 'src/a.js']);
    assert.deepEqual(await found('*.js', 'src'), ['src/a.js']);
    assert.match((await run(['Glob', { pattern: '*.log' }])).text, /^no file matches \*\.log$/);
    for (const pattern of ['/etc/*', '../*']) assert.match((await run(['Glob', { pattern }])).text, /must lie beneath path/);
    assert.match((await run(['Glob', { pattern: '*', path: 'gone' }])).text, /there is no folder gone/);
    assert.match(
      (await run(['Glob', { pattern: '*', path: 'src/a.js' }])).text,
      /src\/a\.js is a file: give the folder that it lies in/,
    );
  });

  it('keeps secrets out of a search of a folder, whatever the glob', async () => {
    await start({
      '.env': 'needle',
      'sub/.env.local': 'needle',
      'a.pem': 'needle',
      'B.KEY': 'needle',
      'a.ts': 'needle\nx\nneedle',
    });
    mkdirSync(join(core.folder, '.git'));
    writeFileSync(join(core.folder, '.git', 'x'), 'needle');
    const whole = async (input: object) => (await run(['Grep', { pattern: 'needle', ...input }])).text;
    const note = ' (they may hold secrets; Read asks for them)';
    const all = `\n4 files left out: .env, B.KEY, a.pem, sub/.env.local${note}`;
    assert.equal(await whole({}), `a.ts${all}`);
    assert.equal(await whole({ glob: '**' }), `a.ts${all}`);
    assert.equal(await whole({ path: 'sub' }), `no match for needle\n1 file left out: sub/.env.local${note}`);
    // Whether one of them holds the text is told by nothing.
    assert.equal(await whole({ pattern: 'else' }), `no match for else${all}`);
    assert.equal(await whole({ glob: '*.ts' }), 'a.ts');
    const grep = async (input: object) => (await whole(input)).replace(/\n\d files? left out: .*$/, '');
    assert.equal(await grep({ path: '.env' }), '.env');
    assert.equal(await grep({ output_mode: 'count' }), 'a.ts:2');
    assert.equal(
      await grep({ output_mode: 'content', head_limit: 1 }),
      'a.ts:1:needle\n(1 line left out: narrow the pattern, path or glob, raise head_limit, or go on by offset)',
    );
    assert.equal(
      await grep({ output_mode: 'content', '-n': false, '-A': 1, head_limit: 2 }).then((text) =>
        text.split('\n').slice(0, 2).join('|'),
      ),
      'a.ts:needle|a.ts-x',
    );
    assert.equal(await grep({ pattern: 'NEEDLE', '-i': true, type: 'ts' }), 'a.ts');
    assert.equal(await grep({ pattern: 'needle.x', multiline: true }), 'a.ts');
    assert.match(await grep({ path: 'gone' }), /there is no file or folder gone/);
    assert.match(await grep({ type: 'nonsense' }), /unrecognized file type/);
  });

  it('shows the beginning of very long lines', async () => {
    await start({ 'min.js': `needle${'x'.repeat(100_000)}` });
    const { text } = await run(['Grep', { pattern: 'needle', output_mode: 'content' }]);
    assert.match(text, /^min\.js:1:needlex+/);
    assert.ok(text.length < 2000);
  });
});
