/** The approvals of the chat: which is decided next, and the keys that decide it. */
import type { LitElement } from 'lit';
import type { ToolEntry } from '../conversation/conversationState';
import type { ApprovalCard } from '../prompts/approvalCard';

interface Parts {
  /** By the approval's id, oldest first. */
  approvals(): ReadonlyMap<string, ToolEntry>;
  /** Calls that are not settled. */
  calls(): ReadonlySet<ToolEntry>;
  /** Puts the end of the log into sight. */
  jump(): void;
}

export class ChatPrompts {
  /** Found last, and good for as long as they stand. */
  private found: ApprovalCard | undefined;
  private questions: Element | null = null;

  constructor(
    private readonly host: LitElement,
    private readonly parts: Parts,
  ) {}

  /** What waits for the human in the log. It is looked for only while something does: the log is large, and this is asked at each piece that comes. */
  get element(): Element | null {
    const asked = this.card;
    if (asked) return asked;
    for (const { questions } of this.parts.calls())
      if (questions) {
        if (!this.questions?.isConnected) this.questions = this.host.querySelector('hooksmith-questions');
        return this.questions;
      }
    return null;
  }

  /** Of the prompt that is decided next: the oldest. */
  get card(): ApprovalCard | undefined {
    const [oldest] = this.parts.approvals().keys();
    if (oldest === undefined) return undefined;
    // A card may be given another request.
    if (!this.found?.isConnected || this.found.request.id !== oldest)
      this.found = [...this.host.querySelectorAll<ApprovalCard>('hooksmith-approval')].find(
        ({ request }) => request.id === oldest,
      );
    return this.found;
  }

  /** Decides it, where the key does; one that is dead, as it is out of sight, comes into sight. */
  take(event: KeyboardEvent): void {
    const { card } = this;
    const decision = card && decisionByKey(event, card);
    if (!decision) return;
    event.preventDefault();
    if (card.live) card[decision]();
    else this.showNext();
  }

  readonly showNext = (): void => {
    const [call] = this.parts.approvals().values();
    if (!call) return;
    this.parts.jump();
    void this.host.updateComplete.then(() => this.card?.scrollIntoView({ block: 'nearest' }));
  };
}

/** Ctrl+Enter allows, with Alt it denies; words in a field other than the card's own are meant for that field. */
function decisionByKey(event: KeyboardEvent, card: ApprovalCard): 'allow' | 'deny' | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing, repeat, target } = event;
  if (key !== 'Enter' || !(ctrlKey || metaKey) || shiftKey || isComposing || repeat) return undefined;
  const hasWords = (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) && target.value !== '';
  if (altKey) return hasWords && !card.contains(target) ? undefined : 'deny';
  // Whoever writes a reason is about to deny.
  return hasWords || card.reason !== '' ? undefined : 'allow';
}
