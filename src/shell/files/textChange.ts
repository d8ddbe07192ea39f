/** What `sed s/a/b/`, `tr`, and `cut` make of a line that they are handed, where their words say it. Pure. */

import { any, first, wordsOf } from '../syntax/optionWords';
import { isOpen, type Value } from '../syntax/words';
import { isQuickFor, regexOf } from './grepFilter';

export interface TextChange {
  /** Undefined where it would take long to say. */
  of(text: string): string | undefined;
  /** It puts no more into a text than letters and endings, so that a name that nobody protects stays one as far as anyone would think. */
  isTame: boolean;
  /** Of any name it may make a protected one: it puts one there, or a dot with which one begins. */
  mayGuard?: true;
}

const guarded = /\.(git|vscode|hooksmith|claude|husky|envrc|npmrc|mcp|ssh|bash|zsh|profile|code-)/i;
const starts =
  '.git .vscode .hooksmith .claude .husky .envrc .npmrc .mcp.json .ssh .bashrc .zshrc .profile .code-workspace'.split(' ');
/** A text in which a protected name stands, or that ends as one begins. */
const mayBegin = (text: string): boolean =>
  guarded.test(text) ||
  (text.includes('.') && starts.some((name) => name.startsWith(text.slice(text.lastIndexOf('.')).toLowerCase())));
/** Whether words of a program name what is protected. */
export const namesGuarded = (args: readonly Value[]): boolean => args.some(({ text }) => guarded.test(text));

export function textChange(name: string, args: readonly Value[]): TextChange | undefined {
  if (args.some(isOpen)) return undefined;
  if (/^g?sed$/.test(name)) return substitution(args);
  if (name === 'tr') return translation(args);
  if (name === 'cut') return field(args);
  return undefined;
}

const form = /^\s*s([/|#,@:!_])((?:\\.|(?!\1)[^\\\n])*)\1((?:\\.|(?!\1)[^\\\n])*)\1([gi]*)\s*$/;

function substitution(args: readonly Value[]): TextChange | undefined {
  const { options, operands } = wordsOf(args, '-e --expression');
  const given = ['-e', '--expression'].flatMap((one) => options.get(one) ?? []);
  const scripts = given.length > 0 ? given : operands;
  if (scripts.length === 0 || (given.length > 0 ? operands.length > 0 : operands.length > 1)) return undefined;
  if (![...options.keys()].every((one) => /^(-[eErs]|--(expression|regexp-extended))$/.test(one))) return undefined;
  const isExtended = any(options, '-E', '-r', '--regexp-extended');
  const steps = scripts.flatMap(({ text }) => text.split(';')).map((one) => step(one, isExtended));
  if (!steps.every((one) => one !== undefined)) return undefined;
  return {
    of: (text) => steps.reduce<string | undefined>((all, change) => (all === undefined ? undefined : change.of(all)), text),
    isTame: steps.length === 1 && steps.every(({ by }) => by !== '' && !/[/$]/.test(by) && !mayBegin(by)),
    ...(steps.some(({ by }) => by.split(/\$[&\d]/).some(mayBegin)) ? { mayGuard: true } : {}),
  };
}

function step(script: string, isExtended: boolean): { of(text: string): string | undefined; by: string } | undefined {
  const [, sign, pattern, replacement, flags] = form.exec(script) ?? [];
  if (sign === undefined) return undefined;
  // What a sign of patterns means that is escaped as the end of one, too, not all agree.
  if (sign === '|' && pattern!.includes('\\|')) return undefined;
  const plain = (text: string) => text.replaceAll(`\\${sign}`, sign);
  const source = regexOf(plain(pattern!), isExtended);
  if (source === undefined || /\\[A-Za-z]/.test(replacement!) || !isOneWay(source, flags!.includes('i'))) return undefined;
  const by = plain(replacement!)
    .replaceAll('$', '$$$$')
    .replace(/\\(.)|&/gs, (one, escaped: string | undefined) =>
      one === '&' ? '$&' : /\d/.test(escaped!) ? `$${escaped}` : escaped!,
    );
  const regex = new RegExp(source, `${flags}s`);
  const most = isQuickFor(source) ? 2000 : 150;
  return { of: (text) => (text.length > most ? undefined : replaced(text, regex, by)), by };
}

/** Of nothing that stands right behind what was found, sed makes nothing. */
function replaced(text: string, regex: RegExp, by: string): string {
  if (!regex.global) return text.replace(regex, by);
  let end = -1;
  const one = new RegExp(regex.source, `${regex.flags.replace('g', '')}y`);
  return text.replace(regex, (found, ...more) => {
    const at = more.find((part): part is number => typeof part === 'number')!;
    const isBehind = found === '' && at === end;
    end = at + found.length;
    if (isBehind) return '';
    one.lastIndex = at;
    return partsOf(one.exec(text)!, by);
  });
}

/** What stands in the place of what was found. */
const partsOf = (found: RegExpExecArray, by: string): string =>
  by.replace(/\$([$&\d])/g, (_, sign: string) => (sign === '$' ? '$' : sign === '&' ? found[0] : (found[Number(sign)] ?? '')));

/** Of several choices sed takes the longest, we the first: only where no choice begins another they are the same. */
function isOneWay(regex: string, ignoresCase: boolean): boolean {
  const text = ignoresCase ? regex.toLowerCase() : regex;
  for (const group of text.match(/\((?:\\.|[^\\()])*\)|(?:\\.|[^\\()])+/g) ?? []) {
    const choices = group.replace(/^\(|(?<!\\)\)$/g, '').match(/(?:\\.|[^\\|])+|(?<=^|\|)(?=\||$)/g) ?? [];
    if (choices.length < 2) continue;
    const plain = choices.map((one) => one.replace(/^\^|\$$/g, ''));
    if (!plain.every((one) => /^(?:[^\\.[\]*+?^$]|\\[^bw\d])+$/.test(one))) return false;
    if (plain.some((one, i) => plain.some((other, j) => i !== j && other.startsWith(one)))) return false;
  }
  // Outside of a group a choice may have one as its part.
  return !/\|/.test(text) || !/\(/.test(text) || /^[^|]*\([^()]*\)[^|]*$/.test(text);
}

const classes: Readonly<Record<string, string>> = {
  '[:upper:]': 'A-Z',
  '[:lower:]': 'a-z',
  '[:space:]': ' \t\n',
  '[:blank:]': ' \t',
  '[:digit:]': '0-9',
};

/** The signs of a set of `tr`, in order. */
function signsOf(set: string): string[] | undefined {
  const text = set
    .replace(/\[:\w+:\]/g, (one) => classes[one] ?? '\\')
    .replaceAll('\\n', '\n')
    .replaceAll('\\t', '\t');
  // It counts bytes, not letters.
  if (/[\\[]|[^\0-\x7f]/.test(text)) return undefined;
  const signs: string[] = [];
  for (let i = 0; i < text.length; i++) {
    if (text[i + 1] !== '-' || i + 2 >= text.length) signs.push(text[i]!);
    else {
      for (let code = text.charCodeAt(i); code <= text.charCodeAt(i + 2) && signs.length < 300; code++)
        signs.push(String.fromCharCode(code));
      i += 2;
    }
  }
  return signs;
}

function translation(args: readonly Value[]): TextChange | undefined {
  const isDeleting = args[0]?.text === '-d';
  const sets = (isDeleting ? args.slice(1) : args).map(({ text }) => signsOf(text));
  const [from, to] = sets;
  if (!from || sets.length !== (isDeleting ? 1 : 2) || args.some(({ text }, i) => i > 0 && /^-./.test(text))) return undefined;
  if (isDeleting) return { of: (text) => [...text].filter((sign) => !from.includes(sign)).join(''), isTame: false };
  if (!to || to.length === 0 || /^-/.test(args[0]!.text)) return undefined;
  const into = new Map(from.map((sign, i) => [sign, to[i] ?? to.at(-1)!]));
  return {
    of: (text) => [...text].map((sign) => into.get(sign) ?? sign).join(''),
    isTame: !to.some((sign) => /[./]/.test(sign)),
    ...(to.includes('.') ? { mayGuard: true } : {}),
  };
}

function field(args: readonly Value[]): TextChange | undefined {
  const { options, operands } = wordsOf(args, '-d -f -c -b --delimiter --fields');
  const [sign, which] = [first(options, '-d', '--delimiter')?.text ?? '\t', first(options, '-f', '--fields')?.text ?? ''];
  const [, from, dash, to] = /^(\d+)(-?)(\d*)$/.exec(which) ?? [];
  if (from === undefined || sign.length !== 1 || operands.length > 0 || options.size > 2) return undefined;
  const end = dash === '' ? Number(from) : to === '' ? undefined : Number(to);
  return {
    of: (text) =>
      text.includes(sign)
        ? text
            .split(sign)
            .slice(Number(from) - 1, end)
            .join(sign)
        : text,
    isTame: false,
  };
}
