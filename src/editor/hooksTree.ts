/** The Hooks tree: file → hook with its events, matcher, priority and counts; a checkbox is whether it is enabled. */
import { basename, relative } from 'node:path';
import * as vscode from 'vscode';
import type { HookDescription, HookProblem } from '../hooks/registered';
import type { HookEvent } from '../shared/events';

export interface HooksTreeSource {
  descriptions(): readonly HookDescription[];
  problems(): readonly HookProblem[];
  isEnabled(id: string): boolean;
  setEnabled(ids: string[], enabled: boolean): Promise<void>;
  onDidChange: vscode.Event<void>;
  onHookEvent: vscode.Event<HookEvent>;
}

interface Counts {
  fired: number;
  denied: number;
  errors: number;
  durations: number[];
}
type Node = { file: string } | { hook: HookDescription };

export class HooksTree implements vscode.TreeDataProvider<Node> {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly counts = new Map<string, Counts>();
  private refreshing: NodeJS.Timeout | undefined;

  constructor(private readonly source: HooksTreeSource) {}

  register(): vscode.Disposable {
    const view = vscode.window.createTreeView<Node>('hooksmith.hooks', {
      treeDataProvider: this,
      manageCheckboxStateManually: true,
      showCollapseAll: true,
    });
    const update = () => {
      const count = this.source.descriptions().length;
      view.message = undefined;
      view.description = count === 0 ? undefined : vscode.l10n.t('{0} live', count);
      this.changed.fire();
    };
    update();
    return vscode.Disposable.from(
      view,
      this.source.onDidChange(update),
      this.source.onHookEvent((event) => this.count(event)),
      view.onDidChangeCheckboxState(async ({ items }) => {
        for (const [node, state] of items) {
          const ids = 'hook' in node ? [node.hook.id] : this.hooksOf(node.file).map((hook) => hook.id);
          await this.source.setEnabled(ids, state === vscode.TreeItemCheckboxState.Checked);
        }
      }),
      new vscode.Disposable(() => clearTimeout(this.refreshing)),
    );
  }

  getChildren(node?: Node): Node[] {
    if (!node) {
      const files = new Set([
        ...this.source.descriptions().map((hook) => hook.file),
        ...this.source.problems().map((problem) => problem.file),
      ]);
      return [...files].sort().map((file) => ({ file }));
    }
    return 'file' in node ? this.hooksOf(node.file).map((hook) => ({ hook })) : [];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return 'file' in node ? this.fileItem(node.file) : this.hookItem(node.hook);
  }

  private hooksOf(file: string): HookDescription[] {
    return this.source
      .descriptions()
      .filter((hook) => hook.file === file)
      .sort((a, b) => b.options.priority - a.options.priority || a.position - b.position);
  }

  private fileItem(file: string): vscode.TreeItem {
    const problems = this.source.problems().filter((problem) => problem.file === file);
    const hooks = this.hooksOf(file);
    const item = new vscode.TreeItem(
      vscode.Uri.file(file),
      hooks.length > 0 ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.None,
    );
    item.id = file;
    const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(file));
    item.label = basename(file);
    item.description =
      problems.length > 0
        ? problems[0]!.message
        : folder
          ? relative(folder.uri.fsPath, file).replace(/[\\/][^\\/]+$/, '')
          : undefined;
    item.iconPath =
      problems.length > 0 ? new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground')) : vscode.ThemeIcon.File;
    item.tooltip = [file, ...problems.map((problem) => `${problem.line}:${problem.column} ${problem.message}`)].join('\n');
    item.contextValue = problems.length > 0 ? 'hookFile.problem' : 'hookFile';
    item.command = { command: 'vscode.open', title: vscode.l10n.t('Open'), arguments: [vscode.Uri.file(file)] };
    return item;
  }

  private hookItem(hook: HookDescription): vscode.TreeItem {
    const { options, events, kind } = hook;
    const item = new vscode.TreeItem(options.name ?? hook.name);
    item.id = hook.id;
    const counts = this.counts.get(hook.id);
    const enabled = this.source.isEnabled(hook.id) && options.enabled;
    const matcher = [
      options.tools.length > 0 && !options.tools.includes('*') ? options.tools.join(', ') : '',
      ...Object.entries(options.match).map(([field, patterns]) => `${field}: ${patterns.join(' | ')}`),
    ]
      .filter(Boolean)
      .join(' ');
    item.description = [
      kind === 'policy' ? 'policy' : events.join(', '),
      matcher,
      options.priority !== 0 ? `priority ${options.priority}` : '',
      options.shadow ? 'shadow' : '',
      counts
        ? [
            `${counts.fired}×`,
            counts.denied ? `${counts.denied} denied` : '',
            counts.errors ? `${counts.errors} failed` : '',
            `p95 ${p95(counts.durations)} ms`,
          ]
            .filter(Boolean)
            .join(' ')
        : '',
    ]
      .filter(Boolean)
      .join(' · ');
    item.iconPath = new vscode.ThemeIcon(counts?.errors ? 'warning' : kind === 'policy' ? 'law' : 'plug');
    item.checkboxState = {
      state: enabled ? vscode.TreeItemCheckboxState.Checked : vscode.TreeItemCheckboxState.Unchecked,
      tooltip: enabled ? vscode.l10n.t('Enabled: clear to disable') : vscode.l10n.t('Disabled'),
    };
    item.contextValue = 'hook';
    item.tooltip = vscode.l10n.t(
      'Runs by priority, high first, then by folder, file and position. This one: priority {0}, layer {1}, position {2}.',
      options.priority,
      hook.layer,
      hook.position + 1,
    );
    item.command = {
      command: 'vscode.open',
      title: vscode.l10n.t('Open'),
      arguments: [
        vscode.Uri.file(hook.file),
        { selection: new vscode.Range(hook.line - 1, 0, hook.line - 1, 0) } satisfies vscode.TextDocumentShowOptions,
      ],
    };
    return item;
  }

  private count(event: HookEvent): void {
    for (const record of event.hooks) {
      const counts = this.counts.get(record.id) ?? { fired: 0, denied: 0, errors: 0, durations: [] };
      counts.fired++;
      if (record.decision === 'deny') counts.denied++;
      if (record.error) counts.errors++;
      counts.durations.push(record.duration);
      if (counts.durations.length > 200) counts.durations.shift();
      this.counts.set(record.id, counts);
    }
    // A burst of events repaints once.
    if (event.hooks.length > 0)
      this.refreshing ??= setTimeout(() => {
        this.refreshing = undefined;
        this.changed.fire();
      }, 250);
  }
}

function p95(durations: readonly number[]): string {
  const sorted = [...durations].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? 0;
  return value < 10 ? value.toFixed(1) : value.toFixed(0);
}
