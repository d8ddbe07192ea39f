/**
 * Reads a shell line before it runs: every simple command in it, unquoted, wrappers opened, and the paths it names. What cannot be known beforehand is said,
 * never guessed: a program that is only known at run time makes the whole line unparsable.
 */
import { type AndOr, type Command as CommandNode, forEachChild, type Pipeline, parse, type SyntaxNode } from 'unbash';
import type { Command } from '../shared/dispatch';
import { type After, CommandPlaces, type Surroundings, union } from './commandPlaces';
import type { Value } from './commandWords';
import {
  fills,
  innerStarts,
  isInput,
  isRisky,
  opaquePrograms,
  placeholder,
  shellScript,
  shells,
  userSwitchers,
  type Wrapper,
  wrappers,
} from './commandWrappers';

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

const maxDepth = 8;
const maxLength = 100_000;

export function parseCommandLine(line: string, around: Surroundings): ParsedLine {
  const reader = new Reader(line, around);
  try {
    if (line.length > maxLength) reader.opaque = true;
    else reader.read(line, 0);
  } catch {
    // Nested deeper than the stack: nobody wrote that to be read.
    reader.opaque = true;
  }
  return {
    commands: reader.opaque ? undefined : reader.commands,
    seenCommands: reader.commands,
    paths: [...reader.paths],
    complete: reader.complete && !reader.opaque,
  };
}

/** Nodes whose parts all run, in order. */
const runsThrough: ReadonlySet<string> = new Set([
  'Script',
  'CompoundList',
  'Statement',
  'BraceGroup',
  'Subshell',
  'CommandExpansion',
]);
class Reader extends CommandPlaces {
  readonly commands: Command[] = [];
  opaque = false;
  /** The line changes what programs its words mean. */
  private tainted = false;
  read(line: string, depth: number): void {
    if (depth > maxDepth) {
      this.opaque = true;
      return;
    }
    const script = parse(line);
    if ((script.errors?.length ?? 0) > 0) this.opaque = true;
    this.walk(script as unknown as SyntaxNode, depth);
  }

  /** Goes through a node and leaves `folders` where the line may be behind it. */
  private walk(node: SyntaxNode, depth: number): After {
    switch (node.type) {
      case 'Command':
        return this.command(node as CommandNode, depth);
      case 'AndOr':
        return this.andOr(node as AndOr, depth);
      case 'Pipeline': {
        const { commands, prefixes } = node as Pipeline;
        if (commands.length > 1) {
          for (const command of commands) this.aside(() => this.walk(command, depth));
          return this.here();
        }
        const after = this.walk(commands[0]!, depth);
        return prefixes.some(({ type }) => type === 'Negation') ? { ok: after.failed, failed: after.ok } : after;
      }
      case 'Subshell':
      case 'Coproc':
      case 'CommandExpansion':
      case 'ArithmeticCommandExpansion':
      case 'ProcessSubstitution':
        this.aside(() => this.children(node, depth));
        return this.here();
      case 'Statement':
        if ((node as { background?: boolean }).background) this.aside(() => this.children(node, depth));
        else this.children(node, depth);
        return this.here();
      case 'While':
      case 'For':
      case 'Select':
      case 'ArithmeticFor':
      case 'Function': {
        const before = this.everywhere.size;
        if (node.type === 'Function') this.later();
        this.children(node, depth);
        // What changes folders each time round, or whenever it is called, cannot be followed.
        if (this.everywhere.size > before) this.complete = false;
        return this.here();
      }
      default:
        if (node.type === 'Redirected') for (const redirect of node.redirects) this.redirect(redirect);
        this.children(node, depth);
        return this.here();
    }
  }

  private children(node: SyntaxNode, depth: number): void {
    forEachChild(node, (child) => {
      const before = this.folders;
      const after = this.walk(child, depth);
      // A branch may not be taken; only a list of statements runs through.
      this.folders = runsThrough.has(node.type) ? union(after) : new Set([...before, ...union(after)]);
    });
  }

  private andOr({ commands, operators }: AndOr, depth: number): After {
    let after = this.walk(commands[0]!, depth);
    for (const [i, operator] of operators.entries()) {
      this.folders = operator === '&&' ? after.ok : after.failed;
      const next = this.walk(commands[i + 1]!, depth);
      after =
        operator === '&&'
          ? { ok: next.ok, failed: new Set([...after.failed, ...next.failed]) }
          : { ok: new Set([...after.ok, ...next.ok]), failed: next.failed };
    }
    this.folders = union(after);
    return after;
  }

  private command(node: CommandNode, depth: number): After {
    for (const prefix of node.prefix) if (prefix.type === 'Assignment') this.assigns(prefix.name, prefix.text);
    for (const redirect of node.redirects) this.redirect(redirect);
    let after = this.here();
    if (node.name) {
      const words = [node.name, ...node.args].flatMap((word) => {
        if (word.type === 'Word') return this.values(word);
        this.assigns(word.name, word.text);
        return [{ text: word.text, dynamic: /[$`]/.test(word.text), tilde: false }];
      });
      after = this.simple(words, depth);
    }
    this.aside(() => this.children(node as unknown as SyntaxNode, depth));
    this.folders = union(after);
    return after;
  }

  private assigns(name: string, text: string): void {
    if (isRisky(name, text.slice(text.indexOf('=') + 1))) this.tainted = true;
    if (/^(CDPATH|IFS|HOME|PWD|GLOBIGNORE)$/.test(name)) this.complete = false;
  }

  /** `holes` is given where words are added at run time: the text that stands for them, or empty where they come last. */
  private simple(words: Value[], depth: number, holes?: string): After {
    const [program, ...args] = words;
    const unchanged = this.here();
    if (!program) return unchanged;
    if (
      depth > maxDepth ||
      program.dynamic ||
      program.glob !== undefined ||
      /^$|\s/.test(program.text) ||
      fills(holes, program.text)
    ) {
      this.opaque = true;
      return unchanged;
    }
    const name = program.text
      .split(/[\\/]/)
      .at(-1)!
      .replace(/\.exe$/i, '');
    const isDynamic =
      holes !== undefined || args.some((arg) => arg.dynamic || (arg.glob !== undefined && arg.text.startsWith('-')));
    this.commands.push({
      program: program.text,
      args: args.map((arg) => arg.text),
      text: words.map((word) => word.text).join(' '),
      ...(isDynamic || this.tainted ? { dynamic: true } : {}),
    });
    if (isDynamic) this.complete = false;
    return this.meaning(name, args, depth, holes) ?? unchanged;
  }

  /** What a command does beyond being run: scripts and commands in its words, and a change of folder. */
  private meaning(name: string, args: Value[], depth: number, holes?: string): After | undefined {
    const flagged = (flag: RegExp) => args.some(({ text }) => flag.test(text));
    if (
      opaquePrograms.has(name) ||
      (name === 'crontab' && !flagged(/^-l$/)) ||
      (name === 'hash' && flagged(/^-\w*p/)) ||
      (name === 'enable' && flagged(/^-\w*f/)) ||
      (/^(mapfile|readarray)$/.test(name) && flagged(/^-\w*C/))
    )
      this.opaque = true;
    if (name === 'cd' || name === 'pushd' || name === 'popd') return this.changeFolder(name, args);
    if (name === 'eval') {
      this.nested(args[0]?.text === '--' ? args.slice(1) : args, depth, holes);
      return this.here();
    }
    if (name === 'trap') {
      this.later();
      const script = args[args[0]?.text === '--' ? 1 : 0];
      if (script && !/^-[lpP]?$/.test(script.text)) this.aside(() => this.nested([script], depth, holes));
      return undefined;
    }
    if (shells.has(name)) {
      this.shell(args, depth, holes);
      return undefined;
    }
    if (userSwitchers.has(name) && this.switchUser(name, args, depth, holes)) return undefined;
    const wrapper = wrappers.get(name);
    if (wrapper) return this.wrapped(name, wrapper, args, depth, holes);
    if (name === 'source' || name === '.') {
      const [file] = args;
      if (!file || file.dynamic || isInput(file.text)) this.opaque = true;
    }
    this.operands(name, args);
    if (name === 'find') this.find(args, depth);
    return undefined;
  }

  private wrapped(name: string, wrapper: Wrapper, args: Value[], depth: number, outer?: string): After | undefined {
    const starts = innerStarts(args, wrapper);
    const own = args.slice(0, Math.min(...starts, args.length));
    if (name === 'command' && own.some(({ text }) => /^-\w*[vV]/.test(text))) return undefined;
    const opensShell =
      /^(sudo|doas)$/.test(name) && starts.length === 0 && own.some(({ text }) => /^(-\w*[si]\w*|--shell|--login)$/.test(text));
    if (
      opensShell ||
      own.some(({ dynamic }) => dynamic) ||
      (name === 'env' && own.some(({ text }) => /^-\w*S|^--split-string/.test(text)))
    )
      this.opaque = true;
    // Without a command of its own, what is fed to it is the command.
    if (starts.length === 0 && (outer !== undefined || name === 'parallel')) this.opaque = true;
    const holes = wrapper.dynamic ? placeholder(own) : outer;
    for (const { text } of own) {
      const assigned = /^(\w+)=(.*)$/s.exec(text);
      if (wrapper.assignments && assigned) this.assigns(assigned[1]!, text);
    }
    // A number is no path, but a lock file, a new root or a file of arguments is one.
    this.operands(
      name,
      own.filter(
        ({ text }) => /[./~]/.test(text) && !/^[\d.]+[smhd]?$/.test(text) && !(wrapper.assignments && /^\w+=/.test(text)),
      ),
    );
    const chdir = own.findIndex(({ text }) => /^(-\w*[CD]|--chdir)(=|$)/.test(text) && /^(sudo|env)$/.test(name));
    let after: After | undefined;
    const inside = () => {
      if (chdir >= 0)
        this.changeFolder('cd', [
          own[chdir]!.text.includes('=')
            ? { ...own[chdir]!, text: own[chdir]!.text.replace(/^[^=]*=/, '') }
            : (own[chdir + 1] ?? own[chdir]!),
        ]);
      for (const start of starts) {
        let inner = args.slice(start);
        if (name === 'parallel') inner = inner.slice(0, inner.findIndex(({ text }) => /^:::/.test(text)) >>> 0);
        if (name === 'flock' && /^(-c|--command)$/.test(inner[0]!.text)) this.nested(inner.slice(1, 2), depth, outer);
        else if (wrapper.joined) this.nested(inner, depth, holes);
        else after = this.simple(inner, depth + 1, holes);
      }
    };
    if (wrapper.sameShell) inside();
    else this.aside(inside);
    return wrapper.sameShell ? after : undefined;
  }

  /** A script in an argument: read if it is literal, else nobody knows. */
  private nested(words: Value[], depth: number, holes?: string): void {
    if (holes !== undefined) this.complete = false;
    if (words.length === 0 || words.some((word) => word.dynamic || word.glob !== undefined || fills(holes, word.text)))
      this.opaque = true;
    else this.read(words.map((word) => word.text).join(' '), depth + 1);
  }

  private shell(args: Value[], depth: number, holes?: string): void {
    const script = shellScript(args);
    if (script.kind === 'unknown') this.opaque = true;
    if (script.kind === 'text') this.aside(() => this.nested([script.word], depth, holes));
    if (script.kind === 'text' || script.kind === 'file') this.operands('sh', script.rest);
  }

  /** `su -c TEXT`, `script -c TEXT`; without it they start a shell. Returns false where `runuser -u NAME COMMAND` is a plain wrapper. */
  private switchUser(name: string, args: Value[], depth: number, holes?: string): boolean {
    const at = args.findIndex(({ text }) => /^(-[a-z]*c|--command|--session-command)(=|$)/.test(text));
    const attached = at < 0 ? undefined : /^--[\w-]+=(.*)$/s.exec(args[at]!.text)?.[1];
    if (at >= 0)
      this.aside(() =>
        this.nested(attached === undefined ? args.slice(at + 1, at + 2) : [{ ...args[at]!, text: attached }], depth, holes),
      );
    else if (name === 'runuser' && /^-u$|^--user/.test(args[0]?.text ?? '')) {
      const inner = args.slice(args[0]!.text.includes('=') ? 1 : 2);
      this.aside(() => this.simple(inner[0]?.text === '--' ? inner.slice(1) : inner, depth + 1, holes));
    } else this.opaque = true;
    if (name === 'script')
      this.operands(
        name,
        args.filter((_, i) => i !== at + 1 || at < 0),
      );
    return true;
  }

  private find(args: Value[], depth: number): void {
    for (let i = 0; i < args.length; i++) {
      if (!/^-(exec|execdir|ok|okdir)$/.test(args[i]!.text)) continue;
      const end = args.findIndex(
        (arg, index) => index > i && (arg.text === ';' || (arg.text === '+' && args[index - 1]!.text === '{}')),
      );
      this.aside(() => this.simple(args.slice(i + 1, end < 0 ? undefined : end), depth + 1, '{}'));
      i = end < 0 ? args.length : end;
    }
  }
}
