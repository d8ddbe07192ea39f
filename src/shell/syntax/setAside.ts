/**
 * Long here-documents in which the shell expands nothing are taken out of a line before it is parsed: they are data for the program that reads them, and cost
 * the parser more than all the rest. Pure.
 */
import { forEachChild, type HereDoc, type SyntaxNode } from 'unbash';
import { parseLine } from './parseLine';

export interface ShortLine {
  script: ReturnType<typeof parseLine>;
  /** What stands in place of each text in the script, and the text. */
  bodies: ReadonlyMap<string, string>;
}

const shortest = 200;
/** What looks like an operator and has no end is looked through to the end of the line. */
const mostOpen = 8;
/** How many names are tried for what stands in place of the texts: each is looked for in all of the line. */
const mostNames = 20;
/** The one operator of its line, and its word. */
const operator = /^[^\n]*?<<(-?)[ \t]*(?:'([^'\n]+)'|"([^"\n$`\\]+)"|\\?([\w.-]+))/;

/** The line without them; undefined where there is none, or it cannot be told for sure what the shell would take for one. */
export function setAside(
  line: string,
  isTooLong: (line: string) => boolean,
  isFree: (name: string) => boolean,
): ShortLine | undefined {
  const bodies = new Map<string, string>();
  let kept = '';
  let at = 0;
  let n = 0;
  let open = 0;
  let prefix: string | undefined;
  while (at < line.length) {
    const end = line.indexOf('\n', at);
    if (end < 0) break;
    const text = line.slice(at, end);
    kept += `${text}\n`;
    at = end + 1;
    const first = text.indexOf('<<');
    if (first < 0 || text.indexOf('<<', first + 1) >= 0) continue;
    const [, tabs, single, double, bare] = operator.exec(text) ?? [];
    const word = single ?? double ?? bare;
    if (word === undefined) continue;
    const close = closing(line, at, word, tabs !== '');
    if (close === undefined) {
      if (++open > mostOpen) return undefined;
      continue;
    }
    const body = line.slice(at, close);
    at = close;
    const isPlain = bare === undefined || text.includes(`\\${bare}`) || !/[$`\\]/.test(body);
    if (!isPlain || body.length < shortest) kept += body;
    else {
      prefix ??= absent(line);
      if (prefix === undefined) return undefined;
      let name: string;
      do name = `${prefix}${++n}`;
      while (!isFree(name));
      bodies.set(name, body);
      kept += `${name}\n`;
    }
  }
  if (bodies.size === 0) return undefined;
  kept += line.slice(at);
  if (isTooLong(kept)) return undefined;
  const script = parseLine(kept);
  return holdsAll(script as unknown as SyntaxNode, bodies) ? { script, bodies } : undefined;
}

/** How no word of the line begins: whatever number stands behind it, the line does not hold that. */
function absent(line: string): string | undefined {
  for (let i = 0; i < mostNames; i++) {
    const prefix = `here-document-${i}-`;
    if (!line.includes(prefix)) return prefix;
  }
  return undefined;
}

/** Where the line begins that ends it. */
function closing(line: string, from: number, word: string, tabs: boolean): number | undefined {
  for (let at = from; at <= line.length; ) {
    const end = line.indexOf('\n', at);
    const stop = end < 0 ? line.length : end;
    let start = at;
    while (tabs && line[start] === '\t') start++;
    if (stop - start === word.length && line.startsWith(word, start)) return at;
    if (end < 0) return undefined;
    at = end + 1;
  }
  return undefined;
}

/** What stands in a text's place is the whole of a here-document, each of them once: so it was one in the line itself. */
function holdsAll(script: SyntaxNode, bodies: ReadonlyMap<string, string>): boolean {
  const found = new Set<string>();
  const look = (node: SyntaxNode): void => {
    if (node.type === 'HereDoc') {
      const name = hereDocName(node);
      const body = bodies.get(name);
      if (body !== undefined && (node.delimiter?.quoted || !/[$`\\]/.test(body))) found.add(name);
    }
    forEachChild(node, look);
  };
  look(script);
  return found.size === bodies.size;
}

export const hereDocName = ({ body }: HereDoc): string => body.text.trim();
