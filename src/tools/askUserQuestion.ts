import * as z from 'zod';
import { tool } from './builtInTool';

const question = z.object({
  question: z.string().min(1).describe('The whole question, as in "Which library should we use for dates?"'),
  header: z.string().min(1).describe('A label of at most 12 characters, as in "Library"'),
  options: z
    .array(
      z.object({
        label: z.string().min(1).describe('1 to 5 words that the user chooses by'),
        description: z.string().default('').describe('What it means, or what follows from it'),
      }),
    )
    .min(2)
    .max(4)
    .describe('The choices; "Other", with free text, is always added'),
  multiSelect: z.boolean().default(false).describe('Whether several may be chosen'),
});

/** Not an error: the model goes on, and knows why it has no answer. */
const unanswered = 'Go on by your own best judgement, and say what you assumed.';

export const askUserQuestion = tool({
  name: 'AskUserQuestion',
  description:
    'Asks the user 1 to 4 questions with choices and waits for the answers. Use it where a decision is up to the user: a preference, an ambiguity, a choice of direction. The user can always answer in their own words.',
  readOnly: true,
  harmless: true,
  lock: 'none',
  input: z.object({
    questions: z
      .array(question)
      .min(1)
      .max(4)
      .refine((list) => new Set(list.map((one) => one.question)).size === list.length, 'each question must be another'),
  }),
  async run({ questions }, { ask }) {
    if (!ask) return { content: `No human is there to answer. ${unanswered}` };
    const answers = await ask(questions);
    if (!answers) return { content: `The user skipped the questions. ${unanswered}` };
    const said = questions.map((one, at) => `"${one.question}"="${answers[at]!.join(', ')}"`);
    return { content: `The user has answered your questions: ${said.join('; ')}. Go on with these answers in mind.` };
  },
});
