/** Health of the hooks and what those in shadow would have decided, as parts of the Hooks tree. Failures are in sight; what goes well is folded away. */
import * as vscode from 'vscode';
import type { HookEvent } from '../../shared/events/events';
import { type OurCommand, onCommand } from '../window/ourCommands';
import type { PayloadDocuments } from '../window/payloadDocuments';
import { themeIcon } from '../window/themeIcon';
import { type Health, HealthCounts } from './healthCounts';
import { openCommand } from './hookItems';
import { ShadowCounts, sidesOf, type WouldHave } from './shadowCounts';
import type { TreeSection } from './treeSection';

export interface HealthParts {
  past(): Iterable<HookEvent>;
  onHookEvent: vscode.Event<HookEvent>;
  payloads: PayloadDocuments;
}

export class HookHealth {
  private readonly counts = new HealthCounts();
  readonly shadow = new ShadowCounts();
  private readonly changed = { health: new vscode.EventEmitter<void>(), shadow: new vscode.EventEmitter<void>() };
  private readonly untold = new Set<keyof HookHealth['changed']>();
  readonly onDidChange = this.changed.health.event;
  readonly onDidChangeShadow = this.changed.shadow.event;
  private telling: NodeJS.Timeout | undefined;
  readonly sections: TreeSection[];

  constructor(private readonly parts: HealthParts) {
    for (const event of parts.past()) this.take(event);
    const { health, shadow } = this.changed;
    this.sections = [
      {
        ...{ id: 'health', onDidChange: health.event },
        item: () => healthItem(this.counts.health),
        children: () => healthParts(this.counts.health),
      },
      {
        ...{ id: 'shadow', onDidChange: shadow.event },
        item: () => this.shadowItem(),
        children: () => this.shadow.decided.map(shadowPart).reverse(),
      },
    ];
    this.untold.clear();
  }

  get health(): Health {
    return this.counts.health;
  }

  register(): vscode.Disposable {
    return vscode.Disposable.from(
      ...Object.values(this.changed),
      this.parts.onHookEvent((event) => {
        if (this.take(event)) this.tellSoon();
      }),
      onCommand('hooksmith.showShadowDecision', (would: WouldHave) => this.show(would)),
      new vscode.Disposable(() => clearTimeout(this.telling)),
    );
  }

  private take(event: HookEvent): boolean {
    if (this.counts.add(event)) this.untold.add('health');
    if (this.shadow.add(event)) this.untold.add('shadow');
    return this.untold.size > 0;
  }

  /** A burst of events is told once. */
  private tellSoon(): void {
    this.telling ??= setTimeout(() => {
      this.telling = undefined;
      for (const section of this.untold) this.changed[section].fire();
      this.untold.clear();
    }, 250);
  }

  private shadowItem(): vscode.TreeItem | undefined {
    const { length } = this.shadow.decided;
    if (length === 0) return undefined;
    const item = new vscode.TreeItem(vscode.l10n.t('Shadow'), vscode.TreeItemCollapsibleState.Collapsed);
    item.description =
      length === 1 ? vscode.l10n.t('1 decision that did not count') : vscode.l10n.t('{0} decisions that did not count', length);
    item.iconPath = themeIcon('eye');
    item.tooltip = vscode.l10n.t('What hooks with `shadow: true` would have decided. Make one live in its menu.');
    item.accessibilityInformation = { label: `${vscode.l10n.t('Shadow')}, ${item.description}` };
    return item;
  }

  private async show(would: WouldHave): Promise<void> {
    const { before, after } = sidesOf(would);
    const { record, event } = would;
    const text = (side: object) => `${JSON.stringify(side, null, 2)}\n`;
    const title = vscode.l10n.t('{0} would have decided: {1}', record.name, record.decision);
    await this.parts.payloads.diff(title, `/shadow-${event.id.slice(-8)}.json`, text(before), text(after));
  }
}

/** For people: `41 of 41 tool calls passed 4 hooks, 0 bypassed`. */
export const healthText = ({ calls, passed, hooks, bypassed }: Health): string =>
  hooks === 1
    ? vscode.l10n.t('{0} of {1} tool calls passed 1 hook, {2} bypassed', passed, calls, bypassed)
    : vscode.l10n.t('{0} of {1} tool calls passed {2} hooks, {3} bypassed', passed, calls, hooks, bypassed);

function healthItem(health: Health): vscode.TreeItem | undefined {
  if (health.calls === 0 && health.failing.length === 0) return undefined;
  const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
  const isWell = health.failing.length === 0 && health.bypassed === 0;
  const item = new vscode.TreeItem(vscode.l10n.t('Health'), isWell ? (health.slowest.length > 0 ? Collapsed : None) : Expanded);
  // Another id where it goes from well to not: the tree keeps how a row was opened.
  item.id = `health ${isWell}`;
  item.description = healthText(health);
  item.iconPath = isWell ? themeIcon('heart') : themeIcon('warning', 'list.warningForeground');
  item.accessibilityInformation = { label: `${vscode.l10n.t('Health')}, ${item.description}` };
  return item;
}

function healthParts({ slowest, failing }: Health): vscode.TreeItem[] {
  const part = (name: string, description: string, file: string, line: number, look: vscode.ThemeIcon) => {
    const item = new vscode.TreeItem(name);
    item.description = description;
    item.iconPath = look;
    item.command = openCommand(file, line);
    item.accessibilityInformation = { label: `${name}, ${description}` };
    return item;
  };
  return [
    ...failing.map(({ name, file, line, failures, message }) =>
      part(name, vscode.l10n.t('failed {0}×: {1}', failures, message), file, line, themeIcon('error', 'list.errorForeground')),
    ),
    ...slowest.map(({ name, file, line, p95 }) =>
      part(name, vscode.l10n.t('slow: p95 {0} ms', p95.toFixed(0)), file, line, themeIcon('watch')),
    ),
  ];
}

function shadowPart(would: WouldHave): vscode.TreeItem {
  const { event, record } = would;
  const item = new vscode.TreeItem(record.name);
  item.id = `shadow ${event.id} ${record.id}`;
  item.description = [`${record.decision}${record.reason ? `: ${record.reason}` : ''}`, event.toolName]
    .filter(Boolean)
    .join(' · ');
  item.iconPath = themeIcon('eye');
  item.command = {
    command: 'hooksmith.showShadowDecision' satisfies OurCommand,
    title: vscode.l10n.t('Show Change'),
    arguments: [would],
  };
  return item;
}
