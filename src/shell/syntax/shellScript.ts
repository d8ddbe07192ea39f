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

interface Options {
  /** Each with what it takes of the words behind it: `-euo pipefail`. */
  options: { text: string; takes: [letter: string, value: Value | undefined][] }[];
  rest: readonly Value[];
  /** The first of the rest may be one more of them. */
  isOpen: boolean;
}
function optionsIn(args: readonly Value[]): Options {
  const options: Options['options'] = [];
  const upTo = (at: number, isOpen = false): Options => ({ options, rest: args.slice(at), isOpen });
  for (let i = 0; i < args.length; i++) {
    const { text, dynamic } = args[i]!;
    if (dynamic) return upTo(i, true);
    if (text === '--' || text === '-') return upTo(i + 1);
    if (!/^([-+]\w|--)/.test(text)) return upTo(i);
    const letters = text.startsWith('--') ? (/^--(rcfile|init-file)$/.exec(text)?.slice(1) ?? []) : (text.match(/[oO]/g) ?? []);
    options.push({ text, takes: letters.map((letter, n) => [letter, args[i + 1 + n]]) });
    i += letters.length;
  }
  return upTo(args.length);
}

export function shellScript(args: readonly Value[]): ShellScript {
  const { options, rest, isOpen } = optionsIn(args);
  if (options.some(({ text }) => text === '--version' || text === '--help')) return { kind: 'nothing' };
  if (isOpen || options.some(({ text }) => /^--(init-)?command/.test(text))) return { kind: 'unknown' };
  const fromArgument = options.some(({ text }) => /^-\w*c/.test(text));
  const fromInput = options.some(({ text }) => /^-\w*s/.test(text));
  const [word, ...behind] = rest;
  if (fromArgument && word) return { kind: 'text', word, rest: behind };
  if (fromArgument || fromInput || !word || isInput(word.text))
    return { kind: 'unknown', rest: word && isInput(word.text) ? behind : [...rest] };
  return { kind: 'file', rest: [...rest] };
}

const glob = /(?<!no)[_-]*(glob|dot)/i;
/** Whether a shell that is started so, or told so by `set`, finds more by its globs. */
export function widensGlobs(name: string, args: readonly Value[]): boolean {
  const { options, rest } = optionsIn(args);
  const isZsh = name === 'zsh';
  return (
    // `*(D)`
    (isZsh && rest.some(({ text }) => /[*?\]]\([\w.^,:/-]*D/.test(text))) ||
    // Of csh.
    (name === 'set' && /^glob(dot|star)$/.test(args[0]?.text ?? '')) ||
    options.some(
      ({ text, takes }) =>
        (/^(zsh|set)$/.test(name) && /^-\w*4|^--.*(glob|dot|emulate)/i.test(text)) ||
        (/^(r?ksh.*|set)$/.test(name) && /^-\w*G/.test(text)) ||
        takes.some(
          ([letter, value]) =>
            (letter === 'O' && name !== 'set') || (letter === 'o' && (isZsh || value?.dynamic || glob.test(value?.text ?? ''))),
        ),
    )
  );
}

/** What stands in quotes is no sign, as long as nothing is put into it. */
const withoutQuotes = (text: string): string =>
  text.replace(/\\.|'[^']*'|"(?:\\.|[^"\\])*"/gs, (one) => (one === '\\\n' ? '' : /^[\\']|^"[^`$]*$/.test(one) ? '""' : one));
export const zshSigns: readonly RegExp[] = [
  // `=sudo`, `*(e:sudo:)`, `>! FILE`, `$x[1]`, `$x:h`, `${=x}`, `~[x]`, `su{d}o`
  /(^|[\s;&|({`])=[^\s=~]/,
  /[^\s;&|$()<>=!]\((?!\))/,
  />&?\|?!/,
  /\$\w+(\[|:[a-z])|\$\{?[~=^]|~\[/i,
  /(?<![$@])\{[^,{}\s.]+\}/,
  // Arrays that say what names stand for, and commands that change what is read, or how.
  /(^|[\s;&|({`])((f|cd|module_)?path|FPATH|commands|functions|[gs]?aliases|nameddirs)\+?=/,
  /(^|[\s;&|({`])(hash|setopt|unsetopt|emulate|autoload|zmodload|functions|enable|disable|fc|r)(?=\s|$)/,
];
/** Of these, only words, quotes and operators mean the same. */
const plainWords = /^(?:[\w\s./,:=@%+~?"'&|;#-]|\*(?!\*)|>{1,2}\s*(?=[\w./~"'&]))*$/;
const ownWords = /(^|[\s;&|])(set|setenv|alias|abbr|function|complete|bind|bindkey|emit|sched|onintr|fish_\w+)(?=\s|$)/;
const isStrange = (text: string): boolean => !plainWords.test(text) || ownWords.test(text);
const ownGrammars: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['zsh', (text) => zshSigns.some((sign) => sign.test(withoutQuotes(text)))],
  ['fish', isStrange],
  ['csh', isStrange],
  ['tcsh', isStrange],
]);
/** Whether the shell of that name may read the text otherwise than it is read here, as bash does. */
export const readsOtherwise = (name: string, text: string): boolean => ownGrammars.get(name)?.(text) ?? false;

/** Names of what a pipe or here-document feeds. */
export const isInput = (path: string): boolean => /^\/dev\/(stdin|fd\/|tty)|^\/proc\/(self|\d+|thread-self)\/fd\//.test(path);
