/** How a hook file and a hook look in the Hooks tree; each state has an icon and words. */
import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import type { HookProblem } from '../../hooks/chain/words/registered';
import type { HeldFile } from '../../hooks/parent/accepting/reloader';
import { calledAs, type HookDescription } from '../../shared/hooks/hookDescription';
import type { OurCommand } from '../window/ourCommands';
import { themeIcon } from '../window/themeIcon';
import { type Counts, p95 } from './hookCounts';

export interface FileState {
  file: string;
  problems: readonly HookProblem[];
  /** Its hooks in force. */
  hooks: readonly HookDescription[];
  /** Why what is on disk waits for the human: the version before it, if any, is in force. */
  held?: HeldFile['why'];
}

export interface HookState {
  hook: HookDescription;
  counts: Counts | undefined;
  enabled: boolean;
  /** Not called, since it timed out three times in a row. */
  suspended: boolean;
  problem: HookProblem | undefined;
  /** Its places in its chains, in words. */
  places: string;
  /** Of one in shadow: how often it ran, and would have decided. */
  wouldHave?: { ran: number; decided: number };
  /** What agents that are guarded cannot be told of it. */
  beyond?: string;
}

export function fileItem({ file, problems, hooks, held }: FileState): vscode.TreeItem {
  const item = new vscode.TreeItem(
    vscode.Uri.file(file),
    hooks.length > 0 ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.None,
  );
  const [error] = problems.filter((problem) => problem.severity === 'error');
  const state = error
    ? `${hooks.length > 0 ? vscode.l10n.t('error, the last good version runs') : vscode.l10n.t('error, not live')}: ${error.message}`
    : held
      ? heldStates()[held]
      : problems.length > 0
        ? vscode.l10n.t('warning: {0}', problems[0]!.message)
        : '';
  item.id = file;
  item.label = basename(file);
  const where = folderOf(file);
  const whose = severalFolders() ? vscode.workspace.getWorkspaceFolder(vscode.Uri.file(file))?.name : undefined;
  item.description = state ? [whose, state].filter(Boolean).join(' · ') : where;
  if (error) item.iconPath = themeIcon('error', 'list.errorForeground');
  else if (held) item.iconPath = themeIcon('lock', 'list.warningForeground');
  else if (problems.length > 0) item.iconPath = themeIcon('warning', 'list.warningForeground');
  else item.iconPath = vscode.ThemeIcon.File;
  item.tooltip = [file, state, ...problems.map(({ line, column, message }) => `${line}:${column} ${message}`)]
    .filter(Boolean)
    .join('\n');
  item.contextValue = `hookFile${held ? '.held' : ''}${error ? '.problem' : ''}`;
  item.command =
    held && !error
      ? { command: 'hooksmith.reviewHookFile' satisfies OurCommand, title: vscode.l10n.t('Review Change'), arguments: [file] }
      : openCommand(file, error?.line ?? 1);
  item.accessibilityInformation = { label: [item.label, severalFolders() ? where : '', state].filter(Boolean).join(', ') };
  return item;
}

export function hookItem({ hook, counts, enabled, suspended, problem, places, wouldHave, beyond }: HookState): vscode.TreeItem {
  const { options, events, kind } = hook;
  const item = new vscode.TreeItem(calledAs(hook));
  const state = suspended
    ? vscode.l10n.t('suspended: timed out three times in a row, save it to try again')
    : problem
      ? vscode.l10n.t('error: {0}', problem.message)
      : counts?.failures
        ? counts.failures === 1
          ? vscode.l10n.t('failed when it last ran')
          : vscode.l10n.t('failed: {0} times in a row', counts.failures)
        : enabled
          ? ''
          : vscode.l10n.t('disabled');
  const facts = [
    state,
    options.shadow ? shadowText(wouldHave) : '',
    kind === 'policy' ? vscode.l10n.t('policy') : events.join(', '),
    matcherOf(hook),
    options.priority !== 0 ? vscode.l10n.t('priority {0}', options.priority) : '',
    counts ? countsText(counts) : '',
    beyond ?? '',
  ].filter(Boolean);
  item.id = hook.id;
  item.description = facts.join(' · ');
  item.iconPath = suspended
    ? themeIcon('debug-pause', 'list.warningForeground')
    : problem
      ? themeIcon('error', 'list.errorForeground')
      : counts?.failures
        ? themeIcon('warning', 'list.warningForeground')
        : enabled
          ? // Words at the end are cut in most sidebars.
            themeIcon(beyond ? 'info' : kind === 'policy' ? 'law' : 'plug')
          : themeIcon('circle-slash');
  item.checkboxState = {
    state: enabled ? vscode.TreeItemCheckboxState.Checked : vscode.TreeItemCheckboxState.Unchecked,
    tooltip: enabled ? vscode.l10n.t('Enabled: clear to disable') : vscode.l10n.t('Disabled: check to enable'),
    accessibilityInformation: { label: vscode.l10n.t('{0} enabled', String(item.label)) },
  };
  item.contextValue = `hook.${enabled ? 'enabled' : 'disabled'}${suspended ? '.suspended' : ''}${options.shadow ? '.shadow' : ''}`;
  item.tooltip = new vscode.MarkdownString(
    [
      `**${escaped(hook.name)}** · ${escaped(facts.join(' · '))}`,
      vscode.l10n.t('Runs {0}.', places),
      vscode.l10n.t(
        'The order is by priority, high first; then layer, file path and place in the file. *Why This Order?* in the menu shows the chain.',
      ),
    ].join('\n\n'),
  );
  item.command = openCommand(hook.file, hook.line);
  item.accessibilityInformation = { label: [item.label, ...facts].join(', ') };
  return item;
}

const shadowText = (would: HookState['wouldHave']): string =>
  would && would.decided > 0
    ? vscode.l10n.t('shadow, would have decided {0} of {1}', would.decided, would.ran)
    : vscode.l10n.t('shadow');

function matcherOf({ options }: HookDescription): string {
  return [
    options.tools.length > 0 && !options.tools.includes('*') ? options.tools.join(', ') : '',
    ...Object.entries(options.match).map(([field, patterns]) => `${field}: ${patterns.join(' | ')}`),
    options.agents.length > 0 ? vscode.l10n.t('agents {0}', options.agents.join(', ')) : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function countsText({ fired, denied, durations }: Counts): string {
  const time = p95(durations);
  return [
    `${fired}×`,
    denied > 0 ? vscode.l10n.t('{0} denied', denied) : '',
    `p95 ${time < 10 ? time.toFixed(1) : time.toFixed(0)} ms`,
  ]
    .filter(Boolean)
    .join(' ');
}

const severalFolders = (): boolean => (vscode.workspace.workspaceFolders?.length ?? 0) > 1;

/** Below the workspace folder, with its name where there are several; whole outside of them. */
const folderOf = (file: string): string => vscode.workspace.asRelativePath(dirname(file));

export const openCommand = (file: string, line: number): vscode.Command => ({
  command: 'vscode.open',
  title: vscode.l10n.t('Open'),
  arguments: [
    vscode.Uri.file(file),
    { selection: new vscode.Range(line - 1, 0, line - 1, 0) } satisfies vscode.TextDocumentShowOptions,
  ],
});

const heldStates = (): Record<HeldFile['why'], string> => ({
  new: vscode.l10n.t('held: new, not live until you review it'),
  changed: vscode.l10n.t('held: changed from outside, the version before it runs'),
  deleted: vscode.l10n.t('held: deleted, its last version still runs'),
});

const escaped = (text: string) => text.replace(/[\\`*_{}[\]()#+\-.!|<>]/g, '\\$&');
