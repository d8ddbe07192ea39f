/** The status bar: model, hooks live, cost. Each part leads where its words point; a warning leads to what is wrong. */
import * as vscode from 'vscode';
import { brief } from '../shared/basics/brief';
import { dollars } from '../shared/basics/dollars';
import type { Status } from '../shared/views/viewProtocol';
import type { Health } from './hooks/healthCounts';
import { healthText } from './hooks/hookHealth';
import type { OurCommand } from './window/ourCommands';

interface Waiting {
  name: string;
  /** What the human is to do. */
  wants: string;
}

export interface StatusFacts {
  status: Status;
  running: boolean;
  /** The prompts that wait for the human. */
  waiting: readonly Waiting[];
  /** The hook files and servers that do, by name. */
  held: readonly string[];
  /** How the hooks did so far. */
  health: Health;
  /** What the last replay came to, in words. */
  replay?: string;
}

export class StatusBar {
  private readonly model = part('model', vscode.l10n.t('Hooksmith: Model'), 91);
  private readonly hooks = part('hooks', vscode.l10n.t('Hooksmith: Hooks'), 90);
  private readonly cost = part('cost', vscode.l10n.t('Hooksmith: Cost'), 89);

  constructor(private readonly facts: () => StatusFacts) {
    this.model.show();
    this.hooks.show();
  }

  update(): void {
    const { status, running, waiting, held, health, replay } = this.facts();
    this.showModel(status, running, waiting);
    this.showHooks(status, held, health, replay);
    const { costUsd, usage, priceUnknown } = status;
    const cached = usage.cache_read_input_tokens ?? 0;
    this.cost.text = dollars(costUsd);
    this.cost.tooltip = [
      vscode.l10n.t('This session cost {0}, in US dollars.', dollars(costUsd)),
      vscode.l10n.t('{0} tokens in, {1} out, {2} read from the cache.', usage.input_tokens, usage.output_tokens, cached),
      ...(priceUnknown ? [vscode.l10n.t('No price is known for this model: what its calls cost is not counted.')] : []),
    ].join('\n');
    this.cost.command = { command: 'hooksmith.openTimeline' satisfies OurCommand, title: vscode.l10n.t('Open Timeline') };
    if (costUsd > 0) this.cost.show();
    else this.cost.hide();
  }

  dispose(): void {
    for (const item of [this.model, this.hooks, this.cost]) item.dispose();
  }

  private showModel({ model, mode, rehearsal }: Status, running: boolean, waits: readonly Waiting[]): void {
    const waiting = waits.length;
    const { model: item } = this;
    const icon = waiting > 0 ? 'bell-dot' : running ? 'loading~spin' : mode === 'bypass' ? 'warning' : 'hubot';
    item.text = `$(${icon}) ${waiting === 0 ? shortened(model) : waiting === 1 ? vscode.l10n.t('{0} waits for you', shortened(waits[0]!.name)) : vscode.l10n.t('{0} wait for you', waiting)}${mode === 'bypass' ? ` · ${vscode.l10n.t('Bypass')}` : ''}`;
    item.tooltip = [
      model,
      rehearsal ? vscode.l10n.t('No language model: it plays the tool calls that you write.') : '',
      waiting > 0 ? [vscode.l10n.t('Waiting for you:'), ...listed(waits.map(({ wants }) => wants))].join('\n') : '',
      mode === 'bypass' ? vscode.l10n.t('Bypass mode: what nobody decides runs without asking.') : '',
      waiting > 0 || running ? vscode.l10n.t('Click to open the chat.') : vscode.l10n.t('Click to choose a model.'),
    ]
      .filter(Boolean)
      .join('\n');
    const command: OurCommand = waiting > 0 || running ? 'hooksmith.openChat' : 'hooksmith.chooseModel';
    item.command = { command, title: item.name!, arguments: [{ waiting: waiting > 0 }] };
    item.backgroundColor =
      waiting > 0 || mode === 'bypass' ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
  }

  private showHooks(status: Status, waits: readonly string[], health: Health, replay?: string): void {
    const { hooksLive, hookProblems, trusted } = status;
    const { hooks: item } = this;
    const held = waits.length;
    const failing = health.failing.length;
    const warns = hookProblems > 0 || held > 0 || failing > 0;
    item.text = `$(${warns ? 'warning' : 'plug'}) ${briefly(hooksLive)}${hookProblems > 0 ? ` · ${vscode.l10n.t('{0} broken', hookProblems)}` : ''}${failing > 0 ? ` · ${vscode.l10n.t('{0} failing', failing)}` : ''}${held > 0 ? ` · ${vscode.l10n.t('{0} held', held)}` : ''}`;
    item.tooltip = [
      hooksLive === undefined ? vscode.l10n.t('Hooks are being loaded.') : liveHooks(hooksLive),
      hookProblems === 1 ? vscode.l10n.t('1 problem in hook files: click to see it') : '',
      hookProblems > 1 ? vscode.l10n.t('{0} problems in hook files: click to see them', hookProblems) : '',
      held === 1 ? vscode.l10n.t('1 changed hook file or new server waits for you: click to review it') : '',
      held > 1 ? vscode.l10n.t('{0} changed hook files or new servers wait for you: click to review them', held) : '',
      ...listed(waits),
      health.calls > 0 ? healthText(health) : '',
      ...health.failing.map(({ name, message }) => vscode.l10n.t('{0} failed: {1}', name, message)),
      replay === undefined ? '' : vscode.l10n.t('Replay: {0}', replay),
      trusted ? '' : vscode.l10n.t('This workspace is not trusted: none of its hooks are loaded.'),
    ]
      .filter(Boolean)
      .join('\n');
    item.command =
      hookProblems > 0
        ? 'workbench.actions.view.problems'
        : ((held > 0 ? 'hooksmith.reviewHookFiles' : 'hooksmith.hooks.focus') satisfies OurCommand);
    item.backgroundColor = warns ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
  }
}

function part(id: string, name: string, priority: number): vscode.StatusBarItem {
  const item = vscode.window.createStatusBarItem(`hooksmith.${id}`, vscode.StatusBarAlignment.Right, priority);
  item.name = name;
  return item;
}

const mostListed = 5;
const listed = (names: readonly string[]): string[] => [
  ...names.slice(0, mostListed).map((name) => `• ${name}`),
  ...(names.length > mostListed ? [`• ${vscode.l10n.t('{0} more', names.length - mostListed)}`] : []),
];

const liveHooks = (count: number): string =>
  count === 1 ? vscode.l10n.t('1 hook live') : vscode.l10n.t('{0} hooks live', count);

function briefly(count: number | undefined): string {
  if (count === undefined) return vscode.l10n.t('hooks …');
  return count === 1 ? vscode.l10n.t('1 hook') : vscode.l10n.t('{0} hooks', count);
}

const shortened = (model: string) => brief(model, 32);
