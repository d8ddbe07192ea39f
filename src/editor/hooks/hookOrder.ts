/** "Why this order?": the chain that a hook stands in, and for each neighbour the first rule that tells them apart. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { calledAs, type HookDescription } from '../../shared/hooks/hookDescription';
import type { EventName } from '../../shared/hooks/points';

/** The hooks of an event as they run, policies last. `hooks` are sorted. */
export function chainOf(hooks: readonly HookDescription[], event: EventName): HookDescription[] {
  return [
    ...hooks.filter((hook) => hook.kind === 'hook' && hook.events.includes(event)),
    ...(event === 'preToolUse' ? hooks.filter((hook) => hook.kind === 'policy') : []),
  ];
}

export const chainsOf = (hook: HookDescription): EventName[] => (hook.kind === 'policy' ? ['preToolUse'] : hook.events);

/** Why `hook` runs after `above`, in words. */
function whyAfter(above: HookDescription, hook: HookDescription): string {
  if (above.kind !== hook.kind) return vscode.l10n.t('policies judge after all hooks');
  if (above.options.priority !== hook.options.priority)
    return vscode.l10n.t('priority {0} comes before {1}', above.options.priority, hook.options.priority);
  if (above.layer !== hook.layer) return vscode.l10n.t('{0} comes before {1}', layerName(above), layerName(hook));
  if (above.file !== hook.file)
    return vscode.l10n.t('files go by path: {0} before {1}', basename(above.file), basename(hook.file));
  return vscode.l10n.t('in one file the order of the source counts');
}

function layerName({ layer, agent }: HookDescription): string {
  if (agent) return vscode.l10n.t('the hooks of agent {0}', agent);
  if (layer === 0) return vscode.l10n.t('your own ~/.hooksmith');
  const folder = vscode.workspace.workspaceFolders?.[layer - 1];
  return folder ? vscode.l10n.t('folder {0}', folder.name) : vscode.l10n.t('another extension');
}

/** `2 of 4 at preToolUse`, for each of its events. */
export function placesOf(hooks: readonly HookDescription[], hook: HookDescription): string {
  return chainsOf(hook)
    .map((event) => {
      const chain = chainOf(hooks, event);
      return vscode.l10n.t('{0} of {1} at {2}', chain.findIndex(({ id }) => id === hook.id) + 1, chain.length, event);
    })
    .join(', ');
}

interface OrderItem extends vscode.QuickPickItem {
  hook?: HookDescription;
}

/** Rows for a list that shows the chains of a hook. */
export function orderItems(hooks: readonly HookDescription[], hook: HookDescription): OrderItem[] {
  return chainsOf(hook).flatMap((event): OrderItem[] => {
    const chain = chainOf(hooks, event);
    return [
      { label: event, kind: vscode.QuickPickItemKind.Separator },
      ...chain.map((one, at): OrderItem => {
        const above = chain[at - 1];
        return {
          label: `${one.id === hook.id ? '$(arrow-right) ' : ''}${at + 1}. ${calledAs(one)}`,
          description: `${vscode.l10n.t('priority {0}', one.options.priority)} · ${basename(one.file)}:${one.line}`,
          detail: above ? vscode.l10n.t('after {0}: {1}', calledAs(above), whyAfter(above, one)) : undefined,
          hook: one,
        };
      }),
    ];
  });
}

/** Shows them; choosing one opens it. */
export async function showOrder(
  hooks: readonly HookDescription[],
  hook: HookDescription,
  open: (hook: HookDescription) => Thenable<unknown>,
): Promise<void> {
  const chosen = await vscode.window.showQuickPick(orderItems(hooks, hook), {
    title: vscode.l10n.t('Why {0} runs when it does: {1}', calledAs(hook), placesOf(hooks, hook)),
    placeHolder: vscode.l10n.t(
      'By priority, high first; then layer, file path and place in the file. Change `priority` to move it.',
    ),
  });
  if (chosen?.hook) await open(chosen.hook);
}
