/** Completions in hook files that the typings cannot know: tools and agents as they are registered now, and fields of the tools' inputs. */
import * as vscode from 'vscode';
import type { LintClient } from '../../hooks/lint/lintClient';
import type { WordAt } from '../../hooks/lint/wordAt';
import { isObject } from '../../shared/basics/json';
import { matchesAny } from '../../shared/basics/wildcards';
import { eventNames, hookPoints } from '../../shared/hooks/points';
import type { ToolDeclaration } from '../../shared/messages/messages';

export interface CompletionParts {
  reader: LintClient;
  tools(): readonly ToolDeclaration[];
  agents(): readonly { name: string; description?: string }[];
}

export class HookCompletions implements vscode.CompletionItemProvider {
  constructor(private readonly parts: CompletionParts) {}

  register(): vscode.Disposable {
    return vscode.languages.registerCompletionItemProvider(
      { pattern: '**/.hooksmith/**/*.{ts,mts,js,mjs}' },
      this,
      "'",
      '"',
      '{',
      ',',
      ' ',
    );
  }

  async provideCompletionItems(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.CompletionItem[]> {
    const word = await this.parts.reader.ask({
      kind: 'word',
      file: document.uri.fsPath,
      text: document.getText(),
      offset: document.offsetAt(position),
    });
    if (!word) return [];
    const range = new vscode.Range(document.positionAt(word.start), document.positionAt(word.end));
    return this.offered(word).map(({ name, detail, kind }) => {
      const item = new vscode.CompletionItem({ label: name, description: detail.split('\n')[0] }, kind);
      item.range = range;
      item.insertText = word.kind === 'field' && !word.quoted ? `${name}: ` : name;
      // Before what the editor offers of its own.
      item.sortText = `0${name}`;
      return item;
    });
  }

  private offered({ kind, tools }: WordAt): { name: string; detail: string; kind: vscode.CompletionItemKind }[] {
    const { CompletionItemKind } = vscode;
    switch (kind) {
      case 'event':
        return eventNames.map((name) => ({
          name,
          detail: hookPoints[name].decisions.join(', '),
          kind: CompletionItemKind.Event,
        }));
      case 'tool':
        return this.parts
          .tools()
          .map(({ name, description }) => ({ name, detail: description, kind: CompletionItemKind.Function }));
      case 'agent':
        return [
          ...this.parts
            .agents()
            .map(({ name, description = '' }) => ({ name, detail: description, kind: CompletionItemKind.Value })),
          { name: 'main', detail: '', kind: CompletionItemKind.Value },
        ];
      case 'field':
        return this.fields(tools);
    }
  }

  /** What a pattern can be compared with: texts, of all tools that are meant. */
  private fields(tools: readonly string[]) {
    const meant = this.parts.tools().filter(({ name }) => tools.length === 0 || matchesAny(name, tools, true));
    const fields = new Map<string, string[]>();
    for (const { name, input_schema } of meant)
      for (const [field, schema] of Object.entries(isObject(input_schema.properties) ? input_schema.properties : {}))
        if (isObject(schema) && (schema.type === 'string' || schema.type === undefined))
          fields.set(field, [...(fields.get(field) ?? []), name]);
    return [...fields].map(([name, of]) => ({ name, detail: of.join(', '), kind: vscode.CompletionItemKind.Field }));
  }
}
