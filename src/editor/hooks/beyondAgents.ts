/** What the agents that are guarded cannot be told of each hook that is live, for its row in the Hooks tree. */
import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import type { LintClient } from '../../hooks/lint/lintClient';
import { checkedFiles } from '../../hooks/testing/checkedFiles';
import type { AgentName } from '../../protocols/protocol';
import type { HookDescription } from '../../shared/hooks/hookDescription';

export interface BeyondParts {
  reader: Pick<LintClient, 'ask'>;
  tools(): readonly string[];
  guards: { readonly guarded: readonly AgentName[]; onDidChange: vscode.Event<void> };
  core: {
    readonly hooks: { readonly descriptions: readonly HookDescription[] };
    onDidReload(listener: () => void): vscode.Disposable;
  };
  log: vscode.LogOutputChannel;
}

export class BeyondAgents {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly said = new Map<string, string>();
  private reading: Promise<void> = Promise.resolve();
  private asked = 0;
  private readonly subscriptions: vscode.Disposable;

  constructor(private readonly parts: BeyondParts) {
    const again = () => this.again();
    this.subscriptions = vscode.Disposable.from(this.changed, parts.guards.onDidChange(again), parts.core.onDidReload(again));
  }

  /** In words; undefined where they can be told all of it, or none is guarded. */
  of({ file, line }: HookDescription): string | undefined {
    return this.said.get(`${file}:${line}`);
  }

  dispose(): void {
    this.asked = Number.NaN;
    this.subscriptions.dispose();
  }

  /** Read once for all that changed meanwhile; with no agent under guard, not at all. */
  private again(): void {
    const mine = ++this.asked;
    const read = async () => {
      if (mine !== this.asked) return;
      const { guarded } = this.parts.guards;
      const had = this.said.size > 0;
      const said = guarded.length > 0 ? await this.read(guarded) : [];
      if (mine !== this.asked) return;
      this.said.clear();
      for (const [place, text] of said) this.said.set(place, text);
      if (had || this.said.size > 0) this.changed.fire();
    };
    this.reading = this.reading.then(read).catch((error: Error) => this.parts.log.error(error));
  }

  private async read(guarded: readonly AgentName[]): Promise<[place: string, text: string][]> {
    const { core, reader, tools } = this.parts;
    const folders = new Set(core.hooks.descriptions.flatMap(({ file }) => hookFolderOf(file) ?? []));
    const known = { tools: tools(), guarded };
    const found: [string, string][] = [];
    for (const folder of folders) {
      const { hooks } = checkedFiles(folder);
      const problems = await reader.ask({ kind: 'lint', files: { folder, hooks }, known, unsaved: [] });
      for (const { code, file, line, message } of problems) if (code === 'other-agent') found.push([`${file}:${line}`, message]);
    }
    return found;
  }
}

/** The `.hooksmith` around it. */
function hookFolderOf(file: string): string | undefined {
  const folder = dirname(file);
  return basename(folder) === '.hooksmith' ? folder : folder === file ? undefined : hookFolderOf(folder);
}
