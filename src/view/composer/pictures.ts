/** Pictures that the human puts into a message: read, told by their bytes and not by their name, and refused with a reason where the API would refuse them. */
import * as l10n from '@vscode/l10n';
import { mostPictureBytes, mostPictures, type pictureTypes } from '../../shared/pictureLimits';

export interface Attachment {
  name: string;
  media_type: (typeof pictureTypes)[number];
  /** Base64. */
  data: string;
}

const signatures: readonly [(typeof pictureTypes)[number], (bytes: Uint8Array) => boolean][] = [
  ['image/png', (bytes) => startsWith(bytes, '\x89PNG')],
  ['image/jpeg', (bytes) => startsWith(bytes, '\xff\xd8\xff')],
  ['image/gif', (bytes) => startsWith(bytes, 'GIF8')],
  ['image/webp', (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes.subarray(8), 'WEBP')],
];

const startsWith = (bytes: Uint8Array, text: string) => [...text].every((char, at) => bytes[at] === char.charCodeAt(0));

/** What could be read, and for each other file why not. */
export async function readPictures(files: Iterable<File>, already: number): Promise<{ read: Attachment[]; problems: string[] }> {
  const read: Attachment[] = [];
  const problems: string[] = [];
  for (const file of files) {
    const name = file.name || l10n.t('the picture');
    if (already + read.length >= mostPictures) {
      problems.push(l10n.t('{0} is left out: a message takes {1} pictures at most.', name, mostPictures));
      continue;
    }
    if (file.size > mostPictureBytes) {
      problems.push(l10n.t('{0} is too large: a picture may have {1} MB at most.', name, mostPictureBytes / 1_000_000));
      continue;
    }
    const head = new Uint8Array(await file.slice(0, 12).arrayBuffer());
    const type = signatures.find(([, fits]) => fits(head))?.[0];
    if (type) read.push({ name, media_type: type, data: await base64Of(file) });
    else problems.push(l10n.t('{0} is no PNG, JPEG, GIF or WebP picture.', name));
  }
  return { read, problems };
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
