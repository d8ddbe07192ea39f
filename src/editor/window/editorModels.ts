/** The language models that the editor offers, as a provider: whatever the user already has there, no key of ours. */
import * as vscode from 'vscode';
import type { ModelDescription, Provider } from '../../models/provider';
import { callsTools, LanguageModel, languageModelName } from './languageModel';

const name = 'vscode';

export class EditorModels {
  private models: vscode.LanguageModelChat[] = [];
  private listed: Promise<void> = Promise.resolve();
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly modelsChanged = vscode.lm.onDidChangeChatModels(() => this.read());

  constructor(private readonly warn: (text: string) => void) {}

  get count(): number {
    return this.models.length;
  }

  /** Their extensions may yet have to start; nothing waits for them. */
  read(): void {
    this.listed = this.list();
  }

  readonly provider: Provider = {
    name,
    label: vscode.l10n.t('From the editor'),
    form: `${name}:VENDOR/ID`,
    settings: {},
    make: (model) => {
      const whole = `${name}:${model}`;
      const find = () => this.models.find((one) => languageModelName(one) === whole);
      return new LanguageModel(whole, this.listed.then(find), find());
    },
    list: async () => this.models.map(described),
  };

  dispose(): void {
    this.modelsChanged.dispose();
    this.changed.dispose();
  }

  private async list(): Promise<void> {
    try {
      this.models = await vscode.lm.selectChatModels();
    } catch (error) {
      this.warn(vscode.l10n.t('The language models of the editor could not be listed: {0}', (error as Error).message));
    }
    this.changed.fire();
  }
}

const described = (model: vscode.LanguageModelChat): ModelDescription => ({
  id: languageModelName(model).slice(name.length + 1),
  name: model.name,
  note: [model.vendor, model.family].filter(Boolean).join(' · '),
  contextWindow: model.maxInputTokens,
  ...(callsTools(model) === false ? { tools: false } : {}),
});
