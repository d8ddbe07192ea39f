/** A JSON object as it comes from a model, a file or another process. Treat its keys as hostile: copy them into a `Map`, never index with them. */
export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object that a text is in JSON, or that already stands there; undefined where it is neither. */
export function objectIn(given: unknown): JsonObject | undefined {
  if (isObject(given)) return given;
  if (typeof given !== 'string') return undefined;
  try {
    const read: unknown = JSON.parse(given);
    return isObject(read) ? read : undefined;
  } catch {
    return undefined;
  }
}
