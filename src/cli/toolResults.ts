/** What --results brings: the answers to calls that a session waits for. */
import { readFileSync } from 'node:fs';
import type { ToolOutput } from '../agent/ports/tool';
import { withoutMark } from '../shared/basics/byteOrderMark';
import { readToolResults } from '../shared/messages/broughtResults';
import { UsageError } from './usage';

/** By the call's id. Throws a UsageError where the file is no such list. */
export function readResults(path: string): Map<string, ToolOutput> {
  const refused = (why: string) => new UsageError(`--results: ${path} is no list of {tool_use_id, content, is_error?}: ${why}`);
  let given: unknown;
  try {
    given = JSON.parse(withoutMark(readFileSync(path, 'utf8')));
  } catch (error) {
    throw refused((error as Error).message);
  }
  const results = readToolResults(given);
  if (typeof results === 'string') throw refused(results);
  return results;
}
