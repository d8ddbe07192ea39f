/** Hooks that come after one that ends the chain whatever happens: their turn never comes. */
import type ts from 'typescript';
import { eventAliases } from '../../shared/points';
import type { Definition, HookFile } from './definitions';
import { decisionIn } from './lostDecisions';
import { numberIn } from './numbers';
import type { Report } from './rule';

interface Placed {
  file: HookFile;
  definition: Definition;
  events: string[];
  tools?: string[];
  priority: number;
}

const enders: ReadonlySet<string> = new Set(['deny', 'stop', 'fail']);
/** With one of these it does not see every call. */
const filters = ['match', 'agents', 'shadow', 'enabled', 'inherit'];

/** Of one file: who switches a tool off by a file of its own means to. */
export function neverReached(file: HookFile, report: Report): void {
  const placed = file.definitions
    .flatMap((definition) => placeOf(file, definition))
    .map((one, index) => ({ ...one, index }))
    .sort((a, b) => b.priority - a.priority || a.index - b.index);
  for (const [index, later] of placed.entries()) {
    const ender = placed.slice(0, index).find((one) => ends(one) && covers(one, later));
    if (!ender) continue;
    const { line } = file.source.getLineAndCharacterOfPosition(ender.definition.call.getStart());
    const why = `the hook in line ${line + 1} comes before it and ends the chain each time`;
    report('never-runs', 'warning', later.definition.call.expression, `this hook never runs: ${why}`);
  }
}

function placeOf(file: HookFile, definition: Definition): Placed[] {
  const { maker, events, options } = definition;
  const priority = numberIn(file, file.property(options, 'priority'));
  if (maker !== 'hook' || !events || priority === undefined) return [];
  const tools = file.property(options, 'tools');
  const named = file.words(tools)?.map(({ text }) => text.toLowerCase());
  if (tools && !named) return [];
  return [{ file, definition, priority, events: events.map(({ text }) => eventAliases.get(text) ?? text), tools: named }];
}

/** Its handler is nothing but a decision that ends the chain. */
function ends({ file, definition: { options, handler } }: Placed): boolean {
  if (!handler?.body || filters.some((name) => file.property(options, name))) return false;
  const { compiler } = file;
  const first = compiler.isBlock(handler.body) ? handler.body.statements[0] : handler.body;
  const value = first && compiler.isReturnStatement(first) ? first.expression : (first as ts.Expression | undefined);
  return value !== undefined && compiler.isExpression(value) && enders.has(decisionIn(file, value) ?? '');
}

const covers = (ender: Placed, later: Placed): boolean =>
  later.events.every((event) => ender.events.includes(event)) &&
  (!ender.tools || later.tools?.every((tool) => ender.tools!.includes(tool)) === true);
