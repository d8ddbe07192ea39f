/** Pictures that the human puts into a message: read, told by their bytes and not by their name, and refused with a reason where the API would refuse them. */
import * as l10n from '@vscode/l10n';
import { isTooWide, pictureTypeOf } from '../../shared/messages/pictureBytes';
import { longestPictureSide, mostPictureBytes, mostPictures, type PictureType } from '../../shared/messages/pictureLimits';

export interface Attachment {
  name: string;
  media_type: PictureType;
  /** Base64. */
  data: string;
}

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
    const bytes = new Uint8Array(await file.arrayBuffer());
    const type = pictureTypeOf(bytes);
    if (isTooWide(bytes))
      problems.push(l10n.t('{0} is too large: a side may have {1} pixels at most.', name, longestPictureSide));
    else if (type && !(await isWhole(file))) problems.push(l10n.t('{0} cannot be shown: the file is damaged or cut off.', name));
    else if (type) read.push({ name, media_type: type, data: await base64Of(file) });
    else problems.push(l10n.t('{0} is no PNG, JPEG, GIF or WebP picture.', name));
  }
  return { read, problems };
}

/** A model that cannot read a picture refuses the message, and every one after it. */
const isWhole = (file: File): Promise<boolean> =>
  createImageBitmap(file).then(
    (picture) => {
      picture.close();
      return true;
    },
    () => false,
  );

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
