/** Settings as the editor reads them: JSON with comments and trailing commas, in which of a name that stands twice the last counts. */
import { parse } from 'jsonc-parser';
import { isObject, type JsonObject } from '../../shared/basics/json';

/** None where the text holds no object. */
export function parsedSettings(text: string): JsonObject {
  if (!/\S/.test(text)) return {};
  const value: unknown = parse(text, [], { allowTrailingComma: true });
  return isObject(value) ? value : {};
}
