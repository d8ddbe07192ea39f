/**
 * Reads a shell line before it runs: every simple command in it, unquoted, wrappers opened, and the paths it names. What cannot be known beforehand is said,
 * never guessed: a program that is only known at run time makes the whole line unparsable.
 */
import { type Command as CommandNode, forEachChild, parse, type Redirection, type SyntaxNode, type Word } from 'unbash';
import type { Command } from '../shared/dispatch';
import { resolvePath } from './paths';

export interface Surroundings {
  cwd: string;
  home: string;
  realPath(path: string): string;
}
export interface ParsedLine {
  /** Undefined where the line cannot be parsed or a program is only known at run time. */
  commands: Command[] | undefined;
  /** What could be read of it, whole or not. */
  seenCommands: Command[];
  /** Real paths of all operands and redirection targets, resolved from every folder the line may be in. */
  paths: string[];
  /** False where `paths` may lack some. */
  complete: boolean;
}

/** Commands that run the rest of their words: flags that take a value, and how many operands come first. */
const wrappers: Record<string, { valued?: string; skip?: number; assignments?: boolean; dynamic?: boolean; joined?: boolean }> = {
  sudo: { valued: 'ughpCTrtD', assignments: true },
  doas: { valued: 'uC' },
  env: { valued: 'uC', assignments: true },
  timeout: { valued: 'ks', skip: 1 },
  nice: { valued: 'n' },
  ionice: { valued: 'cnp' },
  chrt: { skip: 1 },
  nohup: {},
  setsid: {},
  stdbuf: { valued: 'ioe' },
  time: { valued: 'fo' },
  command: {},
  builtin: {},
  exec: { valued: 'a' },
  busybox: {},
  chroot: { skip: 1 },
  flock: { valued: 'wE', skip: 1 },
  xargs: { valued: 'IinPLdEsa', dynamic: true },
  watch: { valued: 'n', joined: true },
};
const shells = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish']);
const maxDepth = 8;

interface Value {
  text: string;
  dynamic: boolean;
  tilde: boolean;
}

export function parseCommandLine(line: string, around: Surroundings): ParsedLine {
  const reader = new Reader(around);
  reader.read(line, 0);
  return {
    commands: reader.opaque ? undefined : reader.commands,
    seenCommands: reader.commands,
    paths: [...reader.paths],
    complete: reader.complete && !reader.opaque,
  };
}

class Reader {
  readonly commands: Command[] = [];
  readonly paths = new Set<string>();
  complete = true;
  opaque = false;
  /** Folders the line may be in: a `cd` in a subshell or behind a condition may or may not hold later. */
  private readonly folders: string[];

  constructor(private readonly around: Surroundings) {
    this.folders = [around.cwd];
  }

  read(line: string, depth: number): void {
    if (depth > maxDepth) {
      this.opaque = true;
      return;
    }
    const script = parse(line);
    if ((script.errors?.length ?? 0) > 0) this.opaque = true;
    this.walk(script as unknown as SyntaxNode, depth);
  }

  private walk(node: SyntaxNode, depth: number): void {
    if (node.type === 'Command') this.command(node as CommandNode, depth);
    if (node.type === 'Redirected') for (const redirect of node.redirects) this.redirect(redirect);
    // A loop variable names paths that its body only knows as $x.
    forEachChild(node, (child) => this.walk(child, depth));
  }

  private command(node: CommandNode, depth: number): void {
    for (const redirect of node.redirects) this.redirect(redirect);
    if (!node.name) return;
    const words = [node.name, ...node.args].flatMap((word) =>
      word.type === 'Word' ? this.values(word) : [{ text: word.text, dynamic: /[$`]/.test(word.text), tilde: false }],
    );
    const readsStdin = node.redirects.some((redirect) => redirect.type !== 'Redirect' || redirect.operator === '<');
    this.simple(words, depth, readsStdin);
  }

  private simple(words: Value[], depth: number, readsStdin: boolean, dynamic = false): void {
    const [program, ...args] = words;
    if (!program) return;
    if (program.dynamic || program.text === '') {
      this.opaque = true;
      return;
    }
    const name = program.text.split('/').at(-1)!;
    const isDynamic = dynamic || args.some((arg) => arg.dynamic);
    this.commands.push({
      program: program.text,
      args: args.map((arg) => arg.text),
      text: words.map((word) => word.text).join(' '),
      ...(isDynamic ? { dynamic: true } : {}),
    });
    if (isDynamic) this.complete = false;
    this.operands(name, args);
    if (name === 'alias' || name === 'source' || name === '.') {
      // An alias changes what later words mean. A sourced file is a script like any other, named by its path.
      if (name === 'alias') this.opaque = true;
      return;
    }
    if (name === 'cd' || name === 'pushd') return this.changeFolder(args);
    if (name === 'eval') return this.nested(args, depth);
    if (shells.has(name)) return this.shell(args, depth, readsStdin);
    if (name === 'find') return this.find(args, depth);
    if (name === 'trap') return this.nested(args.slice(0, 1), depth);
    const wrapper = Object.hasOwn(wrappers, name) ? wrappers[name] : undefined;
    if (!wrapper) return;
    if (name === 'command' && args.some((arg) => arg.text === '-v' || arg.text === '-V')) return;
    if (name === 'env' && args.some((arg) => /^(-\w*S|--split-string)/.test(arg.text))) {
      this.opaque = true;
      return;
    }
    const inner = unwrap(args, wrapper);
    if (inner.length === 0) {
      // xargs without a command runs echo; the others do nothing.
      return;
    }
    if (wrapper.joined) return this.nested(inner, depth);
    if (depth >= maxDepth) {
      this.opaque = true;
      return;
    }
    this.simple(inner, depth + 1, readsStdin || wrapper.dynamic === true, wrapper.dynamic);
  }

  /** A script in an argument: read if it is literal, else nobody knows. */
  private nested(words: Value[], depth: number): void {
    if (words.some((word) => word.dynamic)) this.opaque = true;
    else this.read(words.map((word) => word.text).join(' '), depth + 1);
  }

  private shell(args: Value[], depth: number, _readsStdin: boolean): void {
    for (const [index, arg] of args.entries()) {
      if (/^-[a-z]*c$/i.test(arg.text)) {
        const script = args.slice(index + 1).find((word) => !/^[-+]/.test(word.text));
        if (script) this.nested([script], depth);
        else this.opaque = true;
        return;
      }
      if (!/^[-+]/.test(arg.text)) return;
    }
    // No script named: it reads one from its input, which nobody knows beforehand.
    this.opaque = !args.some((arg) => arg.text === '--version' || arg.text === '--help') || this.opaque;
  }

  private find(args: Value[], depth: number): void {
    for (let i = 0; i < args.length; i++) {
      if (!/^-(exec|execdir|ok|okdir)$/.test(args[i]!.text)) continue;
      const end = args.findIndex((arg, index) => index > i && (arg.text === ';' || arg.text === '+'));
      this.simple(args.slice(i + 1, end < 0 ? undefined : end), depth + 1, false, true);
      i = end < 0 ? args.length : end;
    }
  }

  private changeFolder(args: Value[]): void {
    const target = args.find((arg) => !/^-[LPe@]+$/.test(arg.text));
    if (!target) this.folders.push(this.around.home);
    else if (target.dynamic || target.text === '-' || /^[+-]\d+$/.test(target.text)) this.complete = false;
    else for (const folder of [...this.folders]) this.folders.push(this.resolve(target.text, target.tilde, folder));
  }

  private operands(name: string, args: Value[]): void {
    if (name === 'echo' || name === 'printf' || name === ':' || name === 'true' || name === 'false') return;
    for (const arg of args) {
      if (arg.dynamic) continue;
      const value = /^--?[\w-]+=(.+)$/s.exec(arg.text)?.[1] ?? /^\w+=(.*\/.*)$/s.exec(arg.text)?.[1];
      if (value !== undefined) this.name(value, value.startsWith('~'));
      else if (/^-\w(\/.+|~.*)$/s.test(arg.text)) this.name(arg.text.slice(2), false);
      else if (!arg.text.startsWith('-') && !/^[a-z][a-z0-9+.-]*:\/\//i.test(arg.text)) this.name(arg.text, arg.tilde);
    }
  }

  private redirect(redirect: Redirection): void {
    if (redirect.type !== 'Redirect' || !redirect.target) return;
    for (const value of this.values(redirect.target)) {
      if (value.dynamic) this.complete = false;
      else if (!(/^\d+$|^-$/.test(value.text) && /&/.test(redirect.operator)) && value.text !== '/dev/null')
        this.name(value.text, value.tilde);
    }
  }

  private name(path: string, tilde: boolean): void {
    if (tilde && /^~[^/]/.test(path)) {
      this.complete = false;
      return;
    }
    // Up to the first glob sign the path is known; what the glob finds lies below.
    const glob = path.search(/[*?[]/);
    const known = glob < 0 ? path : path.slice(0, path.lastIndexOf('/', glob) + 1) || '.';
    for (const folder of this.folders) this.paths.add(this.resolve(known, tilde, folder));
  }

  private resolve(path: string, tilde: boolean, folder: string): string {
    const { home, realPath } = this.around;
    return resolvePath(tilde ? path : path.replace(/^~/, './~'), { cwd: folder, home, realPath });
  }

  /** The words that one word becomes: quotes taken off, literal braces expanded, `$HOME` and `$PWD` filled in. */
  private values(word: Word): Value[] {
    const tilde = word.text.startsWith('~');
    const parts = word.parts ?? [];
    if (parts.length === 0) return [{ text: word.value, dynamic: false, tilde }];
    if (parts.some((part) => part.type === 'BraceExpansion')) {
      if (/[$`'"\\]/.test(word.text)) return [{ text: word.text, dynamic: true, tilde: false }];
      return expandBraces(word.text).map((text) => ({ text, dynamic: false, tilde: text.startsWith('~') }));
    }
    let dynamic = false;
    const fill = (part: { type: string; text: string; value?: string; parts?: readonly unknown[] }): string => {
      switch (part.type) {
        case 'Literal':
        case 'SingleQuoted':
        case 'AnsiCQuoted':
          return part.value ?? '';
        case 'Glob':
          return part.text;
        case 'DoubleQuoted':
        case 'LocaleString':
          return (part.parts as (typeof part)[]).map(fill).join('');
        case 'SimpleExpansion':
        case 'ParameterExpansion':
          if (/^\$\{?HOME\}?$/.test(part.text)) return this.around.home;
          if (/^\$\{?PWD\}?$/.test(part.text) && this.folders.length === 1) return this.folders[0]!;
          dynamic = true;
          return part.text;
        default:
          dynamic = true;
          return part.text;
      }
    };
    const text = parts.map((part) => fill(part as never)).join('');
    return [{ text, dynamic, tilde }];
  }
}

function unwrap(args: Value[], { valued = '', skip = 0, assignments }: (typeof wrappers)[string]): Value[] {
  let i = 0;
  for (; i < args.length; i++) {
    const { text } = args[i]!;
    if (text === '--') {
      i++;
      break;
    }
    if (assignments && /^\w+=/.test(text)) continue;
    if (!/^-./.test(text)) break;
    // A flag of the table takes the next word as its value, unless the value is attached.
    if (/^-\w$/.test(text) && valued.includes(text[1]!)) i++;
    else if (/^--(user|group|signal|kill-after|adjustment|unset|chdir)$/.test(text)) i++;
  }
  let rest = args.slice(i + skip);
  while (assignments && rest[0] && /^\w+=/.test(rest[0].text)) rest = rest.slice(1);
  return rest;
}

/** `a{b,c}` and `{1..3}`, nested, on text without quotes. */
function expandBraces(text: string): string[] {
  for (let open = text.indexOf('{'); open >= 0; open = text.indexOf('{', open + 1)) {
    let depth = 0;
    const commas: number[] = [];
    for (let i = open; i < text.length; i++) {
      if (text[i] === '{') depth++;
      else if (text[i] === ',' && depth === 1) commas.push(i);
      else if (text[i] === '}' && --depth === 0) {
        const before = text.slice(0, open);
        const after = text.slice(i + 1);
        const range = /^(\d+)\.\.(\d+)$/.exec(text.slice(open + 1, i));
        const parts = range
          ? Array.from({ length: Math.min(100, Math.abs(Number(range[2]) - Number(range[1])) + 1) }, (_, n) =>
              String(Number(range[1]) + n * Math.sign(Number(range[2]) - Number(range[1]))),
            )
          : [open, ...commas].map((at, index) => text.slice(at + 1, commas[index] ?? i));
        if (commas.length === 0 && !range) break;
        return parts.flatMap((part) => expandBraces(before + part + after));
      }
    }
  }
  return [text];
}
