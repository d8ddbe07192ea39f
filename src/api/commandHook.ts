/** A hook that another agent ran as a command, run as that agent would: the same JSON in and out, the same meaning of exit codes. What `hooksmith import` writes. */
import { spawn } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { type Exit, hear } from '../protocols/hear';
import { protocols } from '../protocols/index';
import { matches } from '../protocols/matcher';
import type { AgentName, SharedEvent } from '../protocols/protocol';
import { type Moment, namesThere, payloadFor, sessionEndThere } from '../protocols/speak';
import type { Heard } from '../protocols/theirAnswers';
import { eventThere } from '../protocols/theirEvents';
import { isObject, type JsonObject } from '../shared/basics/json';
import { TimeLimit } from '../shared/basics/timeLimit';
import type { PayloadFields } from '../shared/hooks/payloads';
import { textOf } from '../shared/messages/messages';
import type { State } from './contexts';
import { group, type HookDefinition, hook } from './define';

export interface CommandHook {
  /** Whose hook it was: it decides the JSON, the names of tools and what exit codes mean. */
  agent: AgentName;
  /** The event, as that agent names it. */
  event: string;
  /** As that agent reads it: a name, a list, a regular expression. */
  matcher?: string;
  /** For a shell, unless there are `args`. */
  command: string;
  args?: readonly string[];
  timeoutMs?: number;
  /** Its result is not waited for, and decides nothing. */
  async?: boolean;
  /** Variables beside those that hooks have. */
  env?: Readonly<Record<string, string>>;
  /** The folder that the hook is for, from its file; absent, the one whose `.hooksmith` it lies in. */
  project?: string;
  /** Where the command runs, from that folder. */
  cwd?: string;
  /** The plugin's folder, from the project's. */
  plugin?: string;
  /** Cursor: whatever is no answer denies. */
  failClosed?: boolean;
  /** Patterns on the input of a call, where the agent's own condition had some. */
  match?: Readonly<Record<string, string | readonly string[]>>;
  enabled?: boolean;
}

/** The context as it comes; what events have is checked where it is read. */
type Ctx = JsonObject & {
  event: string;
  agentName: string;
  branch: string;
  depth: number;
  taskId?: string;
  sessionId: string;
  runId: string;
  updatedAt: string;
  signal: AbortSignal;
  state: State;
  log(...values: unknown[]): void;
};
type Decision = JsonObject | undefined;

const graceMs = 1000;
const mostOutput = 1024 * 1024;

/**
 * Calls a command that was a hook of another agent, with that agent's JSON in and out and its exit codes: what `hooksmith import` writes. A call's word and its
 * context may come in one answer: they are handed over one after the other, each where our events take it.
 */
export function commandHook(given: CommandHook): HookDefinition {
  const { agent, event: theirEvent, timeoutMs = 60_000, match, enabled } = given;
  const there = eventThere(agent, theirEvent);
  if (!there) throw new Error(`commandHook: ${protocols[agent].title} has no event ${theirEvent} that can be carried over`);
  const tools = there.tools ? { tools: there.tools } : {};
  const name = `${theirEvent}: ${[given.command, ...(given.args ?? [])].join(' ')}`.slice(0, 80);
  const options = { ...tools, ...(enabled === undefined ? {} : { enabled }), name, timeoutMs: timeoutMs + graceMs };
  const matching = match && there.tool ? { match } : {};
  const make = (ours: SharedEvent, more: object, handler: (ctx: Ctx, self?: string) => unknown): HookDefinition =>
    hook(ours as never, { ...options, ...more } as never, handler as never);
  if (there.ours !== 'preToolUse') return make(there.ours, matching, (ctx, self) => ask(given, there.ours, ctx, self));
  const key = (ctx: Ctx, what: string, self = '') =>
    `hooksmith.import ${what} ${self.split('#')[0]} ${theirEvent} ${given.command} ${ctx.toolCallId}`;
  const take = (ctx: Ctx, what: string, self?: string): unknown => {
    const value = ctx.state.get(key(ctx, what, self));
    if (value !== undefined) ctx.state.delete(key(ctx, what, self));
    return value;
  };
  const asks = make('preToolUse', matching, async (ctx, self) => {
    const { vote, context, decision } = (await ask(given, 'preToolUse', ctx, self)) as Answered;
    if (context !== undefined) ctx.state.set(key(ctx, 'context', self), context);
    if (vote !== undefined) ctx.state.set(key(ctx, 'vote', self), vote);
    return decision;
  });
  // These have no `match`: that was of the input before it was changed.
  const votes = make('preToolUse', {}, (ctx, self) => take(ctx, 'vote', self));
  const tells = make('postToolUse', {}, (ctx, self) => {
    const context = take(ctx, 'context', self);
    return context === undefined ? undefined : { action: 'modify', context };
  });
  return group({}, asks, votes, { ...tells, apart: ['postToolUse'] });
}

interface Answered {
  decision: Decision;
  vote?: JsonObject;
  context?: string;
}

async function ask(given: CommandHook, event: SharedEvent, ctx: Ctx, self = ''): Promise<Decision | Answered> {
  const { agent, event: theirEvent } = given;
  const nothing = event === 'preToolUse' ? { decision: undefined } : undefined;
  const toolName = nameThere(given, event, ctx);
  if (toolName === false) return nothing;
  const project = projectOf(given, self);
  const again = `hooksmith.import again ${self} ${ctx.taskId ?? ctx.branch}`;
  const times = event === 'stop' ? Number(ctx.state.get(again) ?? 0) : 0;
  const moment: Moment = {
    ...{ event, sessionId: ctx.sessionId, branch: ctx.branch, agentName: ctx.agentName, depth: ctx.depth },
    ...(ctx.taskId ? { taskId: ctx.taskId } : {}),
    ...{ updatedAt: ctx.updatedAt, project, fields: { ...ctx } as PayloadFields },
    said: saidIn(ctx),
    again: times,
  };
  const exit = run(given, project, JSON.stringify(payloadFor(agent, theirEvent, moment, toolName)), ctx);
  if (given.async) {
    exit.catch((error: unknown) => ctx.log(String(error)));
    return nothing;
  }
  const asked = {
    agent,
    theirEvent,
    event,
    ...(toolName ? { toolName } : {}),
    ...(given.failClosed ? { failClosed: true } : {}),
  };
  const heard = hear(asked, await exit);
  if (heard.message) ctx.log(heard.message);
  // What gave no verdict decides as a hook that fails: a gate closes.
  if (heard.failed) throw new Error(`the command ${heard.failed}`);
  if (event === 'preToolUse') return onCall(heard, ctx);
  const decision = decided(event, heard, ctx);
  if (event === 'stop') ctx.state.set(again, decision === undefined ? 0 : times + 1);
  return decision;
}

/** The tool's name there where the matcher takes it; undefined where it is no call, false where the hook is not meant. */
function nameThere({ agent, event: theirEvent, matcher }: CommandHook, event: SharedEvent, ctx: Ctx): string | undefined | false {
  const there = eventThere(agent, theirEvent)!;
  // The loop's end is both: of the conversation's own agent, or of a subagent.
  if (event === 'stop' && ctx.depth > 0 !== there.ofSubagents) return false;
  if (event === 'stop' && ctx.reason !== 'completed') return false;
  // A failure is another event there; of Gemini CLI's it is the same.
  if (event === 'postToolUse' && ctx.isError === true && agent !== 'gemini') return false;
  if (there.tool) {
    const names = namesThere(agent, theirEvent, String(ctx.toolName));
    const subject = theirEvent === 'beforeShellExecution' || theirEvent === 'afterShellExecution' ? commandOf(ctx) : undefined;
    if (subject !== undefined) return matches(agent, theirEvent, matcher, subject) ? names[0] : false;
    return names.find((name) => matches(agent, theirEvent, matcher, name)) ?? false;
  }
  const subject = {
    sessionStart: ctx.source,
    sessionEnd: sessionEndThere(ctx.reason),
    preCompact: ctx.trigger,
    subagentStart: ctx.agentName,
    subagentStop: ctx.agentName,
    stop: ctx.agentName,
  }[event as string];
  const hasMatcher = !(event === 'stop' && !there.ofSubagents);
  return typeof subject !== 'string' || !hasMatcher || matches(agent, theirEvent, matcher, subject) ? undefined : false;
}

const commandOf = ({ input }: Ctx): string => (isObject(input) && typeof input.command === 'string' ? input.command : '');

function saidIn({ response }: Ctx): string {
  return isObject(response) && Array.isArray(response.content) ? textOf(response as never) : '';
}

function onCall({ action, reason, input, merges, context, stop }: Heard, ctx: Ctx): Answered {
  const why = reason === undefined ? {} : { reason };
  if (stop !== undefined) return { decision: { action: 'stop', reason: stop } };
  if (action === 'deny') return { decision: { action: 'deny', ...why } };
  const vote = action && { action, ...why };
  const told = context === undefined ? {} : { context };
  if (!input) return { decision: vote, ...told };
  // Theirs is the whole input: what it lacks is taken away.
  const gone = merges
    ? {}
    : Object.fromEntries(
        Object.keys((ctx.input as JsonObject | undefined) ?? {}).flatMap((field) => (field in input ? [] : [[field, undefined]])),
      );
  return { decision: { action: 'modify', input: { ...gone, ...input } }, ...(vote ? { vote } : {}), ...told };
}

function decided(event: SharedEvent, { action, reason, output, context, continueWith, stop }: Heard, ctx: Ctx): Decision {
  const why = reason === undefined ? {} : { reason };
  const added = context === undefined ? {} : { context };
  const changed = { ...added, ...(output === undefined ? {} : { output }) };
  switch (event) {
    case 'permissionRequest':
      return action === 'allow' || action === 'deny' ? { action, ...why } : undefined;
    case 'userMessage':
      if (action === 'deny') return { action, ...why };
      return context === undefined ? undefined : { action: 'modify', ...added };
    case 'sessionStart':
      return context === undefined ? undefined : { action: 'modify', ...added };
    case 'postToolUse':
      if (stop !== undefined) return { action: 'stop', reason: stop };
      return Object.keys(changed).length > 0 ? { action: 'modify', ...changed } : undefined;
    case 'toolError': {
      const before = isObject(ctx.error) ? String(ctx.error.message) : '';
      return context === undefined ? undefined : { action: 'modify', error: `${before}\n\n${context}` };
    }
    case 'preCompact':
      return action === 'deny' ? { action, ...why } : undefined;
    case 'stop':
      return continueWith === undefined ? undefined : { action: 'continueWith', message: continueWith };
    case 'sessionEnd':
    case 'preToolUse':
    case 'subagentStart':
    case 'subagentStop':
      return undefined;
  }
}

/** `self` is the hook's identity: its file, and its name there. */
function projectOf({ project }: CommandHook, self: string): string {
  const file = self.slice(0, Math.max(self.lastIndexOf('#'), 0)) || process.cwd();
  if (project !== undefined) return resolve(dirname(file), project);
  const at = file.replaceAll('\\', '/').lastIndexOf('/.hooksmith/');
  return at > 0 ? file.slice(0, at) : dirname(file);
}

/** Resolves when it has ended, or was ended by its time limit or the run's stop; rejects where it cannot be started. */
function run(
  { command, args, env, cwd = '.', plugin, timeoutMs = 60_000, async: isAsync }: CommandHook,
  project: string,
  input: string,
  ctx: Ctx,
): Promise<Exit> {
  const root = plugin === undefined ? undefined : resolve(project, plugin);
  const own: Record<string, string> = {
    ...{
      CLAUDE_PROJECT_DIR: project,
      CURSOR_PROJECT_DIR: project,
      GEMINI_PROJECT_DIR: project,
      GEMINI_CWD: project,
      GEMINI_SESSION_ID: ctx.sessionId,
    },
    ...(root ? { CLAUDE_PLUGIN_ROOT: root, CURSOR_PLUGIN_ROOT: root, extensionPath: root } : {}),
    ...env,
  };
  // Where no shell does it.
  const filled = (text: string) => text.replaceAll(/\$\{([A-Za-z_]+)\}/g, (whole, name: string) => own[name] ?? whole);
  return new Promise((done, fail) => {
    const isPosix = process.platform !== 'win32';
    const options = {
      cwd: resolve(project, cwd),
      env: { ...process.env, ...own },
      stdio: 'pipe' as const,
      detached: isPosix,
      windowsHide: true,
    };
    const child = args
      ? spawn(filled(command), args.map(filled), options)
      : spawn(root ? filled(command) : command, { ...options, shell: true });
    const out = { stdout: '', stderr: '' };
    const end = () => {
      try {
        if (isPosix && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
        else child.kill('SIGKILL');
      } catch {
        // It is gone.
      }
    };
    let late = '';
    const limit = new TimeLimit(timeoutMs, () => {
      late = `took longer than ${timeoutMs} ms`;
      end();
    });
    if (!isAsync) ctx.signal.addEventListener('abort', end, { once: true });
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (chunk: string) => {
        if (out[name].length < mostOutput) out[name] += chunk;
      });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.on('error', fail);
    child.on('close', (code) => {
      limit.end();
      ctx.signal.removeEventListener('abort', end);
      done({ code: late ? null : code, ...out, ...(late ? { stderr: late } : {}) });
    });
  });
}
