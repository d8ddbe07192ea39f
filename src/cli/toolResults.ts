/** What --results brings: the answers to calls that a session waits for. */
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { ToolOutput } from '../agent/ports/tool';
import { withoutMark } from '../shared/byteOrderMark';
import { UsageError } from './usage';

const results = z
  .array(
    z.object({
      tool_use_id: z.string(),
      content: z.union([z.string(), z.array(z.looseObject({ type: z.enum(['text', 'image']) }))]).default(''),
      is_error: z.boolean().optional(),
    }),
  )
  // Nobody could tell which of them is meant.
  .superRefine((all, check) => {
    const ids = all.map(({ tool_use_id }) => tool_use_id);
    const twice = ids.find((id, at) => ids.indexOf(id) < at);
    if (twice !== undefined) check.addIssue({ code: 'custom', message: `the call ${twice} has more than one result` });
  });

/** By the call's id. Throws a UsageError where the file is no such list. */
export function readResults(path: string): Map<string, ToolOutput> {
  try {
    const read = results.parse(JSON.parse(withoutMark(readFileSync(path, 'utf8'))));
    return new Map(
      read.map(({ tool_use_id, content, is_error }) => [
        tool_use_id,
        { content: content as ToolOutput['content'], isError: is_error },
      ]),
    );
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new UsageError(`--results: ${path} is no list of {tool_use_id, content, is_error?}: ${why}`);
  }
}
