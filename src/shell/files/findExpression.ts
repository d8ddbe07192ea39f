/** The expression of `find`: which of its actions a path may come to, and what it does not descend into. As far as its words say. Pure. */
import { isOpen, type Value } from '../syntax/words';

/** What a part of the expression may be for a path; both where only the disk knows. */
interface Outcome {
  yes: boolean;
  no: boolean;
}
interface Visit {
  path: string;
  isFolder: boolean;
  /** Whether this part is reached whatever the disk holds. */
  isSure: boolean;
  /** The action is asked of the path. */
  act(at: number): void;
  prune(): void;
}
type Part = (visit: Visit) => Outcome;

const yes: Outcome = { yes: true, no: false };
const no: Outcome = { yes: false, no: true };
const either: Outcome = { yes: true, no: true };
const sure = (holds: boolean): Outcome => (holds ? yes : no);

const executes = /^-(exec|execdir|ok|okdir)$/;
const acts = /^-(delete|ls|print0?|fls|fprint0?|fprintf|printf|exec|execdir|ok|okdir)$/;
const alone =
  /^-(daystart|depth|d|follow|ignore_readdir_race|noignore_readdir_race|noleaf|mount|xdev|warn|nowarn|empty|executable|false|true|nogroup|nouser|readable|writable|delete|ls|print0?|prune|quit|x|X|s|E)$/;
const always =
  /^-(daystart|depth|d|follow|(no)?ignore_readdir_race|noleaf|mount|xdev|warn|nowarn|maxdepth|mindepth|true|regextype)$/;

/** One sign of a pattern: `*`, or what a character must be. */
type Sign = '*' | ((character: string) => boolean);

/** What `fnmatch` takes, where a star crosses slashes; undefined where it is not known. */
function patternOf({ text, dynamic }: Value, ignoresCase: boolean): ((name: string) => boolean) | undefined {
  if (dynamic || /\[[[:=.]|\\$/.test(text)) return undefined;
  const fold = (name: string) => (ignoresCase ? name.toLowerCase() : name);
  const signs: Sign[] = [];
  for (const [sign, escaped, not, set] of text.matchAll(/\\(.)|\[([!^]?)(\]?[^\]]*)\]|./gsu)) {
    if (set === undefined) {
      const literal = fold(escaped ?? sign);
      const isSign = escaped === undefined;
      signs.push(isSign && sign === '*' ? '*' : isSign && sign === '?' ? () => true : (character) => character === literal);
      continue;
    }
    try {
      const among = new RegExp(`^[${not ? '^' : ''}${set.replace(/[\\\]^[]/g, '\\$&')}]$`, ignoresCase ? 'ius' : 'us');
      signs.push((character) => among.test(character));
    } catch {
      return undefined;
    }
  }
  return (name) => matches(signs, [...fold(name)]);
}

/** Only the last star is gone back to, so that no pattern costs more than its length times the name's. */
function matches(signs: readonly Sign[], name: readonly string[]): boolean {
  let [at, star, from] = [0, -1, 0];
  for (let i = 0; i < name.length; ) {
    const sign = signs[at];
    if (sign === '*') [star, from] = [at++, i];
    else if (sign?.(name[i]!)) [at, i] = [at + 1, i + 1];
    else if (star >= 0) [at, i] = [star + 1, ++from];
    else return false;
  }
  return signs.slice(at).every((sign) => sign === '*');
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

function testOf(flag: string, value: Value | undefined): Part {
  if (/^-i?(name|path|wholename)$/.test(flag)) {
    const pattern = value && patternOf(value, flag[1] === 'i');
    const isName = flag.endsWith('name') && !flag.endsWith('wholename');
    return ({ path }) => {
      const matches = pattern?.(isName ? nameOf(path) : path) ?? true;
      // A glob that the shell expands first may come to less.
      return matches && (!pattern || value!.glob !== undefined) ? either : sure(matches);
    };
  }
  if (flag === '-type' && value && !value.dynamic) {
    const types = value.text.split(',');
    return ({ isFolder }) => sure(types.includes(isFolder ? 'd' : 'f') || (!isFolder && types.some((type) => type !== 'd')));
  }
  if (always.test(flag)) return () => yes;
  if (flag === '-false') return () => no;
  return () => either;
}

/** Where the command of `-exec` at `at` ends: at its `;`, at a `+` behind `{}`, or with the words. */
export function endOfAction(words: readonly Value[], at: number): number {
  for (let i = at + 1; i < words.length; i++)
    if (words[i]!.text === ';' || (words[i]!.text === '+' && words[i - 1]!.text === '{}')) return i;
  return words.length;
}

class Unreadable extends Error {}
/** Each path that is found is asked for by every word. */
const mostWords = 500;

/** `or` of `and` of `not` of what stands alone or in brackets. */
class ExpressionReader {
  private at = 0;
  readonly actions: number[] = [];
  constructor(private readonly words: readonly Value[]) {}

  all(): Part {
    const part = this.list();
    if (this.at < this.words.length) throw new Unreadable();
    return part;
  }

  private get sign(): string | undefined {
    const word = this.words[this.at];
    if (word && isOpen(word)) throw new Unreadable();
    return word?.text;
  }

  private list(): Part {
    let part = this.or();
    while (this.sign === ',') {
      this.at++;
      const [before, next] = [part, this.or()];
      part = (visit) => {
        before(visit);
        return next(visit);
      };
    }
    return part;
  }

  private or(): Part {
    const parts = [this.and()];
    while (/^-(o|or)$/.test(this.sign ?? '')) {
      this.at++;
      parts.push(this.and());
    }
    return (visit) => inTurn(parts, visit, 'no');
  }

  private and(): Part {
    const parts = [this.not()];
    while (this.sign !== undefined && !/^(\)|,|-o|-or)$/.test(this.sign)) {
      if (/^-(a|and)$/.test(this.sign)) this.at++;
      parts.push(this.not());
    }
    return (visit) => inTurn(parts, visit, 'yes');
  }

  private not(): Part {
    if (!/^(!|-not)$/.test(this.sign ?? '')) return this.one();
    this.at++;
    const part = this.not();
    return (visit) => {
      const inner = part(visit);
      return { yes: inner.no, no: inner.yes };
    };
  }

  private one(): Part {
    const at = this.at++;
    const flag = this.words[at]?.text;
    if (flag === '(') {
      const inner = this.list();
      if (this.sign !== ')') throw new Unreadable();
      this.at++;
      return inner;
    }
    if (!flag?.startsWith('-')) throw new Unreadable();
    // In BSD's it is a test where a number stands behind it.
    if (flag === '-depth' && /^[+-]?\d+$/.test(this.words[this.at]?.text ?? '')) {
      this.at++;
      return () => either;
    }
    if (executes.test(flag)) this.at = endOfAction(this.words, at) + 1;
    else if (!alone.test(flag)) this.at += flag === '-fprintf' ? 2 : 1;
    if (flag === '-prune')
      return (visit) => {
        if (visit.isSure) visit.prune();
        return yes;
      };
    if (!acts.test(flag)) return testOf(flag, this.words[at + 1]);
    this.actions.push(at);
    return (visit) => {
      visit.act(at);
      return /^-f?(print0?|printf|ls)$/.test(flag) ? yes : either;
    };
  }
}

/** Each part is asked as long as those before it may have come out so. */
function inTurn(parts: readonly Part[], visit: Visit, goesOn: 'yes' | 'no'): Outcome {
  const ends = goesOn === 'yes' ? 'no' : 'yes';
  let { isSure } = visit;
  let mayEnd = false;
  for (const part of parts) {
    const outcome = part({ ...visit, isSure });
    mayEnd ||= outcome[ends];
    if (!outcome[goesOn]) return ends === 'no' ? no : yes;
    isSure &&= !outcome[ends];
  }
  return ends === 'no' ? { yes: true, no: mayEnd } : { yes: mayEnd, no: true };
}

export interface FindExpression {
  /** Whether an action that is asked for may come to the path; `at` is the index of its word, undefined for the printing that goes without saying. */
  covers(path: string, isFolder: boolean, depth: number, isAsked: (at: number | undefined) => boolean): boolean;
  /** Nothing beneath the folder is looked at. */
  leaves(path: string, depth: number): boolean;
}

/** What cannot be read covers everything. */
export function findExpression(words: readonly Value[]): FindExpression {
  const reader = new ExpressionReader(words);
  let part: Part;
  try {
    if (words.length > mostWords) throw new Unreadable();
    part = words.length === 0 ? () => yes : reader.all();
  } catch {
    return { covers: () => true, leaves: () => false };
  }
  const limit = (flag: string, none: number) => {
    const given = words.flatMap(({ text }, i) => (text === flag ? [Number(words[i + 1]?.text)] : []));
    return given.length > 0 && given.every(Number.isInteger) ? given.at(-1)! : none;
  };
  const [most, least] = [limit('-maxdepth', Number.POSITIVE_INFINITY), limit('-mindepth', 0)];
  // What is deleted is gone through from below, so that nothing is left out in time.
  const fromBelow = words.some(({ text }) => /^-(delete|depth|d)$/.test(text));
  const prunes = !fromBelow && words.some(({ text }) => text === '-prune');
  const ignored = { act: () => {}, prune: () => {} };
  return {
    covers(path, isFolder, depth, isAsked) {
      if (depth > most || depth < least) return false;
      let covered = false;
      const act = (at: number) => {
        covered ||= isAsked(at);
      };
      const outcome = part({ ...ignored, path, isFolder, isSure: true, act });
      return reader.actions.length === 0 ? outcome.yes && isAsked(undefined) : covered;
    },
    leaves(path, depth) {
      if (depth >= most) return true;
      let pruned = false;
      const prune = () => {
        pruned = true;
      };
      if (prunes) part({ ...ignored, path, isFolder: true, isSure: depth >= least, prune });
      return pruned;
    },
  };
}

/** The starting points, and files that its tests name; patterns and the words of `-exec` are no paths of its own. */
export function findOperands(args: readonly Value[]): { starts: Value[]; named: Value[] } {
  const expression = args.findIndex(
    ({ text }, i) => /^[-(!]/.test(text) && !/^-([HLP]|D|O\d?)$/.test(text) && args[i - 1]?.text !== '-D',
  );
  const starts = args.slice(0, expression < 0 ? undefined : expression).filter(({ text }) => !/^-/.test(text));
  const named = args.filter((_, i) =>
    /^-(newer\w*|anewer|cnewer|samefile|fprintf|fprint0?|fls|files0-from)$/.test(args[i - 1]?.text ?? ''),
  );
  return { starts, named };
}
