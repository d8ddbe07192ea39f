/** Paths through the system's own folder of a process: where it is, its root, and what its descriptors hold. Pure. */

export interface ProcessPlace {
  /** `descriptor`: what one of them holds, a folder where a path goes on behind it. */
  kind: 'cwd' | 'root' | 'descriptor';
  /** It is the one that asks. */
  isOwn: boolean;
  /** It may be what the line itself has opened, not only where every program reads and writes. */
  isOpened: boolean;
  /** What stands behind it, with its slash; '' for itself. */
  rest: string;
}

/** Undefined of any other path. `folder` is where it is read. */
export function processPlace(text: string, folder: string): ProcessPlace | undefined {
  if (!/proc|dev/.test(text) && !/^\/(proc|dev)(\/|$)/.test(folder)) return undefined;
  const whole = text.startsWith('/') ? text : `${folder}/${text}`;
  const place = `/${walked(whole.split('/')).join('/')}`;
  const [, id, kind, number, rest = ''] =
    /^\/proc\/([^/]+)\/(?:task\/[^/]+\/)?(cwd|root|fd\/(\d+|[^/]*[*?[][^/]*))(\/.*)?$/s.exec(place) ?? [];
  if (kind === undefined) return undefined;
  const isOwn = /^(thread-)?self$/.test(id!);
  if (number === undefined) return { kind: kind as 'cwd' | 'root', isOwn, isOpened: false, rest };
  return { kind: 'descriptor', isOwn, isOpened: rest !== '' || !/^[0-2]$/.test(number), rest };
}

/** Whether it lies in the own folder of whoever asks, by a name that means another one to each. */
export const isOfProcess = (path: string): boolean => /^\/(dev\/(fd|stdin|stdout|stderr)|proc\/(thread-)?self)(\/|$)/.test(path);

/** What is above a descriptor's folder is above what the link to it leads to. */
function walked(segments: readonly string[]): string[] {
  let at: string[] = [];
  for (const segment of segments) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') at.pop();
    else at.push(segment);
    if (at.length === 2 && at[0] === 'dev') at = [...(standard.get(segment) ?? at)];
  }
  return at;
}
const standard: ReadonlyMap<string, string[]> = new Map([
  ['fd', ['proc', 'self', 'fd']],
  ...['stdin', 'stdout', 'stderr'].map((name, n): [string, string[]] => [name, ['proc', 'self', 'fd', `${n}`]]),
]);
