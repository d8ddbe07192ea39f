/**
 * Subagents: an agent that does a task for another, as part of the same run: its state, budget and lock are the run's, its branch, steps and history its
 * own. Whatever ends it ends it alone, except a failed hook with `onError: 'stop'`, which ends the run; who called it gets
 * a tool result.
 */

import { nearest } from '../../shared/basics/nearest';
import { noUsage, textOf } from '../../shared/messages/messages';
import type { ErrorFacts } from '../../shared/runs/errorFacts';
import { answerOpenCalls } from '../calls/toolBatch';
import { type AgentContext, dispatch } from '../context/agentContext';
import { addMessage } from '../context/agentHistory';
import type { Ended } from '../context/ending';
import { EndedEarly } from '../context/signals';
import type { AgentTask } from '../ports/agents';
import type { BackgroundTask, ToolOutput } from '../ports/tool';
import type { BesideOf } from '../record/describe';
import { runAgent } from './loop';

/** Agents beneath the conversation's own; deeper ones cost more than they find out. */
const maxAgentDepth = 3;

/** Throws where there is no such agent, where agents are nested too deep, and the signal's reason where the caller was stopped; whatever goes wrong in the agent itself is its result. */
export async function startAgent(parent: AgentContext, toolCallId: string, task: AgentTask): Promise<ToolOutput> {
  const { deps, run, agent: above } = parent;
  const name = task.subagent_type;
  const definition = deps.agents.get(name);
  if (!definition) {
    const names = deps.agents.all().map((one) => one.name);
    const near = nearest(name, names);
    throw new Error(
      `there is no agent ${name}${near.length > 0 ? `. Did you mean ${near.join(', ')}?` : `; there are ${names.join(', ')}`}`,
    );
  }
  if (above.depth >= maxAgentDepth)
    throw new Error(
      `agents can be nested ${maxAgentDepth} deep at most: ${above.branch} cannot start ${name}. Do the task without it`,
    );
  const abort = new AbortController();
  const taskId = deps.tasks.nextId('agent');
  const ctx: AgentContext = {
    deps,
    run,
    agent: {
      name,
      branch: `${above.branch}/${name}`,
      depth: above.depth + 1,
      taskId,
      step: 0,
      turns: 0,
      answerOf: 'provider',
      system: deps.system(definition),
      history: [],
      messageCount: 0,
      signals: [],
      signal: AbortSignal.any([task.run_in_background ? run.signal : above.signal, abort.signal]),
      usage: noUsage,
      costUsd: 0,
    },
  };
  run.subagents.set(taskId, ctx);
  const began = deps.clock.now();
  const caller = { toolCallId, description: task.description || undefined, background: task.run_in_background === true };
  const told = dispatch(ctx, 'subagentStart', { task: task.prompt }, undefined, caller);
  const lived = live(ctx, task.prompt, { told, began, caller }).finally(() => run.subagents.delete(taskId));
  if (!task.run_in_background) {
    const ended = await lived;
    above.signal.throwIfAborted();
    return outputOf(name, ended);
  }
  const background: BackgroundTask = {
    id: taskId,
    kind: 'agent',
    label: `${name}: ${task.description ?? task.prompt.split('\n', 1)[0]}`,
    output: '',
    status: 'running',
    done: Promise.resolve(),
    stop: (why, by) => {
      // Whoever stops it once more while it ends is told so.
      background.status = 'stopped';
      abort.abort(new EndedEarly(why, by));
    },
  };
  background.done = lived.then((ended) => {
    const { content, isError } = outputOf(name, ended);
    background.output = textOf({ content });
    background.status = ended.kind === 'aborted' ? 'stopped' : isError ? 'failed' : 'done';
    run.background.delete(background);
  });
  run.background.add(background);
  deps.tasks.add(background);
  // That it began stands before what its caller is told of it, and does next.
  await told.catch(() => undefined);
  return {
    content: `${name} works in the background as ${taskId}. Read its answer with TaskOutput, end it with TaskStop. It is stopped when you finish, so wait for it first if you need it.`,
  };
}

/** The run's own agent has ended, and with it end those that still work in the background; resolves when they have told so. */
export async function stopBackground({ run, agent }: AgentContext): Promise<void> {
  const tasks = [...run.background];
  for (const task of tasks) task.stop(`${agent.name} ended, and the run with it`, agent.name);
  await Promise.all(tasks.map((task) => task.done));
}

interface Start {
  /** That it begins. */
  told: Promise<unknown>;
  began: number;
  caller: BesideOf<'subagentStart'>;
}

async function live(ctx: AgentContext, prompt: string, { told, began, caller }: Start): Promise<Ended> {
  const { deps, agent } = ctx;
  let ended: Ended;
  try {
    await told;
    await addMessage(ctx, { role: 'user', content: prompt });
    ended = await runAgent(ctx, { input: prompt });
  } catch (thrown) {
    // A bug, not an expected failure; it is this agent's alone all the same.
    const { name, message } = thrown instanceof Error ? thrown : new Error(String(thrown));
    ended = { kind: 'error', error: { name, message } };
    await answerOpenCalls(ctx, undefined, 'the agent failed');
  }
  await dispatch(
    ctx,
    'subagentStop',
    {
      task: prompt,
      result: ended.response && textOf(ended.response),
      error: errorOf(ended),
      durationMs: deps.clock.now() - began,
      usage: agent.usage,
      costUsd: agent.costUsd,
    },
    undefined,
    { ...caller, isError: ended.kind === 'error' || ended.kind === 'denied' || ended.kind === 'aborted' },
  );
  return ended;
}

function errorOf(ended: Ended): ErrorFacts | undefined {
  if (ended.kind === 'error') return ended.error;
  if (ended.kind === 'denied') return { name: 'Denied', message: ended.reason };
  if (ended.kind === 'aborted') return { name: 'AbortError', message: 'task was cancelled' };
  return undefined;
}

/** What the caller gets. */
function outputOf(name: string, ended: Ended): ToolOutput {
  const said = ended.response ? textOf(ended.response) : '';
  switch (ended.kind) {
    case 'done':
    case 'waiting':
      return { content: said || `The agent ${name} finished without a word.` };
    case 'stopped':
      return {
        content: [said, `The agent ${name} was stopped before it was done: ${ended.signal.message}`].filter(Boolean).join('\n\n'),
      };
    case 'denied':
      return { content: `The agent ${name} was denied: ${ended.reason}`, isError: true };
    case 'aborted':
      return { content: [said, `The agent ${name} was cancelled.`].filter(Boolean).join('\n\n'), isError: true };
    case 'error':
      return { content: `The agent ${name} failed: ${ended.error.message}`, isError: true };
  }
}
