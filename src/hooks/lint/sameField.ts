/** Two hooks that write one field at one priority: which of them wins hangs on the names of their files. */
import { basename } from 'node:path';
import type ts from 'typescript';
import { eventAliases, fieldsThat } from '../../shared/points';
import { matchesWildcard } from '../../shared/wildcards';
import type { Definition, HookFile } from './definitions';
import { numberIn } from './numbers';
import type { Report } from './rule';

interface Writer {
  file: HookFile;
  definition: Definition;
  /** `input.timeout`, `output`. */
  field: string;
  node: ts.Node;
  /** It reads the value that it replaces: it makes more of what others wrote. */
  reads: boolean;
  events: string[];
  tools?: string[];
  match?: string;
  agents?: string;
  priority: number;
}

/** Fields that hooks add to, each its part. */
const added: ReadonlySet<string> = new Set([...fieldsThat('adds'), 'metadata', 'action']);
const merged = fieldsThat('merges');

/** Of all files, in the order in which they run. */
export function sameField(files: readonly HookFile[], reportOf: (file: HookFile) => Report): void {
  const writers = files.flatMap((file) => file.definitions.flatMap((definition) => writersOf(file, definition)));
  for (const [index, later] of writers.entries()) {
    if (later.reads) continue;
    const earlier = writers.slice(0, index).find((one) => one.definition !== later.definition && meet(one, later));
    if (!earlier) continue;
    const { line } = earlier.file.source.getLineAndCharacterOfPosition(earlier.node.getStart());
    const where = `${basename(earlier.file.source.fileName)}:${line + 1}`;
    reportOf(later.file)(
      'same-field',
      'warning',
      later.node,
      `${later.field} is written at ${where} too, at the same priority: the order of files and lines decides whose value stays; give one of them another priority`,
    );
  }
}

/** Both may run on one event. Other patterns are taken for other calls. */
function meet(a: Writer, b: Writer): boolean {
  return (
    a.field === b.field &&
    a.priority === b.priority &&
    a.events.some((event) => b.events.includes(event)) &&
    (!a.tools ||
      !b.tools ||
      a.tools.some((one) => b.tools!.some((other) => matchesWildcard(one, other, true) || matchesWildcard(other, one, true)))) &&
    (a.match === undefined || b.match === undefined || a.match === b.match) &&
    (a.agents === undefined || b.agents === undefined || a.agents === b.agents)
  );
}

function writersOf(file: HookFile, definition: Definition): Writer[] {
  const { maker, events, options, handler } = definition;
  if (maker !== 'hook' || !events || !handler) return [];
  const { compiler } = file;
  const patches: ts.ObjectLiteralExpression[] = [];
  file.each(handler, (node) => {
    if (
      compiler.isCallExpression(node) &&
      compiler.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'modify'
    ) {
      const patch = file.object(node.arguments[0]);
      if (patch) patches.push(patch);
    } else if (compiler.isObjectLiteralExpression(node) && file.words(file.property(node, 'action'))?.[0]?.text === 'modify')
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

function fieldsOf(file: HookFile, patch: ts.ObjectLiteralExpression): { field: string; node: ts.Node }[] {
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
function reads(file: HookFile, handler: ts.Node, field: string): boolean {
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
