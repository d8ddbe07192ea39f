/** Who asks at the gate. */
import type { AgentName } from '../../protocols/protocol';

/** What the gate knows beside what the agent said. */
export interface Asker {
  /** In whose configuration the gate stands; agents run those of others too. */
  gate: AgentName;
  /** The project that the agent says it works on. */
  project?: string;
  /** Where the gate was started. */
  cwd?: string;
  /** Aborted once it waits no more: what a human would allow then is allowed to nobody. */
  gone?: AbortSignal;
}
