/** The editor's side of the message box: what is offered in it, the file that is open, and what is dropped onto it. */
import * as vscode from 'vscode';
import type { PromptPart } from '../../shared/messages/promptParts';
import type { CompletionItem, OpenFile } from '../../shared/views/viewProtocol';
import { isInside } from '../../shell/paths/paths';
import { shownPath } from '../../shell/paths/shownPath';
import type { Completions } from './completions';
import type { OpenContext } from './openContext';

export interface ComposingParts {
  context: OpenContext;
  completions: Completions;
  place: { readonly folders: readonly string[] };
  log: Pick<vscode.LogOutputChannel, 'error'>;
}

export class Composing {
  readonly onDidChange: vscode.Event<void>;

  constructor(private readonly parts: ComposingParts) {
    this.onDidChange = parts.context.onDidChange;
  }

  get open(): OpenFile | undefined {
    return this.parts.context.open;
  }

  /** What goes with a message beside its words. */
  partsOf({ open, files = [] }: { open?: true; files?: readonly { name: string; text: string }[] }): Omit<PromptPart, 'tag'>[] {
    const shown = open ? this.parts.context.part() : undefined;
    return [...(shown ? [shown] : []), ...files.map(({ name, text }) => ({ kind: 'pasted', name, text }))];
  }

  /** Shows nothing where finding fails: a key that was pressed meanwhile waits for an answer. What comes late is shown with the rest once more. */
  async find(trigger: '/' | '@', query: string, show: (items: CompletionItem[]) => void): Promise<void> {
    const { completions, log } = this.parts;
    const orNothing = (found: Promise<CompletionItem[]>) =>
      found.catch((error: Error) => {
        log.error(error);
        return [];
      });
    const first = orNothing(
      completions.find(trigger, query, (late) => void Promise.all([orNothing(late), first]).then(([items]) => show(items))),
    );
    show(await first);
  }

  /** Files as they are mentioned; of those outside of the workspace none. */
  mentionsOf(uris: readonly string[]): { text: string; outside: number } {
    const { place } = this.parts;
    const paths = uris.flatMap((uri) => {
      try {
        const { scheme, fsPath } = vscode.Uri.parse(uri, true);
        return scheme === 'file' || scheme === 'vscode-remote' ? [fsPath] : [];
      } catch {
        return [];
      }
    });
    const inside = paths.filter((path) => place.folders.some((folder) => isInside(folder, path)));
    const text = inside.map((path) => `@${shownPath(path, place).replaceAll(' ', '\\ ')} `).join('');
    return { text, outside: uris.length - inside.length };
  }
}
