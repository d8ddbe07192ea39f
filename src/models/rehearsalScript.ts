/** What a rehearsal plays: the turns of a file, checked as it is read. */
import * as z from 'zod';
import { withoutMark } from '../shared/basics/byteOrderMark';
import { isObject } from '../shared/basics/json';
import { inputWords } from '../shared/calls/inputProblem';
import type { Setup } from './provider';

/** What a script leaves out, or takes over from an answer of the API as null, is none. */
const usage = z.preprocess(
  (given) => (isObject(given) ? Object.fromEntries(Object.entries(given).filter(([, tokens]) => tokens !== null)) : given),
  z.object({
    input_tokens: z.number().default(0),
    output_tokens: z.number().default(0),
    cache_creation_input_tokens: z.number().optional(),
    cache_read_input_tokens: z.number().optional(),
  }),
);
const block = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('text'), text: z.string() }),
    z.object({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() }),
    z.object({
      type: z.literal('tool_use'),
      id: z.string().optional(),
      name: z.string(),
      input: z.record(z.string(), z.unknown()),
    }),
  ],
  { error: ({ code }) => (code === 'invalid_union' ? 'must be one of "text", "thinking", "tool_use"' : undefined) },
);
const turn = z.union([
  z.strictObject({ content: z.array(block), stop_reason: z.string().optional(), usage: usage.optional() }),
  z.strictObject({
    error: z.object({ status: z.number().optional(), type: z.string().default('api_error'), message: z.string() }),
  }),
]);
const turns = z.array(turn);
const scriptSchema = z.strictObject({ turns, agents: z.record(z.string(), z.strictObject({ turns })).optional() });
export type RehearsalScript = z.infer<typeof scriptSchema>;

/** Reads a script. Throws with the path of the field that is wrong. */
export function readScript(text: string, name: string): RehearsalScript {
  let value: unknown;
  try {
    value = JSON.parse(withoutMark(text));
  } catch (error) {
    throw new Error(`${name}: not JSON: ${(error as Error).message}`);
  }
  const parsed = scriptSchema.safeParse(value, { error: inputWords });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues
    .flatMap((issue) => ofMeantForm(issue))
    .map(({ path, message }) => `${path.join('.') || 'the script'}: ${message}`);
  throw new Error(
    `${name}: no rehearsal script: ${issues.join('; ')}. It is {"turns": [{"content": [blocks], "stop_reason"?, "usage"?} | {"error": {"status", "type", "message"}}]}`,
  );
}

/** Of what fits none of the forms that it may have: what is wrong with it in the one that it is nearest to. */
function ofMeantForm(issue: z.core.$ZodIssue): { path: PropertyKey[]; message: string }[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const [nearest = []] = issue.errors.toSorted((a, b) => a.length - b.length);
  return nearest.flatMap((inner) => ofMeantForm({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** The script in a file of that name. Throws with what is wrong with it; `code` is that of a file that could not be read. */
export function scriptIn(file: string, { readFile }: Setup): RehearsalScript {
  let text: string;
  try {
    text = readFile(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw Object.assign(new Error(code === 'ENOENT' ? `there is no script ${file}` : message), { code });
  }
  return readScript(text, file);
}
