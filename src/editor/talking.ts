/** The conversation and all that is said in it: what the human writes and answers, what is loaded for it, and the views that show it. */
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { McpServers } from '../adapters/mcp';
import type { SlashCommands } from '../agent/ports/human';
import type { Toolbox } from '../agent/toolbox';
import { unansweredCalls } from '../shared/history';
import { CheckpointActions } from './checkpointActions';
import { CheckpointDocuments } from './checkpointDocuments';
import { Completions } from './completions';
import { Composing } from './composing';
import { Conversation } from './conversation';
import type { corePorts } from './corePorts';
import type { Foundation } from './foundation';
import { GuestGate, type GuestGateParts } from './guestGate';
import type { HookDebugger } from './hookDebugger';
import { HookWatcher, type HookWatcherParts } from './hookWatcher';
import type { NewHookParts } from './newHook';
import { Outbox } from './outbox';
import { PayloadDocuments } from './payloadDocuments';
import { PromptAnswers } from './promptAnswers';
import { Proposals } from './proposals';
import type { Opening } from './sessionFiles';
import { ownStatus, type StatusParts } from './status';
import type { TurnParts } from './turnIntoHook';
import { viewActions } from './viewActions';
import { ViewMessages } from './viewMessages';
import { Views } from './views';

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
