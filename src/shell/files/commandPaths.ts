/** Which paths the words of a command name: operands, values of flags, parts of `host:path`. Pure. */

import { operands } from '../programs/operands';
import { isOpen, manyIn, type Value } from '../syntax/words';
import { behind } from '../syntax/wrapperWords';
import { findOperands } from './findExpression';
import { endsBundle, isText, type Operand, optionNames, type PathRule, TableOperands } from './tableOperands';

/** Flags whose value is a folder that the other operands may start from, in programs that we do not know. */
const folderFlag =
  /^(-C|--directory|--chdir|--cwd|--private-cwd|--pwd|--wd|--cd|--work(ing)?-?dir(ectory)?|--prefix|--git-dir|--work-tree)(=|$)/;

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

/** Of a program that is given addresses: a word like one is a file only where it begins as one that is there, and braces and brackets stand for several. */
function addressed(operand: Operand): Operand[] {
  const { value, rule, isOption } = operand;
  if (isOpen(value)) return [operand];
  if (!isOption && /^[\w-][\w.-]*(:\d+)?([/?]|$)/.test(value.text)) return [{ ...operand, rule: 'there' }];
  return rule === 'sure' || /^file:/i.test(value.text) ? manyIn(value).map((one) => ({ ...operand, value: one })) : [operand];
}

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
  const named = table ? new TableOperands(program, table, args).read() : args.map((value): Operand => ({ value, rule: 'plain' }));
  return { operands: table?.addresses ? named.flatMap(addressed) : named, ...where };
}

/** Whether an unknown word of a program that runs another could be a path: all but those that its table says are none, and names of containers. */
export function namesOpenPath(program: string, own: readonly Value[]): boolean {
  const { text, kind, paths, base } = operands.get(program) ?? {};
  const texts = optionNames(text);
  const places = [...optionNames(paths), ...optionNames(base)];
  return own.some(({ dynamic, text: word }, i) => {
    const before = own[i - 1]?.text ?? '';
    if (!dynamic || texts.includes(before) || texts.includes(word.split('=')[0]!)) return false;
    return kind !== 'commands' || before.startsWith('--') || places.includes(before) || /[/~]/.test(word);
  });
}

function foldersIn(args: readonly Value[], base: string | undefined): Value[] {
  const flags = optionNames(base);
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
