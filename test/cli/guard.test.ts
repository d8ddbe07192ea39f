/** `hooksmith guard`: the change is shown, written on the human's word, and taken back to the byte. */
import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { agentNames } from '../../src/protocols/protocol';
import { GuardedHome } from '../fixtures/gate';

const files: Record<(typeof agentNames)[number], string> = {
  claude: '.claude/settings.json',
  vscode: '.github/hooks/hooksmith-vscode.json',
  copilot: '.github/hooks/hooksmith-copilot.json',
  cursor: '.cursor/hooks.json',
  gemini: '.gemini/settings.json',
  codex: '.codex/hooks.json',
};
/** Another's hooks, in each agent's own form, with all that must stay as it is. */
const theirs = (agent: string) => `{
    // Ours since 2024.
    "permissions": { "deny": ["Bash(curl *)"] },
\t"hooks": {
        "${agent === 'gemini' ? 'BeforeTool' : agent === 'cursor' ? 'preToolUse' : 'PreToolUse'}": [
            /* first */ ${agent === 'cursor' ? '{ "command": "./check.sh" }' : '{ "matcher": "Bash", "hooks": [ { "type": "command", "command": "./check.sh" } ] }'}, // kept
        ],
        "Other": [ ],
    },
    "z": [1,2,   3]
}`;

describe('hooksmith guard', function () {
  this.timeout(300_000);
  let at: GuardedHome;
  beforeEach(() => {
    at = new GuardedHome();
  });
  afterEach(() => at.dispose());
  const read = (path: string) => readFileSync(join(at.project, path), 'utf8');
  const tree = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? tree(join(folder, entry.name)) : [join(folder, entry.name)],
    );

  for (const agent of agentNames) {
    it(`${agent}: makes its file and takes it back without a trace`, async () => {
      const before = readdirSync(at.project);
      const asked = await at.hooksmith(['guard', agent]);
      assert.deepEqual([asked.code, readdirSync(at.project)], [1, before], 'nobody said yes');
      assert.match(asked.stdout, /^\+.*gate/m);
      const first = await at.hooksmith(['guard', agent, '--yes']);
      assert.equal(first.code, 0, first.stderr);
      const text = read(files[agent]);
      assert.ok(JSON.parse(text));
      const second = await at.hooksmith(['guard', agent, '--yes']);
      assert.match(second.stdout, /guarded already/);
      assert.equal(read(files[agent]), text);
      const removed = await at.hooksmith(['guard', agent, '--remove', '--yes']);
      assert.equal(removed.code, 0, removed.stderr);
      assert.deepEqual(readdirSync(at.project), before);
      assert.match((await at.hooksmith(['guard', agent, '--remove', '--yes'])).stdout, /nothing to take back/);
    });

    if (agent === 'vscode' || agent === 'copilot') continue;
    it(`${agent}: leaves all else in its file as it is`, async () => {
      const before = theirs(agent);
      at.write(files[agent], before);
      chmodSync(join(at.project, files[agent]), 0o600);
      await at.hooksmith(['guard', agent, '--yes']);
      const after = read(files[agent]);
      const lines = after.split('\n');
      for (const line of before.split('\n'))
        assert.ok(
          lines.some((one) => one.includes(line.trim().replace(/[,}\]]+$/, ''))),
          line,
        );
      assert.notEqual(after, before);
      await at.hooksmith(['guard', agent, '--yes']);
      assert.equal(read(files[agent]), after);
      await at.hooksmith(['guard', agent, '--remove', '--yes']);
      assert.equal(read(files[agent]), before);
      assert.equal(statSync(join(at.project, files[agent])).mode & 0o777, 0o600);
    });

    it(`${agent}: takes back its own alone where others wrote since, with no record too`, async () => {
      at.write(files[agent], theirs(agent));
      await at.hooksmith(['guard', agent, '--yes']);
      at.write(files[agent], read(files[agent]).replace('"z": [1,2,   3]', '"z": [1,2,   3, 4]'));
      await at.hooksmith(['guard', agent, '--remove', '--yes']);
      const changed = theirs(agent).replace('3]', '3, 4]');
      assert.equal(read(files[agent]), changed);
      await at.hooksmith(['guard', agent, '--yes']);
      at.write(
        files[agent],
        read(files[agent])
          .replace('4]', '4, 5]')
          .replaceAll(/gate\.(pl|sh|js)/g, 'older/gate.$1'),
      );
      await at.hooksmith(['guard', agent, '--yes']);
      await at.hooksmith(['guard', agent, '--remove', '--yes']);
      assert.doesNotMatch(read(files[agent]), /gate/, 'nor what another version of ours had there');
      await at.hooksmith(['guard', agent, '--yes']);
      at.write(join(at.home, '.hooksmith', 'guard', 'configurations.json'), '{}');
      await at.hooksmith(['guard', agent, '--remove', '--yes']);
      assert.doesNotMatch(read(files[agent]), /gate/);
      assert.match(read(files[agent]), /check\.sh.*\/\/ kept/);
    });
  }

  it('vscode: gives the gate as long under the name that Copilot reads, which else goes on after its own time', async () => {
    await at.hooksmith(['guard', 'vscode', '--yes']);
    const { hooks } = JSON.parse(read(files.vscode)) as { hooks: Record<string, { timeout: number; timeoutSec: number }[]> };
    const handlers = Object.values(hooks).flat();
    assert.ok(handlers.length >= 8);
    for (const { timeout, timeoutSec } of handlers) {
      assert.ok(timeout > 30, String(timeout));
      assert.equal(timeoutSec, timeout);
    }
  });

  it('writes for the user, where that is asked', async () => {
    await at.hooksmith(['guard', 'claude', '--user', '--yes']);
    assert.ok(existsSync(join(at.home, '.claude', 'settings.json')));
    assert.deepEqual(readdirSync(at.project), []);
    await at.hooksmith(['guard', 'claude', '--user', '--remove', '--yes']);
    assert.ok(!existsSync(join(at.home, '.claude')));
  });

  it('does not touch what it cannot read', async () => {
    const twice = ['{"hooks": {}, "hooks": {}}', '{"hooks": {"PreToolUse": [], "PreToolUse": []}}'];
    for (const text of [...twice, '{', '[]', '{"hooks": 3}', '{"hooks": {"PreToolUse": {}}}', '{"hooks": {}} trailing']) {
      at.write(files.claude, text);
      const { code, stderr } = await at.hooksmith(['guard', 'claude', '--yes']);
      assert.equal(code, 1, text);
      assert.match(stderr, /settings\.json/);
      assert.equal(read(files.claude), text);
    }
    for (const args of [['guard'], ['guard', 'eliza'], ['guard', 'claude', 'cursor'], ['guard', 'claude', '--no']])
      assert.equal((await at.hooksmith(args)).code, 2, args.join(' '));
  });

  it('keeps the mark that some editors put before a text, and touches no file that is not in UTF-8', async () => {
    const before = '\uFEFF{\r\n\t"a": 1\r\n}\r\n';
    at.write(files.claude, before);
    await at.hooksmith(['guard', 'claude', '--yes']);
    const after = read(files.claude);
    assert.match(after, /^\uFEFF\{\r\n\t"hooks": \{\r\n[\s\S]*\t"a": 1\r\n\}\r\n$/);
    at.write(files.claude, after.replace('"a": 1', '"a": 2'));
    await at.hooksmith(['guard', 'claude', '--remove', '--yes']);
    assert.equal(read(files.claude), before.replace('"a": 1', '"a": 2'));
    const bytes = Buffer.from('{ "a": "\xff" }', 'latin1');
    writeFileSync(join(at.project, files.claude), bytes);
    const { code, stderr } = await at.hooksmith(['guard', 'claude', '--yes']);
    assert.deepEqual([code, readFileSync(join(at.project, files.claude))], [1, bytes]);
    assert.match(stderr, /settings\.json: it is not in UTF-8/);
  });

  it('says where Claude Code runs no hooks at all, as the strongest of its settings has it', async () => {
    const off = /Now it runs no hooks: disableAllHooks is true in (.*)\./;
    const said = async () => off.exec((await at.hooksmith(['guard', 'claude'])).stdout)?.[1];
    assert.equal(await said(), undefined);
    const users = at.write(join(at.home, '.claude', 'settings.json'), '{ "disableAllHooks": true, } // for now');
    assert.equal(await said(), users);
    at.write(files.claude, '{ "disableAllHooks": false }');
    assert.equal(await said(), undefined);
    const local = at.write('.claude/settings.local.json', '{ "disableAllHooks": true }');
    assert.equal(await said(), local);
  });

  it('writes where a link leads, to a file that is not there yet too, and leaves the link', async function () {
    if (process.platform === 'win32') this.skip();
    const path = join(at.project, files.claude);
    mkdirSync(join(at.project, '.claude'));
    mkdirSync(join(at.folder, 'dotfiles'));
    symlinkSync('../../dotfiles/claude.json', path);
    const target = join(at.folder, 'dotfiles', 'claude.json');
    await at.hooksmith(['guard', 'claude', '--yes']);
    assert.match(readFileSync(target, 'utf8'), /gate/);
    await at.hooksmith(['guard', 'claude', '--remove', '--yes']);
    assert.ok(lstatSync(path).isSymbolicLink());
    assert.ok(!existsSync(target));
  });

  it('finds its own file again behind a folder that is a link, and takes it back without a trace', async function () {
    if (process.platform === 'win32') this.skip();
    const dotfiles = join(at.folder, 'dotfiles');
    mkdirSync(dotfiles);
    symlinkSync(dotfiles, join(at.project, '.gemini'));
    symlinkSync('../dotfiles', join(at.home, '.cursor'));
    for (const args of [['gemini'], ['cursor', '--user']]) {
      assert.match((await at.hooksmith(['guard', ...args, '--yes'])).stdout, /is guarded: /);
      const [name = ''] = readdirSync(dotfiles);
      // Its entries name the Hooksmith of another time: they are brought up to date.
      const file = join(dotfiles, name);
      writeFileSync(
        file,
        readFileSync(file, 'utf8').replaceAll('gate.pl', 'older/gate.pl').replaceAll('gate.sh', 'older/gate.sh'),
      );
      assert.match((await at.hooksmith(['guard', ...args, '--yes'])).stdout, /is guarded: /);
      assert.match((await at.hooksmith(['guard', ...args, '--remove', '--yes'])).stdout, /no more/);
      assert.deepEqual(readdirSync(dotfiles), []);
    }
  });

  it('says where git would share a file that names paths of this machine, and puts it where it does not', async () => {
    const git = (...args: string[]) => spawnSync('git', args, { cwd: at.project });
    const says = /keep \S+ out of git/;
    for (const agent of agentNames)
      assert.doesNotMatch((await at.hooksmith(['guard', agent])).stdout, says, 'it is no repository');
    git('init', '-q');
    for (const agent of agentNames) {
      const { stdout } = await at.hooksmith(['guard', agent]);
      const path = agent === 'claude' ? '.claude/settings.local.json' : files[agent];
      assert.ok(stdout.includes(`keep ${path} out of git`) && stdout.includes(`+++ ${join(at.project, path)}`), stdout);
      assert.doesNotMatch((await at.hooksmith(['guard', agent, '--user'])).stdout, says);
    }
    at.write('.gitignore', '.claude/\n.gemini/\n');
    for (const agent of ['claude', 'gemini'] as const) {
      const { stdout } = await at.hooksmith(['guard', agent]);
      assert.doesNotMatch(stdout, says);
      assert.ok(stdout.includes(`+++ ${join(at.project, files[agent])}`), stdout);
    }
  });

  it('keeps paths of this machine out of settings that git shares', async () => {
    at.write(files.claude, '{}\n');
    for (const args of [
      ['init', '-q'],
      ['add', '.'],
    ])
      spawnSync('git', args, { cwd: at.project });
    await at.hooksmith(['guard', 'claude', '--yes']);
    assert.equal(read(files.claude), '{}\n');
    assert.match(read('.claude/settings.local.json'), /gate/);
    await at.hooksmith(['guard', 'claude', '--remove', '--yes']);
    assert.ok(!existsSync(join(at.project, '.claude', 'settings.local.json')));
  });

  it('claude: stays where it stands, whichever of its two files comes later', async () => {
    const local = '.claude/settings.local.json';
    const permissions = '{ "permissions": { "allow": ["Bash(ls)"] } }\n';
    await at.hooksmith(['guard', 'claude', '--yes']);
    at.write(local, permissions);
    const text = read(files.claude);
    assert.match((await at.hooksmith(['guard', 'claude', '--yes'])).stdout, /guarded already.*settings\.json/);
    assert.deepEqual([read(files.claude), read(local)], [text, permissions]);
    await at.hooksmith(['guard', 'claude', '--remove', '--yes']);
    assert.ok(!existsSync(join(at.project, files.claude)));
    await at.hooksmith(['guard', 'claude', '--yes']);
    assert.match(read(local), /gate/);
    at.write(files.claude, text);
    const removed = await at.hooksmith(['guard', 'claude', '--remove', '--yes']);
    for (const path of [files.claude, local]) assert.ok(removed.stdout.includes(`--- ${join(at.project, path)}`), path);
    assert.deepEqual([read(files.claude).includes('gate'), read(local)], [false, permissions], 'it is taken out of both');
    assert.match((await at.hooksmith(['guard', 'claude', '--remove', '--yes'])).stdout, /nothing to take back/);
  });

  it('says which place is taken by what is no file, and touches nothing', async () => {
    for (const agent of ['codex', 'claude'] as const) {
      const place = join(at.project, files[agent]);
      mkdirSync(place, { recursive: true });
      for (const more of [[], ['--remove']]) {
        const { code, stderr } = await at.hooksmith(['guard', agent, '--yes', ...more]);
        assert.deepEqual([code, stderr], [1, `hooksmith: ${place}: it is no file\n`]);
      }
      assert.deepEqual(readdirSync(place), []);
    }
  });

  it('writes commands that refuse with a word where the gate was killed without one, for agents that want it', async () => {
    for (const [agent, event] of [
      ['gemini', 'BeforeTool'],
      ['codex', 'PreToolUse'],
    ] as const) {
      await at.hooksmith(['guard', agent, '--yes']);
      const { hooks } = JSON.parse(read(files[agent])) as { hooks: Record<string, { hooks: { command: string }[] }[]> };
      const end = /\|\| .*$/.exec(hooks[event]![0]!.hooks[0]!.command)?.[0];
      const { status, stdout, stderr } = spawnSync('sh', ['-c', `sh -c 'kill -INT $$' ${end}`], { encoding: 'utf8' });
      assert.deepEqual([status, stdout, stderr.trim()], [2, '', 'hooksmith refuses']);
    }
  });

  it('copilot: has it say which event it tells of, where nothing else would', async () => {
    await at.hooksmith(['guard', 'copilot', '--yes']);
    const { hooks } = JSON.parse(read(files.copilot)) as { hooks: Record<string, object> };
    assert.deepEqual(
      Object.keys(hooks).filter((event) => /^[A-Z]/.test(event)),
      ['PermissionRequest', 'SubagentStop'],
    );
  });

  it('cursor: has it heed a hook that keeps it going as often as that counts', async () => {
    await at.hooksmith(['guard', 'cursor', '--yes']);
    const { hooks } = JSON.parse(read(files.cursor)) as { hooks: Record<string, { loop_limit?: number }[]> };
    const limits = Object.entries(hooks).map(([event, [entry]]) => [event, entry?.loop_limit]);
    assert.deepEqual(
      limits.filter(([, limit]) => limit !== undefined),
      [
        ['stop', 8],
        ['subagentStop', 8],
      ],
    );
  });

  it('claude: has it wait for what may be said back, and for nothing else', async () => {
    await at.hooksmith(['guard', 'claude', '--yes']);
    const { hooks } = JSON.parse(read(files.claude)) as { hooks: Record<string, { hooks: { async?: true }[] }[]> };
    const unawaited = Object.keys(hooks).filter((event) => hooks[event]![0]!.hooks[0]!.async);
    assert.deepEqual(unawaited, ['SubagentStart']);
  });

  it('writes commands that answer, and refuse with exit code 2 however they fail', async () => {
    at.ownHook("export const noRm = denyCommands('rm');");
    await at.hooksmith(['guard', 'claude', '--yes']);
    const { hooks } = JSON.parse(read(files.claude)) as { hooks: Record<string, { hooks: { command: string }[] }[]> };
    const command = hooks.PreToolUse![0]!.hooks[0]!.command;
    const run = (line: string, input: object | string, environment = {}) =>
      spawnSync('sh', ['-c', line], {
        input: typeof input === 'string' ? input : JSON.stringify(input),
        encoding: 'utf8',
        cwd: at.project,
        env: { ...process.env, HOME: at.home, ...environment },
      });
    for (const turn of ['cold', 'warm']) {
      const denied = run(command, at.bash('rm x'));
      assert.equal(denied.status, 0, `${turn} ${denied.stderr}`);
      assert.match(denied.stdout, /"deny".*blocked pattern: rm/);
      assert.equal(run(command, at.bash('ls')).stdout, '{}');
    }
    assert.deepEqual([run(command, '{').status, run(command, '{').stdout], [2, '']);
    assert.match(run(command, '{').stderr, /cannot be read/);
    // Nor is what a project or the environment has in store for Perl the gate's.
    const bin = join(at.folder, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'perl'), "#!/bin/sh\nprintf '{}'\n", { mode: 0o755 });
    const odd = { PATH: existsSync('/usr/bin/perl') ? `${bin}:${process.env.PATH}` : process.env.PATH };
    for (const environment of [odd, { PERL5OPT: '-Mnone' }, { PERL5OPT: '-d' }, { PERL_UNICODE: 'SDA' }, { PERLIO: ':utf8' }]) {
      const { status, stdout, stderr } = run(command, at.bash('rm x'), environment);
      assert.match(stdout, /"deny".*blocked pattern: rm/, JSON.stringify([environment, status, stderr]));
    }
    for (const broken of [
      command.replaceAll(process.execPath, '/none/node').replaceAll(/gate\.(pl|sh)/g, 'gone.$1'),
      command.replaceAll('gate', 'gone'),
    ])
      assert.equal(run(broken, at.bash('ls')).status, 2, broken);
    const { pid } = JSON.parse(
      spawnSync('curl', ['-s', '--unix-socket', at.place.socket, 'http://h/status'], { encoding: 'utf8' }).stdout || '{"pid":0}',
    ) as { pid: number };
    if (pid > 0) process.kill(pid, 'SIGKILL');
    // Another is started where it was killed; what is asked meanwhile is refused.
    for (;;) {
      const { status, stdout } = run(command, at.bash('rm x'));
      if (/"deny"/.test(stdout)) break;
      assert.deepEqual([status, stdout], [2, '']);
    }
    assert.deepEqual(tree(at.project), [join(at.project, files.claude)]);
  });
});
