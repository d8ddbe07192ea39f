/** What a word comes to where all that it is put together of is known: what the line itself has put into its variables, and numbers. Pure. */
import type { Word } from 'unbash';
import { transformed } from './parameterText';
import { isNumberWord } from './steadyNames';
import { escapeGlob, type Known, type Value } from './words';

/** What a variable holds: a text, one of the names that a pattern finds, or a number; an array, as many words. */
export type BoundWord = { kind: 'text'; text: string } | { kind: 'glob'; text: string; glob: string } | { kind: 'number' };
export type Bound = BoundWord | { kind: 'array'; words: readonly Value[] };

export interface Meanings extends Known {
  bound: ReadonlyMap<string, Bound>;
  /** Where the repository begins that the line is in. */
  top?: string;
  /** Programs may be other ones than their names say. */
  isRenaming: boolean;
  spend(steps: number): void;
}

const digits = '[0-9]*';
type Part = NonNullable<Word['parts']>[number];
type Piece = BoundWord | undefined;
const textOf = (text: string | undefined): Piece => (text === undefined ? undefined : { kind: 'text', text });

/** Undefined where something of it is not known. */
export function meaningOf(word: Word, known: Meanings): Value | undefined {
  const pieces: BoundWord[] = [];
  for (const part of word.parts ?? []) {
    const found = piecesOf(part, known);
    if (!found) return undefined;
    pieces.push(...found);
  }
  const tilde = word.text.startsWith('~');
  const [only] = pieces;
  if (only?.kind === 'number' && pieces.length === 1) return { text: '0', dynamic: false, tilde: false };
  const text = pieces.map((piece) => (piece.kind === 'number' ? digits : piece.text)).join('');
  if (pieces.every(({ kind }) => kind === 'text')) return { text, dynamic: false, tilde };
  const glob = pieces
    .map((piece) => (piece.kind === 'number' ? digits : piece.kind === 'glob' ? piece.glob : escapeGlob(piece.text)))
    .join('');
  return { text, dynamic: false, tilde, glob };
}

function piecesOf(part: Part, known: Meanings): BoundWord[] | undefined {
  if (part.type === 'DoubleQuoted') {
    const found: BoundWord[] = [];
    for (const child of part.parts) {
      const one = pieceOf(child as Part, known);
      if (!one) return undefined;
      found.push(one);
    }
    return found;
  }
  const one = pieceOf(part, known);
  if (!one) return undefined;
  // Without quotes it is divided at blanks, and its signs find names.
  if (/Expansion$/.test(part.type) && (one.kind === 'glob' || (one.kind === 'text' && /[\s*?[]|^$/.test(one.text))))
    return undefined;
  return [one];
}

function pieceOf(part: Part, known: Meanings): Piece {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return textOf(part.value);
    case 'Glob':
      return { kind: 'glob', text: part.text, glob: part.text };
    case 'ArithmeticExpansion':
      return { kind: 'number' };
    case 'SimpleExpansion':
    case 'ParameterExpansion': {
      const [, plain, braced, operation = ''] = /^\$(?:(\w+)|\{(\w+)(.*)\})$/s.exec(part.text) ?? [];
      return variable(plain ?? braced ?? '', operation, known) ?? counted(part, known);
    }
    case 'CommandExpansion':
      return textOf(named(part.text, known) ?? told(part.text, known)) ?? counted(part, known);
    default:
      return undefined;
  }
}

/** `"${NAME[@]}"`: all words of an array, as they are. */
export function arrayWords({ text }: Word, bound: ReadonlyMap<string, Bound>): readonly Value[] | undefined {
  const name = /^"\$\{(\w+)\[@\]\}"$/.exec(text)?.[1];
  const held = name === undefined ? undefined : bound.get(name);
  return held?.kind === 'array' ? held.words : undefined;
}

const counted = (part: Part, { isRenaming }: Meanings): Piece =>
  isNumberWord({ value: '', parts: [part] }, isRenaming) ? { kind: 'number' } : undefined;

function variable(name: string, operation: string, { bound, home, folder, spend }: Meanings): Piece {
  const held = bound.get(name) ?? textOf(name === 'HOME' ? home : name === 'PWD' ? folder : undefined);
  if (held?.kind === 'array') return undefined;
  if (!held || operation === '') return held;
  if (held.kind !== 'text') return undefined;
  // What stands in for a text that is not there.
  if (/^:?[-=?]/.test(operation)) return held.text === '' ? undefined : held;
  if (operation.startsWith('+') || operation.startsWith(':')) return undefined;
  return textOf(transformed(held.text, operation, spend));
}

const told = (text: string, { told, top }: Meanings): string | undefined =>
  /^(\$\(\s*pwd\s*\)|`\s*pwd\s*`)$/.test(text)
    ? told
    : /^\$\(\s*git rev-parse --show-toplevel( 2>\s*\/dev\/null)?\s*\)$/.test(text)
      ? top
      : undefined;

/** `$(basename "$f" .ts)`, `$(dirname "$f")`. */
function named(text: string, known: Meanings): string | undefined {
  const [, program, name, ending = ''] = /^\$\(\s*(basename|dirname)\s+"\$\{?(\w+)\}?"(?:\s+([\w.-]+))?\s*\)$/.exec(text) ?? [];
  if (program === undefined || known.isRenaming || (program === 'dirname' && ending !== '')) return undefined;
  const held = variable(name!, '', known);
  if (held?.kind !== 'text' || !/^[^-/].*[^/]$/s.test(held.text)) return undefined;
  const at = held.text.lastIndexOf('/');
  if (program === 'dirname') return at < 0 ? '.' : held.text.slice(0, at);
  const own = held.text.slice(at + 1);
  return own.endsWith(ending) && own !== ending ? own.slice(0, own.length - ending.length) : own;
}
