/** Hooks of VS Code's own chat (code.visualstudio.com/docs/agents/reference/hooks-reference). Inputs of its tools are in camel case, and an answer off a tool's schema is dropped there. */
import { isObject, type JsonObject } from '../shared/basics/json';
import { patching } from './applyPatch';
import { feedback } from './claude';
import { contextOf, readClaudeShape, specific } from './claudeShape';
import { mcpName } from './mcpNames';
import type { Protocol, TheirEvent, Word } from './protocol';
import { lineOfWords, shell, typing } from './shellCalls';
import type { TheirCall } from './toolWords';
import { changesByFile, lineRange, ToolWords } from './toolWords';

const file = ['file_path', 'filePath'] as const;

const tools = new ToolWords(
  [
    shell('run_in_terminal', {
      fields: [
        ['description', 'explanation'],
        ['run_in_background', 'isBackground'],
      ],
    }),
    typing('send_to_terminal', 'command'),
    { theirs: 'create_and_run_task', ours: 'Bash', read: taskLine },
    { theirs: 'read_file', ours: 'Read', ...lineRange({ files: ['filePath'], first: 'startLine', last: 'endLine' }) },
    { theirs: 'view_image', ours: 'Read', fields: [file] },
    { theirs: 'create_file', ours: 'Write', fields: [file] },
    { theirs: 'replace_string_in_file', ours: 'Edit', fields: [file, ['old_string', 'oldString'], ['new_string', 'newString']] },
    {
      theirs: 'multi_replace_string_in_file',
      ours: 'MultiEdit',
      ...changesByFile('replacements', { file: 'filePath', before: 'oldString', after: 'newString' }),
    },
    { theirs: 'insert_edit_into_file', ours: 'Edit', fields: [file, ['new_string', 'code']] },
    patching('apply_patch'),
    {
      theirs: 'edit_notebook_file',
      ours: 'NotebookEdit',
      fields: [
        ['notebook_path', 'filePath'],
        ['cell_id', 'cellId'],
        ['new_source', 'newCode'],
        ['edit_mode', 'editType'],
      ],
    },
    { theirs: 'list_dir', ours: 'LS' },
    { theirs: 'file_search', ours: 'Glob', fields: [['pattern', 'query']] },
    {
      theirs: 'grep_search',
      ours: 'Grep',
      fields: [
        ['pattern', 'query'],
        ['glob', 'includePattern'],
      ],
    },
    { theirs: 'semantic_search', ours: 'Grep', oneWay: true, fields: [['pattern', 'query']] },
    { theirs: 'fetch_webpage', ours: 'WebFetch', read: pages, write: page },
    { theirs: 'manage_todo_list', ours: 'TodoWrite' },
    { theirs: 'get_errors', ours: 'Diagnostics' },
    { theirs: 'runSubagent', ours: 'Agent', fields: [['subagent_type', 'agentName']] },
  ],
  mcpName,
);

const event = (ours: TheirEvent['ours'], ...says: Word[]): TheirEvent => ({ ours, says });

const events: ReadonlyMap<string, TheirEvent> = new Map<string, TheirEvent>([
  ['PreToolUse', event('preToolUse', 'allow', 'ask', 'deny', 'input', 'context')],
  ['PostToolUse', event('postToolUse', 'tells', 'context')],
  ['UserPromptSubmit', event('userMessage', 'deny')],
  ['Stop', event('stop', 'continueWith')],
  ['SubagentStart', event('subagentStart')],
  ['SubagentStop', event('subagentStop', 'continueWith')],
  ['PreCompact', event('preCompact')],
  ['SessionStart', event('sessionStart', 'context')],
  ['SessionEnd', { ...event('sessionEnd'), untold: true }],
]);

export const vscode: Protocol = {
  name: 'vscode',
  title: 'VS Code',
  events,
  tools,
  read(payload) {
    const read = readClaudeShape(vscode, inSnakeCase(payload));
    // As it came: whoever hands it on is to be understood alike.
    return 'problem' in read ? read : { ...read, payload };
  },
  write({ theirEvent, told }, said) {
    const additionalContext = contextOf(said);
    switch (told.event) {
      case 'preToolUse':
        return specific(theirEvent, {
          permissionDecision: said.action,
          permissionDecisionReason: said.action && said.reason,
          updatedInput: said.input,
          additionalContext,
        });
      case 'userMessage':
        return said.action === 'deny' ? { continue: false, stopReason: said.reason } : {};
      case 'stop':
      case 'subagentStop': {
        const block = { decision: 'block', reason: said.continueWith };
        return said.continueWith === undefined ? {} : { ...block, ...specific(theirEvent, block) };
      }
      case 'sessionStart':
      case 'sessionEnd':
      case 'permissionRequest':
      case 'toolError':
      case 'postToolUse':
      case 'preCompact':
      case 'subagentStart':
      case undefined:
        return { ...feedback(said), ...specific(theirEvent, { additionalContext }) };
    }
  },
};

/** Each of its pages is a call of ours. */
function pages({ urls, query, ...rest }: JsonObject): TheirCall[] | undefined {
  if (!Array.isArray(urls) || urls.length === 0 || !urls.every((url) => typeof url === 'string')) return undefined;
  return urls.map((url) => ({
    toolName: 'WebFetch',
    input: { ...rest, url, ...(query === undefined ? {} : { prompt: query }) },
  }));
}

function page({ url, prompt, ...rest }: JsonObject): JsonObject {
  return { ...rest, urls: [url], ...(prompt === undefined ? {} : { query: prompt }) };
}

/** A task is a command, written down. */
function taskLine({ task, workspaceFolder }: JsonObject): TheirCall[] | undefined {
  if (!isObject(task) || typeof task.command !== 'string') return undefined;
  const { args = [] } = task;
  if (!Array.isArray(args) || !args.every((one) => typeof one === 'string')) return undefined;
  const cwd = typeof workspaceFolder === 'string' && workspaceFolder !== '' ? { cwd: workspaceFolder } : {};
  return [{ toolName: 'Bash', input: { command: `${task.command} ${lineOfWords(args)}`.trim() }, ...cwd }];
}

/** Its common fields have other names than Claude Code's. */
const inSnakeCase = ({ hookEventName, sessionId, ...payload }: JsonObject): JsonObject => ({
  ...(hookEventName === undefined ? {} : { hook_event_name: hookEventName }),
  ...(sessionId === undefined ? {} : { session_id: sessionId }),
  ...payload,
});
