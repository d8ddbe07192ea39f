/** What a hook that is made from an event shall do: the intents that hold for it, and the hook point of each. */
import { hookPointOf } from '../../hooks/chain/choosing/explain';
import { typeOf } from '../../shared/events/eventReading';
import type { HookEvent } from '../../shared/events/events';
import { type DecisionAction, type EventName, hookPoints } from '../../shared/hooks/points';

export type Intent = 'deny' | 'ask' | 'allow' | 'change' | 'redact' | 'answer' | 'log';

export interface IntentAt {
  intent: Intent;
  /** Where it speaks; `event` where no hook point leaves such an event. */
  point: EventName;
  kind: 'hook' | 'policy';
}

/** Before the tool ran, whenever in the call's life the event was. */
const ofTools: readonly IntentAt[] = [
  { intent: 'ask', point: 'preToolUse', kind: 'policy' },
  { intent: 'deny', point: 'preToolUse', kind: 'policy' },
  { intent: 'allow', point: 'preToolUse', kind: 'hook' },
  { intent: 'change', point: 'preToolUse', kind: 'hook' },
  { intent: 'redact', point: 'postToolUse', kind: 'hook' },
  { intent: 'answer', point: 'preToolUse', kind: 'hook' },
  { intent: 'log', point: 'toolSettled', kind: 'hook' },
];

export function intentsFor(event: HookEvent): IntentAt[] {
  if (event.toolName !== undefined) return [...ofTools];
  const point = hookPointOf(typeOf(event));
  if (!point) return [{ intent: 'log', point: 'event', kind: 'hook' }];
  const { decisions, redacts } = hookPoints[point] as { decisions: readonly DecisionAction[]; redacts?: boolean };
  const may = (action: DecisionAction) => decisions.includes(action);
  const intents: Intent[] = [
    ...(may('deny') ? ['deny' as const] : []),
    ...(may('modify') ? ['change' as const] : []),
    ...(redacts && point === 'userMessage' ? ['redact' as const] : []),
    ...(may('respond') ? ['answer' as const] : []),
    'log',
  ];
  return intents.map((intent) => ({ intent, point, kind: 'hook' }));
}
