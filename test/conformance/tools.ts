/** Tools that do nothing but what a test wants of a tool. */
import { z } from 'zod';
import type { AnyTool } from '../../src/agent/toolRegistry';
import { tool } from '../../src/tools/define';

const input = z.object({ text: z.string(), more: z.unknown().optional() });

/** `ran` gets a line for each call that really ran: `NAME TEXT`. */
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
  return [
    make('Echo', false, (text) => ({ content: text })),
    make('Look', true, (text) => ({ content: text })),
    make('Flaw', false, (text) => ({ content: text, isError: true })),
    make('Throw', false, (text) => {
      throw new Error(text);
    }),
  ];
}
