/** Which model answers: the user's choice, else Anthropic where a key is set, else the rehearsal model. The editor's own models are offered beside them. */
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { ModelPort } from '../agent/ports';
import { AnthropicModel, type ModelDescription } from '../models/anthropic';
import { factsOf, modelNamed } from '../models/prices';
import { Rehearsal, readScript } from '../models/rehearsal';
import { LanguageModel, languageModelName } from './languageModel';
import type { Settings } from './settings';

const keyName = 'hooksmith.anthropicApiKey';
const defaultModel = 'claude-sonnet-5-5';

export class Models {
  private apiKey: string | undefined;
  private made = new Map<string, ModelPort>();
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private descriptions: Promise<ModelDescription[]> | undefined;
  private described = new Map<string, ModelDescription>();
  private editorModels: vscode.LanguageModelChat[] = [];
  private listed: Promise<void> = Promise.resolve();
  private readonly editorModelsChanged = vscode.lm.onDidChangeChatModels(() => {
    this.listed = this.readEditorModels();
  });

  private readonly settingsChanged: vscode.Disposable;

  private constructor(
    private readonly secrets: vscode.SecretStorage,
    private readonly settings: Settings,
    private readonly warn: (text: string) => void,
  ) {
    this.settingsChanged = settings.onDidChange(() => this.reset());
  }

  /** With what the secret storage holds, and with the lists of models on their way. */
  static async start(secrets: vscode.SecretStorage, settings: Settings, warn: (text: string) => void): Promise<Models> {
    const models = new Models(secrets, settings, warn);
    await models.read();
    return models;
  }

  private async read(): Promise<void> {
    this.apiKey = (await this.secrets.get(keyName)) ?? process.env.ANTHROPIC_API_KEY;
    this.reset();
    // Their extensions may yet have to start; nothing waits for them.
    this.listed = this.readEditorModels();
    // Asked ahead only where it counts: limits and thinking of the model in use.
    if (this.settings.get('model').startsWith('anthropic:') || (!this.settings.get('model') && this.apiKey)) void this.offered();
  }

  /** Forgets what was made from older settings. */
  reset(): void {
    this.made = new Map();
    this.descriptions = undefined;
    this.changed.fire();
  }

  /** `own` is the model that a subagent's definition names. */
  get(agent: string, own?: string): ModelPort {
    const key = `${agent} ${own ?? ''}`;
    const known = this.made.get(key) ?? this.make(agent, own);
    this.made.set(key, known);
    return known;
  }

  async setKey(): Promise<void> {
    const key = await vscode.window.showInputBox({
      title: vscode.l10n.t('Anthropic API Key'),
      prompt: vscode.l10n.t('Kept in the editor’s secret storage. Empty removes it.'),
      password: true,
      ignoreFocusOut: true,
    });
    if (key === undefined) return;
    if (key.trim()) await this.secrets.store(keyName, key.trim());
    else await this.secrets.delete(keyName);
    await this.read();
  }

  async choose(): Promise<void> {
    const kind = vscode.QuickPickItemKind.Separator;
    const offered = await this.offered();
    const items: (vscode.QuickPickItem & { value?: string })[] = [
      {
        label: vscode.l10n.t('Rehearsal'),
        description: vscode.l10n.t('no key, no network, no language model'),
        value: 'rehearsal',
      },
      { label: 'Anthropic', kind },
      ...(this.canReach ? offered.map(itemOf) : []),
      { label: `$(key) ${vscode.l10n.t('Set Anthropic API Key…')}`, value: '' },
    ];
    if (this.editorModels.length > 0) items.push({ label: vscode.l10n.t('From the editor'), kind });
    for (const model of this.editorModels)
      items.push({
        label: model.name,
        description: [model.vendor, model.family].filter(Boolean).join(' · '),
        detail: contextOf(model.maxInputTokens),
        value: languageModelName(model),
      });
    const now = this.chosen.startsWith('anthropic:') && !this.canReach ? 'rehearsal' : this.chosen;
    for (const item of items) if (item.value && item.value === now) item.iconPath = new vscode.ThemeIcon('check');
    const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Choose Model'), matchOnDescription: true });
    if (picked?.value === undefined) return;
    if (picked.value === '') return this.setKey();
    await this.settings.set('model', picked.value);
  }

  dispose(): void {
    this.settingsChanged.dispose();
    this.editorModelsChanged.dispose();
    this.changed.dispose();
  }

  /** By the user, or for want of a choice. */
  private get chosen(): string {
    return this.settings.get('model') || (this.apiKey ? `anthropic:${defaultModel}` : 'rehearsal');
  }

  /** A key is set, or a gateway that may need none. */
  private get canReach(): boolean {
    return Boolean(this.apiKey || this.settings.get('anthropic.baseUrl'));
  }

  /** What the API says of its models, asked once per key and gateway; what the price table knows where it does not answer. */
  private async offered(): Promise<ModelDescription[]> {
    if (!this.canReach) return [];
    this.descriptions ??= this.anthropic(defaultModel)
      .listModels()
      .then((models) => {
        this.described = new Map(models.map((model) => [model.id, model]));
        this.made = new Map();
        this.changed.fire();
        return models;
      });
    try {
      return await this.descriptions;
    } catch (error) {
      this.descriptions = undefined;
      this.warn(vscode.l10n.t('The list of models could not be had: {0}', (error as Error).message));
      return [{ id: defaultModel, name: defaultModel }];
    }
  }

  private async readEditorModels(): Promise<void> {
    try {
      this.editorModels = await vscode.lm.selectChatModels();
    } catch (error) {
      this.warn(vscode.l10n.t('The language models of the editor could not be listed: {0}', (error as Error).message));
    }
    this.reset();
  }

  private make(agent: string, own: string | undefined): ModelPort {
    const { chosen } = this;
    // A rehearsal is one for all agents, and a model that cannot be reached is none.
    const wanted = own && (own.includes(':') ? own : `anthropic:${modelNamed(own)}`);
    const name = !wanted || chosen === 'rehearsal' || (wanted.startsWith('anthropic:') && !this.canReach) ? chosen : wanted;
    if (name.startsWith('anthropic:') && this.canReach) return this.anthropic(name.slice('anthropic:'.length));
    if (name.startsWith('vscode:')) {
      const find = () => this.editorModels.find((model) => languageModelName(model) === name);
      return new LanguageModel(name, this.listed.then(find), find());
    }
    if (name.startsWith('anthropic:'))
      this.warn(vscode.l10n.t('hooksmith.model is {0}, but no key is set; the rehearsal model answers.', name));
    else if (name !== 'rehearsal')
      this.warn(
        vscode.l10n.t(
          "hooksmith.model '{0}' is none of rehearsal, anthropic:MODEL and vscode:VENDOR/ID; the rehearsal model answers.",
          name,
        ),
      );
    const script = this.settings.get('rehearsal.script');
    if (!script) return new Rehearsal(undefined, agent);
    try {
      return new Rehearsal(readScript(readFileSync(script, 'utf8'), script), agent);
    } catch (error) {
      this.warn((error as Error).message);
      return new Rehearsal(undefined, agent);
    }
  }

  private anthropic(model: string): AnthropicModel {
    return new AnthropicModel({
      apiKey: this.apiKey ?? '',
      model,
      described: this.described.get(model),
      baseURL: this.settings.get('anthropic.baseUrl') || process.env.ANTHROPIC_BASE_URL,
      headers: this.settings.get('anthropic.headers'),
      maxTokens: this.settings.get('anthropic.maxTokens'),
      thinking: this.settings.get('anthropic.thinking'),
      effort: this.settings.get('anthropic.effort') || undefined,
    });
  }
}

const contextOf = (tokens: number | undefined): string | undefined =>
  tokens ? vscode.l10n.t('{0} tokens of context', tokens.toLocaleString()) : undefined;

const itemOf = ({ id, name, contextWindow }: ModelDescription): vscode.QuickPickItem & { value: string } => ({
  label: name,
  description: name === id ? undefined : id,
  detail: contextOf(contextWindow ?? factsOf(id)?.contextWindow),
  value: `anthropic:${id}`,
});
