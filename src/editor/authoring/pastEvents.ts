/** What a hook with this matcher would have met: counted over events that were recorded, by the rule that the chain itself uses. */

import { skipReason } from '../../hooks/chain/choosing/matching';
import { defaultOptions } from '../../hooks/chain/registering/options';
import { isObject, type JsonObject } from '../../shared/basics/json';
import type { ToolFacts } from '../../shared/calls/toolFacts';
import { typeOf } from '../../shared/events/eventReading';
import type { HookEvent } from '../../shared/events/events';
import { type DispatchRequest, factsOfEvent } from '../../shared/hooks/dispatch';
import type { HookDescription } from '../../shared/hooks/hookDescription';
import { hookPoints } from '../../shared/hooks/points';
import type { IntentAt } from './hookIntents';
import type { Scope } from './hookScopes';

export interface Met {
  met: number;
  of: number;
}

/** Calls of tools are told by `preToolUse`, whatever the point: each has one, and its input is what the policies saw. */
export class PastEvents {
  private readonly calls: { event: HookEvent; facts: ToolFacts }[] = [];
  private readonly others = new Map<string, number>();

  constructor(events: Iterable<HookEvent>, toolFacts: (toolName: string, input: JsonObject) => ToolFacts) {
    for (const event of events) {
      const type = typeOf(event);
      this.others.set(type, (this.others.get(type) ?? 0) + 1);
      if (type !== 'pre_tool_use' || event.toolName === undefined) continue;
      this.calls.push({ event, facts: toolFacts(event.toolName, isObject(event.input) ? event.input : {}) });
    }
  }

  count({ point, kind }: IntentAt, scope: Scope | undefined): Met {
    if (!scope) {
      const met = this.others.get(hookPoints[point].type ?? '') ?? 0;
      return { met, of: met };
    }
    const hook = describe(kind, scope);
    const met = this.calls.filter(({ event, facts }) => {
      const request = { event: 'preToolUse', run: factsOfEvent(event), payload: facts } as unknown as DispatchRequest;
      return skipReason(hook, request, { ...facts }) === undefined;
    });
    return { met: met.length, of: this.calls.length };
  }
}

function describe(kind: 'hook' | 'policy', { tools, match = {} }: Scope): HookDescription {
  const patterns = Object.entries(match).map(([field, pattern]) => [field, Array.isArray(pattern) ? pattern : [pattern]]);
  return {
    ...{ id: '', file: '', name: '', line: 1, version: '', layer: 1, position: 0 },
    kind,
    events: ['preToolUse'],
    options: { ...defaultOptions, tools: [tools], match: Object.fromEntries(patterns) },
  };
}
