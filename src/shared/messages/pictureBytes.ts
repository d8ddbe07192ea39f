/** What a picture is by its bytes, whatever its name or its sender says. */
import { longestPictureSide, type PictureType } from './pictureLimits';

const signatures: readonly [PictureType, begins: string, within?: string][] = [
  ['image/png', '\x89PNG'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/gif', 'GIF8'],
  ['image/webp', 'RIFF', 'WEBP'],
];

const has = (bytes: Uint8Array, text: string, at = 0) => [...text].every((char, i) => bytes[at + i] === char.charCodeAt(0));

/** By its first bytes; undefined for what is none of them, whatever it is called. */
export const pictureTypeOf = (bytes: Uint8Array): PictureType | undefined =>
  signatures.find(([, begins, within = '']) => has(bytes, begins) && has(bytes, within, 8))?.[0];

/** Width and height in pixels; undefined where the bytes do not tell. */
export function pictureSize(bytes: Uint8Array): readonly [width: number, height: number] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const three = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  try {
    switch (pictureTypeOf(bytes)) {
      case 'image/png':
        return [view.getUint32(16), view.getUint32(20)];
      case 'image/gif':
        return [view.getUint16(6, true), view.getUint16(8, true)];
      case 'image/webp':
        if (has(bytes, 'VP8X', 12)) return [three(24) + 1, three(27) + 1];
        if (has(bytes, 'VP8L', 12))
          return [view.getUint32(21, true), view.getUint32(21, true) >> 14].map((bits) => (bits & 0x3fff) + 1) as [
            number,
            number,
          ];
        return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
      case 'image/jpeg':
        // From segment to segment, up to the one that begins a frame.
        for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
          while (view.getUint8(at + 1) === 0xff) at++;
          const kind = view.getUint8(at + 1);
          if (kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc)
            return [view.getUint16(at + 7), view.getUint16(at + 5)];
        }
      case undefined:
        return undefined;
    }
  } catch {
    return undefined;
  }
}

/** The type of a file that is called one: its bytes know better. Undefined where it holds text, as what Git LFS leaves in a picture's place. */
export const pictureTypeIn = (bytes: Uint8Array, called: PictureType): PictureType | undefined =>
  pictureTypeOf(bytes) ?? (isText(bytes) ? undefined : called);

function isText(bytes: Uint8Array): boolean {
  try {
    return !/[^\P{Cc}\s]/u.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return false;
  }
}

export const isTooWide = (bytes: Uint8Array): boolean => Math.max(...(pictureSize(bytes) ?? [0])) > longestPictureSide;
