/** Whose a text is that is saved, as the editor tells of documents. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { HumanSaves } from '../../../src/editor/humanSaves';
import { SavedTexts } from '../../../src/editor/savedTexts';

describe('a save by hand of a document that changes its language meanwhile', () => {
  const made: vscode.Disposable[] = [];
  afterEach(() => {
    for (const one of made.splice(0)) one.dispose();
  });

  async function accepted(name: string) {
    const path = join(vscode.workspace.workspaceFolders![0]!.uri.fsPath, name);
    writeFileSync(path, 'accepted');
    const texts = new SavedTexts({ hashOf: (one) => one, wasAccepted: (_path, hash) => hash === 'accepted', grew: () => {} });
    const saves = new HumanSaves(texts);
    made.push(saves);
    const document = await vscode.workspace.openTextDocument(path);
    const type = async (more: string) => {
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(0, 0), more);
      await vscode.workspace.applyEdit(edit);
    };
    const relabel = async () => {
      const { languageId } = document;
      await vscode.languages.setTextDocumentLanguage(document, 'json');
      await vscode.languages.setTextDocumentLanguage(document, languageId);
    };
    return { path, document, saves, type, relabel };
  }

  it('is theirs where it grew from what was accepted', async () => {
    const { document, saves, type, relabel } = await accepted('grown.txt');
    await type('1');
    await document.save();
    await relabel();
    assert.equal(saves.saved(document), true);
  });

  it('is not theirs where something else has edited it', async () => {
    const { path, document, saves, type, relabel } = await accepted('edited.txt');
    saves.meddled(path);
    await type('2');
    await relabel();
    await document.save();
    assert.equal(saves.saved(document), false);
  });
});
