/** What of the chain's word another agent cannot be told: said beside the hooks whose word it was. */
import { titleOf } from '../../protocols';
import type { Lost, Occurrence } from '../../protocols/protocol';
import type { DecisionAction } from '../../shared/verdicts/decisionAction';
import type { HookRecord } from '../../shared/verdicts/hookRecord';
import type { Patchable } from '../../shared/verdicts/patches';

/** Which decision of a hook each word stands for. */
const decisionsOf: Record<Lost['word'], readonly HookRecord['decision'][]> = {
  allow: ['allow'],
  ask: ['ask', 'confine'],
  deny: ['deny', 'respond', 'fail'],
  input: ['modify', 'redirect'],
  merges: ['modify'],
  byAllow: ['modify'],
  output: ['modify', 'respond', 'retry'],
  mcpOutput: ['modify', 'respond', 'retry'],
  tells: ['modify'],
  context: ['modify'],
  continueWith: ['continueWith'],
};

/** Says beside each hook what of its word the agent was not told. */
export function annotate(hooks: HookRecord[], lost: readonly Lost[]): void {
  for (const { word, became } of lost)
    for (const hook of hooks) if (decisionsOf[word].includes(hook.decision)) hook.noEffect ??= became;
}

const inWords = {
  respond: 'answers for the tool',
  fail: 'fails in the place of the tool',
  redirect: 'has another tool called',
  retry: 'has the tool run again',
  modify: 'changes the instructions',
  isError: 'says whether it failed',
  response: 'changes the answer',
} as const satisfies Partial<Record<DecisionAction | Patchable, string>>;
export type LostWord = keyof typeof inWords;
export const notHere = ({ agent }: Occurrence, word: LostWord): string => `${inWords[word]}: not in ${titleOf(agent)}`;
