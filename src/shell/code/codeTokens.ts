/** What code is made of, whatever its language: texts, without quotes and escapes, names, numbers and signs. Pure. */

export interface Token {
  /** What a text holds; undefined for all else. */
  text?: string;
  /** As it stands there. */
  raw: string;
  /** The blanks in front of it. */
  blank?: string;
}
export const mostTokens = 4000;

const form = /([A-Za-z]{0,2})('''|"""|['"`])((?:\\[\s\S]|(?!\2)[\s\S])*)\2|\$?[A-Za-z_]\w*|0[xX][\da-fA-F]+|\d+|\s+|[\s\S]/g;
const prefixes = /^(?:|[rbuf]|[rR][bB]|[bB][rR]|f[rR]|[rR]f)$/i;
/** By number: `\x2e`, `\x{2e}`, `\u002e`, `\u{2e}`, `\U0000002e`, `\056`. */
const byNumber = String.raw`x([\da-fA-F]{2})|[xu]\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{2,3})`;
const escaped = new RegExp(String.raw`\\(?:${byNumber}|(\n)|(.))`, 'g');
const escapedByNumber = new RegExp(String.raw`\\(?:${byNumber})`);
export const hasEscapes = (text: string): boolean => escapedByNumber.test(text);

function withoutEscapes(text: string): string {
  return text.replace(escaped, (all, ...found: (string | undefined)[]) => {
    const [short, braced, unit, long, octal, , other] = found;
    const hex = short ?? braced ?? unit ?? long;
    if (hex !== undefined) return letter(Number.parseInt(hex, 16));
    if (octal !== undefined) return letter(Number.parseInt(octal, 8));
    return other === undefined ? '' : /[ntr0]/.test(other) ? all : other;
  });
}

export const letter = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '');

export function tokensOf(code: string): Token[] {
  const tokens: Token[] = [];
  let blank: string | undefined;
  const add = (token: Token) => {
    tokens.push(blank === undefined ? token : { ...token, blank });
    blank = undefined;
  };
  for (const [raw, prefix = '', quote, inner] of code.matchAll(form)) {
    if (tokens.length > mostTokens) break;
    if (quote === undefined) {
      if (/^\s+$/.test(raw)) blank = raw;
      else add({ raw });
      continue;
    }
    const isRaw = /r/i.test(prefix) && prefixes.test(prefix);
    const text = isRaw ? inner! : withoutEscapes(inner!);
    const shown = !isRaw && hasEscapes(inner!) ? quoted(text) : undefined;
    // What stands before the quotes may be a name of its own.
    if (!prefixes.test(prefix)) add({ raw: prefix });
    add({ text, raw: shown ?? raw.slice(prefixes.test(prefix) ? 0 : prefix.length) });
  }
  return tokens;
}

export const isName = (token: Token | undefined): token is Token =>
  token?.text === undefined && /^\$?[A-Za-z_]\w*$/.test(token?.raw ?? '');

export const rawAt = (tokens: readonly Token[], at: number, ...raws: readonly string[]): boolean =>
  raws.every((raw, i) => tokens[at + i]?.text === undefined && tokens[at + i]?.raw === raw);

export const quoted = (text: string): string => (text.includes("'") ? `"${text.replaceAll('"', '')}"` : `'${text}'`);

export const isNumber = ({ text, raw }: Token): boolean => text === undefined && /^\d/.test(raw);

/** 46, and 0x2e */
export const numberOf = ({ raw }: Token): number => Number(raw);
