/** What a hook may patch of each event, and by which names its changes are told: of records, of patches and of their rules. A new field is a member here. */

import type { JsonObject } from '../basics/json';
import type { Message, ModelResponse, OpenRequest } from '../messages/messages';
import type { OpenError } from '../runs/errorFacts';
import type { StopSignal } from '../runs/stopReasons';

/** What `modify` may patch, for a tool input of type `I`. Objects merge one level, `undefined` removes; arrays and strings replace. */
export type Patches<I = JsonObject> = {
  sessionStart: { context: string };
  /** `text` leaves pictures where they are; an empty one leaves the old. */
  userMessage: { message: Message | string; text: string; context: string };
  beforeAgent: { system: string; responseFormat: JsonObject };
  beforeStep: { messages: Message[]; system: string };
  preModelCall: { request: Partial<OpenRequest> };
  modelDelta: { text: string };
  modelError: { error: Partial<OpenError> | Error | string };
  postModelCall: { response: Partial<ModelResponse> | string };
  preToolUse: { input: { [K in keyof I]?: I[K] | undefined } };
  toolError: { error: Partial<OpenError> | Error | string };
  postToolUse: { output: unknown; isError: boolean; context: string };
  toolResultMessages: { messages: Message[] };
  afterStep: { messages: Message[] };
  preCompact: { instructions: string };
  /** `signal` is one more; `reason` is `stop_requested` and `source` the hook, unless it says otherwise. */
  stop: { response: Partial<ModelResponse> | string; signal: string | (Pick<StopSignal, 'message'> & Partial<StopSignal>) };
  afterAgent: { response: Partial<ModelResponse> | string };
  beforeTranslate: { event: JsonObject };
  afterTranslate: { event: JsonObject };
};
/** The names of all fields that some event lets hooks patch. */
export type PatchName<E extends keyof Patches = keyof Patches> = { [N in E]: keyof Patches[N] }[E];
/** Every event that accepts `modify` has `metadata` besides. */
export type Patchable = PatchName | 'metadata';
/** What a record calls a change: the field, or a part of it, as in `input.command`. A redirect changes the tool. */
export type ChangedField = Patchable | 'toolName' | `${Patchable}.${string}`;
/** Of these lists records hold what differs, before and after, and never the whole. */
export const recordedLists: ReadonlySet<string> = new Set<ChangedField>(['messages', 'request.messages', 'request.tools']);
