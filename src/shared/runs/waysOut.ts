/** What helps against an error: said beside its words, by who makes it. */

/** Where what is wrong stands. */
export const helpfulSettings = [
  'hooksmith.anthropic.baseUrl',
  'hooksmith.openai.baseUrl',
  'hooksmith.openai.contextWindow',
] as const;
const helpfulCommands = ['hooksmith.setApiKey', 'hooksmith.compact', 'hooksmith.chooseModel'] as const;
export const waysOut = [...helpfulSettings, ...helpfulCommands] as const;

type HelpfulCommand = (typeof helpfulCommands)[number];
export type WayOut = (typeof waysOut)[number];

export const isWayOut = (value: unknown): value is WayOut => (waysOut as readonly unknown[]).includes(value);
export const isCommand = (way: WayOut): way is HelpfulCommand => (helpfulCommands as readonly string[]).includes(way);
