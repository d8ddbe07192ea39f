/** Keys that decide the prompt on top from wherever the focus is. */
import type { ApprovalCard } from './approvalCard';

/** Ctrl+Enter allows, with Alt it denies; words in a field other than the card's own are meant for that field. */
export function decisionByKey(event: KeyboardEvent, card: ApprovalCard): 'allow' | 'deny' | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing, repeat, target } = event;
  if (key !== 'Enter' || !(ctrlKey || metaKey) || shiftKey || isComposing || repeat) return undefined;
  const hasWords = (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) && target.value !== '';
  if (altKey) return hasWords && !card.contains(target) ? undefined : 'deny';
  // Whoever writes a reason is about to deny.
  return hasWords || card.reason !== '' ? undefined : 'allow';
}
