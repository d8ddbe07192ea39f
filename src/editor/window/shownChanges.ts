/** A question about changes that are shown as diffs: they stay readable while it waits, and it can be answered where they are. */
import * as vscode from 'vscode';
import { onCommand, setContext } from './ourCommands';

interface Asked {
  /** The right side of each. */
  after: readonly string[];
  wasSeen: boolean;
  answer(isYes: boolean): void;
}

export class ShownChanges {
  private asked: Asked | undefined;

  register(): vscode.Disposable {
    const { tabGroups } = vscode.window;
    return vscode.Disposable.from(
      tabGroups.onDidChangeTabs(() => this.follow()),
      tabGroups.onDidChangeTabGroups(() => this.follow()),
      onCommand('hooksmith.writeGuard', () => this.asked?.answer(true)),
    );
  }

  /** By the button above a diff, or in the notification, which may go out of sight. No is what closing the diffs says, and another question. Closes them. */
  async ask(text: string, yes: string, after: readonly vscode.Uri[]): Promise<boolean> {
    this.asked?.answer(false);
    const isYes = await new Promise<boolean>((resolve) => {
      this.asked = { after: after.map(String), wasSeen: false, answer: resolve };
      this.follow();
      void vscode.window
        .showInformationMessage(text, yes, vscode.l10n.t('Cancel'))
        .then((answer) => answer !== undefined && resolve(answer === yes));
    });
    if (this.asked?.after[0] === String(after[0])) this.asked = undefined;
    await vscode.window.tabGroups.close(tabsOf(after.map(String)), true);
    this.follow();
    return isYes;
  }

  private follow(): void {
    const { asked } = this;
    const tabs = tabsOf(asked?.after ?? []);
    setContext(
      'hooksmith.guardAsked',
      tabs.some(({ isActive, group }) => isActive && group.isActive),
    );
    if (asked?.wasSeen && tabs.length === 0) asked.answer(false);
    else if (asked && tabs.length > 0) asked.wasSeen = true;
  }
}

const tabsOf = (after: readonly string[]): vscode.Tab[] =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputTextDiff && after.includes(String(input.modified)));
