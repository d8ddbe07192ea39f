/** `Hooksmith: New Hook…`: asks what the hook should do, writes it, opens it at the line to fill in. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { hooksFolder } from '../../hooks/parent/building/hookFiles';
import { type EventName, eventNames } from '../../shared/hooks/points';
import { type Typings, writeTypings } from '../hooks/hookTypings';
import { chosenFolder } from '../window/chosenFolder';
import { openFolderFirst } from '../window/openFolderFirst';
import { type GalleryHook, galleryHooks, readGallery } from './gallery';
import {
  commonHooks,
  dashedName,
  hookTemplate,
  intentsOf,
  placeToWrite,
  type TemplateIntent,
  templateFile,
} from './hookTemplates';

interface Template {
  label: string;
  detail: string;
  name: string;
  code: string;
}

function templates(): Template[] {
  const of = (name: keyof typeof commonHooks, label: string, detail: string) => ({
    label,
    detail,
    name,
    code: commonHooks[name],
  });
  return [
    of('ask-first', vscode.l10n.t('Ask before a command'), vscode.l10n.t('policy · the human decides')),
    of('deny-commands', vscode.l10n.t('Deny commands'), vscode.l10n.t('policy · never run these')),
    of('change-input', vscode.l10n.t('Change an input'), vscode.l10n.t('preToolUse · modify')),
    of('redact', vscode.l10n.t('Redact an output'), vscode.l10n.t('postToolUse · redacts')),
    of('observe', vscode.l10n.t('Observe every tool call'), vscode.l10n.t('toolSettled · log')),
    of('context', vscode.l10n.t('Add context to a prompt'), vscode.l10n.t('userMessage · context')),
    of('limits', vscode.l10n.t('Limits'), vscode.l10n.t('guards · steps, tokens, seconds')),
  ];
}

type Chosen = Pick<Template, 'name' | 'code'> & { test?: string };

/** What people want most, hooks for whole jobs, then every event with all that can be done there. */
async function asked(gallery: string): Promise<Chosen | undefined> {
  const events = eventNames.map((event) => ({ label: event, description: intentsOf(event).join(', '), event }));
  const kind = vscode.QuickPickItemKind.Separator;
  const items: (vscode.QuickPickItem & Partial<Template> & Partial<GalleryHook> & { event?: EventName })[] = [
    ...templates(),
    { label: vscode.l10n.t('For real jobs, with a test'), kind },
    ...galleryHooks(),
    { label: vscode.l10n.t('Every event'), kind },
    ...events,
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('New Hook'),
    placeHolder: vscode.l10n.t('What should it do, or at which event?'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked?.gallery) return readGallery(gallery, picked.gallery);
  if (!picked?.event) return picked as Template | undefined;
  const { event } = picked;
  const words = intentWords();
  const intents = intentsOf(event).map((intent) => ({ label: words[intent], description: intent, intent }));
  const chosen =
    intents.length === 1
      ? intents[0]
      : await vscode.window.showQuickPick(intents, {
          title: vscode.l10n.t('New Hook at {0}', event),
          placeHolder: vscode.l10n.t('What should it do?'),
          matchOnDescription: true,
        });
  if (!chosen) return undefined;
  const template = hookTemplate(event, chosen.intent);
  return { name: dashedName(template.name), code: templateFile(template) };
}

const intentWords = (): Record<TemplateIntent, string> => ({
  observe: vscode.l10n.t('Log it'),
  modify: vscode.l10n.t('Change it'),
  respond: vscode.l10n.t('Answer in its place'),
  fail: vscode.l10n.t('Let it fail'),
  redirect: vscode.l10n.t('Call another tool instead'),
  allow: vscode.l10n.t('Allow it'),
  ask: vscode.l10n.t('Ask the human'),
  deny: vscode.l10n.t('Deny it'),
  stop: vscode.l10n.t('Stop the run'),
  retry: vscode.l10n.t('Try again'),
  drop: vscode.l10n.t('Leave it out'),
  continueWith: vscode.l10n.t('Go on with a message'),
  confine: vscode.l10n.t('Run it in the sandbox'),
});

export interface NewHookParts {
  typings: Typings;
  /** The folder of hooks for real jobs. */
  gallery: string;
  /** Where it is not `live`, the human's own save makes it so. */
  write(path: string, text: string, live: boolean): Promise<void>;
}

/** Asks, unless `named` is a hook for a real job; writes and opens. */
export async function newHook({ typings, gallery, write }: NewHookParts, named?: unknown): Promise<void> {
  if (!vscode.workspace.workspaceFolders?.[0])
    return void openFolderFirst(vscode.l10n.t('Open a folder first: hooks live in its .hooksmith/hooks.'));
  const known = galleryHooks().find((one) => one.gallery === named);
  const template = await (known ? readGallery(gallery, known.gallery) : asked(gallery));
  if (!template) return;
  const folder = await chosenFolder();
  if (!folder) return;
  const hooks = hooksFolder(folder.uri.fsPath);
  await mkdir(hooks, { recursive: true });
  await writeTypings(folder.uri.fsPath, typings);
  const { code, test } = template;
  let { name } = template;
  const isTaken = (ending: string) => existsSync(join(hooks, `${name}${ending}`));
  for (let n = 2; isTaken('.ts') || (test && isTaken('.test.ts')); n++) name = `${template.name}-${n}`;
  const path = join(hooks, `${name}.ts`);
  if (test)
    await writeFile(join(hooks, `${name}.test.ts`), test.replace(`./${template.name}.js`, `./${name}.js`), { flag: 'wx' });
  await write(path, code, true);
  const { line, from, to } = placeToWrite(code);
  await vscode.window.showTextDocument(vscode.Uri.file(path), { selection: new vscode.Range(line, from, line, to) });
}
