/** What was shown of answers that never came whole: the model was stopped, or failed, in the middle of one. It is kept, so that a conversation that is opened again shows what it showed. */

import { unreachable } from '../../shared/basics/unreachable';
import { speakerOf } from '../../shared/runs/speaker';
import type { StreamItem } from '../../shared/stream/stream';

type Delta = Extract<StreamItem, { kind: 'delta' }>;

export class BrokenOff {
  /** What streams, by who speaks; neighbouring pieces of one type are one. */
  private readonly streaming = new Map<string, Delta[]>();

  /** What is to be kept before the item: by it nothing more comes of the answer that this began. */
  before(item: StreamItem): readonly Delta[] {
    switch (item.kind) {
      case 'delta':
        this.add(item);
        return [];
      case 'deltaReset':
        this.streaming.delete(speakerOf(item));
        return [];
      case 'event': {
        const { event } = item;
        const isWhole = event.type === 'message' && event.input.role === 'assistant';
        const isOver = event.type === 'stop' || (event.type === 'post_model_call' && event.error !== undefined);
        if (!isWhole && !isOver) return [];
        const said = this.streaming.get(speakerOf(event)) ?? [];
        this.streaming.delete(speakerOf(event));
        return isOver ? said : [];
      }
      case 'hookSet':
      case 'history':
      case 'toolOutput':
      case 'run':
      case 'queue':
        return [];
      default:
        return unreachable(item);
    }
  }

  private add(item: Delta): void {
    const said = this.streaming.get(speakerOf(item)) ?? [];
    const last = said.at(-1);
    const { type, text } = item.delta;
    if (last?.delta.type === type) said[said.length - 1] = { ...last, delta: { type, text: last.delta.text + text } };
    else this.streaming.set(speakerOf(item), [...said, item]);
  }
}
