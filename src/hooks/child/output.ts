/**
 * What is written to `process.stdout` and `process.stderr` is printed as by `console`: it is somebody's word, and may quote what another is to redact.
 *
 * Limit: what takes the descriptor by its number, or another process that has inherited it, is heard by the parent alone, which withholds it where a hook redacts.
 */
export function takeOutput(print: (text: string) => void): void {
  for (const name of ['stdout', 'stderr'] as const) {
    const { get, ...rest } = Object.getOwnPropertyDescriptor(process, name)!;
    let stream: NodeJS.WriteStream | undefined;
    // Made when it is first read: most hooks never do, and a start is not to wait for it.
    const taken = () => {
      if (stream) return stream;
      stream = get!.call(process) as NodeJS.WriteStream;
      stream.write = (chunk: string | Uint8Array, ...more: unknown[]) => {
        const [encoding] = more;
        const bytes =
          typeof chunk === 'string' && typeof encoding === 'string' ? Buffer.from(chunk, encoding as BufferEncoding) : chunk;
        print((typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString()).replace(/\r?\n$/, ''));
        const done = more.find((one) => typeof one === 'function');
        if (done) process.nextTick(done as () => void);
        return true;
      };
      return stream;
    };
    Object.defineProperty(process, name, { ...rest, get: taken });
  }
}
