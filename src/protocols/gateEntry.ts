/** What `hooksmith guard` has written into an agent's configuration: known wherever it stands, so that it can be taken back, and is never taken for a hook of that agent. */
import type { AgentName } from './protocol';

/** Some entry of ours, of whichever installation. */
export function isGateEntry(agent: AgentName, entry: unknown): boolean {
  const text = JSON.stringify(entry) ?? '';
  return (
    new RegExp(`gate\\.(js|pl|sh)[\\\\"' ]*(--agent )?${agent}\\b`).test(text) ||
    new RegExp(`"http://127\\.0\\.0\\.1:\\d+/gate/${agent}"`).test(text)
  );
}
