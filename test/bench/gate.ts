/** What a gate costs another agent at each step, beside a script of one's own that answers nothing. */
import { spawn, spawnSync } from 'node:child_process';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { chosenHttpDoor } from '../../src/guard/http';
import { root } from '../fixtures/core';
import { GuardedHome } from '../fixtures/gate';
import { type Row, timed } from './measure';

export async function gate(): Promise<Row[]> {
  const at = new GuardedHome();
  at.ownHook("export const noRm = denyCommands('rm -rf');");
  const { port, token } = await chosenHttpDoor(at.home);
  const question = JSON.stringify(at.bash('ls'));
  const env = { ...process.env, HOME: at.home };
  const ran = (program: string, ...args: string[]) =>
    new Promise<void>((resolve) => {
      const child = spawn(program, args, { env, cwd: at.project, stdio: ['pipe', 'ignore', 'ignore'] });
      child.on('close', () => resolve());
      child.stdin.end(question);
    });
  const dist = (name: string) => join(root, 'dist', name);
  const bare = () => ran(process.execPath, '-e', '0');
  const byNode = () => ran(process.execPath, dist('gate.js'), '--agent', 'claude');
  const byPerl = () => ran('perl', dist('gate.pl'), 'claude', at.place.socket, process.execPath, '50');
  const byCurl = () => ran('sh', dist('gate.sh'), 'claude', at.place.socket, process.execPath, '50');
  const script = () => ran(process.execPath, '-e', "process.stdin.on('data', () => {}).on('end', () => console.log('{}'))");
  const agent = new Agent({ keepAlive: true });
  const headers = { authorization: `Bearer ${token}` };
  const byHttp = () =>
    new Promise<void>((resolve, reject) => {
      request({ host: '127.0.0.1', port, path: '/gate/claude', method: 'POST', headers, agent }, (response) =>
        response.resume().on('end', resolve),
      )
        .on('error', reject)
        .end(question);
    });
  await byNode();
  const floor = '`node -e 0`';
  const rows: Row[] = [
    { what: 'a gate over HTTP', floor: 'nothing', measured: await timed(200, byHttp, () => undefined), goal: 2, of: 'ms' },
  ];
  if (process.platform === 'linux' && spawnSync('perl', ['-e', '0']).status === 0)
    rows.push({ what: 'a gate as a command, by Perl', floor, measured: await timed(15, byPerl, bare), goal: 0.5 });
  if (spawnSync('curl', ['--version']).status === 0)
    rows.push({ what: 'a gate as a command, by curl', floor, measured: await timed(15, byCurl, bare), goal: 0.5 });
  rows.push({ what: 'a gate as a command, by Node', floor, measured: await timed(15, byNode, bare), goal: 1.25 });
  rows.push({
    what: 'a spawned script of one’s own that answers nothing',
    floor,
    measured: await timed(15, script, bare),
    goal: 1.25,
  });
  agent.destroy();
  await at.dispose();
  return rows;
}
