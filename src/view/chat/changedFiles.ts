/** The files that agents changed, above the message box: each with its diff, to be kept or undone; and the offer to take back the last restore. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { LeftOut } from '../../shared/events/fileChanges';
import type { Changed, FilesState } from '../../shared/stream/checkpoints';
import type { Codicon } from '../../shared/views/codicons';
import { shortened } from '../format';
import { post } from '../host';

export interface ChangedFilesState {
  open: boolean;
  toggle(): void;
  /** Nothing can be undone while the agent is at work. */
  running: boolean;
  folders: readonly string[];
}

const mostRows = 200;

export function changedFiles({ changed, redo, leftOut }: FilesState, state: ChangedFilesState): TemplateResult {
  const files = [...changed.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  return html`${redo && !state.running ? redoBar(redo.to !== undefined, redo.rewound !== undefined, redo.files.length) : nothing}
  ${files.length > 0 ? list(files, leftOut, state) : nothing}`;
}

function redoBar(isCheckpoint: boolean, rewound: boolean, files: number): TemplateResult {
  const count = files === 1 ? l10n.t('1 file') : l10n.t('{0} files', files);
  const what = !isCheckpoint
    ? l10n.t('Undone: {0}.', count)
    : rewound && files > 0
      ? l10n.t('Restored: the conversation and {0}.', count)
      : rewound
        ? l10n.t('Restored: the conversation. Files stay as they are.')
        : l10n.t('Restored: {0}.', count);
  return html`<div class="redo" role="note" aria-label=${l10n.t('Restored')}>
    <i class="codicon codicon-discard" aria-hidden="true"></i><span>${what}</span>
    <button class="link" @click=${() => post({ type: 'redo' })}>${l10n.t('Redo')}</button>
  </div>`;
}

function list(
  files: readonly Changed[],
  leftOut: readonly LeftOut[],
  { open, toggle, running, folders }: ChangedFilesState,
): TemplateResult {
  const all = files.map(({ path }) => path);
  return html`<section class="todos changed-files" aria-label=${l10n.t('Changed files')}>
    <div class="changed-head">
      <button class="todos-head" aria-expanded=${open} aria-controls="changed-files" @click=${toggle}>
        <i class="codicon codicon-chevron-${open ? 'down' : 'right'}" aria-hidden="true"></i>
        <span class="todos-progress">${files.length === 1 ? l10n.t('1 file changed') : l10n.t('{0} files changed', files.length)}</span>
      </button>
      <span class="changed-acts">
        <button class="link" @click=${() => post({ type: 'keepFiles', paths: all })}>${l10n.t('Keep All')}</button>
        <button class="link" ?disabled=${running} @click=${() => post({ type: 'undoFiles', paths: all })}>${l10n.t('Undo All')}</button>
      </span>
    </div>
    <div id="changed-files" class="todos-body" ?hidden=${!open}>
      ${
        open
          ? html`<ul class="changed-items">${repeat(
              files.slice(0, mostRows),
              ({ path }) => path,
              (file) => row(file, running, folders),
            )}</ul>`
          : nothing
      }
      ${open && files.length > mostRows ? html`<div class="dim">${l10n.t('and {0} more', files.length - mostRows)}</div>` : nothing}
      ${open ? notCovered(leftOut) : nothing}
    </div>
  </section>`;
}

function row(file: Changed, running: boolean, folders: readonly string[]): TemplateResult {
  const { path, before, after, mixed } = file;
  const name = shortened(path, folders);
  const [letter, word] = !before
    ? ['A', l10n.t('Made by the agent')]
    : after
      ? ['M', l10n.t('Changed by the agent')]
      : ['D', l10n.t('Deleted by the agent')];
  const isLeft = before?.kind === 'left';
  return html`<li>
    <span class="change-kind ${letter}" role="img" aria-label=${word} title=${word}>${letter}</span>
    <button class="link path" title=${path} aria-label=${l10n.t('Show changes of {0}', name)}
      @click=${() => post({ type: 'showFileChange', path })}><bdi>${name}</bdi></button>
    ${mixed ? html`<i class="codicon codicon-person" role="img" aria-label=${l10n.t('Others changed it too')} title=${l10n.t('Others changed it too')}></i>` : nothing}
    ${iconButton(l10n.t('Keep {0}', name), 'check', () => post({ type: 'keepFiles', paths: [path] }), false)}
    ${iconButton(
      isLeft ? l10n.t('{0} cannot be undone: what it was is not kept', name) : l10n.t('Undo {0}', name),
      'discard',
      () => post({ type: 'undoFiles', paths: [path] }),
      running || isLeft,
    )}
  </li>`;
}

function notCovered(leftOut: readonly LeftOut[]): TemplateResult | typeof nothing {
  const words = {
    ignored: l10n.t('ignored'),
    large: l10n.t('too large'),
    secret: l10n.t('may hold secrets'),
    full: l10n.t('too many'),
    unreadable: l10n.t('unreadable'),
  };
  if (leftOut.length === 0) return nothing;
  const parts = leftOut.map(({ why, count }) => `${count} ${words[why]}`);
  const title = leftOut.map(({ why, paths }) => `${words[why]}: ${paths.join(', ')}`).join('\n');
  return html`<div class="dim not-covered" title=${title}>${l10n.t('Changes by commands are not covered in: {0}', parts.join(', '))}</div>`;
}

const iconButton = (label: string, icon: Codicon, click: () => void, disabled: boolean): TemplateResult =>
  html`<button class="icon" aria-label=${label} title=${label} ?disabled=${disabled} @click=${click}><i class="codicon codicon-${icon}" aria-hidden="true"></i></button>`;
