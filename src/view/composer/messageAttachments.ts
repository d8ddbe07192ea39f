/** What goes with a message beside its text: pictures and text files that were pasted, dropped or picked. */
import * as l10n from '@vscode/l10n';
import { html, nothing, type ReactiveControllerHost } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { post, remember, rememberedText } from '../host';
import type { Attachment } from './pictures';
import type { TextFile } from './textFiles';

/** Characters of pictures that outlive a reload: what a view remembers is written at every key. */
const mostRemembered = 2_000_000;

export interface Attached {
  pictures: readonly Attachment[];
  files: readonly TextFile[];
}
interface Host extends Pick<ReactiveControllerHost, 'requestUpdate'> {
  /** Called with what is wrong with one. */
  onProblem(text: string): void;
}
/** A button that takes away what has that name. */
export type RemoveButton = (name: string, act: () => void) => unknown;

export class Attachments {
  /** Something is held over the message box. */
  isDropping = false;
  private readonly bySession = new Map<string, Attached>();
  private session = '';

  constructor(private readonly host: Host) {}

  get isEmpty(): boolean {
    return this.all.pictures.length + this.all.files.length === 0;
  }

  /** As the message has them. */
  get sent() {
    const { pictures, files } = this.all;
    const images = pictures.map(({ media_type, data }) => ({ media_type, data }));
    return { ...(images.length > 0 ? { images } : {}), ...(files.length > 0 ? { files: [...files] } : {}) };
  }

  private get all(): Attached {
    return this.of(this.session);
  }

  private of(session: string): Attached {
    return this.bySession.get(session) ?? { pictures: [], files: [] };
  }

  /** Shows what goes with the message of that session, which pictures outlive a reload in. */
  openSession(id: string): void {
    this.session = id;
    const pictures = this.bySession.has(id) ? '' : rememberedText(`pictures ${id}`);
    this.change(pictures ? { pictures: JSON.parse(pictures) as Attachment[] } : {});
  }

  add(file: TextFile): void {
    this.change({ files: [...this.all.files, file] });
  }

  /** They have gone with a message. */
  take(): Attached {
    const { all } = this;
    this.change({ pictures: [], files: [] });
    return all;
  }

  giveBack({ pictures, files }: Attached): void {
    this.change({ pictures: [...pictures, ...this.all.pictures], files: [...files, ...this.all.files] });
  }

  private change(part: Partial<Attached>, session = this.session): void {
    this.bySession.set(session, { ...this.of(session), ...part });
    if (part.pictures) {
      const pictures = part.pictures.length > 0 ? JSON.stringify(part.pictures) : '';
      remember({ [`pictures ${session}`]: pictures.length > mostRemembered ? '' : pictures });
    }
    this.host.requestUpdate();
  }

  private async read(given: Iterable<File>): Promise<void> {
    const all = [...given];
    const { session } = this;
    // Most messages have none: what knows their bytes is read with the first.
    const [{ readPictures }, { looksLikePicture, readTexts }] = await Promise.all([import('./pictures'), import('./textFiles')]);
    const pictures = await readPictures(all.filter(looksLikePicture), this.all.pictures.length);
    const texts = await readTexts(
      all.filter((file) => !looksLikePicture(file)),
      this.all.files.length,
    );
    const before = this.of(session);
    this.change({ pictures: [...before.pictures, ...pictures.read], files: [...before.files, ...texts.read] }, session);
    for (const problem of [...pictures.problems, ...texts.problems]) this.host.onProblem(problem);
  }

  readonly paste = (event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    void this.read(files);
  };

  readonly drag = (event: DragEvent) => {
    const dropped = event.dataTransfer;
    // Files of the editor's own lists come as addresses, those of the system with their content.
    const ofEditor = dropped?.types.find((type) => type === 'application/vnd.code.uri-list' || type === 'text/uri-list');
    if (!dropped || !(ofEditor || dropped.types.includes('Files'))) return;
    event.preventDefault();
    const isOver = event.type === 'dragover';
    if (isOver !== this.isDropping) this.host.requestUpdate();
    this.isDropping = isOver;
    if (event.type !== 'drop') return;
    const uris = (ofEditor ? dropped.getData(ofEditor) : '')
      .split(/\r?\n/)
      .filter((line) => line !== '' && !line.startsWith('#'));
    if (uris.length > 0) post({ type: 'dropped', uris });
    else void this.read([...dropped.files]);
  };

  readonly pick = () => {
    const picker = Object.assign(document.createElement('input'), {
      type: 'file',
      multiple: true,
    });
    picker.onchange = () => void this.read([...(picker.files ?? [])]);
    picker.click();
  };

  /** One for each text file. */
  chips(remove: RemoveButton): unknown[] {
    const { files } = this.all;
    return files.map(
      (
        file,
      ) => html`<span role="listitem" class="chip" title=${file.name}><i class="codicon codicon-file" aria-hidden="true"></i><span class="name">${file.name}</span>
          ${remove(file.name, () => this.change({ files: this.all.files.filter((other) => other !== file) }))}</span>`,
    );
  }

  thumbnails(): unknown {
    const { pictures } = this.all;
    if (pictures.length === 0) return nothing;
    return html`<div class="thumbnails" role="list" aria-label=${l10n.t('Pictures')}>${repeat(
      pictures,
      (picture) => picture,
      (picture) => html`<span role="listitem" class="thumbnail">
        <img alt=${picture.name} src=${`data:${picture.media_type};base64,${picture.data}`} />
        <button class="icon" aria-label=${l10n.t('Remove {0}', picture.name)} title=${l10n.t('Remove {0}', picture.name)}
          @click=${() => this.change({ pictures: this.all.pictures.filter((other) => other !== picture) })}><i class="codicon codicon-close" aria-hidden="true"></i></button>
      </span>`,
    )}</div>`;
  }
}
