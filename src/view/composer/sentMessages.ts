/** Walks back through the messages that were sent, and forth again to what was being written. */
export class SentMessages {
  /** How far back the text in the box comes from; 0 is the draft. */
  private back = 0;
  private draft = '';

  /** The text in the box is no message of the past any more. */
  leave(): void {
    this.back = 0;
  }

  /** Up in the first line goes back in time, down in the last line forth. Undefined where the key has nothing to do with it. */
  walk(event: KeyboardEvent, box: HTMLTextAreaElement, messages: () => readonly string[]): string | undefined {
    const up = event.key === 'ArrowUp';
    if (!up && event.key !== 'ArrowDown') return undefined;
    if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey || box.selectionStart !== box.selectionEnd)
      return undefined;
    const beyond = up ? box.value.slice(0, box.selectionStart) : box.value.slice(box.selectionEnd);
    if (beyond.includes('\n')) return undefined;
    const sent = messages();
    const back = this.back + (up ? 1 : -1);
    if (back < 0 || back > sent.length) return undefined;
    if (this.back === 0) this.draft = box.value;
    this.back = back;
    return back === 0 ? this.draft : sent.at(-back);
  }
}
