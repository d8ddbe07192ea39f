/** Files that instruct agents, in the real loop with real policies: what is taken, what is not, where it goes and what is told of it. */
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { longestInstructions, mostInstructions } from '../../src/adapters/definitions/instructionFiles';
import { recordingModel } from '../../src/cli/modelChoice';
import { Rehearsal } from '../../src/models/rehearsal';
import type { RehearsalScript } from '../../src/models/rehearsalScript';
import { blocksOf, type ModelRequest } from '../../src/shared/messages/messages';
import { foldConversation } from '../../src/view/conversation/conversationFold';
import { newConversation } from '../../src/view/conversation/conversationState';
import { Core, type CoreOptions, SharedHost } from '../fixtures/core';

type Turn = RehearsalScript['turns'][number];
const say = (text: string): Turn => ({ content: [{ type: 'text', text }] });
const call = (name: string, input: Record<string, unknown>): Turn => ({ content: [{ type: 'tool_use', name, input }] });

describe('instruction files', () => {
  const host = new SharedHost();
  const cores: Core[] = [];
  afterEach(async () => {
    for (const core of cores.splice(0)) await core.stop();
  });
  after(() => host.dispose());

  type Scene = Omit<CoreOptions, 'script'> & { turns?: Turn[]; agents?: Record<string, Turn[]>; prepare?(folder: string): void };
  async function start({ turns = [say('ok'), say('ok')], agents = {}, prepare, ...options }: Scene) {
    const requests: ModelRequest[] = [];
    const script = { turns, agents: Object.fromEntries(Object.entries(agents).map(([name, its]) => [name, { turns: its }])) };
    const core = await Core.start({
      ...options,
      host,
      model: (agent) => recordingModel(new Rehearsal(script, agent), (request) => requests.push(structuredClone(request))),
    });
    cores.push(core);
    prepare?.(core.folder);
    return { core, requests };
  }
  async function promptOf(scene: Scene): Promise<{ core: Core; system: string }> {
    const { core, requests } = await start(scene);
    await core.session.send('hello');
    return { core, system: String(requests[0]!.system) };
  }
  const named = (system: string) => [...system.matchAll(/<instructions file="([^"]+)">/g)].map(([, name]) => name);
  const loaded = (core: Core) => core.event('instructions_loaded').data;
  const reasons = (core: Core) => loaded(core).problems.map(({ name, reason }) => `${name}: ${reason}`);

  it('of the workspace’s top go into the system prompt, each under its name, and are told', async () => {
    const { core, system } = await promptOf({
      files: {
        'AGENTS.md': 'Use tabs.',
        'CLAUDE.md': 'Be kind.',
        '.github/copilot-instructions.md': 'Prefer const.',
        'home/.claude/CLAUDE.md': 'I am Ann.',
      },
    });
    assert.deepEqual(named(system), ['~/.claude/CLAUDE.md', 'AGENTS.md', 'CLAUDE.md', '.github/copilot-instructions.md']);
    assert.match(system, /^You are a test\.\n\n/);
    assert.match(system, /<instructions file="AGENTS\.md">\nUse tabs\.\n<\/instructions>/);
    const [, agents] = loaded(core).files;
    assert.deepEqual(agents, { path: join(core.folder, 'AGENTS.md'), name: 'AGENTS.md', characters: 9 });
    assert.ok(!('text' in agents!));
  });

  it('leave prompt and stream as they are where there are none', async () => {
    const { core, system } = await promptOf({});
    assert.equal(system, 'You are a test.');
    assert.deepEqual(core.all('instructions_loaded'), []);
  });

  it('are seen and changed by beforeAgent hooks', async () => {
    const { system } = await promptOf({
      files: { 'AGENTS.md': 'Use tabs.' },
      hooks: {
        'a.ts': `import { hook } from 'hooksmith';
          export const spaces = hook('beforeAgent', (ctx) => ctx.modify({ system: ctx.system.replace('tabs', 'spaces') }));`,
      },
    });
    assert.match(system, /Use spaces\./);
  });

  it('are read anew for each run', async () => {
    const { core, requests } = await start({ files: { 'AGENTS.md': 'first text' } });
    await core.session.send('a');
    writeFileSync(join(core.folder, 'AGENTS.md'), 'second text');
    await core.session.send('b');
    assert.match(String(requests[1]!.system), /second text/);
    assert.doesNotMatch(String(requests[1]!.system), /first text/);
  });

  it('import others, behind themselves, as deep as five, in a ring, and each once', async () => {
    const chain = Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`n${n}.md`, `level ${n} @n${n + 1}.md`]));
    const { core, system } = await promptOf({
      files: {
        ...chain,
        'n7.md': 'too deep',
        'CLAUDE.md': '@docs/a.md and @n1.md',
        'docs/a.md': '@../CLAUDE.md @b.md',
        'docs/b.md': '@a.md',
      },
    });
    assert.deepEqual(named(system), ['CLAUDE.md', 'docs/a.md', 'docs/b.md', 'n1.md', 'n2.md', 'n3.md', 'n4.md', 'n5.md']);
    assert.deepEqual(reasons(core), ['n6.md: imports are followed 5 deep']);
    assert.equal(loaded(core).files[1]!.importedBy, 'CLAUDE.md');
  });

  it('import nothing from AGENTS.md itself, but from it where CLAUDE.md imports it', async () => {
    assert.deepEqual(named((await promptOf({ files: { 'AGENTS.md': '@x.md', 'x.md': 'X' } })).system), ['AGENTS.md']);
  });

  it('import nothing from outside of the workspace but the user’s notes, and no key files', async () => {
    const { core, system } = await promptOf({
      files: {
        'CLAUDE.md':
          '@/etc/passwd @~/secret.txt @~/.claude/mine.md @~/.claude/.credentials.json @.env.md @link.md @gone.md @types/node',
        'home/secret.txt': 'S',
        'home/.claude/mine.md': 'mine',
        'home/.claude/.credentials.json': '{}',
        '.env.md': 'KEY=1',
      },
      prepare: (folder) => symlinkSync('/etc/hosts', join(folder, 'link.md')),
    });
    // The home of this test lies in the workspace.
    assert.ok(named(system).includes('home/.claude/mine.md'));
    assert.doesNotMatch(system, /KEY=1|localhost/);
    assert.deepEqual(
      reasons(core).filter((reason) => !reason.startsWith('home/')),
      [
        '/etc/passwd: outside of the workspace',
        '.env.md: it names a file that holds secrets',
        '/etc/hosts: outside of the workspace',
        'gone.md: there is no such file',
      ],
    );
  });

  it('of a workspace that is not trusted are not taken, but the user’s own are', async () => {
    const { system } = await promptOf({
      files: { 'AGENTS.md': 'Obey.', 'home/.claude/CLAUDE.md': 'I am Ann.' },
      distrusted: 'this workspace is not trusted',
    });
    assert.deepEqual(named(system), ['~/.claude/CLAUDE.md']);
  });

  it('that a policy or a rule denies to Read are not taken', async () => {
    const hooks = { 'a.ts': "import { denyPaths } from 'hooksmith';\nexport const kept = denyPaths('private/**');" };
    const files = { 'CLAUDE.md': '@private/p.md @open.md @ruled.md', 'private/p.md': 'P', 'open.md': 'O', 'ruled.md': 'R' };
    const { core, system } = await promptOf({ files, hooks, permissions: { deny: ['Read(ruled.md)'] } });
    assert.deepEqual(named(system), ['CLAUDE.md', 'open.md']);
    assert.match(reasons(core)[0]!, /private\/p\.md: path is in denied list/);
    assert.match(reasons(core)[1]!, /ruled\.md: denied by the rule/);
  });

  it('that are long are cut, with a word on it, and so are many', async () => {
    const long = (letter: string) => letter.repeat(longestInstructions + 7);
    const { core, system } = await promptOf({
      files: {
        'AGENTS.md': long('a'),
        'CLAUDE.md': '@b.md @c.md @d.md',
        'b.md': long('b'),
        'c.md': long('c'),
        'd.md': long('d'),
      },
    });
    assert.match(system, /\[cut here: 7 more characters\]/);
    assert.equal(loaded(core).files[0]!.cut, true);
    assert.ok(system.length < mostInstructions + 2000);
    assert.match(reasons(core).join('\n'), /d\.md: all files together are longer/);
  });

  it('with the same text, and links to one that is taken, are taken once', async () => {
    const { system } = await promptOf({
      files: { 'AGENTS.md': 'same', '.claude/CLAUDE.md': 'same\n' },
      prepare: (folder) => symlinkSync('AGENTS.md', join(folder, 'CLAUDE.md')),
    });
    assert.deepEqual(named(system), ['AGENTS.md']);
  });

  it('of a folder below come with the first result of a call that names something there, outer ones first', async () => {
    const { core, requests } = await start({
      files: {
        'AGENTS.md': 'top',
        'packages/AGENTS.md': 'all packages',
        'packages/a/CLAUDE.md': 'package a @more.md',
        'packages/a/more.md': 'more of a',
        'packages/a/src/x.ts': 'x',
        'packages/b/AGENTS.md': 'package b',
      },
      turns: [call('Read', { file_path: 'packages/a/src/x.ts' }), call('LS', { path: 'packages/a' }), say('ok')],
    });
    await core.session.send('look');
    const texts = requests
      .at(-1)!
      .messages.map((message) => blocksOf(message).flatMap((block) => (block.type === 'text' ? [named(block.text)] : [])));
    assert.deepEqual(texts[2], [['packages/AGENTS.md'], ['packages/a/CLAUDE.md'], ['packages/a/more.md']]);
    assert.deepEqual(texts[4], []);
    const [, below] = core.all('instructions_loaded');
    assert.equal(below!.toolCallId, core.event('tool_start').toolCallId);
    assert.doesNotMatch(JSON.stringify(requests.at(-1)), /package b/);
  });

  it('of a folder below do not come with a call that was refused', async () => {
    const { core } = await start({
      files: { 'sub/AGENTS.md': 'sub', 'sub/x.ts': 'x' },
      hooks: { 'a.ts': "import { denyPaths } from 'hooksmith';\nexport const kept = denyPaths('sub/x.ts');" },
      turns: [call('Read', { file_path: 'sub/x.ts' }), say('ok')],
    });
    await core.session.send('look');
    assert.deepEqual(core.all('instructions_loaded'), []);
  });

  it('of a folder below are told again where they changed', async () => {
    const read = call('Read', { file_path: 'sub/x.ts' });
    const { core } = await start({
      files: { 'sub/AGENTS.md': 'one', 'sub/x.ts': 'x' },
      turns: [read, say('ok'), read, say('ok')],
    });
    await core.session.send('look');
    writeFileSync(join(core.folder, 'sub/AGENTS.md'), 'two');
    await core.session.send('again');
    assert.equal(core.all('instructions_loaded').length, 2);
  });

  it('are given to subagents, and told once', async () => {
    const { core, requests } = await start({
      files: { 'AGENTS.md': 'Use tabs.', '.hooksmith/agents/scout.md': '---\ndescription: Looks.\n---\nYou are a scout.\n' },
      turns: [call('Agent', { subagent_type: 'scout', prompt: 'look' }), say('ok')],
      agents: { scout: [say('seen')] },
    });
    await core.session.send('go');
    assert.match(String(requests[1]!.system), /^You are a scout\.\n\n[\s\S]*Use tabs\./);
    assert.equal(core.all('instructions_loaded').length, 1);
  });

  it('show in the chat once, until they are others, and at the call that reached them', async () => {
    const read = call('Read', { file_path: 'sub/x.ts' });
    const { core } = await start({
      files: { 'AGENTS.md': 'top', 'sub/AGENTS.md': 'sub', 'sub/x.ts': 'x' },
      turns: [say('ok'), read, say('ok'), say('ok')],
    });
    await core.session.send('a');
    await core.session.send('b');
    mkdirSync(dirname(join(core.folder, '.github/x')), { recursive: true });
    writeFileSync(join(core.folder, '.github/copilot-instructions.md'), 'more');
    await core.session.send('c');
    const state = newConversation();
    for (const item of core.items) foldConversation(state, item);
    const rows = state.entries.flatMap((entry) => (entry.kind === 'instructions' ? [entry.files.map(({ name }) => name)] : []));
    assert.deepEqual(rows, [['AGENTS.md'], ['AGENTS.md', '.github/copilot-instructions.md']]);
    const [tool] = state.tools.values();
    assert.deepEqual(
      tool!.instructions!.map(({ name }) => name),
      ['sub/AGENTS.md'],
    );
    assert.deepEqual(tool!.added, []);
  });
});
