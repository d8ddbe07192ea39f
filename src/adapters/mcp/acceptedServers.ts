/** The MCP servers whose exact command and environment the human has accepted. */
import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import * as z from 'zod';
import type { ServerToStart } from './mcpConfig';

export interface AcceptedServersParts {
  store: {
    read(scope: string): { text?: string; refused?: string };
    write(scope: string, text: string, codes: ReadonlyMap<string, () => string | undefined>): void;
  };
  refused(folder: string, why: string): void;
}

const accepted = z.array(z.tuple([z.string(), z.string()]));

export class AcceptedServers {
  /** Digests by name, for each folder. */
  private readonly folders = new Map<string, Map<string, string>>();

  constructor(private readonly parts: AcceptedServersParts) {}

  has(server: ServerToStart): boolean {
    return this.of(server).get(server.name) === digestOf(server);
  }

  accept(server: ServerToStart): void {
    const names = this.of(server);
    names.set(server.name, digestOf(server));
    this.parts.store.write(scopeOf(server), JSON.stringify([...names]), new Map());
  }

  private of(server: ServerToStart): Map<string, string> {
    const scope = scopeOf(server);
    const known = this.folders.get(scope);
    if (known) return known;
    const names = new Map(this.read(scope, dirname(server.file)));
    this.folders.set(scope, names);
    return names;
  }

  private read(scope: string, folder: string): [string, string][] {
    const { text, refused } = this.parts.store.read(scope);
    if (refused !== undefined) this.parts.refused(folder, refused);
    if (text === undefined) return [];
    try {
      return accepted.parse(JSON.parse(text));
    } catch {
      this.parts.refused(folder, 'it cannot be read');
      return [];
    }
  }
}

const scopeOf = ({ file }: ServerToStart) => `servers of ${file}`;

function digestOf(server: ServerToStart): string {
  const sorted = (record: Readonly<Record<string, string>>) => Object.entries(record).sort();
  const exact = JSON.stringify(
    server.kind === 'stdio'
      ? [server.name, server.command, server.args, server.cwd, sorted(server.env), ...(server.envFile ? [server.envFile] : [])]
      : [server.kind, server.name, server.url, sorted(server.headers)],
  );
  return createHash('sha256').update(exact).digest('hex');
}
