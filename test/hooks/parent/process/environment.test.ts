import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { environmentNameProblem } from '../../../../src/hooks/parent/process/environment';
import { runCli } from '../../../fixtures/cli';

/** What code in a child finds of a value: in its own environment, in that of every process above it, and in what `ps` shows. */
const search = `import { execSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
export function search(out: string) {
  const found: string[] = [];
  const look = (place: string, text: string) => { for (const name of ['key', 'given', 'plain']) if (text.includes(name + '-of-this-run')) found.push(place + ':' + name); };
  look('own', JSON.stringify(process.env));
  for (let pid = process.ppid; pid > 1; ) {
    let stat = '';
    try { stat = readFileSync('/proc/' + pid + '/stat', 'latin1'); look('above', readFileSync('/proc/' + pid + '/environ', 'latin1')); } catch { break; }
    pid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  }
  look('shell', execSync('cat /proc/' + process.ppid + '/environ').toString('latin1'));
  try { look('ps', execSync('ps eww -p ' + process.ppid).toString('latin1')); } catch { /* no ps here */ }
  appendFileSync(out, found.join() + '\\n');
}
`;

describe('the environment of hooks and workspace tools', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hooksmith-env-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const values = { ANTHROPIC_API_KEY: 'key-of-this-run', GIVEN: 'given-of-this-run', PLAIN: 'plain-of-this-run' };

  it('holds what --env names and no key, and neither does that of the process above them', async function () {
    if (process.platform !== 'linux') this.skip();
    const out = join(folder, 'found.txt');
    write('.hooksmith/hooks/_search.ts', search);
    write(
      '.hooksmith/hooks/spy.ts',
      `import { hook } from 'hooksmith';\nimport { search } from './_search';\nexport const spy = hook('beforeRun', () => search(${JSON.stringify(out)}));`,
    );
    write(
      '.hooksmith/tools/spy.ts',
      `import { defineTool, z } from 'hooksmith';\nimport { search } from '../hooks/_search';\nexport const spy = defineTool({ name: 'Spy', description: 'x', input: z.object({}), run: () => search(${JSON.stringify(out)}) });`,
    );
    const { code, stderr } = await runCli(folder, ['run', '--env', 'GIVEN', '--approve', 'always', '/call Spy {}'], values);
    assert.equal(code, 0, stderr);
    const only = 'own:given,above:given,shell:given,ps:given';
    for (const found of readFileSync(out, 'utf8').trim().split('\n')) assert.ok(only.startsWith(found) && found !== '', found);
  });

  it('has relative paths start at the workspace folder, wherever the run was started', async () => {
    const note = (name: string) => `appendFileSync('stood.txt', '${name} ' + process.cwd() + '\\n')`;
    write(
      'project/.hooksmith/hooks/stand.ts',
      `import { appendFileSync } from 'node:fs';\nimport { hook } from 'hooksmith';\nexport const stand = hook('beforeRun', () => ${note('hook')});`,
    );
    write(
      'project/.hooksmith/tools/stand.ts',
      `import { appendFileSync } from 'node:fs';\nimport { defineTool, z } from 'hooksmith';\nexport const stand = defineTool({ name: 'Stand', description: 'x', input: z.object({}), run: () => ${note('tool')} });`,
    );
    const { code, stderr } = await runCli(folder, ['run', '--cwd', 'project', '--approve', 'always', '/call Stand {}']);
    assert.equal(code, 0, stderr);
    const project = realpathSync(join(folder, 'project'));
    assert.equal(readFileSync(join(project, 'stood.txt'), 'utf8'), `hook ${project}\ntool ${project}\n`);
  });

  it('leaves the process above them its own variables', async () => {
    const { stdout } = await runCli(folder, ['run', '--approve', 'always', '/call Bash {"command": "echo $PLAIN"}'], values);
    assert.match(stdout, /plain-of-this-run/);
  });

  it('takes no name that says which code a process loads', async () => {
    for (const name of ['NODE_OPTIONS', 'LD_PRELOAD', 'DYLD_INSERT_LIBRARIES', 'A=1', ''])
      assert.notEqual(environmentNameProblem(name), undefined, name);
    for (const name of ['GITHUB_TOKEN', 'NODE_ENV', '_x']) assert.equal(environmentNameProblem(name), undefined, name);
    const { code, stderr } = await runCli(folder, ['run', '--env', 'LD_PRELOAD', 'x']);
    assert.deepEqual([code, /--env: LD_PRELOAD/.test(stderr)], [2, true]);
  });
});
