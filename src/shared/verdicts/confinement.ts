/** What policies have the operating system hold a call to, and how the words of several become one. */

/** Patterns as in `denyPaths`, relative ones from the workspace folder. */
export interface Confinement {
  /** Files and folders that no program can read. */
  readonly denyRead?: readonly string[];
  readonly denyWrite?: readonly string[];
  /** Programs by name, every copy that is found. */
  readonly denyPrograms?: readonly string[];
  /** Hosts that may be reached, `*.example.com` and `host:port` too; none where it is absent, all with `*`. */
  readonly hosts?: readonly string[];
  /** A human is asked for each host beyond those. */
  readonly asksHosts?: boolean;
  /** Of the workspace and the home folder, only what each of these lists covers can be read and written. */
  readonly onlyPaths?: readonly (readonly string[])[];
  /** Hides what it names and holds to nothing else: writes anywhere, all of the network. Void where there is no sandbox. */
  readonly hideOnly?: boolean;
}

const union = (lists: readonly (readonly string[] | undefined)[]): string[] => [...new Set(lists.flatMap((list) => list ?? []))];

/** All that any of them forbids is forbidden; a host may be reached where all that speak of hosts let it, a human where all of these would ask one. */
export function unite(words: readonly Confinement[]): Confinement {
  const ofHosts = words.filter(({ hideOnly, hosts }) => !hideOnly && hosts !== undefined);
  const hosts = ofHosts.flatMap((one) => (one.hosts ? [one.hosts] : []));
  const lists = {
    denyRead: union(words.map(({ denyRead }) => denyRead)),
    denyWrite: union(words.map(({ denyWrite }) => denyWrite)),
    denyPrograms: union(words.map(({ denyPrograms }) => denyPrograms)),
  } satisfies Confinement;
  const onlyPaths = words.flatMap((one) => one.onlyPaths ?? []);
  return {
    ...(Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)) as Partial<typeof lists>),
    ...(hosts.length > 0
      ? { hosts: union(hosts).filter((host) => hosts.every((list) => list.some((one) => covers(one, host)))) }
      : {}),
    ...(ofHosts.length > 0 && ofHosts.every(({ asksHosts }) => asksHosts) ? { asksHosts: true } : {}),
    ...(onlyPaths.length > 0 ? { onlyPaths } : {}),
    ...(words.length > 0 && words.every(({ hideOnly }) => hideOnly) ? { hideOnly: true } : {}),
  };
}

/** What they hold a call to, as far as that is a word on it: what only hides stands beside a policy that has judged the call by reading. */
export function heldBy(words: readonly Confinement[]): Confinement | undefined {
  const holding = words.filter(({ hideOnly }) => !hideOnly);
  return holding.length > 0 ? unite(holding) : undefined;
}

/** Whether these words let a host be reached. */
export const reaches = (pattern: string, host: string): boolean => covers(split(pattern)[0], host);

function covers(pattern: string, host: string): boolean {
  const [wanted, wantedPort] = split(pattern);
  const [name, port] = split(host);
  if (wantedPort !== undefined && wantedPort !== port) return false;
  return wanted === '*' || wanted === name || (wanted.startsWith('*.') && name.endsWith(wanted.slice(1)));
}

function split(host: string): [name: string, port: string | undefined] {
  const port = host.match(/:(\d+)$/)?.[1];
  return [(port === undefined ? host : host.slice(0, -port.length - 1)).toLowerCase(), port];
}
