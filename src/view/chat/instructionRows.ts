/** Files whose instructions the agent was given, each to be opened. */
import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { InstructionFile } from '../../shared/messages/instructions';
import type { InstructionsEntry } from '../conversation/conversationState';
import { post } from '../host';

export function instructionLinks(label: string, files: readonly InstructionFile[]): TemplateResult {
  return html`${label}: ${files.map(
    (file, at) =>
      html`${at > 0 ? ', ' : nothing}<button class="link" title=${titleOf(file)} @click=${() => post({ type: 'openFile', file: file.path })}>${file.name}</button>${file.cut ? ` ${l10n.t('(cut)')}` : nothing}`,
  )}`;
}

function titleOf({ path, importedBy, characters }: InstructionFile): string {
  const size = l10n.t('{0} characters', characters);
  return [path, importedBy === undefined ? '' : l10n.t('imported by {0}', importedBy), size].filter(Boolean).join('\n');
}

export function instructionsRow({ files, problems }: InstructionsEntry): TemplateResult {
  return html`<div class="notice ${problems.length > 0 ? 'warning' : 'info'}">
    <i class="codicon codicon-book" aria-hidden="true"></i>
    <div>${files.length > 0 ? instructionLinks(l10n.t('The agent follows'), files) : nothing}${problems.map(
      ({ name, importedBy, reason }) =>
        html`<div>${importedBy === undefined ? l10n.t('Not taken: {0} ({1})', name, reason) : l10n.t('Not taken: {0}, imported by {1} ({2})', name, importedBy, reason)}</div>`,
    )}</div>
  </div>`;
}
