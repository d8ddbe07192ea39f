/** A language model, as the loop calls it. Ports are implemented in the other rooms and put together in src/core.ts; none throws for an expected failure unless it says so. */

import type { JsonObject } from '../../shared/basics/json';
import type { Purpose } from '../../shared/hooks/dispatch';
import type { ModelRequest, ModelResponse, Usage } from '../../shared/messages/messages';
import type { ModelErrorKind, SaidKind } from '../../shared/runs/errorFacts';
import type { WayOut } from '../../shared/runs/waysOut';

export interface ModelStream {
  signal: AbortSignal;
  /** What the answer is for; a rehearsal says so. */
  purpose?: Purpose;
  onDelta(delta: { type: 'text' | 'thinking'; text: string }): void;
  /** What the answer under way has taken so far, as the provider counts it: it is paid for, whatever becomes of the answer. */
  onUsage?(usage: Usage): void;
  /** An automatic retry begins: deltas so far are void; `waitMs` until it starts. */
  onRetry(retry: { attempt: number; waitMs: number; status?: number; message: string }): void;
}

/** Domains of the pages that a search of the web may find. */
export interface SearchLimits {
  allowed_domains?: string[];
  blocked_domains?: string[];
}

export interface ModelPort {
  /** What people see: `Rehearsal`, `Claude Sonnet 5`. */
  label: string;
  /** Goes into `request.model`. */
  model: string;
  /** It answers in the name of whatever model is asked for. */
  playsAny?: true;
  maxTokens: number;
  /** Context window in tokens. */
  contextWindow: number;
  /** Fields that each request begins with, as `thinking`; hooks see and may change them. */
  defaults?: Partial<ModelRequest>;
  /** Whether what a request says in this field reaches the model; absent where all of it does. */
  takes?(field: string): boolean;
  /** Rejects with a `ModelError`, or with the signal's reason when aborted. */
  call(request: ModelRequest, stream: ModelStream): Promise<ModelResponse>;
  /** Input tokens that the request would take; absent where the model cannot tell. Rejects with a `ModelError`. */
  countTokens?(request: ModelRequest, signal: AbortSignal): Promise<number>;
  /** The tool by which its provider searches the web, as a request declares it; absent where there is none. */
  searchTool?(limits: SearchLimits): JsonObject;
  /** No price is known for it: people are told so. */
  priceUnknown?: true;
  /** USD of one call; 0 where the price is unknown. */
  costUsd(model: string, usage: ModelResponse['usage']): number;
}

/** A model call that failed for good, automatic retries included. */
export class ModelError extends Error {
  override name = 'ModelError';
  /** What helps; that another model is chosen, always. */
  readonly waysOut: readonly WayOut[];
  constructor(
    message: string,
    readonly facts: { kind: ModelErrorKind | SaidKind; status?: number; retryable: boolean },
    ...waysOut: WayOut[]
  ) {
    super(message);
    this.waysOut = [...new Set<WayOut>([...waysOut, 'hooksmith.chooseModel'])];
  }
}
