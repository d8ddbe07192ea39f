/**
 * Puts a call to the human: the prompt stands until it is answered, and everything judges anew whenever the input, what it leads to or the hook set is
 * another than what gave the word; at first that is the set of `judgedAt`.
 */
import type { ApprovalAnswer, ApprovalRequest } from '../../shared/calls/approvals';
import type { ToolFacts } from '../../shared/calls/toolFacts';
import type { EventFacts, HookEvent } from '../../shared/events/events';
import { canonical } from '../../shared/hooks/outcome';
import type { DecidedBy, HookRecord } from '../../shared/verdicts/hookRecord';
import { type AgentContext, note } from '../context/agentContext';
import { type CallVerdict, type Circumstances, decide } from '../tools/approval';
import { type Asking, approvalRequest } from './approvalRequest';
import { type Call, cancelled, denied, factsFor, type Gate, judgeAgain, type Prepared, refusedBy, takeHeard } from './call';
import { type JudgedAt, judgedNow, saysElse } from './judgedAt';
import { leadsElsewhere, samePaths } from './leadsElsewhere';
import { permissionHooks } from './permissionHooks';

type Answered = ApprovalAnswer | 'hooksChanged' | 'aborted';
type Allowed = Extract<ApprovalAnswer, { decision: 'allow' }>;

/** What they were shown is another thing by now: the human is to be asked anew. */
interface Another {
  asking: Asking;
  changedBy: ApprovalRequest['changedBy'];
  judgedAt: JudgedAt;
}

export async function askHuman(
  ctx: AgentContext,
  call: Call,
  asking: Asking,
  changedBy: ApprovalRequest['changedBy'],
  judgedAt: JudgedAt,
): Promise<Gate | Another> {
  const answered = await permissionHooks(ctx, call, asking, judgedAt);
  return answered ?? new HumanQuestion(ctx, call, asking, changedBy, judgedAt).answered();
}

class HumanQuestion {
  private readonly id: string;
  private readonly decider: DecidedBy;
  /** What hooks of the prompt were asked about last. */
  private heard: string;
  private problem: string | undefined;
  private prompt: Prompt | undefined;
  private tool: Circumstances['tool'] | undefined;
  /** Who judged anew since a prompt was put: of them tells the next, or how it ends. */
  private judges: HookRecord[] = [];

  constructor(
    private readonly ctx: AgentContext,
    private readonly call: Call,
    private verdict: Asking,
    private changedBy: ApprovalRequest['changedBy'],
    private judgedAt: JudgedAt,
  ) {
    this.id = ctx.deps.clock.id('approval');
    this.decider = deciderOf(ctx);
    this.heard = questionOf(call, verdict);
  }

  async answered(): Promise<Gate | Another> {
    try {
      for (;;) {
        const word = await this.byHooks();
        if (word) return word;
        const prompt = await this.put();
        const answer = await this.ctx.run.waiting.for(answerTo(this.ctx, prompt, this.judgedAt.hookSet));
        if (answer !== 'hooksChanged') this.prompt = undefined;
        this.problem = undefined;
        const end = await this.take(answer, prompt.request);
        if (end) return end;
      }
    } finally {
      this.prompt?.withdraw();
    }
  }

  /** What is shown instead is another question: the one that stood is answered no more. */
  private async byHooks(): Promise<Gate | undefined> {
    const question = questionOf(this.call, this.verdict);
    if (question === this.heard) return undefined;
    this.prompt?.withdraw();
    this.prompt = undefined;
    const word = await permissionHooks(this.ctx, this.call, this.verdict, this.judgedAt);
    // They may have changed what they were asked about.
    this.heard = questionOf(this.call, this.verdict);
    if (!word) return undefined;
    const data = resolutionOf(word.prepared);
    const by = data.decision === 'cancelled' ? {} : { decidedBy: word.prepared.call.decidedBy };
    this.settle(data, { ...by, hooks: this.judged() });
    return word;
  }

  private async put(): Promise<Prompt> {
    const { ctx, call } = this;
    this.tool = ctx.deps.tools.circumstances(call.facts).tool;
    const request = await approvalRequest(ctx, this.id, call, this.verdict, this.changedBy, this.problem);
    if (this.prompt && canonical(this.prompt.request) === canonical(request)) return this.prompt;
    this.prompt?.withdraw();
    note(ctx, 'approval_requested', {
      toolCallId: call.id,
      toolName: call.facts.toolName,
      input: call.facts.input,
      reason: request.reason,
      hooks: this.judged(),
      data: request,
    });
    this.judges = [];
    this.prompt = new Prompt(ctx, request);
    return this.prompt;
  }

  private async take(answer: Answered, shown: ApprovalRequest): Promise<Gate | Another | undefined> {
    const { ctx, call, decider } = this;
    if (answer === 'hooksChanged') return this.judge();
    if (answer === 'aborted') {
      this.settle({ decision: 'cancelled' });
      return { prepared: cancelled(call, ctx.agent.signal) };
    }
    // An answer to another prompt, or to an input that is no longer the one, decides nothing.
    if (answer.id !== this.id || answer.inputHash !== shown.inputHash) return undefined;
    if (answer.decision === 'allow') return this.judge(answer);
    if (answer.decision === 'deny') {
      this.settle({ decision: 'deny', reason: answer.reason }, { decidedBy: decider });
      return { prepared: refusedBy(call, decider, answer.reason) };
    }
    const facts = factsFor(ctx, call.facts.toolName, answer.input);
    if (facts.status !== 'known') {
      this.problem = `The edited input is not valid: ${facts.problem}`;
      return undefined;
    }
    call.facts = facts;
    this.changedBy = [];
    return this.judge();
  }

  /** An answer holds while hooks come and go: whoever is there in the end has judged the call. */
  private async judge(allowed?: Allowed): Promise<Gate | Another | undefined> {
    const { ctx, call } = this;
    const { deps } = ctx;
    const shown = call.facts;
    const shownBy = this.judgedAt.hookSet;
    let next: CallVerdict;
    do {
      call.facts = factsFor(ctx, call.facts.toolName, call.facts.input);
      this.judgedAt = judgedNow(ctx);
      const again = await judgeAgain(ctx, call);
      this.judges = again.hooks;
      next = decide(call.facts, deps.tools.circumstances(call.facts), deps.permissions(), undefined, again.judgement);
    } while (next.action !== 'deny' && this.judgedAt.hookSet !== deps.hooks.hookSet);
    if (next.action === 'deny') {
      // Who came while the prompt stood has decided here, and nowhere else.
      this.settle({ decision: 'deny', reason: next.reason }, { decidedBy: next.by, hooks: this.judged() });
      const { signal } = ctx.agent;
      return { prepared: signal.aborted ? cancelled(call, signal) : denied({ ...call, decidedBy: next.by }, next.reason) };
    }
    // What other hooks ask in other words is another question.
    const isNew = this.judgedAt.hookSet !== shownBy && next.action === 'ask' && canonical(next) !== canonical(this.verdict);
    if (allowed && !isNew) return this.allow(allowed, shown, next);
    if (next.action === 'ask') this.verdict = next;
    return undefined;
  }

  private allow(answer: Allowed, shown: ToolFacts, next: Exclude<CallVerdict, { action: 'deny' }>): Gate | Another {
    const { ctx, call, decider, judgedAt } = this;
    // The human spoke of the places that they were shown, and of the tool as it was: where either has changed, that is another question.
    if (next.action === 'ask') {
      const hasMoved = !samePaths(shown, call.facts) && (next.forced || leadsElsewhere(ctx, shown, call.facts));
      if (hasMoved || saysElse(shown, call.facts)) {
        this.settle({ decision: 'cancelled' });
        return { asking: next, changedBy: this.changedBy, judgedAt };
      }
    }
    this.settle({ decision: 'allow', scope: answer.scope, rule: answer.rule, reason: answer.message }, { decidedBy: decider });
    if (answer.message) call.told = answer.message;
    call.decidedBy = decider;
    // What the human saw is what counts from now on.
    if (decider.kind === 'human') this.tool?.allowed?.();
    return { prepared: { kind: 'ready', call, judgedAt } };
  }

  /** With those that judged it before them and said something new. */
  private judged(): HookRecord[] {
    return [...new Set([...takeHeard(this.call), ...this.judges])];
  }

  private settle(
    data: Omit<EventFacts['approval_resolved']['data'], 'id'>,
    beside: Partial<Pick<HookEvent, 'decidedBy' | 'hooks'>> = {},
  ): void {
    const { ctx, call } = this;
    const facts = { toolCallId: call.id, toolName: call.facts.toolName, hooks: takeHeard(call), ...beside };
    note(ctx, 'approval_resolved', { ...facts, data: { id: this.id, ...data } });
  }
}

/** What hooks of the prompt are asked about. That an edited input is not valid is said to the human alone. */
const questionOf = ({ facts: { input } }: Call, asking: Asking): string => canonical({ input, asking });

function resolutionOf(prepared: Prepared): Pick<EventFacts['approval_resolved']['data'], 'decision' | 'reason'> {
  if (prepared.kind === 'ready') return { decision: 'allow' };
  const isDenied = prepared.kind === 'refused' && prepared.outcome === 'denied';
  return isDenied ? { decision: 'deny', reason: prepared.reason } : { decision: 'cancelled' };
}

/** Whose answers to prompts are. */
export const deciderOf = ({ deps }: AgentContext): DecidedBy => deps.approvals.decider ?? { kind: 'human' };

/** Stands from when its answer is first waited for until it is withdrawn: also while everything judges anew, where it says the same then. */
class Prompt {
  private asked: Promise<ApprovalAnswer | 'aborted'> | undefined;
  private readonly withdrawn = new AbortController();

  constructor(
    private readonly ctx: AgentContext,
    readonly request: ApprovalRequest,
  ) {}

  answer(): Promise<ApprovalAnswer | 'aborted'> {
    const { deps, agent } = this.ctx;
    const over = AbortSignal.any([agent.signal, this.withdrawn.signal]);
    this.asked ??= deps.approvals.ask(this.request, over).catch((error: unknown) => {
      if (over.aborted) return 'aborted' as const;
      throw error;
    });
    return this.asked;
  }

  withdraw(): void {
    this.withdrawn.abort();
  }
}

/** The human's answer, or that the hooks changed meanwhile, or that the run was stopped. */
async function answerTo({ deps, agent }: AgentContext, prompt: Prompt, judgedBy: string): Promise<Answered> {
  if (agent.signal.aborted) return 'aborted';
  // It changed while the request was put together, when nobody listened.
  if (judgedBy !== deps.hooks.hookSet) return 'hooksChanged';
  let subscription: { dispose(): void } | undefined;
  const changed = new Promise<'hooksChanged'>((resolve) => {
    subscription = deps.hooks.onDidChange(() => resolve('hooksChanged'));
  });
  try {
    return await Promise.race([prompt.answer(), changed]);
  } finally {
    subscription?.dispose();
  }
}
