/**
 * Puts a call to the human: the prompt stands until it is answered, and everything judges anew whenever the input, what it leads to or the hook set is
 * another than what gave the word; at first that is the set of `judgedAt`.
 */
import { createHash } from 'node:crypto';
import type { ApprovalAnswer, ApprovalRequest } from '../shared/approvals';
import type { EventFacts, HookEvent } from '../shared/events';
import type { DecidedBy, HookRecord } from '../shared/hookRecord';
import type { ToolFacts } from '../shared/toolFacts';
import { reachOf } from '../shell/ruleOffers';
import { type AgentContext, note } from './agentContext';
import { type CallVerdict, decide, riskOf } from './approval';
import { type Call, cancelled, denied, factsFor, type Gate, judgeAgain, type Prepared, refusedBy, takeHeard } from './call';
import { changePatch } from './changePatch';
import { type JudgedAt, judgedNow, saysElse } from './judgedAt';
import { leadsElsewhere, samePaths } from './leadsElsewhere';
import { permissionHooks } from './permissionHooks';
import { mostPastCalls } from './ruleReach';

export type Asking = Extract<CallVerdict, { action: 'ask' }>;

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
  const { deps, run } = ctx;
  const answered = await permissionHooks(ctx, call, asking, judgedAt);
  if (answered) return answered;
  /** What hooks of the prompt were asked about last. */
  let heard = questionOf(call, asking);
  const id = deps.clock.id('approval');
  const decider = deciderOf(ctx);
  let verdict = asking;
  let problem: string | undefined;
  let prompt: Prompt | undefined;
  /** Who judged anew since a prompt was put: of them tells the next, or how it ends. */
  let judges: HookRecord[] = [];
  /** With those that judged it before them and said something new. */
  const judged = () => [...new Set([...takeHeard(call), ...judges])];
  const settle = (
    data: Omit<EventFacts['approval_resolved']['data'], 'id'>,
    beside: Partial<Pick<HookEvent, 'decidedBy' | 'hooks'>> = {},
  ) => {
    const facts = { toolCallId: call.id, toolName: call.facts.toolName, hooks: takeHeard(call), ...beside };
    note(ctx, 'approval_resolved', { ...facts, data: { id, ...data } });
  };
  try {
    for (;;) {
      if (questionOf(call, verdict) !== heard) {
        // What is shown instead is another question: the one that stood is answered no more.
        prompt?.withdraw();
        prompt = undefined;
        const word = await permissionHooks(ctx, call, verdict, judgedAt);
        if (word) {
          const data = resolutionOf(word.prepared);
          const by = data.decision === 'cancelled' ? {} : { decidedBy: word.prepared.call.decidedBy };
          settle(data, { ...by, hooks: judged() });
          return word;
        }
        heard = questionOf(call, verdict);
      }
      const { tool } = deps.tools.circumstances(call.facts);
      const request = await requestFor(ctx, id, call, verdict, changedBy, problem);
      if (!prompt || canonical(prompt.request) !== canonical(request)) {
        prompt?.withdraw();
        note(ctx, 'approval_requested', {
          toolCallId: call.id,
          toolName: call.facts.toolName,
          input: call.facts.input,
          reason: request.reason,
          hooks: judged(),
          data: request,
        });
        judges = [];
        prompt = new Prompt(ctx, request);
      }
      const answer = await run.waiting.for(answerTo(ctx, prompt, judgedAt.hookSet));
      if (answer !== 'hooksChanged') prompt = undefined;
      problem = undefined;
      if (answer === 'aborted') {
        settle({ decision: 'cancelled' });
        return { prepared: cancelled(call, ctx.agent.signal) };
      }
      if (answer !== 'hooksChanged') {
        // An answer to another prompt, or to an input that is no longer the one, decides nothing.
        if (answer.id !== id || answer.inputHash !== request.inputHash) continue;
        if (answer.decision === 'deny') {
          settle({ decision: 'deny', reason: answer.reason }, { decidedBy: decider });
          return { prepared: refusedBy(call, decider, answer.reason) };
        }
        if (answer.decision === 'edit') {
          const facts = factsFor(ctx, call.facts.toolName, answer.input);
          if (facts.status !== 'known') {
            problem = `The edited input is not valid: ${facts.problem}`;
            continue;
          }
          call.facts = facts;
          changedBy = [];
        }
      }
      const shown = call.facts;
      const shownBy = judgedAt.hookSet;
      // An answer holds while hooks come and go: whoever is there in the end has judged the call.
      let next: CallVerdict;
      do {
        call.facts = factsFor(ctx, call.facts.toolName, call.facts.input);
        judgedAt = judgedNow(ctx);
        const again = await judgeAgain(ctx, call);
        judges = again.hooks;
        next = decide(call.facts, deps.tools.circumstances(call.facts), deps.permissions(), undefined, again.judgement);
      } while (next.action !== 'deny' && judgedAt.hookSet !== deps.hooks.hookSet);
      if (next.action === 'deny') {
        // Who came while the prompt stood has decided here, and nowhere else.
        settle({ decision: 'deny', reason: next.reason }, { decidedBy: next.by, hooks: judged() });
        const { signal } = ctx.agent;
        return { prepared: signal.aborted ? cancelled(call, signal) : denied({ ...call, decidedBy: next.by }, next.reason) };
      }
      // What other hooks ask in other words is another question.
      const isNew = judgedAt.hookSet !== shownBy && next.action === 'ask' && canonical(next) !== canonical(verdict);
      const isAllowed = answer !== 'hooksChanged' && answer.decision === 'allow' && !isNew;
      // The human spoke of the places that they were shown, and of the tool as it was: where either has changed, that is another question.
      if (isAllowed && next.action === 'ask') {
        const hasMoved = !samePaths(shown, call.facts) && (next.forced || leadsElsewhere(ctx, shown, call.facts));
        if (hasMoved || saysElse(shown, call.facts)) {
          settle({ decision: 'cancelled' });
          return { asking: next, changedBy, judgedAt };
        }
      }
      if (isAllowed) {
        settle({ decision: 'allow', scope: answer.scope, rule: answer.rule, reason: answer.message }, { decidedBy: decider });
        if (answer.message) call.told = answer.message;
        call.decidedBy = decider;
        // What the human saw is what counts from now on.
        if (decider.kind === 'human') tool.allowed?.();
        return { prepared: { kind: 'ready', call, judgedAt } };
      }
      if (next.action === 'ask') verdict = next;
    }
  } finally {
    prompt?.withdraw();
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

/** What hooks made of the input, for the prompt. */
export const changedByHooks = (hooks: readonly HookRecord[]): ApprovalRequest['changedBy'] =>
  hooks
    .filter(
      (hook) => !hook.shadow && hook.noEffect === undefined && hook.changed?.some((change) => change.field.startsWith('input')),
    )
    .map(({ name, file, line, changed }) => ({
      name,
      file,
      line,
      fields: changed!.map((change) => change.field.replace(/^input\./, '')),
    }));

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
async function answerTo(
  { deps, agent }: AgentContext,
  prompt: Prompt,
  judgedBy: string,
): Promise<ApprovalAnswer | 'hooksChanged' | 'aborted'> {
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

async function requestFor(
  ctx: AgentContext,
  id: string,
  call: Call,
  verdict: Asking,
  changedBy: ApprovalRequest['changedBy'],
  problem?: string,
): Promise<ApprovalRequest> {
  const { deps, agent } = ctx;
  const { facts } = call;
  const changed = canonical(facts.input) !== canonical(call.requestedInput);
  return {
    id,
    toolCallId: call.id,
    toolName: facts.toolName,
    input: facts.input,
    ...(changed ? { requestedInput: call.requestedInput } : {}),
    inputHash: hashOfShown(facts.toolName, facts.input),
    agentName: agent.name,
    ...(agent.guest ? { guest: agent.guest } : {}),
    branch: agent.branch,
    reason: problem ?? verdict.reason,
    ...(verdict.uncertain === undefined ? {} : { uncertain: verdict.uncertain }),
    askedBy: verdict.by,
    changedBy,
    risk: riskOf(facts, deps.tools.circumstances(facts)),
    diff: await diffOf(ctx, facts),
    suggestions: verdict.suggestions,
    ...(await reachFor(ctx, call, verdict.suggestions)),
    ...(call.confinement ? { confinement: call.confinement } : {}),
  };
}

async function reachFor(
  ctx: AgentContext,
  { id, facts }: Call,
  rules: readonly string[],
): Promise<Pick<ApprovalRequest, 'reach'>> {
  const { pastCalls } = ctx.deps;
  if (rules.length === 0 || !pastCalls) return {};
  const past = await pastCalls(facts.toolName, mostPastCalls + 1);
  const others = past.filter(({ toolCallId }) => toolCallId !== id).slice(0, mostPastCalls);
  if (others.length === 0) return {};
  return {
    reach: reachOf(
      rules,
      others.map(({ input }) => factsFor(ctx, facts.toolName, input)),
    ),
  };
}

async function diffOf({ deps }: AgentContext, facts: ToolFacts): Promise<string | undefined> {
  const preview = await deps.tools.preview(facts, deps.environment).catch(() => undefined);
  return preview && changePatch(preview.path, preview.before, preview.after);
}

/** Names what the human was shown: an answer to anything else is void. */
export const hashOfShown = (toolName: string, shown: unknown): string =>
  createHash('sha256')
    .update(`${toolName}\n${canonical(shown)}`)
    .digest('hex');

/** JSON with sorted keys, so that one input has one hash. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, field: unknown) =>
    typeof field === 'object' && field !== null && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : 1)))
      : field,
  );
}
