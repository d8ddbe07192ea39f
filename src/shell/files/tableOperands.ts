/** The words of a command that may be paths, where a table tells of its program. Pure. */
import { elsewhereFor } from '../paths/hostPaths';
import type { Operands } from '../programs/operandRules';
import { inFolder, literal, type Value } from '../syntax/words';
import { behind } from '../syntax/wrapperWords';

/**
 * How a word becomes a path. `sure`: it is one. `plain`: with a slash, a leading dot or tilde, or where it names what is there. `near`: the same, but a slash
 * alone says nothing (`origin/main`, `@types/node`). `rooted`: only where it is written as a path, `./x`, `/x`, `~/x` or `.x`. `written`: in the words of a text, the
 * same with a leading dot, or with a slash where it begins with the name of what is there. `there`: only where it begins so, or is rooted with a slash.
 */
export type PathRule = 'sure' | 'plain' | 'near' | 'rooted' | 'written' | 'there';
export interface Operand {
  value: Value;
  rule: PathRule;
  /** It belongs to an option. */
  isOption?: true;
}

const rules: Readonly<Record<Operands['kind'], PathRule>> = {
  files: 'sure',
  plain: 'plain',
  targets: 'rooted',
  commands: 'near',
  none: 'rooted',
  text: 'written',
};

export const optionNames = (names: string | undefined) => (names ? names.split(' ') : []);
export const isText = (kind: Operands['kind'] | undefined): boolean => kind === 'none' || kind === 'text';
/** `-nD` ends in `-D`. */
export const endsBundle = (text: string, flag: string): boolean =>
  /^-\w$/.test(flag) && /^-[A-Za-z]+$/.test(text) && text.endsWith(flag[1]!);
/** `-o go-template-file=FILE`: a text that names where the rest of it stands. */
const formatFile = /^[\w-]+-file=/;
const isOption = (text: string) => /^-./.test(text) && text !== '--';

export class TableOperands {
  private readonly found: Operand[] = [];
  private i = 0;
  private text: string[];
  private paths: string[];
  private rule: PathRule;
  private isRemote: ReturnType<typeof elsewhereFor>;
  /** The next word says what the program does. */
  private isSubcommand: boolean;
  /** The next word is the program's own, what follows is for what it runs. */
  private isNamed: boolean;
  private skipped: number;
  private taken: number;
  /** Behind `--` there are no options. */
  private ended = false;

  constructor(
    private readonly program: string,
    private readonly table: Operands,
    private readonly args: readonly Value[],
  ) {
    const { kind, skip = 0 } = table;
    this.text = optionNames(table.text);
    this.paths = optionNames(table.paths);
    this.rule = rules[kind];
    this.isRemote = elsewhereFor(program);
    this.isSubcommand = kind === 'commands';
    this.isNamed = kind === 'targets' && table.handsRest !== undefined;
    this.skipped = this.isGiven(table.skipUnless) ? skip : 0;
    this.taken = this.isGiven(table.mostUnless) ? Number.NEGATIVE_INFINITY : 0;
  }

  read(): Operand[] {
    for (; this.i < this.args.length; this.i++) {
      const value = this.args[this.i]!;
      if (value.text === '--' && !this.ended) this.end();
      // What is not known could be an option, or several words with a path among them.
      else if (this.isOpen(value)) this.add(value, 'plain');
      else if (isOption(value.text) && !this.ended) this.option(value);
      else this.word(value);
    }
    if (this.isTest)
      // `a -nt b`
      for (const [i, { text }] of this.args.entries())
        if (/^-(nt|ot|ef)$/.test(text) && this.args[i - 1]) this.found.push({ value: this.args[i - 1]!, rule: 'sure' });
    return this.found;
  }

  private get isTest(): boolean {
    return this.program === 'test' || this.program === '[';
  }

  private add(value: Value | undefined, rule: PathRule): void {
    if (value) this.found.push({ value, rule, isOption: true });
  }

  private isGiven(options: string | undefined): boolean {
    const close = this.args.findIndex(({ text }) => text === '--');
    const all = this.args.slice(0, close < 0 ? undefined : close).map(({ text }) => text);
    const isIt = (one: string, option: string) =>
      one === option ||
      one.startsWith(`${option}=`) ||
      (/^-\w$/.test(option) && new RegExp(`^-\\w*${option[1]}`).test(one) && !this.table.whole?.test(one));
    return optionNames(options).some((option) => all.some((one) => isIt(one, option)));
  }

  private isOpen({ dynamic, many, pieces }: Value): boolean {
    if (!dynamic) return false;
    return isText(this.table.kind) ? this.isTest && many === true : pieces?.[0] === null || many === true;
  }

  private end(): void {
    this.ended = true;
    if (this.program === 'git') this.rule = 'sure';
    // What stands behind is for what it runs.
    else if (this.rule === 'rooted') this.rule = 'near';
  }

  private option(value: Value): void {
    const { table, text, paths } = this;
    const one = value.text;
    if (table.whole?.test(one)) return;
    if (optionNames(table.pairs).includes(one)) this.i += 2;
    else if (optionNames(table.pathPairs).includes(one)) {
      this.i += 2;
      this.add(this.args[this.i], 'sure');
    } else if (one.includes('=')) this.assigned(value);
    else if (text.includes(one) || this.takesText(one)) this.textOf(this.args[++this.i]);
    else if (paths.includes(one) || optionNames(table.base).includes(one)) this.add(this.args[++this.i], 'sure');
    else if (table.attached && this.attachedAt(one) > 0) this.add(behind(value, this.attachedAt(one)), 'sure');
    else if (!text.includes(one.slice(0, 2)) || one.startsWith('--') || (table.at && one[2] === '@')) this.add(value, 'plain');
  }

  /** `--name=value` */
  private assigned(value: Value): void {
    const name = value.text.split('=')[0]!;
    const given = value.text.slice(name.length + 1);
    const takesText = this.text.includes(name) || this.text.includes(`${name}=`);
    if (takesText && !(this.table.at && given.startsWith('@')) && !formatFile.test(given)) return;
    this.add(value, this.paths.includes(name) ? 'sure' : 'plain');
  }

  private textOf(next: Value | undefined): void {
    if (next?.many || (next && (formatFile.test(next.text) || (this.table.at && next.text.startsWith('@')))))
      this.add(next, 'plain');
  }

  /** `-ne TEXT`: none of the letters in front takes what is left of the word, and what looks like an option is one. */
  private takesText(bundle: string): boolean {
    const { text, paths } = this;
    return (
      !this.table.words &&
      text.some((flag) => endsBundle(bundle, flag)) &&
      ![...bundle.slice(1, -1)].some((one) => [...text, ...paths].includes(`-${one}`)) &&
      !isOption(this.args[this.i + 1]?.text ?? '-')
    );
  }

  /** Where in a bundle of short options a path is attached to one of them: `-kLso.npmrc`. */
  private attachedAt(bundle: string): number {
    const letters = /^-(\w+)/.exec(bundle)?.[1] ?? '';
    const at = [...letters].findIndex((letter) => this.text.includes(`-${letter}`) || this.paths.includes(`-${letter}`));
    return at >= 0 && at + 2 < bundle.length && this.paths.includes(`-${letters[at]}`) ? at + 2 : 0;
  }

  private word(value: Value): void {
    const { program, table } = this;
    const one = value.text;
    // `tar xzf x.tgz`: flags without a dash.
    if (this.i === 0 && program === 'tar' && /^[A-Za-z]+$/.test(one)) return;
    if (table.kind === 'none' || table.labels?.test(one)) return;
    if (this.isSubcommand && !/[\\/~]|^\.|\.\w+$/.test(one)) this.subcommand(one);
    else if (this.isNamed && !this.ended) {
      this.isNamed = false;
      this.found.push({ value, rule: this.rule });
      this.rule = 'near';
    } else this.operand(value);
  }

  private subcommand(name: string): void {
    const { table } = this;
    if (optionNames(table.files).includes(name)) this.rule = 'sure';
    if (optionNames(table.never).includes(name)) this.rule = 'rooted';
    if (optionNames(table.hands).includes(name)) this.rule = 'near';
    this.isNamed = optionNames(table.handsRest).includes(name);
    const own = table.sub && Object.hasOwn(table.sub, name) ? table.sub[name] : undefined;
    const gone = [...optionNames(table.before), ...optionNames(own?.paths)];
    this.text = [...this.text.filter((option) => !gone.includes(option)), ...optionNames(own?.text)];
    this.paths = [...this.paths, ...optionNames(own?.paths)];
    this.isSubcommand = optionNames(table.groups).includes(name);
    if (!this.isSubcommand) this.isRemote = elsewhereFor(this.program, name);
  }

  private operand(value: Value): void {
    const { table, rule } = this;
    const { kind, skip = 0, most = Number.POSITIVE_INFINITY } = table;
    if (this.skipped < skip) {
      if (optionNames(table.verbs).includes(value.text)) return;
      this.skipped++;
      // A glob that stands there may find more than that one word.
      if ((table.skippedMayBe || value.glob !== undefined) && !value.dynamic) this.found.push({ value, rule: 'there' });
    } else if (this.taken < most && !this.isRemote?.(value)) {
      this.taken++;
      // Behind `--` a dash begins a name.
      const isDashed = this.ended && rule === 'sure' && isOption(value.text);
      if (!(isText(kind) && value.dynamic)) this.found.push({ value: isDashed ? inFolder(literal('.'), value) : value, rule });
    }
  }
}
