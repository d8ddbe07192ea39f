/** `Turn into Hook…`: from an event that was seen to a hook, with its test, that is live as soon as it is saved. */

import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { hooksFolder } from '../../hooks/parent/building/hookFiles';
import { isObject, type JsonObject } from '../../shared/basics/json';
import type { ToolFacts } from '../../shared/calls/toolFacts';
import type { HookEvent } from '../../shared/events/events';
import type { Codicon } from '../../shared/views/codicons';
import { type Typings, writeTypings } from '../hooks/hookTypings';
import { chosenFolder } from '../window/chosenFolder';
import { openFolderFirst } from '../window/openFolderFirst';
import { setContext } from '../window/ourCommands';
import { pickLate } from '../window/pickLate';
import { type Intent, type IntentAt, intentsFor } from './hookIntents';
import { type Scope, scopesOf } from './hookScopes';
import { hookText } from './hookText';
import { type Met, PastEvents } from './pastEvents';
import { watchUnsaved } from './unsavedHook';

export interface TurnParts {
  typings: Typings;
  write(path: string, text: string, live: boolean): Promise<void>;
  remove(path: string): Promise<void>;
  toolFacts(toolName: string, input: JsonObject): ToolFacts;
  /** What was recorded: the session at work, and those before it in this workspace. */
  recorded(): Promise<HookEvent[]>;
}

interface IntentItem extends vscode.QuickPickItem {
  at: IntentAt;
}

export async function turnIntoHook(parts: TurnParts, event: HookEvent): Promise<void> {
  if (!vscode.workspace.workspaceFolders?.[0])
    return void openFolderFirst(vscode.l10n.t('Open a folder first: hooks live in its .hooksmith/hooks.'));
  const title = vscode.l10n.t('Turn into Hook');
  const past = parts.recorded().then((events) => new PastEvents([...events], parts.toolFacts));
  const intents = intentsFor(event).map((at): IntentItem => ({ ...intentWords(at.intent, at), at }));
  const intent = await vscode.window.showQuickPick(intents, { title, placeHolder: vscode.l10n.t('What shall the hook do?') });
  if (!intent) return;
  let scope: Scope | undefined;
  let paths: string[] = [];
  if (event.toolName !== undefined) {
    const facts = parts.toolFacts(event.toolName, isObject(event.input) ? event.input : {});
    scope = await pickScope(title, intent.at, scopesOf(facts), past);
    if (!scope) return;
    paths = Object.values(facts.fieldPaths);
  }
  const folder = await folderOf(paths);
  if (folder === undefined) return;
  await write(parts, folder, hookTextFor(folder, event, intent.at, scope));
}

/** The workspace folder that a path lies in; where none does and there are several, the human chooses. */
async function folderOf(paths: readonly string[]): Promise<string | undefined> {
  const { workspace, Uri } = vscode;
  const [within] = paths.flatMap((path) => workspace.getWorkspaceFolder(Uri.file(path)) ?? []);
  const folder = within ?? (await chosenFolder());
  return folder?.uri.fsPath;
}

const hookTextFor = (folder: string, event: HookEvent, at: IntentAt, scope: Scope | undefined) =>
  hookText(event, at, scope, (file) =>
    ['.ts', '.test.ts'].some((ending) => existsSync(join(hooksFolder(folder), file + ending))),
  );

/** The steps are there at once; what each would have met comes as soon as the records are read. */
async function pickScope(title: string, at: IntentAt, scopes: readonly Scope[], past: Promise<PastEvents>) {
  let counted: PastEvents | undefined;
  const picked = await pickLate({
    title,
    placeholder: vscode.l10n.t('For which calls?'),
    items: () =>
      scopes.map((scope) => ({
        label: scopeWords(scope),
        description: counted ? metWords(at.intent, counted.count(at, scope)) : vscode.l10n.t('counting…'),
        scope,
      })),
    late: [
      past.then((events) => {
        counted = events;
      }),
    ],
    keyOf: ({ scope }) => scope,
    first: scopes[0],
  });
  return picked?.scope;
}

/**
 * The test is written; the hook's file is there and empty, and its text waits in the editor: what is saved there by hand is live, and nothing before that.
 */
async function write(
  { typings, write: writeFor, remove }: TurnParts,
  folder: string,
  made: ReturnType<typeof hookText>,
): Promise<void> {
  const hooks = hooksFolder(folder);
  await mkdir(hooks, { recursive: true });
  await writeTypings(folder, typings);
  const path = join(hooks, `${made.file}.ts`);
  await writeFor(path, '', true);
  const test = made.test === undefined ? undefined : { path: join(hooks, `${made.file}.test.ts`), text: made.test };
  if (test) await writeFile(test.path, test.text, { flag: 'wx' });
  const editor = await vscode.window.showTextDocument(vscode.Uri.file(path), { preview: false });
  watchUnsaved({ path, test, remove });
  await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), made.code), { undoStopBefore: true, undoStopAfter: true });
  const { range } = editor.document.lineAt(made.line);
  editor.selection = new vscode.Selection(range.end, range.end);
  editor.revealRange(range);
  setContext('hooksmith.didTurn', true);
  vscode.window.setStatusBarMessage(vscode.l10n.t('Save to make {0} live.', made.name), 10_000);
}

function intentWords(intent: Intent, { kind, point }: IntentAt): vscode.QuickPickItem {
  const { l10n } = vscode;
  const words: Record<Intent, [icon: Codicon, label: string]> = {
    ask: ['question', l10n.t('Ask')],
    deny: ['circle-slash', l10n.t('Deny')],
    allow: ['pass', l10n.t('Allow')],
    change: ['edit', l10n.t('Change')],
    redact: ['eye-closed', l10n.t('Redact')],
    answer: ['reply', l10n.t('Answer')],
    log: ['output', l10n.t('Log')],
  };
  const details: Record<Intent, string> = {
    ask: l10n.t('A human decides, whatever other hooks and rules say'),
    deny: point === 'preToolUse' ? l10n.t('It never runs') : l10n.t('It goes no further'),
    allow: l10n.t('It runs without asking'),
    change: point === 'preToolUse' ? l10n.t('It runs with another input') : l10n.t('What is passed on is changed'),
    redact: l10n.t('Secrets in it are neither shown nor sent nor stored'),
    answer: point === 'preToolUse' ? l10n.t('The hook gives the result, and nothing runs') : l10n.t('The hook gives the answer'),
    log: l10n.t('A line in the timeline for each'),
  };
  const [icon, label] = words[intent];
  const where = kind === 'policy' ? l10n.t('policy') : point;
  return { label: `$(${icon}) ${label}`, description: where, detail: details[intent] };
}

function scopeWords({ kind, shown }: Scope): string {
  const { l10n } = vscode;
  switch (kind) {
    case 'this':
      return l10n.t('This command: {0}', shown);
    case 'words':
      return shown;
    case 'program':
      return l10n.t('Any {0}', shown);
    case 'file':
      return l10n.t('This file: {0}', shown);
    case 'folder':
    case 'ending':
      return shown;
    case 'value':
      return l10n.t('This one: {0}', shown);
    case 'tool':
      return l10n.t('Every call of {0}', shown);
    case 'server':
      return l10n.t('Every tool of {0}', shown);
  }
}

function metWords(intent: Intent, { met, of }: Met): string {
  const { l10n } = vscode;
  switch (intent) {
    case 'ask':
      return l10n.t('would have asked at {0} of {1} past calls', met, of);
    case 'deny':
      return l10n.t('would have denied {0} of {1} past calls', met, of);
    case 'allow':
      return l10n.t('would have allowed {0} of {1} past calls', met, of);
    case 'change':
      return l10n.t('would have changed {0} of {1} past calls', met, of);
    case 'redact':
      return l10n.t('would have looked through {0} of {1} past calls', met, of);
    case 'answer':
      return l10n.t('would have answered {0} of {1} past calls', met, of);
    case 'log':
      return l10n.t('would have logged {0} of {1} past calls', met, of);
  }
}
