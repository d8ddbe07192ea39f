/** What an awk program does beyond printing: commands it runs, files it reads and writes. Pure. */
import type { ScriptEffects } from './sedScript';

/** `settings` are assignments that come before it. */
export function readAwk(program: string, settings = ''): ScriptEffects {
  const effects: ScriptEffects = { runs: false, scripts: [], reads: [], writes: [] };
  const ran = (text: string, length: number) => {
    effects.scripts.push(text.replace(/\\(["\\/])/g, '$1'));
    i += length;
    before = '"';
  };
  /** The last token that was no blank: where a slash begins a regex, and what a string belongs to. */
  let before = '';
  let isPrinting = false;
  let depth = 0;
  const getsLines = program.includes('getline');
  let i = 0;
  /** A text that stands alone in front of the next token. */
  let alone: string | undefined;
  while (i < program.length) {
    const last = alone;
    alone = /\s/.test(program[i]!) ? alone : undefined;
    const char = program[i]!;
    if (char === '\n' || char === ';' || char === '}') {
      isPrinting = false;
      depth = 0;
      before = char;
      i++;
    } else if (/\s/.test(char)) i++;
    else if (char === '#') {
      const end = program.indexOf('\n', i);
      i = end < 0 ? program.length : end;
    } else if (char === '"') {
      const text = stringAt(program, i);
      if (text === undefined) return { ...effects, runs: true };
      if (before === '>') effects.writes.push(text.value);
      if (before === '<') effects.reads.push(text.value);
      if (/^$|^([;{}(\n!=]|&&|\|\|)$/.test(before) && !hasEscapes(text.value)) alone = text.value;
      i = text.end;
      before = '"';
    } else if (char === '/' && /^$|^[({,;!~&|?:=+\-*%<>\n}[]$|^(&&|\|\||==|!=|<=|>=|!~|in|return|print|printf)$/.test(before)) {
      const end = regexEnd(program, i + 1);
      if (end === undefined) return { ...effects, runs: true };
      i = end;
      before = '/';
    } else if (/[A-Za-z_@]/.test(char)) {
      const word = /^@?\w*/.exec(program.slice(i, i + 64))![0] || char;
      i += word.length;
      // Functions that run, or that are only named when they run.
      const given = word === 'system' ? wholeText.exec(ahead(program, i, 4096)) : undefined;
      if (given && !hasEscapes(given[1]!)) {
        ran(given[1]!, given[0].length);
        continue;
      }
      // Which files it goes through is for it to say, too.
      if (word === 'ARGV' && /^\s*\[[^\]\n]*\]\s*=(?!=)/.test(program.slice(i, i + 256))) return { ...effects, runs: true };
      if (word === 'system' || word.startsWith('@')) return { ...effects, runs: true };
      if (word === 'print' || word === 'printf') {
        isPrinting = true;
        depth = 0;
      }
      before = word;
    } else {
      const two = program.slice(i, i + 2);
      const sign = /^(&&|\|\||\|&|==|!=|<=|>=|>>|!~)$/.test(two) ? two : char;
      i += sign.length;
      if (sign === '|' || sign === '|&') {
        const rest = ahead(program, i, 4096);
        const given = isPrinting ? pipedTo.exec(rest) : undefined;
        if (given && !hasEscapes(given[1]!)) ran(given[1]!, given[0].length);
        else if (last !== undefined && /^\s*getline\b/.test(rest)) ran(last, 0);
        else return { ...effects, runs: true };
        continue;
      }
      if (sign === '(') depth++;
      if (sign === ')') depth--;
      const next = /^\s*"[^"\\\n]*"\s*(.?)/s.exec(ahead(program, i, 4096));
      // In a print statement, outside of brackets, it is a file; only a literal name is known.
      const isFile = (sign === '>' || sign === '>>') && isPrinting && depth <= 0;
      const isRead = sign === '<' && getsLines;
      if (isFile && !(next && /^[;}\n#]?$/.test(next[1]!))) named(settings, program, i, effects);
      if (isRead && !next) effects.reads.push('$');
      before = isFile ? '>' : isRead ? '<' : sign === '>' || sign === '>>' || sign === '<' ? '<=' : sign;
    }
  }
  return effects;
}

/** What comes next, with a sign at its end that ends nothing where more does. */
const ahead = (program: string, at: number, most: number): string =>
  program.slice(at, at + most) + (program.length > at + most ? '\0' : '');

/** `system("COMMAND")`, and `print | "COMMAND"` at the end of its statement. */
const wholeText = /^\s*\(\s*"((?:[^"\\\n]|\\.)*)"\s*\)/;
const pipedTo = /^\s*"((?:[^"\\\n]|\\.)*)"\s*(?=[;}\n#]|$)/;
/** Signs that are written by another. */
const hasEscapes = (text: string): boolean => !/^(?:[^\\]|\\["\\/])*$/.test(text);

/** A name that is put together: known where all its parts are, else its parts that are. */
function named(settings: string, program: string, from: number, effects: ScriptEffects): void {
  const parts = partsOf(settings + program, ahead(program, from, 1024));
  if (parts && parts.length > 0 && !parts.includes(undefined) && parts[0] !== '~') effects.writes.push(parts.join(''));
  else if (parts?.[0] === '~' && !parts.includes(undefined)) effects.mentions = [...(effects.mentions ?? []), parts.join('')];
  else {
    effects.writes.push('$');
    effects.mentions = [...(effects.mentions ?? []), ...(parts ?? []).filter((part) => part !== undefined)];
    effects.open = [...(effects.open ?? []), (parts ?? [undefined]).map((part) => part ?? null)];
  }
}

/** They hold a number, where nobody sets them to anything else. */
const numbers = /^F?N[RF]$/;

/** Up to the end of the statement; undefined for what is not known. */
function partsOf(program: string, text: string, depth = 0): (string | undefined)[] | undefined {
  const parts: (string | undefined)[] = [];
  for (let rest = text; ; ) {
    const found = /^[ \t()]*(?:"((?:[^"\\\n]|\\.)*)"|ENVIRON\s*\[\s*"(\w+)"\s*\]|([A-Za-z_]\w*)|([;}\n#]|$)|(.))/s.exec(rest);
    if (!found || found[4] !== undefined) return parts;
    const [whole, string, environment, variable] = found;
    rest = rest.slice(whole.length);
    if (string !== undefined) parts.push(string.replace(/\\(["\\/])/g, '$1'));
    else if (environment === 'HOME') parts.push('~');
    else if (variable !== undefined && depth < 3) {
      parts.push(...(heldBy(program, variable, depth) ?? [undefined]));
    } else parts.push(undefined);
    if (parts.length > 32) return undefined;
  }
}

/** A name that nobody protects, as it stands. */
const plain = /^\s*"(?:[\w-][\w.-]*\/)*[\w-][\w.-]*"[\s)]*$/;

/** What a variable holds, where the program says it once, or nothing else of note. */
function heldBy(program: string, variable: string, depth: number): (string | undefined)[] | undefined {
  const isChanged = new RegExp(
    `\\bg?sub\\([^;\\n]*[, ]${variable}\\s*\\)|\\bgetline\\s+${variable}\\b|\\(\\s*${variable}\\s+in\\b`,
  );
  if (isChanged.test(program)) return undefined;
  const sets = [...program.matchAll(new RegExp(`(?:^|[^\\w])${variable}\\s*=(?!=)([^;}\\n]*)`, 'g'))].map(([, set]) => set!);
  if (sets.length === 0) return numbers.test(variable) ? ['0'] : undefined;
  return sets.length === 1 || sets.every((set) => plain.test(set)) ? partsOf(program, sets[0]!, depth + 1) : undefined;
}

function stringAt(program: string, at: number): { value: string; end: number } | undefined {
  for (let i = at + 1; i < program.length; i++) {
    if (program[i] === '\\') i++;
    else if (program[i] === '"') return { value: program.slice(at + 1, i), end: i + 1 };
    else if (program[i] === '\n') return undefined;
  }
  return undefined;
}

function regexEnd(program: string, from: number): number | undefined {
  for (let i = from; i < program.length; i++) {
    const char = program[i];
    if (char === '\\') i++;
    else if (char === '/') return i + 1;
    else if (char === '\n') return undefined;
    else if (char === '[') {
      let end = i + 1;
      if (program[end] === '^') end++;
      if (program[end] === ']') end++;
      while (end < program.length && program[end] !== ']' && program[end] !== '\n') end++;
      // In brackets a slash is a letter to some; a program that means two things is not read.
      if (program.slice(i, end).includes('/')) return undefined;
      i = end;
    }
  }
  return undefined;
}
