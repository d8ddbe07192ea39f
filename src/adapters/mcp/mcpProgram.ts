/** An MCP server that is a program of this machine: how it is started, in the sandbox where everything is to run there, and what it said last. */
import type { Transport } from '@modelcontextprotocol/client';
import type { ConfinedProgram, ConfinedPrograms } from '../machine/confinedPrograms';
import type { ServerProgram } from './mcpConfig';

/** It is to be confined, and cannot be. */
export class NotHeld extends Error {}

interface Surroundings {
  confined: ConfinedPrograms | undefined;
  /** The sandbox it runs in is no more. */
  lost(): void;
  /** What it writes on standard error. */
  said(text: string): void;
}

export interface StartedProgram {
  transport: Transport;
  lastWords(): string;
  /** To be called once it has ended; again, it does nothing. */
  ended(): void;
}

/** Started with the first message. Throws `NotHeld`. */
export async function mcpProgram(server: ServerProgram, { confined, lost, said }: Surroundings): Promise<StartedProgram> {
  // Loaded with the first server: who has none pays nothing.
  const { StdioClientTransport, getDefaultEnvironment } = await import('@modelcontextprotocol/client/stdio');
  const argv = [server.command, ...server.args];
  let held: ConfinedProgram | undefined = await confined?.start(argv, server.cwd, lost).catch((error: Error) => {
    throw new NotHeld(error.message);
  });
  const [command, ...args] = held?.argv ?? argv;
  const transport = new StdioClientTransport({
    command: command!,
    args,
    env: { ...getDefaultEnvironment(), ...server.env },
    cwd: server.cwd,
    stderr: 'pipe',
  });
  let lastWords = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    lastWords = chunk.toString().trim() || lastWords;
    said(chunk.toString().trimEnd());
  });
  return {
    transport,
    lastWords: () => lastWords,
    ended: () => {
      void held?.end();
      held = undefined;
    },
  };
}
