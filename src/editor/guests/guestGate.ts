/** Agents that work elsewhere in the folders of this window meet its own hooks, as they are live in it; once it closes, those that the human accepted in it. */
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Session } from '../../agent/session/session';
import { WindowGate } from '../../guard/gate/windowGate';
import { AcceptedFolders } from '../../guard/guests/acceptedFolders';
import { guestIn } from '../../guard/guests/guestSessions';
import type { Opened } from '../../guard/guests/openGuests';
import { waits } from '../../guard/place/waits';
import type { AcceptedFiles } from '../../hooks/parent/accepting/acceptedFiles';
import { hashOf } from '../../hooks/parent/building/bundleSources';
import { titleOf } from '../../protocols';
import type { Conversation } from '../conversation/conversation';
import type { Settings } from '../window/settings';
import type { Workspace } from '../window/workspace';

export interface GuestGateParts {
  core: {
    openGuest(id: string, path: string): Opened<Session>;
    onDidReload(listener: () => void): vscode.Disposable;
  };
  workspace: Workspace;
  accepted: Pick<AcceptedFiles, 'isInForce' | 'pinsBelow'>;
  conversation: Pick<Conversation, 'hearGuest'>;
  settings: Pick<Settings, 'get'>;
  log: vscode.LogOutputChannel;
}

export class GuestGate {
  private readonly gate: WindowGate;
  private readonly folders: AcceptedFolders;
  private readonly subscription: vscode.Disposable;

  constructor(private readonly parts: GuestGateParts) {
    const { core, workspace, conversation, settings, log } = parts;
    this.folders = new AcceptedFolders(workspace.home);
    this.gate = new WindowGate({
      ...{ home: workspace.home, pid: process.pid, log: (text) => log.warn(text) },
      ways: { promptMs: () => (settings.get('guard.prompts') === 'hooksmith' ? waits.human : undefined) },
      open: (id, path) => {
        const opened = core.openGuest(id, path);
        const { session } = opened;
        const agent = guestIn(path);
        const heard = conversation.hearGuest({ session, path, title: agent ? titleOf(agent) : id });
        return { ...opened, close: () => [heard.dispose(), opened.close()] };
      },
    });
    this.subscription = core.onDidReload(() => this.follow());
  }

  /** While hooks are loaded anew. An untrusted workspace has none of its own: then it is not this window that speaks for it. */
  async around(load: () => Promise<void>): Promise<void> {
    const { workspace } = this.parts;
    await this.gate.around(
      () => load().then(() => this.follow()),
      () => (vscode.workspace.isTrusted ? workspace.folders : []),
    );
  }

  /** An agent's session is open here. */
  get isBusy(): boolean {
    return this.gate.isBusy;
  }

  async dispose(): Promise<void> {
    this.subscription.dispose();
    await this.gate.close();
  }

  /** What the human makes live here counts for guarded agents where no window is open, too. */
  private follow(): void {
    if (!vscode.workspace.isTrusted) return;
    const { workspace, accepted, log } = this.parts;
    try {
      for (const folder of workspace.folders)
        this.folders.follow(
          folder,
          (path, text) => accepted.isInForce(path, text === undefined ? undefined : hashOf(text)),
          accepted.pinsBelow(join(folder, '.hooksmith')),
        );
    } catch (error) {
      // Hooks are live all the same; elsewhere what was accepted before counts.
      log.warn(`what is live here was not kept for agents elsewhere: ${(error as Error).message}`);
    }
  }
}
