/** How the words of a command are read as options and operands. Pure. */

import type { Value } from './words';
import { behind } from './wrapperWords';

export interface Words {
  options: Map<string, Value[]>;
  operands: Value[];
  /** Operands behind an option that is not among those that take a word: it may take one all the same. */
  doubtful: Set<Value>;
}

/**
 * Options and operands; those in `valued` take the next word, or what is attached; of `flags` it is known that they take none. Where the program `shortens`
 * long ones, a beginning will do.
 */
export function wordsOf(
  args: readonly Value[],
  valued: string,
  { shortens, flags }: { shortens?: true; flags?: string } = {},
): Words {
  const taking = valued.split(' ');
  const plain = flags?.split(' ');
  const whole = (name: string) =>
    shortens && !taking.includes(name) ? (taking.find((one) => one.startsWith(name)) ?? name) : name;
  const options = new Map<string, Value[]>();
  const operands: Value[] = [];
  const doubtful = new Set<Value>();
  const add = (name: string, value?: Value) => options.set(name, [...(options.get(name) ?? []), ...(value ? [value] : [])]);
  let ended = false;
  let isDoubtful = false;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    const { text } = arg;
    if (ended || !/^-./.test(text)) {
      operands.push(arg);
      if (isDoubtful && !ended) doubtful.add(arg);
      isDoubtful = false;
      continue;
    }
    isDoubtful = !text.includes('=') && !plain?.includes(text);
    if (text === '--') ended = true;
    else if (text.startsWith('--')) {
      const [given = ''] = text.split('=');
      const name = whole(given);
      if (given !== text) add(name, { ...behind(arg, given.length + 1), tilde: false });
      else if (taking.includes(name)) {
        add(name, args[++i]);
        isDoubtful = false;
      } else add(name);
    } else
      for (let n = 1; n < text.length; n++) {
        const name = `-${text[n]}`;
        if (!taking.includes(name)) add(name);
        else {
          add(name, n + 1 < text.length ? { ...behind(arg, n + 1), tilde: false } : args[++i]);
          isDoubtful = false;
          break;
        }
      }
  }
  return { options, operands, doubtful };
}

/** `tar xfC a.tar out`: letters without a dash take the words behind them in turn. */
export const isBundle = (text: string): boolean => /^[A-Za-z]+$/.test(text);
export function undashed([head, ...rest]: readonly Value[]): readonly Value[] {
  if (!head || !isBundle(head.text)) return head ? [head, ...rest] : [];
  const words = [...rest];
  const options = [...head.text].flatMap((letter) => [
    { ...head, text: `-${letter}` },
    ...('bfgCFHIKLNTVX'.includes(letter) ? words.splice(0, 1) : []),
  ]);
  return [...options, ...words];
}

export const first = (options: Map<string, Value[]>, ...names: string[]): Value | undefined =>
  names.map((name) => options.get(name)?.at(-1)).find(Boolean);
export const any = (options: Map<string, Value[]>, ...names: string[]): boolean => names.some((name) => options.has(name));
