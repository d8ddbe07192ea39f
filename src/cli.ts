#!/usr/bin/env node
/** The command line: the same core, no editor. This file is its composition root. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { AnyTool } from './agent/ports/tool';
import { checkCommand, workspaceOf } from './cli/checkCommand';
import { gateUsage } from './cli/gateUsage';
import { guardCommand } from './cli/guard';
import { homeFolder } from './cli/home';
import { importCommand } from './cli/importCommand';
import { Interruption } from './cli/interruption';
import { OutputFiles } from './cli/outputFiles';
import { type ReplayCommandOptions, readReplayOptions, replayUsage } from './cli/replayOptions';
import { failureLine, replayJson, replayText } from './cli/replayReport';
import { pastSessions, type ReplaySource, recordedSession, whyNone } from './cli/replaySources';
import { type RunCommandOptions, readRunOptions } from './cli/runOptions';
import { RunReport } from './cli/runReport';
import { serveCommand } from './cli/serve';
import { helpOf, hintOf, type Subcommand, unknownCommand } from './cli/subcommand';
import { inWords, runUsage, UsageError } from './cli/usage';
import { guestWorkspace, replayCore, runCore } from './cliCores';
import type { Core } from './core';
import { factsOfProblem, factsOfStray } from './hooks/hostProtocol';
import { hooksFolder } from './hooks/parent/building/hookFiles';
import { replaySession } from './hooks/parent/runs/replaySession';
import { addReport, emptyReport, type ReplayReport } from './hooks/replay/replayChanges';
import type { JsonObject } from './shared/basics/json';
import type { ErrorFacts } from './shared/runs/errorFacts';
import { builtInTools } from './tools';

const root = join(__dirname, '..');

async function run(options: RunCommandOptions, report: RunReport, interruption: Interruption): Promise<number> {
  const { prompt, stored, toolResults, finalAnswer, inputs, outputs: paths } = options;
  for (const problem of stored?.problems ?? []) report.error(problem);
  const say = (text: string) => report.error(text);
  const outputs = new OutputFiles(paths, unwritten, inputs);
  const core = runCore(options, outputs, say);
  core.hooks.onDidFail((why) => report.error(why));
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
  let isOver = false;
  core.onDidFail((failure) => {
    try {
      session.note('hook_error', factsOfStray(failure));
      if (!isOver) return;
    } catch {
      // It has happened, also where it cannot be recorded.
    }
    report.failure(failure);
  });
  try {
    if (!prompt && !session.canContinue)
      throw new UsageError(`--session: there is nothing to go on with in ${paths.session}: its last run ended; give a PROMPT`);
    const { openCalls } = session;
    const unknown = [...(toolResults?.keys() ?? [])].find((id) => !openCalls.includes(id));
    if (unknown !== undefined)
      throw new UsageError(
        `--results: no call ${unknown} waits for a result; ${openCalls.join(', ') || 'none'} ${openCalls.length > 1 ? 'do' : 'does'}`,
      );
    // A signal that came while code and files were read is heard of in the first pause.
    await setImmediate();
    if (!interruption.signal.aborted) await interruption.unless(load(core, options, report));
    for (const problem of core.hookFiles.problems)
      if (problem.severity === 'error') session.note('hook_error', factsOfProblem(problem));
    if (interruption.signal.aborted) return report.aborted();
    const { signal } = interruption;
    const composed = prompt ? await session.compose(prompt) : undefined;
    for (const note of composed?.notes ?? []) say(note);
    const result = await (composed
      ? session.send(composed.content, { signal, finalAnswer, model: composed.model })
      : session.continue({ signal, toolResults, finalAnswer }));
    const code = report.result(result);
    await session.end('exit');
    return code;
  } finally {
    // Nobody follows the session any more, and hooks have their last word yet.
    isOver = true;
    await session.dispose();
    await core.dispose();
    close();
    outputs.close();
  }
}

async function load(core: Core, { cwd, hookFolders, ownHooks, mcp }: RunCommandOptions, report: RunReport): Promise<void> {
  const userHooks = ownHooks ? hooksFolder(homeFolder()) : undefined;
  await core.load({ folders: [cwd], userHooks, moreHooks: hookFolders, workspaceHooks: ownHooks });
  report.problems(core.problems);
  if (mcp) await core.loadServers();
  await core.scopesTold;
}

/** `hooksmith run`, and how it tells what became of it. */
function runCommand(): Subcommand {
  const isOnStdout = flags.some((arg, at) => arg === '--events=-' || (arg === '--events' && flags[at + 1] === '-'));
  const report = new RunReport(flags.includes('--json'), isOnStdout);
  return {
    usage: runUsage,
    main: (args) => run(readRunOptions(args), report, new Interruption(() => leave(report.aborted()))),
    failed: (thrown) => report.failed(thrown),
  };
}

/** `hooksmith replay`. */
async function replay(options: ReplayCommandOptions): Promise<number> {
  const { json, failOnChange, past } = options;
  const sessions = past ? await pastSessions(past, homeFolder()) : await Promise.all(options.sessions.map(recordedSession));
  if (past && sessions.length === 0) process.stderr.write(`hooksmith: ${whyNone(past, homeFolder())}\n`);
  const interruption = new Interruption(() => process.exit(130));
  const report = await replayed(sessions, options, interruption.signal);
  if (interruption.signal.aborted) return 130;
  for (const failure of report.failures) process.stderr.write(`${failureLine(failure)}\n`);
  process.stdout.write(`${json ? replayJson(report) : replayText(report)}\n`);
  return failOnChange && report.changed > 0 ? 1 : 0;
}

interface Replaying extends Pick<ReplayCommandOptions, 'cwd' | 'hookFolders' | 'ownHooks'> {
  /** Lines that hooks reach are counted. */
  covering?: boolean;
}

/** Our own sessions with our tools, then those of other agents with any. */
async function replayed(sessions: readonly ReplaySource[], options: Replaying, signal: AbortSignal): Promise<ReplayReport> {
  const report = emptyReport();
  for (const guest of [false, true]) {
    const its = sessions.filter((session) => session.guest === guest);
    if (its.length > 0 && !signal.aborted) addReport(report, await replayedWith(guest, its, options, signal));
  }
  return report;
}

async function replayedWith(
  guest: boolean,
  sessions: readonly ReplaySource[],
  options: Replaying,
  signal: AbortSignal,
): Promise<ReplayReport> {
  const { cwd, hookFolders, ownHooks, covering } = options;
  const say = (text: string) => void process.stderr.write(`${text}\n`);
  const core = replayCore(cwd, { guest, covering }, say);
  core.onDidFail(({ file, line, message }) => say(`${file ? `${file}:${line}: ` : ''}${message}`));
  const report = emptyReport();
  try {
    const userHooks = ownHooks ? hooksFolder(homeFolder()) : undefined;
    const load = () => core.load({ folders: [cwd], userHooks, moreHooks: hookFolders, workspaceHooks: ownHooks });
    for (const [n, session] of sessions.entries()) {
      // What a file keeps in its modules is each session's own.
      await load();
      if (n === 0)
        for (const { file, line, column, severity, message } of core.problems)
          say(`${file}:${line}:${column}: ${severity}: ${message}`);
      const { hooks: host, toolbox } = core;
      const tools = toolbox.declarations('main');
      const factsOf = (toolName: string, input: JsonObject) =>
        toolbox.factsAt(toolName, input, guest ? session.cwd() : undefined);
      const { name, items } = session;
      addReport(report, await replaySession({ session: name, items, host, tools, factsOf, signal }));
      for (const problem of session.problems()) say(problem);
      if (signal.aborted) break;
    }
    return report;
  } finally {
    await core.dispose();
  }
}

/** For `hooksmith check --coverage`: with the hooks of this folder, and where it is a workspace's with all that are live there. */
async function reachedBySessions(folder: string, sessions: readonly string[], signal: AbortSignal) {
  const cwd = workspaceOf(folder);
  const ownHooks = folder === join(cwd, '.hooksmith');
  const options = { cwd, hookFolders: ownHooks ? [] : [folder], ownHooks, covering: true };
  return (await replayed(await Promise.all(sessions.map(recordedSession)), options, signal)).coverage ?? [];
}

/** Something that was asked for is missing: whatever became of the rest, that is no good end. */
function unwritten(why: string): void {
  process.stderr.write(`${why}\n`);
  process.once('exit', (ended) => {
    if (ended === 0) process.exitCode = 1;
  });
}

const leave = (code: number) => process.stdout.write('', () => process.exit(code));
const [name = '', ...args] = process.argv.slice(2);
/** What follows `--` is the human's own words. */
const flags = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
const toolNames = () =>
  builtInTools({ all: () => [], get: () => undefined }).flatMap(({ name, aliases = [] }: AnyTool) => [name, ...aliases]);
/** What the others are made of is not even begun for the one that was asked for. */
const subcommands: Readonly<Record<string, Subcommand>> = {
  get run() {
    return runCommand();
  },
  get replay() {
    return { usage: replayUsage, main: (given: string[]) => replay(readReplayOptions(given)) };
  },
  get check() {
    return checkCommand(__dirname, toolNames, reachedBySessions);
  },
  get import() {
    return importCommand;
  },
  get guard() {
    return guardCommand(__dirname);
  },
  get serve() {
    return serveCommand(guestWorkspace);
  },
  gate: { usage: gateUsage, main: () => import('./guard/gate/gateClient').then(() => new Promise<number>(() => undefined)) },
};
const subcommand = Object.hasOwn(subcommands, name) ? subcommands[name]! : undefined;
const isHelp = (word: string) => word === '--help' || word === '-h';

async function main(): Promise<number> {
  if (name === 'help' || isHelp(name) || (subcommand && flags.some(isHelp))) {
    const topic = subcommand ? name : args.find((word) => !word.startsWith('-'));
    if (topic !== undefined && !Object.hasOwn(subcommands, topic))
      throw new UsageError(unknownCommand(topic, Object.keys(subcommands)));
    process.stdout.write(`${helpOf(subcommands, topic)}\n`);
    return 0;
  }
  if (subcommand) return subcommand.main(args);
  if (name === '--version' || name === '-v') {
    process.stdout.write(`${(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version}\n`);
    return 0;
  }
  throw new UsageError(unknownCommand(name, Object.keys(subcommands)));
}

function failed(caught: unknown): number {
  const thrown = inWords(caught);
  if (subcommand?.failed) return subcommand.failed(thrown);
  const error =
    thrown instanceof Error ? { name: thrown.name, message: thrown.message } : { name: 'Error', message: String(thrown) };
  const isUsage = thrown instanceof UsageError;
  const isJson = name === '--json' || flags.includes('--json');
  process.stderr.write(`hooksmith: ${error.message}${isUsage && !isJson ? `\n\n${hintOf(subcommands, name)}` : ''}\n`);
  if (isJson) process.stdout.write(`${JSON.stringify({ error } satisfies { error: ErrorFacts })}\n`);
  return isUsage ? 2 : 1;
}

// Else a hook file could have Node open its inspector here, and with it all that this process knows.
if (process.platform !== 'win32') process.on('SIGUSR1', () => undefined);
process.on('uncaughtException', (error) => leave(failed(error)));
// Who reads no more is told no more.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code !== 'EPIPE') unwritten(`hooksmith: standard output: ${message}`);
});
process.stderr.on('error', () => undefined);
main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.exitCode = failed(error);
  },
);
