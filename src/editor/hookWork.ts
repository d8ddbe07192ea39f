/** What the editor does with hooks: shows what there is and what became of it, tries, tests and checks it, and guards other agents with it. */
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { AgentDefinition } from '../agent/ports/agents';
import type { ToolRegistry } from '../agent/tools/toolRegistry';
import { LintClient } from '../hooks/lint/lintClient';
import { builtIn as builtInScope } from '../shared/calls/toolNames';
import { type AuthoringParts, authoring } from './authoring/authoring';
import { HookCompletions } from './authoring/hookCompletions';
import type { HookDebugger } from './authoring/hookDebugger';
import { hookTests } from './authoring/hookTests';
import { LintDiagnostics } from './authoring/lintDiagnostics';
import { NotFired } from './authoring/notFired';
import { shadowHooks } from './authoring/shadowHooks';
import type { Foundation } from './foundation';
import { distOf, GuardAgents } from './guests/guardAgents';
import { BeyondAgents } from './hooks/beyondAgents';
import { HookHealth } from './hooks/hookHealth';
import { HooksTree } from './hooks/hooksTree';
import { hooksTreeSource, type TreeParts } from './hooks/hooksTreeSource';
import { RedactsFix } from './hooks/redactsOffer';
import { Replays, type ReplaysParts } from './hooks/replays';
import { ReviewChanges, type ReviewParts } from './hooks/reviewChanges';
import type { Talking } from './talking';

/** Of the core what is needed here. */
export interface HookWorkParts {
  core: TreeParts['core'] &
    ReplaysParts['core'] &
    ReviewParts['core'] &
    AuthoringParts['core'] & {
      readonly registry: ToolRegistry;
      readonly agents: { all(): readonly AgentDefinition[] };
    };
  hookDebugger: HookDebugger;
}

export function hookWork(base: Foundation & Talking & HookWorkParts) {
  const { folder, dist, log, accepted, disabled, workspace, sessions, core, hookDebugger } = base;
  const { conversation, payloads, turnParts, views, watcher } = base;
  const guards = new GuardAgents({ core, conversation, payloads, log, dist: distOf(folder), workspace });
  const { onHookEvent } = conversation;
  const past = () => conversation.current.items.flatMap((item) => (item.kind === 'event' ? [item.event] : []));
  const health = new HookHealth({ past, onHookEvent, payloads });
  const replays = new Replays({ core, workspace, payloads, log, folder: sessions.folder, script: join(dist, 'host.js') });
  const reader = new LintClient(dist);
  const tools = () => core.registry.names;
  const beyond = new BeyondAgents({ reader, tools, guards, core, log });
  const source = hooksTreeSource({ core, conversation, past, disabled, views, health, replays, beyond });
  const tree = new HooksTree(source);
  const shadow = shadowHooks({
    descriptions: () => core.hooks.descriptions,
    write: (path, text) => watcher.write(path, text, true),
    counts: (id) => health.shadow.of(id),
    onDidChange: (listener) =>
      vscode.Disposable.from(
        health.onDidChangeShadow(listener),
        core.onDidReload(() => listener()),
      ),
  });
  const review = new ReviewChanges({
    core,
    acceptServer: (server) => accepted.servers.accept(server),
    // It counts by what it is: nothing that was not accepted comes to count by being written.
    write: (path, text) => watcher.write(path, text, false),
  });
  const completions = new HookCompletions({
    reader,
    tools: () => core.registry.declarations(),
    agents: () => core.agents.all(),
  });
  const notFired = new NotFired(sessions.folder);
  const builtIn = () => core.registry.namesOf(builtInScope);
  const lint = new LintDiagnostics({ client: reader, guarded: () => guards.guarded, tools, builtIn, notFired, log });
  return {
    ...{ health, replays },
    subscriptions: [
      ...[review.register(), tree.register(), RedactsFix.register(), guards.register()],
      authoring({ ...turnParts, folder, core, conversation, hookDebugger, source, views }),
      ...[health.register(), replays.register(), shadow, reader, beyond, lint, completions.register()],
      guards.onDidChange(() => lint.again()),
      core.registry.onDidChange(() => lint.again()),
      hookTests({
        ...{ dist, reader, workspace, log },
        reachedBySessions: (...asked) => replays.reached(...asked),
      }),
    ],
  };
}
