/** The arguments of a replay, each checked before anything runs. Throws a UsageError that says what is wrong. */
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isBegun } from '../adapters/sessions/sessionPaths';
import { type RememberingAgent, rememberingAgents, remembers } from '../protocols/past';
import { existingFolder, readArguments } from './readArguments';
import { UsageError } from './usage';

const options = {
  cwd: { type: 'string' },
  hooks: { type: 'string', multiple: true },
  'no-hooks': { type: 'boolean' },
  json: { type: 'boolean' },
  'fail-on-change': { type: 'boolean' },
  from: { type: 'string' },
  since: { type: 'string' },
} as const;

export interface ReplayCommandOptions {
  /** Session files, as they were named. */
  sessions: string[];
  cwd: string;
  hookFolders: string[];
  /** Hook files of the user and of the workspace count. */
  ownHooks: boolean;
  json: boolean;
  failOnChange: boolean;
  /** The past of another agent, in place of sessions. */
  past?: { agent: RememberingAgent; sinceMs: number; below?: string };
}

export const replayUsage = `hooksmith replay [options] SESSION... | --from AGENT

Runs recorded sessions through the hooks of today, without a model, tools or a network, and says which decisions they would make otherwise. What follows the
first change of a run is unknown. SESSION is a file of \`hooksmith run --session\` or of the editor, or a folder of such.

  --from AGENT       what another agent kept of its sessions on this machine: ${rememberingAgents.join(', ')}; with --cwd, those of that folder
  --since 30d        with --from: only what happened since; in days (d), hours (h) or weeks (w)
  --hooks DIR        a folder of hook files, beside .hooksmith/hooks; may be repeated
  --no-hooks         no hook files but those of --hooks
  --cwd DIR          the workspace folder (default: here); paths of other options start here all the same
  --fail-on-change   exit code 1 where a decision would change
  --json             one line: {decisions, changed, unknown, failed, changes: [{session, runId, eventId, event, toolName?, toolCallId?, before, after}]}

Exit codes: 0 done, 1 error, or changed with --fail-on-change, 2 usage.`;

export function readReplayOptions(args: string[]): ReplayCommandOptions {
  const { values, positionals } = readArguments(args, options);
  const cwd = existingFolder('--cwd', values.cwd ?? '.');
  const past = pastOptions(values, cwd);
  if (past && positionals.length > 0) throw new UsageError('--from takes no SESSION');
  if (!past && positionals.length === 0) throw new UsageError('a SESSION is needed: a file of hooksmith run --session');
  return {
    ...(past ? { past } : {}),
    sessions: positionals.flatMap(sessionFiles),
    cwd,
    hookFolders: (values.hooks ?? []).map((path) => existingFolder('--hooks', path)),
    ownHooks: values['no-hooks'] !== true,
    json: values.json === true,
    failOnChange: values['fail-on-change'] === true,
  };
}

const units: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

function pastOptions(
  { from, since, cwd: given }: { from?: string; since?: string; cwd?: string },
  cwd: string,
): ReplayCommandOptions['past'] {
  if (from === undefined) {
    if (since !== undefined) throw new UsageError('--since goes with --from');
    return undefined;
  }
  if (!remembers(from)) throw new UsageError(`--from: '${from}' is none of ${rememberingAgents.join(', ')}`);
  const span = since === undefined ? undefined : /^(\d+)([hdw])$/.exec(since);
  if (span === null) throw new UsageError(`--since: '${since}' is no time, as 30d, 12h or 2w`);
  const sinceMs = span ? Date.now() - Number(span[1]) * units[span[2]!]! : 0;
  return { agent: from, sinceMs, ...(given === undefined ? {} : { below: cwd }) };
}

function sessionFiles(given: string): string[] {
  const found = statSync(resolve(given), { throwIfNoEntry: false });
  if (!found) throw new UsageError(`SESSION: there is no file ${given}`);
  if (!found.isDirectory()) return [given];
  const files = readdirSync(given).filter((name) => name.endsWith('.jsonl'));
  if (files.length === 0) throw new UsageError(`SESSION: there is no session file (*.jsonl) in ${given}`);
  // One whose first line was never written is one of many there, and has nothing to replay; where there is no other, nothing would be checked.
  const begun = files
    .sort()
    .map((name) => join(given, name))
    .filter(isBegun);
  if (begun.length === 0) throw new UsageError(`SESSION: the session files in ${given} are empty`);
  return begun;
}
