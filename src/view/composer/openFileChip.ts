/** The file that the human looks at, as a chip above the message box: what is selected in it goes along; of one that is only open the human says so. */
import * as l10n from '@vscode/l10n';
import { html, nothing, type ReactiveControllerHost } from 'lit';
import type { OpenFile } from '../../shared/views/viewProtocol';
import type { RemoveButton } from './messageAttachments';

export class OpenFileChip {
  /** The name of the file whose chip was taken away, and of the one that goes with messages though nothing is selected in it. */
  private closed = '';
  private included = '';

  constructor(private readonly host: Pick<ReactiveControllerHost, 'requestUpdate'>) {}

  goesWith(file: OpenFile | undefined): boolean {
    return file !== undefined && file.name !== this.closed && (file.lines !== undefined || file.name === this.included);
  }

  render(file: OpenFile | undefined, remove: RemoveButton): unknown {
    if (!file || file.name === this.closed) return nothing;
    return html`<span role="listitem" class="chip ${this.goesWith(file) ? '' : 'offered'}">${this.name(file)}${remove(
      file.name,
      () => {
        this.closed = file.name;
        this.host.requestUpdate();
      },
    )}</span>`;
  }

  private name({ name, lines }: OpenFile): unknown {
    if (lines)
      return html`<i class="codicon codicon-list-selection" aria-hidden="true"></i><span class="name" title=${l10n.t('What is selected goes with the message')}>${name}:${lines[0]}-${lines[1]}</span>`;
    const on = name === this.included;
    const title = on ? l10n.t('Goes with the message') : l10n.t('The open file: click to have it go with the message');
    const toggle = () => {
      this.included = on ? '' : name;
      this.host.requestUpdate();
    };
    return html`<button class="open-file" aria-pressed=${on} title=${title} @click=${toggle}>
      <i class="codicon codicon-${on ? 'file' : 'add'}" aria-hidden="true"></i><span class="name">${name}</span></button>`;
  }
}
