/** What a session is at, read off its record, its history and the work that is on: all that others ask of it and that changes nothing. */

import { unansweredCalls } from '../../shared/messages/history';
import type { Message, Usage } from '../../shared/messages/messages';
import type { FilesState } from '../../shared/stream/checkpoints';
import type { StreamItem } from '../../shared/stream/stream';
import { OneAtATime } from '../context/oneAtATime';
import type { Memory } from './memory';
import type { SessionState } from './sessionState';
import type { Transcript } from './transcript';

export class SessionFacts {
  protected readonly work = new OneAtATime();

  constructor(
    protected readonly transcript: Transcript,
    protected readonly memory: Memory,
  ) {}

  get running(): boolean {
    return this.work.isBusy;
  }

  get items(): StreamItem[] {
    return this.transcript.items;
  }

  protected get state(): SessionState {
    return this.transcript.state;
  }

  get history(): readonly Message[] {
    return this.memory.history;
  }

  get usage(): Usage {
    return this.state.usage;
  }

  get costUsd(): number {
    return this.state.costUsd;
  }

  /** What was wrong with the history of an earlier life: it was mended, so that a model takes it. */
  get problem(): string | undefined {
    return this.state.mended;
  }

  /** Tokens of the context window that the last request and its answer took, if they are known. */
  get contextTokens(): number | undefined {
    return this.state.contextTokens;
  }

  /** As the human named it, or what was said first; empty where nothing was. */
  get title(): string {
    return this.state.title || this.state.firstWords || '';
  }

  /** A prompt or a question stands, of one of its agents too: the run waits for the human. */
  get waitsForHuman(): boolean {
    return this.running && (this.isAtPrompt || this.state.askedByAgents.size > 0);
  }

  /** A prompt stands, whoever runs the call that it is about. */
  get hasPrompt(): boolean {
    return this.state.pending.size > 0;
  }

  /** A prompt or a question stood when the session was left: going on brings it back. */
  get leftAtPrompt(): boolean {
    return !this.running && this.state.broken && this.isAtPrompt;
  }

  private get isAtPrompt(): boolean {
    return this.hasPrompt || this.state.asked.size > 0;
  }

  /** There is something to go on with: the last run broke, or a call is open, or the user spoke last. */
  get canContinue(): boolean {
    return (
      !this.running &&
      (this.state.broken ||
        this.state.endedShort !== undefined ||
        unansweredCalls(this.history).length > 0 ||
        this.history.at(-1)?.role === 'user')
    );
  }

  /** What agents did to files. */
  get files(): FilesState {
    return this.state.files;
  }

  /** The last run ended at a limit: nothing else came since, so that it can be gone on with, or given its last words. */
  get endedAtLimit(): boolean {
    return !this.running && this.state.endedShort === 'limit';
  }

  /** Ids of tool calls that have no result yet. */
  get openCalls(): string[] {
    return unansweredCalls(this.history).map(({ id }) => id);
  }
}
