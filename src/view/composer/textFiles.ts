/** Files that are pasted or dropped and are no pictures: read as text, and refused with a reason where they are none. */
import * as l10n from '@vscode/l10n';

export interface TextFile {
  name: string;
  text: string;
}

const largest = 1_000_000;
const most = 40;

export async function readTexts(files: Iterable<File>, already: number): Promise<{ read: TextFile[]; problems: string[] }> {
  const read: TextFile[] = [];
  const problems: string[] = [];
  for (const file of files) {
    if (already + read.length >= most)
      problems.push(l10n.t('{0} is left out: a message takes {1} files at most.', file.name, most));
    else if (file.size > largest)
      problems.push(l10n.t('{0} is too large: a file may have {1} MB at most.', file.name, largest / 1_000_000));
    else {
      const text = await file.text();
      if (text.includes('\0') || text.includes('\uFFFD')) problems.push(l10n.t('{0} is neither text nor a picture.', file.name));
      else read.push({ name: file.name, text });
    }
  }
  return { read, problems };
}

/** Pictures by what the system says of them; a picture that is none is told so. */
export const looksLikePicture = ({ type, name }: File): boolean =>
  type.startsWith('image/') || /\.(png|jpe?g|gif|webp)$/i.test(name);
