/** What of a verdict an agent can be told. What it cannot falls to the stricter word, and is named: nothing is dropped in silence. */
import { isObject, type JsonObject, objectIn } from '../shared/basics/json';
import type { Lost, Occurrence, Protocol, Verdict, VerdictInTheirs, Word } from './protocol';

interface Expressible {
  said: VerdictInTheirs;
  lost: Lost[];
  unheard?: string;
}

export function expressible(protocol: Protocol, occurrence: Occurrence, verdict: Verdict): Expressible {
  const { title } = protocol;
  const says = (word: Word) => protocol.events.get(occurrence.theirEvent)?.says.includes(word) ?? false;
  const { told } = occurrence;
  const said: VerdictInTheirs = { action: verdict.action, reason: verdict.reason };
  const lost: Lost[] = [];
  const lose = (word: Word, became: string, more?: Pick<Lost, 'denies'>) => lost.push({ word, became, ...more });
  const deny = (reason: string) => {
    said.reason = said.action === 'deny' ? `${said.reason ?? ''} ${reason}`.trim() : reason;
    said.action = 'deny';
  };

  const changed = (verdict.inputs ?? []).some((input) => input !== undefined);
  if (changed && said.action !== 'deny' && 'calls' in told) {
    const input = theirInput(protocol, occurrence, verdict.inputs ?? []);
    const removes = isObject(input) && Object.keys(payloadInput(occurrence) ?? {}).some((field) => !(field in input));
    const spares = says('byAllow') && verdict.keepsPrompt === true;
    if (input && !spares && (says('input') || (says('merges') && !removes))) said.input = input;
    else {
      lose('input', `denied: ${title} cannot be handed the changed call`, { denies: true });
      deny(
        `a hook changed this call, and ${title} cannot be handed the change. Make this call in its place: ${JSON.stringify(verdict.inputs?.[0] ?? {})}`,
      );
    }
  }
  if (verdict.text !== undefined && told.event === 'userMessage' && verdict.text !== told.text) {
    const added = verdict.text.startsWith(told.text) ? verdict.text.slice(told.text.length).trim() : undefined;
    if (added !== undefined && says('context')) said.context = [added];
    else {
      lose('input', `refused: ${title} cannot have its user's message changed`);
      deny(`A hook changed this message, and ${title} cannot be handed the change. Send this in its place: ${verdict.text}`);
    }
  }
  if (said.action === 'ask' && !says('ask')) {
    lose('ask', `denied: ${title} cannot be made to ask here`, { denies: true });
    deny(
      `${said.reason ?? 'a hook asks for a human'} (this needs a human's word, and ${title} cannot be made to ask for it here)`,
    );
  }
  if (said.action === 'allow' && !says('allow')) {
    lose('allow', `left to ${title}: it cannot be told to go on without asking`);
    said.action = undefined;
    said.reason = undefined;
  }
  if (said.action === 'deny' || said.action === 'ask') said.reason = said.reason?.trim() || 'a hook of this workspace refuses it';
  if (said.action === 'deny') said.input = undefined;
  let unheard: string | undefined;
  if (said.action === 'deny' && !says('deny')) {
    // A history that is summed up is nothing done: no call is refused for it.
    const isHarmless = told.event === 'preCompact';
    if (says('tells')) said.reason = said.reason ?? '';
    else {
      lose('deny', `not heard: ${title} ${isHarmless ? 'sums up all the same' : 'goes on, and its next calls are refused'}`);
      said.action = undefined;
    }
    if (!isHarmless) unheard = said.reason;
  }
  if (said.action === 'deny' && occurrence.isAmbiguous) unheard = said.reason;
  if (verdict.output !== undefined && (told.event === 'postToolUse' || told.event === 'toolError')) {
    const instead = `A hook changed this output. Go by this: ${verdict.output}`;
    const fits = protocol.takesOutput?.(occurrence) ?? true;
    if ((says('output') || says('mcpOutput')) && fits) said.output = verdict.output;
    else if (says('tells')) {
      lose('output', `told beside it: ${title} keeps the tool's own output`);
      said.action = 'deny';
      said.reason = instead;
    } else if (told.event === 'toolError' && says('context')) {
      lose('output', `told beside it: ${title} keeps the failure`);
      said.context = [instead];
    } else lose('output', `not told: ${title} keeps the tool's own output`);
  }
  const context = [...(said.context ?? []), ...(verdict.context ?? [])];
  if (context.length > 0 && says('context')) said.context = context;
  else if (context.length > 0) {
    said.context = undefined;
    if (said.action === 'deny') said.reason = [said.reason, ...context].join('\n\n');
    else lose('context', `not told: ${title} takes no context here`);
  }
  if (verdict.continueWith !== undefined) {
    // A reason that is blank is none, and the agent would end.
    if (says('continueWith')) said.continueWith = verdict.continueWith.trim() === '' ? 'go on' : verdict.continueWith;
    else lose('continueWith', `not told: ${title} cannot be made to go on here`);
  }
  return { said, lost, ...(unheard ? { unheard } : {}) };
}

/** The changed call as the agent would have made it; undefined where it has no words for it. */
function theirInput(
  { tools }: Protocol,
  occurrence: Occurrence,
  inputs: readonly (JsonObject | undefined)[],
): JsonObject | string | undefined {
  const { payload, told } = occurrence;
  if (!('calls' in told) || told.calls.length !== 1 || !inputs[0]) return undefined;
  const name = payload.tool_name ?? payload.toolName;
  if (typeof name !== 'string') return undefined;
  const given = givenTo(payload);
  const before = payloadInput(occurrence) ?? tools.inputOf(name, given);
  const changed = before && tools.write(name, inputs[0], before);
  return changed && tools.asGiven(name, changed, given);
}

const givenTo = ({ tool_input, toolArgs, toolInput }: JsonObject): unknown => tool_input ?? toolArgs ?? toolInput;

/** As the agent gave it; some of them carry it as text. */
const payloadInput = ({ payload }: Occurrence): JsonObject | undefined => objectIn(givenTo(payload));
