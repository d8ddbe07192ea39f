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
  return new SedReader(script).read();
}

/** Commands without a word of their own. */
const plain = /[dDpPnNgGhHx=zF]/;

class SedReader {
  private readonly effects: ScriptEffects = { runs: false, scripts: [], reads: [], writes: [] };
  private i = 0;

  constructor(private readonly script: string) {}

  read(): ScriptEffects {
    for (;;) {
      this.skip(/[\s;{}]/);
      if (this.i >= this.script.length) return this.effects;
      if (!this.addresses() || !this.command(this.script[this.i++])) return { ...this.effects, runs: true };
    }
  }

  private skip(signs: RegExp): void {
    while (this.i < this.script.length && signs.test(this.script[this.i]!)) this.i++;
  }

  /** The rest of the line. */
  private rest(): string {
    const end = this.script.indexOf('\n', this.i);
    const text = this.script.slice(this.i, end < 0 ? undefined : end);
    this.i = end < 0 ? this.script.length : end;
    return text.trim();
  }

  /** False where they cannot be read. */
  private addresses(): boolean {
    for (;;) {
      this.skip(/[\s,!]/);
      const char = this.script[this.i] ?? '';
      if (/[\d$]/.test(char)) this.skip(/[\d$~]/);
      else if (/[+~]/.test(char)) this.skip(/[+~\d]/);
      else if (/[/\\]/.test(char)) {
        if (char === '\\') this.i++;
        if (!this.delimited(this.script[this.i++], true)) return false;
        this.skip(/[IM]/);
      } else return true;
    }
  }

  /** Behind the delimiter before `i`, up to its next unescaped one; false where there is none. In brackets a delimiter is a letter. */
  private delimited(delimiter: string | undefined, brackets: boolean): boolean {
    if (delimiter === undefined) return false;
    for (; this.i < this.script.length; this.i++) {
      const char = this.script[this.i]!;
      if (char === '\\') this.i++;
      else if (char === delimiter) {
        this.i++;
        return true;
      } else if (brackets && char === '[') this.i = this.endOfBrackets() ?? this.i;
    }
    return false;
  }

  /** Where those that begin here end; undefined where they do not: an open bracket is a letter, for those who take it so. */
  private endOfBrackets(): number | undefined {
    const { script } = this;
    let end = this.i + 1;
    if (script[end] === '^') end++;
    if (script[end] === ']') end++;
    while (end < script.length && script[end] !== ']') {
      const inner = /^\[([:.=])/.exec(script.slice(end, end + 2));
      const close = inner ? script.indexOf(`${inner[1]}]`, end + 2) : -1;
      end = close < 0 ? end + 1 : close + 2;
    }
    return end < script.length ? end : undefined;
  }

  /** False where it runs what nobody can read, or is none of sed's own. */
  private command(command: string | undefined): boolean {
    switch (command) {
      case undefined:
      case '{':
      case '}':
        return true;
      case '#':
        this.rest();
        return true;
      case 's':
        return this.substitution();
      case 'y':
        return this.halves(false);
      case 'w':
      case 'W':
        this.effects.writes.push(this.rest());
        return true;
      case 'r':
      case 'R':
        this.effects.reads.push(this.rest());
        return true;
      case 'a':
      case 'i':
      case 'c':
        this.text();
        return true;
      case 'b':
      case 't':
      case 'T':
      case ':':
        this.label(command);
        return true;
      case 'q':
      case 'Q':
      case 'l':
      case 'L':
        this.skip(/[ \d]/);
        return true;
      case 'e':
        return this.execution();
      default:
        return plain.test(command);
    }
  }

  /** What is sought and what takes its place. */
  private halves(brackets: boolean): boolean {
    const delimiter = this.script[this.i++];
    return this.delimited(delimiter, brackets) && this.delimited(delimiter, false);
  }

  private substitution(): boolean {
    if (!this.halves(true)) return false;
    this.skip(/[gpiImM\d]/);
    if (this.script[this.i] === 'e') return false;
    if (this.script[this.i] === 'w') {
      this.i++;
      this.effects.writes.push(this.rest());
    }
    return true;
  }

  /** It goes on over lines that end in a backslash. */
  private text(): void {
    while (this.rest().endsWith('\\') && this.i < this.script.length) this.i++;
  }

  private label(command: string): void {
    this.skip(/[^\s;}]/);
    this.skip(/ /);
    if (command !== ':' && /\w/.test(this.script[this.i] ?? '')) this.skip(/[^\s;}]/);
  }

  private execution(): boolean {
    const text = this.rest();
    // Without one, it runs what it has read.
    if (text === '') return false;
    this.effects.scripts.push(text);
    return true;
  }
}
