/** The conversation and all that is said in it: what the human writes and answers, what is loaded for it, and the views that show it. */
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { McpServers } from '../adapters/mcp/mcp';
import type { SlashCommands } from '../agent/ports/human';
import type { Toolbox } from '../agent/tools/toolbox';
import { unansweredCalls } from '../shared/messages/history';
import type { HookDebugger } from './authoring/hookDebugger';
import type { NewHookParts } from './authoring/newHook';
import type { TurnParts } from './authoring/turnIntoHook';
import { CheckpointActions } from './conversation/checkpointActions';
import { CheckpointDocuments } from './conversation/checkpointDocuments';
import { Completions } from './conversation/completions';
import { Composing } from './conversation/composing';
import { Conversation } from './conversation/conversation';
import { Outbox } from './conversation/outbox';
import { PromptAnswers } from './conversation/promptAnswers';
import { Proposals } from './conversation/proposals';
import type { Opening } from './conversation/sessionFiles';
import { ownStatus, type StatusParts } from './conversation/status';
import { ViewMessages } from './conversation/viewMessages';
import { Views } from './conversation/views';
import type { corePorts } from './corePorts';
import type { Foundation } from './foundation';
import { GuestGate, type GuestGateParts } from './guests/guestGate';
import { HookWatcher, type HookWatcherParts } from './hooks/hookWatcher';
import { viewActions } from './viewActions';
import { PayloadDocuments } from './window/payloadDocuments';

/** Of the core and what it was given, what is needed here. */
export interface TalkingParts extends Omit<ReturnType<typeof corePorts>, 'ports'> {
  core: StatusParts['core'] &
    HookWatcherParts['loaded'] &
    GuestGateParts['core'] & {
      readonly toolbox: Toolbox;
      readonly commands: readonly SlashCommands[];
      readonly servers: McpServers;
      readonly open: Opening;
    };
  hookDebugger: HookDebugger;
}

export type Talking = Omit<ReturnType<typeof talking>, 'subscriptions'>;

export function talking(extensionUri: vscode.Uri, base: Foundation & TalkingParts) {
  const { folder, dist, version, log, settings, models, rules, atWork, accepted, saves, workspace, sessions, disabled } = base;
  const { core, approvals, questions, checkpoints, openContext, hookDebugger, search } = base;
  const conversation = new Conversation({
    log,
    create: (from) => sessions.open((opening) => core.open(opening), from),
    fork: (from, eventId) => sessions.fork(from, eventId),
    tabs: sessions.tabs,
    toolsOf: async ({ history }) =>
      void (await Promise.all(unansweredCalls(history).map(({ name }) => core.servers.bring(name)))),
    status: () => ownStatus({ models, settings, core, hookDebugger, workspace }),
  });
  const guests = new GuestGate({ core, workspace, accepted: accepted.files, conversation, settings, log });
  atWork.asks(
    () => conversation.anyRunning,
    () => guests.isBusy,
  );
  const typings = { folder: join(dist, 'types'), version };
  const watcher = new HookWatcher({
    ...{ loaded: core, workspace, disabled, saves, typings, log },
    around: (load) => guests.around(load),
  });
  const gallery = join(folder, 'media', 'gallery');
  const newHookParts: NewHookParts = { typings, gallery, write: (...file) => watcher.write(...file) };
  const turnParts: TurnParts = {
    ...newHookParts,
    remove: (path) => watcher.remove(path),
    toolFacts: (toolName, input) => core.toolbox.facts(toolName, input),
    recorded: async () => [...(await sessions.events(conversation.file)), ...conversation.recorded],
  };
  const composing = new Composing({
    ...{ context: openContext, place: workspace, log },
    completions: new Completions({
      ...{ search, place: workspace, commands: core.commands, servers: core.servers },
      rehearses: () => models.get('main').model === 'rehearsal',
      failed: (why) => conversation.notice('warning', vscode.l10n.t('Not everything can be offered here: {0}', why)),
    }),
  });
  const outbox = new Outbox({ conversation, composing });
  const before = new CheckpointDocuments(checkpoints);
  const files = new CheckpointActions(checkpoints, before, log);
  const payloads = new PayloadDocuments();
  const say = (text: string) => conversation.notice('info', text);
  const proposals = new Proposals({ toolbox: core.toolbox, approvals, workspace, say });
  const answers = new PromptAnswers({
    ...{ approvals, questions },
    takeProposal: (id) => proposals.take(id),
    keepRule: (rule, scope, sessionId) => rules.keep(rule, scope, sessionId),
  });
  const actions = viewActions({ toolbox: core.toolbox, approvals, payloads, proposals, settings, workspace, turnParts });
  const messages = new ViewMessages({ conversation, outbox, composing, answers, files, actions });
  const views = new Views(extensionUri, conversation, messages, log);
  return {
    ...{ conversation, guests, watcher, newHookParts, turnParts, outbox, files, payloads, views },
    subscriptions: [
      ...[watcher, views, payloads.register(), before.register(), proposals.register()],
      models.onDidChange(() => conversation.refresh()),
      hookDebugger.onDidChange(() => conversation.refresh()),
      composing.onDidChange(() => conversation.post({ type: 'open', file: composing.open })),
      conversation.onDidEnd(({ id }) => void rules.endSession(id)),
      conversation.onHookEvent((event) => event.type === 'approval_resolved' && void proposals.close(event.data.id)),
    ],
  };
}
