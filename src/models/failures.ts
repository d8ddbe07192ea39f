/** What goes wrong with a model, as one kind of error that says what happened and whether asking again may help. */
import type { Anthropic as Sdk } from '@anthropic-ai/sdk';
import { ModelError } from '../agent/ports/model';
import { type ModelErrorKind, saidKind } from '../shared/runs/errorFacts';
import type { WayOut } from '../shared/runs/waysOut';
import { type Failure, retryAfterOf } from './retries';
import { brokeOff, passingWords, saidIn, saysTooLong, serverWords } from './serverWords';

/** Where another answers than the API. */
export const addressSetting = 'hooksmith.anthropic.baseUrl';
export const checkAddress = `check the setting ${addressSetting}`;

/** `Anthropic` is the SDK that threw it; `baseURL` is whom it asked. */
export function failureOf(thrown: unknown, Anthropic: typeof Sdk, baseURL: string): Failure {
  if (thrown instanceof ModelError) return { error: thrown };
  if (thrown instanceof Anthropic.APIConnectionError) {
    const text = `the model could not be reached${at(baseURL)}: ${causeOf(thrown)}`;
    const facts = { kind: 'connection', retryable: true } as const;
    // Of the API's own address there is nothing to check.
    const error = isOwn(baseURL)
      ? new ModelError(text, facts)
      : new ModelError(`${text} Is it running? Else ${checkAddress}`, facts, addressSetting);
    return { error };
  }
  if (thrown instanceof Anthropic.APIError) {
    const body = (thrown.error as { error?: { type?: unknown } } | undefined)?.error;
    const status = thrown.status as number | undefined;
    const kind = typeof body?.type === 'string' ? body.type : status === 429 ? 'rate_limit_error' : 'api_error';
    const message = serverWords(saidIn(thrown.error) ?? thrown.message);
    const retryable =
      status === 429 ||
      status === 529 ||
      status === 408 ||
      (status !== undefined && status >= 500) ||
      (status === undefined && (kind === 'overloaded_error' || kind === 'api_error' || kind === 'rate_limit_error'));
    const said = { status, kind: saidKind(kind), message };
    const { text, kind: known = said.kind, helps = [] } = worded(said, body !== undefined, baseURL);
    return {
      error: new ModelError(text, { kind: known, status, retryable }, ...helps),
      retryAfterMs: retryAfterOf(thrown.headers),
    };
  }
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  // The SDK's stream parser throws plain errors for events that are not JSON, and fetch for a socket that closed.
  return { error: new ModelError(brokeOff(causeOf(error)), { kind: 'connection', retryable: true }) };
}

function worded(
  { status, kind, message }: { status?: number; kind: string; message: string },
  wasJson: boolean,
  baseURL: string,
): { text: string; kind?: ModelErrorKind; helps?: WayOut[] } {
  if (status === 401)
    return {
      text: `the model refused the API key (${message}). Set it with the command “Hooksmith: Set Anthropic API Key”`,
      helps: ['hooksmith.setApiKey'],
    };
  if (status === 404 && !wasJson)
    return { text: `there is no Messages API${at(baseURL)} (${message}): ${checkAddress}`, helps: [addressSetting] };
  if (kind === 'not_found_error' && /^model: /.test(message))
    return {
      text: `there is no such model (${message}). Choose another with “Hooksmith: Choose Model…”`,
    };
  if ((status === 400 || status === 413) && saysTooLong(`${kind} ${message}`))
    return {
      kind: 'context_length_exceeded',
      text: `the conversation no longer fits the model’s context (${message}). “Hooksmith: Compact Conversation” makes room`,
      helps: ['hooksmith.compact'],
    };
  return { text: passingWords(status, kind, message) ?? `${status ? `${status} ` : ''}${kind}: ${message}` };
}

const isOwn = (baseURL: string): boolean => baseURL === '' || at(baseURL).endsWith('//api.anthropic.com');

const causeOf = (error: Error): string =>
  error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;

/** What else stands in an address may be secret: a password, or a key. */
function at(baseURL: string): string {
  const origin = URL.canParse(baseURL) ? new URL(baseURL).origin : 'null';
  return origin === 'null' ? '' : ` at ${origin}`;
}
