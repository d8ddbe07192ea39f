/** Messages between a child process and its parent as frames on a pipe: a length, the sender's token, the cloned value. */

/** What a child puts before each of its messages, and nobody but its own code knows. The parent's frames have none. */
export const tokenSize = 16;
const lengthSize = 4;
/** No message is nearly as long: what says so is none. */
const longest = 512 * 1024 * 1024;

/** In bytes. What is as large is not copied to stand behind its length, and takes its time on the way. */
export const largeSize = 1024 * 1024;

/** What to write, in turn. `value` is the cloned one. */
export function frameOf(value: Buffer, token?: Buffer): Buffer[] {
  const before = Buffer.allocUnsafe(lengthSize + (token?.length ?? 0));
  before.writeUInt32LE((token?.length ?? 0) + value.length);
  token?.copy(before, lengthSize);
  return value.length < largeSize ? [Buffer.concat([before, value])] : [before, value];
}

/** Cuts what comes out of a pipe into frames again. */
export class Frames {
  /** Of a length. */
  private begun: Buffer = Buffer.alloc(0);
  /** A frame that comes in several chunks has its place from the first: it may be so large that it must not be there twice. */
  private open: { frame: Buffer; filled: number } | undefined;

  /** The next one comes in many chunks, and takes its time. */
  get isLong(): boolean {
    return this.open !== undefined && this.open.frame.length >= largeSize;
  }

  /** The frames that are whole now. Throws where the bytes are no frames. */
  push(given: Buffer): Buffer[] {
    const chunk = this.begun.length > 0 ? Buffer.concat([this.begun, given]) : given;
    this.begun = Buffer.alloc(0);
    const frames: Buffer[] = [];
    for (let at = 0; at < chunk.length; ) {
      if (!this.open) {
        if (chunk.length - at < lengthSize) {
          this.begun = Buffer.from(chunk.subarray(at));
          break;
        }
        const length = chunk.readUInt32LE(at);
        if (length > longest) throw new RangeError(`a message of ${length} bytes`);
        at += lengthSize;
        if (chunk.length - at < length) this.open = { frame: Buffer.allocUnsafe(length), filled: 0 };
        else {
          frames.push(chunk.subarray(at, at + length));
          at += length;
        }
        continue;
      }
      const { frame, filled } = this.open;
      const copied = chunk.copy(frame, filled, at);
      at += copied;
      this.open.filled += copied;
      if (this.open.filled < frame.length) break;
      frames.push(frame);
      this.open = undefined;
    }
    return frames;
  }
}
