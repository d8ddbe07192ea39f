/** Gemini CLI's hooks (google-gemini/gemini-cli, docs/hooks/reference.md). A changed input is merged into the model's, so no field of it can be taken away. */
import type { JsonObject } from '../shared/json';
import { contextOf, readClaudeShape, specific } from './claudeShape';
import type { Protocol, Said, TheirEvent, Word } from './protocol';
import { lineRange, ToolWords } from './toolWords';

const tools = new ToolWords([
  { theirs: 'run_shell_command', ours: 'Bash' },
  { theirs: 'read_file', ours: 'Read', ...lineRange('Read', { file: 'file_path', first: 'start_line', last: 'end_line' }) },
  { theirs: 'write_file', ours: 'Write' },
  { theirs: 'replace', ours: 'Edit' },
  { theirs: 'glob', ours: 'Glob' },
  { theirs: 'grep_search', ours: 'Grep' },
  { theirs: 'search_file_content', ours: 'Grep' },
  { theirs: 'list_directory', ours: 'LS', fields: [['path', 'dir_path']] },
  { theirs: 'web_fetch', ours: 'WebFetch' },
  { theirs: 'google_web_search', ours: 'WebSearch' },
  { theirs: 'write_todos', ours: 'TodoWrite' },
  { theirs: 'invoke_agent', ours: 'Agent', fields: [['subagent_type', 'agent_name']] },
]);

const event = (ours: TheirEvent['ours'], ...says: Word[]): TheirEvent => ({ ours, says });

const events = new Map<string, TheirEvent>([
  ['BeforeTool', event('preToolUse', 'ask', 'deny', 'merges')],
  ['AfterTool', event('postToolUse', 'output', 'context')],
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
  read: (payload) => readClaudeShape(gemini, payload),
  write({ theirEvent, told }, said) {
    switch (told.event) {
      case 'preToolUse':
        return { ...decided(said), ...specific(theirEvent, { tool_input: said.input }) };
      case 'postToolUse':
        // With a deny its reason takes the result's place.
        return {
          ...(said.output === undefined ? {} : { decision: 'deny', reason: said.output }),
          ...specific(theirEvent, { additionalContext: contextOf(said) }),
        };
      case 'stop':
        return said.continueWith === undefined ? {} : { decision: 'deny', reason: said.continueWith };
      case 'sessionStart':
      case 'sessionEnd':
      case 'userMessage':
      case 'permissionRequest':
      case 'toolError':
      case 'preCompact':
      case 'subagentStart':
      case 'subagentStop':
      case undefined:
        return { ...decided(said), ...specific(theirEvent, { additionalContext: contextOf(said) }) };
    }
  },
};

const decided = ({ action, reason }: Said): JsonObject => (action === undefined ? {} : { decision: action, reason });
