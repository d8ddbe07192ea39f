/**
 * Who waits how long for whom, in milliseconds, the outermost first: each refuses before the one that asked it goes on without an answer. Between two of them
 * lies what the inner one's question and answer take, and letting go of a session that another is to judge.
 */
export const waits = {
  /** An agent, for its gate. */
  agent: 60_000,
  /** The gate, for the guard. */
  gate: 50_000,
  /** The guard, for hooks; or for the window of the editor that judges in its place. */
  guard: 48_000,
  window: 44_000,
  /** A window, for its human. */
  human: 40_000,
} as const;
