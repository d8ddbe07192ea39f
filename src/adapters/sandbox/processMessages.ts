/** Messages between the adapter and the process that keeps the sandbox: an answer per request, and one word in between. */
import * as z from 'zod';

const strings = z.array(z.string()).readonly();
const wordsSchema = z.object({
  denyRead: strings.optional(),
  denyWrite: strings.optional(),
  denyPrograms: strings.optional(),
  hosts: strings.optional(),
  asksHosts: z.boolean().optional(),
  onlyPaths: z.array(strings).readonly().optional(),
  hideOnly: z.boolean().optional(),
});

const place = { cwd: z.string(), folders: strings, appFolders: strings };
export const requestSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('available'), id: z.number() }),
  z.object({ type: z.literal('gaps'), id: z.number(), words: wordsSchema, ...place }),
  z.object({ type: z.literal('wrap'), id: z.number(), words: wordsSchema, command: z.string(), ...place }),
  /** The command of that request has ended. */
  z.object({ type: z.literal('ended'), id: z.number(), of: z.number() }),
  /** Whether the command of that request may reach the host that was asked for by this number. */
  z.object({ type: z.literal('host'), id: z.number(), ask: z.number(), allowed: z.boolean() }),
]);
export type Request = z.infer<typeof requestSchema>;

export const answerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('available'), id: z.number(), why: z.string().optional() }),
  z.object({ type: z.literal('gaps'), id: z.number(), gaps: strings }),
  z.object({ type: z.literal('wrapped'), id: z.number(), command: z.string(), hidden: strings }),
  z.object({
    type: z.literal('ended'),
    id: z.number(),
    putAside: z.array(z.object({ path: z.string(), to: z.string() })),
    hosts: strings,
  }),
  z.object({ type: z.literal('failed'), id: z.number(), message: z.string() }),
  z.object({ type: z.literal('heard'), id: z.number() }),
  /** A command, that of this request perhaps, wants to reach a host that nobody has allowed. */
  z.object({ type: z.literal('askHost'), id: z.number(), ask: z.number(), host: z.string() }),
  /** The command goes on making what is protected: it is to be ended. */
  z.object({ type: z.literal('end'), id: z.number() }),
]);
export type SandboxAnswer = z.infer<typeof answerSchema>;
