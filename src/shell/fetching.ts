/** What comes here from elsewhere: copies out of hosts, clouds and containers, clones and checkouts. Pure. */
import { type Fetch, fetchers } from './programs/fetchers';
import { literal, type Value } from './words';
import { behind } from './wrapperWords';
import { any, first, isContents, isRemote, type WriteEffect, wordsOf } from './writeEffects';

const isElsewhere = ({ text }: Value): boolean => /^[a-z][\w+.-]*:\/\//i.test(text) || isRemote(text);
const noFolder = (text: string) => /^-$|(^|\/)\.{0,2}\/?$/.test(text);

/** The word without the host in front: `host:a`, `me@[::1]:a`, `host::module/a`, `rsync://host/a`. */
export function withoutHost(source: Value): Value {
  const [host] = /^(?:[\w.@-]+|[\w.@-]*\[[^\]]*\]):{1,2}|^[a-z][\w+.-]*:\/\/[^/]*\//i.exec(source.text) ?? [];
  return host === undefined ? source : behind(source, host.length);
}

/** The last name of a path or an address, as far as it is known. */
export function lastName(source: Value): Value {
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
  return sources.map((source): WriteEffect => {
    const own = withoutHost(source);
    const isOpen =
      isAll || own.dynamic || own.isHole || /[*?[{\s]/.test(own.text) || isContents(own.text, true) || own.text === '';
    return isOpen ? { kind: 'anything', folder } : { kind: 'into', folder, sources: [literal(lastName(own).text)] };
  });
}

/** The folder that a clone makes. */
export function clonedTo(source: Value | undefined, target: Value | undefined, ending = /$^/): WriteEffect[] {
  if (target) return [{ kind: 'anything', folder: target }];
  if (!source) return [];
  const name = lastName({ ...source, text: source.text.replace(/\/+$/, '').replace(/\/+\.git$/, '') });
  if (name.dynamic) return [{ kind: 'anything', folder: name }];
  return [{ kind: 'file', path: name.text.replace(ending, '') || '.', isTree: true }];
}

const named = ({ verb }: Fetch, operands: readonly Value[]): boolean =>
  verb === '' || verb.split(' ').every((words, i) => words.split('|').includes(operands[i]?.text ?? ''));

export function fetched(program: string, args: readonly Value[]): WriteEffect[] {
  const fetcher = fetchers.get(program);
  if (!fetcher || args.some(({ text }) => /^--?(help|version)$/.test(text))) return [];
  // What stands behind is another program's.
  const end = program === 'gh' || program === 'glab' ? args.findIndex(({ text }) => text === '--') : -1;
  const { options, operands } = wordsOf(end < 0 ? args : args.slice(0, end), fetcher.valued ?? '');
  const fetch = fetcher.fetches.find((one) => named(one, operands));
  if (!fetch) return [];
  const rest = operands.slice(fetch.verb === '' ? 0 : fetch.verb.split(' ').length);
  const given = first(options, ...(fetch.folder?.split(' ') ?? []));
  if (fetch.how === 'here') return [{ kind: 'anything', folder: given ?? (fetch.at === undefined ? undefined : rest[fetch.at]) }];
  if (fetch.how === 'clone') {
    // Several may be checked out at once, into a folder behind them all.
    const targets = rest.slice(1).filter((one) => one.dynamic || !isElsewhere(one));
    return targets.length > 0 ? clonedTo(rest[0], targets.at(-1)) : rest.flatMap((one) => clonedTo(one, undefined));
  }
  const target = rest.length > 1 ? rest.at(-1)! : undefined;
  if (!target || target.text === '-' || (isElsewhere(target) && !target.dynamic)) return [];
  const isAll = fetch.all === true || (fetch.all !== undefined && any(options, ...fetch.all.split(' ')));
  // Its words are no paths to who reads them for it.
  const at: WriteEffect[] = target.dynamic || noFolder(target.text) ? [] : [{ kind: 'file', path: target.text, isTree: true }];
  return [...at, ...copiedHere(rest.slice(0, -1), target, isAll)];
}
