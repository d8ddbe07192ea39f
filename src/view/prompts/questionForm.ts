/** The agent's questions: a group of radio buttons or checkboxes each, own words always possible. What was chosen outlives a reload of the view. */
import * as l10n from '@vscode/l10n';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { Question, QuestionRequest } from '../../shared/calls/questions';
import { post, remember, rememberedText } from '../host';
import { begunAnswers } from './begunAnswers';

interface Draft {
  /** Labels, by question. */
  chosen: string[][];
  /** The human's own words; undefined where Other is not chosen. */
  other: (string | undefined)[];
}

export class QuestionForm extends LitElement {
  static override properties = { request: { attribute: false }, missing: { state: true }, sent: { state: true } };
  request!: QuestionRequest;
  /** Questions that were left open at the last Submit. */
  private missing = new Set<number>();
  private sent = false;
  private draft: Draft = { chosen: [], other: [] };
  /** Under which the draft is kept. */
  private memory = '';

  protected override createRenderRoot(): this {
    return this;
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    // The form of another session's call may be drawn where this one was.
    const memory = begunAnswers.nameOf(this.request);
    if (!changed.has('request') || memory === this.memory) return;
    this.memory = memory;
    this.sent = false;
    this.missing = new Set();
    this.draft = this.remembered();
  }

  private remembered(): Draft {
    const kept = rememberedText(this.memory);
    const { questions } = this.request;
    if (!kept) return { chosen: questions.map(() => []), other: questions.map(() => undefined) };
    const { chosen, other } = JSON.parse(kept) as { chosen: string[][]; other: (string | null)[] };
    // JSON has no undefined: it stands there as null.
    return { chosen, other: other.map((words) => words ?? undefined) };
  }

  private changed(): void {
    remember({ [this.memory]: JSON.stringify(this.draft) });
    this.missing = new Set([...this.missing].filter((at) => this.answerOf(at).length === 0));
    this.requestUpdate();
  }

  private answerOf(at: number): string[] {
    const other = this.draft.other[at]?.trim();
    return [...this.draft.chosen[at]!, ...(other ? [other] : [])];
  }

  private choose(at: number, label: string, { multiSelect }: Question, on: boolean): void {
    const { chosen, other } = this.draft;
    const rest = multiSelect ? chosen[at]!.filter((one) => one !== label) : [];
    chosen[at] = on ? [...rest, label] : rest;
    if (!multiSelect) other[at] = undefined;
    this.changed();
  }

  private chooseOther(at: number, { multiSelect }: Question, on: boolean): void {
    const { chosen, other } = this.draft;
    if (!multiSelect) chosen[at] = [];
    other[at] = on ? (other[at] ?? '') : undefined;
    this.changed();
    if (on) void this.updateComplete.then(() => this.querySelector<HTMLElement>(`[data-own="${at}"]`)?.focus());
  }

  private readonly submit = (event: Event) => {
    event.preventDefault();
    const answers = this.request.questions.map((_, at) => this.answerOf(at));
    this.missing = new Set(answers.flatMap((answer, at) => (answer.length === 0 ? [at] : [])));
    const [first] = this.missing;
    if (first === undefined) this.send(answers);
    else void this.updateComplete.then(() => this.querySelectorAll('fieldset')[first]?.querySelector('input')?.focus());
  };

  private send(answers: string[][] | undefined): void {
    if (this.sent) return;
    this.sent = true;
    remember({ [this.memory]: '' });
    post({ type: 'answer', toolCallId: this.request.toolCallId, ...(answers ? { answers } : {}) });
  }

  protected override render(): unknown {
    const { questions, branch, agentName } = this.request;
    const who = branch === 'main' ? l10n.t('The agent asks') : l10n.t('{0} asks', agentName);
    return html`<form class="questions" aria-label=${l10n.t('Questions from the agent')} @submit=${this.submit}>
      <div class="questions-head"><i class="codicon codicon-question" aria-hidden="true"></i> ${who}</div>
      ${questions.map((question, at) => this.group(question, at))}
      <div class="buttons">
        <button type="submit" class="primary" ?disabled=${this.sent}>${l10n.t('Submit')}</button>
        <button type="button" class="secondary" ?disabled=${this.sent} @click=${() => this.send(undefined)}>${l10n.t('Skip')}</button>
      </div>
    </form>`;
  }

  private group(question: Question, at: number): TemplateResult {
    const { chosen, other } = this.draft;
    const type = question.multiSelect ? 'checkbox' : 'radio';
    const name = `${this.request.toolCallId}-${at}`;
    const missing = this.missing.has(at);
    const choice = (label: string, description: string | undefined, checked: boolean, choose: (on: boolean) => void) =>
      html`<label class="choice">
        <input type=${type} name=${name} .checked=${checked}
          @change=${(event: Event) => choose((event.target as HTMLInputElement).checked)} />
        <span><span>${label}</span>${description ? html`<span class="dim">${description}</span>` : nothing}</span>
      </label>`;
    return html`<fieldset ?disabled=${this.sent} aria-describedby=${missing ? `${name}-missing` : nothing}>
      <legend><span class="question-header">${question.header}</span> ${question.question}</legend>
      ${question.options.map(({ label, description }) =>
        choice(label, description, chosen[at]!.includes(label), (on) => this.choose(at, label, question, on)),
      )}
      ${choice(l10n.t('Other'), undefined, other[at] !== undefined, (on) => this.chooseOther(at, question, on))}
      ${
        other[at] === undefined
          ? nothing
          : html`<input class="own-words" data-own=${at} aria-label=${l10n.t('Your own answer: {0}', question.header)} .value=${other[at]}
            @input=${(event: Event) => {
              other[at] = (event.target as HTMLInputElement).value;
              this.changed();
            }} />`
      }
      ${missing ? html`<div class="error-text" role="alert" id=${`${name}-missing`}>${l10n.t('Choose an answer, or Skip.')}</div>` : nothing}
    </fieldset>`;
  }
}

customElements.define('hooksmith-questions', QuestionForm);
