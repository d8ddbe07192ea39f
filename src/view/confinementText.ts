/** What the operating system's sandbox holds a call to, in words. */
import * as l10n from '@vscode/l10n';
import type { Confinement } from '../shared/verdicts/confinement';

/** `runs in the sandbox: hides .env; without sudo`. */
export function confinementText(words: Confinement): string {
  return l10n.t('runs in the sandbox: {0}', wordsOf(words).join('; '));
}

/** `hides .env; without sudo`. */
export const wordsText = (words: Confinement): string => wordsOf(words).join('; ');

function wordsOf({ denyRead, denyWrite, denyPrograms, hosts, asksHosts, onlyPaths, hideOnly }: Confinement): string[] {
  const listed = (text: (list: string) => string, list: readonly string[] | undefined) =>
    list?.length ? [text(list.join(', '))] : [];
  const held = [
    l10n.t('writes only in the workspace and the temporary folder'),
    hosts?.includes('*')
      ? l10n.t('all of the network')
      : hosts?.length
        ? asksHosts
          ? l10n.t('of the network {0}, asks for other hosts', hosts.join(', '))
          : l10n.t('of the network only {0}', hosts.join(', '))
        : asksHosts
          ? l10n.t('asks for each host of the network')
          : l10n.t('no network'),
  ];
  return [
    ...listed((list) => l10n.t('hides {0}', list), denyRead),
    ...listed((list) => l10n.t('without {0}', list), denyPrograms),
    ...listed((list) => l10n.t('may not write {0}', list), denyWrite),
    ...(onlyPaths ?? []).map((list) => l10n.t('shows only {0}', list.join(', '))),
    ...(hideOnly ? [] : held),
  ];
}
