/** What came where a stream of events was asked for: some servers answer in one piece, and what is no model server at all with a page. */

/** The whole answer, parsed where it is JSON; undefined of a stream, which is left unread. Rejects as reading the body does. */
export async function unstreamed(response: Response): Promise<unknown> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) return undefined;
  // Servers name the type of a stream as they like: its lines begin with a word, never so.
  if (!/^\s*[<{]/.test(await beginning(response))) return undefined;
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** The first piece that is more than space, of a copy. */
async function beginning(response: Response): Promise<string> {
  const pieces = response.clone().body?.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const piece = await pieces?.read();
      if (!piece || piece.done) return '';
      if (piece.value.trim()) return piece.value;
    }
  } finally {
    // Both copies are told of one that is read no more only when both are: nobody waits for that here.
    void pieces?.cancel().catch(() => undefined);
  }
}
