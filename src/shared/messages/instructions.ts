/** Instructions that a workspace keeps for agents in files, as they stand in prompts and messages. */

export interface InstructionFile {
  /** Real path. */
  path: string;
  /** As people read it: `AGENTS.md`, `packages/api/CLAUDE.md`, `~/.claude/CLAUDE.md`. */
  name: string;
  /** Of its text. */
  characters: number;
  /** The name of the file that imports it. */
  importedBy?: string;
  /** Its end was left out: it is too long. */
  cut?: true;
}

/** One that was not taken, and why. */
export interface InstructionProblem {
  /** As it was named. */
  name: string;
  importedBy?: string;
  reason: string;
}

const opening = '<instructions file="';

export const instructionText = (name: string, text: string): string => `${opening}${name}">\n${text.trim()}\n</instructions>`;

/** The name of the file whose instructions this text of a message is, if it is one. */
export function instructionName(text: string): string | undefined {
  return text.startsWith(opening) ? text.slice(opening.length, text.indexOf('"', opening.length)) : undefined;
}
