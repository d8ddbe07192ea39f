/** Lines of `sh` blocks: what each runs. */
import { parse } from 'yaml';
import type { Block } from './blocks';

/** Of other programs, these are known; a page that names another one is asked why. */
const others = new Set(['git', 'apt-get', 'cd', 'mkdir', 'cp', 'code', 'npx', 'npm']);

export interface Line {
  text: string;
  /** The words after `hooksmith`, where that is what it runs. */
  hooksmith?: string[];
  /** The script of package.json that it runs. */
  script?: string;
}

/** Quotes are taken away, nothing is put in a variable's place. */
const words = (text: string) =>
  [...text.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]+)/g)].map(([, single, double, bare]) => single ?? double ?? bare!);

/** Throws where it runs what nobody knows. */
export function readLine(text: string): Line {
  const [first = '', ...rest] = words(text);
  if (first === 'hooksmith') return { text, hooksmith: rest };
  if (first === 'npx' && rest[0] === 'hooksmith') return { text, hooksmith: rest.slice(1) };
  if (first === 'npm' && rest[0] === 'run') return { text, script: rest[1]! };
  if (first === 'npm' && (rest[0] === 'start' || rest[0] === 'test')) return { text, script: rest[0] };
  if (!others.has(first)) throw new Error(`what is ${first}, in '${text}'? test/docs/shellLines.ts does not know it`);
  return { text };
}

/** Comments left out, joined where a line goes on, and parted where one runs several. */
export const commandsIn = (text: string): string[] =>
  text
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .flatMap((line) => line.split(/\s+&&\s+/))
    .filter((line) => line !== '');

interface Workflow {
  jobs: Record<string, { steps: { run?: string }[] }>;
}
/** What its page shows that a block's last command prints: the next block, where a line that ends in a colon leads to it. */
export function shownOutput(block: Block, next: Block | undefined, text: string): string | undefined {
  if (next?.language !== 'text') return undefined;
  const between = text.split('\n').slice(block.line + block.text.split('\n').length + 1, next.line - 1);
  return between.join('\n').trimEnd().endsWith(':') && between.filter((line) => line !== '').length === 1 ? next.text : undefined;
}

/** The commands of a block: of a shell's lines, or of a workflow's steps. */
export function linesOf({ language, text }: Block): Line[] {
  if (language === 'sh') return commandsIn(text).map(readLine);
  if (language !== 'yaml') return [];
  const { jobs = {} } = parse(text) as Partial<Workflow>;
  const runs = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => (run ? [run] : [])));
  return runs.flatMap(commandsIn).map(readLine);
}
