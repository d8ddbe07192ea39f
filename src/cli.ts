#!/usr/bin/env node
/** The command line: the same core, no editor. This file is its composition root. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from './adapters/clock';
import { diskFiles } from './adapters/diskFiles';
import { systemProcesses } from './adapters/processes';
import { ripgrep } from './adapters/ripgrep';
import { osSandbox } from './adapters/sandbox';
import { systemPrompt } from './agent/systemPrompt';
import { flagApprovals } from './cli/flagApprovals';
import { Interruption } from './cli/interruption';
import { recorded } from './cli/modelChoice';
import { Outputs } from './cli/outputs';
import { Report } from './cli/report';
import { type RunOptions, readRunOptions } from './cli/runOptions';
import { UsageError, usage } from './cli/usage';
import { Core } from './core';
import { HookHost } from './hooks/parent/hookHost';
import { ToolHost } from './hooks/parent/toolHost';

const root = join(__dirname, '..');

async function main(argv: string[], report: Report, interruption: Interruption): Promise<number> {
  const [command, ...rest] = argv;
  const options = command === 'run' ? readRunOptions(rest) : 'help';
  if (options !== 'help') return run(options, report, interruption);
  if (command !== undefined && !['run', 'help', '--help', '-h'].includes(command))
    throw new UsageError(`unknown command '${command}': there is run`);
  if (command === undefined) throw new UsageError('a command is needed: there is run');
  process.stdout.write(`${usage}\n`);
  return 0;
}

async function run(options: RunOptions, report: Report, interruption: Interruption): Promise<number> {
  const { prompt, stored, toolResults, outputs: paths } = options;
  for (const problem of stored?.problems ?? []) report.error(problem);
  const say = (text: string) => report.error(text);
  const outputs = new Outputs(paths, say);
  const core = coreOf(options, outputs, report);
  core.onDidFail((failure) => report.failure(failure));
  // What waits in a conversation is for its own window to send.
  const items = stored?.items.filter(({ kind }) => kind !== 'queue');
  const { session, close } = core.open({ id: stored?.sessionId, items, kept: stored?.kept, path: paths.session });
  const isSuspended = (name: string, file: string) =>
    core.hooks.descriptions.some((hook) => hook.file === file && hook.name === name && core.hooks.isSuspended(hook.id));
  session.onItem((item) => {
    if (item.kind !== 'event') return;
    outputs.event(item.event);
    report.event(item.event, isSuspended);
  });
  try {
    if (!prompt && !session.canContinue)
      throw new UsageError(`--session: there is nothing to go on with in ${paths.session}: its last run ended; give a PROMPT`);
    const unknown = [...(toolResults?.keys() ?? [])].find((id) => !session.openCalls.includes(id));
    if (unknown !== undefined)
      throw new UsageError(`--results: no call ${unknown} waits for a result; ${session.openCalls.join(', ') || 'none'} does`);
    await interruption.unless(load(core, options, report));
    if (interruption.signal.aborted) return report.aborted();
    const { signal } = interruption;
    const result = await (prompt ? session.send(prompt, { signal }) : session.continue({ signal, toolResults }));
    const code = report.result(result);
    await session.end('exit');
    return code;
  } finally {
    await session.dispose();
    await core.dispose();
    close();
    outputs.close();
  }
}

function coreOf(
  { cwd, models, environment: names, approve, sandbox, external }: RunOptions,
  outputs: Outputs,
  report: Report,
): Core {
  const environment = () => names;
  const say = (text: string) => report.error(text);
  const date = new Date().toISOString().slice(0, 10);
  return new Core({
    place: { cwd, folders: [cwd], home: homedir(), files: diskFiles },
    version: 'cli',
    clock: systemClock,
    processes: systemProcesses(),
    sandbox: osSandbox({ root, folders: () => [cwd], log: say }),
    search: ripgrep(root),
    startHooks: (services) => new HookHost({ script: join(__dirname, 'host.js'), environment, services }),
    startTools: (services) => new ToolHost({ script: join(__dirname, 'tools.js'), environment, ...services }),
    model: (agent, own) => recorded(models(agent, own), (request) => outputs.request(request)),
    system: (agent) => systemPrompt({ cwd, folders: [cwd], platform: process.platform, date, mode: 'ask' }, agent?.system),
    approvals: flagApprovals(approve),
    external,
    permissions: () => ({ mode: 'ask', allow: [], ask: [], deny: [], sandbox }),
    distrusted: () => undefined,
    log: { said: say, info: () => undefined, error: say },
  });
}

async function load(core: Core, { cwd, hookFolders, ownHooks, mcp }: RunOptions, report: Report): Promise<void> {
  const userHooks = ownHooks ? join(homedir(), '.hooksmith', 'hooks') : undefined;
  await core.load({ folders: [cwd], userHooks, moreHooks: hookFolders, workspaceHooks: ownHooks });
  report.problems(core.problems);
  if (mcp) await core.loadServers();
  await core.scopesTold;
}

const argv = process.argv.slice(2);
const isOnStdout = argv.some((arg, at) => arg === '--events=-' || (arg === '--events' && argv[at + 1] === '-'));
const report = new Report(argv.includes('--json'), isOnStdout);
const leave = (code: number) => process.stdout.write('', () => process.exit(code));
process.on('uncaughtException', (error) => leave(report.failed(error)));
// Who reads no more is told no more.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);
main(argv, report, new Interruption(() => leave(report.aborted()))).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.exitCode = report.failed(error);
  },
);
