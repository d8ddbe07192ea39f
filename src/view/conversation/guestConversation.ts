/** The conversation of an agent that runs elsewhere: of its own words it tells the last alone, and of what its human answered it nothing. */
import type { HookEvent } from '../../shared/events/events';
import { settleLeftovers } from './conversationRuns';
import { type AssistantEntry, add, type ConversationState } from './conversationState';

/** What it kept of its past is told as our own sessions are, by runs and messages. */
export function foldGuest(state: ConversationState, event: HookEvent): void {
  if (!state.guest || state.runOpen || event.branch !== 'main') return;
  if (event.type === 'stop') {
    const said = event.data.signals[0];
    if (said?.message && said.source === event.agentName)
      add<AssistantEntry>(state, event, { kind: 'assistant', text: said.message, thinking: '', streaming: false });
  }
  // A call of which it told no end before these has none.
  if (event.type === 'stop' || event.type === 'session_end' || event.type === 'user_message') settleLeftovers(state);
}
