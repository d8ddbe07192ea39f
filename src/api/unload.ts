/** What a file leaves to be done when it goes. */
import { brand, type Definition } from './define';

type Unload = () => unknown;

/** Those of the file that is being evaluated; files are evaluated one at a time, without waiting. */
let collecting: Unload[] | undefined;
/** This process loads files and unloads them; one that imports them as modules, as a test does, never lets them go. */
let isHost = false;

/**
 * Runs `fn` before the file's next version replaces this one, when the file goes, and when its process ends, the last one first: close here what the file has opened. At the top
 * level of a file, exported or not. What it returns is waited for at the end of the process, for a second.
 */
export function onUnload(fn: () => unknown): Definition {
  if (typeof fn !== 'function') throw new TypeError(`onUnload: a function is needed, not ${fn === null ? 'null' : typeof fn}`);
  if (!collecting && isHost) throw new TypeError('onUnload: call it at the top level of a file, where the file is loaded');
  collecting?.push(fn);
  return { [brand]: 'unload' };
}

/** What the code of one file asks for while it is evaluated. */
export function collectUnloads<T>(evaluate: () => T): { value: T; unloads: Unload[] } {
  const unloads: Unload[] = [];
  isHost = true;
  collecting = unloads;
  try {
    return { value: evaluate(), unloads };
  } finally {
    collecting = undefined;
  }
}
