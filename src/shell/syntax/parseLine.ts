/**
 * The parser, and what it passes over: behind the name of a command a parenthesis that begins no function, which no shell takes; and that the end of a pipe
 * belongs to the word which it touches.
 */
import { type Command, forEachChild, parse, type SyntaxNode, type Word } from 'unbash';

type Script = ReturnType<typeof parse>;

const blanks = String.raw`(?:[ \t]|\\\n)*`;
/** Few lines hold one, and only those are gone through. */
const maybeStray = new RegExp(String.raw`[^\s;&|()<>$=]${blanks}\(`);
const opensNext = new RegExp(String.raw`${blanks}\(`, 'y');

/** `--file=<(…)` */
const touchesPipe = /[^\s;&|(<>][<>]\(|[<>]\(.*\)[^\s;&|()<>]/s;

export function parseLine(line: string): Script {
  const script = parse(line);
  if (touchesPipe.test(line)) joinPipes(script as unknown as SyntaxNode);
  if (script.errors?.length || !maybeStray.test(line)) return script;
  const pos = strayIn(script as unknown as SyntaxNode, line);
  return pos === undefined ? script : Object.assign(script, { errors: [{ message: "unexpected token '('", pos }] });
}

function strayIn(node: SyntaxNode, line: string): number | undefined {
  if (node.type === 'Command' && node.name) {
    const { end, pos, text } = node.name;
    opensNext.lastIndex = end;
    // In backticks within backticks places are those of another text.
    if (line.slice(pos, end) === text && opensNext.test(line)) return opensNext.lastIndex - 1;
  }
  let found: number | undefined;
  forEachChild(node, (child) => {
    found ??= strayIn(child, line);
  });
  return found;
}

const isPipe = ({ parts }: Word): boolean => parts?.some(({ type }) => type === 'ProcessSubstitution') === true;
const partsOf = ({ parts, pos, end, value, text }: Word): NonNullable<Word['parts']> =>
  parts?.length ? parts : [{ type: 'Literal', pos, end, value, text }];

/** One word where the end of one is where the other begins. */
function joined(word: Word, next: Word): Word | undefined {
  if (word.end !== next.pos || !(isPipe(word) || isPipe(next))) return undefined;
  return {
    type: 'Word',
    text: word.text + next.text,
    value: word.value + next.value,
    pos: word.pos,
    end: next.end,
    parts: [...partsOf(word), ...partsOf(next)],
  };
}

function joinPipes(node: SyntaxNode): void {
  if (node.type === 'Command') {
    const command = node as { -readonly [K in keyof Command]: Command[K] };
    const items: (typeof command.suffix)[number][] = [];
    for (const item of command.suffix) {
      const last = items.length > 0 ? items.at(-1) : command.name;
      const whole = item.type === 'Word' && last?.type === 'Word' ? joined(last, item) : undefined;
      if (!whole) items.push(item);
      else if (items.length > 0) items[items.length - 1] = whole;
      else command.name = whole;
    }
    command.suffix = items;
  }
  forEachChild(node, joinPipes);
}
