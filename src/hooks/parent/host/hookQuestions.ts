/** What hooks ask in the middle of their work: facts of a tool, a model's completion, a handler that lives in this process. */

import { isTooDeep, nestedTooDeep } from '../../../shared/basics/depth';
import type { JsonObject } from '../../../shared/basics/json';
import { unreachable } from '../../../shared/basics/unreachable';
import type { Caller, CompleteOptions, Completer, ContextFields } from '../../../shared/hooks/dispatch';
import { readThrown } from '../../chain/words/thrown';
import { outOfBounds } from '../../chain/words/values';
import type { FromHost } from '../../hostProtocol';
import type { HostServices } from '../lasting/hostServices';
import type { RemoteHooks } from '../lasting/remoteHooks';

type Question = Extract<FromHost, { type: 'ask' }>;
interface Knows {
  services: HostServices;
  remote: RemoteHooks;
}

/** Never rejects: what failed, and what cannot be sent, is an answer too. */
export async function answerHook(
  question: Question,
  knows: Knows,
  reply: (answer: { value?: unknown; error?: string }) => void,
): Promise<void> {
  try {
    const value = await asked(question, knows);
    // The others are the core's own words.
    const excess = question.what === 'remote' ? outOfBounds(value, 'an answer', 'value') : undefined;
    if (excess !== undefined) throw new TypeError(excess);
    if (isTooDeep(value)) throw new TypeError(`what came of it ${nestedTooDeep}`);
    reply({ value });
  } catch (error) {
    reply({ error: readThrown(error).message });
  }
}

function asked({ what, args, runId }: Question, { services, remote }: Knows): unknown {
  switch (what) {
    case 'toolFacts':
      return services.toolFacts(args[0] as string, args[1] as JsonObject, { runId, place: args[2] as Caller['place'] });
    case 'complete': {
      const by = { ...(args[2] as Omit<Completer, 'runId'>), runId };
      return services.complete(args[0] as string, args[1] as CompleteOptions, by);
    }
    case 'remote':
      return remote.call(args[0] as string, args[1] as ContextFields, args[2] as string);
    default:
      return unreachable(what);
  }
}
