/** Which calls a hook of another agent is meant for, by that agent's own rules. */
import type { AgentName } from './protocol';

/** `subject` is a tool's name there, or what else the event is matched by. A pattern that is none matches: a gate that is not asked guards nothing. */
export function matches(agent: AgentName, theirEvent: string, matcher: string | undefined, subject: string): boolean {
  // VS Code passes over them.
  if (matcher === undefined || matcher === '' || matcher === '*' || agent === 'vscode') return true;
  const names = exactNames(agent, theirEvent, matcher);
  if (names) return names.includes(subject);
  try {
    const isWhole = agent === 'copilot' && !/^[A-Z]/.test(theirEvent);
    return new RegExp(isWhole ? `^(?:${matcher})$` : matcher).test(subject);
  } catch {
    return true;
  }
}

/** The names that the matcher lists, where it is a list of names and no expression. */
function exactNames(agent: AgentName, theirEvent: string, matcher: string): string[] | undefined {
  const isClaude = agent === 'claude' || (agent === 'copilot' && /^[A-Z]/.test(theirEvent));
  if (isClaude && /^[A-Za-z0-9 _\-,|]+$/.test(matcher)) return matcher.split(/[|,]/).map((name) => name.trim());
  if (agent === 'codex' && /^[A-Za-z0-9_|]+$/.test(matcher)) return matcher.split('|');
  return undefined;
}
