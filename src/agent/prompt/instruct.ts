/**
 * Instructions that a workspace keeps for agents. Those at its top (and the user's own) go into the system prompt; those of folders below join the result of the
 * first call that names something there.
 */
import { instructionText } from '../../shared/messages/instructions';
import { blocksOf } from '../../shared/messages/messages';
import { type AgentContext, note } from '../context/agentContext';
import { whyHidden } from '../judging/mayRead';
import type { Instructions } from '../ports/files';

const intro =
  'Instructions from files that the user keeps for agents. Follow them; where two differ, the later and the one nearer to the file at hand counts, and what the user says counts before all of them.';

/** Puts those at the top into the agent's system prompt, and finds out which skills it is offered. */
export async function instruct(ctx: AgentContext): Promise<void> {
  const { agent, deps } = ctx;
  await deps.skills?.look(agent.name, hiding(ctx));
  const read = await deps.instructions?.atTop(hiding(ctx));
  if (!read) return;
  const { files, problems } = read;
  agent.instructed = new Set(files.map(({ path }) => path));
  if (files.length > 0)
    agent.system = [agent.system, intro, ...files.map(({ name, text }) => instructionText(name, text))]
      .filter(Boolean)
      .join('\n\n');
  if (agent.depth === 0 && files.length + problems.length > 0) tell(ctx, read);
}

/** With the text that a message brings of each file. */
export interface FoundBelow extends Instructions {
  texts: readonly string[];
}
export const noneBelow: FoundBelow = { files: [], problems: [], texts: [] };

/** Those that lie beside or above these paths and that the conversation does not hold yet. */
export async function instructionsBelow(ctx: AgentContext, paths: readonly string[]): Promise<FoundBelow> {
  const { agent, deps } = ctx;
  if (!deps.instructions || paths.length === 0) return noneBelow;
  const read = await deps.instructions.below(paths, agent.instructed ?? new Set(), hiding(ctx));
  if (read.files.length === 0) return noneBelow;
  // After a summary, or where a file has changed, they are told again.
  const held = new Set(
    agent.history.flatMap((message) => blocksOf(message).flatMap((block) => (block.type === 'text' ? [block.text] : []))),
  );
  const files = read.files.filter(({ name, text }) => !held.has(instructionText(name, text)));
  return { ...read, files, texts: files.map(({ name, text }) => instructionText(name, text)) };
}

/** What was found comes into the conversation by the result of that call. */
export function tellBelow(ctx: AgentContext, found: FoundBelow, toolCallId: string): void {
  if (found.files.length > 0) tell(ctx, found, toolCallId);
}

const hiding = (ctx: AgentContext) => async (path: string) => (await whyHidden(ctx, path))?.reason;

function tell(ctx: AgentContext, { files, problems }: Instructions, toolCallId?: string): void {
  note(ctx, 'instructions_loaded', {
    ...(toolCallId === undefined ? {} : { toolCallId }),
    data: { files: files.map(({ text: _, ...file }) => file), problems: [...problems] },
  });
}
