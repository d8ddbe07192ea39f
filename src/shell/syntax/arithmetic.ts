/**
 * Arithmetic, where bash looks behind each name for an expression, and runs the commands in its subscripts: `x='a[$(cmd)]'; ((x))`. A name is harmless only
 * where the line gives it numbers and nothing else.
 */
import type { ArithmeticExpression, CommandExpansionPart, Word } from 'unbash';

/** What bash counts by itself. */
const counted: ReadonlySet<string> = new Set(
  'RANDOM SRANDOM SECONDS LINENO EPOCHSECONDS UID EUID PPID BASHPID BASH_SUBSHELL OPTIND COLUMNS LINES SHLVL HISTCMD'.split(' '),
);
const number = /^[-+]?(\d+|0[xX][\da-fA-F]+|\d+#\w+)$/;
/** Their last word to a pipe is a number. */
const counters: ReadonlyMap<string, (args: readonly string[]) => boolean> = new Map([
  ['nproc', () => true],
  ['wc', (args: readonly string[]) => args.every((arg) => /^-[lcwm]+$/.test(arg))],
  ['date', (args: readonly string[]) => args.some((arg) => /^\+%[sNYmdHMSju]+$/.test(arg))],
  ['seq', () => true],
  ['grep', (args: readonly string[]) => args.some((arg) => /^-\w*c\w*$|^--count$/.test(arg))],
  ['stat', (args: readonly string[]) => args.some((arg) => /^(-\w*[cf])?%[sazXYZ]$/.test(arg))],
  ['id', (args: readonly string[]) => args.some((arg) => /^-[ug]$/.test(arg))],
  ['sleep', () => true],
]);

export class Numbers {
  private readonly numeric = new Set<string>();
  private readonly other = new Set<string>();
  private readonly used = new Set<string>();
  private isUnknown = false;

  /** `value` is undefined where nobody knows it. */
  assign(name: string, value: Word | undefined): void {
    (value && isNumeric(value, this) ? this.numeric : this.other).add(name);
  }
  assignText(name: string, text: string | undefined): void {
    (text !== undefined && number.test(text) ? this.numeric : this.other).add(name);
  }

  /** The expression of an arithmetic context; undefined where it could not be parsed. */
  evaluate(expression: ArithmeticExpression | undefined): void {
    if (!expression) this.isUnknown = true;
    else
      switch (expression.type) {
        case 'ArithmeticBinary':
          // What is assigned here is a number, but in bash's own way of reading it.
          if (/^([-+*/%&|^]|<<|>>)?=$/.test(expression.operator) && expression.left.type === 'ArithmeticWord')
            this.set(expression.left.value);
          else this.evaluate(expression.left);
          return this.evaluate(expression.right);
        case 'ArithmeticUnary':
          return this.evaluate(expression.operand);
        case 'ArithmeticTernary':
          for (const part of [expression.test, expression.consequent, expression.alternate]) this.evaluate(part);
          return;
        case 'ArithmeticGroup':
          return this.evaluate(expression.expression);
        case 'ArithmeticCommandExpansion':
          if (!isCount(expression)) this.isUnknown = true;
          return;
        case 'ArithmeticWord':
          return this.text(expression.value);
      }
  }

  /** An expression as text, as `let` and array subscripts take it. */
  text(text: string): void {
    if (/[`[\]]|\$\(/.test(text.replace(/\$\(\((.*?)\)\)/gs, '$1'))) this.isUnknown = true;
    for (const [, special, name] of text.matchAll(
      /(\$\{?[#?!$]|\d+#\w+|0[xX][\da-fA-F]+)|\$?\{?([A-Za-z_]\w*|(?<=\$\{?)\d+|(?<=\$\{?)[@*])/g,
    ))
      if (special === undefined && name !== undefined) this.use(name);
  }

  /** A word whose text bash reads as an expression. */
  word(word: Word): void {
    if (!isNumeric(word, this)) {
      if (
        (word.parts ?? []).some(
          (part) => part.type === 'SingleQuoted' || part.type === 'CommandExpansion' || part.type === 'AnsiCQuoted',
        )
      )
        this.isUnknown = true;
      else this.text(word.text.replaceAll('"', ''));
    }
  }

  use(name: string): void {
    if (!counted.has(name)) this.used.add(name);
  }

  private set(target: string): void {
    if (!/^[A-Za-z_]\w*$/.test(target)) this.text(target);
    else this.numeric.add(target);
  }

  /** Why the arithmetic of the line could run something, in words. */
  get problem(): string | undefined {
    if (this.isUnknown) return 'arithmetic or a subscript whose text is only known when it runs could run commands';
    const name = [...this.used].find((one) => this.other.has(one) || !this.numeric.has(one));
    return name === undefined ? undefined : `arithmetic on ${name} could run commands that its value holds`;
  }
}

function isNumeric(word: Word, numbers: Numbers): boolean {
  const parts = word.parts ?? [];
  if (parts.length === 0) return number.test(word.value) || word.value === '';
  return parts.every((part): boolean => {
    switch (part.type) {
      case 'Literal':
        return /^[-+\d]*$/.test(part.value);
      case 'DoubleQuoted':
        return part.parts.every((child) => isNumeric({ ...word, value: '', parts: [child] }, numbers));
      case 'SimpleExpansion':
        return /^\$[#?$!]$/.test(part.text);
      case 'ParameterExpansion':
        return part.prefix === '#';
      case 'ArithmeticExpansion':
        // It is judged where it stands.
        return true;
      case 'CommandExpansion':
        return isCount(part);
      case 'BraceExpansion':
        return /^\{-?\d+\.\.-?\d+(\.\.-?\d+)?\}$/.test(part.text);
      default:
        return false;
    }
  });
}

/** Of these, no more and no less than one. */
const single = /^(nproc|date|id|wc -[lcwm])\b/;
/** A substitution that is one word without quotes, too: a number. */
export const isOneNumber = (part: Pick<CommandExpansionPart, 'script'>): boolean =>
  isCount(part) && single.test(lastWords(part).join(' '));

/** A substitution that prints a number. */
function isCount(part: Pick<CommandExpansionPart, 'script'>): boolean {
  const [name = '', ...words] = lastWords(part);
  return counters.get(name)?.(words) ?? false;
}

/** The words of its only command, or of the last in a pipe. */
function lastWords({ script }: Pick<CommandExpansionPart, 'script'>): string[] {
  const last = script?.commands.at(-1)?.command;
  const command = last?.type === 'Pipeline' ? last.commands.at(-1) : last;
  if (script?.commands.length !== 1 || command?.type !== 'Command') return [];
  return [command.name?.value ?? '', ...command.args.flatMap((arg) => (arg.type === 'Word' ? [arg.value] : []))];
}
