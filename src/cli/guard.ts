/** `hooksmith guard`: puts the gate into another agent's configuration, on the human's word. */
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { AcceptedFolders } from '../guard/acceptedFolders';
import { type AgentConfig, agentConfig, gateSeconds, type Reach } from '../guard/agentConfigs';
import { answers } from '../guard/gateServer';
import { GuardedConfigs } from '../guard/guardAgent';
import { chosenHttpDoor, httpDoor } from '../guard/http';
import { guardPlace } from '../guard/place';
import { postTo } from '../guard/post';
import { titleOf } from '../protocols';
import { type AgentName, agentNames, isAgentName } from '../protocols/protocol';
import type { Subcommand } from './subcommand';
import { UsageError } from './usage';

export interface GuardOptions {
  agent: AgentName;
  remove: boolean;
  user: boolean;
  yes: boolean;
}

/** `dist` is where the gate lies. */
export function guardCommand(dist: string): Subcommand {
  return {
    usage: `hooksmith guard ${agentNames.join('|')} [--remove] [--user] [--yes]

Has your hooks guard another agent: shows the change to its configuration, and writes it on your word. The hook files of this folder are accepted for it, as they are now.

  --remove           takes it back, to the byte
  --user             for all projects of this user, not for this one alone
  --yes              the word, given beforehand`,
    main: (args) => guard(readOptions(args), dist),
  };
}

function readOptions(args: readonly string[]): GuardOptions {
  const flags = new Set(args.filter((arg) => arg.startsWith('--')));
  const [agent, ...more] = args.filter((arg) => !arg.startsWith('--'));
  const unknown = [...flags].find((flag) => !['--remove', '--user', '--yes'].includes(flag)) ?? more[0];
  if (unknown !== undefined) throw new UsageError(`guard: it takes no '${unknown}'`);
  if (!isAgentName(agent)) throw new UsageError(`guard: '${agent ?? ''}' is none of ${agentNames.join(', ')}`);
  return { agent, remove: flags.has('--remove'), user: flags.has('--user'), yes: flags.has('--yes') };
}

async function guard({ agent, remove, user, yes }: GuardOptions, dist: string): Promise<number> {
  const home = homedir();
  const folder = realpathSync(process.cwd());
  const base = user ? home : folder;
  const configs = new GuardedConfigs(home);
  const accepted = new AcceptedFolders(home);
  const say = (text: string) => process.stdout.write(`${text}\n`);
  const title = titleOf(agent);
  if (remove) {
    const isAt = (config: AgentConfig) => configs.isGuarded(agent, base, config);
    const candidates = [true, false].map((local) => agentConfig(agent, { command: '', windows: '' }, { user, local }));
    const config = candidates.find(isAt) ?? candidates[1]!;
    const change = configs.remove(agent, base, config);
    if (change.diff === '') {
      say(`${title} is not guarded ${user ? 'for this user' : 'here'}: nothing to take back.`);
      return 0;
    }
    if (!(await confirmed(change.diff, yes, say))) return 1;
    configs.write(change, 'remove');
    say(`${title} is guarded no more.`);
    return 0;
  }
  const local = isShared(folder) || existsSync(join(folder, '.claude', 'settings.local.json'));
  const config = agentConfig(agent, await reachOf(agent, dist, home, say), { user, local });
  if (agent === 'claude' && !user && local)
    say('In .claude/settings.local.json: the change names paths of this machine, and settings.json is shared.');
  const change = configs.guard(agent, base, config);
  if (change.diff === '') say(`${title} is guarded already: nothing to change in ${change.path}.`);
  else {
    if (!(await confirmed(change.diff, yes, say))) return 1;
    configs.write(change, 'guard');
    say(`${title} is guarded: ${change.path}`);
  }
  const files = folder === realpathSync(home) ? [] : accepted.accept(folder);
  const hooks = files.filter((file) => /^(hooks|agents\/[^/]+\/hooks)\//.test(file));
  if (hooks.length > 0) say(`Accepted for it, as they are now: ${hooks.map((file) => `.hooksmith/${file}`).join(', ')}`);
  if (agent === 'codex') say("Codex skips new hooks until you accept them there: run '/hooks'.");
  return 0;
}

/** How this agent is to reach the gate, and why so. */
async function reachOf(agent: AgentName, dist: string, home: string, say: (text: string) => void): Promise<Reach> {
  const node = quoted(process.execPath);
  const slow = `${node} ${quoted(join(dist, 'gate.js'))} --agent ${agent} --within ${gateSeconds}`;
  const windows = `"${process.execPath}" "${join(dist, 'gate.js')}" --agent ${agent} --within ${gateSeconds}`;
  const { socket } = guardPlace(home);
  const isFast = process.platform !== 'win32' && hasCurl();
  const command = isFast ? `sh ${quoted(join(dist, 'gate.sh'))} ${agent} ${quoted(socket)} ${node} ${gateSeconds}` : slow;
  const how = isFast ? 'a command (curl, through a socket that only you can open)' : 'a command (Node)';
  if (agent !== 'claude') {
    say(`By ${how}.`);
    return { command, windows };
  }
  const version = claudeVersion();
  if (version === undefined) say(`By ${how}: no Claude Code was found here, so its version is not known.`);
  else if (!isAtLeast(version, [2, 1, 330]))
    say(
      `By ${how}: Claude Code ${version.join('.')} lets the tool run where an HTTP hook fails; 2.1.330 is the first that does not.`,
    );
  else {
    const isNew = httpDoor(home) === undefined;
    const { port, token } = await chosenHttpDoor(home);
    // One that runs knows of no door yet; the next question starts another.
    if (isNew && (await answers(guardPlace(home).socket))) await postTo(guardPlace(home).socket, '/stop', '{}');
    say(
      `Tool calls by HTTP on the loopback, since Claude Code ${version.join('.')} refuses where that fails (onFailure); all else by ${how}, which starts the guard.`,
    );
    return { command, windows, http: { url: `http://127.0.0.1:${port}/gate/claude`, token } };
  }
  return { command, windows };
}

async function confirmed(diff: string, yes: boolean, say: (text: string) => void): Promise<boolean> {
  say(diff);
  if (yes) return true;
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    say('Nothing was written: say --yes.');
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('Write this? [y/N] ');
  terminal.close();
  if (/^y(es)?$/i.test(answer.trim())) return true;
  say('Nothing was written.');
  return false;
}

/** Others get the project's settings too: git keeps them. */
function isShared(folder: string): boolean {
  const file = join('.claude', 'settings.json');
  return existsSync(join(folder, file)) && spawnSync('git', ['ls-files', '--error-unmatch', file], { cwd: folder }).status === 0;
}

/** One that tells a failure of the server from its own, with the server's words. */
function hasCurl(): boolean {
  const { status, stdout } = spawnSync('curl', ['--version'], { encoding: 'utf8' });
  const version = status === 0 ? /^curl (\d+)\.(\d+)\.(\d+)/.exec(stdout) : null;
  return version !== null && isAtLeast(version.slice(1).map(Number), [7, 76, 0]);
}

function claudeVersion(): number[] | undefined {
  const { status, stdout } = spawnSync('claude', ['--version'], { encoding: 'utf8', timeout: 10_000 });
  const version = status === 0 ? /(\d+)\.(\d+)\.(\d+)/.exec(stdout) : null;
  return version ? version.slice(1).map(Number) : undefined;
}

function isAtLeast(version: readonly number[], least: readonly number[]): boolean {
  for (const [n, part] of least.entries()) {
    const own = version[n] ?? 0;
    if (own !== part) return own > part;
  }
  return true;
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
