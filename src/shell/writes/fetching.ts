/** What comes here from elsewhere: copies out of hosts, clouds and containers, clones and checkouts. Pure. */

import { decoded } from '../../shared/basics/decoded';
import { isContents, type WriteEffect } from '../files/writeEffects';
import { isElsewhere, withoutHost } from '../paths/hostPaths';
import { creator, type FetchWords, fetchers, gitEnding } from '../programs/fetchers';
import { globalOptions } from '../programs/globalOptions';
import { any, first, wordsOf } from '../syntax/optionWords';
import { literal, type Value } from '../syntax/words';

const noFolder = (text: string) => /^-$|(^|\/)\.{0,2}\/?$/.test(text);

/** The last name of a path or an address, as far as it is known. */
function lastName(source: Value): Value {
  const { text, dynamic, pieces } = source;
  if (!dynamic) return literal(text.replace(/[/\\]+$/, '').replace(/^.*[/:\\]/s, ''));
  const own = [...(pieces ?? [null])];
  const at = own.findLastIndex((piece) => piece !== null && /[/:]/.test(piece.replace(/\/+$/, '')));
  const known = own.slice(Math.max(at, 0));
  if (at >= 0) known[0] = known[0]!.replace(/^.*[/:]/s, '');
  const rest = known.filter((piece) => piece !== '');
  return rest.every((piece) => piece !== null) ? literal(rest.join('')) : { text, dynamic, tilde: false, pieces: rest };
}

/** What is copied from elsewhere into a folder: by its name, or with whatever names it has there. */
export function copiedHere(sources: readonly Value[], folder: Value, isAll: boolean): WriteEffect[] {
  const isOpen = (own: Value) =>
    isAll || own.dynamic || own.isHole || /[*?[{\s]/.test(own.text) || isContents(own.text, true) || own.text === '';
  const words = sources.map(withoutHost);
  const named = words.filter((own) => !isOpen(own));
  return [
    ...(named.length < words.length ? [{ kind: 'anything', folder } as const] : []),
    ...named.map((own): WriteEffect => ({ kind: 'into', folder, sources: [literal(lastName(own).text)] })),
  ];
}

/** The folder that a clone makes, by the last name of what is cloned: git leaves out its ending, and a repository's own folder; others read the name as an address. */
export function clonedTo(source: Value | undefined, target: Value | undefined, ending = /$^/): WriteEffect[] {
  if (target) return [{ kind: 'anything', folder: target }];
  if (!source) return [];
  const text = source.text.replace(/\/+$/, '');
  const isGit = ending === gitEnding;
  const name = lastName({ ...source, text: isGit ? text.replace(/\/+\.git$/, '') : text });
  if (name.dynamic) return [{ kind: 'anything', folder: name }];
  const own = name.text.replace(ending, '') || '.';
  const names = new Set(isGit ? [own] : [own, decoded(own)]);
  return [...names].map((path) => ({ kind: 'file', path, isTree: true }));
}

/** Where the words behind the verb begin; what may be an option's value may stand before it. */
function behindVerb({ verb }: FetchWords, operands: readonly Value[], doubtful: ReadonlySet<Value>): number | undefined {
  let at = 0;
  for (const words of verb === '' ? [] : verb.split(' ')) {
    const isOne = (one: Value) => words.split('|').includes(one.text);
    while (operands[at] && !isOne(operands[at]!) && doubtful.has(operands[at]!)) at++;
    if (!operands[at] || !isOne(operands[at]!)) return undefined;
    at++;
  }
  return at;
}

/** The last of the words, and as long as that may be an option's value the one before it. */
function mayBeLast(words: readonly Value[], doubtful: ReadonlySet<Value>): Value[] {
  const sure = words.findLastIndex((one) => !doubtful.has(one));
  return words.slice(Math.max(sure, 0)).reverse();
}

export function fetched(program: string, args: readonly Value[]): WriteEffect[] {
  const fetcher = fetchers.get(program) ?? (/^create(-\w|$)/.test(program) ? creator : undefined);
  if (!fetcher) return [];
  // What stands behind is another program's.
  const end = program === 'gh' || program === 'glab' ? args.findIndex(({ text }) => text === '--') : -1;
  const own = end < 0 ? args : args.slice(0, end);
  const global = globalOptions.get(program);
  const valued = `${fetcher.valued ?? ''} ${global?.valued ?? ''}`;
  const flags = `${fetcher.flags ?? ''} ${global?.flags ?? ''}`;
  const read = (words: readonly Value[]) => wordsOf(words, valued, { flags });
  const { options, operands, doubtful } = read(own);
  if (any(options, '--help', '--version')) return [];
  for (const fetch of fetcher.fetches) {
    const at = behindVerb(fetch, operands, doubtful);
    if (at === undefined) continue;
    if (fetch.but?.test(operands[at]?.text ?? '') || (fetch.only !== undefined && !any(options, ...fetch.only.split(' '))))
      return [];
    // In front of the verb a letter means another thing.
    const behind = at === 0 ? options : read(own.slice(own.indexOf(operands[at - 1]!) + 1)).options;
    const told = (names: string | undefined) => (names === undefined ? undefined : first(behind, ...names.split(' ')));
    const folder = told(fetch.folder) ?? (fetch.above === undefined ? undefined : above(told(fetch.above)));
    return effectsOf(fetch, options, operands.slice(at), doubtful, folder);
  }
  return [];
}

const above = (folder = literal('.')): Value => (folder.dynamic ? folder : { ...folder, text: `${folder.text}/..` });

function effectsOf(
  { how, at, all, ending, inPlace }: FetchWords,
  options: Map<string, Value[]>,
  words: readonly Value[],
  doubtful: ReadonlySet<Value>,
  given: Value | undefined,
): WriteEffect[] {
  const sure = words.filter((one) => !doubtful.has(one));
  if (how === 'here') {
    if (inPlace !== undefined && any(options, ...inPlace.split(' '))) return [{ kind: 'anything', folder: undefined }];
    if (given) return [{ kind: 'anything', folder: given }];
    const before = words.length - sure.length;
    const folders = at === undefined ? [] : words.slice(at, at + 1 + before);
    return (folders.length === 0 || sure.length <= at! ? [undefined, ...folders] : folders).map((one) => ({
      kind: 'anything',
      folder: one,
    }));
  }
  if (how === 'clone') {
    // Several may be checked out at once, into a folder behind them all.
    const folders = mayBeLast(
      words.slice(1).filter((one) => one.dynamic || !isElsewhere(one)),
      doubtful,
    );
    const sources = folders.some((one) => !doubtful.has(one)) && sure.length > 1 ? [] : words;
    return [
      ...[...folders, ...(given ? [given] : [])].flatMap((one) => clonedTo(undefined, one)),
      ...sources.flatMap((one) => clonedTo(one, undefined, ending)),
    ];
  }
  const isAll = all === true || (all !== undefined && any(options, ...all.split(' ')));
  return mayBeLast(words.slice(1), doubtful).flatMap((target) => {
    if (target.text === '-' || (isElsewhere(target) && !target.dynamic)) return [];
    // Its words are no paths to who reads them for it.
    const isNamed = !target.dynamic && !noFolder(target.text) && !doubtful.has(target);
    const sources = words.filter((one) => one !== target);
    return [
      ...(isNamed ? [{ kind: 'file', path: target.text, isTree: true } as const] : []),
      ...copiedHere(sources, target, isAll),
    ];
  });
}
