/** A language model that the editor offers (Copilot's, another extension's), behind the same port as all models; no key of ours. */
import * as vscode from 'vscode';
import { ModelError, type ModelPort, type ModelStream } from '../../agent/ports/model';
import { isObject, type JsonObject } from '../../shared/basics/json';
import {
  blocksOf,
  type ContentBlock,
  type Message,
  type ModelRequest,
  type ModelResponse,
  noUsage,
} from '../../shared/messages/messages';
import { saidKind } from '../../shared/runs/errorFacts';

/** What the editor tells of it beside its typings; undefined where it does not say. */
export const callsTools = (model: vscode.LanguageModelChat): boolean | undefined =>
  (model as { capabilities?: { supportsToolCalling?: boolean } }).capabilities?.supportsToolCalling;

/** How the setting `hooksmith.model` names it. */
export const languageModelName = ({ vendor, id }: Pick<vscode.LanguageModelChat, 'vendor' | 'id'>): string =>
  `vscode:${vendor}/${id}`;

/** All of a request that the editor hands on. */
const taken: ReadonlySet<string> = new Set(['system', 'messages', 'tools', 'tool_choice']);

export class LanguageModel implements ModelPort {
  readonly label: string;
  readonly model: string;
  /** The editor's models take no such limit; the number only fills the request. */
  readonly maxTokens = 16_000;
  readonly contextWindow: number;

  /** `name` as the setting has it; `offered` resolves with the model once its extension has started, `now` is it where that is known. */
  constructor(
    private readonly name: string,
    private readonly offered: Promise<vscode.LanguageModelChat | undefined>,
    now?: vscode.LanguageModelChat,
  ) {
    this.label = now?.name ?? name.slice(name.indexOf('/') + 1);
    this.model = now?.id ?? this.label;
    this.contextWindow = now?.maxInputTokens ?? 100_000;
  }

  /** What the user pays is between them and the provider. */
  readonly priceUnknown = true;

  takes(field: string): boolean {
    return taken.has(field);
  }

  costUsd(): number {
    return 0;
  }

  async call(request: ModelRequest, stream: ModelStream): Promise<ModelResponse> {
    const cancelling = new vscode.CancellationTokenSource();
    const cancel = () => cancelling.cancel();
    stream.signal.addEventListener('abort', cancel, { once: true });
    if (stream.signal.aborted) cancel();
    try {
      const chat = await this.chat();
      if (offered(request)?.length && callsTools(chat) === false) throw withoutTools(chat.name);
      const messages = messagesFor(request);
      const options: vscode.LanguageModelChatRequestOptions = {
        justification: vscode.l10n.t('Hooksmith’s chat asks this model, as you chose it there.'),
        tools: offered(request)?.map(({ name, description, input_schema }) => ({ name, description, inputSchema: input_schema })),
      };
      const response = await chat.sendRequest(messages, options, cancelling.token);
      const content = await received(response, stream);
      stream.signal.throwIfAborted();
      const [input, output] = await Promise.all([
        this.tokensOf(request),
        this.tokensOf({ messages: [{ role: 'assistant', content }] }),
      ]);
      return {
        model: this.model,
        role: 'assistant',
        content,
        stop_reason: content.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn',
        usage: { ...noUsage, input_tokens: input, output_tokens: output },
      };
    } catch (thrown) {
      stream.signal.throwIfAborted();
      throw failureOf(thrown);
    } finally {
      stream.signal.removeEventListener('abort', cancel);
      cancelling.dispose();
    }
  }

  private async chat(): Promise<vscode.LanguageModelChat> {
    const chat = await this.offered;
    if (chat) return chat;
    const message = vscode.l10n.t(
      'the editor does not offer the language model {0} now. Choose another with the command “Hooksmith: Choose Model…”',
      this.name,
    );
    throw new ModelError(message, { kind: 'not_found', retryable: false });
  }

  async countTokens(request: ModelRequest): Promise<number> {
    return this.tokensOf(request);
  }

  /** The provider's own count of all text; about four characters a token where it cannot say. */
  private async tokensOf({ system, tools, messages }: Pick<ModelRequest, 'system' | 'tools' | 'messages'>): Promise<number> {
    const text = [system, tools && JSON.stringify(tools), ...messages.map((message) => JSON.stringify(blocksOf(message)))]
      .filter(Boolean)
      .join('\n');
    try {
      return await (await this.chat()).countTokens(text);
    } catch {
      return Math.ceil(text.length / 4);
    }
  }
}

const withoutTools = (name: string) =>
  new ModelError(
    vscode.l10n.t(
      '{0} cannot call tools, and an agent works with tools. Choose another with the command “Hooksmith: Choose Model…”',
      name,
    ),
    { kind: 'no_tools', retryable: false },
  );

async function received(response: vscode.LanguageModelChatResponse, { onDelta }: ModelStream): Promise<ContentBlock[]> {
  const content: ContentBlock[] = [];
  for await (const part of response.stream) {
    if (part instanceof vscode.LanguageModelTextPart) {
      const last = content.at(-1);
      if (last?.type === 'text') last.text += part.value;
      else if (part.value) content.push({ type: 'text', text: part.value });
      if (part.value) onDelta({ type: 'text', text: part.value });
    } else if (part instanceof vscode.LanguageModelToolCallPart)
      content.push({ type: 'tool_use', id: part.callId, name: part.name, input: part.input as JsonObject });
  }
  return content;
}

/** These models know no system prompt of their own: it leads, as a user's message. */
function messagesFor({ system, messages }: ModelRequest): vscode.LanguageModelChatMessage[] {
  const { User } = vscode.LanguageModelChatMessage;
  return [...(system ? [User(system)] : []), ...messages.flatMap(messageFor)];
}

function messageFor(message: Message): vscode.LanguageModelChatMessage[] {
  const blocks = blocksOf(message);
  if (message.role === 'assistant') {
    const parts = blocks.flatMap<vscode.LanguageModelTextPart | vscode.LanguageModelToolCallPart>((block) => {
      if (block.type === 'text') return new vscode.LanguageModelTextPart(block.text);
      return block.type === 'tool_use' ? new vscode.LanguageModelToolCallPart(block.id, block.name, block.input) : [];
    });
    return parts.length > 0 ? [vscode.LanguageModelChatMessage.Assistant(parts)] : [];
  }
  const parts = blocks.flatMap<Shown | vscode.LanguageModelToolResultPart>((block) => {
    if (block.type === 'tool_result')
      return new vscode.LanguageModelToolResultPart(block.tool_use_id, blocksOf(block).flatMap(shown));
    return shown(block);
  });
  return parts.length > 0 ? [vscode.LanguageModelChatMessage.User(parts)] : [];
}

type Shown = vscode.LanguageModelTextPart | vscode.LanguageModelDataPart;

function shown(block: ContentBlock): Shown[] {
  if (block.type === 'text') return [new vscode.LanguageModelTextPart(block.text)];
  if (block.type !== 'image') return [];
  if (block.source.type === 'url') return [new vscode.LanguageModelTextPart(`[image: ${block.source.url}]`)];
  return [vscode.LanguageModelDataPart.image(Buffer.from(block.source.data, 'base64'), block.source.media_type)];
}

function failureOf(thrown: unknown): ModelError {
  if (thrown instanceof ModelError) return thrown;
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const code = thrown instanceof vscode.LanguageModelError ? thrown.code : '';
  const said = error.message || code || 'no reason given';
  const message =
    code === vscode.LanguageModelError.NoPermissions.name
      ? vscode.l10n.t(
          'the editor did not allow this model ({0}). Choose another with the command “Hooksmith: Choose Model…”',
          said,
        )
      : vscode.l10n.t('the editor’s language model failed: {0}', said);
  return new ModelError(message, { kind: code ? saidKind(code) : 'api_error', retryable: false });
}

/** There is no word for tools that are shown but not to be called: they are left out. */
const offered = ({ tools, tool_choice: choice }: ModelRequest) =>
  isObject(choice) && choice.type === 'none' ? undefined : tools;
