/** Results that come from outside, for calls that wait for them. */

import { isObject } from '../basics/json';
import { nearest } from '../basics/nearest';
import { blocksProblem } from './history';
import type { ToolResultBlock } from './messages';

const fields: readonly string[] = ['tool_use_id', 'content', 'is_error', 'type'];

type Results = Map<string, { content: ToolResultBlock['content']; isError: boolean }>;

/** By the call's id; or what is wrong with the list, which is of {tool_use_id, content?, is_error?}: a field that nobody reads would be lost. */
export function readToolResults(given: unknown): Results | string {
  if (!Array.isArray(given)) return 'it must be an array';
  const results: Results = new Map();
  for (const [at, one] of given.entries()) {
    if (!isObject(one)) return `[${at}] must be an object`;
    const odd = Object.keys(one).find((field) => !fields.includes(field));
    if (odd !== undefined) {
      const [near] = nearest(odd, fields, 1);
      return `[${at}] has no field '${odd}'${near ? `: did you mean '${near}'?` : ''}`;
    }
    if (one.type !== undefined && one.type !== 'tool_result') return `[${at}].type must be 'tool_result'`;
    const broken = blocksProblem([{ ...one, type: 'tool_result' }], 'user');
    if (broken) return `[${at}]${broken.slice('[0]'.length)}`;
    const { tool_use_id, content = '', is_error = false } = one as unknown as ToolResultBlock;
    if (typeof is_error !== 'boolean') return `[${at}].is_error must be true or false`;
    // Nobody could tell which of them is meant.
    if (results.has(tool_use_id)) return `the call ${tool_use_id} has more than one result`;
    results.set(tool_use_id, { content, isError: is_error });
  }
  return results;
}
