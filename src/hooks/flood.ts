/** What is told beside the work, output and failures that nobody waits for, may come without end from code that a file has left running: it passes up to a measure. */

const mostCharacters = 1_000_000;
const mostFailures = { all: 200, alike: 20 };

export class Flood {
  private characters = 0;
  private failures = new Map<string, number>();
  private all = 0;
  private leftOut = { characters: 0, failures: 0 };
  private timer: NodeJS.Timeout | undefined;

  /** `tell` hears, once for each stretch of time, what was left out. */
  constructor(
    private readonly tell: (text: string) => void,
    private readonly windowMs = 10_000,
    private readonly most = mostFailures,
  ) {}

  /** Whether an output of this length is passed on. */
  output(length: number): boolean {
    this.begin();
    if (this.characters + length > mostCharacters) {
      this.leftOut.characters += length;
      return false;
    }
    this.characters += length;
    return true;
  }

  /** Whether a failure is passed on; `kind` is the same for those that are alike. */
  failure(kind: string): boolean {
    this.begin();
    const alike = this.failures.get(kind) ?? 0;
    if (alike >= this.most.alike || this.all >= this.most.all) {
      this.leftOut.failures++;
      return false;
    }
    this.failures.set(kind, alike + 1);
    this.all++;
    return true;
  }

  private begin(): void {
    this.timer ??= setTimeout(() => this.end(), this.windowMs).unref();
  }

  private end(): void {
    const { characters, failures } = this.leftOut;
    const parts = [
      ...(characters > 0 ? [`${characters} characters of output`] : []),
      ...(failures > 0 ? [`${failures} more failures`] : []),
    ];
    this.timer = undefined;
    this.characters = this.all = 0;
    this.failures = new Map();
    this.leftOut = { characters: 0, failures: 0 };
    if (parts.length > 0) this.tell(`${parts.join(' and ')} within ${this.windowMs / 1000} s were left out`);
  }
}
