/** Sessions of other agents for the human to choose from: those that are guarded here, and what the agents kept of their past. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { sessionItems } from '../../adapters/sessions/sessionFile';
import { firstWordsIn } from '../../guard/guests/firstWords';
import { guestSessions } from '../../guard/guests/guestSessions';
import { itemsOf, nothingRead, transcriptsOf } from '../../guard/past/transcripts';
import { titleOf } from '../../protocols';
import { rememberingAgents } from '../../protocols/past';
import type { AgentName } from '../../protocols/protocol';
import type { StreamItem } from '../../shared/stream/stream';
import { shortDate } from '../window/shortDate';

export interface GuestChoice extends vscode.QuickPickItem {
  show(): Promise<void>;
}

interface Ways {
  follow(path: string, guest: string): Promise<void>;
  openPast(path: string): Promise<void>;
  guard(): Promise<void>;
}

const mostListed = 50;

export async function guestChoices(home: string, { follow, openPast, guard }: Ways): Promise<GuestChoice[]> {
  const live = guestSessions(home)
    .slice(0, mostListed)
    .map(({ agent, sessionId, path, mtimeMs }) =>
      choice('shield', agent, sessionId, mtimeMs, sessionItems(path), () => follow(path, titleOf(agent))),
    );
  const past = rememberingAgents
    .flatMap((agent) => transcriptsOf(agent, home))
    .sort((a, b) => b.mtimeMs - a.mtimeMs)
    .slice(0, mostListed)
    .map((one) =>
      choice('history', one.agent, basename(one.path), one.mtimeMs, itemsOf(one, nothingRead()), () => openPast(one.path)),
    );
  return [
    ...[heading(vscode.l10n.t('Guarded, as they happen')), ...(await Promise.all(live))],
    { label: `$(add) ${vscode.l10n.t('Guard Another Agent…')}`, show: guard },
    ...[heading(vscode.l10n.t('What they kept themselves')), ...(await Promise.all(past))],
  ];
}

/** Told apart by what was said first in it; what else it is called stands below. */
async function choice(
  icon: string,
  agent: AgentName,
  id: string,
  mtimeMs: number,
  items: AsyncIterable<StreamItem>,
  show: () => Promise<void>,
): Promise<GuestChoice> {
  const description = await firstWordsIn(items);
  return { label: `$(${icon}) ${titleOf(agent)}`, description, detail: `${shortDate(mtimeMs)} · ${id}`, show };
}

const heading = (label: string): GuestChoice => ({
  label,
  kind: vscode.QuickPickItemKind.Separator,
  show: () => Promise.resolve(),
});
