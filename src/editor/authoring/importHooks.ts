/** `Import Hooks…`: the hooks of other agents as hook files, and what came of it as a document. */
import { homedir } from 'node:os';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { type Imported, importHooks } from '../../adapters/definitions/importedHooks';
import { hooksFolder } from '../../hooks/parent/building/hookFiles';
import { chosenFolder } from '../window/chosenFolder';
import { openFolderFirst } from '../window/openFolderFirst';
import type { PayloadDocuments } from '../window/payloadDocuments';

/** Writes a file for the human, live at once. */
export type Write = (path: string, text: string) => Promise<void>;

export async function importOtherHooks(write: Write, payloads: Pick<PayloadDocuments, 'report'>): Promise<void> {
  const { l10n, window } = vscode;
  if (!vscode.workspace.workspaceFolders?.[0])
    return void openFolderFirst(l10n.t('Open a folder first: its hooks are imported.'));
  const folder = await chosenFolder();
  if (!folder) return;
  const out = hooksFolder(folder.uri.fsPath);
  const files: [path: string, text: string][] = [];
  const imported = importHooks({
    folder: folder.uri.fsPath,
    home: homedir(),
    out,
    write: (path, text) => void files.push([path, text]),
  });
  if (imported.hooks.length === 0 && imported.leftOut.length === 0)
    return void window.showInformationMessage(l10n.t('No hooks of other agents were found in {0}, nor of yours.', folder.name));
  if (files.length > 0) {
    const yes = l10n.t('Import');
    const detail = [
      l10n.t('They run the commands that the other agents ran, at the same moments, in this workspace:'),
      ...imported.hooks.map(({ title }) => `• ${title}`).slice(0, 12),
      ...leftOutWords(imported),
    ].join('\n');
    const asked = files.length === 1 ? l10n.t('Import 1 hook?') : l10n.t('Import {0} hooks?', files.length);
    if ((await window.showWarningMessage(asked, { modal: true, detail }, yes)) !== yes) return;
  }
  for (const [path, text] of files) await write(path, text);
  await payloads.report(l10n.t('Imported hooks'), reportOf(imported));
}

/** What stays where it is, and in which file; why is told in the report. */
function leftOutWords({ leftOut }: Imported): string[] {
  const whole = leftOut.filter(({ partly }) => !partly);
  if (whole.length === 0) return [];
  const places = new Set(whole.map(({ source, event }) => (event === '' ? source : `${event} (${source})`)));
  const shown = [...places].slice(0, 6).map((place) => `• ${place}`);
  return [
    '',
    vscode.l10n.t('Left out, for reasons that the report tells:'),
    ...shown,
    ...(places.size > shown.length ? ['• …'] : []),
  ];
}

function reportOf({ hooks, leftOut }: Imported): string {
  const { l10n } = vscode;
  const states = { written: l10n.t('written'), unchanged: l10n.t('unchanged'), kept: l10n.t('kept, as it was changed by hand') };
  const code = (text: string) => `\`${text.replaceAll('`', "'")}\``;
  const part = (title: string, lines: string[]) =>
    lines.length > 0 ? [`## ${title}`, '', ...lines.map((line) => `- ${line}`), ''] : [];
  const left = (partly: boolean) =>
    leftOut
      .filter((one) => (one.partly === true) === partly)
      .map(({ source, event, what, reason }) => `${[source, event].filter(Boolean).join(' ')}: ${code(what)}: ${reason}`);
  return [
    `# ${l10n.t('Imported hooks')}`,
    '',
    ...part(
      l10n.t('Hooks'),
      hooks.map(({ file, became, title }) => `${code(basename(file))} (${states[became]}): ${code(title)}`),
    ),
    ...part(l10n.t('Not carried over'), left(false)),
    ...part(l10n.t('Only partly carried over'), left(true)),
  ].join('\n');
}
