/** A hook for each event and each thing that can be done there: what `New Hook…` writes, and what the snippets of events hold. Pure. */
import { type DecisionAction, type EventName, hookPoints } from '../../shared/hooks/points';

/** `observe` is what every event lets a hook do. */
export type TemplateIntent = 'observe' | Exclude<DecisionAction, 'continue'>;

export interface HookTemplate {
  event: EventName;
  intent: TemplateIntent;
  /** The export's. */
  name: string;
  comment: string;
  /** From `hook(` to its closing bracket. */
  code: string;
}

/** What an observer tells of the event. */
const told: { readonly [E in EventName]: string } = {
  sessionStart: 'ctx.source',
  sessionEnd: 'ctx.reason',
  beforeRun: 'ctx.input',
  userMessage: 'ctx.text',
  beforeAgent: 'ctx.agentName, ctx.tools.length',
  beforeStep: 'ctx.step, ctx.messages.length',
  preModelCall: 'ctx.request.model, ctx.request.messages.length',
  modelDelta: 'ctx.delta.type, ctx.delta.text.length',
  modelError: 'ctx.error.message, ctx.attempt',
  postModelCall: 'ctx.origin, ctx.durationMs',
  preToolUse: 'ctx.toolName, ctx.input',
  permissionRequest: 'ctx.toolName, ctx.reason',
  toolError: 'ctx.toolName, ctx.error.message',
  postToolUse: 'ctx.toolName, ctx.isError, ctx.durationMs',
  toolResultMessages: 'ctx.toolName, ctx.defaultMessages.length',
  toolSettled: 'ctx.toolName, ctx.outcome, ctx.decidedBy.kind',
  message: 'ctx.index, ctx.message.role',
  afterStep: 'ctx.step, ctx.finishReason',
  preCompact: 'ctx.trigger, ctx.messages.length',
  stop: 'ctx.reason, ctx.turns',
  afterAgent: 'ctx.agentName, ctx.origin',
  runDone: 'ctx.status, ctx.response',
  runAbort: 'ctx.status, ctx.reason',
  runError: 'ctx.error?.message',
  afterRun: 'ctx.status, ctx.durationMs, ctx.costUsd',
  subagentStart: 'ctx.task',
  subagentStop: 'ctx.task, ctx.durationMs',
  scopeRegister: 'ctx.scope.name, ctx.scope.tools',
  scopeUnregister: 'ctx.scope.name, ctx.scope.tools',
  beforeTranslate: 'ctx.hookEvent.type',
  afterTranslate: 'ctx.aguiEvent',
  event: 'ctx.hookEvent.type',
};

type Modifying = { [E in EventName]: 'modify' extends (typeof hookPoints)[E]['decisions'][number] ? E : never }[EventName];
/** The name of the hook, what it says of itself, and the patch. */
const patches: { readonly [E in Modifying]: readonly [name: string, comment: string, patch: string] } = {
  sessionStart: ['greet', 'Said to the model at the start of each session.', "{ context: 'Answer in one paragraph.' }"],
  userMessage: ['addContext', 'Goes along with each message.', `{ context: \`Today is \${ctx.createdAt.slice(0, 10)}.\` }`],
  beforeAgent: ['addRules', 'Rules for the whole run.', `{ system: \`\${ctx.system}\\nPrefer small changes.\` }`],
  beforeStep: ['remind', 'Said again at each step.', `{ system: \`\${ctx.system}\\nThis is step \${ctx.step + 1}.\` }`],
  preModelCall: ['shortAnswers', 'For this request alone.', '{ request: { max_tokens: 2048 } }'],
  modelDelta: ['plainDashes', 'What streams is changed as it comes.', "{ text: ctx.delta.text.replaceAll('—', '-') }"],
  modelError: ['explainError', 'What the human and the log are told.', `{ error: \`The model is away: \${ctx.error.message}\` }`],
  postModelCall: ['markAnswer', 'Remembered for the rest of the run.', '{ metadata: { lastAnswer: ctx.origin } }'],
  preToolUse: ['patientCommands', 'Commands may take long here.', '{ input: { timeout: 600_000 } }'],
  toolError: [
    'explainFailure',
    'What the model reads of the failure.',
    `{ error: \`It failed, try another way: \${ctx.error.message}\` }`,
  ],
  postToolUse: ['addAdvice', 'Said to the model beside the output.', "{ context: 'Check the output before you go on.' }"],
  toolResultMessages: ['keepResult', 'What goes into the conversation for this call.', '{ messages: [...ctx.defaultMessages] }'],
  afterStep: ['markStep', 'Remembered for the rest of the run.', '{ metadata: { lastStep: ctx.step } }'],
  preCompact: ['keepDecisions', 'What the summary must hold.', "{ instructions: 'Keep decisions and names of files.' }"],
  stop: ['noteEnd', 'One more reason why it ended.', "{ signal: 'reviewed' }"],
  afterAgent: ['sign', 'What the agent answers in the end.', "{ response: 'Done.' }"],
  beforeTranslate: ['shapeEvent', 'Shapes the AG-UI export only.', '{ event: { ...ctx.hookEvent } }'],
  afterTranslate: ['shapeMessage', 'Shapes the AG-UI export only.', '{ event: { ...ctx.aguiEvent } }'],
};

const answers: Partial<Record<EventName, string>> = {
  beforeAgent: "'Not today.'",
  preModelCall: "'pong'",
  modelError: "'The model is away. Try again later.'",
  preToolUse: "'The tool was not needed.'",
  toolError: "'nothing was found'",
};

const deciding: Record<
  Exclude<TemplateIntent, 'observe' | 'modify'>,
  (event: EventName) => readonly [name: string, comment: string, call: string]
> = {
  respond: (event) => ['answer', 'Answers in its place; the step is skipped.', `ctx.respond(${answers[event] ?? "'done'"})`],
  fail: () => ['switchedOff', 'Counts as failed; the model reads why.', "ctx.fail('This is switched off today.')"],
  redirect: () => ['readInstead', 'Calls another tool instead.', "ctx.redirect('Read', { file_path: 'README.md' })"],
  allow: () => ['allowThis', 'Runs without asking.', "ctx.allow('It only reads.')"],
  ask: () => ['askFirst', 'Put to the human.', "ctx.ask('This needs a human.')"],
  deny: () => ['denyThis', 'The agent reads why.', "ctx.deny('Not here.')"],
  stop: () => ['stopHere', 'Ends the run in order.', "ctx.stop('That is enough.')"],
  retry: () => ['tryAgain', 'At most three times.', 'ctx.retry({ afterMs: 1000 })'],
  drop: () => ['leaveOut', 'Left out altogether.', 'ctx.drop()'],
  continueWith: () => [
    'goOn',
    'Goes on with a message of its own, at most eight times.',
    "ctx.continueWith('Run the tests before you stop.')",
  ],
  confine: () => ['confine', 'Runs in the sandbox.', 'ctx.confine({ hosts: [] })'],
};

/** What is asked for most: whole files, by the names that they are given. */
export const commonHooks = {
  'ask-first': `import { policy } from 'hooksmith';

/** Pushing is a human's decision. */
export const pushes = policy({ tools: 'Bash', match: { command: 'git push*' } }, (ctx) => ctx.ask('Pushes need a human.'));
`,
  'deny-commands': `import { denyCommands } from 'hooksmith';

export const noSudo = denyCommands('sudo', 'rm -rf');
`,
  'change-input': `import { hook } from 'hooksmith';

/** Tests may take long here. */
export const patientTests = hook('preToolUse', { tools: 'Bash', match: { command: 'npm test*' } }, (ctx) =>
  ctx.modify({ input: { timeout: 600_000 } }));
`,
  redact: `import { hook } from 'hooksmith';

/** An output is text, or blocks of text and pictures: the pictures stay as they are. */
const clean = (value: unknown): unknown => {
  if (typeof value === 'string') return value.replace(/sk-[\\w-]+/g, '[key]');
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null || 'source' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, clean(one)]));
};

/** Keys never reach the model or the screen. */
export const keys = hook('postToolUse', { redacts: true, priority: 100 }, (ctx) =>
  ctx.modify({ output: clean(ctx.output) }));
`,
  observe: `import { hook } from 'hooksmith';

export const logCalls = hook('toolSettled', (ctx) => {
  ctx.log(ctx.toolName, ctx.outcome, ctx.decidedBy.kind);
});
`,
  context: `import { hook } from 'hooksmith';

export const today = hook('userMessage', (ctx) => ctx.modify({ context: \`Today is \${ctx.createdAt.slice(0, 10)}.\` }));
`,
  limits: `import { guards } from 'hooksmith';

export const limits = guards({ maxSteps: 30, maxTokens: 200_000, maxSeconds: 900 });
`,
} as const;

/** What can be done at an event; to observe comes last where something else can be. */
export const intentsOf = (event: EventName): TemplateIntent[] => [...hookPoints[event].decisions, 'observe'];

export function hookTemplate(event: EventName, intent: TemplateIntent): HookTemplate {
  const [name, comment, body] = made(event, intent);
  return { event, intent, name, comment, code: `hook('${event}', ${optionsOf(event, intent)}(ctx) =>${body})` };
}

function made(event: EventName, intent: TemplateIntent): [name: string, comment: string, body: string] {
  if (intent === 'observe')
    return [`log${event[0]!.toUpperCase()}${event.slice(1)}`, 'Shown on the timeline.', ` {\n  ctx.log(${told[event]});\n}`];
  if (intent === 'modify') {
    const [name, comment, patch] = patches[event as Modifying];
    return [name, comment, `\n  ctx.modify(${patch}),\n`];
  }
  const [name, comment, call] = deciding[intent](event);
  return [name, comment, `\n  ${call},\n`];
}

/** Decisions on tool calls are about a tool, best about few calls of it. */
function optionsOf(event: EventName, intent: TemplateIntent): string {
  if (!('tool' in hookPoints[event]) || intent === 'observe') return '';
  const isGate = ['allow', 'ask', 'deny', 'fail', 'redirect', 'respond'].includes(intent) && event !== 'toolError';
  return isGate ? "{ tools: 'Bash', match: { command: 'git status*' } }, " : "{ tools: 'Bash' }, ";
}

/** A whole file of it. */
export const templateFile = ({ name, comment, code }: HookTemplate): string =>
  `import { hook } from 'hooksmith';\n\n/** ${comment} */\nexport const ${name} = ${code};\n`;

/** `pre-tool-use` */
export const dashedName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Where whoever gets that file goes on writing, 0-based: after the first line of the handler's body, where it has lines; else the name of the first export is theirs to change. */
export function placeToWrite(code: string): { line: number; from: number; to: number } {
  const lines = code.split('\n');
  const first = lines.findIndex((text) => text.startsWith('export const '));
  if (first < 0) return { line: 0, from: 0, to: 0 };
  const body = lines.findIndex((text, at) => at >= first && text.endsWith('=> {')) + 1;
  const end = lines.findIndex((text, at) => at > first && text.startsWith('export '));
  if (body > 0 && (end < 0 || body < end)) return { line: body, from: lines[body]!.length, to: lines[body]!.length };
  const from = 'export const '.length;
  return { line: first, from, to: from + /^\w*/.exec(lines[first]!.slice(from))![0].length };
}
