/** `hooksmith guard`: puts the gate into another agent's configuration, on the human's word. */
import { realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { GuardedConfigs } from '../guard/config/guardAgent';
import { configOf, removals } from '../guard/gate/reach';
import { AcceptedFolders, isOfHooks } from '../guard/guests/acceptedFolders';
import { pinsNow } from '../hooks/parent/accepting/pinnedFiles';
import { titleOf } from '../protocols';
import { type AgentName, agentNames, isAgentName } from '../protocols/protocol';
import type { Pin } from '../shared/hooks/pins';
import { homeFolder } from './home';
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

Has your hooks guard another agent: shows the change to its configuration, and writes it on your word. The hook files of this folder are accepted for it, as they are now, with all that they import.

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
  const home = homeFolder();
  const folder = realpathSync(process.cwd());
  const base = user ? home : folder;
  const configs = new GuardedConfigs(home);
  const say = (text: string) => process.stdout.write(`${text}\n`);
  const title = titleOf(agent);
  if (remove) {
    const changes = removals(configs, agent, user, base);
    if (changes.length === 0) {
      say(`${title} is not guarded ${user ? 'for this user' : 'here'}: nothing to take back.`);
      return 0;
    }
    if (!(await confirmed(changes.map(({ diff }) => diff).join('\n'), yes, say))) return 1;
    for (const change of changes) configs.write(change, 'remove');
    say(`${title} is guarded no more.`);
    return 0;
  }
  const config = await configOf(agent, folder, user, { configs, dist, home, program: process.execPath, say });
  const change = configs.guard(agent, base, config);
  if (change.diff === '') say(`${title} is guarded already: nothing to change in ${change.path}.`);
  else {
    if (!(await confirmed(change.diff, yes, say))) return 1;
    configs.write(change, 'guard');
    say(`${title} is guarded: ${change.path}`);
  }
  if (folder !== realpathSync(home)) await acceptHooks(folder, new AcceptedFolders(home), say);
  if (agent === 'codex') say("Codex skips new hooks until you accept them there: run '/hooks'.");
  return 0;
}

/** What runs is told, also where it lies elsewhere: who accepts it has seen which. */
async function acceptHooks(folder: string, accepted: AcceptedFolders, say: (text: string) => void): Promise<void> {
  const now = await pinsNow(folder);
  const pins = new Map([...now].map(([file, { pin }]) => [file, pin]));
  const hooks = accepted.accept(folder, pins).filter(isOfHooks);
  if (hooks.length > 0) say(`Accepted for it, as they are now: ${hooks.map((file) => `.hooksmith/${file}`).join(', ')}`);
  const imported = importedFrom(folder, [...pins.values()]);
  if (imported.length > 0) say(`With what they import from elsewhere: ${imported.join(', ')}`);
  for (const [file, { problem }] of now)
    if (problem !== undefined)
      say(
        `${relative(folder, file)} cannot be built (${problem}): every call is refused until it is mended, and you run this again.`,
      );
}

/** Files beside those of hooks, those of a package as one. */
function importedFrom(folder: string, pins: readonly Pin[]): string[] {
  const paths = pins.flatMap(({ texts }) => Object.keys(texts));
  const below = (path: string) => (path.startsWith(folder + sep) ? relative(folder, path) : path).replaceAll(sep, '/');
  const named = paths.map(below).flatMap((path) => {
    const [, aPackage] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
    return aPackage ?? (isOfHooks(path.replace(/^\.hooksmith\//, '')) ? [] : [path]);
  });
  return [...new Set(named)].sort();
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
