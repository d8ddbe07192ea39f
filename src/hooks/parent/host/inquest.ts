/** What follows from a host's death: who is to blame, who is told, where the work goes on, and whether another host is worth a try. */
import { basename } from 'node:path';
import { calledAs } from '../../../shared/hooks/hookDescription';
import { type Marker, nobody, type StrayFailure } from '../../hostProtocol';
import type { HostServices } from '../lasting/hostServices';
import type { LiveSet } from '../lasting/liveSet';
import { inARowMs, type Survivors } from '../lasting/survivors';
import { goOn, type OpenWork, type Work } from '../lasting/work';
import type { HostProcess } from '../process/hostProcess';

const mostDeathsPerMinute = 3;
const tillMended = 'Tool calls are denied until a hook file is saved or hooks are reloaded.';

/** By no fault of its own. */
const fromOutside = /ended by SIG(KILL|TERM|INT|HUP|QUIT)/;

interface Parts {
  live: LiveSet;
  work: OpenWork;
  survivors: Survivors;
  services: HostServices;
  heapMb: number;
  /** Deaths within the last minute, with this one. */
  countDeath(): number;
}

export class Inquest {
  /** Who may have taken the host down, the last time that nobody's code ran, and when that was. */
  private suspicion: { ids: ReadonlySet<string>; at: number } = { ids: new Set(), at: 0 };

  constructor(private readonly parts: Parts) {}

  /** Returns why no host is to follow. What is still open goes on in the next one. */
  hold(child: HostProcess, how: string): string | undefined {
    const { work: open, survivors, services, countDeath } = this.parts;
    const { killedFor, lastWords } = child;
    const all = child.markers();
    const markers = all.filter(({ n }) => open.isUnderWay(n));
    // What was thrown in a timer is no fault of the hook that happened to run.
    const ran = killedFor
      ? killedFor.marker
      : lastWords
        ? undefined
        : (all.find(({ n, isApart }) => n === 0 && !isApart) ?? markers.find(({ isOver }) => !isOver));
    const isHalted = killedFor?.isHalted === true;
    const hasWaited = isHalted || ran?.hookId === nobody;
    const marker = hasWaited ? this.suspected(all) : ran;
    const why =
      killedFor?.message ??
      `the hook host ${how}${marker ? ` while it ${hasWaited ? 'waited, again' : 'ran'}` : ''}${this.memory(how)}`;
    services.log(`hook host: ${marker ? `${marker.hookId}: ` : ''}${lastWords?.message ?? why}`, 'host');
    const work = marker && open.get(marker.n);
    let isAnswered = killedFor?.byUser === true;
    if (work?.kind === 'set') {
      survivors.refuse(marker!.hookId, why);
      isAnswered = true;
    }
    // Who is known to be to blame is suspended in the end; the gates do not close for all others.
    else if (marker && !killedFor?.byUser) isAnswered = this.countTimeout(marker, why);
    const isKilled = !killedFor && fromOutside.test(how);
    // What keeps it from starting keeps the next one too.
    if (!child.isReady && !isKilled) return `The hook host did not start: it ${killedFor?.message ?? how}. ${tillMended}`;
    const deaths = isAnswered ? 0 : countDeath();
    if (deaths >= mostDeathsPerMinute) {
      const last = lastWords ? `, last of: ${lastWords.message}` : `; it ${how}`;
      return `The hook host died ${deaths} times within a minute${last}. ${tillMended}`;
    }
    for (const one of markers) this.interrupted(one, one.n === marker?.n ? why : `was interrupted: ${blamed(marker, why)}`);
    this.blame(marker, work, why, lastWords, (hasWaited && !isHalted) || isKilled);
    for (const [n, one] of [...open.entries()])
      if (child.isCutOff && (one.kind === 'dispatch' || one.kind === 'judge') && !markers.some((marker) => marker.n === n)) {
        // It may have run to its end, unheard.
        open.take(n);
        open.settle(one, why);
      } else if (one.kind === 'replay') {
        // What the session had come to died with it.
        open.take(n);
        one.resolve({ broken: why, hookId: marker?.hookId });
      }
    return undefined;
  }

  /** Nobody's code ran: who has started what still runs beside it, or who waits, is to blame where that comes again, and with nobody else. */
  private suspected(all: readonly Marker[]): Marker | undefined {
    const apart = all.filter(({ isApart }) => isApart);
    const suspects = apart.length > 0 ? apart : all.filter(({ n, isOver }) => !isOver && this.parts.work.isUnderWay(n));
    const { ids, at } = this.suspicion;
    const idOf = ({ set, hookId }: Marker) => `${set} ${hookId}`;
    const again = Date.now() - at > inARowMs ? [] : suspects.filter((one) => ids.has(idOf(one)));
    this.suspicion = { ids: new Set((again.length > 0 ? again : suspects).map(idOf)), at: Date.now() };
    return new Set(again.map(idOf)).size === 1 ? again[0] : undefined;
  }

  /** In the version that ran: one that was saved since has not died. False where nobody is known by that name. */
  private countTimeout({ n, hookId, set }: Marker, why: string): boolean {
    const { live, survivors } = this.parts;
    const hook = live.describe(set)?.find(({ id }) => id === hookId) ?? live.find(hookId);
    if (hook && n === 0) survivors.countLateDeath(hook);
    else if (hook) survivors.countTimeout(hook);
    else if (loadedFile(hookId)) survivors.countLeft(hookId, why);
    else return false;
    return true;
  }

  /** No hook that had begun on an event runs again for it: one that had not ended has failed there. */
  private interrupted({ n, set, begun, isOver, step, hookId, startedAt }: Marker, message: string): void {
    const work = this.parts.work.get(n);
    if (work?.kind === 'observe') goOn(work, step, { hookId, again: false });
    if (work?.kind !== 'dispatch' && work?.kind !== 'judge') return;
    const hooks = this.parts.live.describe(set) ?? [];
    const { progress, began = [] } = work.resume ?? {};
    const all = [...began, ...begun.flatMap((place) => hooks[place]?.id ?? [])];
    const hasEnded = isOver || progress?.ranIds.includes(hookId);
    const durationMs = Math.max(0, Date.now() - startedAt);
    const logs = (work.logged ?? []).flatMap((said) => (said.hookId === hookId ? said.text : []));
    work.logged = undefined;
    work.resume = {
      progress,
      began: all.filter((id) => id !== hookId || hasEnded),
      ...(hasEnded ? {} : { died: { id: hookId, startedAt, durationMs, error: { name: 'HostError', message }, logs } }),
    };
  }

  /** Who killed the host is told to the chain, to the batch of observers, or, where nobody waits for it, to the log of failures. */
  private blame(
    marker: Marker | undefined,
    work: Work | undefined,
    why: string,
    lastWords: StrayFailure | undefined,
    isFromOutside: boolean,
  ): void {
    const { observerFailed } = this.parts.services;
    if (lastWords) return observerFailed(lastWords);
    if (!marker) {
      const hook = isFromOutside ? 'the hook host' : 'code that a hook file left running';
      const message = isFromOutside ? `${why} while no code of a hook ran` : `${hook}: ${why}`;
      return observerFailed({ hook, file: '', line: 1, message });
    }
    if (work && work.kind !== 'observe' && work.kind !== 'endRun') return;
    const hook = this.parts.live.find(marker.hookId);
    const file = hook?.file ?? loadedFile(marker.hookId);
    observerFailed({
      hook: hook ? calledAs(hook) : file ? basename(file) : marker.hookId,
      file: file ?? '',
      line: hook?.line ?? 1,
      message: marker.n === 0 ? `code that it had left running: ${why}` : why,
    });
  }

  private memory(how: string): string {
    return /SIGABRT|code 134/.test(how) ? ` (out of memory: more than ${this.parts.heapMb} MB, or process.abort)` : '';
  }
}

/** Of a marker's `VERSION FILE`. */
const loadedFile = (hookId: string): string | undefined => /^[0-9a-f]{64} (.+)$/s.exec(hookId)?.[1];

const blamed = (marker: Marker | undefined, why: string): string =>
  marker ? `${loadedFile(marker.hookId) ?? marker.hookId} ${why}` : why;
