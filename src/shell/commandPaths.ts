/** Which paths the words of a command name: operands, values of flags, parts of `host:path`. Pure. */
import { findOperands } from './findExpression';
import { elsewhereFor } from './hostPaths';
import type { Operands } from './programs/operandRules';
import { operands } from './programs/operands';
import { inFolder, isOpen, literal, manyIn, type Value } from './words';
import { behind } from './wrapperWords';

/** Flags whose value is a folder that the other operands may start from, in programs that we do not know. */
const folderFlag =
  /^(-C|--directory|--chdir|--cwd|--private-cwd|--pwd|--wd|--cd|--work(ing)?-?dir(ectory)?|--prefix|--git-dir|--work-tree)(=|$)/;

/**
 * How a word becomes a path. `sure`: it is one. `plain`: with a slash, a leading dot or tilde, or where it names what is there. `near`: the same, but a slash
 * alone says nothing (`origin/main`, `@types/node`). `rooted`: only where it is written as a path, `./x`, `/x`, `~/x` or `.x`. `written`: in the words of a text, the
 * same with a leading dot, or with a slash where it begins with the name of what is there. `there`: only where it begins so, or is rooted with a slash.
 */
export type PathRule = 'sure' | 'plain' | 'near' | 'rooted' | 'written' | 'there';
export interface Operand {
  value: Value;
  rule: PathRule;
  /** It belongs to an option. */
  isOption?: true;
}

/** Whether the text is a path by the rule; `exists` tells of the first segment of a relative one. */
export function isPath(text: string, rule: PathRule, exists: (name: string) => boolean): boolean {
  if (text === '' || text === '-') return false;
  // A sentence, a format and an ellipsis are none.
  if (rule === 'written' && !/^(?!\.{3,}$)[^\s%\\<>|*"'`^()[\]{};&]+$/.test(text)) return false;
  if (rule === 'there') return /^(\.{0,2}|~)\//.test(text) || exists(text.split('/')[0]!);
  if (rule === 'sure' || /^([/~\\]|\.\.?([/\\]|$)|[A-Za-z]:[/\\])/.test(text)) return true;
  if (rule === 'rooted') return /^\.\w/.test(text);
  if (text.startsWith('.') || (rule === 'plain' && text.includes('/'))) return true;
  return (rule !== 'written' || text.includes('/')) && exists(text.split('/')[0]!);
}

/** Its first word says what it does. */
export const takesSubcommand = (program: string): boolean => operands.get(program)?.kind === 'commands';

const mostValues = 8;

/** The texts of a word that may be paths, beside the word itself: values behind `=`, `:` and `@`, and those attached to short flags. */
export function candidates(text: string, rule: PathRule, depth = 0): { text: string; rule: PathRule }[] {
  if (/^fileb?:/i.test(text)) {
    // Without slashes it is a path, and the clouds' own tools take what stands behind two for one, too.
    const [, slashes, own] = /^fileb?:(\/\/)?(?!\/)(.+)$/i.exec(text) ?? [];
    const address = { text: text.replace(/^fileb?/i, 'file'), rule: 'sure' as const };
    return own === undefined ? [address] : [...(slashes ? [address] : []), { text: own, rule: slashes ? rule : 'sure' }];
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return [];
  const found: { text: string; rule: PathRule }[] = [];
  const part = rule === 'sure' ? 'plain' : rule;
  const add = (one: string | undefined, by: PathRule) => {
    if (!one) return;
    // `-d @file`; a name such as `@types/node` is none.
    if (one.startsWith('@') && one.length > 1) found.push({ text: one.slice(1).replace(/^"(.*)"$/s, '$1'), rule: part });
    // `-F name=<file`
    if (one.startsWith('<') && depth > 0) found.push({ text: one.slice(1), rule: part });
    if (!one.startsWith('@') || by === 'sure') found.push({ text: one, rule: by });
  };
  // `-f.env`, `-C/tmp`, `-d@file`: a value attached to short flags. Letters alone cannot be told from more flags.
  if (/^-/.test(text) && !/^--?[\w-]+=/.test(text)) add(/^-\w(?:\w{0,2}?(?=[./~@])|\w*?(?=@))(.+)$/s.exec(text)?.[1], part);
  const value = /^(?:--?[\w-]+|\w+)=(.+)$/s.exec(text)?.[1];
  // `-Wl,-Map,file`, `--emit=dep-info=file`, `-dump:live,file=file`, `trx;LogFileName=file`
  if (rule !== 'written' && /^[-/]?[-\w.:+]+[,=:;]/.test(text))
    for (const one of text.split(/[,=:;]/, 4 * mostValues).slice(1)) if (!one.startsWith('//')) add(one, 'near');
  // `name@file`, where it is written as a path or leads to what is there
  add(/^[\w.:=+-]+@([^@]+)$/s.exec(text)?.[1], 'near');
  // `type=bind,source=.git,target=/g`
  if (depth < mostValues && text.includes(',') && /^[\w-]+(=[^,]*)?(,[\w.-]+(=[^,]*)?)+$/.test(text))
    for (const one of text.split(',', 4 * mostValues)) if (one.includes('=')) found.push(...candidates(one, part, mostValues));
  if (!text.startsWith('-') && (value === undefined || rule === 'sure')) add(text, rule);
  // Of a chain of them, all that stands behind the first few is one value.
  if (value !== undefined)
    found.push(...candidates(depth < mostValues ? value : value.slice(value.lastIndexOf('=') + 1), part, depth + 1));
  // `HEAD:.env`, `host:/etc/x`, `/etc:/mnt`
  if (!/^[a-z]:[\\/]/i.test(text) && value === undefined) {
    const parts = text.split(':');
    if (parts.length > 1) for (const one of parts) if (!one.startsWith('-')) add(one, part);
  }
  return found;
}

const namesOf = (names: string | undefined) => (names ? names.split(' ') : []);
/** `-o go-template-file=FILE`: a text that names where the rest of it stands. */
const formatFile = /^[\w-]+-file=/;
const isOption = (text: string) => /^-./.test(text) && text !== '--';

export interface NamedWords {
  operands: Operand[];
  /** Folders that it is told to work in. */
  folders: Value[];
  /** Only there, not where the line is. */
  isExact: boolean;
  /** It works in folders that no word names. */
  roams: boolean;
}

/** Whether more words for the program could be paths. */
export const takesPaths = (program: string): boolean => {
  const { kind, paths } = operands.get(program) ?? {};
  return isText(kind) ? kind === 'text' && paths !== undefined : true;
};
const isText = (kind: Operands['kind'] | undefined): boolean => kind === 'none' || kind === 'text';

/** Of a program that is given addresses: a word like one is a file only where it begins as one that is there, and braces and brackets stand for several. */
function addressed(operand: Operand): Operand[] {
  const { value, rule, isOption } = operand;
  if (isOpen(value)) return [operand];
  if (!isOption && /^[\w-][\w.-]*(:\d+)?([/?]|$)/.test(value.text)) return [{ ...operand, rule: 'there' }];
  return rule === 'sure' || /^file:/i.test(value.text) ? manyIn(value).map((one) => ({ ...operand, value: one })) : [operand];
}

const rules: Readonly<Record<Operands['kind'], PathRule>> = {
  files: 'sure',
  plain: 'plain',
  targets: 'rooted',
  commands: 'near',
  none: 'rooted',
  text: 'written',
};

/** The words of a simple command that may be paths, and the folders that it is told to work in. */
export function operandsOf(program: string, args: readonly Value[]): NamedWords {
  const table = operands.get(program);
  const folders = foldersIn(args, table?.base);
  const isExact = table?.base !== undefined && folders.length > 0;
  const roams = table?.roams?.test(args.map(({ text }) => text).join(' ')) ?? false;
  const where = { folders, isExact, roams };
  if (program === 'find' || program === 'gfind') {
    const { starts, named } = findOperands(args);
    const all: Operand[] = starts.map((value) => ({ value, rule: 'sure' }));
    return { operands: [...all, ...named.map((value): Operand => ({ value, rule: 'sure', isOption: true }))], ...where };
  }
  if (program === 'dd')
    return {
      operands: args.flatMap((arg) => (/^(if|of)=/.test(arg.text) ? [{ value: behind(arg, 3), rule: 'sure' as const }] : [])),
      ...where,
    };
  const named = table ? tableOperands(program, table, args) : args.map((value): Operand => ({ value, rule: 'plain' }));
  return { operands: table?.addresses ? named.flatMap(addressed) : named, ...where };
}

/** Whether an unknown word of a program that runs another could be a path: all but those that its table says are none, and names of containers. */
export function namesOpenPath(program: string, own: readonly Value[]): boolean {
  const { text, kind, paths, base } = operands.get(program) ?? {};
  const texts = namesOf(text);
  const places = [...namesOf(paths), ...namesOf(base)];
  return own.some(({ dynamic, text: word }, i) => {
    const before = own[i - 1]?.text ?? '';
    if (!dynamic || texts.includes(before) || texts.includes(word.split('=')[0]!)) return false;
    return kind !== 'commands' || before.startsWith('--') || places.includes(before) || /[/~]/.test(word);
  });
}

/** `-nD` ends in `-D`. */
const endsBundle = (text: string, flag: string): boolean =>
  /^-\w$/.test(flag) && /^-[A-Za-z]+$/.test(text) && text.endsWith(flag[1]!);

function foldersIn(args: readonly Value[], base: string | undefined): Value[] {
  const flags = namesOf(base);
  return args.flatMap((arg, i) => {
    const name = arg.text.split('=')[0]!;
    const isFlag =
      base === undefined ? folderFlag.test(arg.text) : flags.some((flag) => flag === name || endsBundle(arg.text, flag));
    if (isFlag) return arg.text.includes('=') ? [behind(arg, name.length + 1)] : args[i + 1] ? [args[i + 1]!] : [];
    const attached = (base === undefined ? ['-C'] : flags).find(
      (flag) => /^-\w$|=$/.test(flag) && arg.text.startsWith(flag) && arg.text !== flag,
    );
    return attached ? [behind(arg, attached.length)] : [];
  });
}

function tableOperands(program: string, table: Operands, args: readonly Value[]): Operand[] {
  const { kind, skip = 0, skipUnless, most = Number.POSITIVE_INFINITY, mostUnless } = table;
  const base = namesOf(table.base);
  let [text, paths] = [namesOf(table.text), namesOf(table.paths)];
  const [pairs, pathPairs] = [namesOf(table.pairs), namesOf(table.pathPairs)];
  const found: Operand[] = [];
  const close = args.findIndex(({ text }) => text === '--');
  const all = args.slice(0, close < 0 ? undefined : close).map(({ text }) => text);
  const isGiven = (options: string | undefined) =>
    namesOf(options).some((option) =>
      all.some(
        (one) =>
          one === option ||
          one.startsWith(`${option}=`) ||
          (/^-\w$/.test(option) && new RegExp(`^-\\w*${option[1]}`).test(one) && !table.whole?.test(one)),
      ),
    );
  // `-ne TEXT`: none of the letters in front takes what is left of the word, and what looks like an option is one.
  const takesText = (bundle: string, next: string | undefined): boolean =>
    !table.words &&
    text.some((flag) => endsBundle(bundle, flag)) &&
    ![...bundle.slice(1, -1)].some((one) => [...text, ...paths].includes(`-${one}`)) &&
    !isOption(next ?? '-');
  let skipped = isGiven(skipUnless) ? skip : 0;
  let taken = isGiven(mostUnless) ? Number.NEGATIVE_INFINITY : 0;
  let rule = rules[kind];
  let isSubcommand = kind === 'commands';
  let isNamed = kind === 'targets' && table.handsRest !== undefined;
  let ended = false;
  let isRemote = elsewhereFor(program);
  const isTest = program === 'test' || program === '[';
  for (let i = 0; i < args.length; i++) {
    const value = args[i]!;
    const one = value.text;
    if (one === '--' && !ended) {
      ended = true;
      if (program === 'git') rule = 'sure';
      // What stands behind is for what it runs.
      else if (rule === 'rooted') rule = 'near';
      continue;
    }
    // What is not known could be an option, or several words with a path among them.
    if (value.dynamic && (isText(kind) ? isTest && value.many : value.pieces?.[0] === null || value.many)) {
      found.push({ value, rule: 'plain', isOption: true });
      continue;
    }
    if (isOption(one) && !ended) {
      if (table.whole?.test(one)) continue;
      const name = one.split('=')[0]!;
      if (pairs.includes(one)) i += 2;
      else if (pathPairs.includes(one)) {
        i += 2;
        if (args[i]) found.push({ value: args[i]!, rule: 'sure', isOption: true });
      } else if (name !== one) {
        const isText = text.includes(name) || text.includes(`${name}=`);
        if (isText && !(table.at && one[name.length + 1] === '@') && !formatFile.test(one.slice(name.length + 1))) continue;
        found.push({ value, rule: paths.includes(name) ? 'sure' : 'plain', isOption: true });
      } else if (text.includes(one) || takesText(one, args[i + 1]?.text)) {
        const next = args[++i];
        if (next?.many || (next && (formatFile.test(next.text) || (table.at && next.text.startsWith('@')))))
          found.push({ value: next, rule: 'plain', isOption: true });
      } else if (paths.includes(one) || base.includes(one)) {
        if (args[++i]) found.push({ value: args[i]!, rule: 'sure', isOption: true });
      } else if (table.attached && attachedAt(one, text, paths) > 0)
        found.push({ value: behind(value, attachedAt(one, text, paths)), rule: 'sure', isOption: true });
      else if (!text.includes(one.slice(0, 2)) || one.startsWith('--') || (table.at && one[2] === '@'))
        found.push({ value, rule: 'plain', isOption: true });
      continue;
    }
    // `tar xzf x.tgz`: flags without a dash.
    if (i === 0 && program === 'tar' && /^[A-Za-z]+$/.test(one)) continue;
    if (kind === 'none' || table.labels?.test(one)) continue;
    if (isSubcommand && !/[\\/~]|^\.|\.\w+$/.test(one)) {
      if (namesOf(table.files).includes(one)) rule = 'sure';
      if (namesOf(table.never).includes(one)) rule = 'rooted';
      if (namesOf(table.hands).includes(one)) rule = 'near';
      isNamed = namesOf(table.handsRest).includes(one);
      const own = table.sub && Object.hasOwn(table.sub, one) ? table.sub[one] : undefined;
      const gone = [...namesOf(table.before), ...namesOf(own?.paths)];
      text = [...text.filter((option) => !gone.includes(option)), ...namesOf(own?.text)];
      paths = [...paths, ...namesOf(own?.paths)];
      isSubcommand = namesOf(table.groups).includes(one);
      if (!isSubcommand) isRemote = elsewhereFor(program, one);
      continue;
    }
    if (isNamed && !ended) {
      isNamed = false;
      found.push({ value, rule });
      rule = 'near';
      continue;
    }
    if (skipped < skip) {
      if (namesOf(table.verbs).includes(one)) continue;
      skipped++;
      // A glob that stands there may find more than that one word.
      if ((table.skippedMayBe || value.glob !== undefined) && !value.dynamic) found.push({ value, rule: 'there' });
    } else if (taken < most && !isRemote?.(value)) {
      taken++;
      // Behind `--` a dash begins a name.
      const isDashed = ended && rule === 'sure' && isOption(one);
      if (!(isText(kind) && value.dynamic)) found.push({ value: isDashed ? inFolder(literal('.'), value) : value, rule });
    }
  }
  // `a -nt b`
  if (isTest)
    for (const [i, { text: operator }] of args.entries())
      if (/^-(nt|ot|ef)$/.test(operator) && args[i - 1]) found.push({ value: args[i - 1]!, rule: 'sure' });
  return found;
}

/** Where in a bundle of short options a path is attached to one of them: `-kLso.npmrc`. */
function attachedAt(bundle: string, text: readonly string[], paths: readonly string[]): number {
  const letters = /^-(\w+)/.exec(bundle)?.[1] ?? '';
  const at = [...letters].findIndex((letter) => text.includes(`-${letter}`) || paths.includes(`-${letter}`));
  return at >= 0 && at + 2 < bundle.length && paths.includes(`-${letters[at]}`) ? at + 2 : 0;
}
