/** What the tools share: a typed definition, paths, and bounded output. */
import type { z } from 'zod';
import type { Tool, ToolContext } from '../agent/ports/tool';
import { builtIn } from '../shared/calls/toolNames';

/** Infers the name and the input type. */
export function tool<const N extends string, S extends z.ZodType>(
  definition: Omit<Tool<z.infer<S>>, 'name' | 'input' | 'scope'> & { name: N; input: S },
): Tool<z.infer<S>> & { name: N } {
  return { ...definition, input: definition.input as unknown as z.ZodType<z.infer<S>>, scope: builtIn };
}

export const mostOutputCharacters = 30_000;

/** Keeps the head and the tail of a long text, and says how to see the rest. */
export function bounded(text: string, howToSeeTheRest: string, most = mostOutputCharacters): string {
  if (text.length <= most) return text;
  const half = Math.floor(most / 2);
  return `${text.slice(0, half)}\n… ${text.length - 2 * half} characters left out. ${howToSeeTheRest}\n${text.slice(-half)}`;
}

export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** The path that was judged for a field; of a folder that is not named, the workspace folder. */
export function judgedPath(field: string, { fieldPaths, cwd }: Pick<ToolContext, 'fieldPaths' | 'cwd'>): string {
  return fieldPaths[field] ?? cwd;
}
