/** What a terminal shows as plain text: without colours and other control sequences, also where one comes in pieces. */

const esc = '\u001b';
/** CSI; OSC, DCS and their like up to their end; a sequence of two or three characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const sequences = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]P_^X][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]+[0-~]|[0-OQ-WYZ\\`-~])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const controls = /[\u0000-\u0007\u000e-\u001f\u007f]/g;
/** Longer than any sequence of sense. */
const longest = 100_000;

export class TerminalOutput {
  private held = '';

  /** The text of what came so far and was not given yet. */
  push(chunk: string): string {
    const text = (this.held + chunk).replace(sequences, '');
    // One that has begun, and carriage returns, wait for what follows.
    const open = text.indexOf(esc);
    const whole = open >= 0 && text.length - open < longest ? text.slice(0, open) : text;
    const cut = whole.replace(/\r+$/, '').length;
    this.held = text.slice(cut);
    return plain(text.slice(0, cut));
  }

  end(): string {
    const rest = this.held;
    this.held = '';
    return plain(rest);
  }
}

/** A progress bar that draws itself anew becomes a line each time. */
const plain = (text: string) => text.replace(/\r+\n/g, '\n').replaceAll('\r', '\n').replace(controls, '');
