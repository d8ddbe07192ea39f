/** What a tool's zod schema is as JSON schema: to the model, and to the check of an input before the schema itself sees it. */
import { z } from 'zod/v4';
import type { JsonObject } from '../../../shared/basics/json';
import { stopwatch } from '../words/handlerTime';

export interface ToolSchemas {
  /** For the model: what it is to write. */
  shown: JsonObject;
  /** Accepts all that the zod schema does. Absent where the one that is shown does. */
  accepted?: JsonObject;
}

/** `input` may be of any copy of zod 4. Throws where JSON schema has no words for it. */
export function toolSchemas(input: z.ZodType): ToolSchemas {
  const defaults = new Map<unknown, string>();
  const read = jsonSchema(input, ({ zodSchema, jsonSchema }) => {
    if ('default' in jsonSchema) defaults.set(zodSchema, JSON.stringify(jsonSchema.default));
  });
  if (defaults.size > 0) untilLater();
  /** A default that is another each time is for the schema itself to give, when the tool runs. */
  const steady: Override = ({ zodSchema, jsonSchema }) => {
    if ('default' in jsonSchema && JSON.stringify(jsonSchema.default) !== defaults.get(zodSchema)) delete jsonSchema.default;
  };
  const shown = defaults.size > 0 ? jsonSchema(input, steady) : read;
  let isWider = false;
  const accepted = jsonSchema(input, ({ zodSchema, jsonSchema, path }) => {
    steady({ zodSchema, jsonSchema, path });
    const before = JSON.stringify(jsonSchema);
    widen(zodSchema, jsonSchema);
    isWider ||= JSON.stringify(jsonSchema) !== before;
    // Options that were made wider may hold for one value, all of them.
    if (jsonSchema.oneOf) {
      jsonSchema.anyOf = jsonSchema.oneOf;
      delete jsonSchema.oneOf;
    }
  });
  return isWider ? { shown, accepted } : { shown };
}

/** Until clocks show another millisecond: a default that tells the time is another one then. */
function untilLater(): void {
  const began = stopwatch();
  while (stopwatch() - began < 1.5);
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>;
type Given = Parameters<Override>[0];

function jsonSchema(input: z.ZodType, override: Override): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    unrepresentable: ({ zodSchema }) => coercedFrom(zodSchema._zod.def) ?? 'any',
    override,
  });
  return schema as JsonObject;
}

/** How JSON says a value for which it has no kind, where the schema takes it from a text or a number. */
function coercedFrom(def: object): JsonObject | undefined {
  if (!isCoerced(def)) return undefined;
  return def.type === 'date' ? { type: 'string', format: 'date-time' } : def.type === 'bigint' ? { type: 'integer' } : undefined;
}

const isCoerced = (def: object): def is { type: string; coerce: true } => 'coerce' in def && def.coerce === true;

/** Takes out of `json` what may refuse a value that `zodSchema` accepts. */
function widen(zodSchema: Given['zodSchema'], json: Given['jsonSchema']): void {
  const { def } = zodSchema._zod;
  if (makesItsInput(zodSchema)) return clear(json, Object.keys(json));
  if (def.type === 'object' && json.required)
    json.required = json.required.filter((key) => !def.shape[key]!._zod.optin && !makesItsInput(def.shape[key]!));
  const rules = (def.checks ?? []).map((check) => check._zod.def);
  if (rules.some(({ check }) => check === 'overwrite')) {
    // What comes after `trim()` and the like is said of what they made.
    clear(json, bounds);
    if (json.type === 'integer') json.type = 'number';
  }
  if (def.type !== 'string') return;
  // JSON schema has a pattern's text without its flags, and one kind of each format.
  const isFlagged = [def, ...rules].some(
    (rule) => 'pattern' in rule && rule.pattern instanceof RegExp && rule.pattern.flags !== '',
  );
  if (isFlagged) clear(json, ['pattern', 'allOf']);
  const usual = usualPattern(json.format);
  if (usual !== undefined && json.pattern !== usual) clear(json, ['format']);
}

/** The value that is checked is made from what was given, which may be anything. */
function makesItsInput(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod as Given['zodSchema']['_zod'];
  if (def.type === 'pipe') return (def.in as Given['zodSchema'])._zod.def.type === 'transform';
  return isCoerced(def) || def.type === 'catch' || def.type === 'success';
}

const bounds: readonly string[] = [
  ...['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding', 'minItems', 'maxItems', 'allOf'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
];
/** Of a format that a schema may give a pattern of its own, the one that it has else. */
function usualPattern(format: string | undefined): string | undefined {
  const usual = format === 'email' ? z.email() : format === 'uuid' ? z.uuid() : format === 'mac' ? z.mac() : undefined;
  return usual?._zod.def.pattern?.source;
}

function clear(json: Given['jsonSchema'], keys: readonly string[]): void {
  for (const key of keys) delete json[key];
}
