/** Texts that code puts together of texts: pieces that are added, joined, filled in or turned round, as far as they stand in it. Pure. */
import { hasEscapes, isName, isNumber, letter, mostTokens, numberOf, quoted, rawAt, type Token, tokensOf } from './codeTokens';

interface Found {
  from: number;
  to: number;
  text: string;
}

const mostRounds = 12;
const mostText = 4000;
/** Characters of what is looked through. */
const mostCode = 50_000;

const isSign = (token: Token | undefined): boolean => token?.text === undefined && /^[+.]$/.test(token?.raw ?? '');

/** `x = x + …`, where the sign of equality is */
const isOwn = (tokens: readonly Token[], at: number): boolean =>
  isName(tokens[at - 1]) && tokens[at + 1]?.raw === tokens[at - 1]!.raw && isSign(tokens[at + 2]);

/** What the code calls by a name, where it gives it one text and no other, and adds no more than texts to it. */
function namedTexts(tokens: readonly Token[]): Map<string, string> {
  const named = new Map<string, string | undefined>();
  for (const [at, { raw, text }] of tokens.entries()) {
    if (raw !== '=' || text !== undefined || /^[=>]$/.test(tokens[at + 1]?.raw ?? '')) continue;
    const before = tokens[at - 1];
    // `x += TEXT`, `x .= TEXT`
    const adds = isSign(before) && isName(tokens[at - 2]);
    const name = adds ? tokens[at - 2] : before;
    if (!isName(name)) continue;
    const addsItself = !adds && isOwn(tokens, at);
    const given = at + (addsItself ? 3 : 1);
    const behind = tokens[given + 1];
    const isWhole = behind === undefined || /^[;,)}]$/.test(behind.raw) || behind.blank?.includes('\n') === true;
    const value = isWhole ? tokens[given]?.text : undefined;
    const known = named.get(name.raw);
    if (adds || addsItself) named.set(name.raw, known === undefined || value === undefined ? undefined : known + value);
    else named.set(name.raw, named.has(name.raw) && known !== value ? undefined : value);
  }
  return new Map([...named].flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));
}

/** `${x}`, `#{x}`, `{x}` and `$x` in a text, where `x` is known, or a text itself, or comes to one. */
function filledIn(text: string, named: ReadonlyMap<string, string>): string {
  const known = (name: string) => named.get(name) ?? named.get(`$${name}`);
  return text
    .replace(
      /[$#]?\{\s*(?:(\$?[A-Za-z_]\w*)|'([^'{}]*)'|"([^"{}]*)")\s*\}/g,
      (all, name: string, single: string, double: string) => (name === undefined ? (single ?? double) : (known(name) ?? all)),
    )
    .replace(
      /[$#]?\{([^{}]*['"][^{}]*)\}/g,
      (all, code: string) => /^\s*(['"])(.*)\1\s*$/s.exec(joinedTexts(code) ?? '')?.[2] ?? all,
    )
    .replace(/\$([A-Za-z_]\w*)/g, (all, name: string) => named.get(`$${name}`) ?? all);
}

/** Texts between commas, up to a closing bracket; undefined where anything else is among them. */
function listAt(tokens: readonly Token[], at: number): { texts: string[]; to: number } | undefined {
  const texts: string[] = [];
  for (let i = at; i < tokens.length; i++) {
    const { text, raw } = tokens[i]!;
    if (text === undefined) return /^[\])]$/.test(raw) && texts.length > 0 ? { texts, to: i + 1 } : undefined;
    texts.push(text);
    if (tokens[i + 1]?.raw === ',') i++;
  }
  return undefined;
}

function decoded(text: string, encoding: string): string {
  try {
    if (/hex/i.test(encoding))
      return text.replace(/\s|([0-9a-f]{2})/gi, (_, pair?: string) => (pair ? letter(Number.parseInt(pair, 16)) : ''));
    return atob(text.replace(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return '';
  }
}

const inPlaces = (pattern: string, texts: readonly string[]): string => {
  let next = 0;
  return pattern.replace(
    /%(?:(\d+)\$)?[-\d.]*[sdcvr]|\{(\d*)[^{}]*\}/g,
    (all, counted?: string, place?: string) => texts[counted ? Number(counted) - 1 : place ? Number(place) : next++] ?? all,
  );
};

/** Programs' own words for what is made of the texts in the brackets behind them. */
const calls: readonly [name: RegExp, made: (texts: string[]) => string][] = [
  [/(^|\.)(path|File|posixpath|filepath)\.(join|resolve)$|^(join|joinpath|Path|PurePath|catfile)$/, (texts) => texts.join('/')],
  [/^(sprintf|format)$/, ([pattern = '', ...texts]) => inPlaces(pattern, texts)],
  [/(^|\.)(atob|b64decode|urlsafe_b64decode|decode64|base64_decode|decode_base64)$/, ([text = '']) => decoded(text, 'base64')],
  [/(^|\.)(fromhex|unhexlify|hex2bin)$/, ([text = '']) => decoded(text, 'hex')],
  [/(^|\.)Buffer\.from$/, ([text = '', encoding = '']) => (/^(base64|hex)/.test(encoding) ? decoded(text, encoding) : text)],
  [/^(strrev|reversed|reverse)$/, ([text = '']) => [...text].reverse().join('')],
];

/** Of the text in front, by methods of its own. */
const methods: Readonly<Record<string, (text: string, texts: string[]) => string>> = {
  concat: (text, texts) => [text, ...texts].join(''),
  join: (text, texts) => texts.join(text),
  format: inPlaces,
  replace: (text, [from = '', to = '']) => text.replaceAll(from, () => to),
  replaceAll: (text, [from = '', to = '']) => text.replaceAll(from, () => to),
  sub: (text, [from = '', to = '']) => text.replace(from, () => to),
  gsub: (text, [from = '', to = '']) => text.replaceAll(from, () => to),
};

/** The dotted name that ends here. */
function nameBefore(tokens: readonly Token[], at: number): { name: string; from: number } {
  let from = at;
  while (from > 0 && tokens[from - 1]!.text === undefined && /^(\$?\w+|\.|::)$/.test(tokens[from - 1]!.raw)) from--;
  return {
    from,
    name: tokens
      .slice(from, at)
      .map(({ raw }) => raw)
      .join(''),
  };
}

/** `chr(46)`, `String.fromCharCode(46, 110)`, `46.chr`, `bytes([46, 110])` */
function lettersAt(tokens: readonly Token[], at: number): Found | undefined {
  const first = tokens[at]!;
  if (isNumber(first) && rawAt(tokens, at + 1, '.', 'chr')) return { from: at, to: at + 3, text: letter(numberOf(first)) };
  if (!/^(chr|fromCharCode|fromCodePoint|bytes|bytearray|from|pack)$/.test(first.raw) || !rawAt(tokens, at + 1, '('))
    return undefined;
  let text = '';
  for (let i = at + 2; i < tokens.length; i++) {
    const token = tokens[i]!;
    const { raw } = token;
    // Its form, `C*`
    if (token.text !== undefined && first.raw === 'pack' && i === at + 2) continue;
    if (raw === ')') return text === '' ? undefined : { from: nameBefore(tokens, at + 1).from, to: i + 1, text };
    if (isNumber(token)) text += letter(numberOf(token));
    else if (!/^[,[\]]$/.test(raw)) return undefined;
  }
  return undefined;
}

/** What is made of the text at a place, or of the list or call that begins there. */
function madeAt(tokens: readonly Token[], at: number): Found | undefined {
  const { text, raw } = tokens[at]!;
  if (text === undefined) {
    if (raw === '[' || raw === '(') return listed(tokens, at);
    return lettersAt(tokens, at);
  }
  const next = tokens[at + 1];
  if (next?.text !== undefined) return { from: at, to: at + 2, text: text + next.text };
  // `+`, `.`, `..`, `/` of paths, and `<<` of Ruby.
  const sign = /^[+.]$/.test(next?.raw ?? '')
    ? tokens[at + 2]?.raw === next!.raw
      ? 2
      : 1
    : rawAt(tokens, at + 1, '<', '<')
      ? 2
      : 0;
  const other = sign > 0 ? tokens[at + 1 + sign]?.text : undefined;
  if (other !== undefined) return { from: at, to: at + 2 + sign, text: text + other };
  if (next?.raw === '/' && tokens[at + 2]?.text !== undefined)
    return { from: at, to: at + 3, text: `${text}/${tokens[at + 2]!.text}` };
  if (next?.raw === '%') {
    const one = tokens[at + 2]?.text;
    if (one !== undefined) return { from: at, to: at + 3, text: inPlaces(text, [one]) };
    const list = rawAt(tokens, at + 2, '(') || rawAt(tokens, at + 2, '[') ? listAt(tokens, at + 3) : undefined;
    return list && { from: at, to: list.to, text: inPlaces(text, list.texts) };
  }
  if (rawAt(tokens, at + 1, '[', ':', ':', '-', '1', ']')) return { from: at, to: at + 7, text: [...text].reverse().join('') };
  if (next?.raw !== '.') return undefined;
  return method(tokens, at, text);
}

function method(tokens: readonly Token[], at: number, text: string): Found | undefined {
  const name = tokens[at + 2]?.raw ?? '';
  const turned = name === 'reverse' ? 3 : rawAt(tokens, at + 2, 'chars', '.', 'reverse', '.', 'join') ? 7 : 0;
  if (turned > 0) return { from: at, to: at + turned, text: [...text].reverse().join('') };
  const isSplit = name === 'split' && rawAt(tokens, at + 3, '(') && tokens[at + 4]?.text === '' && rawAt(tokens, at + 5, ')');
  if (isSplit && rawAt(tokens, at + 6, '.', 'reverse', '(', ')', '.', 'join', '('))
    return { from: at, to: at + 15, text: [...text].reverse().join('') };
  if (!Object.hasOwn(methods, name) || tokens[at + 3]?.raw !== '(') return undefined;
  const isList = /^[[(]$/.test(tokens[at + 4]?.raw ?? '') && tokens[at + 4]?.text === undefined;
  const list = listAt(tokens, at + (isList ? 5 : 4));
  return list && { from: at, to: list.to + (isList ? 1 : 0), text: methods[name]!(text, list.texts) };
}

/** `join('', [TEXT, TEXT])`, `implode('/', array(TEXT, TEXT))`, and `join('', TEXT, TEXT)` of Perl. */
function imploded(tokens: readonly Token[], at: number): Found | undefined {
  const between = tokens[at + 1]?.text;
  const { name, from } = nameBefore(tokens, at);
  if (between === undefined || !/^(join|implode)$/.test(name) || !rawAt(tokens, at + 2, ',')) return undefined;
  const begin = ['[', '('].find((sign) => rawAt(tokens, at + 3, sign)) ? 4 : rawAt(tokens, at + 3, 'array', '(') ? 5 : 3;
  if (begin === 3 && between !== '') return undefined;
  const list = listAt(tokens, at + begin);
  const isClosed = list !== undefined && (begin === 3 || rawAt(tokens, list.to, ')'));
  return isClosed ? { from, to: list.to + (begin === 3 ? 0 : 1), text: list.texts.join(between) } : undefined;
}

/** `[...TEXT].reverse().join('')` */
function spread(tokens: readonly Token[], at: number): Found | undefined {
  const text = rawAt(tokens, at, '[', '.', '.', '.') ? tokens[at + 4]?.text : undefined;
  if (text === undefined || !rawAt(tokens, at + 5, ']', '.', 'reverse', '(', ')', '.', 'join', '(')) return undefined;
  return tokens[at + 13]?.text === '' && rawAt(tokens, at + 14, ')')
    ? { from: at, to: at + 15, text: [...text].reverse().join('') }
    : undefined;
}

/** `[…].join(…)`, `f(…)`, `(TEXT)` */
function listed(tokens: readonly Token[], at: number): Found | undefined {
  const made = tokens[at]!.raw === '[' ? spread(tokens, at) : imploded(tokens, at);
  if (made) return made;
  const list = listAt(tokens, at + 1);
  if (!list) return undefined;
  const { texts, to } = list;
  if (tokens[at]!.raw === '[') {
    if (!rawAt(tokens, to, '.', 'join')) return undefined;
    if (!rawAt(tokens, to + 2, '(')) return { from: at, to: to + 2, text: texts.join('') };
    if (rawAt(tokens, to + 3, ')')) return { from: at, to: to + 4, text: texts.join(',') };
    const between = tokens[to + 3]?.text;
    return between === undefined ? undefined : { from: at, to: to + 5, text: texts.join(between) };
  }
  const { name, from } = nameBefore(tokens, at);
  const call = calls.find(([form]) => form.test(name));
  if (call) return { from, to, text: call[1](texts) };
  // Behind anything else they are what is called with it, whatever it is.
  const isBracketed = name === '' && /^[=(,[+.:%;{]?$/.test(tokens[at - 1]?.raw ?? '');
  return isBracketed && texts.length === 1 ? { from: at, to, text: texts[0]! } : undefined;
}

const mayJoin = /['"`]|chr|from|bytes/;

/** The code with the texts that it puts together in the place of their pieces; undefined where there are none. */
export function joinedTexts(code: string): string | undefined {
  if (code.length > mostCode || !mayJoin.test(code)) return undefined;
  let tokens = tokensOf(code);
  if (tokens.length > mostTokens) return undefined;
  let isJoined = hasEscapes(code);
  for (let round = 0; round < mostRounds; round++) {
    const named = namedTexts(tokens);
    let isChanged = false;
    tokens = tokens.map((token, at) => {
      const next = tokens[at + 1]?.raw ?? '';
      const isGiven = next === '=' || (/^[+.]$/.test(next) && tokens[at + 2]?.raw === '=');
      const isRead = !isGiven && next !== '(' && tokens[at - 1]?.raw !== '.' && !isOwn(tokens, at - 1);
      const value = token.text === undefined ? (isRead ? named.get(token.raw) : undefined) : filledIn(token.text, named);
      if (value === undefined || value === token.text || value.length > mostText) return token;
      isChanged = true;
      return { ...token, raw: quoted(value), text: value };
    });
    for (let at = 0; at < tokens.length; at++) {
      const made = madeAt(tokens, at);
      if (!made || made.text.length > mostText) continue;
      const { blank } = tokens[made.from]!;
      tokens.splice(made.from, made.to - made.from, { raw: quoted(made.text), text: made.text, ...(blank ? { blank } : {}) });
      isChanged = true;
      at = Math.max(-1, made.from - 2);
    }
    if (!isChanged) break;
    isJoined = true;
  }
  return isJoined ? tokens.map(({ blank = '', raw }) => blank + raw).join('') : undefined;
}
