/**
 * Reads a shell line before it runs: every simple command in it, unquoted, wrappers opened, and the paths it names. What cannot be known beforehand is said,
 * never guessed: a program that is only known at run time makes the whole line unparsable.
 */
import { type AndOr, type Command as CommandNode, forEachChild, type Pipeline, type SyntaxNode } from 'unbash';
import type { Command, Uncertainty } from '../../shared/calls/toolFacts';
import { type Found, together, unsure } from '../files/found';
import type { Walk } from '../files/searchReach';
import { TooMuch, tooLong } from '../syntax/lineReport';
import { testedFiles } from '../syntax/nodeNames';
import { shells } from '../syntax/shellScript';
import { wordsFed } from '../syntax/standardInput';
import { assignmentsIn, branching, joinsCommands, nameOf, namesSetBy } from '../syntax/statements';
import { steadyNames, unsteady } from '../syntax/steadyNames';
import { LineBinding } from './lineBinding';
import { pipedFrom } from './lineInput';
import { type After, union } from './linePlaces';
import type { Surroundings } from './surroundings';

export interface ParsedLine {
  /** Undefined where the line cannot be parsed, or runs something that is not in this list. */
  commands: Command[] | undefined;
  /** What could be read of it, whole or not. */
  seenCommands: Command[];
  /** What of it is only known when it runs and could run anything. */
  uncertainties: Uncertainty[];
  /** What keeps an allow from covering it. */
  allowBars: string[];
  /** Real paths of all operands and redirection targets, resolved from every folder the line may be in. */
  paths: string[];
  /** Those of the programs that it runs by a path, and of what it runs elsewhere, where they may be mounted. */
  likelyPaths: string[];
  /** Folders that it walks through. */
  searches: ReadonlyMap<string, Walk>;
  /** Tracked files that git shows without a word that names them, by the folder of the repository; undefined where nobody can say. */
  shownByGit: ReadonlyMap<string, ReadonlySet<string> | undefined>;
  /** Protected paths that it may write without naming them, in words. */
  guarded: string[];
  /** False where `paths` may lack some. */
  complete: boolean;
}

export function parseCommandLine(line: string, around: Surroundings): ParsedLine {
  const reader = new Reader(line, around);
  try {
    reader.read(line, 0);
    reader.conclude();
  } catch (thrown) {
    // Nested deeper than the stack: nobody wrote that to be read. Or broken off where the parser leaves out what should come.
    reader.giveUp(thrown instanceof TooMuch || thrown instanceof RangeError ? tooLong : 'it cannot be parsed');
  }
  return {
    commands: reader.hides ? undefined : reader.commands,
    seenCommands: reader.commands,
    uncertainties: reader.uncertainties,
    allowBars: reader.allowBars,
    paths: [...reader.paths],
    likelyPaths: [...reader.likelyPaths],
    searches: reader.searches,
    shownByGit: reader.shownByGit,
    guarded: [...reader.guarded],
    complete: reader.complete && !reader.hides,
  };
}

const printers: ReadonlySet<string> = new Set(['echo', 'printf']);
const folderChangers: ReadonlySet<string> = new Set(['cd', 'pushd']);
/** What they set stays in the shell; what `export` sets does not. */
const ownDeclarations: ReadonlySet<string> = new Set(['local', 'declare', 'typeset', 'readonly']);
/** Their words or files are code. */
const codeReaders: ReadonlySet<string> = new Set([...shells, 'eval', 'source', '.']);
/** What they set holds in the line from there on. */
const declares: ReadonlySet<string> = new Set(['export', 'readonly', 'local']);
/** They stand before a name, and change nothing of what it does. */
const passing: ReadonlySet<string> = new Set(['builtin', 'command', '--']);

class Reader extends LineBinding {
  /** It reads a part of a pipeline. */
  private piped = false;

  read(line: string, depth: number): void {
    const script = this.parsed(line);
    this.noteMake(line);
    this.noteGrammar(line);
    this.makesFlags ||= /[\s/]-/.test(line) && /(^|\s)(--\s+-|\S*\/-)/.test(line);
    const [error] = script.errors ?? [];
    if (error || line.includes('\0'))
      this.hidden(`it cannot be parsed: ${error?.message ?? 'it holds a character that no shell takes'}`);
    const names = error ? unsteady : steadyNames(script as unknown as SyntaxNode, line);
    this.knowing(names, line, () => this.walk(script as unknown as SyntaxNode, depth));
  }

  /** Goes through a node and leaves `folders` where the line may be behind it. */
  private walk(node: SyntaxNode, depth: number): After {
    // A word that is one text holds nothing to go through.
    if (node.type === 'Word' && !node.parts?.length) {
      this.spend(1 / 8);
      return this.here();
    }
    this.spend(1);
    this.noteVariables(node);
    // `[[ -f FILE ]]`, as `test -f FILE` names it.
    for (const word of testedFiles(node)) for (const value of this.values(word)) this.operand(value, 'sure', this.folders);
    switch (node.type) {
      case 'Command':
        return this.command(node as CommandNode, depth);
      case 'AndOr':
        return this.andOr(node as AndOr, depth);
      case 'Pipeline':
        return this.pipeline(node as Pipeline, depth);
      case 'CommandExpansion':
      case 'ArithmeticCommandExpansion':
      case 'ProcessSubstitution':
        this.substitution(node, depth);
        return this.here();
      case 'Subshell':
      case 'Coproc':
        this.own.isRepeated ||= node.type === 'Coproc';
        this.aside(() => this.children(node, depth));
        return this.here();
      case 'Statement':
        if (!this.piped) this.found = undefined;
        if ((node as { background?: boolean }).background) {
          this.own.isRepeated = true;
          this.aside(() => this.children(node, depth));
        } else this.children(node, depth);
        return this.here();
      case 'While':
      case 'For':
      case 'Select':
      case 'ArithmeticFor':
      case 'Function': {
        const [before, folders] = [this.everywhere.size, this.folders.size];
        this.own.isRepeated = true;
        if (node.type === 'Function') this.func(node, depth);
        else if (node.type === 'For') this.loop(node, depth);
        else this.children(node, depth);
        // What changes folders each time round, or whenever it is called, cannot be followed.
        if (node.type === 'Function' ? this.everywhere.size > before : this.folders.size > folders) this.complete = false;
        return this.here();
      }
      case 'Redirected': {
        const { writing, writesSaid } = this;
        this.writing = this.textsIn(node);
        this.writesSaid = this.isSaid(node);
        for (const redirect of node.redirects) this.redirect(redirect);
        Object.assign(this, { writing, writesSaid });
        this.fed(this.feedOf(node.redirects), () => this.children(node, depth));
        return this.here();
      }
      default:
        this.children(node, depth);
        return this.here();
    }
  }

  private func(node: SyntaxNode & { type: 'Function' }, depth: number): void {
    const { found } = this;
    this.functions.add(node.name.value);
    this.later();
    this.found = undefined;
    this.children(node, depth);
    if (this.found) this.outputs.set(node.name.value, this.found);
    this.found = found;
  }

  /** Reads commands that run one after another: in a pipeline each is handed what the pipe hands on, and what they write comes out of it. */
  private turns(): (read: () => After) => After {
    const { found: input, piped } = this;
    let written: Found | undefined;
    let turns = 0;
    return (read) => {
      if (!piped) return read();
      turns++;
      this.found = input;
      const after = read();
      if (this.found && this.found !== input) written = together(written, this.found);
      this.found = turns > 1 ? unsure(written ?? input) : (written ?? input);
      return after;
    };
  }

  protected children(node: SyntaxNode, depth: number): void {
    const turn = this.turns();
    const isWhole = node.type === 'Script' && depth === 0;
    const { bound } = this;
    forEachChild(node, (child) => {
      const before = this.folders;
      if (branching.has(node.type)) this.bound = bound;
      if (isWhole) for (const name of namesSetBy(child)) this.surelySet.add(name);
      const after = turn(() => this.walk(child, depth));
      // A branch may not be taken.
      this.folders = new Set([...union(after), ...before]);
    });
    if (branching.has(node.type)) this.bound = bound;
  }

  private pipeline({ commands, prefixes }: Pipeline, depth: number): After {
    if (commands.length < 2) {
      // Where there is none behind `!` or `time`, this throws: nobody relies upon such a line.
      const after = this.walk(commands[0]!, depth);
      return prefixes.some(({ type }) => type === 'Negation') ? { ok: after.failed, failed: after.ok } : after;
    }
    const { piped } = this;
    if (!piped) this.found = undefined;
    this.piped = true;
    const written: string[] = [];
    for (const [i, command] of commands.entries()) {
      this.spend(written.length / 16);
      const feed = i > 0 ? { ...pipedFrom(commands[i - 1]!), written: [...written] } : undefined;
      this.aside(() => this.fed(feed, () => this.walk(command, depth)));
      written.push(...this.textsIn(command));
    }
    this.piped = piped;
    return this.here();
  }

  /** What is written there is not what the command around it writes. */
  private substitution(node: SyntaxNode, depth: number): void {
    const text = 'text' in node && typeof node.text === 'string' ? node.text : undefined;
    if (text !== undefined && joinsCommands(node, text))
      this.giveUp('what stands behind a here-document in a substitution may be joined by the shell');
    const { found, piped, outer } = this;
    this.outer = found ?? outer;
    this.piped = false;
    this.aside(() => this.children(node, depth));
    if (text !== undefined) this.origins.substituted(text, this.found);
    this.found = found;
    this.outer = outer;
    this.piped = piped;
  }

  private andOr({ commands, operators }: AndOr, depth: number): After {
    const turn = this.turns();
    let after = turn(() => this.walk(commands[0]!, depth));
    const { bound } = this;
    for (const [i, operator] of operators.entries()) {
      this.folders = operator === '&&' ? after.ok : after.failed;
      if (operator !== '&&') this.bound = bound;
      const next = turn(() => this.walk(commands[i + 1]!, depth));
      if (operator !== '&&') this.bound = bound;
      after =
        operator === '&&'
          ? { ok: next.ok, failed: new Set([...after.failed, ...next.failed]) }
          : { ok: new Set([...after.ok, ...next.ok]), failed: next.failed };
    }
    this.folders = union(after);
    this.bound = bound;
    return after;
  }

  private command(node: CommandNode, depth: number): After {
    const { writing, writesSaid } = this;
    this.writing = [...this.textsIn(node), ...(printers.has(nameOf(node)) ? [] : wordsFed(this.feed))];
    this.writesSaid = this.isSaid(node);
    const after = this.oneCommand(node, depth);
    Object.assign(this, { writing, writesSaid });
    return after;
  }

  private oneCommand(node: CommandNode, depth: number): After {
    this.prefixed(node);
    for (const redirect of node.redirects) this.redirect(redirect);
    let after = this.here();
    const input = this.found;
    // What stands there says where it goes.
    const said = [nameOf(node), ...node.args.map((word) => (word.type === 'Word' ? word.value : ''))].find(
      (word) => !passing.has(word),
    );
    const isFirst = said !== undefined && folderChangers.has(said);
    if (isFirst) this.aside(() => this.children(node as unknown as SyntaxNode, depth));
    // `$(< FILE)`
    if (!node.name && assignmentsIn(node).length === 0) this.fed(this.feedOf(node.redirects), () => (this.found = this.given()));
    if (node.name) {
      const isOwn = ownDeclarations.has(node.name.value);
      const words = [node.name, ...node.args].flatMap((word) =>
        word.type === 'Word' ? this.values(word) : [this.declaration(word, isOwn)],
      );
      const feed = this.feedOf(node.redirects);
      this.fed(feed, () => {
        after = this.simple(words, depth);
      });
      if (node.name.value === 'exec' && node.args.length === 0) this.feed = feed ?? this.feed;
    }
    // Substitutions in its words come before it.
    const output = this.found;
    this.found = input;
    if (!isFirst) this.aside(() => this.children(node as unknown as SyntaxNode, depth));
    this.found = output;
    // What a shell is handed by commands of the line is known once they have been read.
    if (codeReaders.has(nameOf(node)))
      for (const word of node.args)
        if (/[$<]\(|`/.test(word.text)) for (const text of this.textsIn(word as SyntaxNode)) this.runsText(text);
    if (!node.name) this.prefixesRead(node);
    const own = node.name ? (declares.has(node.name.value) ? node.args : []) : node.prefix;
    for (const one of own) if (one.type === 'Assignment') this.binds(one);
    this.folders = union(after);
    return after;
  }
}
