/** The parser, and the one thing that it passes over: behind the name of a command a parenthesis that begins no function, which no shell takes. */
import { forEachChild, parse, type SyntaxNode } from 'unbash';

type Script = ReturnType<typeof parse>;

const blanks = String.raw`(?:[ \t]|\\\n)*`;
/** Few lines hold one, and only those are gone through. */
const maybeStray = new RegExp(String.raw`[^\s;&|()<>$=]${blanks}\(`);
const opensNext = new RegExp(String.raw`${blanks}\(`, 'y');

export function parseLine(line: string): Script {
  const script = parse(line);
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
