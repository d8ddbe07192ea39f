/**
 * How the conversation scrolls: it follows its end only while the reader is there, draws no more of a long conversation than can be read, and comes back to
 * where the reader was.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** So many entries are drawn at the end; more above as the reader goes up. */
const page = 80;
const step = 40;

export interface Anchor {
  /** Of the entry at the top of the sight. */
  key: string;
  /** Pixels from the top of the log to the top of the entry. */
  offset: number;
}

export class LogScroll implements ReactiveController {
  following = true;
  /** Something came while the reader was elsewhere. */
  unseen = false;
  /** What waits for the human is wholly before the reader. */
  promptInSight = false;
  /** The reader is at it, and there is more below. */
  goesOn = false;
  private first = 0;
  private scrolledTo = -1;
  /**
   * Where the reader comes back to, until they move on; then the entry that they moved to, and how far down it was: what grows above it is made up for, and
   * how they scroll is theirs.
   */
  private held: Anchor | { key: string; down: number } | undefined;

  /** `prompt` is what waits for the human: it is kept in sight before the end. */
  constructor(
    private readonly host: ReactiveControllerHost & Element,
    private readonly prompt: () => Element | null,
    private readonly moved: () => void,
  ) {
    host.addController(this);
  }

  hostUpdated(): void {
    this.hold();
  }

  /** After anything changed its size: rows grow after they were drawn. */
  hold(): void {
    if (this.following) this.follow();
    else this.keep();
    this.look();
  }

  private look(): void {
    const prompt = this.prompt()?.getBoundingClientRect();
    const log = this.log.getBoundingClientRect();
    const inSight = prompt !== undefined && prompt.top >= log.top - 1 && prompt.bottom <= log.bottom + 1;
    const goesOn = prompt !== undefined && (inSight || this.following) && !this.atEnd;
    if (inSight === this.promptInSight && goesOn === this.goesOn) return;
    this.promptInSight = inSight;
    this.goesOn = goesOn;
    this.host.requestUpdate();
  }

  private get log(): HTMLElement {
    return this.host.querySelector<HTMLElement>('.log')!;
  }

  /** Index of the first entry to draw. */
  from(length: number): number {
    const tail = Math.max(0, Math.floor((length - page) / step) * step);
    if (this.following) this.first = tail;
    this.first = Math.min(this.first, tail);
    return this.first;
  }

  /** Draws from the entry of this index on, at least. */
  reach(index: number): void {
    this.following = false;
    this.first = Math.min(this.first, Math.max(0, index - 5));
    this.host.requestUpdate();
  }

  came(): void {
    if (!this.following) this.unseen = true;
  }

  readonly scrolled = (): void => {
    const { log } = this;
    this.look();
    if (Math.abs(log.scrollTop - this.scrolledTo) < 2) return;
    this.scrolledTo = -1;
    this.settle();
    const at = this.position();
    this.held = at && { key: at.key, down: at.offset + log.scrollTop };
    if (log.scrollTop < log.clientHeight && this.first > 0) this.earlier();
    this.moved();
  };

  /** Draws a step more above; what is read stays where it is. */
  readonly earlier = (): void => {
    this.following = false;
    this.held = this.position();
    this.first = Math.max(0, this.first - step);
    this.host.requestUpdate();
  };

  private get atEnd(): boolean {
    const { scrollTop, clientHeight, scrollHeight } = this.log;
    return scrollTop + clientHeight >= scrollHeight - 24;
  }

  /** Follows from here on if this is the end. Who went there past the prompt that waits would be led back to it. */
  settle(): void {
    const following = this.isEmpty || (this.atEnd && this.promptTop > -24);
    if (following) this.unseen = false;
    if (following === this.following) return;
    this.following = following;
    this.host.requestUpdate();
  }

  /** What stands there before the first message is read from its beginning. */
  private get isEmpty(): boolean {
    return this.log.querySelector('.content > .entry') === null;
  }

  /** How far below the top of the sight it begins, if there is one. */
  private get promptTop(): number {
    return (this.prompt()?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) - this.log.getBoundingClientRect().top - 4;
  }

  /** Keeps the end in sight, or the prompt that waits. */
  private follow(): void {
    const { log } = this;
    log.scrollTop = this.isEmpty ? 0 : log.scrollHeight;
    if (this.promptTop < 0) log.scrollTop += this.promptTop;
    this.scrolledTo = log.scrollTop;
  }

  readonly jump = (): void => {
    this.following = true;
    this.unseen = false;
    this.host.requestUpdate();
  };

  /** From the prompt to what lies below it, else to the prompt or the end. */
  readonly onward = (): void => {
    if (!this.goesOn) return this.jump();
    this.following = this.unseen = false;
    this.held = undefined;
    this.log.scrollTop = this.log.scrollHeight;
    this.host.requestUpdate();
  };

  /** Where the reader is, or undefined at the end. */
  position(): Anchor | undefined {
    if (this.following) return undefined;
    const top = this.log.getBoundingClientRect().top;
    for (const row of this.log.querySelectorAll<HTMLElement>('.content > .entry[data-key]')) {
      const box = row.getBoundingClientRect();
      if (box.bottom > top) return { key: row.dataset.key!, offset: box.top - top };
    }
    return undefined;
  }

  /** Goes to where the reader was. */
  restore(anchor: Anchor, index: number): void {
    this.reach(index);
    this.held = anchor;
  }

  private keep(): void {
    const { held, log } = this;
    const row = held && log.querySelector(`.entry[data-key="${held.key}"]`);
    if (!row) return;
    const offset = row.getBoundingClientRect().top - log.getBoundingClientRect().top;
    const down = offset + log.scrollTop;
    const by = 'down' in held ? down - held.down : offset - held.offset;
    if ('down' in held) held.down = down;
    // To be set where it is would end a scroll that is still under way.
    if (Math.abs(by) < 1) return;
    log.scrollTop += by;
    this.scrolledTo = log.scrollTop;
  }
}
