/** Other agents meet a folder's hooks as they were accepted, packages and helpers included: through the real gate and guard. */
import { strict as assert } from 'node:assert';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { GuardedHome } from '../fixtures/gate';

describe('what a guarded agent meets of a folder', function () {
  this.timeout(300_000);
  let at: GuardedHome;
  beforeEach(() => {
    at = new GuardedHome();
  });
  afterEach(() => at.dispose());

  const word = async (command = 'ls', more: object = {}) => (await at.gate('claude', at.bash(command, more))).stdout;
  const anew = () => at.hooksmith(['serve', '--stop']);
  const guard = () => at.hooksmith(['guard', 'claude', '--yes']);
  const refuses = (what: string) =>
    new RegExp(`"deny".*not those that were accepted.*${what}.*look at them, then run 'hooksmith guard AGENT' there`);
  const judges = (by: string) =>
    `import { denyCommands } from 'hooksmith';\nimport { words } from '${by}';\nexport const no = denyCommands(...words);\n`;

  it('is refused where something that its hooks import has changed, wherever it lies, until it is what it was or is accepted', async () => {
    at.write('.hooksmith/hooks/a.ts', judges('../../src/policy'));
    at.write('.hooksmith/hooks/b.ts', judges('words'));
    const policy = at.write('src/policy.ts', "export const words = ['sudo'];\n");
    at.write('node_modules/words/package.json', '{"name":"words","main":"index.js"}');
    const index = at.write('node_modules/words/index.js', "exports.words = ['shutdown'];\n");
    const { stdout, code } = await guard();
    assert.equal(code, 0);
    assert.match(stdout, /^Accepted for it, as they are now: \.hooksmith\/hooks\/a\.ts, \.hooksmith\/hooks\/b\.ts$/m);
    assert.match(stdout, /^With what they import from elsewhere: node_modules\/words, src\/policy\.ts$/m);
    assert.match(await word('sudo x'), /blocked pattern: sudo/);
    assert.match(await word('shutdown'), /blocked pattern: shutdown/);
    at.write(policy, "export const words = ['none'];\n");
    assert.match(await word('sudo x'), /blocked pattern: sudo/, 'what is loaded stays in force');
    await anew();
    assert.match(await word(), refuses('\\.hooksmith/hooks/a\\.ts has other code in it: src/policy\\.ts'));
    const prompt = { hook_event_name: 'UserPromptSubmit', session_id: 's', cwd: at.project, prompt: 'hi' };
    assert.match((await at.gate('claude', prompt)).stdout, /not those that were accepted/, 'a prompt too');
    at.write(policy, "export const words = ['sudo'];\n");
    await at.untilAnswer(/^\{\}$/);
    assert.match(await word('sudo x'), /blocked pattern: sudo/);
    at.write(index, "exports.words = ['none'];\n");
    await anew();
    assert.match(await word(), refuses('\\.hooksmith/hooks/b\\.ts has other code in it: node_modules/words/index\\.js'));
    await guard();
    await at.untilAnswer(/^\{\}$/);
    assert.equal(await word('shutdown'), '{}');
    assert.match(await word('sudo x'), /blocked pattern: sudo/);
  });

  it('is nothing behind a link that came later; what was accepted there is refused once it is changed', async function () {
    if (process.platform === 'win32') this.skip();
    at.write('.hooksmith/hooks/a.ts', "import { denyCommands } from 'hooksmith';\nexport const no = denyCommands('sudo');\n");
    await guard();
    const later =
      "import { hook } from 'hooksmith';\nexport const yes = hook('preToolUse', (ctx) => ctx.allow('as it pleases'));\n";
    const file = at.write('shared/b.ts', later);
    symlinkSync('../../shared', join(at.project, '.hooksmith', 'hooks', 'shared'));
    assert.equal(await word(), '{}');
    await guard();
    await at.untilAnswer(/as it pleases/);
    at.write(file, `${later}export const more = yes;\n`);
    await anew();
    assert.match(await word(), refuses('\\.hooksmith/hooks/shared/b\\.ts has changed'));
  });

  it('is refused while a hook file cannot be built that was accepted so; one that came later is no matter', async () => {
    at.write('.hooksmith/hooks/a.ts', 'export const');
    const { stdout } = await guard();
    assert.match(
      stdout,
      /hooks\/a\.ts cannot be built \(Expected .*\): every call is refused until it is mended, and you run this again/,
    );
    assert.match(await word(), refuses('\\.hooksmith/hooks/a\\.ts did not build, or waited for you, when this was accepted'));
    at.write('.hooksmith/hooks/a.ts', 'export const a = [];\n');
    await guard();
    await at.untilAnswer(/^\{\}$/);
    at.write('.hooksmith/hooks/b.ts', 'export const');
    await anew();
    assert.equal(await word(), '{}');
  });

  it("is the user's own hooks behind links as they are saved, whatever lies there that cannot be read", async function () {
    if (process.platform === 'win32') this.skip();
    at.ownHook("export const no = denyCommands('sudo');");
    const hooks = join(at.home, '.hooksmith', 'hooks');
    for (const name of ['loop.md', '_loop.ts']) symlinkSync(name, join(hooks, name));
    const kept = at.write(
      join(at.home, 'dotfiles', 'b.ts'),
      "import { denyCommands } from 'hooksmith';\nexport const no = denyCommands('halt');\n",
    );
    symlinkSync(join(at.home, 'dotfiles'), join(hooks, 'dotfiles'));
    assert.match(await word('halt'), /blocked pattern: halt/);
    at.write(kept, "import { denyCommands } from 'hooksmith';\nexport const no = denyCommands('reboot');\n");
    await at.untilAnswer(/blocked pattern: reboot/, at.bash('reboot'));
    assert.equal(await word('halt'), '{}');
    assert.match(await word('sudo x'), /blocked pattern: sudo/);
  });

  it('is what the folder that it is in accepts, beside one around it', async () => {
    const inner = join(at.project, 'inner');
    at.write('.hooksmith/hooks/a.ts', "import { denyCommands } from 'hooksmith';\nexport const no = denyCommands('sudo');\n");
    at.write('lib/words.ts', "export const words = ['halt'];\n");
    at.write('inner/.hooksmith/hooks/b.ts', judges('../../../lib/words'));
    await guard();
    mkdirSync(join(inner, '.git'));
    const there = { cwd: inner, session_id: 't' };
    assert.match(await word('sudo x', there), /blocked pattern: sudo/);
    assert.equal(await word('halt', there), '{}');
    await at.hooksmith(['guard', 'claude', '--yes'], '', {}, inner);
    assert.match(await word('halt', { ...there, session_id: 'u' }), /blocked pattern: halt/);
    at.write('lib/words.ts', "export const words = ['none'];\n");
    await anew();
    assert.match(
      await word('halt', { ...there, session_id: 'u' }),
      refuses('hooks/b\\.ts has other code in it: .*/lib/words\\.ts'),
    );
    assert.equal(await word(), '{}', 'the one around it is what it was');
    rmSync(inner, { recursive: true });
  });

  it('is nothing behind links that lead nowhere: neither a check nor a run ends at them, and what would guard is missed', async function () {
    if (process.platform === 'win32') this.skip();
    const folder = join(at.project, '.hooksmith');
    const call = ['run', '--approve', 'always', '/call Bash {"command": "echo hi"}'];
    mkdirSync(join(folder, 'hooks'), { recursive: true });
    for (const name of ['loop.md', '_loop.ts']) symlinkSync(name, join(folder, 'hooks', name));
    assert.match((await at.hooksmith(call)).stdout, /hi/);
    const dead = ['hooks/loop.ts', 'agents'];
    for (const name of dead) {
      symlinkSync(join(folder, name), join(folder, name));
      const checked = await at.hooksmith(['check', '--test']);
      assert.deepEqual([checked.code, checked.stderr.includes('ELOOP')], [1, false], checked.stderr);
      assert.match(
        checked.stdout,
        new RegExp(`^\\.hooksmith/${name}:1:1: error syntax: cannot be read, so that nothing in it guards$`, 'm'),
      );
      const { stdout } = await at.hooksmith(call);
      assert.match(stdout, new RegExp(`denied: the hook file .*${name} .*too many symbolic links.*Mend or disable it`));
      rmSync(join(folder, name));
    }
  });
});
