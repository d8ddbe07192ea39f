/** What happens to tool calls that nobody has decided, from careful to careless but for Plan, which lets nothing act. */
export const modes = ['ask', 'acceptEdits', 'plan', 'bypass'] as const;
export type Mode = (typeof modes)[number];

/** When commands run in the operating system's sandbox: where a policy says so, always, or never. */
export const sandboxModes = ['confined', 'always', 'off'] as const;
export type SandboxMode = (typeof sandboxModes)[number];

const byStrictness: readonly SandboxMode[] = ['always', 'confined', 'off'];
export const stricter = (one: SandboxMode, other: SandboxMode = 'off'): SandboxMode =>
  byStrictness.find((mode) => mode === one || mode === other)!;
