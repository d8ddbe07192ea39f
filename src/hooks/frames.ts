/** Messages between a child process and its parent as frames on a pipe: a length, the sender's token, the cloned value. */

/** What a child puts before each of its messages, and nobody but its own code knows. The parent's frames have none. */
export const tokenSize = 16;
const lengthSize = 4;
/** No message is nearly as long: what says so is none. */
const longest = 512 * 1024 * 1024;

/** `value` is the cloned one. */
export function frameOf(value: Buffer, token?: Buffer): Buffer {
  const before = Buffer.allocUnsafe(lengthSize + (token?.length ?? 0));
  before.writeUInt32LE((token?.length ?? 0) + value.length);
  token?.copy(before, lengthSize);
  return Buffer.concat([before, value]);
}

/** Cuts what comes out of a pipe into frames again. */
export class Frames {
  private chunks: Buffer[] = [];
  private size = 0;

  /** The frames that are whole now. Throws where the bytes are no frames. */
  push(chunk: Buffer): Buffer[] {
    this.chunks.push(chunk);
    this.size += chunk.length;
    const frames: Buffer[] = [];
    for (let length = this.next(); length !== undefined; length = this.next()) {
      const all = this.joined();
      frames.push(all.subarray(lengthSize, lengthSize + length));
      const rest = all.subarray(lengthSize + length);
      this.chunks = rest.length > 0 ? [rest] : [];
      this.size = rest.length;
    }
    return frames;
  }

  /** The length of the first frame, if all of it is here. */
  private next(): number | undefined {
    if (this.size < lengthSize) return undefined;
    const first = this.chunks[0]!.length >= lengthSize ? this.chunks[0]! : this.joined();
    const length = first.readUInt32LE();
    if (length > longest) throw new RangeError(`a message of ${length} bytes`);
    return this.size >= lengthSize + length ? length : undefined;
  }

  private joined(): Buffer {
    if (this.chunks.length > 1) this.chunks = [Buffer.concat(this.chunks)];
    return this.chunks[0]!;
  }
}
