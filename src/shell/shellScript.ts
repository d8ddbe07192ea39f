/** What `sh ARGS` would run. Pure. */
import type { Value } from './words';

/** Programs that read a script from `-c`, from a file or from their input. */
export const shells: ReadonlySet<string> = new Set(
  'sh bash zsh dash ksh ksh93 mksh lksh oksh loksh posh ash fish rbash rksh yash csh tcsh pdksh'.split(' '),
);

export type ShellScript =
  | { kind: 'text'; word: Value; rest: Value[] }
  | { kind: 'file'; rest: Value[] }
  /** Reads its input, which is given the words behind its options; or they are only known at run time. */
  | { kind: 'unknown'; rest?: Value[] }
  | { kind: 'nothing' };

export function shellScript(args: readonly Value[]): ShellScript {
  let fromArgument = false;
  let fromInput = false;
  let i = 0;
  for (; i < args.length; i++) {
    const { text, dynamic } = args[i]!;
    if (dynamic) return { kind: 'unknown' };
    if (text === '--version' || text === '--help') return { kind: 'nothing' };
    if (text === '--' || text === '-') {
      i++;
      break;
    }
    if (text === '--rcfile' || text === '--init-file') i++;
    else if (text.startsWith('--command') || text.startsWith('--init-command')) return { kind: 'unknown' };
    else if (/^[-+]\w/.test(text)) {
      if (text[0] === '-' && text.includes('c')) fromArgument = true;
      if (text[0] === '-' && text.includes('s')) fromInput = true;
      // Each `o` and `O` of a cluster takes one of the next words: `-euo pipefail`.
      i += text.match(/[oO]/g)?.length ?? 0;
    } else if (!text.startsWith('--')) break;
  }
  const word = args[i];
  if (fromArgument && word) return { kind: 'text', word, rest: args.slice(i + 1) };
  if (fromArgument || fromInput || !word || isInput(word.text))
    return { kind: 'unknown', rest: args.slice(word && isInput(word.text) ? i + 1 : i) };
  return { kind: 'file', rest: args.slice(i) };
}

/** Names of what a pipe or here-document feeds. */
export const isInput = (path: string): boolean => /^\/dev\/(stdin|fd\/|tty)|^\/proc\/(self|\d+|thread-self)\/fd\//.test(path);
