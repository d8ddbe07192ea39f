/** What each agent's configuration holds where it is guarded: in which file, and which entries. */
import { join } from 'node:path';
import { maxContinuations } from '../../agent/context/ending';
import { protocols } from '../../protocols';
import type { AgentName, SharedEvent } from '../../protocols/protocol';
import type { JsonObject } from '../../shared/basics/json';
import { waits } from '../place/waits';

/** How the agent reaches the gate. */
export interface AgentReach {
  /** A command line of the POSIX shell that asks the gate, without its end. */
  command: string;
  /** The same for Windows: of `cmd`. */
  windows: string;
  /** Where the agent speaks HTTP and can be made to fail closed there. */
  http?: { url: string; token: string };
}

export interface ConfigEntry {
  event: string;
  entry: JsonObject;
}

export interface AgentConfig {
  /** Below the project, or below the home folder. */
  path: string;
  /** The file is Hooksmith's own: it goes with our entries, unless others have put something into it. */
  own?: true;
  /** What the file needs beside its hooks. */
  version?: number;
  /** It holds the token of the guard: made anew, the file is its user's alone. */
  isSecret?: true;
  entries: ConfigEntry[];
}

/** As agents and the gate are told them. */
const waitSeconds = waits.agent / 1000;
export const gateSeconds = waits.gate / 1000;

/** Their events, for what a refusal must hold. */
const gates: ReadonlySet<string | undefined> = new Set<SharedEvent>(['preToolUse', 'permissionRequest', 'userMessage']);
/** The one of which nothing is ever said back that it would tell of all the same, were it asked not to wait: not so of the end of a session. */
const watched: SharedEvent = 'subagentStart';

/** To them a refusal without a word is none, and a gate that was killed has said nothing. In the words of every shell that they may run it in. */
const wantsWords: ReadonlySet<AgentName> = new Set(['gemini', 'codex']);

/** Claude Code's names, which others took over. */
const claudes: readonly string[] = [
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'PostToolUseFailure',
  'UserPromptSubmit',
  'Stop',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'SessionStart',
  'SessionEnd',
];
const claudesWithout = (...left: string[]): string[] => claudes.filter((event) => !left.includes(event));

/** Which of their events we ask to be told. */
const asked: Record<AgentName, readonly string[]> = {
  claude: claudes,
  vscode: claudesWithout('PermissionRequest', 'PostToolUseFailure', 'SessionEnd'),
  // With a capital those whose payload does not tell them from others else.
  copilot: [
    'preToolUse',
    'PermissionRequest',
    'postToolUse',
    'postToolUseFailure',
    'userPromptSubmitted',
    'agentStop',
    'subagentStart',
    'SubagentStop',
    'preCompact',
    'sessionStart',
    'sessionEnd',
  ],
  cursor: [
    'preToolUse',
    'postToolUse',
    'postToolUseFailure',
    'beforeSubmitPrompt',
    'stop',
    'subagentStart',
    'subagentStop',
    'preCompact',
    'sessionStart',
    'sessionEnd',
  ],
  gemini: ['BeforeTool', 'AfterTool', 'BeforeAgent', 'AfterAgent', 'PreCompress', 'SessionStart', 'SessionEnd'],
  codex: claudesWithout('PostToolUseFailure'),
};

export function agentConfig(
  agent: AgentName,
  reach: AgentReach,
  { user, local }: { user: boolean; local: boolean },
): AgentConfig {
  const { events } = protocols[agent];
  const told = asked[agent].map((event) => ({ event, ours: events.get(event)?.ours }));
  const all = (entryOf: (call: { line: string; windows: string; event: string; ours: string | undefined }) => JsonObject) =>
    told.map(({ event, ours }): ConfigEntry => {
      const code = gates.has(ours) ? 2 : 1;
      const refused = wantsWords.has(agent) ? `sh -c 'echo hooksmith refuses >&2; exit ${code}'` : `exit ${code}`;
      const line = `${reach.command} || ${refused}`;
      return { event, entry: entryOf({ event, ours, line, windows: `${reach.windows} || exit ${code}` }) };
    });
  const nested = (hook: JsonObject): JsonObject => ({ hooks: [hook] });
  switch (agent) {
    case 'claude':
      return {
        path: join('.claude', local && !user ? 'settings.local.json' : 'settings.json'),
        ...(reach.http ? { isSecret: true } : {}),
        entries: all(({ line, ours }) => {
          const block = gates.has(ours) ? { onFailure: 'block' } : {};
          if (reach.http && byHttp.has(ours))
            return nested({
              type: 'http',
              url: reach.http.url,
              timeout: waitSeconds,
              ...block,
              headers: { Authorization: `Bearer ${reach.http.token}` },
            });
          return nested({
            type: 'command',
            command: line,
            timeout: waitSeconds,
            ...block,
            ...(ours === watched ? { async: true } : {}),
          });
        }),
      };
    case 'vscode':
      return {
        path: join(user ? '.copilot' : '.github', 'hooks', 'hooksmith-vscode.json'),
        own: true,
        // Copilot reads the file too, and the second name alone: it goes on after its own time else.
        entries: all(({ line, windows }) => ({
          ...{ type: 'command', command: line, windows },
          ...{ timeout: waitSeconds, timeoutSec: waitSeconds },
        })),
      };
    case 'copilot':
      return {
        path: join(user ? '.copilot' : '.github', 'hooks', 'hooksmith-copilot.json'),
        own: true,
        version: 1,
        entries: all(({ line, windows }) => ({
          type: 'command',
          bash: line,
          powershell: `cmd /c '${windows.replaceAll("'", "''")}'`,
          timeoutSec: waitSeconds,
        })),
      };
    case 'cursor':
      return {
        path: join('.cursor', 'hooks.json'),
        version: 1,
        entries: all(({ line, ours }) => ({
          command: line,
          timeout: waitSeconds,
          ...(gates.has(ours) ? { failClosed: true } : {}),
          // Else it would heed a hook that keeps it going less often than we do.
          ...(ours === 'stop' || ours === 'subagentStop' ? { loop_limit: maxContinuations } : {}),
        })),
      };
    case 'gemini':
      return {
        path: join('.gemini', 'settings.json'),
        entries: all(({ line }) => nested({ type: 'command', name: 'hooksmith', command: line, timeout: waits.agent })),
      };
    case 'codex':
      return {
        path: join('.codex', 'hooks.json'),
        entries: all(({ line, windows }) =>
          nested({ type: 'command', command: line, commandWindows: windows, timeout: waitSeconds }),
        ),
      };
  }
}

/** The steps at which speed counts; the others start a guard where none runs, which HTTP cannot. */
const byHttp: ReadonlySet<string | undefined> = new Set<SharedEvent>([
  'preToolUse',
  'permissionRequest',
  'postToolUse',
  'toolError',
]);
