/**
 * Listeners of this process. Its own no file of the workspace takes away or steps in front of: what another one left behind would be told to nobody, or end the
 * process. Those of a file run as that file's code, whoever's work it is that they hear of.
 */
import { EventEmitter } from 'node:events';

type Listener = (given: unknown) => void;
type Any = (...args: unknown[]) => unknown;

/** `bound` makes of code what runs as whose it is now. To be called before any file of the workspace is loaded, and before built-ins are closed. */
export function holdListeners(held: Readonly<Record<string, Listener>>, bound: (act: Any) => Any): void {
  const own = process as unknown as Record<string, unknown>;
  const listen = () => {
    for (const [event, listener] of Object.entries(held))
      if (!process.listeners(event as 'beforeExit').includes(listener)) EventEmitter.prototype.on.call(process, event, listener);
  };
  listen();
  for (const name of ['removeListener', 'off', 'removeAllListeners'] as const) {
    const original = EventEmitter.prototype[name] as Any;
    own[name] = (...args: unknown[]) => {
      original.apply(process, args);
      listen();
      return process;
    };
  }
  for (const name of ['on', 'addListener', 'prependListener', 'once', 'prependOnceListener'] as const) {
    const add = EventEmitter.prototype[name.startsWith('prepend') ? 'prependListener' : 'on'] as Any;
    own[name] = (event: string, given: unknown) => {
      if (typeof given !== 'function') return add.call(process, event, given);
      const listener = bound((...args) => {
        if (/once/i.test(name)) process.off(event, listener);
        return given.apply(process, args);
      });
      // By which it is found again.
      return add.call(process, event, Object.assign(listener, { listener: given }));
    };
  }
  // Libraries that clean up at exit put their own in its place.
  const { emit } = EventEmitter.prototype;
  let current: Any = process.emit as Any;
  Object.defineProperty(process, 'emit', {
    get: () => current,
    set: (given: Any) => {
      current = function (this: unknown, ...args: unknown[]) {
        return (Object.hasOwn(held, args[0] as string) ? (emit as Any) : given).apply(this, args);
      };
    },
    enumerable: true,
    configurable: false,
  });
}
