/** How long the extension took to come up, as the editor's extension host marks it. */
import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';

/** Milliseconds. */
export interface Activation {
  /** Reading and running the bundle. */
  load: number;
  /** What of the activation is work of the extension, in one go. */
  own: number;
  /** From the call of `activate` until it has resolved, with what it waits for. */
  activate: number;
}

interface Mark {
  name: string;
  startTime: number;
}

/** Instead of the suite: for the bench. */
export async function noteActivation(file: string): Promise<void> {
  await vscode.extensions.getExtension('hooksmith.hooksmith')!.activate();
  const { MonacoPerformanceMarks: all } = globalThis as unknown as { MonacoPerformanceMarks: { getMarks(): Mark[] } };
  const at = (name: string) => {
    const mark = all.getMarks().find((one) => one.name === `code/extHost/${name}/hooksmith.hooksmith`);
    if (!mark) throw new Error(`the editor has no mark ${name}`);
    return mark.startTime;
  };
  const noted: Activation = {
    load: at('didLoadExtensionCode') - at('willLoadExtensionCode'),
    own: performance.measure('own', 'hooksmith: composing', 'hooksmith: composed').duration,
    activate: at('didActivateExtension') - at('willActivateExtension'),
  };
  writeFileSync(file, JSON.stringify(noted));
}
