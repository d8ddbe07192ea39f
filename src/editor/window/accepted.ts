/** What the human has accepted, kept in the extension's storage: hook and tool files, and the servers that a workspace declares. */
import { join } from 'node:path';
import * as vscode from 'vscode';
import { AcceptedDiskStore } from '../../adapters/disk/acceptedStore';
import { AcceptedServers } from '../../adapters/mcp/acceptedServers';
import { AcceptedFiles } from '../../hooks/parent/accepting/acceptedFiles';
import { hashOf } from '../../hooks/parent/building/bundleSources';
import { SavedTexts } from './savedTexts';

export interface AcceptedParts {
  storage: vscode.Uri;
  memory: vscode.Memento;
  running(): boolean;
  warn(text: string): void;
}

export function acceptedThings({ storage, memory, running, warn }: AcceptedParts) {
  const { l10n } = vscode;
  const name = (scope: string) => `accepted:${scope}`;
  const store = new AcceptedDiskStore({
    folder: join(storage.fsPath, 'accepted'),
    known: { has: (scope) => memory.get(name(scope)) === true, add: (scope) => void memory.update(name(scope), true) },
    failed: (why) => warn(l10n.t('What you accepted holds for this window only: it could not be kept ({0}).', why)),
  });
  const refused = (folder: string, why: string) =>
    warn(
      l10n.t(
        'What you accepted to run in {0} is not relied on, since where it is kept {1}. Review what is there now; until then it denies every tool call.',
        folder,
        why,
      ),
    );
  const files: AcceptedFiles = new AcceptedFiles({ store, running, refused, saved: (path, hash) => texts.isSaved(path, hash) });
  const texts: SavedTexts = new SavedTexts({
    hashOf,
    wasAccepted: (path, hash) => files.wasAccepted(path, hash),
    grew: (path, hash) => files.grew(path, hash),
  });
  const serversRefused = (folder: string, why: string) =>
    warn(
      l10n.t('Which servers you accepted in {0} is not relied on, since where it is kept {1}: you are asked again.', folder, why),
    );
  return { store, files, texts, servers: new AcceptedServers({ store, refused: serversRefused }) };
}
