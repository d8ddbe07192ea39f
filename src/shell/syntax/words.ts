/** What a word of a shell line becomes before its command sees it: quotes off, literal braces expanded, `$HOME` and `$PWD` filled in. Pure. */
import type { CommandExpansionPart, Word } from 'unbash';
import { isOneNumber } from './arithmetic';

export interface Value {
  text: string;
  /** Only known at run time. */
  dynamic: boolean;
  /** Its text where that does not say where the name of a variable ends: `"$a"b`. */
  template?: string;
  /** Begins with an unquoted `~`. */
  tilde: boolean;
  /** The word as a glob pattern, its quoted parts escaped, where it has unquoted glob signs. */
  glob?: string;
  /** Where it is only partly known, or a glob: the parts that are known, null between them. */
  pieces?: (string | null)[];
  /** Without quotes, what it stands for may be several words, or none. */
  many?: true;
  /** What it comes to, where it is not written down there but the line says it: a text, or a pattern of names of which it is one. */
  means?: Value;
  /** It is the end of a pipe, `<(…)`, and no more. */
  isPipe?: true;
  /** Another program puts names of files there: `find -exec cp {} .`. */
  isHole?: true;
}

/** What the program sees in its place is filled in when it runs, or is found by a glob. */
export const isOpen = ({ dynamic, glob }: Value): boolean => dynamic || glob !== undefined;

/** The word, or what it comes to. */
export const meant = (value: Value): Value => value.means ?? value;

/** A word as it is, whatever signs are in it. */
export const literal = (text: string): Value => ({ text, dynamic: false, tilde: false });

/** What variables are known to hold; undefined is: unknown. */
export interface Known {
  home: string | undefined;
  folder: string | undefined;
  /** What `pwd` tells. */
  told?: string;
}

const mostWords = 256;
export const escapeGlob = (text: string) => text.replace(/[\\*?[\]{}()!+@|^$]/g, '\\$&');
const unknown = (text: string): Value => ({ text, dynamic: true, tilde: false, pieces: [null], many: true });

const isNumber = (part: { type: string }): boolean =>
  part.type === 'ArithmeticExpansion' || (part.type === 'CommandExpansion' && isOneNumber(part as CommandExpansionPart));

/** The values of one word; several where braces are expanded, none where all of it vanishes. */
export function valuesOf(word: Word, variables: Known): Value[] {
  const tilde = word.text.startsWith('~');
  const parts = word.parts ?? [];
  if (parts.length === 0) return [{ text: word.value, dynamic: false, tilde }];
  if (parts.some((part) => part.type === 'BraceExpansion')) return bracedValues(word.text);
  let dynamic = false;
  let hasGlob = false;
  let many = false;
  let pattern = '';
  const pieces: (string | null)[] = [];
  let template = '';
  const known = (text: string) => {
    if (text === '') return;
    if (typeof pieces.at(-1) === 'string') pieces[pieces.length - 1] += text;
    else pieces.push(text);
  };
  const unseen = (text: string): string => {
    if (pieces.at(-1) !== null) pieces.push(null);
    return text;
  };
  const fill = (part: { type: string; text: string; value?: string; parts?: readonly unknown[] }, quoted: boolean): string => {
    let text: string | undefined;
    switch (part.type) {
      case 'Literal':
      case 'SingleQuoted':
      case 'AnsiCQuoted':
        text = part.value ?? '';
        break;
      case 'Glob':
        hasGlob = true;
        pattern += part.text;
        template += part.text;
        return unseen(part.text);
      case 'ExtendedGlob':
        // As far as it says itself what it finds.
        if (/[$`'"\\]/.test(part.text)) break;
        hasGlob = true;
        pattern += part.text;
        template += part.text;
        return unseen(part.text);
      case 'DoubleQuoted':
      case 'LocaleString':
        return (part.parts as (typeof part)[]).map((child) => fill(child, true)).join('');
      case 'SimpleExpansion':
      case 'ParameterExpansion':
        if (/^\$(HOME|\{HOME\})$/.test(part.text)) text = variables.home;
        else if (/^\$(PWD|\{PWD\})$/.test(part.text)) text = variables.folder;
        break;
      case 'CommandExpansion':
        if (/^(\$\(\s*pwd\s*\)|`\s*pwd\s*`)$/.test(part.text)) text = variables.told;
    }
    // Unquoted, its blanks and globs would be expanded again.
    if (/Expansion$/.test(part.type) && text !== undefined && !quoted && /[\s*?[]/.test(text)) text = undefined;
    if (text === undefined) {
      dynamic = true;
      // `"$@"` and arrays are several words even in quotes.
      if (!quoted || /^\$(@|\{[^}]*@)/.test(part.text)) many ||= part.type !== 'ProcessSubstitution' && !isNumber(part);
      template += part.text.replace(/^\$(\w+|[@*])$/, '$${$1}');
      return unseen(part.text);
    }
    pattern += escapeGlob(text);
    template += text;
    known(text);
    return text;
  };
  const text = parts.map((part) => fill(part as never, false)).join('');
  return [
    {
      text,
      dynamic,
      tilde,
      ...(hasGlob && !dynamic ? { glob: pattern } : {}),
      ...(hasGlob || dynamic ? { pieces } : {}),
      ...(dynamic && template !== text && /\$\{\w+\}\w/.test(template) ? { template } : {}),
      ...(many ? { many } : {}),
      ...(parts.length === 1 && parts[0]!.type === 'ProcessSubstitution' ? { isPipe: true as const } : {}),
    },
  ];
}

function bracedValues(text: string): Value[] {
  if (/[$`'"\\]/.test(text)) return [unknown(text)];
  const budget = { left: mostWords };
  const words = expandBraces(text, budget);
  if (budget.left < 0) return [unknown(text)];
  return words
    .filter((word) => word !== '')
    .map((word) => {
      // What looks like braces still was not expanded for a reason that may not be bash's.
      if (/\{[^{}]*(,|\.\.)[^{}]*\}/.test(word)) return unknown(word);
      const tilde = word.startsWith('~');
      if (!/[*?[]/.test(word)) return { text: word, dynamic: false, tilde };
      const glob = word.replace(/[{}()!+@|^$]/g, '\\$&');
      const pieces = word
        .split(/(?:\*|\?|\[[^\]]*\]?)+/)
        .flatMap((piece, i) => [...(i > 0 ? [null] : []), ...(piece ? [piece] : [])]);
      return { text: word, dynamic: false, tilde, glob, pieces };
    });
}

/** What the braces and brackets of a word stand for, to a program that reads them itself: what lies in a bracket may be any sign. */
export function manyIn(value: Value): Value[] {
  const budget = { left: mostWords };
  const words = expandBraces(value.text, budget);
  if (budget.left < 0) return [unknown(value.text)];
  return words.map((text) =>
    /\[/.test(text) ? { ...value, text, glob: escapeGlob(text).replace(/\\\[.*?\\\]/g, '*') } : { ...value, text },
  );
}

/** `a{b,c}` and `{1..3}`, nested, on text without quotes; `budget.left` falls below zero where there would be too many. */
function expandBraces(text: string, budget: { left: number }): string[] {
  for (let open = text.indexOf('{'); open >= 0; open = text.indexOf('{', open + 1)) {
    const { close, commas } = braceAt(text, open);
    if (close === undefined) continue;
    const inner = text.slice(open + 1, close);
    const parts = commas.length > 0 ? [open, ...commas].map((at, n) => text.slice(at + 1, commas[n] ?? close)) : range(inner);
    if (!parts) continue;
    budget.left -= parts.length;
    if (budget.left < 0) return [text];
    return parts.flatMap((part) => expandBraces(text.slice(0, open) + part + text.slice(close + 1), budget));
  }
  budget.left--;
  return [text];
}

function braceAt(text: string, open: number): { close?: number; commas: number[] } {
  const commas: number[] = [];
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === '{') depth++;
    else if (text[i] === ',' && depth === 1) commas.push(i);
    else if (text[i] === '}' && --depth === 0) return { close: i, commas };
  }
  return { commas };
}

/** `1..9`, `a..f`, either with a step; undefined where it is none, or too long, or padded with zeros. */
function range(inner: string): string[] | undefined {
  const found = /^(-?\d+|[a-zA-Z])\.\.(-?\d+|[a-zA-Z])(?:\.\.(-?\d+))?$/.exec(inner);
  if (!found || /(^|-)0\d/.test(found[1]!) || /(^|-)0\d/.test(found[2]!)) return undefined;
  const isNumber = /\d/.test(found[1]!);
  if (isNumber !== /\d/.test(found[2]!)) return undefined;
  const [from, to] = isNumber ? [Number(found[1]), Number(found[2])] : [found[1]!.charCodeAt(0), found[2]!.charCodeAt(0)];
  const step = Math.abs(Number(found[3] ?? 1)) || 1;
  const count = Math.floor(Math.abs(to - from) / step) + 1;
  if (count > mostWords) return undefined;
  return Array.from({ length: count }, (_, n) => from + n * step * Math.sign(to - from || 1)).map((n) =>
    isNumber ? String(n) : String.fromCharCode(n),
  );
}

/** A name as it is read in a folder. */
export function inFolder(folder: Value, file: Value): Value {
  if (/^[/~]/.test(file.text)) return file;
  const text = `${folder.text.replace(/\/$/, '')}/${file.text}`;
  return { ...file, text, tilde: folder.tilde, ...(folder.dynamic ? { dynamic: true } : {}) };
}
