/** What `sed s/a/b/`, `tr`, and `cut` make of a line that they are handed, where their words say it. Pure. */
import { regexOf } from './grepFilter';
import type { Value } from './words';
import { any, first, wordsOf } from './writeEffects';

export interface TextChange {
  of(text: string): string;
  /** It puts no more into a text than letters and endings, so that a name that nobody protects stays one as far as anyone would think. */
  isTame: boolean;
}

export function textChange(name: string, args: readonly Value[]): TextChange | undefined {
  if (args.some(({ dynamic, glob }) => dynamic || glob !== undefined)) return undefined;
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
    of: (text) => steps.reduce((all, { regex, by }) => all.replace(regex, by), text),
    isTame:
      steps.length === 1 &&
      steps.every(
        ({ by }) => !/[/$]|^\.?$|\.(git|vscode|hooksmith|claude|husky|envrc|npmrc|mcp|ssh|bash|zsh|profile|code-)/i.test(by),
      ),
  };
}

function step(script: string, isExtended: boolean): { regex: RegExp; by: string } | undefined {
  const [, sign, pattern, replacement, flags] = form.exec(script) ?? [];
  if (sign === undefined) return undefined;
  const plain = (text: string) => text.replaceAll(`\\${sign}`, sign);
  const regex = regexOf(plain(pattern!), isExtended);
  if (!regex || /\\[A-Za-z]/.test(replacement!)) return undefined;
  const by = plain(replacement!)
    .replaceAll('$', '$$$$')
    .replace(/\\(.)|&/gs, (one, escaped: string | undefined) =>
      one === '&' ? '$&' : /\d/.test(escaped!) ? `$${escaped}` : escaped!,
    );
  return { regex: new RegExp(regex, flags), by };
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
  if (/[\\[]/.test(text)) return undefined;
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
