/**
 * Variables of a line that hold no more than what one place in it gives them, so that their value is known behind that place; and those that are given nothing
 * but numbers. Whatever else may set one of them, out of sight, leaves none. Pure.
 */
import { type Assignment, type Command, forEachChild, type SyntaxNode, type Word } from 'unbash';
import { Numbers } from './arithmetic';
import { isLiteral, noteNames, setInArithmetic } from './nodeNames';
import { namedBy } from './shellBuiltins';
import { literal } from './words';

export interface Steady {
  /** Set in one place. */
  once: ReadonlySet<string>;
  /** Whatever they are given is a number. */
  numbers: ReadonlySet<string>;
  /** Functions of its own stand in the place of programs. */
  isRenaming: boolean;
}
export const unsteady: Steady = { once: new Set(), numbers: new Set(), isRenaming: true };

/** What the shell fills in by itself, or reads as more than a text. */
const special =
  /^(_.*|BASH.*|COMP_.*|COPROC|READLINE_.*|HIST.*|LC_.*|LANG|PATH|IFS|CDPATH|ENV|HOME|PWD|OLDPWD|PS\d|RANDOM|SRANDOM|SECONDS|LINENO|EPOCH\w*|UID|EUID|PPID|GROUPS|DIRSTACK|FUNC\w*|PIPESTATUS|OPT\w*|REPLY|MAPFILE|COLUMNS|LINES|SHELLOPTS|SHLVL|TMOUT|GLOBIGNORE|TMPDIR|POSIXLY_CORRECT|argv|path|cdpath|fignore)$/;
/** They read code, give names other meanings, or run a line later. */
const opaque = /^(eval|source|\.|alias|unalias|enable|complete|compgen|bind|emulate|setopt|zmodload)$/;
const passing = /^(command|builtin|time|--)$/;
const declaring = /^(export|readonly|local|declare|typeset)$/;
/** Nothing that a handler does may set one. */
const settingText =
  /=|\+\+|--\w|\(\(|\{\w+\}[<>]|\b(read|eval|source|printf|unset|let|mapfile|readarray|declare|typeset|local|export|getopts|wait)\b/;

/** They print a number and nothing else, as long as the line gives their names no other meaning. */
const countedBy = /^\$\(\s*(nproc|date \+%[sYmdHMSju]|(\w[\w -]*\|\s*)?wc -[lcwm](\s*<\s*"?[$\w./-]+"?)?|seq( \d+){1,3})\s*\)$/;

/** Whether a word comes to a number, or to several. */
export function isNumberWord({ value, parts = [] }: Pick<Word, 'value' | 'parts'>, isRenaming: boolean): boolean {
  if (parts.length === 0) return /^\d+$/.test(value);
  return parts.every((part): boolean => {
    switch (part.type) {
      case 'Literal':
        return /^\d*$/.test(part.value);
      case 'DoubleQuoted':
        return isNumberWord({ value: '', parts: part.parts }, isRenaming);
      case 'SimpleExpansion':
        return /^\$[#?$]$/.test(part.text);
      case 'ParameterExpansion':
        return part.prefix === '#' && !part.operation;
      case 'ArithmeticExpansion':
        return true;
      case 'BraceExpansion':
        return /^\{\d+\.\.\d+(\.\.\d+)?\}$/.test(part.text);
      case 'CommandExpansion':
        return !isRenaming && countedBy.test(part.text);
      default:
        return false;
    }
  });
}

export function steadyNames(script: SyntaxNode, line: string): Steady {
  const places = new Map<string, { count: number; isNumeric: boolean }>();
  const isRenaming = definesFunctions(script);
  const isCount = (value: Assignment['value']) => value.type === 'Word' && isNumberWord(value, isRenaming);
  let isOpaque = false;
  const set = (name: string, count: number, isNumber = false) => {
    const known = places.get(name) ?? { count: 0, isNumeric: true };
    places.set(name, { count: known.count + count, isNumeric: known.isNumeric && isNumber });
  };
  const counts = (text: string) => {
    for (const name of setInArithmetic(text)) set(name, 2, true);
  };
  /** By no assignment. */
  const sink = {
    numbers: new Numbers(),
    assigned: (name: string) => set(name, 2),
    unknowable: () => {
      isOpaque = true;
    },
    mayHold: () => {},
  };
  const command = ({ name, args, prefix }: Command) => {
    for (const one of prefix)
      if (one.type === 'Assignment' && !(one.name === 'IFS' && name?.value === 'read' && !isRenaming))
        assignment(one, name === undefined);
    if (!name) return;
    const words = [name, ...args];
    while (words[0]?.type === 'Word' && isLiteral(words[0]) && passing.test(words[0].value)) words.shift();
    const [program, ...rest] = words;
    if (!program) return;
    if (program.type !== 'Word' || !isLiteral(program) || opaque.test(program.value)) isOpaque = true;
    else effects(program.value, rest as Command['args']);
  };
  const effects = (name: string, args: Command['args']) => {
    const isOpen = args.some((arg) => arg.type === 'Word' && !isLiteral(arg));
    const texts = args.map((arg) => (arg.type === 'Word' ? arg.value : arg.text));
    const has = (form: RegExp) => texts.some((text) => form.test(text));
    if (name === 'trap') isOpaque ||= isOpen || (texts[0] !== undefined && settingText.test(texts[0]));
    if (name === 'set') isOpaque ||= isOpen || has(/^-\w*k|^keyword$/);
    if (declaring.test(name)) {
      const isPlain = name !== 'declare' && name !== 'typeset' && !has(/^[-+]/);
      for (const arg of args)
        if (arg.type === 'Assignment') assignment(arg, isPlain);
        else if (!isLiteral(arg)) isOpaque = true;
        else if (!/^(export|readonly)$/.test(name) || !isPlain) set(arg.value, 2);
      return;
    }
    if (name === 'let') {
      isOpaque ||= isOpen;
      return texts.forEach(counts);
    }
    if (name === 'printf' && !isOpen && !texts[0]?.startsWith('-v')) return;
    const named = namedBy(name, texts.map(literal));
    if (!named || name === 'test' || name === '[') return;
    const first = args[0];
    const isNamed = name !== 'printf' || (first?.type === 'Word' && (!isLiteral(first) || texts[0]!.startsWith('-v')));
    if (!isNamed) return;
    isOpaque ||= isOpen || has(/^-\w*C/);
    for (const one of [...named.sets, ...named.names.map(({ text }) => text.replace(/\[.*/s, ''))]) set(one, 2);
    // Without a name they set these.
    for (const own of ['REPLY', 'MAPFILE', 'OPTARG', 'OPTIND']) set(own, 2);
  };
  const assignment = ({ name, value, append, index }: Assignment, isPlain: boolean) => {
    set(name, !isPlain || append || index ? 2 : 1, isPlain && !index && isCount(value));
  };
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Command') command(node as Command);
    else if (node.type === 'For') {
      const words = node.wordlist;
      set(node.name.value, 1, words?.every(isCount) ?? false);
    } else if (node.type === 'ArithmeticFor') counts(line.slice(node.pos, node.body.pos));
    else if (node.type === 'ArithmeticExpansion' || node.type === 'ArithmeticCommand')
      counts(node.type === 'ArithmeticCommand' ? node.body : node.text);
    else if (node.type === 'ParameterExpansion' && node.prefix === '!' && node.operation?.type === 'Default') isOpaque = true;
    else if (node.type === 'ParameterExpansion') {
      if (node.operation?.type === 'Default' && node.operation.operator.endsWith('=')) set(node.parameter, 2);
    } else if (node.type !== 'Assignment') noteNames(node, sink);
    forEachChild(node, visit);
  };
  visit(script);
  // At what signs words are divided, the line says itself.
  if (isOpaque || places.has('IFS')) return unsteady;
  const known = [...places].filter(([name]) => !special.test(name));
  return {
    once: new Set(known.filter(([, { count }]) => count === 1).map(([name]) => name)),
    numbers: new Set(known.filter(([, { isNumeric }]) => isNumeric).map(([name]) => name)),
    isRenaming,
  };
}

function definesFunctions(node: SyntaxNode): boolean {
  let found = node.type === 'Function';
  forEachChild(node, (child) => {
    found ||= definesFunctions(child);
  });
  return found;
}
