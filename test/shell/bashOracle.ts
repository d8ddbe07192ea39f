/** Our reading of a line held against what bash runs: programs that only say how they were called stand in the place of all others. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCommandLine } from '../../src/shell/line/commandLine';

/** A line of such programs: quoted, joined, wrapped and nested at will. */
export function lineOf(next: (below: number) => number, depth = 0): string {
  const pick = <T>(...all: T[]): T => all[next(all.length)]!;
  const word = (): string =>
    pick(
      'a',
      "'b c'",
      '"d"',
      'e\\ f',
      "g''h",
      '"i"j',
      "$'k\\x6c'",
      '{m,n}',
      'o{1..3}',
      '--flag',
      '-x',
      'p=q',
      '"$HOME"',
      "'$X'",
      '\\$Y',
      '~',
      '"~"',
      '[z]',
      '"*"',
      "''",
    );
  const program = (): string => pick('one', 'two', "on'e'", '"two"', 'o\\ne', "$'one'", '\\two');
  const simple = (): string =>
    [program(), ...Array.from({ length: next(4) }, word)].join(pick(' ', ' ', ' ', '\t', ' \\\n', '  '));
  if (depth > 2) return simple();
  const inner = () => lineOf(next, depth + 1);
  const single = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const quoted = () => single(inner());
  const mark = `E${depth}`;
  switch (next(52)) {
    case 0:
      return `${inner()}; ${inner()}`;
    case 1:
      return `${inner()} && ${inner()}`;
    case 2:
      return `${inner()} || ${inner()}`;
    case 3:
      return `${inner()} | ${inner()}`;
    case 4:
      return `(${inner()})`;
    case 5:
      return `{ ${inner()}; }`;
    case 6:
      return `if ${inner()}; then ${inner()}; else ${inner()}; fi`;
    case 7:
      return `bash -c ${quoted()}`;
    case 8:
      return `bash -ec ${quoted()}`;
    case 9:
      return `eval ${quoted()}`;
    case 10:
      return `env A=1 ${simple()}`;
    case 11:
      return `timeout 5 ${simple()}`;
    case 12:
      return `nice -n 1 ${simple()}`;
    case 13:
      return `command ${simple()}`;
    case 14:
      return `B=2 ${simple()}`;
    case 15:
      return `${simple()} > /dev/null 2>&1`;
    case 16:
      return `f() { ${inner()}; }; f`;
    case 17:
      return `case x in x) ${inner()};; esac`;
    case 18:
      return `${simple()} "$(${inner()})" <<< x`;
    case 19:
      return `! ${inner()}`;
    case 20:
      return `bash <<'${mark}'\n${inner()}\n${mark}\n`;
    case 21:
      return `bash <<< ${quoted()}`;
    case 22:
      return `cat <<${mark}\nx $(${inner()}) y\n${mark}\n${simple()}`;
    case 23:
      return `cat <<-'${mark}' | bash\n\t${simple()}\n\t${mark}\n${simple()}`;
    case 24:
      return `cat <(${inner()}); ${simple()}`;
    case 25:
      return `: < <(${inner()}); cat <(${simple()}); ${simple()}`;
    case 26:
      return `while ${inner()}; do ${inner()}; break; done`;
    case 27:
      return `for v${depth} in a 'b c'; do ${inner()}; done`;
    case 28:
      return `for ((i${depth} = 0; i${depth} < 1; i${depth}++)); do ${inner()}; done`;
    case 29:
      return `(trap ${quoted()} EXIT; ${simple()})`;
    case 30:
      return `: "${inner().replace(/["\\`$]/g, '')}"; ${simple()}`;
    case 31:
      return `${inner()} & wait`;
    case 32:
      return `(exec ${simple()})`;
    case 33:
      return `g${depth}() { "$@"; ${inner()}; }; g${depth} ${simple()}`;
    case 34:
      return `h${depth}() (${inner()}); function k${depth} { h${depth}; }; k${depth}`;
    case 35:
      return `x=$(${inner()}); ${simple()}`;
    case 36:
      return `[[ -z "$(${inner()})" ]] || ${simple()}`;
    case 37:
      return `case $(${inner()}) in a) ;; *) ${simple()};& b) ${simple()};; esac`;
    case 38:
      return `echo "\${NONE:-$(${inner()})}"`;
    case 39:
      return `echo "a \`${simple().replace(/[\\`$]/g, '')}\` b"; ${simple()}`;
    case 40:
      return `echo a b | xargs ${simple()}`;
    case 41:
      return `find . -maxdepth 0 -exec ${simple()} \\;`;
    case 42:
      return `find . -maxdepth 0 -exec bash -c ${quoted()} \\;`;
    case 43:
      return `stdbuf -oL nohup setsid -w ${simple()}`;
    case 44:
      return `timeout -k 1 60 nice -n 1 ${simple()}`;
    case 45:
      return `env -u NONE bash -c ${quoted()}`;
    case 46:
      return `${inner()} # ' " $( \n${simple()}`;
    case 47:
      return `shopt -s expand_aliases\nalias al${depth}=one\nal${depth} a; ${simple()}`;
    case 48:
      return `{ ${inner()}; } 2>&1 | { cat; ${inner()}; }`;
    case 49:
      return `until ${inner()}; do break; done; time -p ${simple()}`;
    case 50:
      return `a${depth}=("$(${inner()})" b); ${simple()}`;
    default:
      return simple();
  }
}

export class BashOracle {
  private readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-bash-')));
  private readonly bin = join(this.folder, 'bin');
  private readonly cwd = join(this.folder, 'work');
  private count = 0;

  constructor() {
    for (const one of [this.bin, this.cwd]) mkdirSync(one);
    for (const name of ['one', 'two']) {
      const stub = join(this.bin, name);
      writeFileSync(
        stub,
        `#!/bin/sh\nu=$(printf '\\037')\nr=${name}\nfor a in "$@"; do r="$r$u$a"; done\nprintf '%s\\036' "$r" >> "$LOG"\n`,
      );
      chmodSync(stub, 0o755);
    }
  }

  /** Whether the line is one whose commands we claim to know. Throws where bash runs another than those. */
  agrees(line: string): boolean {
    const { folder, cwd } = this;
    const { commands, uncertainties } = parseCommandLine(line, { cwd, home: folder, realPath: (path) => path, names: () => [] });
    if (!commands || uncertainties.length > 0) return false;
    const isRead = (words: string[]) =>
      commands.some(({ program, args, words: partial }) => {
        if (program !== words[0]) return false;
        // What is open may be anything; what is not stands as it is, a tilde for the home folder.
        if (partial) return true;
        const fits = (word: string, arg: string | undefined) => word === arg || (arg === '~' && word === folder);
        return args.length === words.length - 1 && words.slice(1).every((word, at) => fits(word, args[at]));
      });
    const { ran, refused } = this.ran(line);
    assert.ok(ran.length > 0 || refused, `${line}\nran nothing`);
    for (const words of ran) assert.ok(isRead(words), `${line}\nran ${JSON.stringify(words)}\nread ${JSON.stringify(commands)}`);
    return true;
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** `refused`: as no line of the shell's, of which nothing runs. */
  private ran(line: string): { ran: string[][]; refused: boolean } {
    const { bin, cwd, folder } = this;
    // What is still running behind its line has no part in the next.
    const log = join(folder, `log${this.count++}`);
    writeFileSync(log, '');
    const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: folder, LOG: log, LC_ALL: 'C' };
    const { stderr } = spawnSync('bash', ['-c', line], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
    const ran = readFileSync(log, 'utf8')
      .split('\x1e')
      .filter(Boolean)
      .map((one) => one.split('\x1f'));
    return { ran, refused: /syntax error/.test(stderr) };
  }
}
