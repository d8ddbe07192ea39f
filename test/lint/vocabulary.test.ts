/** Mistakes in events, payloads, patches and folds, planted all at once in the sources: the compiler, or the lint of literals, has a word for each. */
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../fixtures/core';
import { looseRecordsIn } from './looseRecords';
import { oddFieldsIn } from './oddFields';
import { sources } from './sources';

interface Mistake {
  what: string;
  file: string;
  was: string;
  is: string;
  /** What the compiler says, anywhere in the file; else it speaks of the very line. */
  said?: RegExp;
}

const mistakes: readonly Mistake[] = [
  {
    what: 'a word that no record of a hook has',
    file: 'view/eventFacts.ts',
    was: "real.some((hook) => hook.decision === 'deny')",
    is: "real.some((hook) => hook.decision === 'denied')",
  },
  {
    what: 'a type that no event has',
    file: 'editor/conversation/sessionMarkdown.ts',
    was: "knownTypeOf(event) === 'compacted'",
    is: "knownTypeOf(event) === 'compcted'",
  },
  {
    what: 'a fact that no tool row has',
    file: 'view/conversation/conversationTools.ts',
    was: "Object.assign(tool, { refused: 'denied', decidedBy, reason } satisfies",
    is: "Object.assign(tool, { refusd: 'denied', decidedBy, reason } satisfies",
  },
  {
    what: 'a field that no session has',
    file: 'agent/session/sessionState.ts',
    was: '  state.history = history;\n  state.mended',
    is: '  state.histroy = history;\n  state.mended',
  },
  {
    what: 'an event that says what its type has not',
    file: 'agent/record/describe.ts',
    was: 'data: { finishReason, messages: messages.length } }),',
    is: 'data: { finishReason, messages: messages.length, more: 1 } }),',
    said: /"afterStep: more"/,
  },
  {
    what: 'an event that leaves out what its type may have',
    file: 'agent/record/describe.ts',
    was: 'return { ...facts, output, error, duration: durationMs, data };',
    is: 'return { ...facts, error, duration: durationMs, data };',
    said: /"toolError: output"/,
  },
  {
    what: 'a misspelt fact in a value of many',
    file: 'agent/record/describe.ts',
    was: '({ scope }) => ({ data: { scope } }),\n  scopeUn',
    is: '({ scope }) => ({ data: { scope, scoop: scope } }),\n  scopeUn',
    said: /"scopeRegister: scoop"/,
  },
  {
    what: 'a field that no table lets into a record',
    file: 'agent/record/recordable.ts',
    was: '{ signals: open, turns: open, response: open, message: open }',
    is: '{ signals: open, turns: open, message: open }',
  },
  {
    what: 'hooks that nobody knows in the place of those that must have seen a value',
    file: 'agent/record/recordable.ts',
    was: "const result: SeenBy = ['postToolUse', 'toolResultMessages'];",
    is: "const result: SeenBy = ['postToolUse', 'toolResultMessage'];",
  },
  {
    what: 'a field of every event that no table lets into a record',
    file: 'agent/record/recorder.ts',
    was: '    taskId: true,\n',
    is: '    taskid: true,\n',
    said: /'taskid' does not exist|'taskId' is missing/,
  },
  {
    what: 'an object whose mark would be a text',
    file: 'agent/record/withheldMarks.ts',
    was: '    requestedInput: withheldInput,\n',
    is: '\n',
    said: /'requestedInput' is missing/,
  },
  {
    what: 'a misspelt field of a change that is always told',
    file: 'agent/record/recorder.ts',
    was: '{ metadata: true, toolName: true }',
    is: '{ metadata: true, toolname: true }',
  },
  {
    what: 'an event of which nobody says who must have seen what its fingerprint tells',
    file: 'agent/record/recordable.ts',
    was: '  pre_tool_use: output,\n',
    is: '\n',
    said: /'pre_tool_use' is missing/,
  },
  {
    what: 'a tool event that is none to the chain',
    file: 'shared/hooks/points.ts',
    was: "  toolSettled: { type: 'tool_settled', decisions: [], ...tool },",
    is: "  toolSettled: { type: 'tool_settled', decisions: [] },",
  },
  {
    what: 'an event of no tool that is one',
    file: 'shared/hooks/points.ts',
    was: "  message: { type: 'message', decisions: [] },",
    is: "  message: { type: 'message', decisions: [], ...tool },",
  },
  {
    what: 'the type of another event',
    file: 'shared/hooks/points.ts',
    was: "  beforeRun: { type: 'before_run', decisions: [] },",
    is: "  beforeRun: { type: 'before_step', decisions: [] },",
  },
  {
    what: 'a misspelt patch field',
    file: 'shared/hooks/points.ts',
    was: "decisions: ['modify'], patches: { context: 'adds' }, onError",
    is: "decisions: ['modify'], patches: { contxt: 'adds' }, onError",
  },
  {
    what: 'a patch field that the chain asks for by a wrong name',
    file: 'hooks/chain/folding/patch.ts',
    was: "    if (name === 'signal') {",
    is: "    if (name === 'signl') {",
  },
  {
    what: 'a field of no event in what redacting hooks hold back',
    file: 'hooks/chain/folding/withhold.ts',
    was: '(next.messages ?? next.defaultMessages)',
    is: '(next.messages ?? next.defaultMesages)',
  },
  {
    what: 'a field that nothing stands for where its redacting hook fails',
    file: 'hooks/chain/folding/withhold.ts',
    was: '  output: { stand: text },\n',
    is: '\n',
    said: /'output' is missing/,
  },
  {
    what: 'a misspelt field in what stands for one',
    file: 'hooks/chain/folding/withhold.ts',
    was: "name: 'Withheld', message: textOf(message)",
    is: "name: 'Withheld', mesage: textOf(message)",
  },
  {
    what: 'a field of no event whose text is withheld besides',
    file: 'hooks/chain/folding/withhold.ts',
    was: 'if (next.original !== undefined)',
    is: 'if (next.orignal !== undefined)',
  },
  {
    what: 'a field that no hook changes among what hooks say beside the fields',
    file: 'hooks/chain/folding/withhold.ts',
    was: "new Set<Patchable>([metadata, 'context'])",
    is: "new Set<Patchable>([metadata, 'contxt'])",
  },
  {
    what: 'a schema that overlooks a field of its type',
    file: 'shared/events/eventSchemas.ts',
    was: 'data: object({ trigger, messages: number, tokens: number, kept: number.optional() }),',
    is: 'data: object({ trigger, messages: number, tokens: number, keep: number.optional() }),',
    said: /"compacted: kept"/,
  },
  {
    what: 'a schema that overlooks a field further down',
    file: 'shared/events/eventSchemas.ts',
    was: 'object({ name: text, importedBy: text.optional(), reason: text })',
    is: 'object({ name: text, reason: text })',
    said: /"instructions_loaded: importedBy"/,
  },
  {
    what: 'a misspelt fact of every event as it is read',
    file: 'shared/events/readEvent.ts',
    was: '  taskId: text.optional(),',
    is: '  taskid: text.optional(),',
    said: /'taskId' is missing|\btaskId\b/,
  },
  {
    what: 'a fact of its hooks that is not read',
    file: 'shared/events/readEvent.ts',
    was: '      noEffect: text.optional(),\n',
    is: '\n',
    said: /noEffect/,
  },
  {
    what: 'a field of a queued message that is lost as its session is read',
    file: 'adapters/sessions/sessionFile.ts',
    was: '  model: z.string().optional(),\n',
    is: '\n',
    said: /"queue: model"/,
  },
  {
    what: 'a misspelt field of a history as its session is read',
    file: 'adapters/sessions/sessionFile.ts',
    was: '  redone: z.string().optional(),',
    is: '  redon: z.string().optional(),',
    said: /"history: redone"/,
  },
  {
    what: 'wrong data of an event that no hook decides',
    file: 'agent/model/turn.ts',
    was: "note(ctx, 'model_retry', { reason: message, data: { attempt, waitMs, status, message } });",
    is: "note(ctx, 'model_retry', { reason: message, data: { attempt, waitMs, status, message, more: 1 } });",
  },
  {
    what: 'a misspelt field of a payload',
    file: 'agent/model/turn.ts',
    was: "'modelError', { request, error, attempt }",
    is: "'modelError', { request, error, attempts: attempt }",
  },
  {
    what: 'an item of the stream of no kind',
    file: 'agent/model/turn.ts',
    was: "{ kind: 'deltaReset', runId: run.id",
    is: "{ kind: 'deltaRest', runId: run.id",
  },
  {
    what: 'an event that a fold has no case for',
    file: 'view/conversation/conversationFold.ts',
    was: "    case 'continue_declined':\n      return endQuestion(state);\n",
    is: '\n\n',
    said: /"continue_declined"/,
  },
  {
    what: 'a fact that an event has not, read by a fold',
    file: 'view/conversation/conversationFold.ts',
    was: 'event.data.hook === undefined',
    is: 'event.data.hok === undefined',
  },
  {
    what: 'an event of which nobody says who reads it',
    file: 'shared/events/eventReaders.ts',
    was: '  handoff: never;\n',
    is: '\n',
    said: /'handoff' is missing/,
  },
  {
    what: 'a field of a hook that nobody looks at as it crosses',
    file: 'hooks/parent/process/received.ts',
    was: '  limits: optional(object),\n',
    is: '\n',
    said: /'limits' is missing/,
  },
  {
    what: 'a misspelt field of a record that crosses',
    file: 'hooks/parent/process/received.ts',
    was: 'mightMatch: optional(truth),',
    is: 'mightmatch: optional(truth),',
  },
  {
    what: 'a field further down that nobody looks at as it crosses',
    file: 'hooks/parent/process/received.ts',
    was: 'shaped({ field: text, before: anything, after: anything })',
    is: 'shaped({ field: text, before: anything })',
  },
  {
    what: 'an end of a chain without its value',
    file: 'hooks/parent/process/received.ts',
    was: 'respond: { ...decided, value: anything },',
    is: 'respond: decided,',
  },
  {
    what: 'a field of a result that nobody looks at as it crosses',
    file: 'hooks/parent/process/received.ts',
    was: '  redacted: optional(truth),\n',
    is: '\n',
    said: /'redacted' is missing/,
  },
  {
    what: 'a message of a process that has no form',
    file: 'hooks/parent/process/received.ts',
    was: '  crashed: { failure },\n',
    is: '\n',
    said: /'crashed' is missing/,
  },
  {
    what: 'a word of a message that its reader does not know',
    file: 'hooks/parent/process/received.ts',
    was: "what: oneOf('toolFacts', 'complete', 'remote'),",
    is: "what: oneOf('toolFacts', 'complete', 'remot'),",
  },
  {
    what: 'a field of a message that is looked at as another kind',
    file: 'hooks/parent/process/received.ts',
    was: 'output: { n: count, chunk: text },',
    is: 'output: { n: count, chunk: number },',
  },
  {
    what: 'a misspelt field that some events have in their data',
    file: 'view/eventFacts.ts',
    was: "dataAt(event, 'decision') === 'deny'",
    is: "dataAt(event, 'decison') === 'deny'",
  },
  {
    what: 'a misspelt field that a replay asks of data',
    file: 'hooks/replay/recollection.ts',
    was: "dataAt(event, 'bars')",
    is: "dataAt(event, 'bar')",
  },
  {
    what: 'a reader that there is not',
    file: 'shared/events/eventReaders.ts',
    was: "  run_error: 'logged' | 'spoken';\n",
    is: "  run_error: 'logged' | 'spokn';\n",
    said: /'spokn' is missing/,
  },
  {
    what: 'a hook point that does not say what becomes of a hook that fails there',
    file: 'shared/hooks/points.ts',
    was: "decisions: ['deny', 'allow'], ...tool, onError: 'ask' },",
    is: "decisions: ['deny', 'allow'], ...tool },",
  },
  {
    what: 'an agent that the gate knows and nobody else',
    file: 'guard/gate/gateClient.ts',
    was: 'gemini: 0, codex: 0 }',
    is: 'gemni: 0, codex: 0 }',
  },
  {
    what: 'a misspelt field of a payload that a replay recalls',
    file: 'hooks/replay/recalledPayload.ts',
    was: '        suggestions: event.data.suggestions,\n',
    is: '        sugestions: event.data.suggestions,\n',
  },
  {
    what: 'a misspelt field of a payload before its hooks saw it',
    file: 'hooks/replay/eventBefore.ts',
    was: '{ task: input, result: output }',
    is: '{ task: input, results: output }',
  },
  {
    what: 'a misspelt code of a line that cannot be read',
    file: 'adapters/sessions/sessionFile.ts',
    was: "wrong?.code === 'json'",
    is: "wrong?.code === 'jsn'",
  },
  {
    what: 'a misspelt code of who speaks to the log',
    file: 'hooks/parent/host/hearing.ts',
    was: "hook host: ${message.message}`, 'host')",
    is: "hook host: ${message.message}`, 'hots')",
  },
  {
    what: 'a misspelt mark of a word that becomes a denial',
    file: 'protocols/expressible.ts',
    was: 'cannot be made to ask here`, { denies: true })',
    is: 'cannot be made to ask here`, { denied: true })',
  },
  {
    what: 'a misspelt mark of a change that was taken back',
    file: 'hooks/replay/undo.ts',
    was: 'shadow, dropped, error }',
    is: 'shadow, droped: dropped, error }',
  },
  {
    what: 'a misspelt field of an event that belongs to no run',
    file: 'editor/conversation/runlessEvent.ts',
    was: "      runId: '',",
    is: "      runid: '',",
    said: /'runid' does not exist/,
  },
  {
    what: 'a misspelt command that a word of the composer runs',
    file: 'editor/conversation/ownCommands.ts',
    was: "['hooksmith.compact']",
    is: "['hooksmith.compcat']",
  },
  {
    what: 'a command of the palette that does nothing',
    file: 'editor/commands.ts',
    was: '    compact: () => conversation.compact(),\n',
    is: '\n',
    said: /'compact' is missing/,
  },
  {
    what: 'a misspelt command that is run',
    file: 'editor/conversation/views.ts',
    was: "runCommand('hooksmith.chat.focus')",
    is: "runCommand('hooksmith.chta.focus')",
  },
  {
    what: 'a misspelt tool that lists a folder',
    file: 'agent/prompt/attachments.ts',
    was: "'LS' satisfies BuiltInName",
    is: "'Ls' satisfies BuiltInName",
  },
  {
    what: 'a misspelt tool of guests',
    file: 'guard/calls/guestTools.ts',
    was: "'LS' satisfies BuiltInName",
    is: "'Ls' satisfies BuiltInName",
  },
  {
    what: 'a misspelt tool that a linter names',
    file: 'hooks/lint/anyTool.ts',
    was: "['Glob', 'Grep', 'LS']",
    is: "['Glob', 'Grp', 'LS']",
    said: /Type '"Grp"' is not assignable to type 'BuiltInName'/,
  },
  {
    what: 'a misspelt tool in the words of another agent',
    file: 'protocols/codex.ts',
    was: "ours: 'Agent'",
    is: "ours: 'Agnt'",
  },
  {
    what: 'a misspelt field of a decision that is checked',
    file: 'hooks/chain/words/decisions.ts',
    was: '    hideOnly: optionalFlag,',
    is: '    hideonly: optionalFlag,',
  },
  {
    what: 'a misspelt field of a decision that is folded',
    file: 'hooks/chain/folding/fold.ts',
    was: 'decision.final === true',
    is: 'decision.finl === true',
  },
  {
    what: 'a misspelt field in the word of a policy',
    file: 'hooks/chain/folding/policyWord.ts',
    was: 'words.hideOnly',
    is: 'words.hideonly',
  },
  {
    what: 'a misspelt field that a patch changes besides',
    file: 'hooks/chain/folding/patch.ts',
    was: 'next.reason = signals',
    is: 'next.reson = signals',
  },
  {
    what: 'a misspelt field that is read of a patched payload',
    file: 'hooks/chain/folding/patch.ts',
    was: "note('text', next.delta.text, given)",
    is: "note('text', next.dleta.text, given)",
  },
  {
    what: 'a misspelt field under which a change is told',
    file: 'hooks/chain/folding/patch.ts',
    was: "note('signal', undefined, given)",
    is: "note('signl', undefined, given)",
  },
  {
    what: 'a misspelt field of a payload that answers',
    file: 'hooks/chain/folding/fold.ts',
    was: '{ ...carried.payload, recovered: true, [field]: ended.value }',
    is: '{ ...carried.payload, recoverd: true, [field]: ended.value }',
  },
  {
    what: 'a misspelt field of a payload whose input changed',
    file: 'hooks/chain/folding/fold.ts',
    was: 'next.toolName as string',
    is: 'next.toolname as string',
  },
  {
    what: 'a misspelt change in the record of a fold',
    file: 'hooks/chain/folding/fold.ts',
    was: "{ field: 'metadata', after: metadata }",
    is: "{ field: 'metdata', after: metadata }",
  },
  {
    what: 'a misspelt field among those with messages',
    file: 'hooks/chain/folding/messageLists.ts',
    was: 'if (next.message === before.message) return next;',
    is: 'if (next.mesage === before.message) return next;',
  },
  {
    what: 'a misspelt field of a request',
    file: 'hooks/chain/folding/messageLists.ts',
    was: '(before.request as ModelRequest).messages) return next',
    is: '(before.request as ModelRequest).mesages) return next',
  },
  {
    what: 'a misspelt field among those that a request must have right',
    file: 'hooks/chain/folding/messageLists.ts',
    was: "['max_tokens', [",
    is: "['max_token', [",
    said: /Type '"max_token"' is not assignable/,
  },
  {
    what: 'a misspelt field that a context is made of',
    file: 'hooks/chain/calling/context.ts',
    was: 'contentOf(payload.message)',
    is: 'contentOf(payload.mesage)',
  },
  {
    what: 'a misspelt field that a context has besides',
    file: 'hooks/chain/calling/context.ts',
    was: '{ metadata } satisfies',
    is: '{ metdata: metadata } satisfies',
  },
  {
    what: 'a misspelt field that the hook of an extension is shown',
    file: 'hooks/chain/calling/addedHook.ts',
    was: 'String(fields.runId)',
    is: 'String(fields.runid)',
  },
  {
    what: 'a misspelt field that a hook changed, as its chain is explained',
    file: 'hooks/chain/choosing/explain.ts',
    was: "field === 'input' && isObject(after)",
    is: "field === 'inpt' && isObject(after)",
  },
  {
    what: 'a misspelt field of what a dispatch came to',
    file: 'shared/hooks/outcome.ts',
    was: 'payload.message ?? payload.delta',
    is: 'payload.message ?? payload.detla',
  },
  {
    what: 'a misspelt field of what hooks changed there',
    file: 'shared/hooks/outcome.ts',
    was: "field === 'metadata' ? metadata",
    is: "field === 'metdata' ? metadata",
  },
  {
    what: 'a misspelt field whose change is taken back',
    file: 'hooks/replay/undo.ts',
    was: 'fields.message as Message',
    is: 'fields.mesage as Message',
  },
  {
    what: 'a misspelt field that a replay goes on with',
    file: 'hooks/replay/recollection.ts',
    was: 'payload.request as ModelRequest',
    is: 'payload.requst as ModelRequest',
  },
  {
    what: 'a misspelt field that marks a record as withheld',
    file: 'hooks/replay/recollection.ts',
    was: "(name === 'input' || name === 'error')",
    is: "(name === 'input' || name === 'eror')",
  },
  {
    what: 'a misspelt change that a loop looks for',
    file: 'agent/loop/loop.ts',
    was: "({ field }) => field === 'messages'",
    is: "({ field }) => field === 'mesages'",
  },
  {
    what: 'a misspelt field of what one side of a replay shows',
    file: 'hooks/replay/compare.ts',
    was: 'payload.output ?? others',
    is: 'payload.ouput ?? others',
  },
  {
    what: 'a misspelt kind of a tool’s failure',
    file: 'agent/calls/runTool.ts',
    was: "error: { kind: 'tool', name: 'ToolError'",
    is: "error: { kind: 'tol', name: 'ToolError'",
  },
  {
    what: 'a misspelt kind among the failures that a tool names',
    file: 'agent/calls/runTool.ts',
    was: "['TimeoutError', 'timeout'],",
    is: "['TimeoutError', 'timeot'],",
    said: /Type '"timeot"' is not assignable to type 'ToolErrorKind'/,
  },
  {
    what: 'a misspelt kind of a failure that a hook makes',
    file: 'hooks/chain/folding/fold.ts',
    was: "error: { kind: 'hook', name: error.name",
    is: "error: { kind: 'hok', name: error.name",
  },
  {
    what: 'a misspelt kind of a model’s failure',
    file: 'models/openaiFailures.ts',
    was: "kind: 'no_tools',\n    retryable",
    is: "kind: 'notools',\n    retryable",
  },
  {
    what: 'a misspelt command that asks something first',
    file: 'editor/conversation/giveBack.ts',
    was: "  'hooksmith.newHook',\n]",
    is: "  'hooksmith.newHok',\n]",
    said: /Type '"hooksmith.newHok"' is not assignable/,
  },
  {
    what: 'a misspelt command behind the hooks in the status bar',
    file: 'editor/statusBar.ts',
    was: "'hooksmith.reviewHookFiles' : 'hooksmith.hooks.focus') satisfies",
    is: "'hooksmith.reviewHokFiles' : 'hooksmith.hooks.focus') satisfies",
  },
  {
    what: 'a misspelt command of a lens',
    file: 'editor/authoring/hookLenses.ts',
    was: "'runHookOn', hook.id),",
    is: "'runHokOn', hook.id),",
  },
  {
    what: 'an event of no type',
    file: 'agent/calls/confirming.ts',
    was: "note(ctx, 'approval_requested', {",
    is: "note(ctx, 'approval_requestd', {",
  },
  {
    what: 'a misspelt field of an event’s data',
    file: 'agent/prompt/switchAgent.ts',
    was: 'data: { from, to: to.agent } });',
    is: 'data: { from, too: to.agent } });',
  },
  {
    what: 'a misspelt fact of an event that some have',
    file: 'agent/calls/confirming.ts',
    was: '...(decidedBy ? { decidedBy } : {})',
    is: '...(decidedBy ? { decidedby: decidedBy } : {})',
  },
  {
    what: 'a misspelt fact of an event that failed',
    file: 'agent/loop/compaction.ts',
    was: '{ isError: true, reason, error, data: facts, ...cost }',
    is: '{ iserror: true, reason, error, data: facts, ...cost }',
  },
  {
    what: 'a misspelt field beside the data of another',
    file: 'agent/model/ownCall.ts',
    was: 'data: { ...data, hook: by.hook }',
    is: 'data: { ...data, hok: by.hook }',
  },
  {
    what: 'a message to the process of hooks of no type',
    file: 'hooks/parent/host/stopping.ts',
    was: "living?.send({ type: 'cancel', n })",
    is: "living?.send({ type: 'cancl', n })",
  },
  {
    what: 'a message to the process of tools of no type',
    file: 'hooks/parent/tools/toolHost.ts',
    was: "process.send({ type: 'end', n })",
    is: "process.send({ type: 'ennd', n })",
  },
  {
    what: 'a misspelt field of a message that ends',
    file: 'hooks/parent/host/unloading.ts',
    was: "host.send({ type: 'end', n })",
    is: "host.send({ type: 'end', m: n })",
  },
  {
    what: 'a misspelt field of an answer to it',
    file: 'hooks/parent/host/hearing.ts',
    was: "type: 'answer', k: message.k",
    is: "type: 'answer', key: message.k",
  },
  {
    what: 'a misspelt field of a message from the process of hooks that it has at times',
    file: 'hooks/child/dispatches.ts',
    was: '...(isLast ? { last: true } : {})',
    is: '...(isLast ? { lst: true } : {})',
  },
  {
    what: 'a misspelt field of a replay’s report',
    file: 'hooks/child/replayer.ts',
    was: '...(coverage ? { coverage } : {})',
    is: '...(coverage ? { coverge: coverage } : {})',
  },
  {
    what: 'a misspelt field of a message from a view',
    file: 'view/chat/changedFiles.ts',
    was: "post({ type: 'keepFiles', paths: all })",
    is: "post({ type: 'keepFiles', path: all })",
  },
  {
    what: 'a misspelt field that such a message has at times',
    file: 'view/hookChain.ts',
    was: '...(hook.line ? { line: hook.line } : {})',
    is: '...(hook.line ? { lin: hook.line } : {})',
  },
  {
    what: 'a message from a view of no type',
    file: 'view/chat/toolRow.ts',
    was: "post({ type: 'turnIntoHook', toolCallId })",
    is: "post({ type: 'turnInToHook', toolCallId })",
  },
  {
    what: 'a misspelt field of a word of the composer',
    file: 'view/composer/composer.ts',
    was: "post({ type: 'drafting', is })",
    is: "post({ type: 'drafting', iz: is })",
  },
  {
    what: 'a misspelt field of a message to a view',
    file: 'editor/conversation/screen.ts',
    was: "{ type: 'notice', level, text }",
    is: "{ type: 'notice', lvl: level, text }",
  },
  {
    what: 'a message to a view of no type',
    file: 'editor/conversation/outbox.ts',
    was: "{ type: 'notSent', text }",
    is: "{ type: 'notsent', text }",
  },
  {
    what: 'an item that a fold looks for by a wrong name',
    file: 'view/conversation/conversationFold.ts',
    was: "    case 'deltaReset':\n",
    is: "    case 'deltareset':\n",
  },
  {
    what: 'a misspelt field of an item that is folded',
    file: 'view/conversation/conversationFold.ts',
    was: 'if (item.rewoundTo) rewind',
    is: 'if (item.rewoundto) rewind',
  },
  {
    what: 'a misspelt setting that is the user’s alone',
    file: 'editor/window/settingShapes.ts',
    was: "  'agui.allowApprovals',\n",
    is: "  'agui.allowApproval',\n",
    said: /Type '"agui.allowApproval"' is not assignable/,
  },
  {
    what: 'a misspelt setting that is read',
    file: 'editor/corePorts.ts',
    was: "() => settings.get('bash.terminal')",
    is: "() => settings.get('bash.terminl')",
  },
  {
    what: 'a misspelt fact of a tool',
    file: 'tools/bash.ts',
    was: '  readOnly: false,\n',
    is: '  readonly: false,\n',
  },
  {
    what: 'a misspelt fact that a tool may leave out',
    file: 'tools/askUserQuestion.ts',
    was: '  harmless: true,\n',
    is: '  harmles: true,\n',
  },
  {
    what: 'a lock that there is not',
    file: 'tools/agent.ts',
    was: "lock: 'agents'",
    is: "lock: 'agent'",
  },
  {
    what: 'a path field that the tool’s input has not',
    file: 'tools/edit.ts',
    was: "pathFields: ['file_path']",
    is: "pathFields: ['filepath']",
  },
  {
    what: 'a misspelt column of a provider’s row',
    file: 'models/anthropic.ts',
    was: '  named: modelNamed,\n',
    is: '  namd: modelNamed,\n',
  },
  {
    what: 'a misspelt field that the method of a decision makes',
    file: 'hooks/chain/words/decisions.ts',
    was: "deny: (reason: string) => ({ action: 'deny', reason })",
    is: "deny: (reason: string) => ({ action: 'deny', resaon: reason })",
  },
  {
    what: 'a misspelt field that it makes at times',
    file: 'hooks/chain/words/decisions.ts',
    was: '...(as === undefined ? {} : { as })',
    is: '...(as === undefined ? {} : { az: as })',
  },
  {
    what: 'a misspelt mark of a hook point',
    file: 'shared/hooks/points.ts',
    was: "patches: { error: 'merges' },\n    ...redacts,\n    recovery: true,",
    is: "patches: { error: 'merges' },\n    ...redacts,\n    recovry: true,",
    said: /'recovry' does not exist/,
  },
  {
    what: 'a misspelt field of a hook’s record',
    file: 'hooks/chain/folding/fold.ts',
    was: 'record.noEffect = why',
    is: 'record.noeffect = why',
  },
  {
    what: 'a misspelt field of a record that is begun',
    file: 'hooks/chain/folding/quietResult.ts',
    was: "  decision: 'continue',\n",
    is: "  decison: 'continue',\n",
  },
  {
    what: 'an event that spans look for by a wrong name',
    file: 'adapters/telemetry/spans.ts',
    was: "if (event.type === 'before_run') this.beginRun",
    is: "if (event.type === 'before_rn') this.beginRun",
  },
  {
    what: 'an item that the export looks for by a wrong name',
    file: 'agui/translate.ts',
    was: "    case 'toolOutput':",
    is: "    case 'tooloutput':",
  },
  {
    what: 'a misspelt field that compares two sides of a replay',
    file: 'hooks/replay/compare.ts',
    was: '  vote,\n  verdict,\n  confinement,\n});',
    is: '  vote,\n  vredict: verdict,\n  confinement,\n});',
    said: /vredict/,
  },
  {
    what: 'a misspelt field of an agent’s file that it has at times',
    file: 'adapters/definitions/agentFile.ts',
    was: '...(disallowedTools ? { disallowedTools } : {})',
    is: '...(disallowedTools ? { disalowedTools: disallowedTools } : {})',
  },
  {
    what: 'a misspelt cause of what no longer applies in what was made',
    file: 'hooks/chain/folding/noEffect.ts',
    was: 'record.dropped = true;',
    is: 'record.droped = true;',
  },
  {
    what: 'a misspelt fact that is left out of a record',
    file: 'shared/calls/toolFacts.ts',
    was: 'delete kept.searches;',
    is: 'delete kept.searchs;',
  },
  {
    what: 'a misspelt field of a request that a rehearsal reads',
    file: 'models/chatRequest.ts',
    was: '({ tools, tool_choice: choice }: ModelRequest)',
    is: '({ tools, tool_choise: choice }: ModelRequest)',
  },
  {
    what: 'a misspelt fact of a tool among those of a call',
    file: 'agent/tools/toolRegistry.ts',
    was: '...(tool.aliases ? { aliases: tool.aliases } : {})',
    is: '...(tool.aliases ? { alias: tool.aliases } : {})',
  },
  {
    what: 'a misspelt word that another agent is told',
    file: 'protocols/cursor.ts',
    was: '...(said.action ? { permission: said.action } : {})',
    is: '...(said.action ? { permision: said.action } : {})',
  },
  {
    what: 'a misspelt word that another agent’s hook says',
    file: 'protocols/theirAnswers.ts',
    was: 'text(answer.followup_message)',
    is: 'text(answer.folowup_message)',
  },
  {
    what: 'the same of one event',
    file: 'protocols/theirAnswers.ts',
    was: 'changedInput(asked, specific.updatedInput)',
    is: 'changedInput(asked, specific.updatedinput)',
  },
  {
    what: 'a misspelt field of what a window keeps',
    file: 'editor/conversation/keptTabs.ts',
    was: 'onScreen: basename(tabs.onScreen),',
    is: 'onscreen: basename(tabs.onScreen),',
  },
  {
    what: 'a misspelt field of a session’s first line',
    file: 'adapters/sessions/sessionLog.ts',
    was: "{ kind: 'gap', items: this.refused }",
    is: "{ kind: 'gap', item: this.refused }",
  },
  {
    what: 'a misspelt field of a run’s result',
    file: 'cli/runReport.ts',
    was: '...(error ? { error } : {}), ...(pending',
    is: '...(error ? { eror: error } : {}), ...(pending',
  },
  {
    what: 'a type of event that a line of a session is looked for by',
    file: 'adapters/sessions/sessionCatalog.ts',
    was: '"type":"session_renamed"',
    is: '"type":"session_renmed"',
  },
  {
    what: 'a misspelt icon of a completion',
    file: 'editor/conversation/completions.ts',
    was: "icon: 'plug', insert",
    is: "icon: 'plugg', insert",
  },
  {
    what: 'a misspelt icon of a row',
    file: 'view/chat/toolRow.ts',
    was: "  cancelled: 'debug-stop',",
    is: "  cancelled: 'debug-stp',",
  },
  {
    what: 'a misspelt context of a clause',
    file: 'editor/walkthrough.ts',
    was: "['hooksmith.didAsk',",
    is: "['hooksmith.didAks',",
  },
  {
    what: 'a view that there is not',
    file: 'editor/conversation/sessionFiles.ts',
    was: "'hooksmith.chat' satisfies",
    is: "'hooksmith.chta' satisfies",
  },
  {
    what: 'a setting that is not its provider’s',
    file: 'models/openai.ts',
    was: "    setting: 'openai.baseUrl',",
    is: "    setting: 'openai.baseUrll',",
  },
  {
    what: 'a setting that its provider asks for by a wrong name',
    file: 'models/rehearsal.ts',
    was: "settingsIn(settings, setup)['rehearsal.script']",
    is: "settingsIn(settings, setup)['rehearsal.scrpt']",
  },
  {
    what: 'a decision that a prompt bars by a wrong name',
    file: 'agent/judging/permissionHooks.ts',
    was: 'const bars = { allow: forced',
    is: 'const bars = { alow: forced',
  },
  {
    what: 'a misspelt part of what a confinement unites',
    file: 'shared/verdicts/confinement.ts',
    was: '    denyPrograms: union(',
    is: '    denyPrograms_: union(',
  },
  {
    what: 'an object of any fields in the place of those of an event',
    file: 'hooks/replay/unsettledCalls.ts',
    was: 'const before: PayloadFields = { toolName, input };',
    is: "const before: PayloadFields = Object.fromEntries([['toolName', toolName]]);",
  },
  {
    what: 'a misspelt field of the page of a view',
    file: 'editor/conversation/views.ts',
    was: 'element: `hooksmith-${name}`',
    is: 'element: `hooksmth-${name}`',
  },
  {
    what: 'a misspelt field that the hook of another agent is told',
    file: 'protocols/speak.ts',
    was: '...(timed ? { timestamp: moment.updatedAt }',
    is: '...(timed ? { timestmp: moment.updatedAt }',
  },
  {
    what: 'a misspelt field of an event that it is told of',
    file: 'protocols/speak.ts',
    was: 'duration_ms: fields.durationMs };',
    is: 'duration_ms: fields.durationM };',
  },
];

describe('the vocabulary of events', function () {
  this.timeout(120_000);
  /** By file, what the compiler says of it: line and words. */
  const errors = new Map<string, { line: number; text: string }[]>();
  const lineOf = ({ file, is }: Mistake) => {
    const text = texts.get(join(root, 'src', file))!;
    return text.slice(0, text.indexOf(is)).split('\n').length;
  };
  const texts = new Map<string, string>();

  before(() => {
    for (const { file, was, is } of mistakes) {
      const path = join(root, 'src', file);
      const text = texts.get(path) ?? readFileSync(path, 'utf8');
      assert.equal(text.split(was).length, 2, `${file} has '${was}' once`);
      texts.set(
        path,
        text.replace(was, () => is),
      );
    }
    const program = sources(texts);
    for (const path of texts.keys())
      errors.set(
        path,
        program.getSemanticDiagnostics(program.getSourceFile(path)).map(({ start, file, messageText }) => ({
          line: file!.getLineAndCharacterOfPosition(start!).line + 1,
          text: ts.flattenDiagnosticMessageText(messageText, '\n'),
        })),
      );
    for (const { file, line, names } of [...oddFieldsIn(program), ...looseRecordsIn(program)])
      errors.get(join(root, 'src', file))?.push({ line, text: `nobody knows ${names.join(', ')}` });
  });

  for (const mistake of mistakes)
    it(`knows ${mistake.what}`, () => {
      const found = errors.get(join(root, 'src', mistake.file))!;
      const line = lineOf(mistake);
      const { said } = mistake;
      assert.ok(
        found.some((error) => (said ? said.test(error.text) : error.line === line)),
        `of line ${line} nothing is said:\n${found.map((error) => `${error.line}: ${error.text}`).join('\n')}`,
      );
    });
});
