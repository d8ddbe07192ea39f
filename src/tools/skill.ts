import * as z from 'zod';
import { mainAgent, type Skills } from '../agent/ports/agents';
import { bounded, tool } from './builtInTool';

/** What the model is told of them is bounded: what they say stands in their files. */
const mostDescribed = 400;
const mostOfAll = 16_000;

export const skill = (skills: Skills) =>
  tool({
    name: 'Skill',
    description: (agent) =>
      [
        'Loads a skill: instructions for a kind of work, which the user keeps in a file. Load one before you begin work that it is for.',
        'The skills:',
        listed(skills.of(agent?.name ?? mainAgent)),
      ].join('\n'),
    offered: (agent) => skills.of(agent?.name ?? mainAgent).length > 0,
    readOnly: true,
    risk: 'Gives the agent instructions from a file; each of its calls is decided by itself.',
    input: z.object({
      skill: z
        .string()
        .transform((name) => name.trim().replace(/^\//, '').trim())
        .pipe(z.string().min(1))
        .describe('Name of the skill'),
      args: z.string().optional().describe('What it is to be done with, as one line'),
    }),
    async run({ skill, args = '' }, { agentName, leavesOut }) {
      const found = await skills.load(agentName, skill, args);
      if (!found?.path || leavesOut(found.path)) throw new Error(`there is no skill ${skill}`);
      const text = bounded(found.text, `The whole text is in ${found.path}.`);
      return { content: [text, ...(found.notes ?? []).map((note) => `(Of this skill: ${note}.)`)].join('\n\n') };
    },
  });

function listed(all: ReturnType<Skills['of']>): string {
  const lines: string[] = [];
  let room = mostOfAll;
  for (const { name, description } of all) {
    const line = `- ${name}: ${description.replace(/\s+/g, ' ').slice(0, mostDescribed)}`;
    room -= line.length;
    if (room < 0) break;
    lines.push(line);
  }
  return [...lines, ...(lines.length < all.length ? [`- and ${all.length - lines.length} more`] : [])].join('\n');
}
