/** Hooks as other agents have them configured, each as one command hook of ours; and those that cannot be one, with the reason. */

import { brief } from '../shared/basics/brief';
import { withoutMark } from '../shared/basics/byteOrderMark';
import { isObject, type JsonObject } from '../shared/basics/json';
import { handlersOf, isGateHandler } from './gateHandler';
import { protocols } from './index';
import { type AgentName, agentNames } from './protocol';
import { eventThere } from './theirEvents';

/** Which file it is: each is read in its own way. */
export type ConfigKind = 'claude' | 'plugin' | 'github' | 'copilot' | 'cursor' | 'gemini' | 'codex';

export interface Configured {
  agent: AgentName;
  event: string;
  matcher?: string;
  command: string;
  args?: string[];
  timeoutMs: number;
  async?: true;
  env?: Record<string, string>;
  cwd?: string;
  failClosed?: true;
  match?: Record<string, string[]>;
}

export interface LeftOutCommand {
  event: string;
  /** The hook as it stands there, in short. */
  what: string;
  reason: string;
  /** It is carried over but for this. */
  partly?: true;
}

export interface Configuration {
  hooks: Configured[];
  leftOut: LeftOutCommand[];
}

/** `platform` as Node names it: some files hold a command for each. */
export function configuredIn(kind: ConfigKind, json: unknown, platform: string): Configuration {
  const found: Configuration = { hooks: [], leftOut: [] };
  const events = isObject(json) && isObject(json.hooks) ? json.hooks : {};
  if (isObject(json) && json.disableAllHooks === true) {
    found.leftOut.push({ event: '', what: 'all hooks of the file', reason: 'they are switched off there (disableAllHooks)' });
    return found;
  }
  for (const [event, entries] of Object.entries(events)) {
    if (kind === 'gemini' && switchesOfGemini.has(event)) continue;
    for (const entry of Array.isArray(entries) ? entries : [entries]) {
      if (!Array.isArray(entries) || !isObject(entry)) {
        const agent = agentOf(kind, event, json as JsonObject, isObject(entry) ? entry : {});
        const reason = noMoment(agent, event) ?? `it is not written as ${protocols[agent].title} reads hooks`;
        found.leftOut.push({ event, what: brief(JSON.stringify(entry), 120), reason });
        continue;
      }
      for (const handler of handlersOf(entry).filter(isObject)) {
        const agent = agentOf(kind, event, json as JsonObject, handler);
        // It asks the very hooks that it would become one of, whichever of the agents that read the file it was written for.
        if (agentNames.some((name) => isGateHandler(name, handler))) continue;
        const hook = read({ agent, kind, event, entry, handler, platform }, found.leftOut);
        if (hook && !found.hooks.some((one) => JSON.stringify(one) === JSON.stringify(hook))) found.hooks.push(hook);
      }
    }
  }
  return found;
}

/** Beside events Gemini keeps there which hooks are switched on and off, by name. */
const switchesOfGemini: ReadonlySet<string> = new Set(['enabled', 'disabled', 'notifications']);

/** Why a hook there has no counterpart, whatever it does. */
function noMoment(agent: AgentName, event: string): string | undefined {
  if (eventThere(agent, event)) return undefined;
  const { events, title } = protocols[agent];
  return events.has(event) ? `Hooksmith has no such moment as ${event}` : `${event} is no event of ${title} that is known here`;
}

/** Files below `.github` serve both Copilot and VS Code's chat; the way they are written tells for which. */
function agentOf(kind: ConfigKind, event: string, { version }: JsonObject, handler: JsonObject): AgentName {
  if (kind === 'plugin') return 'claude';
  if (kind !== 'github') return kind;
  const ofCopilot =
    version !== undefined ||
    /^[a-z]/.test(event) ||
    ['bash', 'powershell', 'timeoutSec', 'exec'].some((field) => field in handler);
  return ofCopilot ? 'copilot' : 'vscode';
}

interface Handler {
  agent: AgentName;
  kind: ConfigKind;
  event: string;
  entry: JsonObject;
  handler: JsonObject;
  platform: string;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const seconds = (value: unknown): number | undefined => (typeof value === 'number' && value > 0 ? value * 1000 : undefined);

function read(given: Handler, leftOut: LeftOutCommand[]): Configured | undefined {
  const { agent, event, entry, handler } = given;
  const type = text(handler.type) ?? 'command';
  const line = commandOf(given);
  const what = line ? [line.command, ...(line.args ?? [])].join(' ') : (text(handler.url) ?? text(handler.prompt) ?? type);
  const leave = (reason: string, partly?: true) =>
    void leftOut.push({ event, what: brief(what, 120), reason, ...(partly ? { partly } : {}) });
  if (type !== 'command') {
    leave(typesLeftOut[type] ?? `hooks of type ${type} have no counterpart here`);
    return undefined;
  }
  if (!line) {
    leave('it has no command for this system');
    return undefined;
  }
  const there = eventThere(agent, event);
  if (!there) {
    leave(noMoment(agent, event)!);
    return undefined;
  }
  for (const reason of lossesOf(given)) leave(reason, true);
  const condition = conditionOf(text(handler.if), text(entry.matcher) ?? text(handler.matcher));
  if (condition.problem) leave(condition.problem, true);
  const env = isObject(handler.env) ? Object.entries(handler.env).filter(([, value]) => typeof value === 'string') : [];
  return {
    agent,
    event,
    ...(condition.matcher === undefined ? {} : { matcher: condition.matcher }),
    ...line,
    timeoutMs: timeoutOf(given),
    ...(handler.async === true ? { async: true as const } : {}),
    ...(env.length > 0 ? { env: Object.fromEntries(env) as Record<string, string> } : {}),
    ...(text(handler.cwd) ? { cwd: text(handler.cwd) } : {}),
    ...(handler.failClosed === true ? { failClosed: true as const } : {}),
    ...(condition.match && there.tool ? { match: condition.match } : {}),
  };
}

const typesLeftOut: Readonly<Record<string, string>> = {
  http: 'it is an address that is asked, no command: write a hook that calls it with fetch',
  mcp_tool: 'it calls a tool of an MCP server, which hooks have no way to',
  prompt: 'it asks a model: write a hook that does so with ctx.complete',
  agent: 'it starts an agent, which hooks have no way to',
};

function commandOf({ handler, platform, agent }: Handler): { command: string; args?: string[] } | undefined {
  const args = Array.isArray(handler.args) ? handler.args.map(String) : undefined;
  const own = { win32: agent === 'codex' ? 'commandWindows' : 'windows', linux: 'linux', darwin: 'osx' }[platform];
  const shell = platform === 'win32' ? text(handler.powershell) : (text(handler.bash) ?? undefined);
  const command = text(own === undefined ? undefined : handler[own]) ?? shell ?? text(handler.command) ?? text(handler.exec);
  if (command === undefined) return undefined;
  const isPowershell = handler.shell === 'powershell' || (agent === 'copilot' && command === handler.powershell);
  if (isPowershell) return { command: 'powershell', args: ['-NoProfile', '-Command', command] };
  return { command, ...(args ? { args } : {}) };
}

/** In milliseconds; what is not said is what the agent takes. */
function timeoutOf({ agent, event, handler }: Handler): number {
  if (agent === 'gemini') return typeof handler.timeout === 'number' && handler.timeout > 0 ? handler.timeout : 60_000;
  const said = seconds(handler.timeoutSec) ?? seconds(handler.timeout);
  if (said !== undefined) return said;
  if (agent === 'claude') return event === 'UserPromptSubmit' ? 30_000 : event === 'SessionEnd' ? 1500 : 600_000;
  if (agent === 'codex') return 600_000;
  return agent === 'cursor' ? 60_000 : 30_000;
}

/** `Bash(git *)` is a rule of the call, beside the matcher. */
function conditionOf(
  rule: string | undefined,
  matcher: string | undefined,
): Pick<Configured, 'matcher' | 'match'> & { problem?: string } {
  const own = matcher === undefined || matcher === '' || matcher === '*' ? undefined : matcher;
  if (rule === undefined) return own === undefined ? {} : { matcher: own };
  const [, tool, pattern] = /^(\w+)(?:\((.*)\))?$/s.exec(rule.trim()) ?? [];
  const field = tool === 'Bash' ? 'command' : tool && /^(Read|Write|Edit|MultiEdit)$/.test(tool) ? 'file_path' : undefined;
  const named = own === undefined && tool ? { matcher: tool } : own === undefined ? {} : { matcher: own };
  if (!tool || (pattern && !field))
    return { ...named, problem: `its condition ${rule} is not carried over: it runs for each call that its matcher takes` };
  if (!pattern || !field) return named;
  const prefix = /^(.*):\*$/s.exec(pattern)?.[1];
  return { ...named, match: { [field]: prefix === undefined ? [pattern] : [prefix, `${prefix} *`] } };
}

function lossesOf({ agent, event, handler, kind }: Handler): string[] {
  const ours = protocols[agent].events.get(event)?.ours;
  const command = JSON.stringify(handler);
  return [
    ...(ours === 'subagentStart' ? ['what it answers is not heard: subagentStart only observes here'] : []),
    ...(ours === 'sessionEnd' && handler.async !== true ? [] : []),
    ...(handler.once === true ? ['it runs each time, not once in a session'] : []),
    ...(handler.asyncRewake === true ? ['it does not wake the agent when it ends'] : []),
    ...(command.includes('CLAUDE_ENV_FILE') ? ['CLAUDE_ENV_FILE is not there: variables for later commands cannot be set'] : []),
    ...(command.includes('CLAUDE_PLUGIN_DATA') && kind === 'plugin' ? ['CLAUDE_PLUGIN_DATA is not there'] : []),
    ...(agent === 'cursor' && typeof handler.loop_limit === 'number'
      ? ['its loop_limit: an agent is kept going at most 8 times in a row']
      : []),
  ];
}

/** JSON with comments and commas at the end of lists, as people write settings. Throws a SyntaxError. */
export function parseSettings(source: string): unknown {
  let json = '';
  for (let at = 0; at < source.length; ) {
    const rest = /^(?:"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[\s\S])/.exec(
      source.slice(at, at + 1) === '"' || source[at] === '/' ? source.slice(at) : source[at]!,
    )![0];
    at += rest.length;
    if (!/^\/[/*]/.test(rest)) json += rest;
  }
  return JSON.parse(
    withoutMark(json).replace(/("(?:[^"\\]|\\.)*")|,(\s*[}\]])/g, (_, string?: string, end?: string) => string ?? end ?? ''),
  );
}
