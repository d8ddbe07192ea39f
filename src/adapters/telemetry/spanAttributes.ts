/** What spans tell of an event, by the names that OpenTelemetry has for it (`gen_ai.*`), and ours where it has none. */
import type { Attributes } from '@opentelemetry/api';
import type { HookEvent } from '../../shared/events/events';

export const placeAttributes = ({ branch, taskId }: HookEvent): Attributes => ({
  'hooksmith.branch': branch,
  ...(taskId === undefined ? {} : { 'hooksmith.task.id': taskId }),
});

export const agentAttributes = (event: HookEvent): Attributes => ({
  ...placeAttributes(event),
  'gen_ai.operation.name': 'invoke_agent',
  'gen_ai.agent.name': event.agentName,
  'gen_ai.conversation.id': event.sessionId,
  'hooksmith.run.id': event.runId,
});

export const chatOf = (event: HookEvent, model: string): Attributes => ({
  ...placeAttributes(event),
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': providerOf(model),
  'gen_ai.request.model': model,
});

/** What one model call took. */
export const spentOn = ({ usage, costUsd }: Pick<HookEvent, 'usage' | 'costUsd'>): Attributes => ({
  ...(usage
    ? {
        'gen_ai.usage.input_tokens':
          usage.input_tokens + (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0),
        'gen_ai.usage.output_tokens': usage.output_tokens,
        'gen_ai.usage.cache_read.input_tokens': usage.cache_read_input_tokens ?? 0,
        'gen_ai.usage.cache_creation.input_tokens': usage.cache_creation_input_tokens ?? 0,
      }
    : {}),
  ...(costUsd === undefined ? {} : { 'hooksmith.cost_usd': costUsd }),
});

export const usageAttributes = ({ usage }: Pick<HookEvent, 'usage'>): Attributes =>
  usage ? { 'gen_ai.usage.input_tokens': usage.input_tokens, 'gen_ai.usage.output_tokens': usage.output_tokens } : {};

/** By the names that models go by; events tell no more of it. */
const providerOf = (model: string): string =>
  /^claude\b/.test(model) ? 'anthropic' : /^(gpt|chatgpt|o\d)\b/.test(model) ? 'openai' : 'hooksmith';
