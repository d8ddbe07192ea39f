/** What a gate costs another agent at each step, beside a script of one's own that answers nothing. */
import { spawn, spawnSync } from 'node:child_process';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { chosenHttpDoor } from '../../src/guard/place/http';
import { root } from '../fixtures/core';
import { GuardedHome } from '../fixtures/gate';
import { beyondFloor, type Row, timed } from './measure';
import { startServer } from './step';

const byShell =
  'It is the start of a shell and of that program, and a question over a socket to the guard’s process, which has to wake up and ask its hooks; the floor is one start of a program that waits for nobody. Curl alone takes 7 to 14 ms to start, where Perl takes 3.';

export async function gate(): Promise<Row[]> {
  const at = new GuardedHome();
  at.ownHook("export const noRm = denyCommands('rm -rf');");
  const { port, token } = await chosenHttpDoor(at.home);
  const question = JSON.stringify(at.bash('ls'));
  const env = { ...process.env, HOME: at.home };
  const ran = (program: string, ...args: string[]) =>
    new Promise<void>((resolve, reject) => {
      // As an agent hears it: who lets the answer go nowhere is refused.
      const child = spawn(program, args, { env, cwd: at.project, stdio: ['pipe', 'pipe', 'ignore'] });
      child.stdout.resume();
      child.on('error', reject);
      // One that refuses has not been answered.
      child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}`))));
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
  const posted = (to: number, expected: number) =>
    new Promise<void>((resolve, reject) => {
      request({ host: '127.0.0.1', port: to, path: '/gate/claude', method: 'POST', headers, agent }, (response) => {
        if (response.statusCode !== expected) reject(new Error(`it answered ${response.statusCode}`));
        response.resume().on('end', resolve);
      })
        .on('error', reject)
        .end(question);
    });
  const byHttp = () => posted(port, 200);
  // Reads what it is sent, and answers that there is no such thing.
  const bareServer = await startServer();
  const byBareServer = () => posted(Number(new URL(bareServer.url).port), 404);
  await byNode();
  const floor = '`node -e 0`';
  const rows: Row[] = [
    {
      what: 'a gate over HTTP, beyond a server that answers nothing',
      ...{ floor: 'a server of Node that answers nothing', goal: 2, of: 'ms' },
      measured: beyondFloor(await timed(200, byHttp, byBareServer)),
      heldBack:
        'Of 2.3 ms that the guard’s process is busy with a question, a profile has 0.6 in the write that wakes its hook host, 0.35 in that of the answer, 0.4 reading the command line, 0.2 recording, 0.25 on whose folder and window it is. It waits for the host beside that.',
    },
  ];
  if (process.platform === 'linux' && spawnSync('perl', ['-e', '0']).status === 0)
    rows.push({
      what: 'a gate as a command, by Perl',
      floor,
      measured: await timed(15, byPerl, bare),
      goal: 0.5,
      heldBack: byShell,
    });
  if (spawnSync('curl', ['--version']).status === 0)
    rows.push({
      what: 'a gate as a command, by curl',
      floor,
      measured: await timed(15, byCurl, bare),
      goal: 0.5,
      heldBack: byShell,
    });
  rows.push({
    what: 'a gate as a command, by Node',
    ...{ floor, measured: await timed(15, byNode, bare), goal: 1.25 },
    heldBack:
      'It starts Node, as the floor does, and beyond that waits for the guard’s process, which has to wake up and ask its hooks; in a profile the rest is Node’s own: 11 ms to load its sockets and streams, 6 to compile the script. A script that only reads its input and answers nothing is the row below.',
  });
  rows.push({
    what: 'a spawned script of one’s own that answers nothing',
    floor,
    measured: await timed(15, script, bare),
    goal: 1.25,
  });
  agent.destroy();
  bareServer.stop();
  await at.dispose();
  return rows;
}
