/** Commands that run other commands, and how to find the inner one. Where a flag may or may not take the next word, both readings are given. Pure. */
import type { Value } from './commandWords';

export interface Wrapper {
  /** Short flags that take a value. */
  valued?: string;
  /** Long flags that take the next word; those in `plain` do not; of all others nobody knows, so both readings count. */
  longs?: string;
  plain?: string;
  /** Operands before the inner command. */
  skip?: number;
  /** `NAME=value` words may stand before the inner command. */
  assignments?: boolean;
  /** It adds words of its own. */
  dynamic?: boolean;
  /** The inner words are joined and given to a shell. */
  joined?: boolean;
  /** Stays in the shell that reads the line: a `cd` inside counts. */
  sameShell?: boolean;
}

export const wrappers: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  [
    'sudo',
    {
      valued: 'ughpCrtDTUR',
      longs: 'user group host prompt chdir role type close-from chroot',
      plain: 'shell login preserve-env non-interactive set-home stdin background',
      assignments: true,
    },
  ],
  ['doas', { valued: 'uC' }],
  ['pkexec', { longs: 'user', plain: 'disable-internal-agent keep-cwd' }],
  ['env', { valued: 'uC', longs: 'unset chdir', plain: 'ignore-environment null debug', assignments: true }],
  ['timeout', { valued: 'ks', longs: 'kill-after signal', plain: 'foreground preserve-status verbose', skip: 1 }],
  ['nice', { valued: 'n', longs: 'adjustment' }],
  ['ionice', { valued: 'cnpPu', longs: 'class classdata pid', plain: 'ignore' }],
  ['chrt', { valued: 'TPD', skip: 1 }],
  ['taskset', { valued: 'p', plain: 'cpu-list all-tasks', skip: 1 }],
  ['nohup', {}],
  ['setsid', { plain: 'ctty fork wait' }],
  ['stdbuf', { valued: 'ioe', longs: 'input output error' }],
  ['time', { valued: 'fo', longs: 'format output', plain: 'append portability verbose quiet' }],
  ['command', { sameShell: true }],
  ['builtin', { sameShell: true }],
  ['exec', { valued: 'a', sameShell: true }],
  ['busybox', {}],
  ['toybox', {}],
  ['chroot', { skip: 1 }],
  ['unshare', { valued: 'SGRw' }],
  ['nsenter', { valued: 'tSG' }],
  ['setpriv', {}],
  [
    'flock',
    { valued: 'wE', longs: 'timeout wait conflict-exit-code', plain: 'shared exclusive nonblock nb unlock close', skip: 1 },
  ],
  ['strace', { valued: 'eoOpsSuEaIbPUX' }],
  ['ltrace', { valued: 'aAeDFlnosuwpx' }],
  ['valgrind', {}],
  ['fakeroot', { valued: 'lsib' }],
  ['unbuffer', {}],
  ['caffeinate', { valued: 'tw' }],
  ['systemd-run', { valued: 'pEutMHdG' }],
  ['xvfb-run', { valued: 'nselpfw' }],
  [
    'xargs',
    {
      valued: 'InPLdEsa',
      longs: 'max-args max-procs max-lines delimiter arg-file max-chars',
      plain: 'null no-run-if-empty verbose interactive open-tty exit',
      dynamic: true,
    },
  ],
  [
    'watch',
    {
      valued: 'nq',
      longs: 'interval equexit',
      plain: 'differences no-title beep errexit chgexit color exec precise',
      joined: true,
    },
  ],
  ['parallel', { valued: 'jSILnNaPX', joined: true, dynamic: true }],
]);

/** Programs that read a script from `-c`, from a file or from their input. */
export const shells: ReadonlySet<string> = new Set('sh bash zsh dash ksh mksh ash fish rbash yash csh tcsh pdksh'.split(' '));
/** Programs that hand the value of `-c` to a shell, or else start one. */
export const userSwitchers: ReadonlySet<string> = new Set('su runuser sg script'.split(' '));
/** What they run cannot be read here, or they change what later words mean. */
export const opaquePrograms: ReadonlySet<string> = new Set('alias at batch pwsh powershell cmd'.split(' '));

const riskyVariable =
  /^(PATH|CDPATH|IFS|ENV|BASH_ENV|BASHOPTS|SHELLOPTS|PS4|SHELL|HOME|PWD|GLOBIGNORE|VISUAL|BROWSER|NODE_PATH|RSYNC_RSH|CC|CXX|LESS(OPEN|CLOSE)|LD_\w+|DYLD_\w+|\w*PAGER|\w*EDITOR|GIT_\w+|\w+_OPTIONS|PYTHON(PATH|STARTUP|HOME)|PERL(5\w+|LIB)|RUBY(OPT|LIB)|\w+_COMMAND|\w+_ASKPASS|BASH_FUNC_.*)$/;

/** True for an assignment that can change which program a word means, or make a harmless one run another. */
export function isRisky(name: string, value: string): boolean {
  return riskyVariable.test(name) && !(/(PAGER|EDITOR|VISUAL)$/.test(name) && ['', 'cat', 'true', ':'].includes(value));
}

const mostReadings = 8;

/** Where the inner command may begin, as indexes into the words; words before the first are the wrapper's own. */
export function innerStarts(
  args: readonly Value[],
  { valued = '', longs = '', plain = '', skip = 0, assignments }: Wrapper,
): number[] {
  const [withValue, without] = [longs.split(' '), plain.split(' ')];
  const starts = new Set<number>();
  const read = (i: number): void => {
    const text = args[i]?.text;
    if (starts.size >= mostReadings) return;
    if (text === undefined || text === '--' || !/^-/.test(text)) {
      if (assignments && text !== undefined && /^\w+=/.test(text)) return read(i + 1);
      let start = (text === '--' ? i + 1 : i) + skip;
      while (assignments && /^\w+=/.test(args[start]?.text ?? '')) start++;
      starts.add(start);
      return;
    }
    if (!text.startsWith('--')) return read(i + (takesNext(text, valued) ? 2 : 1));
    const name = text.slice(2);
    if (name.includes('=') || without.includes(name)) return read(i + 1);
    read(i + 2);
    if (!withValue.includes(name)) read(i + 1);
  };
  read(0);
  return [...starts].filter((start) => start < args.length);
}

/** Of a cluster such as `-iu`, the first flag with a value takes the rest, or the next word if nothing is left. */
function takesNext(cluster: string, valued: string): boolean {
  const at = [...cluster].findIndex((letter, n) => n > 0 && valued.includes(letter));
  return at > 0 && at === cluster.length - 1;
}

/** What `xargs -I TEXT` replaces; empty where the words come last. */
export function placeholder(own: readonly Value[]): string {
  const at = own.findIndex(({ text }) => /^(-\w*[Ii]|--replace)/.test(text));
  if (at < 0) return '';
  const attached = /^(?:-\w*?[Ii]|--replace=?)(.+)$/.exec(own[at]!.text)?.[1];
  return attached ?? (/I$/.test(own[at]!.text) ? (own[at + 1]?.text ?? '{}') : '{}');
}
/** True where what is only known at run time lands inside the text. */
export const fills = (holes: string | undefined, text: string): boolean =>
  holes !== undefined && holes !== '' && text.includes(holes);

export type ShellScript =
  | { kind: 'text'; word: Value; rest: Value[] }
  | { kind: 'file'; rest: Value[] }
  /** Reads its input, or its words are only known at run time. */
  | { kind: 'unknown' }
  | { kind: 'nothing' };

/** What `sh ARGS` would run. */
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
  if (fromArgument || fromInput || !word || isInput(word.text)) return { kind: 'unknown' };
  return { kind: 'file', rest: args.slice(i) };
}

/** Names of what a pipe or here-document feeds. */
export const isInput = (path: string): boolean => /^\/dev\/(stdin|fd\/|tty)|^\/proc\/(self|\d+|thread-self)\/fd\//.test(path);
