/**
 * The stream of one model call on its way to the screen. Where a modelDelta hook is registered each piece passes through the chain first, pieces that come
 * faster than one per 16 ms joined; the answer then holds what passed, so that a stream and a whole answer come to the same.
 */

import { whenAborted } from '../../shared/basics/whenAborted';
import type { DispatchResult } from '../../shared/hooks/dispatch';
import { type ContentBlock, isThinking, type ModelResponse, noUsage } from '../../shared/messages/messages';
import type { ChainEnd } from '../../shared/verdicts/chainEnd';
import { type HookRecord, noSkips } from '../../shared/verdicts/hookRecord';
import { type AgentContext, ask, note, noteFailures } from '../context/agentContext';
import { type Ended, settleEnd } from '../context/ending';

export interface Delta {
  type: 'text' | 'thinking';
  text: string;
}
/** A piece as the model gave it and as it passed. */
interface Piece extends Delta {
  passed: string;
}

const leastMs = 16;
const mostLogs = 50;

export class Deltas {
  private pieces: Piece[] = [];
  private waiting: Delta[] = [];
  private flowing: Promise<void> | undefined;
  private stopped: { result: DispatchResult; end: Extract<ChainEnd, { action: 'stop' | 'error' }> } | undefined;
  private dispatches = 0;
  /** Counts how often the model began anew. */
  private beginnings = 0;
  private readonly ran = new Map<string, HookRecord>();
  private skipped = noSkips;
  private hookSet = '';
  private readonly isHooked: boolean;
  /** A summary is no answer to anybody. */
  private readonly isAnswer: boolean;
  private readonly cutting = new AbortController();
  /** Ends the model call, where the user or a hook stops it. */
  readonly signal = this.cutting.signal;
  private readonly forget: () => void;

  constructor(private readonly ctx: AgentContext) {
    const { hooks } = ctx.deps;
    const { signal } = ctx.agent;
    this.forget = whenAborted(signal, () => this.cutting.abort(signal.reason));
    this.isHooked = hooks.wants('modelDelta');
    this.isAnswer = (ctx.agent.purpose ?? 'chat') === 'chat';
  }

  /** A hook cut the stream. */
  get isCut(): boolean {
    return this.stopped !== undefined;
  }

  push(delta: Delta): void {
    if (this.signal.aborted || delta.text === '') return;
    if (!this.isHooked) return this.show(delta.type, delta.text);
    const last = this.waiting.at(-1);
    if (last?.type === delta.type) last.text += delta.text;
    else this.waiting.push({ ...delta });
    this.flowing ??= this.flow().finally(() => {
      this.flowing = undefined;
    });
  }

  /** The model begins anew: what came so far is void. */
  reset(): void {
    const { deps, run, agent } = this.ctx;
    this.beginnings++;
    this.pieces = [];
    this.waiting = [];
    deps.record.take({ kind: 'deltaReset', runId: run.id, branch: agent.branch, taskId: agent.taskId });
  }

  /** The answer as it passed, whole or what there was when a hook cut it, and how the run ends by that. Leaves the one summary of the call. */
  async settle(
    response: ModelResponse | undefined,
    usage = response?.usage,
  ): Promise<{ response: ModelResponse | undefined; ended?: Ended }> {
    try {
      return this.isHooked ? await this.whole(response, usage) : { response };
    } finally {
      this.forget();
    }
  }

  private async whole(
    response: ModelResponse | undefined,
    usage = noUsage,
  ): Promise<{ response: ModelResponse | undefined; ended?: Ended }> {
    await this.flowing;
    // A model that does not stream: the same hooks see the same text, piece by piece of the answer.
    if (response && this.pieces.length === 0 && !this.stopped) {
      for (const block of response.content) {
        if (block.type === 'text') this.push({ type: 'text', text: block.text });
        else if (block.type === 'thinking') this.push({ type: 'thinking', text: block.thinking });
        await this.flowing;
      }
    }
    this.summarise();
    if (this.stopped) {
      const text = this.pieces.map((piece) => (piece.type === 'text' ? piece.passed : '')).join('');
      const content: ContentBlock[] = text === '' ? [] : [{ type: 'text', text }];
      const cut: ModelResponse = { role: 'assistant', usage, content, stop_reason: 'end_turn' };
      return { response: cut, ended: settleEnd(this.stopped.result) };
    }
    if (!response || this.pieces.every((piece) => piece.passed === piece.text)) return { response };
    return { response: { ...response, content: passedContent(response.content, this.pieces) } };
  }

  private async flow(): Promise<void> {
    while (this.waiting.length > 0 && !this.stopped) {
      const { clock } = this.ctx.deps;
      const began = clock.now();
      await this.pass(this.waiting.shift()!);
      const spent = clock.now() - began;
      if (this.waiting.length > 0 && spent < leastMs) await new Promise<void>((resolve) => clock.after(leastMs - spent, resolve));
    }
  }

  private async pass(delta: Delta): Promise<void> {
    const { ctx, beginnings } = this;
    const result = await ask(ctx, 'modelDelta', { delta }, ctx.agent.signal);
    this.dispatches++;
    this.collect(result);
    const { end } = result;
    if (end.action === 'stop' || end.action === 'error') {
      this.stopped = { result, end };
      return this.cutting.abort(new Error('a hook cut the stream'));
    }
    // Its hooks had it when the model began anew.
    if (beginnings !== this.beginnings) return;
    const passed = result.end.action === 'drop' ? '' : result.payload.delta.text;
    this.pieces.push({ ...delta, passed });
    if (passed !== '') this.show(delta.type, passed);
  }

  private show(type: Delta['type'], text: string): void {
    const { deps, run, agent } = this.ctx;
    if (!this.isAnswer) return;
    deps.record.take({ kind: 'delta', runId: run.id, branch: agent.branch, taskId: agent.taskId, delta: { type, text } });
  }

  /** One record per hook and call; a hook that fails at each piece is told once. */
  private collect({ hooks, skipped, hookSet }: DispatchResult): void {
    noteFailures(
      this.ctx,
      'modelDelta',
      hooks.filter((hook) => hook.error && !this.ran.get(hook.id)?.error),
    );
    for (const hook of hooks) {
      const known = this.ran.get(hook.id);
      this.ran.set(hook.id, {
        ...hook,
        ...(known && hook.decision === 'continue' ? { decision: known.decision, reason: known.reason } : {}),
        startedAt: known?.startedAt ?? hook.startedAt,
        duration: (known?.duration ?? 0) + hook.duration,
        changed: undefined,
        error: known?.error ?? hook.error,
        logs: [...(known?.logs ?? []), ...(hook.logs ?? [])].slice(0, mostLogs),
      });
    }
    this.skipped = skipped;
    this.hookSet = hookSet;
  }

  private summarise(): void {
    const { pieces } = this;
    const length = (all: string[]) => all.reduce((sum, text) => sum + text.length, 0);
    note(this.ctx, 'model_delta', {
      hooks: [...this.ran.values()],
      skipped: this.skipped,
      hookSet: this.hookSet,
      ...(this.stopped ? { reason: this.stopped.end.reason } : {}),
      data: {
        deltas: this.dispatches,
        characters: length(pieces.map((piece) => piece.text)),
        passed: length(pieces.map((piece) => piece.passed)),
        changed: pieces.filter((piece) => piece.passed !== piece.text).length,
        ...(this.stopped ? { decision: this.stopped.end.action } : {}),
      },
    });
  }
}

/** The answer's text blocks with what passed of each; a block of which nothing passed is left out. Thinking is kept or dropped whole. */
function passedContent(content: readonly ContentBlock[], pieces: readonly Piece[]): ContentBlock[] {
  const text = pieces.filter((piece) => piece.type === 'text');
  const keepsThinking = pieces.every((piece) => piece.type === 'text' || piece.passed !== '');
  let at = 0;
  return content.flatMap((block): ContentBlock[] => {
    if (isThinking(block)) return keepsThinking ? [block] : [];
    if (block.type !== 'text') return [block];
    let [seen, passed] = [0, ''];
    while (at < text.length && seen < block.text.length) {
      seen += text[at]!.text.length;
      passed += text[at]!.passed;
      at++;
    }
    return passed === '' ? [] : [{ ...block, text: passed }];
  });
}
