/** The protocols, on one screen; reading what came, and answering it. */

import { withoutMark } from '../shared/basics/byteOrderMark';
import { carriesTooDeep, isTooDeep, nestedTooDeep } from '../shared/basics/depth';
import type { JsonObject } from '../shared/basics/json';
import { claude } from './claude';
import { isPayload } from './claudeShape';
import { codex } from './codex';
import { copilot } from './copilot';
import { cursor } from './cursor';
import { expressible } from './expressible';
import { gemini } from './gemini';
import type { AgentName, Answer, Occurrence, Protocol, Verdict } from './protocol';
import { vscode } from './vscode';

export const protocols: Readonly<Record<AgentName, Protocol>> = { claude, vscode, copilot, cursor, gemini, codex };

/** They run each other's hook files, and what they write of a prompt, a start or an end does not tell which of them it is. */
const lookAlikes: readonly AgentName[] = ['vscode', 'copilot'];

/** The agents that may speak of one session, each under its own name. */
export const lookAlikesOf = (agent: AgentName): readonly AgentName[] => (lookAlikes.includes(agent) ? lookAlikes : [agent]);

/** Which protocol a payload is spoken in: agents run hooks that were configured for others too, and speak to them in their own way. */
function dialectOf(gate: AgentName, payload: JsonObject): AgentName {
  if (gate !== 'claude' && gate !== 'vscode' && gate !== 'copilot') return gate;
  if (typeof payload.conversation_id === 'string' && Array.isArray(payload.workspace_roots)) return 'cursor';
  if (typeof payload.hookEventName === 'string') return 'vscode';
  if (payload.hook_event_name === undefined && (payload.toolName !== undefined || payload.sessionId !== undefined))
    return 'copilot';
  const { tool_name: tool } = payload;
  if (typeof tool !== 'string') return gate;
  // Both others call what a tool gave its response.
  if (payload.tool_result !== undefined && payload.tool_response === undefined) return 'copilot';
  // VS Code writes the common fields as Claude Code does, and so does Copilot where an event's name has a capital: their tools tell them apart.
  const isOfClaude = gate === 'claude' && (claude.tools.knows(tool) || /^([A-Z]|mcp__)/.test(tool));
  if (isOfClaude) return gate;
  const [ofVscode, ofCopilot] = [vscode.tools.knows(tool), copilot.tools.knows(tool) || /^[A-Z]/.test(tool)];
  if (ofVscode !== ofCopilot) return ofVscode ? 'vscode' : 'copilot';
  // Copilot is answered in VS Code's words, too.
  return gate === 'claude' && ofVscode ? 'copilot' : gate;
}

/** What the agent's payload tells, or why it cannot be read: then nothing that it asks for may happen. */
export function readOccurrence(agent: AgentName, text: string): Occurrence | { problem: string } {
  let payload: unknown;
  try {
    payload = JSON.parse(withoutMark(text));
  } catch (error) {
    return { problem: text.trim() === '' ? 'nothing came on standard input' : `it is no JSON: ${(error as Error).message}` };
  }
  if (!isPayload(payload)) return { problem: 'it is no JSON object' };
  if (isTooDeep(payload)) return { problem: `it ${nestedTooDeep}` };
  const occurrence = protocols[dialectOf(agent, payload)].read(payload);
  // What it carries as text was read, too.
  if (carriesTooDeep(occurrence)) return { problem: `it ${nestedTooDeep}` };
  return 'problem' in occurrence || !isAmbiguous(payload, occurrence) ? occurrence : { ...occurrence, isAmbiguous: true };
}

/** Fields that VS Code's documentation has it write are nobody else's. */
const isAmbiguous = (payload: JsonObject, { agent }: Occurrence): boolean =>
  agent === 'vscode' && payload.hookEventName === undefined && payload.tool_name === undefined;

/** The verdict as the agent is told it, and what of it the agent cannot be told. */
export function answer(occurrence: Occurrence, verdict: Verdict): Answer {
  const protocol = protocols[occurrence.agent];
  const { said, lost, unheard } = expressible(protocol, occurrence, verdict);
  return { json: protocol.write(occurrence, said), lost, ...(unheard ? { unheard } : {}) };
}

/** Whether the agent can be told anything at this moment. */
export const hearsAnything = ({ agent, theirEvent }: Occurrence): boolean =>
  (protocols[agent].events.get(theirEvent)?.says.length ?? 0) > 0;

export const titleOf = (agent: AgentName): string => protocols[agent].title;
