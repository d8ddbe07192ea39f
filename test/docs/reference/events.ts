/** Events: when each fires, what it carries, what a hook may do there. */
import { type EventName, eventAliases, eventNames, type HookPoint, hookPoints } from '../../../src/shared/hooks/points';
import { code, sentence, table } from './markdown';
import { type Member, membersAt, membersOf } from './source';

const rules = { merges: 'merges', replaces: 'replaces', adds: 'is added' } as const;
const rowsOf = (members: readonly Member[]) =>
  members.map(({ name, optional, type, doc }) => [code(optional ? `${name}?` : name), code(type), doc]);
const namesOf = (members: readonly Member[]) => new Set(members.map(({ name }) => name));

const whens = new Map(membersOf('shared/hooks/payloads', 'Payloads').map(({ name, doc }) => [name, doc]));
const toolMembers = () => membersAt('api/contexts', 'EventFields', 'toolSettled');

/** All that a hook reads at every event. */
export const commonFields = () => table(['Field', 'Type', ''], rowsOf(membersOf('api/contexts', 'CommonContext').sort(byName)));
/** What tool events have beside it. */
export function toolFields(): string {
  const own = namesOf(membersAt('api/contexts', 'EventFields', 'preToolUse'));
  return table(
    ['Field', 'Type', ''],
    rowsOf(
      toolMembers()
        .filter(({ name }) => own.has(name))
        .sort(byName),
    ),
  );
}
const byName = (a: Member, b: Member) => (a.name < b.name ? -1 : 1);

/** On one screen. */
export const eventTable = () =>
  table(
    ['Event', 'A hook may', 'If it fails'],
    eventNames.map((event) => {
      const { decisions, onError }: HookPoint = hookPoints[event];
      return [`[${code(event)}](#${event.toLowerCase()})`, decisions.join(', ') || 'observe', onError];
    }),
  );

/** One after the other. */
export const eventSections = () => eventNames.map(section).join('\n\n');

function section(event: EventName): string {
  const { type, decisions, patches, onError, tool, redacts }: HookPoint = hookPoints[event];
  const shared = tool ? namesOf(membersAt('api/contexts', 'EventFields', 'preToolUse')) : new Set<string>();
  const own = membersAt('api/contexts', 'EventFields', event).filter(({ name }) => !shared.has(name));
  const aliases = [...eventAliases].flatMap(([alias, name]) => (name === event ? [code(alias)] : []));
  const changes = Object.entries(patches).map(([field, rule]) => `${code(field)} (${rules[rule]})`);
  const lines = [
    `- **May**: ${decisions.map(code).join(', ') || 'observe'}`,
    ...(changes.length > 0 ? [`- **\`modify\`**: ${changes.join(', ')}`] : []),
    `- **If a hook fails**: ${code(onError)}${redacts ? '; with `redacts` what it carries is withheld until the hook has run' : ''}`,
    `- **Record**: ${type ? code(type) : 'none'}${aliases.length > 0 ? `; also known as ${aliases.join(', ')}` : ''}`,
  ];
  const fields = own.length > 0 ? table(['Field', 'Type', ''], rowsOf(own)) : '';
  const beside = tool ? `${own.length > 0 ? 'And t' : 'T'}he [fields of tool events](#fields-of-tool-events).` : '';
  return [`### ${event}`, sentence(whens.get(event) ?? ''), lines.join('\n'), fields, beside].filter(Boolean).join('\n\n');
}
