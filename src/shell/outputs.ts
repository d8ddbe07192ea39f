/** Files that a command writes and that its words name: what the line may run afterwards. Pure. */
import { editedIn } from './fileEditors';
import { gitSubcommand } from './gitCommand';
import { isElsewhere } from './hostPaths';
import {
  curlOptions,
  rsyncOptions,
  scpOptions,
  shufOptions,
  sortOptions,
  sshKeyOptions,
  wgetOptions,
} from './programs/valuedOptions';
import { tarMade, tarMembers } from './unpacking';
import { inFolder, literal, type Value } from './words';
import { behind } from './wrapperWords';
import { any, copyWords, first, wordsOf } from './writeEffects';

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

export function outputsOf(program: string, args: readonly Value[]): Value[] {
  const name = program.replace(/^g(?=(cp|mv|ln|install|tee|sed|dd|sort|shuf|find|tar)$)/, '');
  switch (name) {
    case 'tee':
    case 'sponge':
      return operandsIn(args);
    case 'cp':
    case 'mv':
    case 'ln':
    case 'install': {
      const { options, operands } = copyWords(args);
      return first(options, '-t', '--target-directory') ? [] : operands.slice(1).slice(-1);
    }
    case 'dd':
      return args.filter(({ text }) => text.startsWith('of=')).map((arg) => behind(arg, 3));
    case 'curl':
      return givenTo(
        args,
        curlOptions,
        ...'-o --output -D --dump-header -c --cookie-jar --trace --trace-ascii --stderr --libcurl --etag-save --hsts'.split(' '),
      );
    case 'mkfifo':
    case 'mknod':
      return wordsOf(args, '-m --mode -Z --context').operands.slice(0, name === 'mknod' ? 1 : undefined);
    case 'uniq':
      return wordsOf(args, '-f --skip-fields -s --skip-chars -w --check-chars').operands.slice(1);
    case 'split':
      return wordsOf(
        args,
        '-a --suffix-length -b --bytes -C --line-bytes -l --lines -n --number -t --separator --filter --additional-suffix',
      )
        .operands.slice(1)
        .map((prefix) => parent(prefix));
    case 'csplit': {
      const { options } = wordsOf(args, '-f --prefix -b --suffix-format -n --digits');
      const prefix = first(options, '-f', '--prefix');
      return prefix ? [parent(prefix)] : [];
    }
    case 'gcc':
    case 'g++':
    case 'clang':
    case 'clang++':
    case 'cc':
    case 'c++': {
      const named = optionValues(args, /^-o$/, /^-o(?=.)/).slice(-1);
      return named.length > 0 ? named : [literal('a.out')];
    }
    case 'rustc':
    case 'ghc':
    case 'swiftc': {
      const named = optionValues(args, /^-o$/);
      const source = args.find(({ text }) => /^[^-].*\.\w+$/.test(text));
      return named.length > 0 ? named : [literal(source?.text.replace(/\.\w+$/, '') ?? 'main')];
    }
    case 'zig': {
      const source = args.find(({ text }) => /^[^-].*\.zig$/.test(text));
      return args[0]?.text === 'build-exe' && source
        ? [literal(source.text.replace(/^.*\/|\.zig$/g, ''))]
        : optionValues(args, /^-o$/);
    }
    case 'go': {
      const named = optionValues(args, /^-o$/);
      return args[0]?.text === 'build' ? named : [];
    }
    case 'ssh-keygen':
      return givenTo(args, sshKeyOptions, '-f');
    case 'openssl':
    case 'keytool':
      return optionValues(args, /^-(out|keyout|CAserial|keystore)$/);
    case 'ar':
      return operandsIn(args).slice(1, 2);
    case 'ctags':
    case 'etags':
      return optionValues(args, /^-[fo]$/, /^-[fo](?=.)/);
    case 'zip':
      return wordsOf(args, '-b -n -P -t -tt -x -i -s -O').operands.slice(0, 1);
    case 'ffmpeg':
    case 'convert':
    case 'magick':
    case 'sox':
      return operandsIn(args).slice(-1);
    case 'pandoc':
    case 'dot':
    case 'yt-dlp':
    case 'age':
    case 'gpg':
      return optionValues(args, outputOption, /^-[acdefgikLnqrsSuvN]*o(?=.)/);
    case 'xxd':
      return args.some(({ text }) => /^-\w*r/.test(text)) ? operandsIn(args).slice(1) : [];
    case 'sqlite3':
      return operandsIn(args).slice(0, 1);
    case 'wget':
      return givenTo(args, wgetOptions, '-O', '--output-document');
    case 'sort':
    case 'shuf':
      return givenTo(args, name === 'sort' ? sortOptions : shufOptions, '-o', '--output');
    case 'find':
      return optionValues(args, /^-f(printf?0?|ls)$/);
    case 'sed':
    case 'perl':
    case 'ruby':
      return editedIn(args, name === 'sed');
    case 'rsync':
    case 'scp':
      return wordsOf(args, name === 'rsync' ? rsyncOptions : scpOptions)
        .operands.slice(1)
        .slice(-1)
        .filter((one) => !isElsewhere(one));
    case 'tar':
    case 'bsdtar':
      return [...tarMembers(args), ...tarMade(args)];
    case 'unzip': {
      const { options, operands } = wordsOf(args, '-d -P -x');
      const folder = first(options, '-d');
      return operands.slice(1).map((member) => (folder ? inFolder(folder, member) : member));
    }
    case 'patch':
      return [
        ...wordsOf(args, '-p -i --input -o --output -d --directory -F -r -D -B -Y -z -V -g').operands.slice(0, 1),
        ...optionValues(args, /^(-o|--output)$/, /^-o(?=.)/),
      ];
    case 'npm':
    case 'pnpm': {
      const [sub, set, ...rest] = operandsIn(args).map(({ text }) => text);
      return (sub === 'pkg' && set === 'set' && rest.some((one) => one.startsWith('scripts'))) || sub === 'set-script'
        ? [literal('package.json')]
        : [];
    }
    case 'composer':
      return args.some(({ text }) => text === 'config') && args.some(({ text }) => text.startsWith('scripts'))
        ? [literal('composer.json')]
        : [];
    case 'git':
      return [...optionValues(args, /^(-o|--output)$/), ...checkedOut(args)];
    default:
      return builders.test(name) ? optionValues(args, /^-{1,2}(o|out|output|out-?file)$/, /^-o(?=.)/) : [];
  }
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
