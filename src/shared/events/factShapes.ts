/** Parts that the facts of several types of HookEvent have, as plain JSON is checked for them. */
import * as z from 'zod';
import { approvalScopes } from '../calls/approvals';
import type { ErrorFacts } from '../runs/errorFacts';
import { stopReasons } from '../runs/stopReasons';
import { waysOut } from '../runs/waysOut';

const object = z.looseObject;
const text = z.string();
const number = z.number();
const json = z.record(z.string(), z.unknown());

export const usage = object({
  input_tokens: number,
  output_tokens: number,
  cache_creation_input_tokens: number.optional(),
  cache_read_input_tokens: number.optional(),
});
export const error = object({
  name: text,
  message: text,
  kind: z.custom<NonNullable<ErrorFacts['kind']>>((value) => typeof value === 'string').optional(),
  status: number.optional(),
  waysOut: z.array(z.enum(waysOut)).optional(),
});
export const decidedBy = object({
  kind: z.enum(['hook', 'policy', 'rule', 'human', 'mode', 'flag', 'default']),
  file: text.optional(),
  line: number.optional(),
  name: text.optional(),
});
export const signals = z.array(object({ reason: z.enum(stopReasons), message: text, source: text, context: json.optional() }));
export const status = z.enum(['done', 'stopped', 'denied', 'aborted', 'error', 'waiting']);
export const request = object({ model: text, messages: number, tools: number, max_tokens: number });
export const response = object({ stop_reason: text.nullable(), blocks: z.array(text), usage });
export const trigger = z.enum(['auto', 'manual']);
export const origin = z.enum(['provider', 'hook']);
export const scope = z.enum(approvalScopes);
const decision = z.enum(['deny', 'respond', 'fail', 'stop', 'retry', 'drop', 'continueWith', 'error']).optional();
const sawMetadata = object({ set: json, gone: z.array(text) }).optional();
export const chained = { decision, fingerprint: text.optional(), bars: z.record(text, text).optional(), sawMetadata };

const texts = z.array(text).readonly().optional();
export const confinement = object({
  denyRead: texts,
  denyWrite: texts,
  denyPrograms: texts,
  hosts: texts,
  asksHosts: z.boolean().optional(),
  onlyPaths: z.array(z.array(text).readonly()).readonly().optional(),
  hideOnly: z.boolean().optional(),
});

export const whyLeft = z.enum(['ignored', 'large', 'secret', 'full', 'unreadable']);
const fileVersion = z.discriminatedUnion('kind', [
  object({ kind: z.literal('file'), hash: z.string().regex(/^[0-9a-f]{64}$/), size: number, mode: number }),
  object({ kind: z.literal('link'), target: text }),
  object({ kind: z.literal('left'), why: whyLeft, size: number, mtimeMs: number }),
]);
export const fileChanges = z.array(
  object({ path: text, before: fileVersion.optional(), after: fileVersion.optional(), unsure: z.literal(true).optional() }),
);
export const question = object({
  question: text,
  header: text,
  options: z.array(object({ label: text, description: text.optional() })),
  multiSelect: z.boolean().optional(),
});
