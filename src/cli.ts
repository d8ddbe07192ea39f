/** The command line: the same core, no editor. This file is its composition root. */
import { createWriteStream, existsSync, readFileSync, realpathSync, type WriteStream } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { systemClock } from './adapters/clock';
import { diskFiles } from './adapters/diskFiles';
import { systemProcesses } from './adapters/processes';
import { ripgrep } from './adapters/ripgrep';
import { osSandbox } from './adapters/sandbox';
import { readSession } from './adapters/sessionLog';
import type { ApprovalPort, ModelPort, ToolOutput } from './agent/ports';
import type { RunResult } from './agent/run';
import { exitCodes } from './agent/signals';
import { systemPrompt } from './agent/systemPrompt';
import { Core } from './core';
import type { HookProblem } from './hooks/chain/registered';
import { environmentNameProblem } from './hooks/parent/environment';
import { HookHost } from './hooks/parent/hookHost';
import { ToolHost } from './hooks/parent/toolHost';
import { agentModel, formsOf, type Named, providerOf, providers } from './models';
import type { Provider, Setup } from './models/provider';
import type { StreamItem } from './shared/events';
import type { ModelRequest } from './shared/messages';
import { sandboxModes } from './shared/modes';

const usage = `hooksmith run [options] [PROMPT]

Runs the agent once, with its hooks, without an editor.

  --cwd DIR          the workspace folder (default: here)
  --hooks DIR        a folder of hook files, beside .hooksmith/hooks; may be repeated
  --no-hooks         no hook files but those of --hooks; tools, agents and MCP servers stay
  --model MODEL      ${modelForms()}
  --approve WHEN     never (default) denies what would be asked; always says yes, but to protected paths
  --no-stream        ask the model for whole answers
  --events FILE|-    every HookEvent as a JSON line
  --requests FILE    every request as it goes to the model, as a JSON line
  --env NAME         a variable that hooks and tools of files are given beside PATH, HOME and the like; may be repeated
  --sandbox MODE     confined (default): commands run in the system's sandbox where a policy says so; always; off
  --session FILE     append to FILE, and go on from what it holds; without PROMPT a broken run goes on
  --external GLOB    tools whose calls you answer: a call of one ends the run as waiting, once the others have run; may be repeated
  --results FILE     what a --session waits for, as [{tool_use_id, content, is_error?}]: the run goes on with it
  --json             one line: {status, text, signals, usage, costUsd, error?, pending?}

Exit codes: 0 done, 1 error, 2 usage, 3 denied, 4 stopped, 5 waiting, 130 aborted.`;

class UsageError extends Error {}

const options = {
  cwd: { type: 'string' },
  hooks: { type: 'string', multiple: true },
  'no-hooks': { type: 'boolean' },
  model: { type: 'string' },
  approve: { type: 'string' },
  'no-stream': { type: 'boolean' },
  events: { type: 'string' },
  requests: { type: 'string' },
  session: { type: 'string' },
  external: { type: 'string', multiple: true },
  results: { type: 'string' },
  env: { type: 'string', multiple: true },
  sandbox: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;
type Values = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values'];

async function main(argv: string[]): Promise<number> {
  const [command, ...rest] = argv;
  if (command === undefined || command === '--help' || command === '-h' || command === 'help') {
    process.stdout.write(`${usage}\n`);
    return command === undefined ? 2 : 0;
  }
  if (command !== 'run') throw new UsageError(`unknown command '${command}': there is run`);
  let parsed: { values: Values; positionals: string[] };
  try {
    parsed = parseArgs({ args: rest, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  if (parsed.values.help) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  return run(parsed.values, parsed.positionals.join(' '));
}

async function run(values: Values, prompt: string): Promise<number> {
  const given = resolve(values.cwd ?? '.');
  if (!existsSync(given)) throw new UsageError(`--cwd: there is no folder ${given}`);
  const cwd = realpathSync(given);
  const approve = values.approve ?? 'never';
  if (approve !== 'never' && approve !== 'always') throw new UsageError(`--approve: '${approve}' is neither never nor always`);
  const sandbox = sandboxModes.find((mode) => mode === (values.sandbox ?? 'confined'));
  if (!sandbox) throw new UsageError(`--sandbox: '${values.sandbox}' is none of ${sandboxModes.join(', ')}`);
  if (!prompt && !(values.session && existsSync(values.session)))
    throw new UsageError('a PROMPT is needed, or a --session that holds a broken run');
  const environment = values.env ?? [];
  for (const problem of environment.map(environmentNameProblem)) if (problem) throw new UsageError(`--env: ${problem}`);
  const stored = values.session && existsSync(values.session) ? readStored(values.session) : undefined;
  const toolResults = values.results === undefined ? undefined : readResults(values.results);
  if (toolResults && (!stored || prompt))
    throw new UsageError('--results goes with a --session that waits for them, and no PROMPT');
  const moreHooks = (values.hooks ?? []).map((folder) => {
    if (!existsSync(folder)) throw new UsageError(`--hooks: there is no folder ${folder}`);
    return realpathSync(folder);
  });
  const models = modelFactory(values);
  const outputs: WriteStream[] = [];
  const writer = (path: string | undefined): ((value: unknown) => void) => {
    if (!path) return () => undefined;
    if (path === '-') return (value) => void process.stdout.write(`${JSON.stringify(value)}\n`);
    const stream = createWriteStream(path);
    outputs.push(stream);
    return (value) => void stream.write(`${JSON.stringify(value)}\n`);
  };
  const tellEvent = writer(values.events);
  const tellRequest = writer(values.requests);
  const stderr = (text: string) => void process.stderr.write(`${text}\n`);
  const core = new Core({
    place: { cwd, folders: [cwd], home: homedir(), files: diskFiles },
    version: 'cli',
    clock: systemClock,
    processes: systemProcesses(),
    sandbox: osSandbox({ root: join(__dirname, '..'), folders: () => [cwd], log: stderr }),
    search: ripgrep(join(__dirname, '..')),
    startHooks: (services) => new HookHost({ script: join(__dirname, 'host.js'), environment: () => environment, services }),
    startTools: (services) => new ToolHost({ script: join(__dirname, 'tools.js'), environment: () => environment, ...services }),
    model: (agent, own) => recorded(models(agent, own), tellRequest),
    system: (agent) =>
      systemPrompt(
        { cwd, folders: [cwd], platform: process.platform, date: new Date().toISOString().slice(0, 10), mode: 'ask' },
        agent?.system,
      ),
    approvals: answering(approve),
    external: values.external,
    permissions: () => ({ mode: 'ask', allow: [], ask: [], deny: [], sandbox }),
    distrusted: () => undefined,
    log: { said: stderr, info: () => undefined, error: stderr },
  });
  core.onDidFail(({ hook, file, line, message }) => stderr(`${file}:${line}: ${hook} failed: ${message}`));
  const { session, close } = core.open({
    id: stored?.sessionId,
    // What waits in a conversation is for its own window to send.
    items: stored?.items.filter(({ kind }) => kind !== 'queue'),
    kept: stored?.kept,
    path: values.session,
  });
  session.onItem((item: StreamItem) => {
    if (item.kind === 'event') tellEvent(item.event);
  });
  const unknown = [...(toolResults?.keys() ?? [])].find((id) => !session.openCalls.includes(id));
  try {
    if (unknown !== undefined)
      throw new UsageError(`--results: no call ${unknown} waits for a result; ${session.openCalls.join(', ') || 'none'} does`);
    const isOwn = values['no-hooks'] !== true;
    const userHooks = isOwn ? join(homedir(), '.hooksmith', 'hooks') : undefined;
    await core.load({ folders: [cwd], userHooks, moreHooks, workspaceHooks: isOwn });
    tellProblems(core.problems);
    await core.loadServers();
    await core.scopesTold;
    process.once('SIGINT', () => void session.stop());
    const result = await (prompt ? session.send(prompt) : session.continue({ toolResults }));
    await session.end('exit');
    report(result, values.json === true, values.events === '-');
    return exitCodes[result.status];
  } finally {
    await session.dispose();
    await core.dispose();
    close();
    await Promise.all(outputs.map((stream) => new Promise((done) => stream.end(done))));
  }
}

function tellProblems(problems: readonly HookProblem[]): void {
  for (const { file, line, column, severity, message } of problems)
    process.stderr.write(`${file}:${line}:${column}: ${severity}: ${message}\n`);
}

function readStored(path: string) {
  const stored = readSession(path);
  for (const problem of stored.problems) process.stderr.write(`${problem}\n`);
  return stored;
}

function modelForms(): string {
  return (providers as readonly Provider[])
    .map(({ form, key }, at) => form + (key ? ` (needs ${key.variable})` : at === 0 ? ' (default)' : ''))
    .join(', ');
}

const results = z.array(
  z.object({
    tool_use_id: z.string(),
    content: z.union([z.string(), z.array(z.looseObject({ type: z.enum(['text', 'image']) }))]).default(''),
    is_error: z.boolean().optional(),
  }),
);

function readResults(path: string): Map<string, ToolOutput> {
  try {
    const read = results.parse(JSON.parse(readFileSync(path, 'utf8')));
    return new Map(
      read.map(({ tool_use_id, content, is_error }) => [
        tool_use_id,
        { content: content as ToolOutput['content'], isError: is_error },
      ]),
    );
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new UsageError(`--results: ${path} is no list of {tool_use_id, content, is_error?}: ${why}`);
  }
}

type ModelChoice = (agent: string, ownModel: string | undefined) => ModelPort;

/** An agent's own model counts where its provider can be asked here. */
function modelFactory(values: Values): ModelChoice {
  const name = values.model ?? providers[0].name;
  const chosen = providerOf(name);
  if (!chosen) throw new UsageError(`--model: '${name}' is none of ${formsOf()}`);
  // Read once, however many agents play it: it may be a pipe.
  const files = new Map<string, string>();
  const readFile = (path: string) => {
    const text = files.get(path) ?? readFileSync(path, 'utf8');
    files.set(path, text);
    return text;
  };
  const setupOf = ({ key }: Provider): Setup => ({
    key: key && process.env[key.variable],
    setting: () => undefined,
    readFile,
    stream: values['no-stream'] !== true,
  });
  const made = new Map<string, ModelPort>();
  const make = (agent: string, { provider, model }: Named) => {
    const known = made.get(agent) ?? provider.make(model, agent, setupOf(provider));
    made.set(agent, known);
    return known;
  };
  const { provider } = chosen;
  if (provider.key && provider.missing?.(setupOf(provider)))
    throw new UsageError(`--model ${provider.name}:… needs ${provider.key.variable} in the environment`);
  try {
    // What is wrong with the name is said before anything runs.
    make('main', chosen);
  } catch (error) {
    // A file that cannot be read is a wrong argument; one that says nonsense is a failure of its own.
    throw error instanceof Error && 'code' in error ? new UsageError(`--model: ${error.message}`) : error;
  }
  return (agent, own) => {
    const wanted = own === undefined || provider.forAll ? undefined : agentModel(own);
    return make(agent, wanted && !wanted.provider.missing?.(setupOf(wanted.provider)) ? wanted : chosen);
  };
}

function recorded(model: ModelPort, tell: (request: ModelRequest) => void): ModelPort {
  return Object.create(model, {
    call: {
      value: (request: ModelRequest, stream: Parameters<ModelPort['call']>[1]) => {
        tell(request);
        return model.call(request, stream);
      },
    },
  }) as ModelPort;
}

/** Nobody sits here: what would be asked is denied, or allowed where the caller said so, but never a protected path, nor to run without the sandbox. */
function answering(approve: 'never' | 'always'): ApprovalPort {
  return {
    async ask({ id, inputHash, askedBy, reason, unconfined }) {
      if (approve === 'always' && askedBy.name !== 'protected path' && !unconfined)
        return { id, inputHash, decision: 'allow', scope: 'once' };
      return {
        id,
        inputHash,
        decision: 'deny',
        reason:
          approve === 'always'
            ? reason
            : `nobody is here to approve it (${reason}); run with --approve always to allow such calls`,
      };
    },
  };
}

function report(
  { status, text, signals, usage: tokens, costUsd, error, pending }: RunResult,
  json: boolean,
  eventsOnStdout: boolean,
): void {
  if (json)
    process.stdout.write(
      `${JSON.stringify({ status, text, signals, usage: tokens, costUsd, ...(error ? { error } : {}), ...(pending ? { pending } : {}) })}\n`,
    );
  else {
    if (text && !eventsOnStdout) process.stdout.write(`${text}\n`);
    if (status !== 'done') process.stderr.write(`${status}: ${error?.message ?? signals[0]?.message ?? ''}\n`);
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    process.stderr.write(
      error instanceof UsageError ? `hooksmith: ${error.message}\n\n${usage}\n` : `hooksmith: ${error.message}\n`,
    );
    process.exitCode = error instanceof UsageError ? 2 : 1;
  },
);
