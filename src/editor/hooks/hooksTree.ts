/** The Hooks tree: file → hook with its events, matcher, priority and counts, in the order they run; a checkbox is whether it is enabled. */
import * as vscode from 'vscode';
import type { HookProblem } from '../../hooks/chain/words/registered';
import type { HeldFile } from '../../hooks/parent/accepting/reloader';
import type { HookEvent } from '../../shared/events/events';
import { type HookDescription, isLive } from '../../shared/hooks/hookDescription';
import { type OurView, onCommand, type TreeCommand } from '../window/ourCommands';
import { SparingDraw } from '../window/sparingDraw';
import { HookCounts } from './hookCounts';
import { fileItem, hookItem, openCommand } from './hookItems';
import { placesOf, showOrder } from './hookOrder';
import type { TreeSection } from './treeSection';

export interface HooksTreeSource {
  /** In the order they run. */
  descriptions(): readonly HookDescription[];
  problems(): readonly HookProblem[];
  /** Files whose text on disk is not in force until the human accepts it. */
  held(): readonly HeldFile[];
  isEnabled(id: string): boolean;
  isSuspended(id: string): boolean;
  setEnabled(ids: string[], enabled: boolean): Promise<void>;
  /** Shows the events in which a hook ran. */
  showEvents(id: string): Promise<void>;
  onDidChange: vscode.Event<void>;
  /** Of the session that came back. */
  past(): Iterable<HookEvent>;
  onHookEvent: vscode.Event<HookEvent>;
  /** What stands beneath the files. */
  sections: readonly TreeSection[];
  /** How often a hook in shadow ran, and would have decided. */
  wouldHave(id: string): { ran: number; decided: number } | undefined;
  /** What agents that are guarded cannot be told of it. */
  beyond(hook: HookDescription): string | undefined;
}

type HookNode = { hook: HookDescription };
type SectionNode = { section: TreeSection };
export type Node = { file: string } | HookNode | SectionNode | { part: vscode.TreeItem };
const mimeType = 'application/vnd.code.tree.hooksmith.hooks';

export class HooksTree implements vscode.TreeDataProvider<Node>, vscode.TreeDragAndDropController<Node> {
  readonly dragMimeTypes = [];
  readonly dropMimeTypes = [mimeType];
  private readonly changed = new vscode.EventEmitter<Node[] | undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly counts = new HookCounts();
  /** The row of each hook that is shown: where only its count is new it is drawn again in place. */
  private rows = new Map<string, HookNode>();
  /** Rows that stay, and whose counts are no longer those that are shown. */
  private readonly outdated = new Set<Node>();
  private readonly drawing = new SparingDraw({ draw: () => this.drawCounts(), soonMs: 250, everyMs: 2000 });
  private readonly sections: SectionNode[];
  /** The id of each section's line as it is shown. */
  private shown = new Map<SectionNode, string>();

  constructor(private readonly source: HooksTreeSource) {
    for (const event of source.past()) this.counts.add(event);
    this.sections = source.sections.map((section) => ({ section }));
  }

  register(): vscode.Disposable {
    const { source } = this;
    const view = vscode.window.createTreeView<Node>('hooksmith.hooks' satisfies OurView, {
      treeDataProvider: this,
      dragAndDropController: this,
      manageCheckboxStateManually: true,
      showCollapseAll: true,
    });
    const update = () => {
      const live = source.descriptions().filter((hook) => isLive(hook) && this.isOn(hook)).length;
      const held = source.held().length;
      view.description = source.descriptions().length === 0 ? undefined : vscode.l10n.t('{0} live', live);
      view.badge = held > 0 ? { value: held, tooltip: heldText(held) } : undefined;
      this.changed.fire(undefined);
    };
    update();
    return vscode.Disposable.from(
      view,
      this.changed,
      source.onDidChange(update),
      this.watchSections(),
      this.watchCounts(),
      view.onDidChangeCheckboxState(async ({ items }) => {
        for (const [node, state] of items)
          await source.setEnabled(this.idsOf(node), state === vscode.TreeItemCheckboxState.Checked);
      }),
      ...this.commands(),
    );
  }

  /** Draws the rows of hooks that ran. */
  watchCounts(): vscode.Disposable {
    return vscode.Disposable.from(
      this.drawing,
      this.source.onHookEvent((event) => {
        if (this.counts.add(event)) this.recount(event.hooks.flatMap(({ id }) => this.rows.get(id) ?? []));
      }),
    );
  }

  /** Draws their lines as they change, each without the rest of the tree. */
  watchSections(): vscode.Disposable {
    return vscode.Disposable.from(
      ...this.sections.map((node) =>
        node.section.onDidChange(() => {
          const [shown, line] = [this.shown.get(node), lineOf(node.section)];
          // One that comes, goes or is another line now is a matter of the whole tree; one that has nothing to say is none.
          if (shown !== line) this.changed.fire(undefined);
          else if (line !== undefined) this.recount([node]);
        }),
      ),
    );
  }

  getChildren(node?: Node): Node[] {
    if (node && 'section' in node) return node.section.children().map((part) => ({ part }));
    if (node) return 'file' in node ? this.hooksOf(node.file).map((hook) => this.row(hook)) : [];
    this.rows = new Map();
    // The file whose hook runs first comes first.
    const files = new Set([...this.source.descriptions(), ...this.source.problems()].map(({ file }) => file));
    for (const { file } of this.source.held()) files.add(file);
    this.shown = new Map();
    // An empty tree gives its place to words about why: that nothing is trusted, or nothing written yet.
    if (files.size === 0) return [];
    for (const node of this.sections) {
      const line = lineOf(node.section);
      if (line !== undefined) this.shown.set(node, line);
    }
    return [...[...files].filter(Boolean).map((file) => ({ file })), ...this.shown.keys()];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const { source } = this;
    if ('part' in node) return node.part;
    if ('section' in node) return node.section.item() ?? new vscode.TreeItem('');
    const problems = source.problems().filter(({ file }) => file === ('file' in node ? node.file : node.hook.file));
    if ('file' in node)
      return fileItem({
        file: node.file,
        problems,
        hooks: this.hooksOf(node.file),
        held: source.held().find(({ file }) => file === node.file)?.why,
      });
    const { hook } = node;
    return hookItem({
      hook,
      counts: this.counts.of(hook.id),
      enabled: this.isOn(hook),
      suspended: source.isSuspended(hook.id),
      problem: problems.find((problem) => problem.hook === hook.name && problem.severity === 'error'),
      places: placesOf(source.descriptions(), hook),
      wouldHave: source.wouldHave(hook.id),
      beyond: source.beyond(hook),
    });
  }

  /** The place in this tree follows from the files: a drop says where it comes from, and changes nothing. */
  async handleDrop(target: Node | undefined): Promise<void> {
    const why = vscode.l10n.t('Why This Order?');
    const text = vscode.l10n.t(
      'Hooks run by priority, then by layer, file and place in the file: change `priority` to move one.',
    );
    const node = target && ('hook' in target ? target : this.getChildren(target)[0]);
    if ((await vscode.window.showInformationMessage(text, ...(node ? [why] : []))) === why) await this.explain(node);
  }

  private commands(): vscode.Disposable[] {
    const { source } = this;
    const on = (name: TreeCommand, action: (node: Node) => unknown) =>
      onCommand(`hooksmith.${name}`, (node?: Node) => node && action(node));
    return [
      on('openHook', (node) => isOfFile(node) && open('file' in node ? { file: node.file, line: 1 } : node.hook)),
      on('enableHook', (node) => source.setEnabled(this.idsOf(node), true)),
      on('disableHook', (node) => source.setEnabled(this.idsOf(node), false)),
      on('showHookEvents', (node) => 'hook' in node && source.showEvents(node.hook.id)),
      on('copyHookId', (node) => isOfFile(node) && vscode.env.clipboard.writeText('hook' in node ? node.hook.id : node.file)),
      on('whyThisOrder', (node) => this.explain(node)),
    ];
  }

  private async explain(node: Node | undefined): Promise<void> {
    if (node && 'hook' in node) await showOrder(this.source.descriptions(), node.hook, open);
  }

  private row(hook: HookDescription): HookNode {
    const row = { hook };
    this.rows.set(hook.id, row);
    return row;
  }

  private idsOf(node: Node): string[] {
    if (!isOfFile(node)) return [];
    return 'hook' in node ? [node.hook.id] : this.hooksOf(node.file).map(({ id }) => id);
  }

  private isOn(hook: HookDescription): boolean {
    return hook.options.enabled && this.source.isEnabled(hook.id);
  }

  private hooksOf(file: string): HookDescription[] {
    return this.source.descriptions().filter((hook) => hook.file === file);
  }

  /** Seldom in a busy run: the editor makes the buttons of a row that is drawn again anew, and a click on one in that moment is lost. */
  private recount(nodes: Node[]): void {
    for (const node of nodes) this.outdated.add(node);
    if (this.outdated.size > 0) this.drawing.ask();
  }

  private drawCounts(): void {
    this.changed.fire([...this.outdated]);
    this.outdated.clear();
  }
}

/** Undefined while it has nothing to say. */
const lineOf = (section: TreeSection): string | undefined => {
  const item = section.item();
  return item && (item.id ?? section.id);
};

const isOfFile = (node: Node): node is { file: string } | HookNode => 'file' in node || 'hook' in node;

const heldText = (held: number) =>
  held === 1 ? vscode.l10n.t('1 changed hook file waits for you') : vscode.l10n.t('{0} changed hook files wait for you', held);

function open({ file, line }: { file: string; line: number }): Thenable<unknown> {
  const { command, arguments: args = [] } = openCommand(file, line);
  return vscode.commands.executeCommand(command, ...args);
}
