/** What the hook host says, one message after the other: whose answer it is, and what is not to be believed. */

import type { JsonObject } from '../../../shared/basics/json';
import { unreachable } from '../../../shared/basics/unreachable';
import { calledAs } from '../../../shared/hooks/hookDescription';
import { hookLogLine } from '../../../shared/verdicts/hookLogs';
import { resultOf } from '../../chain/folding/quietResult';
import type { ChainProgress } from '../../chain/words/registered';
import type { FromHost, HeardByParent, LoadedSet } from '../../hostProtocol';
import { type ProgressNews, wholeProgress } from '../../progress';
import { type Changes, changedPayload } from '../../references';
import type { HostServices } from '../lasting/hostServices';
import type { KeptStates } from '../lasting/keptStates';
import type { LiveSet } from '../lasting/liveSet';
import type { RemoteHooks } from '../lasting/remoteHooks';
import type { Survivors } from '../lasting/survivors';
import type { OpenWork, Work } from '../lasting/work';
import type { HostProcess } from '../process/hostProcess';
import type { Debugging } from './debugging';
import { answerHook } from './hookQuestions';
import type { Unloading } from './unloading';

interface Parts {
  services: HostServices;
  live: LiveSet;
  work: OpenWork;
  survivors: Survivors;
  kept: KeptStates;
  remote: RemoteHooks;
  unloading: Unloading;
  debugging: Debugging;
  isAtWork(host: HostProcess): boolean;
  /** A set is in force. */
  went(set: LoadedSet & { n: number }): void;
}

export class Hearing {
  constructor(private readonly parts: Parts) {}

  receive(message: HeardByParent<FromHost>, from: HostProcess): void {
    const { services, work: open, unloading, debugging } = this.parts;
    switch (message.type) {
      case 'loaded':
        return this.parts.went(message);
      case 'result': {
        const { result } = message;
        if (!('end' in result)) return this.answered('judge', message.n, from)?.resolve(result);
        const work = this.answered('dispatch', message.n, from);
        if (!work) return;
        const payload = this.payloadOf(work.request.payload, message.changes, from);
        if (payload) work.resolve({ ...result, payload });
        // It is given to the next host.
        else open.put(message.n, work);
        return;
      }
      case 'passed': {
        const work = this.answered('dispatch', message.n, from, !message.last);
        if (!work) return;
        try {
          return work.resolve(resultOf(work.request, message, this.parts.live.describe(message.hookSet)));
        } catch (error) {
          open.put(message.n, work);
          return from.distrust(`sent what cannot be read: ${(error as Error).message}`);
        }
      }
      case 'broken': {
        services.log(`hook host: ${message.message}`, 'host');
        const work = open.take(message.n);
        if (work) open.settle(work, message.message);
        return;
      }
      case 'progress': {
        const work = open.get(message.n);
        if (work?.kind === 'dispatch' || work?.kind === 'judge') {
          const payload = this.payloadOf(work.request.payload, message.changes, from);
          const progress = payload && this.progressOf(work.resume?.progress, message, from);
          if (progress) work.resume = { progress: { ...progress, carried: { ...progress.carried, payload } } };
          work.logged = undefined;
        }
        return;
      }
      case 'ask':
        // Always to the host that asked: another would take it for the answer to a question of its own.
        return void answerHook(message, this.parts, (given) => {
          if (!from.gone) from.send({ type: 'answer', k: message.k, ...given });
        });
      case 'stateOp':
        return this.parts.kept.keep(message);
      case 'timeouts':
        return this.parts.survivors.setTimeouts(message.key, message.inARow);
      case 'inspector':
        if (this.parts.isAtWork(from)) message.url ? debugging.listens(message.url) : debugging.release();
        return;
      case 'logged': {
        const { n, hookId, text } = message;
        const work = open.get(n);
        if (work?.kind === 'dispatch' || work?.kind === 'judge') work.logged = [...(work.logged ?? []), { hookId, text }];
        const hook = this.parts.live.find(hookId);
        if (hook) services.hookLogged?.(hookLogLine({ ...hook, name: calledAs(hook) }, text));
        return;
      }
      case 'log':
        return services.log(message.text);
      case 'stray':
        return services.observerFailed(message.failure);
      case 'replayed':
        return this.answered('replay', message.n, from)?.resolve(message.report);
      case 'done': {
        if (unloading.done(message.n)) return;
        const kind = open.get(message.n)?.kind === 'endRun' ? 'endRun' : 'observe';
        const work = this.answered(kind, message.n, from);
        if (work) open.settle(work, '');
        return;
      }
      default:
        unreachable(message);
    }
  }

  /**
   * What it answers, which is open no longer. Where that is of another kind, the host has mixed up what it does, and the work is given to the next one; undefined
   * too where nobody waits for it any more.
   */
  private answered<K extends Work['kind']>(
    kind: K,
    n: number,
    from: HostProcess,
    goesOn = false,
  ): Extract<Work, { kind: K }> | undefined {
    const { work: open } = this.parts;
    const work = open.get(n);
    if (work && work.kind !== kind) {
      from.distrust(`sent an answer to something else: ${kind} to ${work.kind}`);
      return undefined;
    }
    return open.take(n, goesOn) as Extract<Work, { kind: K }> | undefined;
  }

  private progressOf(before: ChainProgress | undefined, news: ProgressNews, from: HostProcess): ChainProgress | undefined {
    try {
      return wholeProgress(before, news);
    } catch (error) {
      from.distrust(`sent what cannot be read: ${(error as Error).message}`);
      return undefined;
    }
  }

  /** The fields after the chain; undefined where what came cannot be read, which ends the host. */
  private payloadOf(before: JsonObject, changes: Changes | undefined, from: HostProcess): JsonObject | undefined {
    try {
      if (changes) return changedPayload(before, changes, from.references);
      from.distrust('sent a result without its changes');
    } catch (error) {
      from.distrust(`sent what cannot be read: ${(error as Error).message}`);
    }
    return undefined;
  }
}
