/** What messages come to when they are sent: slash commands of files, and what is mentioned with an @, under real policies. */
import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mentions, SlashCommands } from '../../../src/agent/ports/human';
import { longestPart } from '../../../src/agent/prompt/attachments';
import { mostPromptCharacters } from '../../../src/agent/prompt/compose';
import { recordingModel } from '../../../src/cli/modelChoice';
import { Rehearsal } from '../../../src/models/rehearsal';
import { textOf } from '../../../src/shared/messages/messages';
import { splitParts } from '../../../src/shared/messages/promptParts';
import { Core, type CoreOptions, SharedHost } from '../../fixtures/core';
import { pictures } from '../../fixtures/pictures';

describe('composing a message', () => {
  const host = new SharedHost();
  const cores: Core[] = [];
  afterEach(async () => {
    for (const core of cores.splice(0)) await core.stop();
  });
  after(() => host.dispose());

  async function start(options: CoreOptions): Promise<Core> {
    const core = await Core.start({ ...options, host });
    cores.push(core);
    return core;
  }
  async function composed(core: Core, text: string, given?: Parameters<Core['session']['compose']>[1]) {
    const { content, notes, model } = await core.session.compose(text, given);
    return { ...splitParts(textOf({ content })), content, notes, model };
  }
  const command = (body: string, head = '') => `---\ndescription: Does it.\n${head}---\n${body}\n`;

  describe('slash commands', () => {
    const files = {
      '.hooksmith/commands/review.md': command(
        'Review $1 for $ARGUMENTS.',
        'argument-hint: [file] [what]\nmodel: claude-haiku-4-5\n',
      ),
      '.claude/commands/review.md': command('Never.'),
      '.claude/commands/front/review.md': command('Review the front.'),
      '.claude/commands/plain.md': '# Plain words\nwithout a head',
      '.claude/commands/tools.md': command('Go: !`git status`', 'allowed-tools: Bash(git:*)\n'),
      '.claude/commands/empty.md': command(''),
      '.claude/commands/README.md': 'no command',
      '.claude/skills/pdf/SKILL.md': '---\nname: pdf\ndescription: Reads PDFs.\n---\nRun scripts/read.py.\n',
      '.hooksmith/skills/shy/SKILL.md': '---\ndescription: x\nuser-invocable: false\n---\nx',
      'home/.claude/commands/mine.md': command('Mine: $ARGUMENTS'),
    };

    it('are listed with what they are for, what to type, and where they are from', async () => {
      const core = await start({ files });
      const list = (await core.assembled.commands.at(-1)!.list()).map(({ name, origin, description, argumentHint }) =>
        [name, origin, description, argumentHint].filter(Boolean).join('|'),
      );
      assert.deepEqual(list, [
        'front:review|workspace|Does it.',
        'mine|user|Does it.',
        'pdf|skill|Reads PDFs.',
        'plain|workspace|Plain words',
        'review|workspace|Does it.|[file] [what]',
        'tools|workspace|Does it.',
      ]);
    });

    it('stand beside what was typed, filled in, and ask for their model', async () => {
      const core = await start({ files });
      const { own, parts, model } = await composed(core, '/Review a.ts bugs');
      assert.equal(own, '/Review a.ts bugs');
      const path = join(core.folder, '.hooksmith/commands/review.md');
      assert.deepEqual(parts, [{ tag: 'command', kind: 'workspace', name: '/Review', path, text: 'Review a.ts for a.ts bugs.' }]);
      assert.equal(model, 'claude-haiku-4-5');
    });

    it('grant no tools, run nothing while they are filled in, and say so', async () => {
      const core = await start({ files });
      const { parts, notes } = await composed(core, '/tools');
      assert.match(parts[0]!.text, /^Go: !`git status`\n\nWhere a command stands/);
      assert.match(notes[0]!, /^\/tools: its allowed-tools grant nothing/);
    });

    it('of skills say where their files lie', async () => {
      const core = await start({ files });
      const { parts } = await composed(core, '/pdf report.pdf');
      assert.match(parts[0]!.text, /\.claude\/skills\/pdf\.\n\nRun scripts\/read\.py\.\n\nARGUMENTS: report\.pdf$/);
    });

    it('that are none are sent as they are', async () => {
      const core = await start({ files });
      for (const text of ['/call Bash {"command": "ls"}', '/etc/hosts is wrong', '/nothing here', '/empty', '/README', '/shy'])
        assert.deepEqual(await core.session.compose(text), { content: text, notes: [] });
    });

    it('of a workspace that is not trusted are none, but the user’s own are', async () => {
      const core = await start({ files, distrusted: 'not trusted' });
      assert.deepEqual(
        (await core.assembled.commands.at(-1)!.list()).map(({ name }) => name),
        ['mine'],
      );
    });

    it('behind a link that leads out of the workspace are none', async () => {
      const core = await start({ files: { '.claude/commands/a.md': 'A', 'home/x.md': 'x' } });
      symlinkSync('/etc/passwd', join(core.folder, '.claude/commands/b.md'));
      assert.deepEqual(
        (await core.assembled.commands.at(-1)!.list()).map(({ name }) => name),
        ['a'],
      );
    });

    it('of other sources come first, and say what is wrong with their arguments', async () => {
      const source: SlashCommands = {
        list: async () => [],
        expand: async (name, args) => {
          if (name === 'plain') return { kind: 'mcp', text: `from a server: ${args}` };
          if (name === 'picky') throw new Error('/picky needs a number');
          return undefined;
        },
      };
      const core = await start({ files, commands: [source] });
      assert.equal((await composed(core, '/plain x')).parts[0]!.text, 'from a server: x');
      await assert.rejects(core.session.compose('/picky'), /needs a number/);
      assert.match((await composed(core, '/mine x')).parts[0]!.text, /Mine: x/);
    });

    it('pass userMessage hooks whole, and the model of the command answers that run alone', async () => {
      const asked: (string | undefined)[] = [];
      const core = await start({
        files,
        hooks: {
          'a.ts': `import { hook } from 'hooksmith';
            export const seen = hook('userMessage', (ctx) => ctx.text.includes('Review a.ts') ? ctx.modify({ text: ctx.text.replaceAll('a.ts', 'b.ts') }) : undefined);`,
        },
        model: (_, named) => {
          asked.push(named);
          return recordingModel(new Rehearsal(undefined, 'main'), () => undefined);
        },
      });
      const { content, model } = await core.session.compose('/review a.ts');
      await core.session.send(content, { model });
      assert.equal(asked.at(-1), 'claude-haiku-4-5');
      const { parts, own } = splitParts(textOf(core.session.history[0]!));
      assert.equal(own, '/review b.ts');
      assert.match(parts[0]!.text, /^Review b\.ts/);
      asked.length = 0;
      await core.session.send('hello');
      assert.ok(asked.length > 0 && asked.every((name) => name === undefined));
    });

    it('are played by the rehearsal where they hold calls', async () => {
      const core = await start({ files: { '.claude/commands/look.md': '/call LS {"path": "$1"}' } });
      const { content } = await core.session.compose('/look .');
      await core.session.send(content);
      assert.equal(core.event('tool_start').toolName, 'LS');
    });
  });

  describe('mentions', () => {
    const files = {
      'src/a.ts': 'one\ntwo\nthree\nfour',
      'src/deep/b.ts': 'b',
      'src/my notes.md': 'notes',
      'src/skip.log': 'log',
      '.gitignore': '*.log',
      '.env.local': 'KEY=1',
      'long.txt': 'x'.repeat(longestPart + 9),
      'binary.dat': 'a\0b',
      'home/secret.txt': 'S',
    };

    it('attach files, lines of them and folders, each once, under their names', async () => {
      const core = await start({ files });
      const { own, parts, notes } = await composed(
        core,
        'compare @src/a.ts, @src/a.ts#L2-3 and @src/a.ts with @src/ and @src/my\\ notes.md.',
      );
      assert.equal(own, 'compare @src/a.ts, @src/a.ts#L2-3 and @src/a.ts with @src/ and @src/my\\ notes.md.');
      assert.deepEqual(
        parts.map(({ kind, name, text }) => [kind, name, text]),
        [
          ['file', 'src/a.ts', files['src/a.ts']],
          ['file', 'src/a.ts:2-3', 'two\nthree'],
          ['folder', 'src', 'a.ts\ndeep/b.ts\nmy notes.md'],
          ['file', 'src/my notes.md', 'notes'],
        ],
      );
      assert.deepEqual(notes, []);
    });

    it('name a folder of the workspace first where it has several, as they are offered', async () => {
      const two = {
        'app/a.ts': 'app’s',
        'app/app/a.ts': 'deeper',
        'lib/a.ts': 'lib’s',
        'lib/only.ts': 'only',
        'lib/app/b.ts': 'b',
      };
      const core = await start({ files: two, folders: ['app', 'lib'] });
      const { parts, notes } = await composed(
        core,
        'see @app/a.ts, @lib/a.ts#L1, @only.ts, @a.ts, @app/app/a.ts, @app/b.ts and @lib/',
      );
      assert.deepEqual(
        parts.map(({ name, text }) => [name, text]),
        [
          ['app/a.ts', 'app’s'],
          ['lib/a.ts:1-1', 'lib’s'],
          ['lib/only.ts', 'only'],
          ['app/app/a.ts', 'deeper'],
          ['lib/app/b.ts', 'b'],
          ['lib/.', 'a.ts\napp/b.ts\nonly.ts'],
        ],
      );
      assert.deepEqual(notes, []);
    });

    it('mean what lies below the workspace’s one folder, before that folder by its name', async () => {
      const core = await start({ files: { 'flat/a.ts': 'root', 'flat/flat/a.ts': 'below' }, folders: ['flat'] });
      const { parts } = await composed(core, '@flat/a.ts @a.ts');
      assert.deepEqual(
        parts.map(({ name, text }) => [name, text]),
        [
          ['flat/a.ts', 'below'],
          ['a.ts', 'root'],
        ],
      );
    });

    it('are no mentions where nothing has that name', async () => {
      const core = await start({ files });
      const text = 'mail ann@src/a.ts, thank @ann and `@src/a.ts`, see @types/node';
      assert.deepEqual(await core.session.compose(text), { content: text, notes: [] });
    });

    it('attach nothing from outside, no key file, nothing that a policy or a rule denies or asks about, and say why', async () => {
      const core = await start({
        files: { ...files, 'src/kept.ts': 'k', 'src/asked.ts': 'q' },
        hooks: {
          'a.ts': `import { denyPaths, policy } from 'hooksmith';
            export const kept = denyPaths('src/kept.ts');
            export const asked = policy({ tools: 'Read', match: { file_path: '**/asked.ts' } }, (ctx) => ctx.ask('Only with a human.'));`,
        },
        permissions: { deny: ['Read(src/deep/**)'], allow: ['Read'] },
      });
      symlinkSync('/etc/hosts', join(core.folder, 'link'));
      const { parts, notes } = await composed(
        core,
        '@/etc/passwd @../no-such-thing @link @.env.local @src/kept.ts @src/asked.ts @src/deep/b.ts @binary.dat @src',
      );
      assert.deepEqual(
        parts.map(({ name, text, note }) => [name, text, note]),
        [['src', 'a.ts\nasked.ts\nmy notes.md', '2 are left out']],
      );
      assert.deepEqual(
        notes.map((note) => note.replace(/list: .*/, 'list')),
        [
          '@/etc/passwd is not attached: it lies outside of the workspace',
          '@link is not attached: it lies outside of the workspace',
          '@.env.local is not attached: it names a file that holds secrets',
          '@src/kept.ts is not attached: path is in denied list',
          '@src/asked.ts is not attached: Only with a human.',
          '@src/deep/b.ts is not attached: denied by the rule Read(src/deep/**)',
          '@binary.dat is not attached: it is no text',
          'src: 2 are left out',
        ],
      );
    });

    it('that are long are cut, and all together are bounded, with a word on it', async () => {
      const many = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`f${n}.txt`, String(n).repeat(longestPart)]));
      const core = await start({ files: { ...files, ...many } });
      assert.match((await composed(core, '@long.txt')).parts[0]!.note!, /^cut: the first 60000 of 60009 characters$/);
      const all = await composed(
        core,
        Object.keys(many)
          .map((name) => `@${name}`)
          .join(' '),
      );
      assert.equal(all.parts.length, mostPromptCharacters / longestPart);
      assert.match(all.notes[0]!, /^f5\.txt is not attached: the message holds/);
    });

    it('of pictures go as pictures', async () => {
      const core = await start({});
      writeFileSync(join(core.folder, 'p.png'), Buffer.from([1, 2, 3]));
      const { content } = await composed(core, 'see @p.png');
      assert.deepEqual((content as object[])[0], {
        type: 'image',
        source: { type: 'base64', media_type: 'image/png', data: 'AQID' },
      });
    });

    it('of what is only called a picture go as what it is', async () => {
      const core = await start({ files: { 'lfs.png': 'version https://git-lfs.github.com/spec/v1\n' } });
      writeFileSync(join(core.folder, 'photo.png'), pictures.jpeg(1, 1));
      writeFileSync(join(core.folder, 'wide.png'), pictures.png(20, 9000));
      const { content, parts, notes } = await composed(core, '@photo.png @lfs.png @wide.png');
      assert.equal((content as { source: { media_type: string } }[])[0]?.source.media_type, 'image/jpeg');
      assert.match(parts.find(({ name }) => name === 'lfs.png')!.text, /^version https/);
      assert.match(notes.join(), /wide\.png.* a side of the picture has more than 8000 pixels/);
    });

    it('of other sources come first, know what may not be shown, and may refuse', async () => {
      const source: Mentions = {
        read: async (mention, hides) => {
          if (mention === 'problems')
            return { kind: 'problems', name: 'problems', text: `hidden: ${await hides(join(core.folder, '.env.local'))}` };
          if (mention === 'terminal') throw new Error('no terminal is open');
          return undefined;
        },
      };
      const core: Core = await start({ files, mentions: [source] });
      const { parts, notes } = await composed(core, 'mend @problems, see @terminal and @src/a.ts');
      assert.deepEqual(
        parts.map(({ kind }) => kind),
        ['problems', 'file'],
      );
      assert.match(parts[0]!.text, /hidden: it names a file that holds secrets/);
      assert.deepEqual(notes, ['@terminal is not attached: no terminal is open']);
    });

    it('attached by other means meet the same rules', async () => {
      const core = await start({ files });
      const { parts, notes } = await composed(core, 'hi', {
        parts: [
          { kind: 'selection', name: 'src/a.ts:1-2', path: join(core.folder, 'src/a.ts'), text: 'one\ntwo' },
          { kind: 'open', name: '.env.local', path: join(core.folder, '.env.local'), text: '' },
          { kind: 'file', name: 'pasted.txt', text: 'no path' },
        ],
      });
      assert.deepEqual(
        parts.map(({ name }) => name),
        ['src/a.ts:1-2', 'pasted.txt'],
      );
      assert.deepEqual(notes, ['.env.local is not attached: it names a file that holds secrets']);
    });

    it('in the text of a command are attached too', async () => {
      const core = await start({ files: { ...files, '.claude/commands/look.md': 'Look at @src/a.ts.' } });
      assert.deepEqual(
        (await composed(core, '/look')).parts.map(({ name }) => name),
        ['/look', 'src/a.ts'],
      );
    });

    it('do not disturb the calls that the rehearsal plays', async () => {
      const core = await start({ files });
      const { content } = await core.session.compose('/call LS {"path": "src"}', {
        parts: [{ kind: 'open', name: 'src/a.ts', text: '' }],
      });
      await core.session.send(content);
      assert.equal(core.event('tool_settled').data.outcome, 'ok');
    });
  });
});
