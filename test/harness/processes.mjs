// The processes that a stage of the tests started, whoever is their parent now. Known on Linux only; elsewhere the group is all there is.
import { readdirSync, readFileSync } from 'node:fs';

/** Pid, parent, when it started (what tells it from a later one of that number) and command line. */
function everyProcess() {
  const pids = process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  return pids.flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name in parentheses may hold anything.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (fields[0] === 'Z' || fields[0] === 'X') return [];
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return [{ pid: Number(pid), parent: Number(fields[1]), started: fields[19], command: command || stat.split(' ')[1] }];
    } catch {
      return [];
    }
  });
}

function carries(pid, mark) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark);
  } catch {
    return false;
  }
}

/**
 * Watches the descendants of a process, known by their parents or by `mark` in their environment; who was seen once stays known. A number is given
 * anew once its process is gone, so a parent counts only while it is the one that was seen.
 */
export function watchTree(root, mark, list = everyProcess) {
  const seen = new Map(list().flatMap(({ pid, started }) => (pid === root ? [[pid, started]] : [])));
  const look = (thoroughly = false) => {
    const all = list();
    const known = (one) => one !== undefined && seen.get(one.pid) === one.started;
    const byPid = new Map(all.map((one) => [one.pid, one]));
    for (let grew = true; grew; ) {
      const found = all.filter((one) => !known(one) && (known(byPid.get(one.parent)) || (thoroughly && carries(one.pid, mark))));
      for (const { pid, started } of found) seen.set(pid, started);
      grew = found.length > 0;
    }
    return all.filter((one) => known(one) && one.pid !== root);
  };
  const timer = setInterval(look, 500);
  return {
    /** Those alive now, without the root. */
    alive: () => look(true),
    stop: () => clearInterval(timer),
  };
}

/** The root's group, then whoever left it. */
export function kill(root, others) {
  for (const pid of [-root, root, ...others.map((one) => one.pid)])
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It is gone.
    }
}
