/** What the human does with checkpoints: to restore files, the conversation or both, to take that back, and to keep or undo what agents did to single files. */
import * as vscode from 'vscode';
import { planRestore } from '../../adapters/checkpoints/plan';
import type { Target } from '../../adapters/checkpoints/restore';
import type { WorkspaceCheckpoints } from '../../adapters/checkpoints/workspaceCheckpoints';
import { brief } from '../../shared/basics/brief';
import type { FileChange, LeftOut } from '../../shared/events/fileChanges';
import { type Changed, type Checkpoint, changesSince } from '../../shared/stream/checkpoints';
import { unsavedText } from '../window/editorFiles';
import { shortDate } from '../window/shortDate';
import { warned } from '../window/warned';
import type { CheckpointDocuments } from './checkpointDocuments';
import type { Conversation } from './conversation';

type What = 'files' | 'conversation' | 'both';
const mostNamed = 5;

export class CheckpointActions {
  constructor(
    private readonly checkpoints: WorkspaceCheckpoints,
    private readonly documents: CheckpointDocuments,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /** What a call did in whose middle the last window went away stands in the list too. */
  async takeUp(conversation: Conversation): Promise<void> {
    const { files, leftOut } = await this.checkpoints.leftover();
    if (files.length > 0) conversation.note('files_changed', { data: { files, leftOut } });
  }

  /** Without a message it asks for one. */
  async restore(conversation: Conversation, eventId?: string): Promise<void> {
    const { files } = conversation.current;
    const checkpoint =
      eventId === undefined ? await this.pick(conversation) : files.checkpoints.find((one) => one.eventId === eventId);
    if (!checkpoint) {
      if (eventId !== undefined) conversation.notice('warning', vscode.l10n.t('This message is no longer in the session.'));
      return;
    }
    const changes = changesSince(files, checkpoint.eventId) ?? [];
    const what = await pickWhat(checkpoint, changes, files.leftOut);
    if (!what) return;
    const session = conversation.current;
    await session.stop();
    // What ran until now may have gone on changing files.
    const targets = what === 'conversation' ? [] : await this.agreed(changesSince(session.files, checkpoint.eventId) ?? []);
    if (!targets || session !== conversation.current) return;
    const restored = this.put(targets);
    if (restored.length > 0) conversation.note('files_restored', { data: { files: restored, to: checkpoint.eventId } });
    if (what !== 'files') await offering(conversation, () => session.rewind(checkpoint.eventId));
    // What is restored stands above the message box, with Redo.
    if (restored.length === 0 && what === 'files') conversation.notice('info', vscode.l10n.t('No file had to be restored.'));
  }

  /** Takes back the last restore. */
  async redo(conversation: Conversation): Promise<void> {
    const session = conversation.current;
    const last = session.files.redo;
    if (!last || session.running) return conversation.notice('info', vscode.l10n.t('There is nothing to redo.'));
    const back = last.files.map(({ path, before, after }): Changed => ({ path, before: after, after: before }));
    const targets = await this.agreed(back.map(({ path, before, after }) => ({ path, before: after, after: before })));
    if (!targets || session.files.redo !== last) return;
    if (last.rewound) await offering(conversation, () => session.redo());
    const files = this.put(targets);
    if (last.files.length > 0) conversation.note('files_restored', { data: { files, redo: true } });
    if (files.length > 0) conversation.notice('info', filesRestored(files.length));
  }

  keep(conversation: Conversation, paths: readonly string[]): void {
    const { changed } = conversation.current.files;
    const known = paths.filter((path) => changed.has(path));
    if (known.length > 0) conversation.note('files_kept', { data: { paths: known } });
  }

  async undo(conversation: Conversation, paths: readonly string[]): Promise<void> {
    const session = conversation.current;
    if (session.running) return conversation.notice('info', vscode.l10n.t('Files can be undone when the agent is done.'));
    const targets = await this.agreed(paths.flatMap((path) => session.files.changed.get(path) ?? []));
    if (!targets || session.running || session !== conversation.current) return;
    const files = this.put(targets);
    if (files.length > 0) conversation.note('files_restored', { data: { files } });
  }

  async showChange(conversation: Conversation, path: string): Promise<void> {
    const change = conversation.current.files.changed.get(path);
    const problem = change && (await this.documents.diff(change));
    if (problem) conversation.notice('info', `${vscode.workspace.asRelativePath(path)}: ${problem}`);
  }

  /** What is to be done once the human has decided on what is theirs too; undefined where they would rather not. */
  private async agreed(changes: readonly Changed[]): Promise<Target[] | undefined> {
    const plan = planRestore(changes, {
      current: (path) => this.checkpoints.current(path),
      isUnsaved: (path) => unsavedText(path) !== undefined,
    });
    const { targets, conflicts, lost } = plan;
    if (conflicts.length === 0 && lost.length === 0) return targets;
    const words = {
      since: vscode.l10n.t('changed after the agent'),
      between: vscode.l10n.t('others may have changed it between the agent’s changes'),
      unsaved: vscode.l10n.t('has changes that are not saved; it stays as it is'),
    };
    const open = conflicts.filter(({ why }) => why !== 'unsaved');
    const detail = [
      ...conflicts.map(({ path, why }) => `${vscode.workspace.asRelativePath(path)}: ${words[why]}`),
      ...lost.map(
        (path) => `${vscode.workspace.asRelativePath(path)}: ${vscode.l10n.t('what it was is not kept; it stays as it is')}`,
      ),
    ].join('\n');
    const all = vscode.l10n.t('Restore Them Too');
    const rest = open.length > 0 ? vscode.l10n.t('Leave Them as They Are') : vscode.l10n.t('Continue');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('Not only the agent changed these files, or what they were is not kept:'),
      { modal: true, detail },
      ...(open.length > 0 ? [rest, all] : [rest]),
    );
    if (answer === undefined) return undefined;
    return answer === all ? [...targets, ...open] : targets;
  }

  private put(targets: readonly Target[]): FileChange[] {
    const { files, failed } = this.checkpoints.restore(targets);
    if (failed.length > 0) {
      const lines = failed.map(({ path, why }) => `${vscode.workspace.asRelativePath(path)}: ${why}`);
      for (const line of lines) this.log.warn(`not restored: ${line}`);
      const more = lines.length - mostNamed;
      const told = [...lines.slice(0, mostNamed), ...(more > 0 ? [vscode.l10n.t('{0} more', more)] : [])].join('; ');
      void warned(vscode.l10n.t('Not restored: {0}', told), this.log);
    }
    return files;
  }

  private async pick(conversation: Conversation): Promise<Checkpoint | undefined> {
    const { files } = conversation.current;
    const items = files.checkpoints.toReversed().map((checkpoint) => ({
      label: firstLine(checkpoint.text),
      detail: `${shortDate(Date.parse(checkpoint.timestamp))} · ${changesIn(checkpoint.changes)}`,
      checkpoint,
    }));
    const redo = { label: `$(redo) ${vscode.l10n.t('Redo: take back the last restore')}`, checkpoint: undefined };
    if (items.length === 0 && !files.redo) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('This chat has no message yet, so there is nothing to go back to.'),
      );
      return undefined;
    }
    const picked = await vscode.window.showQuickPick([...(files.redo ? [redo] : []), ...items], {
      title: vscode.l10n.t('Restore Checkpoint'),
      placeHolder: vscode.l10n.t('Pick the message to go back to: everything as it was before it'),
      matchOnDetail: true,
    });
    if (picked === redo) await this.redo(conversation);
    return picked?.checkpoint;
  }
}

/** The message box has the message that is taken back now, in the place of the one that was taken back before. */
async function offering(conversation: Conversation, act: () => Promise<boolean>): Promise<void> {
  const { current } = conversation;
  const takenBack = () => current.files.redo?.rewound?.checkpoints[0]?.text;
  const before = takenBack();
  if (await act()) conversation.offer(takenBack() ?? '', before);
}

async function pickWhat(
  checkpoint: Checkpoint,
  changes: readonly Changed[],
  leftOut: readonly LeftOut[],
): Promise<What | undefined> {
  const files = named(changes);
  const notCovered = uncoveredText(leftOut);
  const detail = [files, notCovered].filter(Boolean).join(' · ');
  const items: (vscode.QuickPickItem & { what: What })[] = [
    { label: vscode.l10n.t('Files and Conversation'), detail, what: 'both' },
    { label: vscode.l10n.t('Files'), detail, what: 'files' },
    { label: vscode.l10n.t('Conversation'), detail: vscode.l10n.t('Files stay as they are'), what: 'conversation' },
  ];
  const picked = await vscode.window.showQuickPick(changes.length > 0 ? items : items.slice(2), {
    title: vscode.l10n.t('Restore to before “{0}”', firstLine(checkpoint.text)),
    placeHolder: vscode.l10n.t('What is to be as it was? Redo takes it back.'),
  });
  return picked?.what;
}

const firstLine = (text: string) => {
  const line = text.split('\n', 1)[0]!.trim();
  return brief(line, 80) || vscode.l10n.t('(a picture)');
};

const changesIn = (changes: readonly FileChange[]) => {
  const count = new Set(changes.map(({ path }) => path)).size;
  if (count === 0) return vscode.l10n.t('no file changed');
  return count === 1 ? vscode.l10n.t('1 file changed') : vscode.l10n.t('{0} files changed', count);
};

function named(changes: readonly Changed[]): string {
  const names = changes.slice(0, mostNamed).map(({ path }) => vscode.workspace.asRelativePath(path));
  const more = changes.length - names.length;
  return more > 0 ? vscode.l10n.t('{0} and {1} more', names.join(', '), more) : names.join(', ');
}

/** What no checkpoint covers, in words. */
function uncoveredText(leftOut: readonly LeftOut[]): string {
  const words = {
    ignored: vscode.l10n.t('ignored'),
    large: vscode.l10n.t('too large'),
    secret: vscode.l10n.t('may hold secrets'),
    full: vscode.l10n.t('too many'),
    unreadable: vscode.l10n.t('unreadable'),
  };
  const parts = leftOut.map(({ why, count, paths }) => {
    const names = paths.slice(0, 3).map((path) => vscode.workspace.asRelativePath(path));
    return `${names.join(', ')}${count > names.length ? ' …' : ''} (${words[why]})`;
  });
  return parts.length > 0 ? vscode.l10n.t('Not covered: {0}', parts.join('; ')) : '';
}

const filesRestored = (count: number) =>
  count === 1 ? vscode.l10n.t('1 file is restored.') : vscode.l10n.t('{0} files are restored.', count);
