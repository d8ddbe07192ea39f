/**
 * The child's end of the channel to its parent. It is taken before any file of the workspace is loaded, and nothing of it can be reached from there: no
 * `process.send`, no listener that could be removed, and what somebody else writes to the pipe lacks the token.
 */
import { randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import { type OnReadOpts, Socket, type SocketConstructorOpts } from 'node:net';
import { deserialize, serialize } from 'node:v8';
import { Frames, frameOf, largeSize, tokenSize } from '../frames';

/** File descriptors that the parent opens for it. */
export const fromParent = 3;
export const toParent = 4;
const chunkSize = 64 * 1024;

// Taken before a replay closes the doors for files of the workspace.
const writeTo = writeSync;

export class ParentPipe<To> {
  private readonly token = randomBytes(tokenSize);
  private readonly pause = new Int32Array(new SharedArrayBuffer(4));
  /** What the system has of it. */
  readonly handle: object;

  /** `reads` hears when a long message begins to come, and when it is read; `ended` when the parent is gone, `lost` when it cannot be told something any more. */
  constructor(
    received: (message: To) => void,
    reads: (isLong: boolean) => void,
    ended: () => void,
    private readonly lost: () => void,
  ) {
    const frames = new Frames();
    // Else each message, however short, would take a buffer of this size, and the collector's time.
    const onread: OnReadOpts = {
      buffer: Buffer.allocUnsafe(chunkSize),
      callback: (length, buffer) => {
        for (const frame of frames.push(Buffer.from(buffer.subarray(0, length)))) {
          const isLong = frame.length >= largeSize;
          if (isLong) reads(true);
          const message = deserialize(frame) as To;
          if (isLong) reads(false);
          received(message);
        }
        if (frames.isLong) reads(true);
        return true;
      },
    };
    const options: SocketConstructorOpts & { onread: OnReadOpts } = { fd: fromParent, readable: true, writable: false, onread };
    const socket = new Socket(options);
    this.handle = (socket as unknown as { _handle: object })._handle;
    socket.on('error', ended);
    socket.on('close', ended);
  }

  /**
   * Returns when the parent's end has it: what was said before this process dies is not lost. Throws where the message cannot be cloned. What takes its time is sent `slowly`.
   */
  send(message: unknown, slowly: (send: () => void) => void = (send) => send()): void {
    const value = serialize(message);
    const send = () => {
      for (const part of frameOf(value, this.token)) this.write(part);
    };
    if (value.length < largeSize) send();
    else slowly(send);
  }

  private write(frame: Buffer): void {
    for (let at = 0; at < frame.length; ) {
      try {
        at += writeTo(toParent, frame, at);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        // Somebody has made the pipe one that does not wait.
        if (code === 'EAGAIN') Atomics.wait(this.pause, 0, 0, 1);
        else return this.lost();
      }
    }
  }
}
