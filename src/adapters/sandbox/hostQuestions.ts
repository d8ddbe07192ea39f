/**
 * Hosts that confined commands want to reach and that nobody has allowed yet. The proxy does not say whose connection it holds, so that while a command runs
 * that may reach its own hosts only, nobody is asked: it could be that one's.
 */

interface Command {
  commandId: string;
  hosts: readonly string[];
  asks: boolean;
}

export interface HostQuestionsParts {
  ask(request: number, ask: number, host: string): void;
  /** From now on the command may reach these, and no others without a question. */
  allow(commandId: string, hosts: readonly string[]): void;
}

export class HostQuestions {
  private readonly commands = new Map<number, Command>();
  /** One question for a host, however many connections wait for it. */
  private readonly open = new Map<
    string,
    { request: number; ask: number; answer: Promise<boolean>; settle(allowed: boolean): void }
  >();
  /** What was refused, while the command runs to which it was. */
  private readonly refused = new Map<number, Set<string>>();
  private last = 0;

  constructor(private readonly parts: HostQuestionsParts) {}

  /** Of a command that the proxy lets through to some hosts. */
  began(request: number, command: Command): void {
    this.commands.set(request, command);
  }

  ended(request: number): void {
    this.commands.delete(request);
    this.refused.delete(request);
    for (const one of this.open.values()) if (one.request === request) one.settle(false);
  }

  mayReach(host: string): Promise<boolean> {
    const asking = [...this.commands].at(-1);
    if (!asking || [...this.commands.values()].some(({ asks }) => !asks)) return Promise.resolve(false);
    const [request] = asking;
    if (this.refused.get(request)?.has(host)) return Promise.resolve(false);
    const known = this.open.get(host);
    if (known) return known.answer;
    const ask = ++this.last;
    let settle: (allowed: boolean) => void = () => undefined;
    const answer = new Promise<boolean>((resolve) => {
      settle = (allowed) => {
        if (this.open.get(host)?.ask === ask) this.open.delete(host);
        resolve(allowed);
      };
    });
    this.open.set(host, { request, ask, answer, settle });
    this.parts.ask(request, ask, host);
    return answer;
  }

  answered(ask: number, allowed: boolean): void {
    for (const [host, { request, settle, ...one }] of this.open) {
      if (one.ask !== ask) continue;
      const command = this.commands.get(request);
      settle(allowed && command !== undefined);
      if (!allowed) this.refused.set(request, (this.refused.get(request) ?? new Set()).add(host));
      else if (command) {
        command.hosts = [...command.hosts, host];
        this.parts.allow(command.commandId, command.hosts);
      }
    }
  }
}
