/** What a sed script does beyond editing: commands it runs, files it reads and writes. After GNU sed's manual. Pure. */

export interface ScriptEffects {
  /** It runs commands, or cannot be read: not all that it does is told. */
  runs: boolean;
  /** Commands that it runs as they stand there. */
  scripts: string[];
  reads: string[];
  writes: string[];
  /** Parts of names of files that are put together when it runs. */
  mentions?: string[];
  /** Names of files that are put together of what it reads: their parts that are known, null between them. */
  open?: (string | null)[][];
}

export function readSed(script: string): ScriptEffects {
  const effects: ScriptEffects = { runs: false, scripts: [], reads: [], writes: [] };
  let i = 0;
  const skip = (signs: RegExp) => {
    while (i < script.length && signs.test(script[i]!)) i++;
  };
  /** Behind the delimiter at `i`, up to its next unescaped one; false where there is none. In brackets a delimiter is a letter. */
  const delimited = (delimiter: string, brackets: boolean): boolean => {
    for (; i < script.length; i++) {
      const char = script[i]!;
      if (char === '\\') i++;
      else if (char === delimiter) {
        i++;
        return true;
      } else if (brackets && char === '[') {
        let end = i + 1;
        if (script[end] === '^') end++;
        if (script[end] === ']') end++;
        while (end < script.length && script[end] !== ']') {
          const inner = /^\[([:.=])/.exec(script.slice(end, end + 2));
          const close = inner ? script.indexOf(`${inner[1]}]`, end + 2) : -1;
          end = close < 0 ? end + 1 : close + 2;
        }
        // An open bracket is a letter, for those who take it so.
        if (end < script.length) i = end;
      }
    }
    return false;
  };
  const rest = (): string => {
    const end = script.indexOf('\n', i);
    const text = script.slice(i, end < 0 ? undefined : end);
    i = end < 0 ? script.length : end;
    return text.trim();
  };
  const failed = (): ScriptEffects => ({ ...effects, runs: true });
  while (i < script.length) {
    skip(/[\s;{}]/);
    if (i >= script.length) break;
    // Addresses.
    for (;;) {
      skip(/[\s,!]/);
      const char = script[i] ?? '';
      if (/[\d$]/.test(char)) skip(/[\d$~]/);
      else if (char === '+' || char === '~') skip(/[+~\d]/);
      else if (char === '/' || char === '\\') {
        if (char === '\\') i++;
        const delimiter = script[i++];
        if (delimiter === undefined || !delimited(delimiter, true)) return failed();
        skip(/[IM]/);
      } else break;
    }
    const command = script[i++];
    switch (command) {
      case undefined:
      case '{':
      case '}':
        continue;
      case '#':
        rest();
        continue;
      case 's':
      case 'y': {
        const delimiter = script[i++];
        if (delimiter === undefined || !delimited(delimiter, command === 's') || !delimited(delimiter, false)) return failed();
        if (command === 'y') continue;
        const flags = /^[gpiImM\d]*/.exec(script.slice(i))![0];
        i += flags.length;
        const next = script[i];
        if (next === 'e') return failed();
        if (next === 'w') {
          i++;
          effects.writes.push(rest());
        }
        continue;
      }
      case 'w':
      case 'W':
        effects.writes.push(rest());
        continue;
      case 'r':
      case 'R':
        effects.reads.push(rest());
        continue;
      case 'a':
      case 'i':
      case 'c': {
        // The text goes on over lines that end in a backslash.
        let line = rest();
        while (line.endsWith('\\') && i < script.length) {
          i++;
          line = rest();
        }
        continue;
      }
      case 'b':
      case 't':
      case 'T':
      case ':':
        while (i < script.length && !/[\s;}]/.test(script[i]!)) i++;
        skip(/ /);
        if (command !== ':' && /\w/.test(script[i] ?? '')) while (i < script.length && !/[\s;}]/.test(script[i]!)) i++;
        continue;
      case 'q':
      case 'Q':
      case 'l':
      case 'L':
        skip(/[ \d]/);
        continue;
      case 'e': {
        const text = rest();
        // Without one, it runs what it has read.
        if (text === '') return failed();
        effects.scripts.push(text);
        continue;
      }
      default:
        if (/[dDpPnNgGhHx=zF]/.test(command)) continue;
        // What is none of sed's own is not read.
        return failed();
    }
  }
  return effects;
}
