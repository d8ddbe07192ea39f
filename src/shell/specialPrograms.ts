/** Programs whose words need more than a table: scripts of sed and awk, git, make, and those that open another command in their own way. */
import { readAwk } from './awkScript';
import type { Feed } from './feed';
import { type Found, fdFiles, findFiles } from './foundFiles';
import { readGit } from './gitCommand';
import { shown } from './lineReport';
import { compressors } from './programs/runners';
import { changesMeaning, makeMayRun, makes } from './programs/variables';
import type { ScriptEffects } from './sedScript';
import { readSed } from './sedScript';
import { inFolder, literal, type Value } from './words';
import { behind } from './wrapperWords';
import { isBundle, undashed, wordsOf } from './writeEffects';

/** What a program's words make the reader do. */
export interface Findings {
  /** Code that is not read here. */
  code(reason: string): void;
  /** A file of the program's own language in the words. */
  runsFile(name: string, file: Value): void;
  feed: Feed;
  /** A command in the words; `operands` where the program adds names of files. */
  command(words: Value[], adds?: { text: string; operand?: true; found?: Found }): void;
  /** It removes the files that it finds. */
  deletes(name: string, files: Found): void;
  /** A shell text in the words. */
  script(word: Value): void;
  reads(path: Value): void;
  writes(path: Value): void;
  /** A part of a name that is put together when it runs. */
  mentions(text: string): void;
  /** A name of which only parts are known before it runs. */
  writesOpen(name: string, pieces: (string | null)[]): void;
  /** The command may be another one of its program. */
  alias(): void;
}

type Special = (args: readonly Value[], found: Findings, name: string) => void;

const isKnown = ({ dynamic, glob }: Value) => !dynamic && glob === undefined;

/** The values of an option in any of its spellings: `-e X`, `-eX`, `--expression X`, `--expression=X`. */
function valuesOf(args: readonly Value[], short: string, long: string, bundled = false): Value[] {
  return args.flatMap((arg, i) => {
    const { text } = arg;
    const next = args[i + 1] ? [args[i + 1]!] : [];
    if (text === `-${short}` || (text.length > 3 && `--${long}`.startsWith(text))) return next;
    if (text.startsWith('--') && text.includes('=') && `--${long}`.startsWith(text.split('=')[0]!))
      return [behind(arg, text.indexOf('=') + 1)];
    if (text.startsWith('--') || !text.startsWith('-')) return [];
    if (text.startsWith(`-${short}`)) return [behind(arg, 2)];
    // `sed -ne SCRIPT`
    return bundled && new RegExp(`^-[nErszu]+${short}$`).test(text) ? next : [];
  });
}

const piecesOf = (text: string): (string | null)[] =>
  text === '$'
    ? [null]
    : text
        .split(/(\$\{[^}]*\}|\$\([^)]*\)|\$\w+|`[^`]*`)/)
        .map((piece) => (/^[$`]/.test(piece) ? null : piece))
        .filter((piece) => piece !== '');

function effects(read: (script: string) => ScriptEffects, scripts: readonly Value[], found: Findings, name: string): void {
  for (const script of scripts) {
    const isOpen = !isKnown(script);
    if (isOpen) found.code(`the script of ${shown(name)} is only known when it runs`);
    const { runs, reads, writes, mentions = [], open = [] } = read(script.template ?? script.text);
    for (const pieces of open) found.writesOpen(name, pieces);
    for (const text of mentions) found.mentions(text);
    if (runs && !isOpen) found.code(`the script of ${shown(name)} runs commands, or cannot be read`);
    // Where words of the line are put into it, a name may be made of them.
    const path = (text: string): Value =>
      text === '$' || (isOpen && /[$`]/.test(text)) ? { ...literal(text), dynamic: true, pieces: piecesOf(text) } : literal(text);
    for (const one of reads) found.reads(path(one));
    for (const one of writes) found.writes(path(one));
  }
}

const firstOperand = (args: readonly Value[], valued: RegExp): Value[] => {
  for (let i = 0; i < args.length; i++) {
    const { text } = args[i]!;
    if (text === '--') return args.slice(i + 1, i + 2);
    if (valued.test(text)) i++;
    else if (!/^-./.test(text)) return [args[i]!];
  }
  return [];
};

const sed: Special = (args, found, name) => {
  if (args.some(({ text }) => text === '--sandbox')) return;
  const given = valuesOf(args, 'e', 'expression', true);
  const files = valuesOf(args, 'f', 'file', true);
  const first = given.length > 0 || files.length > 0 ? [] : firstOperand(args, /^(-l|--line-length)$/);
  for (const file of files) found.runsFile(name, file);
  effects(readSed, [...given, ...first], found, name);
};

const awk: Special = (args, found, name) => {
  const given = [...valuesOf(args, 'e', 'source')];
  const files = [...valuesOf(args, 'f', 'file'), ...valuesOf(args, 'E', 'exec')];
  const variables = valuesOf(args, 'v', 'assign').map((value) => behind(value, /^\w+=/.exec(value.text)?.[0].length ?? 0));
  if (args.some(({ text }) => /^(-l|--load|-i|--include)/.test(text))) found.code(`${shown(name)} loads code`);
  const first = given.length > 0 || files.length > 0 ? [] : firstOperand(args, /^(-F|-v|-W|--field-separator|--assign)$/);
  for (const file of files) found.runsFile(name, file);
  const settings = [...valuesOf(args, 'v', 'assign'), ...args].flatMap(({ text, dynamic }) =>
    !dynamic && /^[A-Za-z_]\w*=[^"\\\n]*$/.test(text) ? [`${text.replace('=', '="')}"\n`] : [],
  );
  // Of one file it is known which it is.
  const [input, ...more] = wordsOf(args, '-F -v -f').operands.slice(first.length);
  if (input && isKnown(input) && more.length === 0 && /^[\w./@+-]+$/.test(input.text))
    settings.push(`FILENAME="${input.text}"\n`);
  effects(
    (script) => readAwk(script, settings.join('')),
    [...given, ...first],
    { ...found, writes: (path) => writes(path, variables, found) },
    name,
  );
};

/** Where an awk program only names the file when it runs, it may be what a variable was set to. */
function writes(path: Value, variables: readonly Value[], found: Findings): void {
  found.writes(path);
  if (path.dynamic) for (const value of variables) if (/[./~]/.test(value.text)) found.writes(value);
}

const make: Special = (args, found) => {
  for (const { text, dynamic, pieces = [null] } of args) {
    const [, variable, said] = /^([.\w]+)(?:::?:?|\?|\+|!)?=(.*)$/s.exec(text) ?? [];
    // What the shell fills in is no text of the line; make expands what is.
    const value = dynamic ? undefined : said;
    const written = dynamic ? pieces.join('').replace(/^[^=]*=/, '') : said!;
    if (
      variable !== undefined &&
      (/[$`]/.test(written) ||
        /^\w+(::?:?)?!=/.test(text) ||
        /^\.?SHELL(FLAGS)?$/.test(variable) ||
        changesMeaning(variable, value) ||
        makeMayRun(variable, value, written))
    )
      found.code(`${shown(variable)} makes ${shown('make')} run another program`);
  }
  const { options } = wordsOf(args, '-f --file --makefile -I --include-dir -C --directory -E --eval -o -W -l');
  if (options.has('-E')) found.code(`${shown('make')} is given rules in its words`);
  const files = ['-f', '--file', '--makefile'].flatMap((option) => options.get(option) ?? []);
  const given = ['-C', '--directory'].map((option) => options.get(option) ?? []);
  // Each folder is told from the one before, in either order of the two spellings.
  for (const folders of [given.flat(), given.reverse().flat()].map((all) => all.filter(({ dynamic }) => !dynamic)))
    for (const file of files.length > 0 ? files : ['GNUmakefile', 'makefile', 'Makefile'].map(literal))
      found.runsFile('make', folders.concat(file).reduce(inFolder));
};

/** `tar cIf COMMAND x.tar a`, as its flags without a dash say; those with one are read as others' are. */
const tar: Special = (args, found, name) => {
  if (!args[0] || !isBundle(args[0].text)) return;
  for (const [i, { text }] of undashed(args).entries()) {
    const value = undashed(args)[i + 1];
    if (/^-[IF]$/.test(text) && value && !(isKnown(value) && compressors.test(value.text)))
      found.code(`${text} makes ${shown(name)} run another program`);
  }
};

/** Settings of npm and its kind that name a program, and those that a script of the project is run by. */
const npm: Special = (args, found, name) => {
  const [sub, ...own] = args.filter(({ text }) => !text.startsWith('-')).map(({ text }) => text);
  const settings = /^(config|c)$/.test(sub ?? '') && own[0] === 'set' ? own.slice(1) : sub === 'set' ? own : [];
  if (settings.some((text) => /^(script-shell|node-options|git|shell|editor|viewer|init-module)(=|$)/.test(text)))
    found.code(`${shown('config set')} makes ${shown(name)} run another program`);
};

const git: Special = (args, found) => {
  const { code, commands, scripts, alias } = readGit(args);
  if (code) found.code(code);
  for (const command of commands) found.command(command);
  for (const script of scripts) found.script(script);
  if (alias) found.alias();
};

const find: Special = (args, found, name) => {
  for (let i = 0; i < args.length; i++) {
    if (args[i]!.text === '-delete') found.deletes(name, findFiles(args, i));
    if (!/^-(exec|execdir|ok|okdir)$/.test(args[i]!.text)) continue;
    const end = args.findIndex(
      (arg, index) => index > i && (arg.text === ';' || (arg.text === '+' && args[index - 1]!.text === '{}')),
    );
    found.command(args.slice(i + 1, end < 0 ? undefined : end), { text: '{}', operand: true, found: findFiles(args, i) });
    i = end < 0 ? args.length : end;
  }
};

/** `fd PATTERN -x COMMAND`, to the end or to a `;`, once or more; without a placeholder the name comes last. */
const fd: Special = (args, found) => {
  const isExec = ({ text }: Value) => /^(-\w*[xX]|--exec(-batch)?)(=|$)/.test(text);
  for (let at = args.findIndex(isExec); at >= 0; ) {
    const end = args.findIndex(({ text }, i) => i > at && text === ';');
    const words = args.slice(at + 1, end < 0 ? undefined : end);
    const attached = /^--exec(?:-batch)?=(.*)$/.exec(args[at]!.text)?.[1];
    const command = attached === undefined ? words : [literal(attached), ...words];
    const text = command.some((word) => word.text.includes('{')) ? '{' : '';
    found.command(command, { text, operand: true, found: fdFiles(args) });
    at = end < 0 ? -1 : args.findIndex((arg, i) => i > end && isExec(arg));
  }
};

/** `cmake -E env A=1 COMMAND`, `cmake -E time COMMAND`, `cmake -E chdir FOLDER COMMAND`. */
const cmake: Special = (args, found, name) => {
  for (const [i, { text }] of args.entries()) {
    const setting = text === '-D' ? args[i + 1]?.text : /^-D(.+)$/s.exec(text)?.[1];
    const [, variable, value] = /^(\w+)(?::\w+)?=(.*)$/s.exec(setting ?? '') ?? [];
    const names =
      variable !== undefined &&
      /(COMPILER|LAUNCHER|PROGRAM|COMMAND|EXECUTABLE|LAUNCH_\w+|TOOLCHAIN_FILE|INCLUDE|INCLUDE_BEFORE|LINKER)$/.test(variable);
    if (names && !/^(gcc|g\+\+|clang|clang\+\+|cc|c\+\+|s?ccache)(-\d+)?$/.test(value!))
      found.code(`${shown(variable)} makes ${shown(name)} run another program`);
  }
  const at = args.findIndex(({ text }) => text === '-E');
  const mode = at < 0 ? undefined : args[at + 1]?.text;
  const rest = args.slice(at + 2);
  if (mode === 'env') found.command([literal('env'), ...rest.filter(({ text }) => !/^--(unset|modify)=/.test(text))]);
  if (mode === 'time') found.command(rest);
  if (mode === 'chdir') found.command(rest.slice(1));
  const twin = mode === undefined ? undefined : cmakeTwins.get(mode);
  if (twin) found.command([...twin.map(literal), ...rest]);
  const build = args.findIndex(({ text }) => text === '--');
  if (args[0]?.text === '--build' && build >= 0) found.command([literal('make'), ...args.slice(build + 1)]);
};
/** What its own commands are to others. */
const cmakeTwins: ReadonlyMap<string, string[]> = new Map([
  ['rm', ['rm']],
  ['remove', ['rm']],
  ['remove_directory', ['rm', '-r']],
  ['copy', ['cp']],
  ['copy_if_different', ['cp']],
  ['copy_directory', ['cp', '-rT']],
  ['copy_directory_if_different', ['cp', '-rT']],
  ['rename', ['mv']],
  ['touch', ['touch']],
  ['create_symlink', ['ln', '-s']],
  ['create_hardlink', ['ln']],
  ['tar', ['tar']],
]);

/** `gdb --args COMMAND`, `lldb -- COMMAND`. */
const debuggers: Special = (args, found) => {
  const at = args.findIndex(({ text }) => /^--?args$/.test(text) || text === '--');
  if (at >= 0 && args[at + 1]) found.command(args.slice(at + 1));
};

/** `nix develop -c COMMAND`, and `nix run nixpkgs#NAME ARGUMENTS`, where another flake says itself what it runs. */
const nix: Special = (args, found, name) => {
  const { options, operands } = wordsOf(
    args,
    '--option --extra-experimental-features --experimental-features -f --file --expr -I --inputs-from',
  );
  if (operands[0]?.text !== 'run') {
    // Behind the end of its options they are another program's.
    const at = args.findIndex(({ text }) => /^(-c|--command|--)$/.test(text));
    if (at >= 0 && args[at]!.text !== '--') found.command(args.slice(at + 1));
    return;
  }
  const [, flake, ...rest] = operands;
  const program = flake && isKnown(flake) ? /^nixpkgs(?:\/[\w.-]+)?#(?:[\w-]+\.)*([\w+-]+)$/.exec(flake.text)?.[1] : undefined;
  if (program === undefined || options.has('--expr') || options.has('-f') || options.has('--file'))
    found.code(`what ${shown(name)} runs stands in a flake`);
  if (program !== undefined) found.command([literal(program), ...rest]);
  else if (rest.length > 0) found.command(rest);
};

/** `./configure CC=…`, `scons CC=…`: they hand on to the compiler's lines what they are given. */
const configured: Special = (args, found, name) => {
  for (const { text } of args) {
    const [, variable, value] = /^(?:-D)?([A-Z]\w*)(?::\w+)?=(.*)$/s.exec(text) ?? [];
    if (variable !== undefined && (changesMeaning(variable, value, false) || /[$`]/.test(value!)))
      found.code(`${shown(variable)} makes ${shown(name)} run another program`);
  }
};

/** What it does not know it hands to git. */
const ownOfHub = /^(pr|issue|release|api|browse|ci-status|compare|create|delete|fork|gist|sync|alias|pull-request)$/;
const hub: Special = (args, found) => {
  if (!ownOfHub.test(args[0]?.text ?? '')) found.command([literal('git'), ...args]);
};

const jobs: Special = (args, found) => {
  if (args[0]?.text === '-x') found.command(args.slice(1));
};

export const specialPrograms: ReadonlyMap<string, Special> = new Map<string, Special>(
  Object.entries<Special>({
    sed,
    gsed: sed,
    ssed: sed,
    awk,
    gawk: awk,
    mawk: awk,
    nawk: awk,
    original_awk: awk,
    ...Object.fromEntries(makes.map((name) => [name, make])),
    git,
    hub,
    tar,
    gtar: tar,
    bsdtar: tar,
    find,
    gfind: find,
    fd,
    fdfind: fd,
    cmake,
    configure: configured,
    scons: configured,
    waf: configured,
    rake: configured,
    just: configured,
    gdb: debuggers,
    lldb: debuggers,
    nix,
    npm,
    pnpm: npm,
    yarn: npm,
    jobs,
  }),
);
