/** Built-in tools: what each takes. */
import { z } from 'zod';
import type { AnyTool } from '../../../src/agent/ports/tool';
import { builtInTools } from '../../../src/tools';
import { code, table } from './markdown';

interface Schema {
  type?: string;
  enum?: readonly unknown[];
  items?: Schema;
  anyOf?: readonly Schema[];
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
}

export const toolSections = () =>
  builtInTools({ all: () => [], get: () => undefined })
    .map((tool: AnyTool) => section(tool))
    .join('\n\n');

function section({ name, aliases = [], description, readOnly, harmless, input }: AnyTool): string {
  const said = typeof description === 'function' ? description().split('\n')[0]! : description;
  const { properties = {}, required = [] } = z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' }) as Schema;
  const rows = Object.entries(properties).map(([field, schema]) => [
    code(required.includes(field) ? field : `${field}?`),
    typeOf(schema),
    schema.description ?? '',
  ]);
  const kinds = [
    readOnly ? 'read-only' : 'acts',
    harmless ? 'runs without asking inside the workspace' : 'asks unless something allows it',
    ...(aliases.length > 0 ? [`also known as ${aliases.map(code).join(', ')}`] : []),
  ];
  return [`### ${name}`, said, `${kinds.join('; ')}.`, rows.length > 0 ? table(['Field', 'Type', ''], rows) : '']
    .filter(Boolean)
    .join('\n\n');
}

function typeOf({ type, enum: choices, items, anyOf, properties }: Schema): string {
  if (choices) return choices.map((one) => code(String(one))).join(', ');
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if (items) return `list of ${typeOf(items)}`;
  if (properties) return `{${Object.keys(properties).join(', ')}}`;
  return type ?? 'any';
}
