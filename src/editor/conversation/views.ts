/** The two webviews of the conversation: the chat in the sidebar and the timeline in the panel. */
import * as vscode from 'vscode';
import type { FromView } from '../../shared/views/viewProtocol';
import { runCommand } from '../window/ourCommands';
import type { Conversation } from './conversation';
import type { ViewMessages } from './viewMessages';
import { registerPane } from './webviewPane';

/** How long an inline comment may take to show, and the list of comments with it. */
const keptMs = 10_000;

export class Views {
  private readonly chat;
  private readonly timeline;

  constructor(
    extensionUri: vscode.Uri,
    private readonly conversation: Conversation,
    private readonly messages: ViewMessages,
    log: vscode.LogOutputChannel,
  ) {
    const register = (name: 'chat' | 'timeline') =>
      registerPane(
        `hooksmith.${name}`,
        { script: `${name}.js`, element: `hooksmith-${name}`, inParts: name === 'timeline' },
        extensionUri,
        (message, pane) => conversation.settle(messages.handle(message, pane)),
        (text) => log.warn(text),
      );
    this.chat = register('chat');
    this.timeline = register('timeline');
    conversation.show(this.chat.pane);
    conversation.show(this.timeline.pane);
  }

  /** With text, the composer holds it. */
  async openChat(text?: string): Promise<void> {
    await runCommand('hooksmith.chat.focus');
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
    await this.timeline.pane.focus();
  }

  /** As far as the window let them come: on screen, or loaded once and covered since. */
  get shown(): { chat: boolean; timeline: boolean } {
    const came = ({ pane }: typeof this.chat) => pane.visible || pane.isThere;
    return { chat: came(this.chat), timeline: came(this.timeline) };
  }

  /** Where it is on screen it stays so, or comes back, while the editor shows a view of its own for what we did. */
  keepTimeline(): void {
    const { pane } = this.timeline;
    if (!pane.visible) return;
    const watching = pane.onDidHide(() => {
      watching.dispose();
      pane.reveal();
    });
    setTimeout(() => watching.dispose(), keptMs).unref();
  }

  /** The events in which a hook ran. */
  async showEvents(hookId: string): Promise<void> {
    await this.openTimeline();
    this.timeline.pane.post({ type: 'filter', hook: hookId });
  }

  /** As a message of the timeline. */
  handle(message: FromView): void {
    this.conversation.settle(this.messages.handle(message, this.timeline.pane));
  }

  badge(waiting: number): void {
    this.chat.pane.badge(waiting, vscode.l10n.t('{0} waiting for your decision', waiting));
  }

  dispose(): void {
    this.chat.disposable.dispose();
    this.timeline.disposable.dispose();
  }
}
