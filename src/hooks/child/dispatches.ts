/** The dispatches that are under way here: each is run by the chain and answered, and what follows it is run in turn as long as there is nothing to tell. */

import type { JsonObject } from '../../shared/basics/json';
import type { Caller, DispatchRequest } from '../../shared/hooks/dispatch';
import { quietOf } from '../chain/folding/quietResult';
import { runChain, runPolicies } from '../chain/running/chain';
import type { ChainEnv, RegisteredHook, ResumeChain } from '../chain/words/registered';
import type { FromHost, GivenDispatch, ToHost } from '../hostProtocol';
import { ToldProgress } from '../progress';
import { payloadChanges, References } from '../references';
import type { Child } from './childProcess';
import { type Abort, LateAbort } from './lateAbort';

/** A set of hooks that is in force. */
export interface CurrentSet {
  id: string;
  hooks: RegisteredHook[];
  /** Where each hook stands among them. */
  places: ReadonlyMap<string, number>;
  files: string[];
}

interface Parts {
  child: Child<ToHost, FromHost>;
  current(): CurrentSet;
  environment(n: number, caller: Caller, abort: Abort, hookSet: string): ChainEnv;
}
interface Running {
  abort: LateAbort;
  /** Its hooks have asked the parent for something: what the parent knows is no longer what it knew. */
  hasAsked: boolean;
}

export class Dispatches {
  private readonly running = new Map<number, Running>();
  private readonly references = new References(-1);

  constructor(private readonly parts: Parts) {}

  take({ judge, forget, following = [], ...first }: Extract<ToHost, { type: 'dispatch' }>): void {
    if (forget) this.references.clear();
    // In the order in which they were coded.
    for (const { request, resume } of [first, ...following]) {
      request.payload = this.references.decode(request.payload);
      const carried = resume && carriedIn(resume);
      if (carried) carried.payload = this.references.decode(carried.payload);
    }
    for (const { n } of following) this.parts.child.owe(n);
    void this.inTurn(first, following, judge);
  }

  cancel(n: number): void {
    this.running.get(n)?.abort.abort();
  }

  /** A hook of this piece of work asks the parent. */
  asks(n: number): void {
    const asking = this.running.get(n);
    if (asking) asking.hasAsked = true;
  }

  private async inTurn(first: GivenDispatch, following: readonly GivenDispatch[], judge: boolean): Promise<void> {
    let goesOn = await this.answer(first, judge, following.length > 0);
    for (const [at, one] of following.entries())
      if (goesOn) goesOn = await this.answer(one, false, at + 1 < following.length);
      else this.parts.child.drop(one.n);
  }

  /** Returns whether there was nothing to tell of it, so that what follows it holds. */
  private async answer({ n, request, resume }: GivenDispatch, judge: boolean, isFollowed: boolean): Promise<boolean> {
    const { child, current, environment } = this.parts;
    const running = { abort: new LateAbort(), hasAsked: false };
    this.running.set(n, running);
    const { id, hooks, places } = current();
    try {
      const { run, place } = request;
      const env = environment(n, { runId: run.runId, place }, running.abort, id);
      const told = new ToldProgress();
      env.progressed = ({ ranIds, carried }) => {
        const { payload, ...rest } = carried;
        const changes = this.changes(request, payload);
        child.send({ type: 'progress', n, ...told.newsOf({ ranIds, carried: rest }), changes });
      };
      if (judge) {
        const result = await runPolicies(request, hooks, env, resume);
        child.carry(n);
        child.send({ type: 'result', n, result });
        return false;
      }
      const whole = await runChain(request, hooks, env, resume);
      const quiet = quietOf(request, whole, places);
      if (quiet) {
        const isLast = isFollowed && running.hasAsked;
        child.send({ type: 'passed', n, ...quiet, ...(isLast ? { last: true } : {}) });
        return !isLast;
      }
      child.carry(n);
      const { payload, ...result } = whole;
      child.send({ type: 'result', n, result, changes: this.changes(request, payload) });
    } catch (error) {
      child.send({ type: 'broken', n, message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    } finally {
      this.running.delete(n);
      child.unmark(n);
    }
    return false;
  }

  private changes({ payload }: DispatchRequest, now: unknown) {
    return payloadChanges(payload, now as JsonObject, this.references);
  }
}

/** The payload of a chain's progress lies in the changes of its message. */
const carriedIn = ({ progress }: ResumeChain) => progress?.carried as { payload: JsonObject } | undefined;
