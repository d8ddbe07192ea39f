/** Files that a command writes and that its words name: what the line may run afterwards. Pure. */

import { gitSubcommand } from '../commands/gitCommand';
import { copyWords } from '../files/writeEffects';
import { isElsewhere } from '../paths/hostPaths';
import { byNames } from '../programs/byNames';
import {
  curlOptions,
  rsyncOptions,
  scpOptions,
  shufOptions,
  sortOptions,
  sshKeyOptions,
  wgetOptions,
} from '../programs/valuedOptions';
import { any, first, wordsOf } from '../syntax/optionWords';
import { inFolder, literal, type Value } from '../syntax/words';
import { behind } from '../syntax/wrapperWords';
import { editedIn } from './fileEditors';
import { tarMade, tarMembers } from './unpacking';

/** What options name: in the next word, behind `=`, or attached where `attached` tells of how much of the word is the option. */
export const optionValues = (args: readonly Value[], option: RegExp, attached = /$^/): Value[] =>
  args.flatMap((arg, i) => {
    if (option.test(arg.text)) return args[i + 1] ? [args[i + 1]!] : [];
    const at = arg.text.indexOf('=');
    if (at > 0 && option.test(arg.text.slice(0, at))) return [behind(arg, at + 1)];
    const [own] = attached.exec(arg.text) ?? [];
    return own === undefined ? [] : [behind(arg, own.length)];
  });
/** The same, by all options that the program has: `-oFILE`, `-sSoFILE`, `--output=FILE`. */
const givenTo = (args: readonly Value[], valued: string, ...names: string[]): Value[] => {
  const { options } = wordsOf(args, valued);
  return names.flatMap((name) => options.get(name) ?? []);
};
const operandsIn = (args: readonly Value[]): Value[] => args.filter(({ text }) => !/^-./.test(text));

/** The folder that a prefix of names lies in. */
const parent = (prefix: Value): Value => {
  const at = prefix.text.lastIndexOf('/');
  if (at < 0) return prefix;
  const pieces = prefix.pieces?.map((piece, i, all) =>
    i === all.length - 1 && piece !== null ? piece.replace(/\/[^/]*$/, '') : piece,
  );
  const { template, ...rest } = prefix;
  return {
    ...rest,
    text: prefix.text.slice(0, at),
    ...(template === undefined ? {} : { template: template.replace(/\/[^/]*$/, '') }),
    ...(pieces ? { pieces: pieces.filter((piece) => piece !== '') } : {}),
  };
};

type Outputs = (args: readonly Value[], name: string) => Value[];

/** The operands from one to before another; `valued` are the program's options that take a word. */
const operandsAfter =
  (valued: string, from: number, to?: number): Outputs =>
  (args) =>
    wordsOf(args, valued).operands.slice(from, to);
const lastOperand: Outputs = (args) => operandsIn(args).slice(-1);

const compiled: Outputs = (args) => {
  const named = optionValues(args, /^-o$/, /^-o(?=.)/).slice(-1);
  return named.length > 0 ? named : [literal('a.out')];
};

/** A program that is called as its source is. */
const calledAsSource: Outputs = (args) => {
  const named = optionValues(args, /^-o$/);
  const source = args.find(({ text }) => /^[^-].*\.\w+$/.test(text));
  return named.length > 0 ? named : [literal(source?.text.replace(/\.\w+$/, '') ?? 'main')];
};

const zig: Outputs = (args) => {
  const source = args.find(({ text }) => /^[^-].*\.zig$/.test(text));
  return args[0]?.text === 'build-exe' && source
    ? [literal(source.text.replace(/^.*\/|\.zig$/g, ''))]
    : optionValues(args, /^-o$/);
};

const remoteCopied: Outputs = (args, name) =>
  wordsOf(args, name === 'rsync' ? rsyncOptions : scpOptions)
    .operands.slice(1)
    .slice(-1)
    .filter((one) => !isElsewhere(one));

const outputs = byNames<Outputs>({
  'tee sponge': operandsIn,
  'cp mv ln install': (args) => {
    const { options, operands } = copyWords(args);
    return first(options, '-t', '--target-directory') ? [] : operands.slice(1).slice(-1);
  },
  dd: (args) => args.filter(({ text }) => text.startsWith('of=')).map((arg) => behind(arg, 3)),
  curl: (args) =>
    givenTo(
      args,
      curlOptions,
      ...'-o --output -D --dump-header -c --cookie-jar --trace --trace-ascii --stderr --libcurl --etag-save --hsts'.split(' '),
    ),
  mkfifo: operandsAfter('-m --mode -Z --context', 0),
  mknod: operandsAfter('-m --mode -Z --context', 0, 1),
  uniq: operandsAfter('-f --skip-fields -s --skip-chars -w --check-chars', 1),
  split: (args) =>
    wordsOf(
      args,
      '-a --suffix-length -b --bytes -C --line-bytes -l --lines -n --number -t --separator --filter --additional-suffix',
    )
      .operands.slice(1)
      .map((prefix) => parent(prefix)),
  csplit: (args) => {
    const { options } = wordsOf(args, '-f --prefix -b --suffix-format -n --digits');
    const prefix = first(options, '-f', '--prefix');
    return prefix ? [parent(prefix)] : [];
  },
  'gcc g++ clang clang++ cc c++': compiled,
  'rustc ghc swiftc': calledAsSource,
  zig,
  go: (args) => (args[0]?.text === 'build' ? optionValues(args, /^-o$/) : []),
  'ssh-keygen': (args) => givenTo(args, sshKeyOptions, '-f'),
  'openssl keytool': (args) => optionValues(args, /^-(out|keyout|CAserial|keystore)$/),
  ar: (args) => operandsIn(args).slice(1, 2),
  'ctags etags': (args) => optionValues(args, /^-[fo]$/, /^-[fo](?=.)/),
  zip: operandsAfter('-b -n -P -t -tt -x -i -s -O', 0, 1),
  'ffmpeg convert magick sox': lastOperand,
  'pandoc dot yt-dlp age gpg': (args) => optionValues(args, outputOption, /^-[acdefgikLnqrsSuvN]*o(?=.)/),
  xxd: (args) => (args.some(({ text }) => /^-\w*r/.test(text)) ? operandsIn(args).slice(1) : []),
  sqlite3: (args) => operandsIn(args).slice(0, 1),
  wget: (args) => givenTo(args, wgetOptions, '-O', '--output-document'),
  sort: (args) => givenTo(args, sortOptions, '-o', '--output'),
  shuf: (args) => givenTo(args, shufOptions, '-o', '--output'),
  find: (args) => optionValues(args, /^-f(printf?0?|ls)$/),
  'sed perl ruby': (args, name) => editedIn(args, name === 'sed'),
  'rsync scp': remoteCopied,
  'tar bsdtar': (args) => [...tarMembers(args), ...tarMade(args)],
  unzip: (args) => {
    const { options, operands } = wordsOf(args, '-d -P -x');
    const folder = first(options, '-d');
    return operands.slice(1).map((member) => (folder ? inFolder(folder, member) : member));
  },
  patch: (args) => [
    ...wordsOf(args, '-p -i --input -o --output -d --directory -F -r -D -B -Y -z -V -g').operands.slice(0, 1),
    ...optionValues(args, /^(-o|--output)$/, /^-o(?=.)/),
  ],
  'npm pnpm': (args) => {
    const [sub, set, ...rest] = operandsIn(args).map(({ text }) => text);
    const isScripts = (sub === 'pkg' && set === 'set' && rest.some((one) => one.startsWith('scripts'))) || sub === 'set-script';
    return isScripts ? [literal('package.json')] : [];
  },
  composer: (args) =>
    args.some(({ text }) => text === 'config') && args.some(({ text }) => text.startsWith('scripts'))
      ? [literal('composer.json')]
      : [],
  git: (args) => [...optionValues(args, /^(-o|--output)$/), ...checkedOut(args)],
});

export function outputsOf(program: string, args: readonly Value[]): Value[] {
  const name = program.replace(/^g(?=(cp|mv|ln|install|tee|sed|dd|sort|shuf|find|tar)$)/, '');
  const own = outputs.get(name);
  if (own) return own(args, name);
  return builders.test(name) ? optionValues(args, /^-{1,2}(o|out|output|out-?file)$/, /^-o(?=.)/) : [];
}

/** `-o FILE`, `-out=FILE`, `--outp FILE`, `--output-file FILE`, `--out-dir FOLDER`. */
export const outputOption = /^(-o|--?out(p(ut?)?)?(-?(file|path|dir(ectory)?|folder|document)s?)?)$/i;
/** To these an option of that name says how they print, or how they are set. */
const printing = /^([efz]?grep|rg|ls|ps|ssh|scp|kubectl|oc|helm|aws|az|gcloud|find|apt|apt-get|mount|set|test)$/;
/** Those of its words that are only known when it runs; where no table tells of the program, what such an option names. */
export function openOutputs(name: string, args: readonly Value[]): Value[] {
  const own = outputsOf(name, args);
  const named = own.length > 0 || printing.test(name) ? own : optionValues(args, /^(-o|--out[\w-]*)$/, /^-o(?=.)/);
  return named.filter(({ dynamic }) => dynamic);
}
/** What they build is a program, or a script, of that name. */
export const builders =
  /^(esbuild|swc|babel|rollup|terser|uglifyjs|coffee|ncc|bun|deno|nim|zig|crystal|gfortran|ldc2?|gdc|nvcc|tcc|ocamlopt|ocamlc|ocamlfind|mlton|ld(\.\w+)?|valac|v|odin|fpc|gnatmake|kotlinc|luac|shc|pkg|nuitka)$/;

/** Files that git puts in place of what is there. */
function checkedOut(args: readonly Value[]): Value[] {
  const sub = gitSubcommand(args);
  if (sub?.name === 'bundle' && sub.own[0]?.text === 'create') return operandsIn(sub.own).slice(1, 2);
  if (!sub || !/^(checkout|restore)$/.test(sub.name)) return [];
  const { operands } = wordsOf(sub.own, '-s --source -b -B --orphan --conflict --pathspec-from-file');
  return sub.name === 'restore' || sub.own.some(({ text }) => text === '--') ? operands : operands.slice(1);
}

/** `ln -s TARGET NAME`. */
export function linkOf(name: string, args: readonly Value[]): { target: Value; at: Value } | undefined {
  if (!/^g?ln$/.test(name)) return undefined;
  const { options, operands } = copyWords(args);
  const [target, at = literal('./')] = operands;
  if (!target || !any(options, '-s', '--symbolic')) return undefined;
  return { target, at: first(options, '-t', '--target-directory') ?? at };
}
