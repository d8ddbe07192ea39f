/** What a file leaves to be done when it goes. */
import { brand, type Definition } from './define';

export type Unload = () => unknown;

/**
 * Runs `fn` before the file's next version replaces this one, when the file goes, and when its process ends, the last one first: close here what the file has opened. At the top
 * level of a file, exported or not. What it returns is waited for at the end of the process, for a second.
 */
export function onUnload(fn: () => unknown): Definition {
  if (typeof fn !== 'function') throw new TypeError(`onUnload: a function is needed, not ${fn === null ? 'null' : typeof fn}`);
  // A process that imports hook files as modules, as a test does, never lets them go: each that unloads them has one of its own.
  return { [brand]: 'unload' };
}

/** The same for one file while it is evaluated: what it asks for is put into `unloads`, until `end`. */
export function unloadsOf(unloads: Unload[]): { onUnload: typeof onUnload; end(): void } {
  let isOver = false;
  return {
    onUnload: (fn) => {
      const made = onUnload(fn);
      if (isOver) throw new TypeError('onUnload: call it at the top level of a file, where the file is loaded');
      unloads.push(fn);
      return made;
    },
    end: () => {
      isOver = true;
    },
  };
}
