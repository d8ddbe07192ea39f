/** Agents that ask a gate which is no more: an update of the extension comes in a folder of its own, whose name has the version in it, and the older one goes. */
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type AgentName, agentNames } from '../../protocols/protocol';
import type { ConfigChange, GuardedConfigs } from '../config/guardAgent';
import { guardPlace } from '../place/place';
import { postTo } from '../place/post';
import { answers } from './gateServer';
import { configOf, configsOf, type ReachOptions } from './reach';

export interface StrandedAgent {
  agent: AgentName;
  /** For all of the user's projects; else for the one in `base`. */
  user: boolean;
  base: string;
}

/** Of those that this user had guarded from this machine: what else stands in a project's files is for others to mend. `dist` is where the gate lies now. */
export function strandedAgents(
  configs: GuardedConfigs,
  { home, folders, dist }: { home: string; folders: readonly string[]; dist: string },
): StrandedAgent[] {
  const own = realpathSync(home);
  return agentNames.flatMap((agent) =>
    [true, false].flatMap((user) =>
      configsOf(agent, user).flatMap((place) =>
        configs
          .recorded(place, user ? [own] : folders)
          .filter((base) => (base === own) === user && isStranded(configs, { agent, user, base }, place, dist))
          .map((base): StrandedAgent => ({ agent, user, base })),
      ),
    ),
  );
}

function isStranded(configs: GuardedConfigs, { agent, base }: StrandedAgent, place: { path: string }, dist: string): boolean {
  try {
    return configs
      .gateFiles(agent, base, place)
      .some(([gate, program]) => [gate, program].some((file) => file && !existsSync(file)) || isOfAnotherVersion(gate!, dist));
  } catch {
    // What cannot be read is not known to be ours.
    return false;
  }
}

/** A folder beside ours that is named alike but for the version. */
function isOfAnotherVersion(gate: string | undefined, dist: string): boolean {
  if (gate === undefined || dirname(gate) === dist) return false;
  const [theirs, ours] = [dirname(dirname(gate)), dirname(dist)];
  const [name, own] = [theirs, ours].map((folder) => /^(.+?)-\d+\.\d+\.\d+/.exec(basename(folder))?.[1]);
  return dirname(theirs) === dirname(ours) && name !== undefined && name === own;
}

/** Has it ask the gate that lies in `dist`. Returns what was written. */
export async function rescue({ agent, user, base }: StrandedAgent, options: ReachOptions): Promise<ConfigChange> {
  const change = options.configs.guard(agent, base, await configOf(agent, base, user, options));
  options.configs.write(change, 'guard');
  return change;
}

/** The guard that runs is the older one's: another takes its place, so that who asks over HTTP finds one. */
export async function startAnew({ home, program, dist }: Pick<ReachOptions, 'home' | 'program' | 'dist'>): Promise<void> {
  const { socket } = guardPlace(home);
  if (!(await answers(socket))) return;
  await postTo(socket, '/stop', '{}');
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  spawn(program, [join(dist, 'gate.js'), '--start'], { detached: true, stdio: 'ignore', windowsHide: true, env })
    .on('error', () => undefined)
    .unref();
}
