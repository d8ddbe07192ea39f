/** The four modes: always in sight beside the message box, switched by its list or with Ctrl+. */
import { html, type TemplateResult } from 'lit';
import { type Mode, modes } from '../shared/modes';
import { post } from './host';
import { t } from './l10n';

const names: Readonly<Record<Mode, () => string>> = {
  ask: () => t('Ask'),
  acceptEdits: () => t('Accept Edits'),
  plan: () => t('Plan'),
  bypass: () => t('Bypass'),
};

export const modeName = (mode: Mode): string => names[mode]();

export const nextMode = (mode: Mode): Mode => modes[(modes.indexOf(mode) + 1) % modes.length]!;

export function modePicker(mode: Mode): TemplateResult {
  return html`<select
    class="mode ${mode}"
    aria-label=${t('Mode')}
    title=${t('What runs without asking (Ctrl+. for the next)')}
    .value=${mode}
    @change=${(event: Event) => post({ type: 'setMode', mode: (event.target as HTMLSelectElement).value as Mode })}
  >
    ${modes.map((one) => html`<option value=${one} ?selected=${one === mode}>${modeName(one)}</option>`)}
  </select>`;
}
