/** An update comes in a folder of its own: agents that ask the gate of the one before are found, and ask the new one's. */
import { strict as assert } from 'node:assert';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GuardedConfigs } from '../../../src/guard/config/guardAgent';
import { configOf } from '../../../src/guard/gate/reach';
import { rescue, startAnew, strandedAgents } from '../../../src/guard/gate/stranded';
import { isAlive } from '../../../src/guard/place/alive';
import { type AgentName, agentNames } from '../../../src/protocols/protocol';
import { root } from '../../fixtures/core';
import { GuardedHome } from '../../fixtures/gate';
import { until } from '../../fixtures/limits';

describe('agents whose gate is that of an older version', () => {
  let at: GuardedHome;
  let configs: GuardedConfigs;
  const node = () => join(at.folder, 'node');
  /** Where the gate of that version lies. */
  const dist = (version: string) => join(at.folder, 'extensions', `a.hooksmith-${version}-linux-x64`, 'dist');
  const install = (version: string) => {
    mkdirSync(dist(version), { recursive: true });
    for (const name of ['gate.js', 'gate.sh', 'gate.pl']) writeFileSync(join(dist(version), name), '');
  };
  const options = (version: string) => ({
    ...{ configs, dist: dist(version), home: at.home, program: node(), say: () => undefined },
  });
  const guard = async (agent: AgentName, user: boolean, version: string) => {
    const base = user ? at.home : at.project;
    const change = configs.guard(agent, base, await configOf(agent, base, user, options(version)));
    configs.write(change, 'guard');
    return change.path;
  };
  const stranded = (version: string, folders: string[] = []) =>
    strandedAgents(configs, { home: at.home, folders, dist: dist(version) }).map(
      ({ agent, user }) => `${agent} ${user ? 'user' : 'project'}`,
    );

  beforeEach(() => {
    at = new GuardedHome();
    configs = new GuardedConfigs(at.home);
    install('0.1.0');
    install('0.2.0');
    writeFileSync(node(), '');
  });
  afterEach(() => at.dispose());

  it('are found wherever they were guarded, and ask the new one, with all else in the file as it was', async () => {
    const mine = '{\n  // mine\n  "hooks": {}\n}\n';
    const paths: string[] = [];
    for (const agent of agentNames)
      for (const user of [true, false]) {
        if (agent === 'gemini') at.write(join(user ? at.home : at.project, '.gemini', 'settings.json'), mine);
        paths.push(await guard(agent, user, '0.1.0'));
      }
    assert.deepEqual(stranded('0.1.0'), []);
    const all = agentNames.flatMap((agent) => [`${agent} user`, `${agent} project`]);
    assert.deepEqual(stranded('0.2.0'), all, 'while the older folder is there still');
    rmSync(dist('0.1.0'), { recursive: true });
    assert.deepEqual(stranded('0.2.0'), all);
    for (const one of strandedAgents(configs, { home: at.home, folders: [], dist: dist('0.2.0') }))
      await rescue(one, options('0.2.0'));
    assert.deepEqual(stranded('0.2.0'), []);
    for (const path of paths) {
      const text = readFileSync(path, 'utf8');
      assert.match(text, /a\.hooksmith-0\.2\.0-/, path);
      assert.doesNotMatch(text, /0\.1\.0/, path);
      if (path.includes('.gemini')) assert.match(text, /\/\/ mine/);
    }
    const gemini = join(at.project, '.gemini', 'settings.json');
    configs.write(configs.remove('gemini', at.project, { path: join('.gemini', 'settings.json') }), 'remove');
    assert.equal(readFileSync(gemini, 'utf8'), mine, 'taken back to the byte');
  });

  it('are found where Node is gone, and where the file lies behind a link', async () => {
    const path = await guard('cursor', false, '0.1.0');
    assert.deepEqual(stranded('0.1.0'), []);
    rmSync(node());
    assert.deepEqual(stranded('0.1.0'), ['cursor project']);
    writeFileSync(node(), '');
    rmSync(path);
    const kept = at.write(join(at.folder, 'dotfiles', 'cursor.json'), '{}');
    symlinkSync(kept, path);
    await guard('cursor', false, '0.1.0');
    assert.deepEqual(stranded('0.2.0', [at.project]), ['cursor project']);
  });

  it('are not those that others have guarded, nor those of another installation that is there', async () => {
    const path = await guard('cursor', false, '0.1.0');
    const text = readFileSync(path, 'utf8');
    rmSync(join(at.home, '.hooksmith'), { recursive: true });
    assert.deepEqual(stranded('0.2.0', [at.project]), [], 'nobody here has guarded it');
    at.write(path, '{}');
    await guard('cursor', false, '0.1.0');
    const elsewhere = join(at.folder, 'lib', 'hooksmith');
    mkdirSync(join(at.folder, 'lib'));
    renameSync(join(dist('0.1.0'), '..'), elsewhere);
    at.write(path, text.replaceAll(join(dist('0.1.0'), '..'), elsewhere));
    assert.deepEqual(stranded('0.2.0'), []);
    at.write(path, '{ broken');
    assert.deepEqual(stranded('0.2.0'), []);
  });

  it('find another guard: the one that runs gives way, and ends by itself once its program is another', async () => {
    const own = join(at.folder, 'installed');
    cpSync(join(root, 'dist'), own, { recursive: true });
    const env = { ...process.env };
    process.env.HOME = at.home;
    try {
      const pid = async () => (JSON.parse((await at.status()).text) as { pid: number }).pid;
      await startAnew({ home: at.home, program: process.execPath, dist: own });
      await assert.rejects(() => at.status(), 'none ran, and none is started');
      await at.gate('claude', at.bash('ls'));
      const first = await pid();
      await startAnew({ home: at.home, program: process.execPath, dist: own });
      await until(async () => (await pid().catch(() => first)) !== first);
      const second = await pid();
      await until(() => !isAlive(first));
      writeFileSync(join(own, 'cli.js'), '// of another version\n');
      await until(() => !isAlive(second));
    } finally {
      Object.assign(process.env, env);
    }
  });
});
