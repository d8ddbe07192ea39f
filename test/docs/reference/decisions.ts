/** Decisions: what each does, and where it may be said. */
import { type DecisionAction, eventNames, type HookPoint, hookPoints } from '../../../src/shared/hooks/points';
import { code, sentence, table } from './markdown';
import { membersOf } from './source';

const policyWords: readonly DecisionAction[] = ['deny', 'ask', 'confine'];

export function decisionSections(): string {
  return membersOf('api/contexts', 'Methods')
    .map(({ name, type, doc }) => {
      const events = eventNames.filter((event) => (hookPoints[event] as HookPoint).decisions.includes(name as DecisionAction));
      const places = [
        ...(policyWords.includes(name as DecisionAction) ? ['policies'] : []),
        ...events.map((event) => `[${code(event)}](events.md#${event.toLowerCase()})`),
      ];
      return `### ${name}\n\n${code(`ctx.${name}${type}`)}\n\n${sentence(doc)}\n\nAt: ${places.join(', ')}.`;
    })
    .join('\n\n');
}

/** What a policy that confines may say. */
export const confineFields = () =>
  table(
    ['Word', 'Type', ''],
    membersOf('api/contexts', 'Confine').map(({ name, type, doc }) => [code(name), code(type), doc]),
  );
