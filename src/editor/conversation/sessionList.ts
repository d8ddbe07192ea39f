/** The sessions of this workspace in a list of the editor's own: found by typing, opened, renamed, exported, deleted with a way back; and those that were deleted. */
import * as vscode from 'vscode';
import type { SessionCatalog, SessionSummary } from '../../adapters/sessions/sessionCatalog';
import { shortDate } from '../window/shortDate';
import { themeIcon } from '../window/themeIcon';
import type { Conversation } from './conversation';
import { runlessEvent } from './runlessEvent';
import { exportSession } from './sessionFiles';

interface Item extends vscode.QuickPickItem {
  summary?: SessionSummary;
}

/** What was deleted can be brought back for so long. */
const keptDeletedDays = 30;

export class SessionList {
  constructor(
    private readonly catalog: SessionCatalog,
    private readonly conversation: Conversation,
    private readonly log: vscode.LogOutputChannel,
    /** The keyboard goes to the chat. Where a list or a box closes that was opened from a view, the editor would have it. */
    private readonly focusChat: () => unknown,
  ) {
    this.try(() => this.catalog.forget(Date.now() - keptDeletedDays * 24 * 3_600_000));
  }

  /** With the one of that path to begin with, where it is given. Resolves when it is closed, and what was chosen is done. */
  async show(path?: string): Promise<void> {
    const { l10n, window } = vscode;
    const buttons = {
      rename: { iconPath: themeIcon('edit'), tooltip: l10n.t('Rename') },
      export: { iconPath: themeIcon('export'), tooltip: l10n.t('Export…') },
      remove: { iconPath: themeIcon('trash'), tooltip: l10n.t('Delete') },
    };
    const pick = window.createQuickPick<Item>();
    let chosen: Promise<unknown> | undefined;
    pick.title = l10n.t('Sessions');
    pick.placeholder = l10n.t('Search, and open with Enter');
    pick.matchOnDetail = true;
    const fill = async () => {
      pick.busy = true;
      const open = new Map(this.conversation.tabs.map((tab) => [tab.id, tab]));
      const items = (await this.catalog.list()).map((summary): Item => {
        const tab = open.get(summary.path);
        const state = tab?.current
          ? l10n.t('on screen')
          : tab?.state === 'asks'
            ? l10n.t('asks you')
            : tab?.state === 'running'
              ? l10n.t('at work')
              : tab
                ? l10n.t('open')
                : '';
        const icon = tab?.state === 'asks' ? '$(bell-dot) ' : tab?.state === 'running' ? '$(loading~spin) ' : '';
        const messages = summary.messages === 1 ? l10n.t('1 message') : l10n.t('{0} messages', summary.messages);
        const when = shortDate(summary.changedAt);
        return {
          // What was said or named just now is told by the session before it is in its file.
          label: `${icon}${tab?.title || summary.title || l10n.t('Session')}`,
          // On a line of its own: beside a long name there is no place for it.
          detail: [state, when, messages].filter(Boolean).join(' · '),
          buttons: Object.values(buttons),
          summary,
        };
      });
      pick.items = items.length > 0 ? items : [{ label: l10n.t('There are no sessions yet.') }];
      if (path !== undefined) pick.activeItems = pick.items.filter(({ summary }) => summary?.path === path);
      pick.busy = false;
    };
    pick.onDidAccept(() => {
      const summary = pick.activeItems[0]?.summary;
      pick.hide();
      if (summary) chosen = this.open(summary.path);
    });
    pick.onDidTriggerItemButton(({ item: { summary }, button }) => {
      if (!summary) return;
      if (button === buttons.export) chosen = exportSession(summary.path);
      else if (button === buttons.remove) chosen = this.remove(summary);
      // Then back to where the human was.
      else chosen = this.rename(summary).then(() => this.show(summary.path));
      pick.hide();
    });
    const closed = new Promise<void>((resolve) =>
      pick.onDidHide(() => {
        pick.dispose();
        // After a rename it stands there unasked: who leaves it was in the chat before.
        if (!chosen && path !== undefined) this.focusChat();
        resolve();
      }),
    );
    pick.show();
    await fill();
    await closed;
    await chosen;
  }

  /** The chat has the keyboard at once: where the human went on elsewhere while the session was read, it would be taken from them. */
  private async open(path: string): Promise<void> {
    this.focusChat();
    await this.conversation.openSession(path);
  }

  /** Of the one on screen. */
  async renameCurrent(): Promise<void> {
    await this.rename();
    this.focusChat();
  }

  private async rename(summary?: SessionSummary): Promise<void> {
    const { conversation } = this;
    const tab = conversation.tabs.find(({ id }) => id === summary?.path);
    const value = summary ? tab?.title || summary.title : conversation.current.title;
    const title = await vscode.window.showInputBox({
      title: vscode.l10n.t('Rename Session'),
      prompt: vscode.l10n.t('Empty brings back its first words'),
      value,
    });
    if (title === undefined) return;
    const data = { title: title.trim().slice(0, 200) };
    if (!summary || tab) return conversation.rename(summary?.path ?? conversation.file, data.title);
    this.try(() => this.catalog.rename(summary, runlessEvent(summary.sessionId, 'session_renamed', { data })));
  }

  private async remove(summary: SessionSummary): Promise<void> {
    const { conversation, catalog } = this;
    const wasOpen = conversation.tabs.some(({ id }) => id === summary.path);
    await conversation.leave(summary.path);
    if (this.try(() => catalog.putAway(summary.path))) void this.offerBack(summary, wasOpen);
  }

  private async offerBack(summary: SessionSummary, wasOpen: boolean): Promise<void> {
    const { conversation, catalog } = this;
    const undo = vscode.l10n.t('Undo');
    const text = vscode.l10n.t('The session “{0}” is deleted.', summary.title || vscode.l10n.t('Session'));
    if ((await vscode.window.showInformationMessage(text, undo)) !== undo) return;
    // What was in sight is in sight again; of another, the list tells.
    if (this.try(() => catalog.bringBack(summary.path)) && wasOpen) await conversation.openSession(summary.path);
  }

  /** Of those that were deleted of late: one comes back on screen, or is gone for good. */
  async restore(): Promise<void> {
    const { l10n, window } = vscode;
    const forGood = { iconPath: themeIcon('trash'), tooltip: l10n.t('Delete for Good') };
    const pick = window.createQuickPick<Item>();
    pick.title = l10n.t('Deleted Sessions');
    pick.placeholder = l10n.t('Enter brings one back; they are kept for {0} days', keptDeletedDays);
    const fill = async () => {
      const items = (await this.catalog.deleted()).map((summary): Item => {
        const { title, changedAt } = summary;
        const detail = shortDate(changedAt);
        return { label: title || l10n.t('Session'), detail, buttons: [forGood], summary };
      });
      pick.items = items.length > 0 ? items : [{ label: l10n.t('No session was deleted of late.') }];
    };
    pick.onDidAccept(() => {
      const summary = pick.activeItems[0]?.summary;
      pick.hide();
      if (summary && this.try(() => this.catalog.bringBack(summary.path))) void this.open(summary.path);
    });
    pick.onDidTriggerItemButton(({ item: { summary } }) => {
      if (summary && this.try(() => this.catalog.empty(summary.path))) void fill();
    });
    pick.onDidHide(() => pick.dispose());
    pick.show();
    await fill();
  }

  private try(act: () => void): boolean {
    try {
      act();
      return true;
    } catch (error) {
      this.log.error(error as Error);
      void vscode.window.showErrorMessage((error as Error).message);
      return false;
    }
  }
}
