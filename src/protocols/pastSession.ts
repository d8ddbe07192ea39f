/** Another agent's past as a session of ours: the same events that its gate would have left, and its words as messages. */
import type { EventType, HookEvent, Said } from '../shared/events/events';
import { type ContentBlock, type Message, noUsage } from '../shared/messages/messages';
import type { StreamItem } from '../shared/stream/stream';
import { type DecidedBy, noSkips } from '../shared/verdicts/hookRecord';
import { protocols } from './index';
import type { Past } from './past';
import type { AgentName } from './protocol';
import type { TheirCall } from './toolWords';

/** Ids of calls and prompts that were told. */
export interface ToldBefore {
  has(id: string): boolean;
  add(id: string): unknown;
}

interface Open {
  calls: TheirCall[];
  at: string;
  branch: string;
  /** That it was asked for is told with its result, which says what hooks had said of it; at the latest with the end of its run. */
  isTold: boolean;
}

/** Fed moment by moment; keeps only the calls that have no result yet. */
export class PastSession {
  sessionId: string;
  cwd: string | undefined;
  private runs = 0;
  private runId = '';
  private made = 0;
  private messages = 0;
  private at = new Date(0).toISOString();
  private began = this.at;
  private prompt = '';
  private turn = { id: '', prompt: 0, said: 0 };
  private readonly open = new Map<string, Open>();
  /** Whose file it is, where it is an agent's that another one handed a task. */
  private subagent: string | undefined;
  /** Only of an agent whose human can take prompts back: what was said, and of each prompt its event and what was said before it. */
  private readonly said: Message[] = [];
  private readonly prompts: { eventId: string; before: number }[] = [];

  constructor(
    private readonly agent: AgentName,
    id: string,
    /** Calls that another file of the same agent told already: a session that was resumed is copied. */
    private readonly known: ToldBefore = new Set<string>(),
  ) {
    this.sessionId = id;
  }

  take(past: Past): StreamItem[] {
    if (past.at !== undefined && !Number.isNaN(Date.parse(past.at))) this.at = new Date(past.at).toISOString();
    switch (past.kind) {
      case 'about':
        this.cwd ??= past.cwd;
        this.subagent ??= past.subagent;
        if (past.turn !== undefined && past.turn !== this.turn.id) this.turn = { id: past.turn, prompt: 0, said: 0 };
        return [];
      case 'prompt':
        return this.isCopied(past) || this.subagent !== undefined ? [] : this.begin(past.text);
      case 'back':
        return this.takeBack(past.prompts);
      case 'said':
        if (this.isCopied(past) || this.subagent !== undefined) return [];
        return [...this.inRun(), this.message({ role: 'assistant', content: [{ type: 'text', text: past.text }] })];
      case 'call':
        return this.call(past);
      case 'result':
        return this.result(past);
    }
  }

  /** What is older than what is asked for: where it is told again as of a later time, it is no news. */
  pass(past: Past): void {
    if (past.kind === 'about') this.take(past);
    else if (past.kind === 'call') this.isNew(past.id);
    else if (past.kind === 'prompt' || past.kind === 'said') this.isCopied(past);
  }

  /** Its last run ends with it. */
  end(): StreamItem[] {
    if (this.runId === '') return [];
    const unanswered = [...this.open].flatMap(([id, open]) => this.asked(id, open));
    const duration = Math.max(0, Date.parse(this.at) - Date.parse(this.began));
    const ended = this.event('after_run', {
      input: this.prompt,
      duration,
      usage: noUsage,
      costUsd: 0,
      data: { status: 'done', signals: [] },
    });
    this.runId = '';
    return [...unanswered, ended];
  }

  private begin(prompt: string): StreamItem[] {
    const before = this.end();
    this.runId = `run-${++this.runs}`;
    this.began = this.at;
    this.prompt = prompt;
    const message: Message = { role: 'user', content: prompt };
    const began = this.event('before_run', { input: prompt });
    const heard = this.event('user_message', { input: message });
    this.prompts.push({ eventId: heard.event.id, before: this.said.length });
    return [...before, began, heard, this.message(message)];
  }

  /** What ran has run all the same: the record keeps it, and the conversation goes on from before. */
  private takeBack(prompts: number): StreamItem[] {
    const [first] = prompts > 0 ? this.prompts.splice(-prompts) : [];
    if (!first) return [];
    const ended = this.end();
    this.said.length = first.before;
    return [...ended, { kind: 'history', branch: 'main', messages: [...this.said], rewoundTo: first.eventId }];
  }

  /** What comes before any prompt is a run too. */
  private inRun(): StreamItem[] {
    return this.runId === '' ? this.begin('') : [];
  }

  private isCopied({ kind, id }: Extract<Past, { kind: 'prompt' | 'said' }>): boolean {
    const { turn } = this;
    const own = id ?? (turn.id === '' ? undefined : `${turn.id} ${kind} ${++turn[kind]}`);
    return own !== undefined && !this.isNew(own);
  }

  private isNew(id: string): boolean {
    const key = `${this.agent} ${id}`;
    if (this.known.has(key)) return false;
    this.known.add(key);
    return true;
  }

  private call({ id, name, input, subagent = this.subagent }: Extract<Past, { kind: 'call' }>): StreamItem[] {
    if (!this.isNew(id)) return [];
    const before = this.inRun();
    const branch = subagent === undefined ? 'main' : `main/${subagent.replaceAll('/', '-')}`;
    const calls = protocols[this.agent].tools.read(name, input) ?? [{ toolName: name, input }];
    this.open.set(id, { calls, at: this.at, branch, isTold: false });
    const uses = calls.map(
      (call, n): ContentBlock => ({ type: 'tool_use', id: nth(id, n), name: call.toolName, input: call.input }),
    );
    const said = branch === 'main' ? [this.message({ role: 'assistant', content: uses })] : [];
    return [...before, ...said];
  }

  private asked(id: string, open: Open, past?: Extract<Past, { kind: 'result' }>): StreamItem[] {
    if (open.isTold) return [];
    open.isTold = true;
    const { said, text } = past ?? {};
    const word =
      said === undefined ? {} : { secondHand: true as const, ...(said === 'deny' ? { decision: said } : { vote: said }) };
    const by = said === 'deny' ? { decidedBy: { kind: 'hook' as const }, reason: text } : {};
    return open.calls.map((call, n) => {
      const told = { ...factsOf(call, nth(id, n)), ...by, data: { status: 'known' as const, ...word } };
      return this.event('pre_tool_use', told, open.branch, open.at);
    });
  }

  private result(past: Extract<Past, { kind: 'result' }>): StreamItem[] {
    const { id, text, isError, denied, said } = past;
    const open = this.open.get(id);
    if (!open) return [];
    this.open.delete(id);
    const { calls, branch } = open;
    const asked = this.asked(id, open, past);
    const duration = Math.max(0, Date.parse(this.at) - Date.parse(open.at));
    const decidedBy: DecidedBy = { kind: said === 'deny' ? 'hook' : 'default' };
    const came = calls.flatMap((call, n): StreamItem[] => {
      const at = nth(id, n);
      const facts = { ...factsOf(call, at), output: text };
      const outcome = denied ? 'denied' : isError ? 'error' : 'ok';
      const block: ContentBlock = { type: 'tool_result', tool_use_id: at, content: text, ...(isError ? { is_error: true } : {}) };
      return [
        ...(denied
          ? []
          : [
              this.event(
                'post_tool_use',
                { ...facts, isError, duration, data: { status: 'known', recovered: false, origin: 'tool' } },
                branch,
              ),
            ]),
        ...(branch === 'main'
          ? [this.message({ role: 'user', content: [block] }, { toolCallId: at, toolName: call.toolName })]
          : []),
        this.event(
          'tool_settled',
          { ...facts, isError: outcome !== 'ok', decidedBy, data: { status: 'known', outcome } },
          branch,
        ),
      ];
    });
    return [...asked, ...came];
  }

  private message(message: Message, beside: { toolCallId?: string; toolName?: string } = {}): StreamItem {
    if (this.agent === 'codex') this.said.push(message);
    return this.event('message', { input: message, ...beside, data: { index: this.messages++ } });
  }

  private event<T extends EventType>(
    type: T,
    told: Said<T>,
    branch = 'main',
    timestamp = this.at,
  ): Extract<StreamItem, { kind: 'event' }> {
    const event = {
      ...{ id: `past-${++this.made}`, type, timestamp, sessionId: this.sessionId, runId: this.runId },
      ...{
        agentName: branch === 'main' ? this.agent : branch.slice('main/'.length),
        branch,
        step: 0,
        hooks: [],
        skipped: noSkips,
      },
      ...told,
    };
    return { kind: 'event', event: event as unknown as HookEvent };
  }
}

const factsOf = ({ toolName, input }: TheirCall, toolCallId: string) => ({ toolCallId, toolName, input });
const nth = (id: string, n: number): string => (n === 0 ? id : `${id}:${n}`);
