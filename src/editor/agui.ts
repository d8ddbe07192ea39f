/** The AG-UI export as the user's settings want it: on a port of this machine or off, with a token that the user can read and renew. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { HookPort } from '../agent/ports/hooks';
import type { AguiFeed, TranslateFailure } from '../agui/feed';
import type { AguiServer } from '../agui/server';
import type { ApprovalBroker } from './conversation/approvalBroker';
import type { Conversation } from './conversation/conversation';
import { withoutSecrets } from './conversation/eventLog';
import type { Settings } from './window/settings';

const secretName = 'hooksmith.agui.token';

export interface AguiParts {
  hooks: HookPort;
  conversation: Conversation;
  approvals: ApprovalBroker;
  settings: Settings;
  secrets: vscode.SecretStorage;
  log: vscode.LogOutputChannel;
}

export class AguiExport {
  private running: { server: AguiServer; feed: AguiFeed; port: number; opened: vscode.Disposable } | undefined;
  private token = '';
  /** Changes of the settings are followed one after the other. */
  private last: Promise<void> = Promise.resolve();

  private readonly changes: vscode.Disposable;

  constructor(private readonly parts: AguiParts) {
    this.changes = parts.settings.onDidChange(() => void this.update());
  }

  /** Starts, moves or stops the server as the setting says. */
  update(): Promise<void> {
    this.last = this.last.then(() => this.follow());
    return this.last;
  }

  async dispose(): Promise<void> {
    this.changes.dispose();
    await this.last;
    await this.stop();
  }

  /** Offers the address and the token. */
  async show(): Promise<void> {
    const { l10n, window, env, commands } = vscode;
    await this.last;
    if (!this.running) {
      const open = l10n.t('Open Settings');
      const text = l10n.t('The AG-UI export is off: hooksmith.agui.port turns it on.');
      if ((await window.showInformationMessage(text, open)) === open)
        await commands.executeCommand('workbench.action.openSettings', 'hooksmith.agui');
      return;
    }
    const { url } = this.running.server;
    const copyToken = { label: l10n.t('Copy Token') };
    const copyAddress = { label: l10n.t('Copy Address'), description: url };
    const renew = { label: l10n.t('New Token'), description: l10n.t('the one before no longer counts; copies it') };
    const picked = await window.showQuickPick([copyToken, copyAddress, renew], {
      title: l10n.t('AG-UI Export'),
      placeHolder: l10n.t('Events are served at {0}, to those who send the token', `${url}/events`),
    });
    if (picked === renew) await this.setToken(newToken());
    if (picked === copyToken || picked === renew) await env.clipboard.writeText(this.token);
    if (picked === copyAddress) await env.clipboard.writeText(url);
  }

  private async follow(): Promise<void> {
    const { settings, conversation, hooks, approvals, secrets, log } = this.parts;
    const port = settings.get('agui.port');
    if (port === (this.running?.port ?? 0)) return;
    await this.stop();
    if (port === 0) return;
    this.token = (await secrets.get(secretName)) ?? '';
    if (!this.token) await this.setToken(newToken());
    const { AguiFeed, AguiServer } = await import('../agui');
    const feed = new AguiFeed(
      hooks,
      (failure) => this.failed(failure),
      (text) => log.info(withoutSecrets(text)),
    );
    try {
      const server = await AguiServer.start({
        port,
        feed,
        token: () => this.token,
        approve: (answer) => (settings.get('agui.allowApprovals') ? approvals.answer(answer) : undefined),
      });
      feed.follow(conversation.current);
      this.running = { server, feed, port, opened: conversation.onDidOpen((session) => feed.follow(session)) };
      log.info(`AG-UI events at ${server.url}/events`);
    } catch (error) {
      feed.dispose();
      const { code, message } = error as NodeJS.ErrnoException;
      const why = code === 'EADDRINUSE' ? vscode.l10n.t('another program, or another window, uses it') : message;
      void vscode.window.showWarningMessage(vscode.l10n.t('Hooksmith: no AG-UI export on port {0}: {1}.', port, why));
    }
  }

  private failed({ event, hook, error }: TranslateFailure): void {
    this.parts.conversation.note('hook_error', {
      reason: `${hook.name} failed in ${event}: ${error.message}`,
      error,
      data: { hook: hook.name, file: hook.file, line: error.line ?? hook.line, event },
    });
  }

  private async setToken(token: string): Promise<void> {
    this.token = token;
    await this.parts.secrets.store(secretName, token);
  }

  private async stop(): Promise<void> {
    const { running } = this;
    this.running = undefined;
    if (!running) return;
    running.opened.dispose();
    running.feed.dispose();
    await running.server.stop();
  }
}

const newToken = () => randomBytes(32).toString('base64url');
