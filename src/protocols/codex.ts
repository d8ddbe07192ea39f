/**
 * Codex's hooks (developers.openai.com/codex/hooks). A deny without a reason, an ask, an allow of its own and `continue: false` make the hook a failed one,
 * and the tool runs: none of them is ever sent. An `allow` goes out only as what carries a changed input.
 */
import { patching } from './applyPatch';
import { feedback, permissionDecision } from './claude';
import { contextOf, readClaudeShape, specific } from './claudeShape';
import type { Protocol, TheirEvent, Word } from './protocol';
import { shell, typing } from './shellCalls';
import { asReason } from './toolResponse';
import { ToolWords } from './toolWords';

const shellFields = { lines: ['command', 'cmd'], patches: true } as const;

const tools = new ToolWords([
  ...['Bash', 'shell', 'shell_command', 'local_shell', 'exec_command', 'container.exec'].map((name) => shell(name, shellFields)),
  typing('write_stdin', 'chars'),
  patching('apply_patch'),
  { theirs: 'view_image', ours: 'Read', fields: [['file_path', 'path']] },
  { theirs: 'list_dir', ours: 'LS', fields: [['path', 'dir_path']] },
  { theirs: 'grep_files', ours: 'Grep', fields: [['glob', 'include']] },
  { theirs: 'read_file', ours: 'Read' },
  { theirs: 'spawn_agent', ours: 'Agent' },
]);

const event = (ours: TheirEvent['ours'], ...says: Word[]): TheirEvent => ({ ours, says });

const events: ReadonlyMap<string, TheirEvent> = new Map<string, TheirEvent>([
  ['PreToolUse', event('preToolUse', 'deny', 'input', 'byAllow', 'context')],
  ['PermissionRequest', event('permissionRequest', 'allow', 'deny')],
  ['PostToolUse', event('postToolUse', 'tells', 'output', 'context')],
  ['UserPromptSubmit', event('userMessage', 'deny', 'context')],
  ['Stop', event('stop', 'continueWith')],
  ['SubagentStart', event('subagentStart')],
  ['SubagentStop', event('subagentStop', 'continueWith')],
  ['PreCompact', event('preCompact')],
  ['SessionStart', event('sessionStart', 'context')],
  ['SessionEnd', event('sessionEnd')],
  ['PostCompact', event(undefined)],
  ['Interrupt', event(undefined)],
]);

export const codex: Protocol = {
  name: 'codex',
  title: 'Codex',
  events,
  tools,
  read: (payload) => readClaudeShape(codex, payload),
  write({ theirEvent, told }, said) {
    const additionalContext = contextOf(said);
    switch (told.event) {
      case 'preToolUse':
        if (said.action === 'deny') {
          const permissionDecisionReason = [said.reason, additionalContext].filter(Boolean).join('\n\n');
          return specific(theirEvent, { permissionDecision: 'deny', permissionDecisionReason });
        }
        return specific(theirEvent, {
          ...(said.input ? { permissionDecision: 'allow', updatedInput: said.input } : {}),
          additionalContext,
        });
      case 'permissionRequest':
        return permissionDecision(theirEvent, said);
      case 'postToolUse':
        // What it is told with a block stands in the place of the tool's result.
        return {
          ...(said.output === undefined ? feedback(said) : { decision: 'block', reason: asReason(said.output) }),
          ...specific(theirEvent, { additionalContext }),
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
          ...specific(theirEvent, { additionalContext }),
        };
    }
  },
};
