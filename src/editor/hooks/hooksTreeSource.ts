/** What the Hooks tree shows and does, from the hooks that are live, their files, and the conversation that they ran in. */
import * as vscode from 'vscode';
import type { HookProblem } from '../../hooks/chain/words/registered';
import type { HeldFile } from '../../hooks/parent/accepting/reloader';
import type { HookHost } from '../../hooks/parent/host/hookHost';
import type { HookEvent } from '../../shared/events/events';
import type { Conversation } from '../conversation/conversation';
import type { Views } from '../conversation/views';
import type { DisabledHooks } from '../window/disabledHooks';
import type { BeyondAgents } from './beyondAgents';
import type { HookHealth } from './hookHealth';
import type { HooksTreeSource } from './hooksTree';
import type { TreeSection } from './treeSection';

export interface TreeParts {
  core: {
    readonly hooks: HookHost;
    readonly held: readonly HeldFile[];
    readonly problems: readonly HookProblem[];
    onDidReload(listener: () => void): vscode.Disposable;
  };
  conversation: Conversation;
  /** Events of the session that is shown. */
  past(): readonly HookEvent[];
  disabled: DisabledHooks;
  views: Views;
  health: HookHealth;
  replays: TreeSection;
  beyond: BeyondAgents;
}

export function hooksTreeSource({
  core,
  conversation,
  past,
  disabled,
  views,
  health,
  replays,
  beyond,
}: TreeParts): HooksTreeSource {
  return {
    descriptions: () => core.hooks.descriptions,
    problems: () => core.problems,
    held: () => core.held,
    isEnabled: (id) => !disabled.ids.includes(id),
    isSuspended: (id) => core.hooks.isSuspended(id),
    setEnabled: (ids, enabled) => disabled.set(ids, !enabled),
    showEvents: (id) => views.showEvents(id),
    onDidChange: (listener) =>
      vscode.Disposable.from(
        core.onDidReload(() => listener()),
        beyond.onDidChange(listener),
      ),
    past,
    onHookEvent: conversation.onHookEvent,
    sections: [replays, ...health.sections],
    wouldHave: (id) => health.shadow.of(id),
    beyond: (hook) => beyond.of(hook),
  };
}
