/** Whose a text is that is saved, as the editor tells of documents. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { writeWhole } from '../../../src/adapters/disk/writeWhole';
import { HumanSaves } from '../../../src/editor/window/humanSaves';
import { SavedTexts } from '../../../src/editor/window/savedTexts';
import { limit, until } from '../../fixtures/limits';

const made: vscode.Disposable[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.dispose();
});

const pathOf = (name: string) => join(vscode.workspace.workspaceFolders![0]!.uri.fsPath, name);

/** Follows what the editor tells; 'accepted' is a text that was accepted. */
function following(): HumanSaves {
  const saves = new HumanSaves(
    new SavedTexts({ hashOf: (one) => one, wasAccepted: (_path, hash) => hash === 'accepted', grew: () => {} }),
  );
  made.push(saves);
  return saves;
}

describe('a save by hand of a document that changes its language meanwhile', () => {
  async function accepted(name: string) {
    const path = pathOf(name);
    writeFileSync(path, 'accepted');
    const saves = following();
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

describe('what the editor tells late, as this host was busy, of a text that is on disk by then', () => {
  /** Whoever listens later hears of that file's next change only once it is on disk. */
  function deafUntilOnDisk(path: string): void {
    const listening = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document.uri.scheme !== 'file' || document.uri.fsPath !== path || contentChanges.length === 0) return;
      listening.dispose();
      const began = Date.now();
      while (readFileSync(path, 'utf8') !== document.getText())
        assert.ok(Date.now() - began < limit(15_000), `${path} was never written`);
    });
    made.push(listening);
  }

  /** What there was last of that file: whether a save is theirs, and whether the change before it was told of a clean document. */
  function heard(path: string, saves: HumanSaves) {
    const told: { wasClean?: boolean; isOwn?: boolean } = {};
    made.push(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (document.uri.scheme === 'file' && document.uri.fsPath === path && contentChanges.length > 0)
          told.wasClean = !document.isDirty && readFileSync(path, 'utf8') === document.getText();
      }),
      vscode.workspace.onDidSaveTextDocument((document) => {
        if (document.uri.fsPath === path) told.isOwn = saves.saved(document);
      }),
    );
    return told;
  }

  async function shown(name: string, prepare = (_path: string) => {}) {
    const path = pathOf(name);
    writeFileSync(path, 'accepted');
    const document = await vscode.workspace.openTextDocument(path);
    await vscode.window.showTextDocument(document);
    prepare(path);
    return { path, document, told: heard(path, following()) };
  }

  const typeLineAndSave = () =>
    Promise.all(
      ['editor.action.insertLineAfter', 'workbench.action.files.save'].map((one) => vscode.commands.executeCommand(one)),
    );

  it('is theirs where they typed it and saved it', async () => {
    const { told } = await shown('late.txt', deafUntilOnDisk);
    await typeLineAndSave();
    await until(() => told.isOwn !== undefined);
    assert.deepEqual(told, { isOwn: true, wasClean: true });
  });

  it('is not theirs where someone else wrote it', async () => {
    const { path, document, told } = await shown('strange.txt');
    // In one step: where the editor looks between that a file is emptied and written, it keeps the human from saving over what it has not seen.
    writeWhole(path, 'strange');
    await until(() => document.getText() === 'strange');
    assert.equal(told.wasClean, true);
    await typeLineAndSave();
    await until(() => told.isOwn !== undefined);
    assert.deepEqual(told, { isOwn: false, wasClean: false });
  });
});
