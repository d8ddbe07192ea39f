/** The agent that has a session's conversation: what its runs are made of and begin with, and its context beside them. */
import type { CompleteOptions, Completer } from '../../shared/hooks/dispatch';
import type { Message } from '../../shared/messages/messages';
import type { AgentContext, AgentDeps } from '../context/agentContext';
import { mainContext, type RunInput } from '../loop/run';
import { complete } from '../model/completion';
import { mainAgent } from '../ports/agents';
import type { HookPort } from '../ports/hooks';
import type { ApprovalPort } from '../ports/human';
import { Recorder } from '../record/recorder';
import type { FileTracker } from '../tools/fileTracking';
import type { Memory } from './memory';
import type { MessageQueue } from './messageQueue';
import type { TaskList } from './tasks';
import type { Transcript } from './transcript';

interface Parts {
  sessionId: string;
  deps: Omit<AgentDeps, 'record' | 'tasks' | 'tracker'>;
  transcript: Transcript;
  memory: Memory;
  queue: Pick<MessageQueue, 'steer'>;
  tasks: TaskList;
  tracker: FileTracker | undefined;
}

export class MainAgent {
  /** Of the run that is on, or was last. */
  private ctx: AgentContext | undefined;

  constructor(private readonly parts: Parts) {}

  /** `hooks` in place of the session's, `model` in place of the conversation's own. */
  deps(hooks: HookPort = this.parts.deps.hooks, model?: string): AgentDeps {
    const { deps, sessionId, transcript, tasks, tracker } = this.parts;
    const record = new Recorder(hooks, (item, stored) => transcript.add(item, stored));
    const ofRun =
      model === undefined
        ? deps.model
        : (agent: string, named?: string) => deps.model(agent, named ?? (agent === mainAgent ? model : undefined));
    const { decider } = deps.approvals;
    const approvals: ApprovalPort = { decider, ask: (request, signal) => deps.approvals.ask(request, signal, sessionId) };
    return { ...deps, permissions: () => deps.permissions(sessionId), approvals, model: ofRun, hooks, tasks, tracker, record };
  }

  input(message: Message | undefined, { signal }: AbortController): RunInput {
    const { sessionId, transcript, memory, queue } = this.parts;
    const { agent, messageCount, contextTokens, interrupted, refused, answered, usage, costUsd, activeMs } = transcript.state;
    const { unended, spent } = transcript.state;
    return {
      ...{ sessionId, message, agent, messageCount, contextTokens, signal },
      history: memory.history,
      open: { interrupted: new Set(interrupted), refused: new Map(refused), answered },
      earlier: { usage, costUsd, activeMs },
      unended: unended && { run: unended, sums: spent },
      began: (ctx) => {
        memory.goOn();
        this.ctx = ctx;
      },
      steering: () => {
        const next = queue.steer();
        return next && { role: 'user', content: next.content };
      },
    };
  }

  /** For what is no step of it: in the run that is on, or of that id. */
  beside(runId = this.parts.transcript.runId): AgentContext {
    return mainContext(this.deps(), this.input(undefined, new AbortController()), runId);
  }

  /** It runs elsewhere, in the run of that id. */
  outside(runId: string): AgentContext {
    this.ctx = this.beside(runId);
    return this.ctx;
  }

  hasRun(id: string): boolean {
    return this.ctx?.run.id === id;
  }

  complete(prompt: string, options: CompleteOptions, by: Completer): Promise<string> {
    return complete(this.ctx && this.hasRun(by.runId) ? this.ctx : this.beside(by.runId), prompt, options, by);
  }
}
