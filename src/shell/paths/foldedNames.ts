/** Names as disks compare them. Pure. */

/** These disks find a file whatever the case it is named in. */
export const foldsCase = (platform: string): boolean => platform === 'darwin' || platform === 'win32';

/** Signs that HFS+ leaves out of account. */
const ignored = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** One spelling for all that lead to the same file: on macOS letters with their accents apart, and `ſ` for `s`, too. */
export function folded(name: string, platform: string): string {
  if (!foldsCase(platform)) return name;
  if (platform === 'win32') return name.toLowerCase();
  return /^[\x20-\x7e]*$/.test(name)
    ? name.toLowerCase()
    : name.normalize('NFC').replace(ignored, '').toUpperCase().toLowerCase().normalize('NFC');
}
