/** Turns a tool definition of a workspace file into a registered tool, or says what is wrong with it. */
import * as z from 'zod';
import type { ToolDefinition, ToolRunContext } from '../../../api/define';
import { isObject, type JsonObject } from '../../../shared/basics/json';
import { nearest } from '../../../shared/basics/nearest';
import { timerMs } from '../../../shared/basics/timeLimit';
import { inputProblem, inputWords } from '../../../shared/calls/inputProblem';
import { toolNameProblem } from '../../../shared/calls/toolNames';
import type { RegisteredTool } from '../words/registered';
import { longestGiven, moreThan } from './options';
import { type ToolSchemas, toolSchemas } from './toolSchema';

/** What is said of a definition, when it is loaded and when it is read. */
export const toolWords = {
  noText: 'must be text',
  noDescription: 'must say what the tool does',
  noSchema: 'must be a zod schema: z.object({ … })',
  noObject: 'input must be an object: z.object({ … })',
  noRun: 'run must be a function; a tool without one is external: true',
};

export const isSchema = (value: unknown): value is z.ZodType => isObject(value) && typeof value.safeParse === 'function';

const definition = z.object({
  name: z.string({ error: toolWords.noText }),
  description: z.string({ error: toolWords.noText }).min(1, toolWords.noDescription).max(longestGiven, moreThan(longestGiven)),
  // A schema of any copy of zod: the file may bring its own.
  input: z.custom<z.ZodType>(isSchema, toolWords.noSchema),
  readOnly: z.boolean('must be true or false').optional(),
  enabled: z.boolean('must be true or false').optional(),
  timeoutMs: z.number('must be milliseconds').positive('must be more than 0').transform(timerMs).optional(),
  external: z.boolean('must be true or false').optional(),
  run: z.custom<NonNullable<ToolDefinition['run']>>((value) => typeof value === 'function', 'must be a function').optional(),
});
const defaultTimeoutMs = 120_000;

/** What is said of a field that tools do not have; undefined of one that they have. */
export function unknownField(key: string): string | undefined {
  const known = Object.keys(definition.shape);
  if (known.includes(key)) return undefined;
  const near = nearest(key, known, 1)[0];
  return `unknown field '${key}'${near ? `: did you mean '${near}'?` : '.'} Tools take ${known.join(', ')}`;
}

type Place = Pick<RegisteredTool, 'id' | 'file' | 'line' | 'version'>;

export function registeredTool(
  given: ToolDefinition,
  { id, file, line, version }: Place,
  others: readonly RegisteredTool[],
): RegisteredTool | string {
  const stranger = Object.keys(given).find((key) => unknownField(key) !== undefined);
  if (stranger !== undefined) return unknownField(stranger)!;
  const read = definition.safeParse(given, { error: inputWords });
  if (!read.success) return read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ');
  const {
    name,
    description,
    input,
    readOnly = false,
    enabled = true,
    external = false,
    timeoutMs = defaultTimeoutMs,
    run,
  } = read.data;
  if (external && run) return 'an external tool has no run: whoever started the run answers its calls';
  if (!external && !run) return toolWords.noRun;
  const problem = toolNameProblem(name);
  if (problem) return problem;
  const twin = others.find((other) => other.name.toLowerCase() === name.toLowerCase());
  if (twin) return `the name ${name} is taken by line ${twin.line} of this file`;
  const schemas = schemasOf(input);
  if (typeof schemas === 'string') return schemas;
  const { shown: inputSchema, accepted } = schemas;
  return {
    ...{ id, file, line, version, name, description, inputSchema, readOnly, enabled, external, timeoutMs },
    ...(accepted ? { accepted } : {}),
    async run(given: JsonObject, ctx: ToolRunContext) {
      const parsed = await input.safeParseAsync(given, { error: inputWords });
      if (!parsed.success) {
        throw Object.assign(new Error(inputProblem(name, parsed.error.issues, given, inputSchema)), { name: 'InvalidInput' });
      }
      if (!run) throw new Error(`${name} is answered from outside`);
      return run.call(given, parsed.data as never, ctx);
    },
  };
}

function schemasOf(input: z.ZodType): ToolSchemas | string {
  let made: ToolSchemas;
  try {
    made = toolSchemas(input);
  } catch (error) {
    return `input cannot be told to a model as JSON schema: ${(error as Error).message}. Use z of 'hooksmith', or zod 4`;
  }
  return made.shown.type === 'object' ? made : toolWords.noObject;
}
