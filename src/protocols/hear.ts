/**
 * What a hook that was written for another agent answered, in our words. Where the agent would let an action go on because its hook broke down (it did not start,
 * was killed, spoke nonsense), a gate of ours does not: that is `failed`. Exit codes mean what they mean there.
 */

import { brief } from '../shared/basics/brief';
import { isObject, type JsonObject } from '../shared/basics/json';
import type { AgentName, SharedEvent } from './protocol';
import { type AskedCommand, type Heard, inOurWords } from './theirAnswers';
import type { TheirAnswer } from './theirFields';

/** How a command ended. */
export interface Exit {
  /** Null where a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Events whose answer decides whether something happens. */
const gates: ReadonlySet<SharedEvent> = new Set<SharedEvent>(['preToolUse', 'permissionRequest', 'userMessage']);

export function hear(asked: AskedCommand, exit: Exit): Heard {
  const { agent, event } = asked;
  const isGate = gates.has(event);
  const { code, stdout, stderr } = exit;
  // By the shell: there is no such program, it cannot be run, or a signal ended it.
  const isKilled = code === null || (code > 128 && code < 160);
  if (isKilled || code === 126 || code === 127) {
    const why = isKilled ? 'was ended before it had answered' : `could not be run: ${stderr.trim() || `exit code ${code}`}`;
    return isGate ? { failed: why } : { message: why };
  }
  const answer = answerIn(agent, exit);
  if (answer === 'broken') {
    if (isGate && code === 0) return { failed: `answered what is no JSON: ${brief(stdout.trim(), 200)}` };
    return code === 0 ? { message: `answered what is no JSON: ${brief(stdout.trim(), 200)}` } : byCode(asked, exit, {});
  }
  const heard = answer ? read(asked, answer, exit) : textOnly(asked, exit);
  return byCode(asked, exit, heard);
}

/** JSON where there is some; Gemini CLI also looks on standard error. */
function answerIn(agent: AgentName, { stdout, stderr }: Exit): JsonObject | 'broken' | undefined {
  const parsed = (text: string): JsonObject | 'broken' | undefined => {
    if (!text.trim().startsWith('{')) return undefined;
    try {
      const value: unknown = JSON.parse(text);
      return isObject(value) ? value : 'broken';
    } catch {
      return 'broken';
    }
  };
  const said = parsed(stdout);
  if (said === undefined && agent === 'gemini' && stdout.trim() === '') {
    const other = parsed(stderr);
    return other === 'broken' ? undefined : other;
  }
  return said;
}

/** Text beside no JSON is context where the agent takes it so. */
function textOnly({ agent, event }: AskedCommand, { code, stdout }: Exit): Heard {
  const isHeard = event === 'userMessage' || event === 'sessionStart';
  return code === 0 && agent !== 'cursor' && isHeard && stdout.trim() !== '' ? { context: stdout.trim() } : {};
}

/** What the exit code adds to what was said, or puts in its place. */
function byCode({ agent, event, failClosed }: AskedCommand, { code, stdout, stderr }: Exit, heard: Heard): Heard {
  if (code === 0) return heard;
  const text = stderr.trim() || (agent === 'gemini' ? stdout.trim() : '');
  const hasAnswer = Object.keys(heard).length > 0;
  if (agent === 'gemini') {
    // Its JSON beats the code.
    if (hasAnswer) return heard;
    return code! >= 2 ? blocked(agent, event, text || `exited with code ${code}`) : { message: text };
  }
  const denies =
    code === 2 ||
    (agent === 'copilot' && event === 'preToolUse') ||
    (agent === 'cursor' && failClosed === true && gates.has(event));
  if (!denies) return { ...heard, message: [heard.message, text && `exit code ${code}: ${text}`].filter(Boolean).join('\n') };
  return blocked(agent, event, heard.reason || heard.stop || text || `exited with code ${code}`);
}

/** What a block means there. */
function blocked(agent: AgentName, event: SharedEvent, reason: string): Heard {
  switch (event) {
    case 'preToolUse':
    case 'userMessage':
    case 'preCompact':
      return { action: 'deny', reason };
    case 'permissionRequest':
      return agent === 'copilot' ? { action: 'deny', reason } : { message: reason };
    case 'stop':
      return agent === 'copilot' || agent === 'cursor' ? { message: reason } : { continueWith: reason };
    case 'postToolUse':
    case 'toolError':
      return { context: reason };
    case 'sessionStart':
    case 'sessionEnd':
    case 'subagentStart':
    case 'subagentStop':
      return { message: reason };
  }
}

function read(asked: AskedCommand, answer: JsonObject, { stderr }: Exit): Heard {
  const heard = inOurWords(asked, answer as TheirAnswer);
  const said = stderr.trim();
  return heard.action === 'deny' && !heard.reason && said !== '' ? { ...heard, reason: said } : heard;
}
