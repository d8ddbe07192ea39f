/**
 * Reads a shell line before it runs: every simple command in it, unquoted, wrappers opened, and the paths it names. What cannot be known beforehand is said,
 * never guessed: a program that is only known at run time makes the whole line unparsable.
 */
import {
  type AndOr,
  type Assignment,
  type Command as CommandNode,
  forEachChild,
  type Pipeline,
  type SyntaxNode,
  type Word,
} from 'unbash';
import type { Command, Uncertainty } from '../shared/toolFacts';
import { wordsFed } from './feed';
import { type Found, listed, together } from './foundFiles';
import { LineInput, pipedFrom } from './lineInput';
import { type After, type Surroundings, union } from './linePlaces';
import { shown, TooMuch, tooLong } from './lineReport';
import { type NameSink, noteNames, testedFiles } from './nodeNames';
import { opened } from './openWrites';
import { changesMeaning, isHarmlessAssignment, makeMayRun, makes } from './programs/variables';
import { shells } from './shellScript';

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
  /** Folders that it walks through, and whether names with a leading dot are among what it finds. */
  searches: ReadonlyMap<string, boolean>;
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
    searches: reader.searches,
    guarded: [...reader.guarded],
    complete: reader.complete && !reader.hides,
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
class Reader extends LineInput {
  /** `make` is among its words: it puts what variables hold into the lines that it runs. */
  private mayMake = false;
  /** It reads a part of a pipeline. */
  private piped = false;
  private readonly sink: NameSink = {
    numbers: this.numbers,
    assigned: (name, value, isOwn) => this.assigned(name, value, isOwn),
    unknowable: (reason) => this.unknowable(reason),
    mayHold: (name, raw) => this.held.assigned(name, raw),
  };

  read(line: string, depth: number): void {
    const script = this.parsed(line);
    this.mayMake ||= mentionsMake.test(line);
    this.makesFlags ||= /[\s/]-/.test(line) && /(^|\s)(--\s+-|\S*\/-)/.test(line);
    const [error] = script.errors ?? [];
    if (error || line.includes('\0'))
      this.hidden(`it cannot be parsed: ${error?.message ?? 'it holds a character that no shell takes'}`);
    this.walk(script as unknown as SyntaxNode, depth);
  }

  /** Goes through a node and leaves `folders` where the line may be behind it. */
  private walk(node: SyntaxNode, depth: number): After {
    // A word that is one text holds nothing to go through.
    if (node.type === 'Word' && !node.parts?.length) {
      this.spend(1 / 8);
      return this.here();
    }
    this.spend(1);
    noteNames(node, this.sink);
    this.noteOrigins(node);
    // `[[ -f FILE ]]`, as `test -f FILE` names it.
    for (const word of testedFiles(node)) for (const value of this.values(word)) this.operand(value, 'sure', this.folders);
    switch (node.type) {
      case 'Command':
        return this.command(node as CommandNode, depth);
      case 'AndOr':
        return this.andOr(node as AndOr, depth);
      case 'Pipeline': {
        const { commands, prefixes } = node as Pipeline;
        if (commands.length > 1) {
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
        const after = this.walk(commands[0]!, depth);
        return prefixes.some(({ type }) => type === 'Negation') ? { ok: after.failed, failed: after.ok } : after;
      }
      case 'CommandExpansion':
      case 'ArithmeticCommandExpansion':
      case 'ProcessSubstitution': {
        if ('text' in node && typeof node.text === 'string' && joinsCommands(node, node.text))
          this.giveUp('what stands behind a here-document in a substitution may be joined by the shell');
        // What is written there is not what the command around it writes.
        const { found, piped, outer } = this;
        this.outer = found ?? outer;
        this.piped = false;
        this.aside(() => this.children(node, depth));
        if ('text' in node && typeof node.text === 'string') this.origins.substituted(node.text, this.found);
        this.found = found;
        this.outer = outer;
        this.piped = piped;
        return this.here();
      }
      case 'Subshell':
      case 'Coproc':
        this.aside(() => this.children(node, depth));
        return this.here();
      case 'Statement':
        if (!this.piped) this.found = undefined;
        if ((node as { background?: boolean }).background) this.aside(() => this.children(node, depth));
        else this.children(node, depth);
        return this.here();
      case 'While':
      case 'For':
      case 'Select':
      case 'ArithmeticFor':
      case 'Function': {
        const before = this.everywhere.size;
        if (node.type === 'Function') this.func(node, depth);
        else this.children(node, depth);
        // What changes folders each time round, or whenever it is called, cannot be followed.
        if (this.everywhere.size > before) this.complete = false;
        return this.here();
      }
      case 'Redirected': {
        const { writing } = this;
        this.writing = this.textsIn(node);
        for (const redirect of node.redirects) this.redirect(redirect);
        this.writing = writing;
        this.fed(this.feedOf(node.redirects), () => this.children(node, depth));
        return this.here();
      }
      default:
        this.children(node, depth);
        return this.here();
    }
  }

  /** Where what a node puts into variables comes from. */
  private noteOrigins(node: SyntaxNode): void {
    const hold = (name: string, words: readonly Word[]) => {
      for (const { text } of words) {
        const key = /^\[([^\]]*)\]=/.exec(text)?.[1];
        if (key !== undefined) this.held.key(name, key.replace(/['"]/g, ''));
      }
      const values = words
        .flatMap((word) => this.values(word))
        .map((one) => ({ ...one, text: one.text.replace(/^\[[^\]]*\]=/, '') }));
      for (const { text, dynamic, glob } of values) if (!dynamic && glob === undefined) this.held.add(name, text);
      if (values.some(({ dynamic, glob }) => dynamic || glob !== undefined)) this.origins.hold(name, listed(values));
    };
    switch (node.type) {
      case 'Assignment':
        if (node.value.type === 'Word') hold(node.name, [node.value]);
        else hold(node.name, node.value.elements);
        return;
      case 'For':
      case 'Select':
        hold(node.name.value, node.wordlist ?? []);
        if (!node.wordlist) this.origins.hold(node.name.value, listed([opened('$@')]));
        return;
      case 'Function':
        this.functions.add(node.name.value);
        return;
      case 'ParameterExpansion':
        if (node.operation?.type === 'Default') hold(node.parameter, [node.operation.operand]);
    }
  }

  private func(node: SyntaxNode & { type: 'Function' }, depth: number): void {
    const { found } = this;
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
    return (read) => {
      if (!piped) return read();
      this.found = input;
      const after = read();
      if (this.found && this.found !== input) written = together(written, this.found);
      this.found = written ?? input;
      return after;
    };
  }

  private children(node: SyntaxNode, depth: number): void {
    const turn = this.turns();
    const isWhole = node.type === 'Script' && depth === 0;
    forEachChild(node, (child) => {
      const before = this.folders;
      if (isWhole) for (const name of namesSetBy(child)) this.surelySet.add(name);
      const after = turn(() => this.walk(child, depth));
      // A branch may not be taken; only a list of statements runs through.
      this.folders = runsThrough.has(node.type) ? union(after) : new Set([...before, ...union(after)]);
    });
  }

  private andOr({ commands, operators }: AndOr, depth: number): After {
    const turn = this.turns();
    let after = turn(() => this.walk(commands[0]!, depth));
    for (const [i, operator] of operators.entries()) {
      this.folders = operator === '&&' ? after.ok : after.failed;
      const next = turn(() => this.walk(commands[i + 1]!, depth));
      after =
        operator === '&&'
          ? { ok: next.ok, failed: new Set([...after.failed, ...next.failed]) }
          : { ok: new Set([...after.ok, ...next.ok]), failed: next.failed };
    }
    this.folders = union(after);
    return after;
  }

  private command(node: CommandNode, depth: number): After {
    const { writing } = this;
    this.writing = [...this.textsIn(node), ...(/^(echo|printf)$/.test(node.name?.value ?? '') ? [] : wordsFed(this.feed))];
    const after = this.oneCommand(node, depth);
    this.writing = writing;
    return after;
  }

  private oneCommand(node: CommandNode, depth: number): After {
    // For `read` alone, it only says at what signs a line is split.
    for (const prefix of node.prefix)
      if (prefix.type === 'Assignment' && prefix.name === 'IFS' && node.name?.value === 'read')
        this.splitsAt(textBehind(prefix.text));
      else if (prefix.type === 'Assignment')
        this.assigned(
          prefix.name,
          `${prefix.append ? `\${${prefix.name}}` : ''}${textBehind(prefix.text)}`,
          node.name === undefined,
        );
    for (const redirect of node.redirects) this.redirect(redirect);
    let after = this.here();
    const input = this.found;
    // What stands there says where it goes.
    const said = [node.name, ...node.args].find(
      (word) => !/^(builtin|command|--)$/.test(word && 'value' in word ? String(word.value) : ''),
    );
    const isFirst = said?.type === 'Word' && /^(cd|pushd)$/.test(said.value);
    if (isFirst) this.aside(() => this.children(node as unknown as SyntaxNode, depth));
    // `$(< FILE)`
    if (!node.name && !node.prefix.some(({ type }) => type === 'Assignment'))
      this.fed(this.feedOf(node.redirects), () => (this.found = this.given()));
    if (node.name) {
      // `local x=1` stays in the shell; `export x=1` does not.
      const isOwn = /^(local|declare|typeset|readonly)$/.test(node.name.value);
      const words = [node.name, ...node.args].flatMap((word) => {
        if (word.type === 'Word') return this.values(word);
        this.assigned(word.name, textBehind(word.text), isOwn);
        return [
          {
            text: word.text,
            dynamic: /[$`]/.test(word.text),
            tilde: false,
            ...(/[$`]/.test(word.text) ? { pieces: [`${word.name}=`, null] } : {}),
          },
        ];
      });
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
    if (shells.has(node.name?.value ?? '') || /^(eval|source|\.)$/.test(node.name?.value ?? ''))
      for (const word of node.args)
        if (/[$<]\(|`/.test(word.text)) for (const text of this.textsIn(word as SyntaxNode)) this.runsText(text);
    if (!node.name) for (const prefix of node.prefix) if (prefix.type === 'Assignment') this.substitutedIn(prefix);
    this.folders = union(after);
    return after;
  }

  /** What a variable holds by a substitution, known once that has been read. */
  private substitutedIn({ name, text, append }: Assignment): void {
    const raw = textBehind(text);
    const filled = this.origins.filled(raw, (steps) => this.spend(steps));
    if (filled !== raw) this.held.assigned(name, `${append ? `\${${name}}` : ''}${filled}`);
  }

  private splitsAt(raw: string): void {
    this.held.separates(raw.replace(/^\$?(['"])(.*)\1$/s, '$2').replace(/\\[nt]/g, ' '));
    this.complete = false;
  }

  protected assigned(name: string, value: string | undefined, isKept: boolean): void {
    const isOwn = isKept && this.stays(name, value);
    if (value !== undefined) this.held.assigned(name, value);
    if (name === 'IFS') this.splitsAt(value ?? '');
    if (name === 'CDPATH') this.isSearched = true;
    if (!isOwn || name === 'HISTFILE') this.mayName(value ?? '');
    const isFilled = value !== undefined && /[$`]/.test(value) && !/^'[^']*'$/.test(value);
    const unquoted = (raw: string | undefined) => raw?.replace(/^(['"])(.*)\1$/s, '$2');
    const text = isFilled ? undefined : unquoted(value);
    const said = () => (isFilled ? unquoted(value.length > 1000 ? value : value.replace(substitution, '')) : undefined);
    if (changesMeaning(name, text, isOwn) || (this.mayMake && !isOwn && makeMayRun(name, text, said()))) {
      this.tainted = true;
      this.unknowable(`${shown(name)} is set, which changes what programs do`);
    } else if (!isHarmlessAssignment(name, isOwn)) this.bar(`it sets ${name}`);
    if (/^(BASHOPTS|GLOBIGNORE)$/.test(name)) this.widens();
    if (/^(CDPATH|IFS|HOME|PWD)$/.test(name)) this.complete = false;
  }
}

/**
 * Bash 5.2 loses the first `;` behind a here-document in `$(…)` and `<(…)`, so that two commands become one.
 */
function joinsCommands(node: SyntaxNode, text: string): boolean {
  if (!text.includes('<<')) return false;
  let [rest, found] = [text, false];
  const look = (one: SyntaxNode): void => {
    if (one.type === 'HereDoc') {
      found = true;
      // Its text and its end are no commands.
      rest = rest.replace(one.body.text, () => '');
    }
    forEachChild(one, look);
  };
  look(node);
  return found && rest.includes(';');
}

/** Variables that a statement sets before it does anything else: with no program behind them, they stay. */
function namesSetBy(node: SyntaxNode): string[] {
  if (node.type === 'Statement') return node.background ? [] : namesSetBy(node.command as unknown as SyntaxNode);
  if (node.type === 'AndOr') return namesSetBy(node.commands[0] as unknown as SyntaxNode);
  if (node.type !== 'Command') return [];
  const { name, prefix } = node as CommandNode;
  return name ? [] : prefix.flatMap((one) => (one.type === 'Assignment' ? [one.name] : []));
}

const mentionsMake = new RegExp(`\\b(${makes.join('|')})\\b`);

/** What the shell fills in, as far as it can be cut out without being read. */
const substitution = /\$\((?:[^()]|\([^()]*\))*\)|`[^`]*`|\$\{[^{}]*\}|\$\w+/g;

/** What stands behind `NAME=`, `NAME+=` or `NAME[…]=`. */
const textBehind = (text: string): string => text.slice(text.indexOf('=') + 1);
