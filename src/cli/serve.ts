/** `hooksmith serve`: the guard of other agents, without an editor. */

import { closeSync, openSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { answers, GateServer } from '../guard/gate/gateServer';
import { AcceptedFolders } from '../guard/guests/acceptedFolders';
import { Guests, type GuestWorkspace } from '../guard/guests/guests';
import { isAlive } from '../guard/place/alive';
import { httpDoor } from '../guard/place/http';
import { guardPlace } from '../guard/place/place';
import { postTo } from '../guard/place/post';
import { homeFolder } from './home';
import type { Subcommand } from './subcommand';
import { UsageError } from './usage';

const idleMs = 2 * 60 * 60_000;
/** Agents that ask over HTTP cannot start one in the middle of their work. */
const idleWithDoorMs = 12 * 60 * 60_000;
const endMs = 10_000;
const descriptorsOfOne = 24;

/** `open` gives a workspace for other agents; only the composition root knows how. */
export function serveCommand(open: (folder: string, log: (text: string) => void) => GuestWorkspace): Subcommand {
  return {
    usage: `hooksmith serve [--stop]

Keeps the hooks of this user warm for the agents that are guarded. 'hooksmith gate' starts it by itself; it ends after some hours without a question.

  --stop             ends the one that runs`,
    async main(args) {
      const unknown = args.find((arg) => arg !== '--stop');
      if (unknown !== undefined) throw new UsageError(`serve: it takes no '${unknown}'`);
      return args.includes('--stop') ? stop() : serve(open);
    },
  };
}

async function serve(open: (folder: string, log: (text: string) => void) => GuestWorkspace): Promise<number> {
  // What an agent has for what is temporary goes with that agent; the guard that it has started stays, for others too.
  if (process.platform !== 'win32') for (const name of ['TMPDIR', 'TMP', 'TEMP']) delete process.env[name];
  const home = homeFolder();
  const log = (text: string) => process.stderr.write(`${text}\n`);
  const guests = new Guests({
    home,
    accepted: new AcceptedFolders(home),
    open: (folder) => open(folder, log),
    now: () => performance.now(),
  });
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const place = guardPlace();
  const stamp = ownStamp();
  const door = httpDoor(home);
  const server = new GateServer({
    ...{ place, door, log, idleMs: door ? idleWithDoorMs : idleMs },
    hear: (occurrence, asker) => guests.hear(occurrence, asker),
    status: () => ({ pid: process.pid, ...guests.status }),
    ended: end,
    makesWay: () => ownStamp() !== stamp || !hasRoom(),
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  if (!(await server.listen())) {
    log('hooksmith: it runs already');
    return 0;
  }
  log(`hooksmith: guards other agents at ${place.socket}`);
  await ended;
  await server.close();
  await guests.dispose();
  return 0;
}

/** Of the program that runs: an update replaces it, or takes it away. */
function ownStamp(): string {
  const found = statSync(process.argv[1] ?? '', { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.mtimeMs} ${found.size}` : 'gone';
}

/** For the processes of one more workspace. It has what the shell gave it in which an agent started it; the next may have more. */
function hasRoom(): boolean {
  const held: number[] = [];
  try {
    while (held.length < descriptorsOfOne) held.push(openSync(devNull, 'r'));
    return true;
  } catch {
    return false;
  } finally {
    for (const descriptor of held) closeSync(descriptor);
  }
}

async function stop(): Promise<number> {
  const { socket } = guardPlace();
  if (!(await answers(socket))) {
    process.stdout.write('none runs\n');
    return 0;
  }
  const { pid } = JSON.parse((await postTo(socket, '/status', '')).text) as { pid?: unknown };
  await postTo(socket, '/stop', '{}');
  const until = Date.now() + endMs;
  // Once nobody answers it still writes down what it has judged.
  while ((await answers(socket)) || (typeof pid === 'number' && isAlive(pid))) {
    if (Date.now() > until) {
      if (await answers(socket)) throw new Error('it does not end');
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  process.stdout.write('ended\n');
  return 0;
}
