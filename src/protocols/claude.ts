/**
 * Claude Code's hooks (code.claude.com/docs/en/hooks). Of `continue: false` it runs the tool and stops after it, and text on exit 0 is no verdict: neither is
 * ever sent.
 */

import { spellingsOf } from '../shared/messages/imports';
import { contextOf, readClaudeShape, specific } from './claudeShape';
import type { Protocol, TheirEvent, VerdictInTheirs, Word } from './protocol';
import type { TheirAnswer } from './theirFields';
import { textOfResponse, withText } from './toolResponse';
import { ToolWords } from './toolWords';

const tools = new ToolWords([
  { theirs: 'Task', ours: 'Agent' },
  { theirs: 'PowerShell', ours: 'Bash' },
  {
    theirs: 'Monitor',
    ours: 'Bash',
    oneWay: true,
    // It watches a socket without one.
    read: (input) => [{ toolName: input.command === undefined ? 'Monitor' : 'Bash', input }],
    write: (input) => input,
  },
  { theirs: 'BashOutput', ours: 'TaskOutput' },
  { theirs: 'KillShell', ours: 'TaskStop' },
]);

const event = (ours: TheirEvent['ours'], ...says: Word[]): TheirEvent => ({ ours, says });
const nothing = event(undefined);

const events: ReadonlyMap<string, TheirEvent> = new Map<string, TheirEvent>([
  ['PreToolUse', event('preToolUse', 'allow', 'ask', 'deny', 'input', 'context')],
  ['PermissionRequest', event('permissionRequest', 'allow', 'deny')],
  ['PostToolUse', event('postToolUse', 'output', 'tells', 'context')],
  ['PostToolUseFailure', event('toolError', 'context')],
  ['UserPromptSubmit', event('userMessage', 'deny', 'context')],
  ['Stop', event('stop', 'continueWith')],
  ['SubagentStart', event('subagentStart')],
  ['SubagentStop', event('subagentStop', 'continueWith')],
  ['PreCompact', event('preCompact', 'deny')],
  ['SessionStart', event('sessionStart', 'context')],
  ['SessionEnd', event('sessionEnd')],
  ...[
    'PostToolBatch',
    'UserPromptExpansion',
    'ConfigChange',
    'TaskCreated',
    'TaskCompleted',
    'TeammateIdle',
    'Elicitation',
    'ElicitationResult',
    'PermissionDenied',
    'PostCompact',
    'Setup',
    'Notification',
    'MessageDisplay',
    'InstructionsLoaded',
    'StopFailure',
    'CwdChanged',
    'DirectoryAdded',
    'FileChanged',
    'WorktreeCreate',
    'WorktreeRemove',
  ].map((name) => [name, nothing] as const),
]);

export const claude: Protocol = {
  name: 'claude',
  title: 'Claude Code',
  events,
  tools,
  read(payload) {
    const read = readClaudeShape(claude, payload);
    // It has helpers of its own, for a summary, which nobody started and no answer keeps going: a stop hook's one word is not for them.
    if ('told' in read && read.told.event === 'subagentStop' && payload.agent_type === '')
      return { ...read, told: { event: undefined } };
    if ('problem' in read || read.told.event !== 'userMessage') return read;
    const { text } = read.told;
    if (isNotice(text)) return { ...read, told: { ...read.told, notice: true } };
    const files = filesIn(text);
    return files.length > 0 ? { ...read, told: { ...read.told, files } } : read;
  },
  takesOutput: ({ payload: { tool_response: own } }) => withText(own, textOfResponse(own)) !== undefined,
  write: ({ theirEvent, told, payload }, said) => {
    switch (told.event) {
      case 'preToolUse':
        return specific(theirEvent, {
          permissionDecision: said.action,
          permissionDecisionReason: said.action && said.reason,
          updatedInput: said.input,
          additionalContext: contextOf(said),
        });
      case 'permissionRequest':
        return permissionDecision(theirEvent, said);
      case 'postToolUse':
        return {
          ...feedback(said),
          ...specific(theirEvent, {
            additionalContext: contextOf(said),
            updatedToolOutput: said.output === undefined ? undefined : withText(payload.tool_response, said.output),
          }),
        };
      case 'stop':
      case 'sessionStart':
      case 'sessionEnd':
      case 'userMessage':
      case 'toolError':
      case 'preCompact':
      case 'subagentStart':
      case 'subagentStop':
      case undefined:
        return {
          ...(said.continueWith === undefined ? feedback(said) : { decision: 'block', reason: said.continueWith }),
          ...specific(theirEvent, { additionalContext: contextOf(said) }),
        };
    }
  },
};

/** What its user names with an @, each as it may be meant: it reads them itself, and none of its events tells of that. */
function filesIn(prompt: string): string[] {
  const names = [...prompt.matchAll(/(?:^|\s)@(?:"([^"]+)"|(\S+))/g)]
    .flatMap(([, quoted, word]) => (quoted === undefined ? spellingsOf(word!) : [quoted]))
    .map((name) => name.replace(/#L\d+(-L?\d+)?$/, ''));
  return [...new Set(names)];
}

/** It tells its model so that a background task has ended, through the event of its user's prompts; words of the user's beside make it one. */
export const isNotice = (prompt: string): boolean => {
  const rest = prompt.replaceAll(/<task-notification>[\s\S]*?<\/task-notification>/g, '');
  return rest !== prompt && rest.trim() === '';
};

export const permissionDecision = (theirEvent: string, { action, reason }: VerdictInTheirs): TheirAnswer =>
  specific(theirEvent, {
    decision: action && { behavior: action, ...(action === 'deny' ? { message: reason } : {}) },
  });

export const feedback = ({ action, reason }: VerdictInTheirs): TheirAnswer =>
  action === 'deny' ? { decision: 'block', reason } : {};
