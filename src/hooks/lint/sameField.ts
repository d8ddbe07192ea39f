/** Two hooks that write one field at one priority: which of them wins hangs on the names of their files. */
import { posix } from 'node:path';
import type ts from 'typescript';
import { matchesWildcard } from '../../shared/basics/wildcards';
import { eventAliases, fieldsThat } from '../../shared/hooks/points';
import type { FoundDefinition, HookSource } from './definitions';
import { decisionIn } from './lostDecisions';
import { numberIn } from './numbers';
import type { Report } from './rule';

interface Writer {
  file: HookSource;
  definition: FoundDefinition;
  /** `input.timeout`, `output`. */
  field: string;
  node: ts.Node;
  /** It reads the value that it replaces: it makes more of what others wrote. */
  reads: boolean;
  events: string[];
  tools?: string[];
  match?: string;
  agents?: string;
  /** Whose own hook it is. */
  owner?: string;
  /** The calls of `group` that it is a member of. */
  groups: readonly ts.Node[];
  priority: number;
}

/** Fields that hooks add to, each its part. */
const added: ReadonlySet<string> = new Set([...fieldsThat('adds'), 'metadata', 'action']);
const merged = fieldsThat('merges');

/** Of all files, in the order in which they run. */
export function sameField(files: readonly HookSource[], reportOf: (file: HookSource) => Report): void {
  const writers = files.flatMap((file) => file.definitions.flatMap((definition) => writersOf(file, definition)));
  for (const [index, later] of writers.entries()) {
    if (later.reads) continue;
    const earlier = writers.slice(0, index).find((one) => one.definition !== later.definition && meet(one, later));
    if (!earlier) continue;
    const { line } = earlier.file.source.getLineAndCharacterOfPosition(earlier.node.getStart());
    const where = `${toldApart(earlier.file.source.fileName, later.file.source.fileName)}:${line + 1}`;
    reportOf(later.file)(
      'same-field',
      'warning',
      later.node,
      `${later.field} is written at ${where} too, at the same priority: the order of files and lines decides whose value stays; give one of them another priority`,
    );
  }
}

/** By its name; another file of that name has another folder, from which on both differ. */
function toldApart(path: string, other: string): string {
  const name = posix.basename(path);
  if (path === other || name !== posix.basename(other)) return name;
  const [parts, others] = [path.split('/'), other.split('/')];
  return parts.slice(parts.findIndex((part, index) => part !== others[index])).join('/');
}

/** Both may run on one event, in an order that nobody wrote down, as a group does. Other patterns are taken for other calls. */
function meet(a: Writer, b: Writer): boolean {
  return (
    a.field === b.field &&
    a.priority === b.priority &&
    a.events.some((event) => b.events.includes(event)) &&
    (!a.tools ||
      !b.tools ||
      a.tools.some((one) => b.tools!.some((other) => matchesWildcard(one, other, true) || matchesWildcard(other, one, true)))) &&
    (a.match === undefined || b.match === undefined || a.match === b.match) &&
    (a.agents === undefined || b.agents === undefined || a.agents === b.agents) &&
    (a.owner === undefined || b.owner === undefined || a.owner === b.owner) &&
    !a.groups.some((one) => b.groups.includes(one))
  );
}

function writersOf(file: HookSource, definition: FoundDefinition): Writer[] {
  const { maker, events, options, handler } = definition;
  if (maker !== 'hook' || !events || !handler) return [];
  const { compiler } = file;
  const patches: ts.ObjectLiteralExpression[] = [];
  // One without `tools` may look for itself which tool it is, before it changes anything.
  const isForAny = (node: ts.Node) => file.property(options, 'tools') !== undefined || !looksForTool(file, node, handler);
  file.each(handler, (node) => {
    if (compiler.isCallExpression(node) && decisionIn(file, node) === 'modify') {
      const patch = file.object(node.arguments[0]);
      if (patch && isForAny(node)) patches.push(patch);
    } else if (
      compiler.isObjectLiteralExpression(node) &&
      file.words(file.property(node, 'action'))?.[0]?.text === 'modify' &&
      isForAny(node)
    )
      patches.push(node);
  });
  const priority = numberIn(file, file.property(options, 'priority'));
  if (priority === undefined) return [];
  const isOff =
    file.property(options, 'enabled')?.getText() === 'false' || file.property(options, 'shadow')?.getText() === 'true';
  if (isOff) return [];
  const facts = {
    ...{ file, definition, priority },
    events: events.map(({ text }) => eventAliases.get(text) ?? text),
    tools: file.words(file.property(options, 'tools'))?.map(({ text }) => text),
    match: file.property(options, 'match')?.getText(),
    agents: file.property(options, 'agents')?.getText(),
    owner: /\/\.hooksmith\/agents\/([^/]+)\/hooks\//.exec(file.source.fileName)?.[1],
    groups: file.definitions
      .filter((one) => one.maker === 'group' && membersOf(file, one).includes(definition.call))
      .map(({ call }) => call),
  };
  const seen = new Set<string>();
  return patches.flatMap((patch) =>
    fieldsOf(file, patch).flatMap(({ field, node }) => {
      if (seen.has(field)) return [];
      seen.add(field);
      return [{ ...facts, field, node, reads: reads(file, handler, field) }];
    }),
  );
}

const membersOf = (file: HookSource, { call }: FoundDefinition): ts.Node[] => call.arguments.map((one) => file.resolved(one));

/** It stands in a branch that the tool's name is asked for. */
function looksForTool({ compiler }: HookSource, made: ts.Node, handler: ts.Node): boolean {
  for (let at = made; at !== handler; at = at.parent) {
    const { parent } = at;
    const asked = compiler.isIfStatement(parent)
      ? parent.expression
      : compiler.isConditionalExpression(parent)
        ? parent.condition
        : undefined;
    if (asked && asked !== at && asked.getText().includes('toolName')) return true;
  }
  return false;
}

function fieldsOf(file: HookSource, patch: ts.ObjectLiteralExpression): { field: string; node: ts.Node }[] {
  return patch.properties.flatMap((property) => {
    const name = file.nameOf(property);
    if (name === undefined || added.has(name)) return [];
    const inner = merged.has(name) ? file.object(file.property(patch, name)) : undefined;
    if (!inner) return [{ field: name, node: property as ts.Node }];
    return inner.properties.flatMap((one) => {
      const key = file.nameOf(one);
      return key === undefined ? [] : [{ field: `${name}.${key}`, node: one as ts.Node }];
    });
  });
}

/** `ctx.input.timeout`, `ctx.output`, or the same taken apart by name. */
function reads(file: HookSource, handler: ts.Node, field: string): boolean {
  const last = field.split('.').at(-1)!;
  const { compiler } = file;
  let found = false;
  file.each(handler, (node) => {
    if (
      compiler.isPropertyAccessExpression(node) &&
      (node.name.text === last || (field === 'text' && node.name.text === 'message'))
    )
      found = true;
    if (compiler.isBindingElement(node) && (node.propertyName ?? node.name).getText() === last) found = true;
  });
  return found;
}
