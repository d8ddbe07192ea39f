/** The two webviews of the conversation: the chat in the sidebar and the timeline in the panel. */
import * as vscode from 'vscode';
import type { FromView } from '../shared/viewProtocol';
import type { Conversation } from './conversation';
import { registerPane } from './webviewPane';

export class Views {
  private readonly chat;
  private readonly timeline;

  constructor(
    extensionUri: vscode.Uri,
    private readonly conversation: Conversation,
    log: vscode.LogOutputChannel,
  ) {
    const register = (name: 'chat' | 'timeline') =>
      registerPane(
        `hooksmith.${name}`,
        { script: `${name}.js`, element: `hooksmith-${name}` },
        extensionUri,
        (message, pane) => void conversation.handle(message, pane),
        (text) => log.warn(text),
      );
    this.chat = register('chat');
    this.timeline = register('timeline');
    conversation.show(this.chat.pane);
    conversation.show(this.timeline.pane);
  }

  /** With text, the composer holds it. */
  async openChat(text?: string): Promise<void> {
    await vscode.commands.executeCommand('hooksmith.chat.focus');
    this.chat.pane.post({ type: 'focus', ...(text === undefined ? {} : { text }) });
  }

  /** Words at the cursor of the message box. */
  insert(text: string): void {
    this.chat.pane.post({ type: 'insert', text });
  }

  /** A text that goes with the next message. */
  attach(file: { name: string; text: string }): void {
    this.chat.pane.post({ type: 'attach', file });
  }

  async openTimeline(): Promise<void> {
    await vscode.commands.executeCommand('hooksmith.timeline.focus');
  }

  /** The events in which a hook ran. */
  async showEvents(hookId: string): Promise<void> {
    await this.openTimeline();
    this.timeline.pane.post({ type: 'filter', hook: hookId });
  }

  /** As a message of the timeline. */
  handle(message: FromView): void {
    void this.conversation.handle(message, this.timeline.pane);
  }

  badge(waiting: number): void {
    this.chat.pane.badge(waiting, vscode.l10n.t('{0} waiting for your decision', waiting));
  }

  dispose(): void {
    this.chat.disposable.dispose();
    this.timeline.disposable.dispose();
  }
}
