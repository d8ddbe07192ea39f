/** Chains made at random against what the rules of the chain, read as words, say of them: votes, changes, answers, redirects, failures, groups, shadows, a run that is stopped and a host that dies in the middle. */
import assert from 'node:assert/strict';
import { group, hook, policy } from 'hooksmith';
import { runChain } from '../../../src/hooks/chain/running/chain';
import type { ChainProgress } from '../../../src/hooks/chain/words/registered';
import { seeded } from '../../fixtures/seeded';
import { around, bash, hooksOf } from './chaining';

const kinds = [
  'nothing',
  'nothing',
  'modify',
  'ask',
  'allow',
  'final',
  'deny',
  'respond',
  'early',
  'fail',
  'stop',
  'throw',
  'redirect',
] as const;
type Kind = (typeof kinds)[number];
const tools = ['Bash', 'Echo'] as const;
type Tool = (typeof tools)[number];
interface One {
  name: string;
  kind: Kind;
  priority: number;
  shadow: boolean;
  onError: 'deny' | 'continue' | 'ask' | 'stop';
  match?: 'ls' | 'make' | 'tar';
  /** Of which tool it hears; of each where there is none. */
  tool?: Tool;
  isPolicy: boolean;
  /** Where `redirect` leads. */
  toTool: Tool;
  /** To what `modify`, or `redirect`, turns the line. */
  to: 'ls' | 'make' | 'tar';
  members?: One[];
  modes?: { continueOnError?: boolean; continueOnResponse?: boolean };
}
const lines = ['ls', 'make', 'tar'] as const;

function made(seed: number): One[] {
  const below = seeded(seed);
  const any = <T>(...items: readonly T[]): T => items[below(items.length)]!;
  // More redirects than one call may have.
  const ofAll: readonly Kind[] = below(8) === 0 ? ['redirect', 'redirect', 'redirect', 'allow'] : kinds;
  const one = (name: string, isMember: boolean): One => {
    const isPolicy = !isMember && below(4) === 0;
    return {
      name,
      kind: isPolicy ? any('nothing', 'ask', 'deny', 'throw') : any(...ofAll),
      priority: isPolicy || isMember ? 0 : any(0, 0, 10, -10),
      shadow: below(6) === 0,
      onError: any('deny', 'deny', 'continue', 'ask', 'stop'),
      ...(below(3) === 0 ? { match: any(...lines) } : {}),
      ...(below(5) === 0 ? { tool: any(...tools) } : {}),
      isPolicy,
      toTool: any(...tools),
      to: any(...lines),
    };
  };
  return Array.from({ length: 1 + below(8) }, (_, n): One => {
    const own = one(`h${n}`, false);
    if (own.isPolicy || below(4) > 0) return own;
    const members = Array.from({ length: 1 + below(3) }, (__, m) => one(`h${n}[${m}]`, true));
    const modes = { continueOnError: below(2) === 0, continueOnResponse: below(2) === 0 };
    return { ...own, match: undefined, tool: undefined, priority: 0, shadow: false, members, modes };
  });
}

// biome-ignore lint/suspicious/noExplicitAny: handlers return any decision
const [anyHook, anyPolicy] = [hook as any, policy as any];
function exported(all: readonly One[], ran: (name: string) => unknown): Record<string, unknown> {
  const handler = (one: One) => () => {
    ran(one.name);
    const [reason, value] = [one.name, one.name];
    if (one.kind === 'throw') throw new Error(one.name);
    if (one.kind === 'modify') return { action: 'modify', input: { command: one.to } };
    if (one.kind === 'redirect') return { action: 'redirect', toolName: one.toTool, input: { command: one.to } };
    if (one.kind === 'final') return { action: 'allow', reason, final: true };
    if (one.kind === 'respond') return { action: 'respond', value };
    if (one.kind === 'early') return { action: 'respond', value, final: false };
    if (one.kind === 'fail') return { action: 'fail', error: one.name };
    return one.kind === 'nothing' ? undefined : { action: one.kind, reason };
  };
  const options = ({ shadow, match, tool, onError, isPolicy, priority }: One, isMember = false) => ({
    ...(shadow ? { shadow } : {}),
    ...(match ? { match: { command: match } } : {}),
    ...(tool ? { tools: tool } : {}),
    ...(isPolicy ? {} : { onError }),
    ...(isPolicy || isMember ? {} : { priority }),
  });
  return Object.fromEntries(
    all.map((one) => {
      if (one.isPolicy) return [one.name, anyPolicy(options(one), handler(one))];
      if (!one.members) return [one.name, anyHook('preToolUse', options(one), handler(one))];
      return [
        one.name,
        group(one.modes!, ...one.members.map((each) => anyHook('preToolUse', options(each, true), handler(each)))),
      ];
    }),
  );
}

interface Outcome {
  ran: string[];
  end: string;
  by: string;
  vote?: string;
  judgement?: string;
  command: string;
  tool: string;
}

/** What stands in the rules. `stopAfter`: the run is stopped as soon as this hook has spoken. */
class Model {
  readonly ran: string[] = [];
  private readonly hadTurn = new Set<One>();
  command = 'ls';
  tool: Tool = 'Bash';
  redirects = 0;
  end: { action: string; by: string } | undefined;
  answered: string | undefined;
  votes: { kind: 'ask' | 'allow'; by: string }[] = [];

  constructor(private readonly all: readonly One[]) {}

  outcome(): Outcome {
    const hooks = this.all.filter(({ isPolicy }) => !isPolicy);
    const inOrder = [...hooks].sort((a, b) => b.priority - a.priority);
    for (let at = 0; at < inOrder.length && !this.end; at++) {
      const one = inOrder[at]!;
      // Who ran is skipped where a redirect has the chain begin anew.
      if (this.hadTurn.has(one)) continue;
      const { redirects } = this;
      if (one.members) this.group(one);
      else if (this.matches(one)) this.alone(one);
      if (this.redirects > redirects) at = -1;
    }
    const { end = this.answered ? { action: 'respond', by: this.answered } : { action: 'continue', by: '' } } = this;
    const isJudged = ['continue', 'respond', 'fail', 'final'].includes(end.action);
    const words = isJudged ? this.judged() : [];
    const judgement = words.find((word) => word === 'deny') ?? words[0];
    const isDropped = end.action === 'deny' || end.action === 'stop' || end.action === 'error';
    const isOpen = end.action === 'continue' || end.action === 'final';
    const vote = this.votes.find(({ kind }) => kind === 'ask') ?? this.votes[0];
    return {
      ran: this.ran,
      end: end.action === 'final' ? 'continue' : end.action,
      by: isOpen ? '' : end.by,
      ...(vote ? { vote: vote.kind } : {}),
      ...(judgement ? { judgement } : {}),
      command: isDropped ? 'ls' : this.command,
      tool: isDropped ? 'Bash' : this.tool,
    };
  }

  private matches({ match, tool = this.tool }: One): boolean {
    if (tool !== this.tool) return false;
    return match === undefined || match === this.command;
  }

  private judged(): string[] {
    return this.all.flatMap((one) => {
      if (!one.isPolicy || !this.matches(one)) return [];
      this.ran.push(one.name);
      if (one.shadow || one.kind === 'nothing') return [];
      return [one.kind === 'throw' ? 'deny' : one.kind];
    });
  }

  private alone(one: One): void {
    this.hadTurn.add(one);
    this.ran.push(one.name);
    if (one.shadow) return;
    if (one.kind === 'throw') this.failed(one, one.name);
    else this.takes(one, one.name);
  }

  private failed({ onError }: One, by: string): void {
    if (onError === 'continue') return;
    if (onError === 'ask') this.votes.push({ kind: 'ask', by });
    else this.end = { action: onError === 'stop' ? 'error' : 'deny', by };
  }

  private takes(one: One, by: string): void {
    const { kind, to, name } = one;
    // The first answer stands: of a call that is not made, what it would be made of and who would let it has no effect.
    if (this.answered !== undefined && kind !== 'deny' && kind !== 'stop') return;
    switch (kind) {
      case 'modify':
        // An allow counts for the input that it saw; another hook has changed it.
        if (to !== this.command) this.votes = this.votes.filter((vote) => vote.kind !== 'allow' || vote.by === name);
        this.command = to;
        return;
      case 'redirect':
        if (this.redirects === 4) {
          this.failed(one, by);
          return;
        }
        this.redirects++;
        [this.tool, this.command] = [one.toTool, to];
        this.votes = this.votes.filter((vote) => vote.kind !== 'allow');
        return;
      case 'ask':
      case 'allow':
        this.votes.push({ kind, by: name });
        return;
      case 'final':
        this.votes.push({ kind: 'allow', by: name });
        this.end = { action: 'final', by };
        return;
      case 'early':
        this.answered = by;
        return;
      case 'respond':
      case 'fail':
      case 'deny':
      case 'stop':
        this.end = { action: kind, by };
        return;
      case 'nothing':
      case 'throw':
    }
  }

  private group(own: One): void {
    this.hadTurn.add(own);
    const before = { command: this.command, votes: [...this.votes] };
    let answer: One | undefined;
    let failure: One | undefined;
    for (const one of own.members!) {
      if (!this.matches(one)) continue;
      this.ran.push(one.name);
      if (one.shadow) continue;
      if (one.kind === 'throw') {
        failure ??= one;
        if (own.modes!.continueOnError) continue;
        answer = undefined;
        break;
      }
      if (['final', 'early', 'deny', 'respond', 'fail', 'stop', 'redirect'].includes(one.kind)) {
        answer = one;
        if (!own.modes!.continueOnResponse || one.kind === 'deny' || one.kind === 'stop') break;
      } else this.takes(one, one.name);
    }
    if (answer) this.takes(answer, answer.name);
    else if (failure) {
      Object.assign(this, before);
      this.failed(failure, failure.name);
    }
  }
}

const request = bash('ls');
async function happened(all: readonly One[]): Promise<{ outcome: Outcome; progress: ChainProgress[]; skips: number }> {
  const ran: string[] = [];
  const hooks = hooksOf(exported(all, (name) => ran.push(name)));
  const env = around();
  const result = await runChain(request, hooks, env);
  return { outcome: told(result, ran), progress: env.progress, skips: total(result.skipped) };
}
const total = (counts: object): number => Object.values(counts).reduce((sum: number, n: number) => sum + n, 0);
function told({ end, vote, judgement, payload }: Awaited<ReturnType<typeof runChain>>, ran: string[]): Outcome {
  return {
    ran,
    end: end.action,
    by: 'by' in end ? (end.by.name ?? '') : '',
    ...(vote ? { vote: vote.action } : {}),
    ...(judgement ? { judgement: judgement.action } : {}),
    command: String((payload as unknown as { input: { command: string } }).input.command),
    tool: String((payload as unknown as { toolName: string }).toolName),
  };
}

const cases = Number(process.env.MODEL_CASES ?? 600);
describe('a chain made at random', () => {
  it('comes to what the rules say', async () => {
    for (let seed = 1; seed <= cases; seed++) {
      const all = made(seed);
      const { outcome } = await happened(all);
      assert.deepEqual(outcome, new Model(all).outcome(), `seed ${seed}: ${JSON.stringify(all)}`);
    }
  });

  it('comes to the same where its host dies between any two hooks, none of which runs twice', async () => {
    for (let seed = 1; seed <= cases / 3; seed++) {
      const all = made(seed);
      const whole = await happened(all);
      for (const progress of whole.progress) {
        const ran: string[] = [];
        const again = await runChain(request, hooksOf(exported(all, (name) => ran.push(name))), around(), {
          progress: structuredClone(progress),
        });
        const { ran: _, ...rest } = told(again, ran);
        const { ran: all_, ...expected } = whole.outcome;
        assert.deepEqual(
          [rest, total(again.skipped)],
          [expected, whole.skips],
          `seed ${seed} after ${progress.ranIds}: ${JSON.stringify(all)}`,
        );
        assert.deepEqual(all_.slice(all_.length - ran.length), ran, `seed ${seed}`);
      }
    }
  });

  it('lets no call run, and asks no more hooks, once its run is stopped', async () => {
    for (let seed = 1; seed <= cases / 3; seed++) {
      const all = made(seed);
      const whole = await happened(all);
      for (let after = 1; after <= whole.outcome.ran.length; after++) {
        const ran: string[] = [];
        const env = around();
        const speaks = (name: string) => ran.push(name) === after && env.abort.abort();
        const { end, judgement, hooks } = await runChain(request, hooksOf(exported(all, speaks)), env);
        const isHook = (name: string) => !all.some((one) => one.isPolicy && one.name === name);
        assert.deepEqual(ran.filter(isHook), whole.outcome.ran.slice(0, after).filter(isHook), `seed ${seed} after ${after}`);
        // Policies judge to the end; whoever began the run looks at its signal.
        const isGated = isHook(whole.outcome.ran[after - 1]!) && whole.outcome.ran.slice(after).some(isHook);
        const mayRun = end.action === 'continue' && judgement?.action !== 'deny';
        assert.ok(!isGated || !mayRun, `seed ${seed} after ${after}: ${JSON.stringify({ end, hooks, all }, null, 1)}`);
      }
    }
  });
});
