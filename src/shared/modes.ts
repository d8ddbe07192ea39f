/** What happens to tool calls that nobody has decided, from careful to careless but for Plan, which lets nothing act. */
export const modes = ['ask', 'acceptEdits', 'plan', 'bypass'] as const;
export type Mode = (typeof modes)[number];
