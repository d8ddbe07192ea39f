/** Where a hook of another agent belongs among our events. */
import type { BuiltInName } from '../shared/calls/toolNames';
import { protocols } from './index';
import type { AgentName, SharedEvent } from './protocol';

export interface There {
  ours: SharedEvent;
  /** It is about a call. */
  tool: boolean;
  /** The only tools that it is about. */
  tools?: string[];
  /** Of a subagent's end, not of the conversation's. */
  ofSubagents: boolean;
}

/** Events of Cursor that are about one kind of call. */
const ofCursor: ReadonlyMap<string, { ours: SharedEvent; tools: (BuiltInName | 'mcp__*')[] }> = new Map([
  ['beforeShellExecution', { ours: 'preToolUse', tools: ['Bash'] }],
  ['beforeMCPExecution', { ours: 'preToolUse', tools: ['mcp__*'] }],
  ['beforeReadFile', { ours: 'preToolUse', tools: ['Read'] }],
  ['afterShellExecution', { ours: 'postToolUse', tools: ['Bash'] }],
  ['afterMCPExecution', { ours: 'postToolUse', tools: ['mcp__*'] }],
  ['afterFileEdit', { ours: 'postToolUse', tools: ['Write', 'Edit', 'MultiEdit'] }],
]);

const ofTools: ReadonlySet<string> = new Set<SharedEvent>(['preToolUse', 'permissionRequest', 'postToolUse', 'toolError']);

/** Undefined where we have no such moment. An agent's end decides at `stop`, a subagent's too: `subagentStop` comes after it and decides nothing. */
export function eventThere(agent: AgentName, theirEvent: string): There | undefined {
  const own = agent === 'cursor' ? ofCursor.get(theirEvent) : undefined;
  if (own) return { ...own, tool: true, ofSubagents: false };
  const ours = protocols[agent].events.get(theirEvent)?.ours;
  if (!ours) return undefined;
  const isSubagents = ours === 'subagentStop';
  return { ours: isSubagents ? 'stop' : ours, tool: ofTools.has(ours), ofSubagents: isSubagents };
}
