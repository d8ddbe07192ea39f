/** Changes of an agent's configuration file: our entries in or out, all else as it is, to the byte. */
import { isDeepStrictEqual } from 'node:util';
import {
  findNodeAtLocation,
  type JSONPath,
  type Node,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
  stripComments,
} from 'jsonc-parser';
import { handlersOf, isGateHandler } from '../../protocols/gateHandler';
import type { AgentName } from '../../protocols/protocol';
import { isObject, type JsonObject } from '../../shared/basics/json';
import type { AgentConfig, ConfigEntry } from './agentConfigs';

/** Before the text in some editors' files: no part of the JSON, and kept as it is. */
const mark = '\uFEFF';

/** Throws where the text is no JSON with comments, or its hooks are none. */
export function guarded(agent: AgentName, text: string | undefined, config: AgentConfig): string {
  if (text?.startsWith(mark)) return mark + guarded(agent, text.slice(1), config);
  const { entries, version } = config;
  const wanted: JsonObject = { ...(version === undefined ? {} : { version }), hooks: {} };
  if (text === undefined || stripComments(text).trim() === '') {
    const hooks: Record<string, JsonObject[]> = {};
    for (const { event, entry } of entries) hooks[event] = [entry];
    return behindComments(text ?? '', `${JSON.stringify({ ...wanted, hooks } satisfies JsonObject, null, 2)}\n`);
  }
  if (isAsWanted(agent, parsed(text).hooks, entries)) return text;
  let after = unguarded(agent, text);
  const { hooks, ...rest } = parsed(after);
  if (hooks !== undefined && !isObject(hooks)) throw new Error('its hooks are no object');
  if (hooks === undefined) after = inserted(after, [], {}, 'hooks');
  for (const { event, entry } of [...entries].reverse()) {
    const there = (hooks as JsonObject | undefined)?.[event];
    if (there !== undefined && !Array.isArray(there)) throw new Error(`its hooks of ${event} are no list`);
    after = there === undefined ? inserted(after, ['hooks'], [entry], event) : inserted(after, ['hooks', event], entry);
  }
  return version !== undefined && rest.version === undefined ? inserted(after, [], version, 'version') : after;
}

/** A file may hold nothing else. Throws where one of them does not end. */
function behindComments(comments: string, json: string): string {
  if (comments.trim() === '') return json;
  const eol = comments.includes('\r\n') ? '\r\n' : '\n';
  const text = comments + (comments.endsWith('\n') ? '' : eol) + json.replaceAll('\n', eol);
  parsed(text);
  return text;
}

/** Ours are there already, and no others of ours. */
function isAsWanted(agent: AgentName, hooks: unknown, entries: readonly ConfigEntry[]): boolean {
  if (!isObject(hooks)) return false;
  const there = Object.entries(hooks).flatMap(([event, list]) =>
    Array.isArray(list) ? list.filter(isObject).map((entry): ConfigEntry => ({ event, entry })) : [],
  );
  const ours = there.flatMap((one) => oursAlone(agent, one));
  const inOrder = (list: readonly ConfigEntry[]) => [...list].sort((a, b) => (a.event < b.event ? -1 : 1));
  return isDeepStrictEqual(inOrder(ours), inOrder(entries));
}

/** As we write them: others may have put handlers of theirs beside one. */
function oursAlone(agent: AgentName, { event, entry }: ConfigEntry): ConfigEntry[] {
  const ours = handlersOf(entry).filter((handler) => isGateHandler(agent, handler));
  return ours.map((handler) => ({ event, entry: Array.isArray(entry.hooks) ? { ...entry, hooks: [handler] } : entry }));
}

/** Without our handlers, and without what only they needed. */
export function unguarded(agent: AgentName, text: string): string {
  if (text.startsWith(mark)) return mark + unguarded(agent, text.slice(1));
  let after = text;
  const { hooks } = parsed(after);
  if (!isObject(hooks)) return text;
  for (const [event, entries] of Object.entries(hooks)) {
    if (!Array.isArray(entries)) continue;
    const ours = entries.flatMap((entry, n) => placesOfOurs(agent, entry).map((place) => [n, ...place]));
    if (ours.length === 0) continue;
    const isAll = ours.length === entries.length && ours.every((place) => place.length === 1);
    if (isAll && isPlain(after, ['hooks', event])) after = without(after, ['hooks', event]);
    else for (const place of ours.reverse()) after = without(after, ['hooks', event, ...place]);
  }
  const left = parsed(after).hooks;
  const isEmpty = after !== text && isObject(left) && Object.keys(left).length === 0;
  return isEmpty && isPlain(after, ['hooks']) ? without(after, ['hooks']) : after;
}

/** Where ours stand in an entry; the entry itself where it holds nothing of others. */
function placesOfOurs(agent: AgentName, entry: unknown): JSONPath[] {
  if (!isObject(entry)) return [];
  const handlers = handlersOf(entry);
  const ours = handlers.flatMap((handler, n) => (isGateHandler(agent, handler) ? [n] : []));
  if (ours.length === 0) return [];
  return ours.length === handlers.length ? [[]] : ours.map((n) => ['hooks', n]);
}

/** Of each of ours that stands there. */
export function ourHandlers(agent: AgentName, text: string): JsonObject[] {
  const { hooks } = parsed(text.startsWith(mark) ? text.slice(1) : text);
  const entries = isObject(hooks) ? Object.values(hooks).flat().filter(isObject) : [];
  return entries.flatMap(handlersOf).filter((one): one is JsonObject => isGateHandler(agent, one));
}

/** True where something there is ours. */
export function isGuarded(agent: AgentName, text: string | undefined): boolean {
  try {
    return text !== undefined && unguarded(agent, text) !== text;
  } catch {
    return false;
  }
}

function parsed(text: string): JsonObject {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) {
    const line = text.slice(0, first.offset).split('\n').length;
    throw new Error(`it cannot be read: ${printParseErrorCode(first.error)} in line ${line}`);
  }
  if (!isObject(value)) throw new Error('it is no JSON object');
  const root = parseTree(text, [], { allowTrailingComma: true });
  const events = root && findNodeAtLocation(root, ['hooks']);
  const entries = (events?.children ?? []).flatMap(({ children }) => children?.[1]?.children ?? []);
  const twiceInEntry = entries.map((entry) => twiceIn(entry, ['hooks'])).find((name) => name !== undefined);
  const twice = twiceIn(root, ['hooks', 'version']) ?? twiceIn(events) ?? twiceInEntry;
  if (twice !== undefined) throw new Error(`it has ${JSON.stringify(twice)} twice, and agents see one of them alone`);
  return value;
}

/** A name that stands twice: what is put into one of the two may never be read. */
function twiceIn(node: Node | undefined, ofInterest?: readonly string[]): string | undefined {
  const names = (node?.children ?? []).flatMap(({ type, children }) =>
    type === 'property' ? [String(children?.[0]?.value)] : [],
  );
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size && ofInterest?.includes(name) !== false);
}

function nodeAt(text: string, path: JSONPath): Node {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const node = root && findNodeAtLocation(root, path);
  if (!node) throw new Error(`there is no ${path.join('.')}`);
  return node;
}

/** A comment ends where it first may: what stands between two of them is none. */
const restOfLine = /^[ \t]*(\/\/[^\r\n]*|\/\*((?!\*\/)[^\n])*\*\/[ \t]*)?(?=\r?\n)/;
const upToComma = /^(\s|\/\/[^\n]*\n|\/\*((?!\*\/)[\s\S])*\*\/)*,/;

/** One insertion, at the start of the list or object: not a byte of what is there changes. */
function inserted(text: string, path: JSONPath, value: unknown, key?: string): string {
  const { offset, children = [] } = nodeAt(text, path);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  const first = children[0];
  const own = first && /\n([ \t]*)$/.exec(text.slice(0, first.offset))?.[1];
  const outer = /(?:^|\n)([ \t]*)[^\n]*$/.exec(text.slice(0, offset))?.[1] ?? '';
  const indent = own ?? outer + unit;
  const said = (key === undefined ? '' : `${JSON.stringify(key)}: `) + JSON.stringify(value, null, unit);
  const start = offset + 1;
  // What is said of the line that it opens in stays there; and blanks before what stands in it.
  const at = start + (restOfLine.exec(text.slice(start)) ?? /^[ \t]*/.exec(text.slice(start)))![0].length;
  const end = first ? ',' : /^\s*\n/.test(text.slice(at)) ? '' : eol + outer;
  const rest = first && !/^\s*\n/.test(text.slice(at)) ? eol + indent : '';
  const lines = said.split('\n').join(eol + indent);
  return text.slice(0, at) + eol + indent + lines + end + rest + text.slice(at);
}

/** Without the element, its comma and its line. */
function without(text: string, path: JSONPath): string {
  const found = nodeAt(text, path);
  const node = found.parent?.type === 'property' ? found.parent : found;
  const siblings = node.parent?.children ?? [];
  const before = siblings[siblings.indexOf(node) - 1];
  const end = node.offset + node.length;
  const [upTo] = upToComma.exec(text.slice(end)) ?? [];
  // What others have said of it stays.
  const said = upTo === undefined || upTo.trim() === ',' ? '' : upTo.slice(0, -1);
  const rest = said + text.slice(end + (upTo?.length ?? 0));
  // The line before it may end in a comment, which is to end there.
  const isLast = /^[ \t]*\r?\n/.test(rest);
  const line = isLast ? /(\r?\n)?[ \t]*$/ : /[ \t]*$/;
  const cut = text.slice(0, node.offset - line.exec(text.slice(0, node.offset))![0].length) + rest;
  if (upTo !== undefined || !before) return cut;
  const own = before.offset + before.length;
  const at = own + (upToComma.exec(cut.slice(own))?.[0].length ?? 1) - 1;
  return cut.slice(0, at) + cut.slice(at + 1);
}

/** Nobody has said anything in the member. */
function isPlain(text: string, path: JSONPath): boolean {
  const { offset, length } = nodeAt(text, path).parent!;
  const own = text.slice(offset, offset + length);
  return stripComments(own) === own;
}
