/** The arguments of a run, each checked before anything runs. Throws a UsageError that says what is wrong. */
import { existsSync, statSync } from 'node:fs';
import { readSession, type SessionFile } from '../adapters/sessions/sessionFile';
import type { ToolOutput } from '../agent/ports/tool';
import { environmentNameProblem } from '../hooks/parent/process/environment';
import { type SandboxMode, sandboxModes } from '../shared/calls/modes';
import { type ModelChoice, modelChoice } from './modelChoice';
import type { GivenPaths, OutputPaths } from './outputFiles';
import { existingFolder, readArguments } from './readArguments';
import { lockSession } from './sessionLock';
import { readResults } from './toolResults';
import { UsageError } from './usage';

const options = {
  cwd: { type: 'string' },
  hooks: { type: 'string', multiple: true },
  'no-hooks': { type: 'boolean' },
  model: { type: 'string' },
  'base-url': { type: 'string' },
  approve: { type: 'string' },
  'no-stream': { type: 'boolean' },
  events: { type: 'string' },
  requests: { type: 'string' },
  session: { type: 'string' },
  external: { type: 'string', multiple: true },
  'private-host': { type: 'string', multiple: true },
  results: { type: 'string' },
  'final-answer': { type: 'boolean' },
  env: { type: 'string', multiple: true },
  mcp: { type: 'boolean' },
  sandbox: { type: 'string' },
  json: { type: 'boolean' },
} as const;

export interface RunCommandOptions {
  /** By its real path. */
  cwd: string;
  prompt: string;
  hookFolders: string[];
  /** Hook files of the user and of the workspace count. */
  ownHooks: boolean;
  models: ModelChoice;
  approve: 'never' | 'always';
  sandbox: SandboxMode;
  environment: string[];
  mcp: boolean;
  inputs: GivenPaths;
  outputs: OutputPaths;
  /** What the session file holds. */
  stored?: SessionFile;
  /** Hosts on this machine or in its network that WebFetch may reach. */
  privateHosts: string[];
  /** Tools whose calls the caller answers. */
  external?: string[];
  toolResults?: Map<string, ToolOutput>;
  /** At a limit the run ends with words. */
  finalAnswer: boolean;
  json: boolean;
}

export function readRunOptions(args: string[]): RunCommandOptions {
  const { values, positionals } = readArguments(args, options);
  const prompt = positionals.join(' ');
  if (/^\s+$/.test(prompt)) throw new UsageError('a PROMPT is needed: no model takes a message without a word');
  const { approve = 'never', sandbox = 'confined', env = [], events, requests, session } = values;
  if (approve !== 'never' && approve !== 'always') throw new UsageError(`--approve: '${approve}' is neither never nor always`);
  const mode = sandboxModes.find((one) => one === sandbox);
  if (!mode) throw new UsageError(`--sandbox: '${sandbox}' is none of ${sandboxModes.join(', ')}`);
  for (const problem of env.map(environmentNameProblem)) if (problem) throw new UsageError(`--env: ${problem}`);
  if (!prompt && !(session && existsSync(session)))
    throw new UsageError('a PROMPT is needed, or a --session that holds a broken run');
  if (values.json && events === '-') throw new UsageError('--json and --events - would both write to standard output');
  const stored = session === undefined ? undefined : storedIn(session);
  const toolResults = values.results === undefined ? undefined : readResults(values.results);
  if (toolResults && (!stored || prompt))
    throw new UsageError('--results goes with a --session that waits for them, and no PROMPT');
  return {
    cwd: existingFolder('--cwd', values.cwd ?? '.'),
    prompt,
    hookFolders: (values.hooks ?? []).map((path) => existingFolder('--hooks', path)),
    ownHooks: values['no-hooks'] !== true,
    models: modelChoice({ model: values.model, baseUrl: values['base-url'], stream: values['no-stream'] !== true }),
    approve,
    sandbox: mode,
    environment: env,
    mcp: values.mcp === true,
    inputs: { model: /^script:(.+)/s.exec(values.model ?? '')?.[1], results: values.results },
    outputs: { events, requests, session },
    stored,
    external: values.external,
    privateHosts: values['private-host'] ?? [],
    toolResults,
    finalAnswer: values['final-answer'] === true,
    json: values.json === true,
  };
}

function storedIn(path: string): SessionFile | undefined {
  const stat = () => statSync(path, { throwIfNoEntry: false });
  const found = stat();
  // Devices and pipes may be read without end.
  if (found && !found.isFile() && !found.isDirectory())
    throw new UsageError(`--session: ${path} is no file that keeps what is written to it`);
  // First: what is read is gone on with.
  if (!found?.isDirectory()) lockSession(path);
  if (!stat()?.size) return undefined;
  try {
    return readSession(path);
  } catch (error) {
    throw new UsageError(`--session: ${(error as Error).message}`);
  }
}
