/** Patterns on commands that can never match: they would guard nothing. Pure. */
import { programName } from '../commands/commandReadings';

const never = (pattern: unknown, why: string) => `the pattern ${JSON.stringify(pattern)} can never match: ${why}`;
const joins = (sign: string) => `${sign} joins or redirects commands, and each is compared by itself`;

/** Words of the shell's own grammar, with which no simple command begins. */
const keyword = /^(!|\{|\}|if|then|elif|else|fi|for|while|until|do|done|case|esac)$/;

/** What is wrong with the word that a program would be named by. */
function programProblem(first: string): string | undefined {
  if (/^-/.test(first)) return 'no program begins with a dash, and flags stand behind one';
  if (/['"`]/.test(first)) return 'commands are compared without their quotes';
  if (/^\w+\+?=/.test(first)) return 'what is assigned is no part of a command';
  if (keyword.test(first)) return `${first} is a word of the shell, and the commands around it are compared by themselves`;
  return programName(first) === '' ? 'it names no program' : undefined;
}

/** What is wrong with a pattern, or undefined. Commands are compared one by one, without what joins and redirects them. */
export function patternProblem(pattern: unknown): string | undefined {
  if (typeof pattern !== 'string') return `a pattern on commands is text, not ${JSON.stringify(pattern)}`;
  if (pattern.trim() === '') return never(pattern, 'it is empty');
  // Quotes and brackets are as good as any letter here, so only what stands outside of them is read.
  const bare = pattern.replace(/(['"]).*?\1/gs, 'x').replace(/[*?[\]{}$`'"\\#!~]/g, 'x');
  const sign = /^[&|;()<>]|&&|\|\|?|;|(^|\s)\d*(>>?|<<?<?)|(^|\s)(&(?!&)|[()])|&\s*$/.exec(bare)?.[0].trim();
  if (sign) return never(pattern, joins(sign));
  const wrong = programProblem(pattern.trim().split(/\s+/)[0]!);
  return wrong === undefined ? undefined : never(pattern, wrong);
}

/** Among the words of these, signs of the shell are as good as any: they are handed on, or are a program's own. */
const takesSigns =
  /^(\w*sh|ssh|eval|echo|printf|find|test|\[|expr|[gmn]?awk|sed|[ef]?grep|rg|jq|git|node|python[\d.]*|perl|ruby|php|psql|mysql|sqlite3|xargs|watch|su|sudo|docker|podman|kubectl|tmux)$/;
const operator = /(?:^|\s)(&&|\|\||[;|&]|\d*(?:>>|>|<<<|<<|<)(?:&\d)?|&>)(?=\s|$)|;(?=\s|$)/;
/** Two commands of one program in one pattern: `git push && git pull`. */
const again = (pattern: string, first: string) =>
  pattern.split(/(?:^|\s)(?:&&|\|\||[;|&])\s+|;\s+/).some((part, at) => at > 0 && programName(part.split(/\s/)[0]!) === first);

/** The same for a pattern on the text of a command: no command begins like that. Behind its program stand words, and what was in quotes may be any text. */
export function textPatternProblem(pattern: string): string | undefined {
  if (pattern.trim() === '') return never(pattern, 'it is empty');
  if (/^\s*([&|;<>()]|\d*>)/.test(pattern)) return never(pattern, 'each command is compared by itself, from its program on');
  if (/^\s/.test(pattern)) return never(pattern, 'no command begins with a blank');
  const first = /^[^\s*?]*/.exec(pattern)![0];
  const wrong = first === '' ? undefined : programProblem(first);
  // A wildcard may stand for what makes another program of it.
  const isWhole = /^(\s|$)/.test(pattern.slice(first.length));
  return wrong !== undefined && (isWhole || /^-|['"`]|^\w+\+?=/.test(first)) ? never(pattern, wrong) : undefined;
}

/** What such a pattern can only match in a word in quotes, which is hardly what is meant. */
export function textPatternDoubt(pattern: string): string | undefined {
  const first = programName(/^[^\s*?]*/.exec(pattern)![0]);
  const doubt = (why: string) => `the pattern ${JSON.stringify(pattern)} hardly ever matches: ${why}`;
  const sign = operator.exec(pattern)?.[0].trim();
  if (sign && (!takesSigns.test(first) || again(pattern, first)))
    return doubt(`${joins(sign)}; only a word in quotes could hold it`);
  if (/\S\s{2,}\S/.test(pattern)) return doubt('between the words of a command is one blank');
  if (/\s$/.test(pattern)) return doubt('a command ends with a blank only where an empty word does');
  return /(^|\s)(['"])\S+\2(\s|$)/.test(pattern) ? doubt('commands are compared without their quotes') : undefined;
}
