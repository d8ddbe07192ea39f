/** What the agents that are guarded here cannot be told of what a hook does. */
import { titleOf } from '../../protocols';
import { beyond, isUse, type Use } from '../../protocols/beyond';
import type { AgentName } from '../../protocols/protocol';
import { eventAliases } from '../../shared/hooks/points';
import type { FoundDefinition, HookSource } from './definitions';
import type { LintRule } from './rule';

export const otherAgents: LintRule = (file, report, { guarded = [] }) => {
  if (guarded.length === 0) return;
  for (const definition of file.definitions) {
    const events = eventsOf(definition);
    const uses = usesOf(file, definition);
    if (events.length === 0) continue;
    const said = spoken(guarded, events, uses);
    if (said.length > 0) report('other-agent', 'warning', definition.call.expression, said.join('; '));
  }
};

function eventsOf({ maker, events = [] }: FoundDefinition): string[] {
  // What policies judge, wherever it comes up.
  if (maker === 'policy') return ['preToolUse'];
  return maker === 'hook' ? events.map(({ text }) => eventAliases.get(text) ?? text) : [];
}

/** One part for each thing that is lost, with all agents that lose it. */
function spoken(guarded: readonly AgentName[], events: readonly string[], uses: readonly Use[]): string[] {
  const parts = new Map<string, AgentName[]>();
  const add = (part: string, agent: AgentName) => {
    const agents = parts.get(part) ?? [];
    if (!agents.includes(agent)) parts.set(part, [...agents, agent]);
  };
  for (const agent of guarded)
    for (const event of events)
      for (const { does, becomes } of beyond(agent, event, uses))
        add(does === undefined ? `${event} is not called in {}` : `${does}: not in {} (${becomes})`, agent);
  return [...parts].map(([part, agents]) => part.replace('{}', list(agents.map(titleOf))));
}

const list = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** The words of its context that a handler says, and the fields that it changes, in their order. */
function usesOf(file: HookSource, { handler }: FoundDefinition): Use[] {
  const { compiler } = file;
  if (!handler?.body) return [];
  const uses = new Set<Use>();
  const add = (word: string) => isUse(word) && uses.add(word);
  file.each(handler, (node) => {
    if (compiler.isObjectLiteralExpression(node))
      for (const { text } of file.words(file.property(node, 'action')) ?? []) add(text);
    if (!compiler.isCallExpression(node)) return;
    const callee = node.expression;
    if (!compiler.isPropertyAccessExpression(callee) || !file.isContext(callee.expression, handler)) return;
    const word = callee.name.text;
    if (word !== 'modify') return void add(word);
    for (const property of file.object(node.arguments[0])?.properties ?? []) add(file.nameOf(property) ?? '');
  });
  return [...uses];
}
