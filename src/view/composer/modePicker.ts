/** The four modes: always in sight beside the message box, switched by its list or with Ctrl+. */
import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import { type Mode, modes } from '../../shared/calls/modes';
import { post } from '../host';

const names: Readonly<Record<Mode, () => string>> = {
  ask: () => l10n.t('Ask'),
  acceptEdits: () => l10n.t('Accept Edits'),
  plan: () => l10n.t('Plan'),
  bypass: () => l10n.t('Bypass'),
};

export const modeName = (mode: Mode): string => names[mode]();

export const nextMode = (mode: Mode): Mode => modes[(modes.indexOf(mode) + 1) % modes.length]!;

export function modePicker(mode: Mode): TemplateResult {
  return html`<select
    class=${mode}
    aria-label=${l10n.t('Mode')}
    title=${l10n.t('What runs without asking (Ctrl+. for the next)')}
    .value=${mode}
    @change=${(event: Event) => {
      const list = event.target as HTMLSelectElement;
      post({ type: 'setMode', mode: list.value as Mode });
      // It shows what holds: the editor may have asked, and been told no.
      list.value = mode;
    }}
  >
    ${modes.map((one) => html`<option value=${one} ?selected=${one === mode}>${modeName(one)}</option>`)}
  </select>`;
}
