/** Hooks for real jobs that come with the extension, in `media/gallery`, each with a test beside it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';

export interface GalleryHook {
  label: string;
  detail: string;
  /** Its file's, without the ending. */
  gallery: string;
}

export const galleryHooks = (): GalleryHook[] => [
  {
    label: vscode.l10n.t('Secret scanning'),
    detail: vscode.l10n.t('Keeps secrets out of what the agent writes and reads'),
    gallery: 'secret-scanning',
  },
  {
    label: vscode.l10n.t('Format on edit'),
    detail: vscode.l10n.t("Runs the project's formatter on what the agent has written"),
    gallery: 'format-on-edit',
  },
  {
    label: vscode.l10n.t('Tests before stop'),
    detail: vscode.l10n.t('The agent goes on until the tests have passed'),
    gallery: 'tests-before-stop',
  },
  {
    label: vscode.l10n.t('Ticket in commit message'),
    detail: vscode.l10n.t('Every commit names its ticket'),
    gallery: 'ticket-in-commit',
  },
  {
    label: vscode.l10n.t('Branch guard'),
    detail: vscode.l10n.t('No commits on main, no pushes to it, none by force'),
    gallery: 'branch-guard',
  },
  {
    label: vscode.l10n.t('Cost budget'),
    detail: vscode.l10n.t('A run, and a session, cost no more than this'),
    gallery: 'cost-budget',
  },
  {
    label: vscode.l10n.t('Audit log'),
    detail: vscode.l10n.t('A line for each tool call, in a file of its day'),
    gallery: 'audit-log',
  },
  {
    label: vscode.l10n.t('Prompt context'),
    detail: vscode.l10n.t('Each message goes with what git says of the workspace'),
    gallery: 'prompt-context',
  },
  {
    label: vscode.l10n.t('Dependency guard'),
    detail: vscode.l10n.t("A new dependency is a human's decision"),
    gallery: 'dependency-guard',
  },
  {
    label: vscode.l10n.t('Licence check'),
    detail: vscode.l10n.t('Tells the model of licences that nobody has agreed to'),
    gallery: 'licence-check',
  },
];

/** The texts of a hook and of its test; `folder` is where the extension keeps them. */
export async function readGallery(folder: string, name: string): Promise<{ name: string; code: string; test: string }> {
  const read = (ending: string) => readFile(join(folder, `${name}${ending}`), 'utf8');
  return { name, code: await read('.ts'), test: await read('.test.ts') };
}
