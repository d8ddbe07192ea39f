/** Which model answers: the user's choice, else Anthropic where a key is set, else the rehearsal model. */
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { ModelPort } from '../agent/ports';
import { AnthropicModel } from '../models/anthropic';
import { Rehearsal, readScript } from '../models/rehearsal';
import type { Settings } from './settings';

const keyName = 'hooksmith.anthropicApiKey';
const defaultModel = 'claude-sonnet-4-5';

export class Models {
  private apiKey: string | undefined;
  private made = new Map<string, ModelPort>();
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly secrets: vscode.SecretStorage,
    private readonly settings: Settings,
    private readonly warn: (text: string) => void,
  ) {}

  async start(): Promise<void> {
    this.apiKey = (await this.secrets.get(keyName)) ?? process.env.ANTHROPIC_API_KEY;
    this.reset();
  }

  /** Forgets what was made from older settings. */
  reset(): void {
    this.made = new Map();
    this.changed.fire();
  }

  get(agent: string): ModelPort {
    const known = this.made.get(agent) ?? this.make(agent);
    this.made.set(agent, known);
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
    await this.start();
  }

  async choose(): Promise<void> {
    const items: (vscode.QuickPickItem & { value: string })[] = [
      {
        label: vscode.l10n.t('Rehearsal'),
        description: vscode.l10n.t('no key, no network, no language model'),
        value: 'rehearsal',
      },
    ];
    if (this.apiKey) {
      const ids = await this.anthropic(defaultModel)
        .listModels()
        .catch((error: Error) => {
          this.warn(error.message);
          return [defaultModel];
        });
      items.push(...ids.map((id) => ({ label: id, description: 'Anthropic', value: `anthropic:${id}` })));
    } else items.push({ label: vscode.l10n.t('Set Anthropic API Key…'), value: '' });
    const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Choose Model') });
    if (!picked) return;
    if (picked.value === '') return this.setKey();
    await this.settings.set('model', picked.value);
  }

  private make(agent: string): ModelPort {
    const name = this.settings.get('model') || (this.apiKey ? `anthropic:${defaultModel}` : 'rehearsal');
    if (name.startsWith('anthropic:') && this.apiKey) return this.anthropic(name.slice('anthropic:'.length));
    if (name.startsWith('anthropic:'))
      this.warn(vscode.l10n.t('hooksmith.model is {0}, but no key is set; the rehearsal model answers.', name));
    else if (name !== 'rehearsal')
      this.warn(
        vscode.l10n.t("hooksmith.model '{0}' is neither rehearsal nor anthropic:MODEL; the rehearsal model answers.", name),
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
      apiKey: this.apiKey!,
      model,
      baseURL: this.settings.get('anthropic.baseUrl') || process.env.ANTHROPIC_BASE_URL,
      headers: this.settings.get('anthropic.headers'),
      maxTokens: this.settings.get('anthropic.maxTokens'),
    });
  }
}
