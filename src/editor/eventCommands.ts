/** The context menu of a row of the timeline: the same messages that its detail's buttons send. */
import type * as vscode from 'vscode';
import { type FromView, fromView } from '../shared/views/viewProtocol';
import { type EventCommand, onCommand } from './window/ourCommands';

const messages = {
  turnIntoHook: 'turnIntoHook',
  showEventInChat: 'showInChat',
  openEventPayload: 'openPayload',
} as const satisfies Record<EventCommand, FromView['type']>;

export function eventCommands(handle: (message: FromView) => void): vscode.Disposable[] {
  return (Object.entries(messages) as [EventCommand, FromView['type']][]).map(([command, type]) =>
    onCommand(`hooksmith.${command}`, (context: unknown) => {
      // The context is the page's own words, so it is checked as any message of a page.
      const message = fromView.safeParse({ ...(context as object), type });
      if (message.success) handle(message.data);
    }),
  );
}
