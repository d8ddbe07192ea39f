/** Words of a wrapper that are only known when it runs: which of them could change what it runs. Pure. */
import { runners } from '../programs/runners';
import type { Wrapper } from '../programs/wrapper';
import { wrapperOf } from '../programs/wrappers';
import type { Value } from '../syntax/words';
import { innerStarts, subWrapper } from '../syntax/wrapperWords';

/** What stands in place of their value decides what runs: a placeholder, a program, a command in one text. */
const deciding = /^(-\w*[IiJSc]|--(replace|entrypoint|split-string|command|rpl|arg-sep|colsep))$/;

/** One word, whatever it holds: in quotes, it is not split. */
const isOne = ({ many, glob }: Value): boolean => !many && glob === undefined;

/** Whether all that is unknown of the word is the value of an option, or of a variable, that stands in it. */
function isAttached({ pieces }: Value, { valued = '', assignments, scripts = '' }: Wrapper): boolean {
  const start = pieces?.[0];
  if (typeof start !== 'string') return false;
  if (assignments && /^\w+=/.test(start)) return true;
  const [option] = start.split('=');
  if (scripts.split(' ').includes(option!)) return false;
  if (start.startsWith('--')) return start.includes('=') && !deciding.test(option!);
  return /^-\w/.test(start) && valued.includes(start[1]!) && !deciding.test(start.slice(0, 2));
}

/** Whether the word in front takes this one, whatever it is. */
export function isTaken(before: Value | undefined, { valued = '', longs = '', scripts = '' }: Wrapper): boolean {
  if (!before || before.dynamic || deciding.test(before.text) || scripts.split(' ').includes(before.text)) return false;
  const { text } = before;
  if (text.startsWith('--')) return longs.split(' ').includes(text.slice(2));
  if (!/^-\w/.test(text)) return false;
  // Of a cluster, the first flag with a value takes the rest.
  const at = [...text].findIndex((letter, n) => n > 0 && valued.includes(letter));
  return at > 0 && at === text.length - 1;
}

const isValue = (own: readonly Value[], i: number, wrapper: Wrapper): boolean =>
  isOne(own[i]!) && (isAttached(own[i]!, wrapper) || isTaken(own[i - 1], wrapper));

/** Behind an option whose value names nothing that runs: `ssh -i "$KEY"`, `ssh -p"$PORT"`. */
function isInert(own: readonly Value[], i: number, { valued = '', inert = '' }: Wrapper): boolean {
  if (!isOne(own[i]!)) return false;
  const [start] = own[i]!.pieces ?? [];
  const option = typeof start === 'string' ? start : (own[i - 1]?.text ?? '');
  if (!/^-\w/.test(option)) return false;
  // Of a cluster, the first flag with a value takes the rest.
  const at = [...option].findIndex((letter, n) => n > 0 && valued.includes(letter));
  return at > 0 && inert.includes(option[at]!) && (typeof start === 'string' || at === option.length - 1);
}

/** Whether one of the wrapper's own words could make it run another command than the one that stands behind them. */
export function mayRunOther(name: string, own: readonly Value[], wrapper: Wrapper, rest: readonly Value[] = []): boolean {
  // Options of these name programs: by their value, or by an operand that is one all the same.
  const mayName = runners.has(name) && !namesOnly.test(name);
  // An operand that is an option all the same may be the one that decides.
  const longs = (wrapper.longs ?? '').split(' ');
  const scripts = (wrapper.scripts ?? '').split(' ');
  const hasScript = wrapper.scripts !== undefined && [...own, ...rest].some(({ text }) => scripts.includes(text));
  const isScriptable = hasScript || (wrapper.scripts !== undefined && rest.some(({ dynamic }) => dynamic));
  const isNamed = wrapper.skip !== undefined && !isScriptable && !longs.some((long) => deciding.test(`--${long}`));
  return own.some((word, i) => {
    if (!word.dynamic) return false;
    if (mayName) return !isInert(own, i, wrapper);
    if (wrapper.dynamic && name !== 'xargs') return true;
    return !isValue(own, i, wrapper) && !(isNamed && isOne(word) && word.pieces?.[0] === null);
  });
}

/** Their operand is the name of a container, an image or a version; what they take as an option runs in there, or of another subcommand. */
const namesOnly = /^(docker|podman|nerdctl|docker-compose|podman-compose|kubectl|oc|mise)$/;

/** Where a command may begin behind an unknown operand of a wrapper, as that could be an option: nothing says that it is none. */
export function startsBehindOpen(name: string, args: readonly Value[]): number[] {
  const known = wrapperOf(name);
  if (!known?.sub && !known?.skip) return [];
  const sub = subWrapper(name, args, known);
  if (!sub || sub === 'unknown' || !sub.wrapper.skip) return [];
  const { before, args: rest, wrapper } = sub;
  const start = Math.min(...innerStarts(rest, wrapper));
  if (!Number.isFinite(start)) return [];
  const isOpen = rest.slice(0, start).some((word, i) => word.dynamic && !isValue(rest, i, wrapper));
  return isOpen
    ? rest.flatMap(({ text, dynamic }, i) => (i > start && !dynamic && /^[^-]/.test(text) ? [before.length + i] : []))
    : [];
}
