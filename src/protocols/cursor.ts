/** Cursor's hooks (cursor.com/docs/hooks). It takes an `ask` for a call and does not ask: none is ever sent. */

import * as z from 'zod';
import { isObject, type JsonObject, objectIn } from '../shared/basics/json';
import { patching } from './applyPatch';
import { contextOf, tellsOf, whyNot } from './claudeShape';
import type { Occurrence, Protocol, TheirEvent, Told, VerdictInTheirs, Word } from './protocol';
import { shell } from './shellCalls';
import type { TheirAnswer } from './theirFields';
import { type TheirCall, ToolWords } from './toolWords';

const path = ['file_path', 'path'] as const;

const tools = new ToolWords(
  [
    shell('Shell'),
    { theirs: 'Read', ours: 'Read', fields: [path] },
    {
      theirs: 'Write',
      ours: 'Write',
      fields: [path, ['content', 'contents']],
    },
    { theirs: 'StrReplace', ours: 'Edit', fields: [path] },
    { theirs: 'Delete', ours: 'Delete', fields: [path] },
    patching('ApplyPatch'),
    {
      theirs: 'Glob',
      ours: 'Glob',
      fields: [
        ['pattern', 'glob_pattern'],
        ['path', 'target_directory'],
      ],
    },
    { theirs: 'LS', ours: 'LS', fields: [['path', 'target_directory']] },
    { theirs: 'Grep', ours: 'Grep' },
    { theirs: 'SemanticSearch', ours: 'Grep', oneWay: true, read: foldersSearched },
    {
      theirs: 'EditNotebook',
      ours: 'NotebookEdit',
      fields: [
        ['notebook_path', 'target_notebook'],
        ['new_source', 'new_string'],
      ],
    },
    { theirs: 'WebSearch', ours: 'WebSearch', fields: [['query', 'search_term']] },
    { theirs: 'Task', ours: 'Agent' },
  ],
  // It does not say which server's.
  (name) => name.replace(/^MCP:/, 'mcp__unknown__'),
);

const event = (ours: TheirEvent['ours'], ...says: Word[]): TheirEvent => ({ ours, says });

const events: ReadonlyMap<string, TheirEvent> = new Map<string, TheirEvent>([
  ['preToolUse', event('preToolUse', 'allow', 'deny', 'input')],
  ['beforeShellExecution', event('preToolUse', 'allow', 'deny')],
  ['beforeMCPExecution', event('preToolUse', 'allow', 'deny')],
  ['beforeReadFile', event('preToolUse', 'allow', 'deny')],
  ['postToolUse', event('postToolUse', 'mcpOutput', 'context')],
  ['postToolUseFailure', event('toolError')],
  ['beforeSubmitPrompt', event('userMessage', 'deny')],
  ['stop', event('stop', 'continueWith')],
  ['subagentStart', event('subagentStart')],
  ['subagentStop', event('subagentStop', 'continueWith')],
  ['preCompact', event('preCompact')],
  ['sessionStart', event('sessionStart', 'context')],
  ['sessionEnd', event('sessionEnd')],
  ...[
    'afterShellExecution',
    'afterMCPExecution',
    'afterFileEdit',
    'afterAgentResponse',
    'afterAgentThought',
    'workspaceOpen',
  ].map((name) => [name, event(undefined)] as const),
]);

const common = z.looseObject({
  hook_event_name: z.string().min(1),
  conversation_id: z.string().nullish(),
  session_id: z.string().nullish(),
  workspace_roots: z.array(z.string()).nullish(),
  cwd: z.string().nullish(),
  transcript_path: z.string().nullish(),
});

export const cursor: Protocol = {
  name: 'cursor',
  title: 'Cursor',
  events,
  tools,
  read(payload) {
    const parsed = common.safeParse(payload);
    if (!parsed.success) return { problem: whyNot(parsed.error) };
    const { hook_event_name, conversation_id, session_id, cwd, transcript_path } = parsed.data;
    const roots = parsed.data.workspace_roots ?? [];
    const known = events.get(hook_event_name);
    if (!known) return { problem: `there is no event ${hook_event_name}` };
    const told = withFiles(tellsOf(known.ours, asToolCall(hook_event_name, payload), tools), payload);
    if ('problem' in told) return told;
    return {
      agent: 'cursor',
      theirEvent: hook_event_name,
      sessionId: conversation_id || session_id || '',
      folders: [...roots, ...(cwd ? [cwd] : [])],
      ...(cwd || roots[0] ? { cwd: cwd || roots[0] } : {}),
      ...(transcript_path ? { transcript: transcript_path } : {}),
      ...subagentIn(told, payload),
      told,
      payload,
    };
  },
  takesOutput: ({ payload }) => isMcp(payload.tool_name),
  write({ told }, said) {
    switch (told.event) {
      case 'preToolUse':
        return {
          ...(said.action ? { permission: said.action } : {}),
          ...messages(said),
          ...(said.input ? { updated_input: said.input } : {}),
        };
      case 'userMessage':
        return said.action === 'deny' ? { continue: false, user_message: said.reason } : {};
      case 'stop':
      case 'subagentStop':
        return said.continueWith === undefined ? {} : { followup_message: said.continueWith };
      case 'sessionStart':
      case 'sessionEnd':
      case 'permissionRequest':
      case 'toolError':
      case 'postToolUse':
      case 'preCompact':
      case 'subagentStart':
      case undefined: {
        const additional_context = contextOf(said);
        const { output } = said;
        return {
          ...(additional_context === undefined ? {} : { additional_context }),
          ...(output === undefined ? {} : { updated_mcp_tool_output: { content: [{ type: 'text', text: output }] } }),
        };
      }
    }
  },
};

/** What its user has attached to a prompt, which its model is given without a call. */
function withFiles(told: Reading, { attachments }: JsonObject): Reading {
  if (!('event' in told) || told.event !== 'userMessage' || attachments === undefined || attachments === null) return told;
  const paths = [attachments].flat().map((one) => (isObject(one) ? (one.file_path ?? one.filePath) : one));
  const files = paths.filter((path) => path !== undefined && path !== null);
  if (!files.every((path) => typeof path === 'string')) return { problem: 'what is attached to it cannot be read' };
  return files.length > 0 ? { ...told, files } : told;
}
type Reading = ReturnType<typeof tellsOf>;

/** It shows what lies in these folders, or anywhere. */
function foldersSearched({ query, target_directories, ...rest }: JsonObject): TheirCall[] | undefined {
  const folders = [target_directories ?? []].flat();
  if (!folders.every((one) => typeof one === 'string')) return undefined;
  const places = folders.length === 0 ? [{}] : folders.map((one) => ({ path: one }));
  return places.map((place) => ({ toolName: 'Grep', input: { ...rest, pattern: query, ...place } }));
}

/** Where it comes to its end it is told by what it was started for. */
function subagentIn(told: Told, payload: JsonObject): Pick<Occurrence, 'subagent'> {
  if (told.event !== 'subagentStart' && told.event !== 'subagentStop') return {};
  const { subagent_id: id, subagent_type } = payload;
  const type = typeof subagent_type === 'string' && subagent_type !== '' ? subagent_type : undefined;
  const own = typeof id === 'string' && id !== '' ? id : `${type ?? 'agent'}: ${told.task}`;
  return { subagent: { id: own, ...(type ? { type } : {}) } };
}

const messages = ({ action, reason }: VerdictInTheirs): TheirAnswer =>
  action === 'deny' ? { user_message: reason, agent_message: reason } : {};

/** Events for one kind of call say by their name which tool it is. */
function asToolCall(name: string, payload: JsonObject): JsonObject {
  const { command, cwd, file_path, tool_name, tool_input, mcp_server_name, tool_output, error_message, duration } = payload;
  const took = typeof duration === 'number' ? { duration_ms: duration } : {};
  switch (name) {
    case 'beforeShellExecution':
      return {
        tool_name: 'Shell',
        tool_input: { command, ...(typeof cwd === 'string' && cwd !== '' ? { working_directory: cwd } : {}) },
      };
    case 'beforeReadFile':
      return { tool_name: 'Read', tool_input: { path: file_path } };
    case 'beforeMCPExecution':
      return { tool_name: mcpName(mcp_server_name, asMcp(tool_name)), tool_input: argumentsOf(tool_input) };
    case 'preToolUse':
    case 'postToolUse':
    case 'postToolUseFailure':
      return {
        ...payload,
        ...took,
        tool_name: isMcp(tool_name) ? mcpName(mcp_server_name, tool_name) : tool_name,
        tool_input: isMcp(tool_name) ? argumentsOf(tool_input) : parsedInput(tool_input),
        tool_response: isMcp(tool_name) ? (parsedInput(tool_output) ?? tool_output) : tool_output,
        error: error_message ?? payload.error,
      };
    default:
      return payload;
  }
}

/** A tool that is called like one of its own is none. */
const asMcp = (name: unknown): unknown => (typeof name !== 'string' || isMcp(name) ? name : `MCP:${name}`);

const isMcp = (name: unknown) => typeof name === 'string' && /^(MCP:|mcp__)/.test(name);

const mcpName = (server: unknown, name: unknown): unknown =>
  typeof server === 'string' && server !== '' && typeof name === 'string' && !name.startsWith('mcp__')
    ? `mcp__${server}__${name.replace(/^MCP:/, '')}`
    : name;

/** Of a server's tool, which may take none. */
const argumentsOf = (given: unknown): unknown => (given === '' ? {} : parsedInput(given));

/** Some of its events carry it as text; a patch is one. */
const parsedInput = (given: unknown): unknown => (typeof given === 'string' ? (objectIn(given) ?? given) : given);
