/**
 * What this process holds open is its own: the channel, the markers, the event loop's. A file of the workspace that closes or uses one by its number would take
 * the process from under the others, and they would be blamed for it.
 *
 * Limit: another process that is given one inherits it, and is not held back here.
 */
import fs from 'node:fs';

type Any = (...args: unknown[]) => unknown;

const using: readonly string[] = [
  'read',
  'readSync',
  'readv',
  'readvSync',
  'write',
  'writeSync',
  'writev',
  'writevSync',
  'ftruncate',
  'ftruncateSync',
];

/**
 * `own` are read and written by this process alone, `channel` is what the system has of one of them. Files of the workspace close what they opened. To be called
 * before `fs` is closed.
 */
export function holdDescriptors(own: readonly number[], channel: object): void {
  const ours = new Set<unknown>(own);
  const opened = new Set<unknown>();
  const refuse = (name: string, fd: unknown): never => {
    const message = `EBADF: file descriptor ${String(fd)} is not there for hooks and tools, ${name}`;
    throw Object.assign(new Error(message), { code: 'EBADF', syscall: name });
  };
  for (const name of using) replace(name, (original, args) => (ours.has(args[0]) ? refuse(name, args[0]) : original(...args)));
  // By whichever class a socket is made of one.
  const handles = Object.getPrototypeOf(channel) as { open: Any };
  const { open } = handles;
  Object.defineProperty(handles, 'open', {
    value(this: unknown, ...args: unknown[]) {
      return ours.has(args[0]) ? refuse('open', args[0]) : open.apply(this, args);
    },
  });
  for (const name of ['close', 'closeSync'])
    replace(name, (original, args) => {
      if (typeof args[0] === 'number' && !opened.delete(args[0])) refuse(name, args[0]);
      return original(...args);
    });
  replace('openSync', (original, args) => {
    const fd = original(...args);
    opened.add(fd);
    return fd;
  });
  replace('open', (original, args) => {
    const done = args.at(-1);
    if (typeof done !== 'function') return original(...args);
    return original(...args.slice(0, -1), (error: unknown, fd: unknown) => {
      if (!error) opened.add(fd);
      done(error, fd);
    });
  });
}

function replace(name: string, by: (original: Any, args: unknown[]) => unknown): void {
  const holder = fs as unknown as Record<string, Any>;
  const original = holder[name]!;
  const made = { [name]: (...args: unknown[]) => by(original, args) }[name]!;
  // `promisify` goes by what is written on the function.
  Object.defineProperties(made, Object.getOwnPropertyDescriptors(original));
  holder[name] = made;
}
