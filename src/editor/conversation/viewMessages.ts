/** What the views say, each message to what it concerns; and what of it is refused while the session on screen is only shown. */
import * as vscode from 'vscode';
import { unreachable } from '../../shared/basics/unreachable';
import type { FromView, Status } from '../../shared/views/viewProtocol';
import type { CheckpointActions } from './checkpointActions';
import type { Composing } from './composing';
import type { Conversation } from './conversation';
import { asks, givingBack } from './giveBack';
import { type LookingActions, look } from './looking';
import type { Outbox } from './outbox';
import { runOwn } from './ownCommands';
import type { PromptAnswers } from './promptAnswers';
import type { Pane } from './webviewPane';

export interface ViewActions extends LookingActions {
  setMode(mode: Status['mode']): Promise<void>;
}
interface Parts {
  conversation: Conversation;
  outbox: Outbox;
  composing: Composing;
  answers: PromptAnswers;
  files: CheckpointActions;
  actions: ViewActions;
}

export class ViewMessages {
  constructor(private readonly parts: Parts) {}

  handle(message: FromView, pane: Pane): Promise<void> {
    const act = () => this.act(message, pane);
    return asks(message) ? givingBack(pane, act) : act();
  }

  private async act(message: FromView, pane: Pane): Promise<void> {
    const { conversation, outbox, composing, answers, files, actions } = this.parts;
    const { current: session, screen } = conversation;
    const warn = (text: string) => conversation.notice('warning', text);
    const isDecided = meant[message.type] === 'decides' && conversation.hears(screen.shown?.path);
    if (screen.shown && meant[message.type] !== 'looks' && !isDecided)
      return warn(vscode.l10n.t('This session is only shown: go back to the current one first.'));
    switch (message.type) {
      case 'backToSession':
        return conversation.showFile(undefined);
      case 'ready':
        conversation.drafting = false;
        pane.post(screen.sessionMessage(pane));
        pane.post({ type: 'tabs', tabs: conversation.tabs });
        return pane.post({ type: 'open', file: composing.open });
      case 'send': {
        const isPlain = !message.images?.length && !message.files?.length;
        return isPlain && runOwn(message.text) ? conversation.post({ type: 'notSent' }) : outbox.submit(message);
      }
      case 'complete':
        return composing.find(message.trigger, message.query, (items) =>
          pane.post({ type: 'completions', id: message.id, items }),
        );
      case 'dropped': {
        const { text, outside } = composing.mentionsOf(message.uris);
        if (outside > 0) warn(vscode.l10n.t('Only files of the workspace can be mentioned.'));
        return text === '' ? undefined : pane.post({ type: 'insert', text });
      }
      case 'sendQueued':
        return conversation.settle(session.sendQueued(message.id));
      case 'changeQueued':
        return outbox.change(message.id, message.text)
          ? undefined
          : conversation.notice('info', vscode.l10n.t('That message is on its way already.'));
      case 'dropQueued':
        return session.dropQueued(message.id);
      case 'resend': {
        const isSent = await outbox.resend(message.eventId, message.text, screen.event(message.eventId)?.input);
        return isSent ? undefined : warn(vscode.l10n.t('This message is no longer in the session.'));
      }
      case 'restore':
        return files.restore(conversation, message.eventId);
      case 'redo':
        return files.redo(conversation);
      case 'showFileChange':
        return files.showChange(conversation, message.path);
      case 'keepFiles':
        return files.keep(conversation, message.paths);
      case 'undoFiles':
        return files.undo(conversation, message.paths);
      case 'drafting':
        conversation.drafting = message.is;
        return;
      case 'stop':
        return void session.stop();
      case 'newChat':
        await conversation.newChat();
        return pane.post({ type: 'focus' });
      case 'openTab':
        return conversation.openTab(message.id);
      case 'closeTab':
        return conversation.closeTab(message.id);
      case 'fork':
        return conversation.fork(message.eventId);
      case 'retry':
        return session.canContinue
          ? conversation.settle(session.continue())
          : conversation.notice('info', vscode.l10n.t('There is nothing to go on with.'));
      case 'declineContinue':
        return conversation.declineContinue();
      case 'approve':
      case 'deny':
      case 'editInput':
      case 'answer': {
        const isTaken = await answers.give(message);
        return isTaken ? undefined : warn(vscode.l10n.t('That prompt has changed or is gone; nothing was decided.'));
      }
      case 'part':
        return screen.postPart(message, pane);
      case 'openDiff':
      case 'openFile':
      case 'openMentioned':
      case 'openPayload':
      case 'turnIntoHook':
      case 'explain':
      case 'showInTimeline':
      case 'showInChat':
        return look(message, pane, screen, actions);
      case 'setMode':
        return actions.setMode(message.mode);
      case 'copy':
        return vscode.env.clipboard.writeText(message.text);
      case 'insertText':
        await vscode.window.activeTextEditor?.edit((edit) =>
          edit.replace(vscode.window.activeTextEditor!.selection, message.text),
        );
        return;
      case 'openSetting':
        return void vscode.commands.executeCommand('workbench.action.openSettings', message.setting);
      case 'command':
        await vscode.commands.executeCommand(message.command);
        return;
      default:
        return unreachable(message);
    }
  }
}

/** While a session is only shown: what `acts` on the one at work is refused, what `decides` a prompt may be for the one that is shown, and the rest is done as ever. */
const meant: Record<FromView['type'], 'acts' | 'decides' | 'looks'> = {
  ...{ send: 'acts', retry: 'acts', resend: 'acts', fork: 'acts', stop: 'acts', declineContinue: 'acts', answer: 'acts' },
  ...{ restore: 'acts', redo: 'acts', showFileChange: 'acts', keepFiles: 'acts', undoFiles: 'acts' },
  ...{ approve: 'decides', deny: 'decides', editInput: 'decides' },
  ...{ sendQueued: 'looks', changeQueued: 'looks', dropQueued: 'looks', complete: 'looks', dropped: 'looks', drafting: 'looks' },
  ...{ newChat: 'looks', openTab: 'looks', closeTab: 'looks', backToSession: 'looks', ready: 'looks', part: 'looks' },
  ...{
    openDiff: 'looks',
    openFile: 'looks',
    openMentioned: 'looks',
    openPayload: 'looks',
    showInTimeline: 'looks',
    showInChat: 'looks',
    explain: 'looks',
  },
  ...{ turnIntoHook: 'looks', setMode: 'looks', insertText: 'looks', copy: 'looks', command: 'looks', openSetting: 'looks' },
};
