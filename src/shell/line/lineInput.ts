/** A line as it is parsed, and what its commands are given to read: by redirections, here-documents and pipes. */
import { type Command as CommandNode, forEachChild, type Redirection, type SyntaxNode } from 'unbash';
import { TooMuch } from '../syntax/lineReport';
import { isLiteral } from '../syntax/nodeNames';
import { printed, withEscapes } from '../syntax/parameterText';
import { parseLine } from '../syntax/parseLine';
import { hereDocName, setAside } from '../syntax/setAside';
import { isInput } from '../syntax/shellScript';
import { type Feed, wordsFed } from '../syntax/standardInput';
import { CommandMeaning } from './commandMeaning';

const maxLength = 100_000;
/** With what is set aside. */
const longestData = 4_000_000;
/** The parser takes the square of their number. */
const mostSigns = 12_000;
const mostHeredocs = 50;

const isTooLong = (line: string): boolean =>
  line.length > maxLength ||
  (line.match(/[\s;&|<>()`{}$]/g)?.length ?? 0) > mostSigns ||
  (line.match(/<</g)?.length ?? 0) > mostHeredocs;

/** Programs that write their words. */
const says = /^(?:.*\/)?(echo|printf|yes)$/;
/** What `printf` makes of a number, or a time, is another text. */
const numbers = /%[-+ #0]*[\d*]*(\.[\d*]*)?[^-+ #0\d*.scb%]/;
/** Programs that write what files and hosts hold; with other options some write more. */
const shows = /^(?:.*\/)?(cat|head|tail|[bgx]?zcat|curl|wget)$/;
const showing = /^-(\d+|[nc]\d+|[sSfLkq]+|qO-)$|^--(silent|show-error|fail|location|compressed|quiet)$/;

function isStored({ name, args, redirects }: CommandNode): boolean {
  if (!shows.test(name?.value ?? '')) return false;
  const operands = args
    .map((word) => (word.type === 'Word' && isLiteral(word) ? word.value : '-'))
    .filter((word) => !showing.test(word));
  if (operands.some((word) => word.startsWith('-') || isInput(word))) return false;
  const given = redirects.filter(({ operator }) => operator.startsWith('<'));
  return operands.length > 0 ? given.length === 0 : given.length > 0 && given.every(isText);
}

/** A text of the line, in which the shell fills in nothing. */
const isText = (given: Redirection): boolean =>
  given.type === 'HereDoc'
    ? (given.body.parts ?? []).every(({ type }) => type === 'Literal')
    : given.type === 'HereString' && given.target !== undefined && isLiteral(given.target);

export abstract class LineInput extends CommandMeaning {
  /** Escapes and variables make scripts that are longer than the line; so do texts that are only data. */
  protected parsed(line: string): ReturnType<typeof parseLine> {
    if (!isTooLong(line)) return parseLine(line);
    if (line.length > longestData) throw new TooMuch();
    const { script, bodies } = setAside(line, isTooLong, (name) => !this.bodies.has(name)) ?? {};
    if (!script || !bodies) throw new TooMuch();
    for (const [name, body] of bodies) this.bodies.set(name, body);
    return script;
  }
  /** Here-documents by what stands in their place. */
  private readonly bodies = new Map<string, string>();

  /** What redirections give a command to read. */
  protected feedOf(redirects: readonly Redirection[]): Feed | undefined {
    const last = redirects.filter(({ operator }) => operator.startsWith('<')).at(-1);
    if (!last) return undefined;
    if (last.type === 'HereDoc') {
      const aside = this.bodies.get(hereDocName(last));
      if (aside !== undefined) return { kind: 'text', text: aside };
      return isText(last) ? { kind: 'text', text: last.body.text } : { kind: 'unknown', named: last.body.text };
    }
    const { target, operator } = last;
    if (last.type === 'HereString' && target)
      return isLiteral(target)
        ? { kind: 'text', text: target.value }
        : {
            kind: 'unknown',
            named: this.values(target)
              .map(({ template, text }) => template ?? text)
              .join(' '),
          };
    if (!target) return { kind: 'unknown' };
    // The text of another expansion names the file, not what stands in it.
    if (target.parts?.length && target.parts.every(({ type }) => type === 'ProcessSubstitution'))
      return { kind: 'unknown', named: target.text };
    if (operator !== '<' || /[$`]/.test(target.text)) return { kind: 'unknown' };
    return target.value === '/dev/null' ? { kind: 'nothing' } : { kind: 'file', from: target.value };
  }

  /** Reads a part that may be given input. */
  protected fed(feed: Feed | undefined, read: () => void): void {
    const before = this.feed;
    this.feed = feed ?? before;
    read();
    this.feed = before;
  }

  /** Texts of the line that a command writes to its output. */
  protected textsIn(node: SyntaxNode): readonly string[] {
    this.spend(1 / 16);
    if (node.type === 'Command' && says.test(node.name?.value ?? '')) return this.echoed(node);
    // A group may write what it is given, and words of its own.
    const feed = node.type === 'Redirected' || node.type === 'Command' ? this.feedOf(node.redirects) : undefined;
    const found = feed ? [...wordsFed(feed)] : [];
    if (node.type === 'Command') return found;
    forEachChild(node, (child) => void found.push(...this.textsIn(child)));
    return found;
  }

  /** Whether those are all that it writes: what says its words, and what hands on a text as it is. */
  protected isSaid(node: SyntaxNode): boolean {
    this.spend(1 / 16);
    if (node.type === 'Command') {
      const name = node.name?.value ?? '';
      if (!/^(echo|printf|cat|tee)$/.test(name) || this.isRenamed(name)) return false;
      if (name === 'printf') return !node.args.some(({ text }) => numbers.test(text));
      return name === 'echo' || this.feedOf(node.redirects)?.kind === 'text';
    }
    let isAll = true;
    forEachChild(node, (child) => {
      isAll &&= this.isSaid(child);
    });
    return isAll;
  }

  /** With signs behind a backslash as they stand in its words, and as they are where the shell, or an option, has them mean something. */
  private echoed({ name, args }: CommandNode): string[] {
    const words = args.flatMap((word) =>
      word.type === 'Word' ? this.values(word).map((one) => one.template ?? one.text) : [word.text],
    );
    const isPrintf = /printf$/.test(name!.value);
    const told = words.filter((word, i) => !(isPrintf ? i === 0 && word === '--' : /^-[neE]+$/.test(word)));
    const meant = (text: string) => withEscapes(text.replaceAll('\\n', '\n'));
    const text = isPrintf ? printed(meant(told[0] ?? ''), told.slice(1)) : told.join(' ');
    if (text === undefined) throw new TooMuch();
    this.spend(text.length / 500);
    return [...new Set([meant(text), text])];
  }
}

/** What a command is given by the one before it: that is only known when it runs, but what stands there in words is a word. */
export function pipedFrom(before: SyntaxNode): Feed {
  if (before.type !== 'Command') return { kind: 'unknown', isPipe: true };
  const { name, args } = before as CommandNode;
  if (!says.test(name?.value ?? ''))
    return { kind: 'unknown', isPipe: true, ...(isStored(before as CommandNode) ? { isStored: true } : {}) };
  return { kind: 'unknown', isPipe: true, named: args.map((word) => (word.type === 'Word' ? word.value : word.text)).join(' ') };
}
