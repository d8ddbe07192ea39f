/** What a sandbox refused, as the output of programs tells it: they only see an error of the system. */

export interface HeldTo {
  /** Paths that cannot be read, programs among them. */
  hidden: readonly string[];
  writesHeld: boolean;
  networkHeld: boolean;
  /** What the network's own guard refused. */
  hosts?: readonly string[];
}

const most = 5;
const readOnly = /read-only file system|\bEROFS\b/i;
const denied =
  /permission denied|operation not permitted|\bEACCES\b|\bEPERM\b|permissionerror|device or resource busy|\bEBUSY\b/i;
const offline =
  /could not resolve|name resolution|name or service not known|nodename nor servname|network is unreachable|network unreachable|\bENETUNREACH\b|\bEAI_AGAIN\b|\bENOTFOUND\b|no such host|unable to resolve|network is down|blocked by network allowlist|blocked-by-sandbox-runtime/i;
const unreachable = /failed to connect|couldn't connect|could not connect|connection refused|\bECONNREFUSED\b/i;

/** At most five lines, each as the program put it. */
export function refusals(output: string, { hidden, writesHeld, networkHeld, hosts = [] }: HeldTo): string[] {
  const names = hidden.map((path) => path.split('/').at(-1)!).filter(Boolean);
  const mentions = (line: string) => names.some((name) => wordIn(line, name));
  const found = output.split('\n').filter((line) => {
    if (line.length > 500) return false;
    if (writesHeld && readOnly.test(line)) return true;
    if (denied.test(line) && (mentions(line) || (writesHeld && /socket|namespace|unshare/i.test(line)))) return true;
    return networkHeld && (offline.test(line) || unreachable.test(line));
  });
  return [...new Set([...hosts, ...found.map((line) => line.trim())])].slice(0, most);
}

/** Anywhere in the line: it may stand within another word first, as `token` does in `tokens/token`. */
function wordIn(line: string, name: string): boolean {
  for (let at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1))
    if (!/[\w-]/.test(line[at - 1] ?? ' ') && !/[\w-]/.test(line[at + name.length] ?? ' ')) return true;
  return false;
}
