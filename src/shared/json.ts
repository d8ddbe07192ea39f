/** A JSON object as it comes from a model, a file or another process. Treat its keys as hostile: copy them into a `Map`, never index with them. */
export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
