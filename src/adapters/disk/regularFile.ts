/** The beginning of a file that a call merely names: what is no regular file, or gives nothing at once, is read by nobody. */
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';

// Windows has neither.
const { O_NONBLOCK = 0, O_NOCTTY = 0 } = constants as Partial<typeof constants>;

/** At most so many bytes, though it grow meanwhile; undefined of a pipe, a device or a folder. Throws where it cannot be opened or read without waiting. */
export function readRegular(path: string, most: number): Buffer | undefined {
  // To open a device may already do something.
  if (!statSync(path).isFile()) return undefined;
  // A pipe waits for who writes it, and so do some files of the system that look like any other.
  const file = openSync(path, constants.O_RDONLY | O_NONBLOCK | O_NOCTTY);
  try {
    const found = fstatSync(file);
    if (!found.isFile()) return undefined;
    // What the system makes up as it is read has no size.
    let room = Buffer.allocUnsafe(Math.min(most, found.size > 0 ? found.size + 1 : 4096));
    let size = 0;
    for (;;) {
      const read = readSync(file, room, size, room.length - size, null);
      size += read;
      if (read === 0 || size >= most) return room.subarray(0, size);
      if (size === room.length) room = Buffer.concat([room], Math.min(most, 2 * room.length));
    }
  } finally {
    closeSync(file);
  }
}
