/** Follows documents, so that what the human saved by hand is known from what timers, other programs and the agent wrote. */
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { bundledPath } from '../../hooks/parent/building/bundledPath';
import { withoutMark } from '../../shared/basics/byteOrderMark';
import type { SavedTexts } from './savedTexts';
import { SavesUnderWay } from './savesUnderWay';

/** A change and that its document is dirty are told one right after the other. */
const besideMs = 1_000;

export class HumanSaves {
  private readonly subscriptions: vscode.Disposable[];
  private readonly saving = new SavesUnderWay();
  /** Of another language from now on, which the editor tells as closed and opened. */
  private readonly relabelled = new WeakSet<vscode.TextDocument>();
  /** By document: the text that it seems to have taken on from disk, until it is told to be dirty with that very text. */
  private readonly tookOn = new WeakMap<vscode.TextDocument, { version: number; at: number; takeBack(): void }>();

  constructor(private readonly texts: SavedTexts) {
    const { workspace } = vscode;
    for (const document of workspace.textDocuments) this.opened(document);
    this.subscriptions = [
      workspace.onDidOpenTextDocument((document) => this.opened(document)),
      workspace.onDidCloseTextDocument((document) => this.closed(document)),
      workspace.onDidChangeTextDocument((change) => this.changed(change)),
      workspace.onWillSaveTextDocument(({ document, reason }) => this.saves(document, reason)),
    ];
  }

  /** Returns whether the human saved it by hand and its text is theirs. To be called for each save, before anything is made of it. */
  saved(document: vscode.TextDocument): boolean {
    const path = bundledPath(document.uri.fsPath);
    // Whose it is, is known before anybody who waited reads it.
    const isOwn = this.texts.wasSaved(path, document.getText(), this.saving.isByHand(path));
    this.saving.ended(path);
    return isOwn;
  }

  /** Resolves when no save of that file, or in that folder, is under way: only then it is known whose text is on disk. */
  async settled(path: string): Promise<void> {
    await this.saving.settled(bundledPath(path));
  }

  /** The agent is about to change what the editor shows of this file. */
  meddled(path: string): void {
    this.texts.meddled(bundledPath(path));
  }

  /** A command of ours writes this for the human, who saves it by hand where `byHand` is false before it counts. */
  wrote(path: string, text: string, byHand = true): void {
    this.texts.wrote(bundledPath(path), text, byHand);
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
    this.saving.dispose();
  }

  private opened(document: vscode.TextDocument): void {
    const { uri } = document;
    // What it grew from stays: its text now may be one that nobody has vouched for.
    if (!isFile(uri) || this.relabelled.delete(document)) return;
    // What came back unsaved grew from what is on disk.
    const text = document.isDirty ? onDisk(uri.fsPath) : document.getText();
    if (text !== undefined) this.texts.based(bundledPath(uri.fsPath), text);
  }

  private closed(document: vscode.TextDocument): void {
    const { uri, isClosed } = document;
    if (!isClosed) this.relabelled.add(document);
    else if (isFile(uri)) this.texts.closed(bundledPath(uri.fsPath));
  }

  /** A clean document that takes on what is on disk now: someone else wrote it there, unless its own save is under way. */
  private changed({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const { uri, isDirty, version } = document;
    if (!isFile(uri)) return;
    // That it became clean or dirty is told without a change, too.
    if (contentChanges.length === 0) {
      if (isDirty) this.turnedDirty(document);
      return;
    }
    if (isDirty) return;
    const path = bundledPath(uri.fsPath);
    const text = document.getText();
    if (this.saving.has(path) || text !== onDisk(path)) return;
    this.tookOn.set(document, { version, at: performance.now(), takeBack: this.texts.based(path, text) });
  }

  /**
   * The first change of a clean document is told before that it is dirty. Where this host was busy, that change is on disk by then: the human typed and saved
   * it, and so nobody else wrote it. Later it means that an old text is to be written in another encoding, say.
   */
  private turnedDirty(document: vscode.TextDocument): void {
    const found = this.tookOn.get(document);
    if (found?.version === document.version && performance.now() - found.at < besideMs) found.takeBack();
    this.tookOn.delete(document);
  }

  private saves(document: vscode.TextDocument, reason: vscode.TextDocumentSaveReason): void {
    if (!isFile(document.uri)) return;
    this.saving.begins(bundledPath(document.uri.fsPath), reason === vscode.TextDocumentSaveReason.Manual);
  }
}

const isFile = ({ scheme }: vscode.Uri) => scheme === 'file';

function onDisk(path: string): string | undefined {
  try {
    return withoutMark(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
