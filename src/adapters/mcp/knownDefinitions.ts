/** What servers said of their tools when the human last allowed them: a tool that says otherwise now is asked for anew. */
import * as z from 'zod';

export interface DefinitionStore {
  read(scope: string): { text?: string; refused?: string };
  write(scope: string, text: string, codes: ReadonlyMap<string, () => string | undefined>): void;
}

const stored = z.array(z.tuple([z.string(), z.string()]));

export class KnownDefinitions {
  /** Digests by tool, for each owner. */
  private readonly owners = new Map<string, Map<string, string>>();

  /** Without a store they are known as long as this lives. */
  constructor(private readonly store?: DefinitionStore) {}

  /** Met for the first time, a tool is known as it is: no rule was made for another. */
  see(owner: string, tool: string, digest: string): void {
    if (!this.of(owner).has(tool)) this.accept(owner, tool, digest);
  }

  isKnown(owner: string, tool: string, digest: string): boolean {
    return this.of(owner).get(tool) === digest;
  }

  accept(owner: string, tool: string, digest: string): void {
    const tools = this.of(owner);
    if (tools.get(tool) === digest) return;
    tools.set(tool, digest);
    this.store?.write(owner, JSON.stringify([...tools]), new Map());
  }

  private of(owner: string): Map<string, string> {
    const known = this.owners.get(owner);
    if (known) return known;
    const read = new Map(this.read(owner));
    this.owners.set(owner, read);
    return read;
  }

  private read(owner: string): [string, string][] {
    try {
      return stored.parse(JSON.parse(this.store?.read(owner).text ?? '[]'));
    } catch {
      return [];
    }
  }
}
