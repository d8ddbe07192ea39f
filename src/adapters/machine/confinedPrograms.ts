/** Programs that a workspace declares, started inside the sandbox where everything is to run there. */
import type { Sandbox } from '../../agent/ports/machine';
import type { Confinement } from '../../shared/verdicts/confinement';

/** What is started in a program's place; `end` is to be called when it has ended. */
export type ConfinedProgram = Awaited<ReturnType<Sandbox['program']>>;

export interface ConfinedPrograms {
  /** What they are held to; undefined where they run as they are. */
  words(): Confinement | undefined;
  /** Rejects, with why, where there is no sandbox: then nothing is to be started. */
  start(argv: readonly string[], cwd: string, kill: () => void): Promise<ConfinedProgram | undefined>;
}

export function confinedPrograms(
  permissions: () => { sandbox?: string; hosts?: readonly string[] },
  sandbox: Pick<Sandbox, 'unavailable' | 'program'> | undefined,
): ConfinedPrograms {
  const words = () => {
    const { sandbox: mode, hosts = [] } = permissions();
    return mode === 'always' ? { hosts } : undefined;
  };
  return {
    words,
    async start(argv, cwd, kill) {
      const held = words();
      if (!held) return undefined;
      const missing = sandbox ? await sandbox.unavailable() : 'there is no sandbox here';
      if (missing !== undefined || !sandbox) throw new Error(`everything is to run in the sandbox: ${missing}`);
      return sandbox.program(argv, { cwd, words: held, kill });
    },
  };
}
