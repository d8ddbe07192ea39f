/** What goes wrong with an OpenAI-compatible server, in words that say what to do. Servers word the same failure differently. */
import type OpenAI from 'openai';
import { ModelError } from '../agent/ports/model';
import { type ModelErrorKind, saidKind } from '../shared/runs/errorFacts';
import type { WayOut } from '../shared/runs/waysOut';
import { type Failure, retryAfterOf } from './retries';
import { brokeOff, passingWords, saidIn, saysTooLong, serverWords } from './serverWords';

export interface AskedServer {
  model: string;
  baseURL: string;
}

export const openaiAddress = 'hooksmith.openai.baseUrl';
export const addressAt = `the setting ${openaiAddress}`;
const another = 'Choose another with “Hooksmith: Choose Model…”';

export const withoutTools = (model: string): ModelError =>
  new ModelError(`${model} cannot call tools, and an agent works with tools. ${another}.`, {
    kind: 'no_tools',
    retryable: false,
  });

const noTools =
  /(does not|doesn['\u2019]t|not) support (tool|function)|support tool use|tool[ _-]?(call|choice).*(require|not supported|unsupported)/i;
const noPictures =
  /image_url|image input|(does not|doesn['\u2019]t|not) support (image|vision|multimodal)|multimodal data|mmproj/i;

/** `Sdk` is the client that threw it. */
export function openaiFailureOf(thrown: unknown, Sdk: typeof OpenAI, asked: AskedServer): Failure {
  if (thrown instanceof ModelError) return { error: thrown };
  if (thrown instanceof Sdk.APIConnectionError) return { error: unreached(thrown, asked) };
  if (thrown instanceof Sdk.APIError) {
    const { status, code, type } = thrown as { status?: number; code?: unknown; type?: string };
    const retryAfterMs = retryAfterOf(thrown.headers);
    // In the middle of a stream there is no status; some say it as the code.
    const number = status ?? (typeof code === 'number' ? code : undefined);
    const said = {
      status: number,
      kind: saidKind(String(code || type || 'api_error')),
      message: serverWords(saidIn(thrown.error) ?? thrown.message),
    };
    const { text, kind = said.kind, helps = [] } = worded(said, thrown.error !== undefined, asked);
    const retryable =
      kind === said.kind &&
      kind !== 'insufficient_quota' &&
      (number === undefined || number === 408 || number === 409 || number === 429 || number >= 500);
    return { error: new ModelError(text, { kind, status: number, retryable }, ...helps), retryAfterMs };
  }
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  return { error: new ModelError(brokeOff(error.message), { kind: 'connection', retryable: true }) };
}

/** `kind` only where the failure is known for what it is: asking again does not help then. */
function worded(
  { status, kind, message }: { status?: number; kind: string; message: string },
  wasJson: boolean,
  { model, baseURL }: AskedServer,
): { text: string; kind?: ModelErrorKind; helps?: WayOut[] } {
  if (status === 401 || status === 403)
    return {
      kind: 'authentication_error',
      text: `${baseURL} refused the API key (${message}). Set it under “Hooksmith: Choose Model…”, or in OPENAI_API_KEY; another server is named by ${addressAt}`,
      helps: [openaiAddress],
    };
  const isRefusal = status !== undefined && status >= 400 && status < 500 && status !== 429;
  if ((isRefusal || status === 500) && noTools.test(message))
    return { kind: 'no_tools', text: `${withoutTools(model).message} The server said: ${message}` };
  if (status === 404)
    return {
      kind: 'not_found',
      text: wasJson
        ? `${baseURL} does not have the model ${model} (${message}). ${another}`
        : `there is no Chat Completions API at ${baseURL} (${message}): check ${addressAt}; it mostly ends in /v1`,
      helps: wasJson ? [] : [openaiAddress],
    };
  if ((isRefusal || status === 500) && saysTooLong(`${kind} ${message}`))
    return {
      kind: 'context_length_exceeded',
      text: `the conversation no longer fits the context of ${model} (${message}). “Hooksmith: Compact Conversation” makes room; with the setting hooksmith.openai.contextWindow that happens in time`,
      helps: ['hooksmith.openai.contextWindow', 'hooksmith.compact'],
    };
  if (isRefusal && noPictures.test(message))
    return { kind: 'no_pictures', text: `${model} cannot look at pictures (${message}). ${another}` };
  const passing = kind === 'insufficient_quota' ? undefined : passingWords(status, kind, message);
  return { text: passing ?? `${status ? `${status} ` : ''}${kind}: ${message}` };
}

/** Where nothing listens, asking again at once does not help: the human is told. */
function unreached(thrown: Error, { baseURL }: AskedServer): ModelError {
  const causes: (Error & { code?: string })[] = [];
  for (let cause: unknown = thrown; cause instanceof Error; cause = cause.cause) causes.push(cause);
  const { code } = causes.find((cause) => cause.code) ?? {};
  const why = code ?? causes.at(-1)!.message;
  const absent = code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN';
  return new ModelError(
    absent
      ? `no model server answers at ${baseURL} (${why}). Is it running? Its address is ${addressAt}`
      : `the connection to the model server at ${baseURL} failed: ${why}`,
    { kind: 'connection', retryable: !absent },
    ...(absent ? ([openaiAddress] as const) : []),
  );
}
