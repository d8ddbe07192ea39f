/** How an agent is to reach the gate on this machine: by which program, or over HTTP, and why so. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { type AgentName, agentNames } from '../../protocols/protocol';
import { isObject } from '../../shared/basics/json';
import { shellWord } from '../../shared/basics/shellWord';
import { type AgentConfig, type AgentReach, agentConfig, gateSeconds } from '../config/agentConfigs';
import type { ConfigChange, GuardedConfigs } from '../config/guardAgent';
import { chosenHttpDoor, httpDoor } from '../place/http';
import { guardPlace } from '../place/place';
import { postTo } from '../place/post';
import { answers } from './gateServer';

export interface ReachOptions {
  configs: GuardedConfigs;
  /** Where the gate lies. */
  dist: string;
  home: string;
  /** Node. */
  program: string;
  /** Told what was chosen, and why. */
  say(text: string): void;
}

/** The entries that this agent's configuration is to hold, for a project or for all of the user's. */
export async function configOf(agent: AgentName, folder: string, user: boolean, options: ReachOptions): Promise<AgentConfig> {
  const local = agent === 'claude' && !user && isLocal(folder, options.configs);
  if (agent === 'vscode')
    options.say(
      'VS Code runs it in folders that it trusts, while its settings chat.useHooks and chat.hookFilesLocations let it.',
    );
  const off = agent === 'claude' ? hooksOffIn(folder, options.home) : undefined;
  if (off !== undefined) options.say(`Now it runs no hooks: disableAllHooks is true in ${off}.`);
  if (local) options.say('In .claude/settings.local.json: the change names paths of this machine, and settings.json is shared.');
  const config = agentConfig(agent, await reachOf(agent, options), { user, local });
  if (!user && isShared(folder, config.path))
    options.say(
      `It names paths of this machine, and refuses every call where these are not: keep ${config.path} out of git, which does not ignore it, or guard all of your projects.`,
    );
  return config;
}

/** The file that has Claude Code run none; the first that says anything of it counts. */
function hooksOffIn(folder: string, home: string): string | undefined {
  const settings = (base: string, name: string) => join(base, '.claude', name);
  for (const path of [
    settings(folder, 'settings.local.json'),
    settings(folder, 'settings.json'),
    settings(home, 'settings.json'),
  ]) {
    const value: unknown = isFile(path) ? parse(readFileSync(path, 'utf8')) : undefined;
    if (isObject(value) && typeof value.disableAllHooks === 'boolean') return value.disableAllHooks ? path : undefined;
  }
  return undefined;
}

const isFile = (path: string) => existsSync(path) && statSync(path).isFile();

/** Which agents are guarded for that folder, or for all of the user's. */
export function guardedAgents(configs: GuardedConfigs, home: string, folder: string | undefined): AgentName[] {
  const isGuarded = (agent: AgentName, user: boolean) => guardedPlace(configs, agent, user, user ? home : folder) !== undefined;
  return agentNames.filter((agent) => isGuarded(agent, true) || isGuarded(agent, false));
}

/** The place in which this agent is guarded already. */
export const guardedPlace = (
  configs: GuardedConfigs,
  agent: AgentName,
  user: boolean,
  base: string | undefined,
): AgentConfig | undefined =>
  base === undefined ? undefined : configsOf(agent, user).find((place) => configs.isGuarded(agent, base, place));

/** What takes it back, in each place that it may stand in: none where it stands in none. */
export const removals = (configs: GuardedConfigs, agent: AgentName, user: boolean, base: string): ConfigChange[] =>
  configsOf(agent, user)
    .map((place) => configs.remove(agent, base, place))
    .filter(({ diff }) => diff !== '');

/** Where this agent may be guarded already. */
export const configsOf = (agent: AgentName, user: boolean): AgentConfig[] =>
  (agent === 'claude' && !user ? [true, false] : [false]).map((local) => placeOf(agent, { user, local }));

const placeOf = (agent: AgentName, where: { user: boolean; local: boolean }): AgentConfig =>
  agentConfig(agent, { command: '', windows: '' }, where);

/** Where ours stand they stay, whichever file has come since: Claude Code runs what is in both. */
function isLocal(folder: string, configs: GuardedConfigs): boolean {
  const standsIn = (local: boolean) => configs.isGuarded('claude', folder, placeOf('claude', { user: false, local }));
  const known = [true, false].find(standsIn);
  return (
    known ??
    (isShared(folder, placeOf('claude', { user: false, local: false }).path) ||
      existsSync(join(folder, '.claude', 'settings.local.json')))
  );
}

/** How this agent is to reach the gate, and why so. By their form these lines are known as ours again: `isGateHandler` is to know each that was ever written. */
async function reachOf(agent: AgentName, { dist, home, program, say }: ReachOptions): Promise<AgentReach> {
  const node = shellWord(program);
  const { socket } = guardPlace(home);
  const asks = (at: string) => `--agent ${agent} --at ${at} --within ${gateSeconds}`;
  // Where it is the editor's own, this has it be Node.
  const slow = `ELECTRON_RUN_AS_NODE=1 ${node} ${shellWord(join(dist, 'gate.js'))} ${asks(shellWord(socket))}`;
  const windows = `set ELECTRON_RUN_AS_NODE=1&& "${program}" "${join(dist, 'gate.js')}" ${asks(`"${socket}"`)}`;
  const light = lightClient();
  const told = `${agent} ${shellWord(socket)} ${node} ${gateSeconds}`;
  const command = light ? `${light.program} ${shellWord(join(dist, light.script))} ${told}` : slow;
  const how = light ? `a command (${light.title}, through a socket that only you can open)` : 'a command (Node)';
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

/** Others get the file too, as soon as somebody adds it: git has it, or would. */
const isShared = (folder: string, path: string): boolean =>
  spawnSync('git', ['check-ignore', '--quiet', '--', path], { cwd: folder }).status === 1;

/** The lightest that the machine has; undefined where Node is to do it. */
function lightClient(): { title: string; program: string; script: string } | undefined {
  // Modules and words that others have it start with are none of the gate's, nor are its complaints about the language of the machine.
  const perl = perls.find(isPerl);
  if (perl) return { title: 'Perl', program: `PERL5OPT= PERL_UNICODE=0 PERL_BADLANG=0 ${perl}`, script: 'gate.pl' };
  return process.platform !== 'win32' && hasCurl() ? { title: 'curl', program: 'sh', script: 'gate.sh' } : undefined;
}

/** The system's own first: an agent may have the folders of a project in its PATH, and programs in them. */
const perls: readonly string[] = ['/usr/bin/perl', 'perl'];

/** The client has the numbers of Linux in it, so as to load nothing. */
const isPerl = (program: string): boolean =>
  process.platform === 'linux' && spawnSync(program, ['-e', 'exit($] >= 5.010 ? 0 : 1)']).status === 0;

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
