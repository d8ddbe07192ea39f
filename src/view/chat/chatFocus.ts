/** Where the focus of the chat goes when what had it is no longer there. */
import type { ChatPrompts } from './chatPrompts';

const bodyOf = (card: Element | null | undefined) => card?.querySelector<HTMLElement>('.approval-body');

/** After a decision the next that waits is at hand; nothing on which Enter would act takes the focus by itself. */
export const chatFocus =
  (chat: HTMLElement, prompts: Pick<ChatPrompts, 'card'>) =>
  (lost: Element, left: Element): HTMLElement | null =>
    bodyOf(left.closest('hooksmith-approval')) ??
    left.closest('[role=tablist]')?.querySelector<HTMLElement>('[aria-selected=true]') ??
    left.closest('.changed-files')?.querySelector<HTMLElement>('.todos-head') ??
    (lost.closest('hooksmith-approval') ? bodyOf(prompts.card) : undefined) ??
    chat.querySelector<HTMLElement>('.composer textarea:enabled') ??
    chat.querySelector<HTMLElement>('.log');
