/** What `${NAME…}` makes of a text: parts taken off, replaced, cut out or put into other letters. After bash's manual. Pure. */

/** Of a longer text nobody says what becomes of it. */
export const longest = 4096;

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** A pattern of the shell as a source of a RegExp; undefined where it is none that is read here. */
function sourceOf(pattern: string): string | undefined {
  if (/[$`]/.test(pattern)) return undefined;
  const parts: string[] = [];
  let source = '';
  for (const [sign, quoted, not, set] of pattern.matchAll(/\\(.)|\[([!^]?)(\]?[^\]]*)\]|'[^']*'|"[^"]*"|./gs)) {
    if (quoted !== undefined) source += escaped(quoted);
    else if (set !== undefined) source += `[${not ? '^' : ''}${set.replace(/[\\\]^[]/g, '\\$&')}]`;
    else if (sign === '*') {
      parts.push(source);
      source = '';
    } else if (sign === '?') source += '[^]';
    else source += escaped(sign.length > 1 ? sign.slice(1, -1) : sign);
  }
  if (parts.length === 0) return source;
  // The first place where a part fits leaves most to those behind it: only the last star is tried with all that may stand there.
  const [first, ...between] = parts;
  return `${first}${between.map((part, i) => `(?=([^]*?${part}))\\${i + 1}`).join('')}[^]*${source}`;
}

function replaced(text: string, pattern: string, flags: string, by: string, [before, behind] = ['', '']): string | undefined {
  const source = sourceOf(pattern);
  if (source === undefined || source === '') return source === '' ? text : undefined;
  try {
    return text.replace(new RegExp(`${before}${source}${behind}`, flags), () => by);
  } catch {
    return undefined;
  }
}

/** What matching costs at most: from each place, or for each part, a star goes through all that is there. */
const costOf = (text: string, pattern: string): number =>
  ((text.length + 1) ** (pattern.includes('*') ? 2 : 1) * (pattern.length + 1)) / 40_000;

/** The shortest or longest part in front or at the end that fits is taken off. */
function removed(text: string, operator: string, pattern: string): string | undefined {
  const source = sourceOf(pattern);
  if (source === undefined) return undefined;
  const lengths = Array.from({ length: text.length + 1 }, (_, n) => n);
  if (operator.length > 1) lengths.reverse();
  try {
    const fits = new RegExp(`^${source}$`);
    const inFront = operator[0] === '#';
    const taken = lengths.find((n) => fits.test(inFront ? text.slice(0, n) : text.slice(text.length - n)));
    return taken === undefined ? text : inFront ? text.slice(taken) : text.slice(0, text.length - taken);
  } catch {
    return undefined;
  }
}

const unquoted = (text: string) => text.replace(/\\(.)/gs, '$1').replace(/['"]/g, '');

/** `operation` is what stands behind the name, up to the closing brace; undefined where nobody can say. */
export function transformed(text: string, operation: string, spend: (steps: number) => void): string | undefined {
  if (operation === '') return text;
  if (text.length > longest || /[$`]/.test(operation)) return undefined;
  const [, removes, removal] = /^(##?|%%?)(.*)$/s.exec(operation) ?? [];
  if (removes !== undefined) {
    spend(costOf(text, removal!));
    return removed(text, removes, removal!);
  }
  const [, replaces, pattern, by = ''] = /^(\/[/#%]?)((?:\\.|[^/\\])*)(?:\/(.*))?$/s.exec(operation) ?? [];
  if (replaces !== undefined) {
    spend(costOf(text, pattern!) + (replaces === '//' ? (text.length * by.length) / 1000 : 0));
    const anchors = replaces === '/#' ? ['^', ''] : replaces === '/%' ? ['', '$'] : ['', ''];
    return replaced(text, pattern!, replaces === '//' ? 'g' : '', unquoted(by), anchors as [string, string]);
  }
  const [, from, length] = /^:\s*\(?(-?\d*)\)?(?::\s*(-?\d+))?$/.exec(operation) ?? [];
  if (from !== undefined) {
    const rest = text.slice(Number(from));
    return length === undefined ? rest : rest.slice(0, Number(length));
  }
  switch (operation) {
    case '^^':
    case '@U':
      return text.toUpperCase();
    case ',,':
    case '@L':
      return text.toLowerCase();
    case '^':
    case '@u':
      return text.slice(0, 1).toUpperCase() + text.slice(1);
    case ',':
      return text.slice(0, 1).toLowerCase() + text.slice(1);
    default:
      return undefined;
  }
}

/** In the order of the signs: of a word that a sign shows, its width and how much of it, each of which may be a word of its own. */
const sign = /%(?:%|[-+ #0]*(\*|\d*)(?:\.(\*|\d*))?([a-zA-Z]))/g;
/** Of a longer text than that nobody says what `printf` makes. */
const longestPrinted = 100_000;

/** What `printf` makes of its words, as often as there are some left for its format, with escapes as they stand; undefined where it is too much. */
export function printed(format: string, words: readonly string[]): string | undefined {
  const taking = [...format.matchAll(sign)].filter(([whole]) => whole !== '%%').length;
  if (taking > 0 && (words.length / taking) * format.length > longestPrinted) return undefined;
  let at = 0;
  const next = () => words[at++] ?? '';
  const once = () =>
    format.replace(sign, (whole, width?: string, most?: string, letter?: string) => {
      if (whole === '%%') return '%';
      if (width === '*') next();
      const length = most === '*' ? next() : most;
      const word = next();
      // Of a number it says something else, and of what a variable holds it would cut the name.
      if (!/[scbq]/.test(letter!) || word.includes('$')) return word;
      return word.slice(0, letter === 'c' ? 1 : length === undefined ? undefined : Number(length));
    });
  let text = once();
  while (taking > 0 && at < words.length) text += once();
  return text;
}

/** What `printf` or `echo -e` makes of signs that stand behind a backslash. */
export const withEscapes = (text: string): string =>
  text.replace(
    /\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|0?([0-7]{1,3})|([abefnrtv\\c]))/g,
    (whole, hex, small, large, octal, letter) => {
      const code = hex ?? small ?? large;
      const point = code !== undefined ? Number.parseInt(code, 16) : octal !== undefined ? Number.parseInt(octal, 8) : undefined;
      if (point !== undefined) return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
      return letter === '\\' ? '\\' : letter === 'c' ? '' : /[nrtv]/.test(letter) ? ' ' : '';
    },
  );
