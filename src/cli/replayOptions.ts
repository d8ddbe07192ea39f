/** The arguments of a replay, each checked before anything runs. Throws a UsageError that says what is wrong. */
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError } from './usage';

const options = {
  cwd: { type: 'string' },
  hooks: { type: 'string', multiple: true },
  'no-hooks': { type: 'boolean' },
  json: { type: 'boolean' },
  'fail-on-change': { type: 'boolean' },
} as const;

export interface ReplayOptions {
  /** Session files, as they were named. */
  sessions: string[];
  cwd: string;
  hookFolders: string[];
  /** Hook files of the user and of the workspace count. */
  ownHooks: boolean;
  json: boolean;
  failOnChange: boolean;
}

export const replayUsage = `hooksmith replay [options] SESSION...

Runs recorded sessions through the hooks of today, without a model, tools or a network, and says which decisions they would make otherwise. What follows the
first change of a run is unknown. SESSION is a file of \`hooksmith run --session\` or of the editor, or a folder of such.

  --hooks DIR        a folder of hook files, beside .hooksmith/hooks; may be repeated
  --no-hooks         no hook files but those of --hooks
  --cwd DIR          the workspace folder (default: here)
  --fail-on-change   exit code 1 where a decision would change
  --json             one line: {decisions, changed, unknown, failed, changes: [{session, runId, eventId, event, toolName?, toolCallId?, before, after}]}

Exit codes: 0 done, 1 error, or changed with --fail-on-change, 2 usage.`;

export function readReplayOptions(args: string[]): ReplayOptions {
  let parsed: ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>;
  try {
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const { values, positionals } = parsed;
  if (positionals.length === 0) throw new UsageError('a SESSION is needed: a file of hooksmith run --session');
  return {
    sessions: positionals.flatMap(sessionFiles),
    cwd: folder('--cwd', values.cwd ?? '.'),
    hookFolders: (values.hooks ?? []).map((path) => folder('--hooks', path)),
    ownHooks: values['no-hooks'] !== true,
    json: values.json === true,
    failOnChange: values['fail-on-change'] === true,
  };
}

function sessionFiles(given: string): string[] {
  const found = statSync(resolve(given), { throwIfNoEntry: false });
  if (!found) throw new UsageError(`SESSION: there is no file ${given}`);
  if (!found.isDirectory()) return [given];
  const files = readdirSync(given).filter((name) => name.endsWith('.jsonl'));
  if (files.length === 0) throw new UsageError(`SESSION: there is no session file (*.jsonl) in ${given}`);
  return files.sort().map((name) => join(given, name));
}

function folder(option: string, given: string): string {
  const path = resolve(given);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`${option}: there is no folder ${path}`);
  return realpathSync(path);
}
