import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { diskFiles } from '../../../src/adapters/disk/diskFiles';
import { Toolbox } from '../../../src/agent/tools/toolbox';
import { ToolRegistry } from '../../../src/agent/tools/toolRegistry';
import { builtIn } from '../../../src/shared/calls/toolNames';
import { restrictingRule } from '../../../src/shell/rules/rules';
import { builtIns } from '../../fixtures/builtIns';

/** Protected files that are kept elsewhere, as links: people's dotfiles, a home folder on another disk, a repository's own. */
describe('protected files behind links', () => {
  let base: string;
  let toolbox: Toolbox;
  const at = (path: string) => join(base, path);
  const link = (path: string, target: string) => {
    mkdirSync(dirname(at(path)), { recursive: true });
    symlinkSync(target, at(path));
  };
  before(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-links-')));
    for (const folder of ['ws/conf', 'disk/me/dot/settings/Code/User', 'data/of/editor'])
      mkdirSync(at(folder), { recursive: true });
    writeFileSync(at('disk/me/dot/rc'), '');
    link('ws/.vscode', 'conf');
    link('home', 'disk/me');
    link('disk/me/.bashrc', 'dot/rc');
    link('disk/me/.config', 'dot/settings');
    link('editor', 'data/of/editor');
    link('ws/notes', 'conf/deep');
    link('ws/sub/.vscode', '../elsewhere');
    const registry = new ToolRegistry();
    registry.registerScope(builtIn, builtIns);
    toolbox = new Toolbox(registry, {
      cwd: at('ws'),
      folders: [at('ws')],
      home: at('home'),
      files: diskFiles,
      appFolders: [at('editor')],
    });
  });
  after(() => rmSync(base, { recursive: true, force: true }));

  const isProtected = (tool: string, input: Record<string, string>) =>
    toolbox.circumstances(toolbox.facts(tool, input)).protected !== undefined;
  const writes = [
    '~/.ssh/authorized_keys',
    '~/.zshrc',
    'HOME/.profile',
    'BASE/disk/me/.profile',
    '~/.bashrc',
    '~/dot/rc',
    '~/.config/Code/User/settings.json',
    '~/dot/settings/Code/User/settings.json',
    'BASE/disk/me/dot/settings/git/config',
    'BASE/editor/x',
    'BASE/data/of/editor/x',
    '.vscode/tasks.json',
    'conf/tasks.json',
    'sub/.vscode/tasks.json',
  ];
  for (const path of writes)
    it(`are protected: ${path}`, () => {
      const file_path = path.replace('BASE', base).replace('HOME', at('home'));
      assert.ok(isProtected('Write', { file_path, content: '' }));
      assert.ok(isProtected('Bash', { command: `echo x >> ${file_path}` }));
    });
  for (const path of ['~/dot/other', '~/dot/settings/other', 'BASE/data/of/x', 'src/x', 'conf.ts'])
    it(`leave others alone: ${path}`, () => {
      const file_path = path.replace('BASE', base);
      assert.ok(!isProtected('Write', { file_path, content: '' }));
      assert.ok(!isProtected('Bash', { command: `echo x >> ${file_path}` }));
    });

  it('are found without a look at all that lies in a workspace', () => {
    const listed: string[] = [];
    const names = (path: string) => {
      listed.push(path);
      return diskFiles.names?.(path);
    };
    const files = { ...diskFiles, names };
    const one = new Toolbox(toolbox.registry, { cwd: at('ws'), folders: [at('ws')], home: at('home'), files });
    const { protected: found } = one.circumstances(one.facts('Write', { file_path: 'conf/tasks.json', content: '' }));
    assert.equal(found, at('ws/conf/tasks.json'));
    assert.ok(!listed.includes(at('ws')));
  });

  it('are meant by rules that name the link, or what it leads to', () => {
    const facts = toolbox.facts('Read', { file_path: 'notes/a.txt' });
    for (const rule of ['Read(notes/**)', 'Read(conf/deep)', 'read(./notes)'])
      assert.deepEqual(restrictingRule([rule], facts), { rule });
    assert.equal(restrictingRule(['Read(other/**)'], facts), undefined);
    const home = toolbox.facts('Read', { file_path: '~/keys/a.txt' });
    assert.deepEqual(restrictingRule(['Read(~/keys/**)'], home), { rule: 'Read(~/keys/**)' });
  });
});
