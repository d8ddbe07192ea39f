/** Gemini CLI's hooks (google-gemini/gemini-cli, docs/hooks/reference.md). A changed input is merged into the model's, so no field of it can be taken away. */

import { isObject, type JsonObject } from '../shared/basics/json';
import { contextOf, readClaudeShape, specific } from './claudeShape';
import { mcpName, withMcpName } from './mcpNames';
import type { Protocol, TheirEvent, Told, VerdictInTheirs, Word } from './protocol';
import { shell } from './shellCalls';
import type { TheirAnswer } from './theirFields';
import { asReason, withText } from './toolResponse';
import type { TheirCall } from './toolWords';
import { lineRange, ToolWords } from './toolWords';

const searched = [
  ['path', 'dir_path'],
  ['glob', 'include_pattern'],
  ['glob', 'include'],
] as const;

const tools = new ToolWords(
  [
    shell('run_shell_command', { fields: [['run_in_background', 'is_background']] }),
    {
      theirs: 'read_file',
      ours: 'Read',
      // Older versions have the second.
      ...lineRange({ files: ['file_path', 'absolute_path'], first: 'start_line', last: 'end_line' }),
    },
    { theirs: 'write_file', ours: 'Write' },
    { theirs: 'replace', ours: 'Edit' },
    { theirs: 'read_many_files', ours: 'Read', read: manyRead },
    { theirs: 'glob', ours: 'Glob', fields: [['path', 'dir_path']] },
    { theirs: 'grep_search', ours: 'Grep', fields: searched },
    { theirs: 'search_file_content', ours: 'Grep', fields: searched },
    { theirs: 'list_directory', ours: 'LS', fields: [['path', 'dir_path']] },
    {
      theirs: 'web_fetch',
      ours: 'WebFetch',
      read: pagesIn,
      write: ({ prompt }) => (typeof prompt === 'string' ? { prompt } : undefined),
    },
    { theirs: 'google_web_search', ours: 'WebSearch' },
    { theirs: 'write_todos', ours: 'TodoWrite' },
    { theirs: 'invoke_agent', ours: 'Agent', fields: [['subagent_type', 'agent_name']] },
  ],
  mcpName,
);

const event = (ours: TheirEvent['ours'], ...says: Word[]): TheirEvent => ({ ours, says });

const events: ReadonlyMap<string, TheirEvent> = new Map<string, TheirEvent>([
  ['BeforeTool', event('preToolUse', 'ask', 'deny', 'merges')],
  ['AfterTool', { ...event('postToolUse', 'output', 'context'), failures: true }],
  ['BeforeAgent', event('userMessage', 'deny', 'context')],
  ['AfterAgent', event('stop', 'continueWith')],
  ['SessionStart', event('sessionStart', 'context')],
  ['SessionEnd', event('sessionEnd')],
  ['PreCompress', event('preCompact')],
  ['BeforeModel', event(undefined)],
  ['AfterModel', event(undefined)],
  ['BeforeToolSelection', event(undefined)],
  ['Notification', event(undefined)],
]);

export const gemini: Protocol = {
  name: 'gemini',
  title: 'Gemini CLI',
  events,
  tools,
  read(payload) {
    const read = readClaudeShape(gemini, withMcpName(payload));
    return 'problem' in read ? read : { ...read, told: withFailure(read.told, payload), payload };
  },
  write({ theirEvent, told }, said) {
    switch (told.event) {
      case 'preToolUse':
        return { ...decided(said), ...specific(theirEvent, { tool_input: said.input }) };
      case 'postToolUse':
      case 'toolError':
        // With a deny its reason takes the result's place.
        return {
          ...(said.output === undefined ? {} : { decision: 'deny', reason: asReason(said.output) }),
          ...specific(theirEvent, { additionalContext: contextOf(said) }),
        };
      case 'stop':
        return said.continueWith === undefined ? {} : { decision: 'deny', reason: said.continueWith };
      case 'sessionStart':
      case 'sessionEnd':
      case 'userMessage':
      case 'permissionRequest':
      case 'preCompact':
      case 'subagentStart':
      case 'subagentStop':
      case undefined:
        return { ...decided(said), ...specific(theirEvent, { additionalContext: contextOf(said) }) };
    }
  },
};

/** What a tool answers where it failed says so. */
function withFailure(told: Told, { tool_response: response }: JsonObject): Told {
  if (told.event !== 'postToolUse' || !isObject(response) || !response.error) return told;
  const { event: _, output, ...call } = told;
  const { error } = response;
  const said = isObject(error) ? error.message : error;
  return { ...call, event: 'toolError', error: withText(response, '') === undefined ? String(said) : output };
}

/** The addresses stand in its text. */
function pagesIn(input: JsonObject): TheirCall[] | undefined {
  const { prompt } = input;
  if (typeof prompt !== 'string') return [{ toolName: 'WebFetch', input }];
  const urls = new Set(prompt.match(/\bhttps?:\/\/[^\s<>"'`]+/gi)?.map((url) => url.replace(/[).,;:!?\]]+$/, '')));
  return urls.size === 0
    ? [{ toolName: 'WebFetch', input }]
    : [...urls].map((url) => ({ toolName: 'WebFetch', input: { ...input, url } }));
}

/** Files, and patterns of files, which are looked through. */
function manyRead(input: JsonObject): TheirCall[] | undefined {
  const given = [input.include, input.paths].flat().filter((one) => one !== undefined && one !== null);
  if (given.length === 0 || !given.every((one) => typeof one === 'string')) return undefined;
  return given.map((one): TheirCall => {
    const name = String(one);
    if (!/[*?[{]/.test(name)) return { toolName: 'Read', input: { file_path: name } };
    const folder = name
      .split('/')
      .slice(
        0,
        name.split('/').findIndex((part) => /[*?[{]/.test(part)),
      )
      .join('/');
    return { toolName: 'Grep', input: { pattern: '', path: folder || (name.startsWith('/') ? '/' : '.'), glob: name } };
  });
}

const decided = ({ action, reason }: VerdictInTheirs): TheirAnswer => (action === undefined ? {} : { decision: action, reason });
