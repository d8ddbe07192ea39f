/** Calls of a tool that the sessions of a folder recorded, newest first. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import * as z from 'zod';
import type { PastCalls } from '../../agent/ports/human';
import { listSessions } from './sessionPaths';

/** Of each file only its end is read: what is older says little of what is usual now. */
const mostBytes = 2 * 1024 * 1024;
const mostSessions = 10;

const call = z.object({
  event: z.object({
    type: z.literal('pre_tool_use'),
    toolCallId: z.string(),
    toolName: z.string(),
    input: z.record(z.string(), z.unknown()),
  }),
});

export const pastCallsIn =
  (folder: string): PastCalls =>
  async (toolName, most) => {
    const calls: { toolCallId: string; input: Record<string, unknown> }[] = [];
    for (const path of listSessions(folder).slice(0, mostSessions)) {
      if (calls.length >= most) break;
      for (const line of endOf(path).split('\n').reverse()) {
        if (calls.length >= most) break;
        // Parsing is what takes time.
        if (!line.includes('"pre_tool_use"') || !line.includes(JSON.stringify(toolName))) continue;
        const event = read(line);
        if (event?.toolName === toolName) calls.push({ toolCallId: event.toolCallId, input: event.input });
      }
    }
    return calls;
  };

function read(line: string) {
  try {
    return call.parse(JSON.parse(line)).event;
  } catch {
    return undefined;
  }
}

function endOf(path: string): string {
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch {
    return '';
  }
  try {
    const { size } = fstatSync(fd);
    const bytes = Buffer.alloc(Math.min(size, mostBytes));
    return bytes.toString('utf8', 0, readSync(fd, bytes, 0, bytes.length, size - bytes.length));
  } catch {
    return '';
  } finally {
    closeSync(fd);
  }
}
