/** Dispatches that cross with what they follow, before their own time has come; their answers wait here. */
import type { Following } from '../../../agent/ports/hooks';
import type { DispatchRequest, DispatchResult } from '../../../shared/hooks/dispatch';
import type { Work } from '../lasting/work';

/** The answer to work of that number; undefined where it was not run. */
interface Early {
  n: number;
  answer: Promise<DispatchResult | undefined>;
}

export class Ahead {
  /** By the payload that is to be dispatched. */
  private readonly answers = new WeakMap<object, Early>();

  constructor(
    /** Hooks are to be asked of it. */
    private readonly crosses: (request: DispatchRequest) => boolean,
    private readonly number: () => number,
  ) {}

  /** Undefined where this did not cross. */
  answerTo(payload: object): Early | undefined {
    return this.answers.get(payload);
  }

  /** What crosses with the dispatch of that number, to be run after it where it comes to nothing. */
  behind(first: number, { run, place, agentHooks }: DispatchRequest, following: readonly Following[]): [number, Work][] {
    const requests = following.map((one): DispatchRequest => ({ ...one, run, place, agentHooks })).filter(this.crosses);
    const numbers = requests.map(() => this.number());
    return requests.map((request, at) => {
      let resolve: (answer: DispatchResult | undefined) => void = () => undefined;
      const answer = new Promise<DispatchResult | undefined>((resolved) => (resolve = resolved));
      this.answers.set(request.payload, { n: numbers[at]!, answer });
      const follows = { n: numbers[at - 1] ?? first, dropped: () => resolve(undefined) };
      return [numbers[at]!, { kind: 'dispatch', request, resolve, follows, following: numbers.slice(at + 1) }];
    });
  }
}
