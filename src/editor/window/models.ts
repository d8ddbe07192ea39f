/** Which model answers: the user's choice, else that of a provider whose key is set, else the rehearsal model. */
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { lateModelFetch } from '../../adapters/web/lateWeb';
import type { ModelError, ModelPort } from '../../agent/ports/model';
import { agentModel, formsOf, type NamedModel, providerOf, providers } from '../../models/index';
import type { ModelDescription, Provider, Setup } from '../../models/provider';
import { rehearsal } from '../../models/rehearsal';
import { isCommand } from '../../shared/runs/waysOut';
import { EditorModels } from './editorModels';
import { pickLate } from './pickLate';
import type { SettingName } from './settingShapes';
import type { Settings } from './settings';
import { themeIcon } from './themeIcon';

interface ModelItem extends vscode.QuickPickItem {
  value?: string;
  keyOf?: Provider;
  addressOf?: Provider;
}

export class Models {
  private readonly editor: EditorModels;
  private readonly providers: readonly Provider[];
  private readonly keys = new Map<Provider, string>();
  private made = new Map<string, ModelPort>();
  /** What providers say of their models, asked once for each set of settings. */
  private lists = new Map<Provider, Promise<ModelDescription[]>>();
  private described = new Map<string, ModelDescription>();
  private readonly fetch = lateModelFetch();
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly subscriptions: vscode.Disposable[];

  private constructor(
    private readonly secrets: vscode.SecretStorage,
    private readonly settings: Settings,
    private readonly warn: (text: string, setting?: string) => void,
  ) {
    this.editor = new EditorModels(warn);
    this.providers = [...providers, this.editor.provider];
    this.subscriptions = [
      this.changed,
      this.editor,
      settings.onDidChange(() => this.reset()),
      this.editor.onDidChange(() => this.reset()),
    ];
  }

  /** With what the secret storage holds, and with the lists of models on their way. */
  static async start(secrets: vscode.SecretStorage, settings: Settings, warn: Models['warn']): Promise<Models> {
    const models = new Models(secrets, settings, warn);
    await models.read();
    return models;
  }

  /** How many language models the editor itself offers, as far as they are known. */
  get ofEditor(): number {
    return this.editor.count;
  }

  private async read(): Promise<void> {
    for (const provider of this.providers) {
      const { key } = provider;
      const found = key && ((await this.secrets.get(key.secret)) ?? process.env[key.variable]);
      if (found) this.keys.set(provider, found);
      else this.keys.delete(provider);
    }
    this.reset();
    this.editor.read();
    // Asked ahead only where it counts: limits and thinking of the model in use.
    const { provider } = this.chosen ?? {};
    if (provider?.key && this.missing(provider) === undefined) void this.listOf(provider);
  }

  /** Forgets what was made from older settings. */
  private reset(): void {
    this.made = new Map();
    this.lists = new Map();
    this.changed.fire();
  }

  /** `own` is the model that a subagent's definition names. */
  get(agent: string, own?: string): ModelPort {
    const key = `${agent} ${own ?? ''}`;
    const known = this.made.get(key) ?? this.make(agent, own);
    this.made.set(key, known);
    return known;
  }

  /** Asks for a provider's key; of the first that takes one where none is named. */
  async setKey(provider: Provider | undefined = this.providers.find(({ key }) => key)): Promise<void> {
    if (!provider?.key) return;
    const key = await vscode.window.showInputBox({
      title: vscode.l10n.t('{0} API Key', provider.label),
      prompt: vscode.l10n.t('Kept in the editor’s secret storage. Empty removes it.'),
      password: true,
      ignoreFocusOut: true,
    });
    if (key === undefined) return;
    if (key.trim()) await this.secrets.store(provider.key.secret, key.trim());
    else await this.secrets.delete(provider.key.secret);
    await this.read();
  }

  /** Asks where a provider's server is. */
  private async setAddress({ address, label }: Provider): Promise<void> {
    if (!address) return;
    const setting = address.setting as 'openai.baseUrl';
    const known = Object.entries(address.known).map(([name, url]) => ({ label: name, description: url, url }));
    const other = { label: vscode.l10n.t('Another Address…'), url: undefined };
    const picked = await vscode.window.showQuickPick([...known, other], { title: vscode.l10n.t('{0}: Address', label) });
    if (!picked) return;
    const url =
      picked.url ??
      (await vscode.window.showInputBox({
        title: vscode.l10n.t('{0}: Address', label),
        prompt: vscode.l10n.t('Its base URL; it mostly ends in /v1.'),
        value: this.settings.get(setting),
        ignoreFocusOut: true,
        validateInput: (text) =>
          text === '' || /^https?:\/\/[^\s/]+/.test(text) ? undefined : vscode.l10n.t('A URL begins with http:// or https://.'),
      }));
    if (url === undefined) return;
    await this.settings.set(setting, url.trim());
    await this.choose();
  }

  /** Servers that do not answer leave the rest to choose from: nothing waits for their lists. */
  async choose(): Promise<void> {
    const { chosen } = this;
    const now = chosen && this.missing(chosen.provider) === undefined ? chosen : { provider: rehearsal, model: '' };
    const lists = new Map<Provider, ModelDescription[]>();
    const asked = this.providers.filter((provider) => provider.list && this.missing(provider) === undefined);
    const picked = await pickLate({
      title: vscode.l10n.t('Choose Model'),
      matchOnDescription: true,
      items: () => this.providers.flatMap((provider) => this.itemsOf(provider, lists.get(provider) ?? [], now)),
      late: asked.map(async (provider) => lists.set(provider, await this.listOf(provider))),
      keyOf: ({ value, label }) => value ?? label,
      first: nameOf(now),
    });
    if (picked?.keyOf) return this.setKey(picked.keyOf);
    if (picked?.addressOf) return this.setAddress(picked.addressOf);
    if (picked?.value !== undefined) await this.settings.set('model', picked.value);
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  /** A provider of one model is an item; one with a list has a heading, its models, and where its key is set. The one in force is there though no list has it. */
  private itemsOf(provider: Provider, listed: readonly ModelDescription[], now: NamedModel): ModelItem[] {
    const { label, name, note, key, address } = provider;
    const mark = (value: string) => (value === nameOf(now) ? { value, iconPath: themeIcon('check') } : { value });
    if (!provider.list) return provider.form === name ? [{ label, description: note, ...mark(name) }] : [];
    const { model } = now;
    const unlisted = now.provider === provider && !listed.some(({ id }) => id === model) ? [{ id: model, name: model }] : [];
    const items = [...unlisted, ...listed].map((model: ModelDescription) => ({
      label: model.name,
      description: model.note ?? (model.name === model.id ? undefined : model.id),
      detail: [
        contextOf(model.contextWindow ?? provider.facts?.(model.id)?.contextWindow),
        model.tools === false ? vscode.l10n.t('cannot call tools') : undefined,
      ]
        .filter(Boolean)
        .join(' · '),
      ...mark(`${name}:${model.id}`),
    }));
    const setKey = key ? [{ label: `$(key) ${vscode.l10n.t('Set {0} API Key…', label)}`, keyOf: provider }] : [];
    const setAddress = address ? [{ label: `$(server) ${vscode.l10n.t('Set Server Address…')}`, addressOf: provider }] : [];
    const all = [...items, ...setAddress, ...setKey];
    return all.length > 0 ? [{ label, kind: vscode.QuickPickItemKind.Separator }, ...all] : [];
  }

  /** By the user, or for want of a choice; undefined where the user's choice is none. */
  private get chosen(): NamedModel | undefined {
    const name = this.settings.get('model');
    if (name) return providerOf(name, this.providers);
    const ready = this.providers.find((provider) => provider.standard && this.keys.has(provider));
    return ready ? { provider: ready, model: ready.standard! } : { provider: rehearsal, model: '' };
  }

  /** Why the model that the human chose does not answer, in words; undefined where it does, and where none was chosen. */
  get problem(): string | undefined {
    const { chosen } = this;
    const name = this.settings.get('model');
    if (!chosen)
      return vscode.l10n.t("hooksmith.model '{0}' is none of {1}; the rehearsal model answers.", name, formsOf(this.providers));
    const why = this.missing(chosen.provider);
    return why && vscode.l10n.t('hooksmith.model is {0}, but {1}; the rehearsal model answers.', name, why);
  }

  private setupOf(provider: Provider, model?: string): Setup {
    return {
      fetch: this.fetch,
      key: this.keys.get(provider),
      setting: (name) => (name in provider.settings ? this.settings.get(name as SettingName) : undefined),
      readFile: (path) => readFileSync(path, 'utf8'),
      described: model === undefined ? undefined : this.described.get(`${provider.name}:${model}`),
    };
  }

  private missing(provider: Provider): string | undefined {
    return provider.missing?.(this.setupOf(provider));
  }

  /** What is known without asking where the list cannot be had. */
  private async listOf(provider: Provider): Promise<ModelDescription[]> {
    const list =
      this.lists.get(provider) ??
      provider.list!(this.setupOf(provider)).then((models) => {
        for (const model of models) this.described.set(`${provider.name}:${model.id}`, model);
        if (provider.key) {
          this.made = new Map();
          this.changed.fire();
        }
        return models;
      });
    this.lists.set(provider, list);
    try {
      return await list;
    } catch (error) {
      this.lists.delete(provider);
      const { message, waysOut } = error as Partial<ModelError> & Error;
      const text = vscode.l10n.t('The list of models could not be had: {0}', message);
      this.warn(
        text,
        waysOut?.find((way) => !isCommand(way)),
      );
      return provider.standard ? [{ id: provider.standard, name: provider.standard }] : [];
    }
  }

  private make(agent: string, own: string | undefined): ModelPort {
    const { chosen } = this;
    const wanted = own === undefined || chosen?.provider.forAll ? undefined : agentModel(own, this.providers);
    // A model that cannot be reached is none.
    const named = wanted && this.missing(wanted.provider) === undefined ? wanted : chosen;
    try {
      if (named && this.missing(named.provider) === undefined)
        return named.provider.make(named.model, agent, this.setupOf(named.provider, named.model));
    } catch (error) {
      this.warn((error as Error).message);
      return rehearsal.make('', agent, bare);
    }
    const { problem } = this;
    if (problem !== undefined) this.warn(problem, 'hooksmith.model');
    return this.rehearse(agent);
  }

  private rehearse(agent: string): ModelPort {
    try {
      return rehearsal.make('', agent, this.setupOf(rehearsal));
    } catch (error) {
      this.warn((error as Error).message, 'hooksmith.rehearsal.script');
      return rehearsal.make('', agent, bare);
    }
  }
}

/** Where nothing else can be had. */
const bare: Setup = { fetch: () => Promise.reject(new Error('nothing is asked')), setting: () => undefined, readFile: () => '' };

const nameOf = ({ provider, model }: NamedModel): string => (model ? `${provider.name}:${model}` : provider.name);

const contextOf = (tokens: number | undefined): string | undefined =>
  tokens ? vscode.l10n.t('{0} tokens of context', tokens.toLocaleString()) : undefined;
