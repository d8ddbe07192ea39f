/** Tools that do nothing but what a test wants of a tool. */
import { z } from 'zod';
import type { AnyTool, ToolContext } from '../../src/agent/ports/tool';
import { tool } from '../../src/tools/builtInTool';

const input = z.object({ text: z.string(), more: z.unknown().optional() });

/**
 * Echo (acts), Look (reads), Flaw (an error as its result), Throw, and Meet (reads), which is done only once two of its calls are on their way. `ran` gets a
 * line for each call that really ran: `NAME TEXT`.
 */
export function testTools(ran: string[]): AnyTool[] {
  const make = (name: string, readOnly: boolean, answer: (text: string) => { content: string; isError?: boolean }) =>
    tool({
      name,
      description: name,
      readOnly,
      input,
      run: async ({ text }) => {
        ran.push(`${name} ${text}`);
        return answer(text);
      },
    });
  let arrived = 0;
  let meet = () => {};
  const met = new Promise<void>((resolve) => {
    meet = resolve;
  });
  return [
    {
      ...make('Meet', true, (text) => ({ content: text })),
      run: async ({ text }: z.infer<typeof input>, { signal }: ToolContext) => {
        if (++arrived === 2) meet();
        await Promise.race([met, new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))]);
        return { content: text };
      },
    },
    make('Echo', false, (text) => ({ content: text })),
    make('Look', true, (text) => ({ content: text })),
    make('Flaw', false, (text) => ({ content: text, isError: true })),
    make('Throw', false, (text) => {
      throw new Error(text);
    }),
  ];
}
