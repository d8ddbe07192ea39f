/** How long the extension took to come up, as the editor's extension host marks it, and what a message with a tool call takes in it then. */
import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { HooksmithApi } from '../../../src/api/extension';
import { asked, messages } from '../../bench/messages';

/** Milliseconds. */
export interface Activation {
  /** Reading and running the bundle. */
  load: number;
  /** What of the activation is work of the extension, in one go. */
  own: number;
  /** From the call of `activate` until it has resolved, with what it waits for. */
  activate: number;
  /** Each of the messages, from when it is sent until its run has ended. */
  messages: number[];
}

interface Mark {
  name: string;
  startTime: number;
}

/** Instead of the suite: for the bench. */
export async function noteActivation(file: string): Promise<void> {
  const hooksmith = await vscode.extensions.getExtension<HooksmithApi>('hooksmith.hooksmith')!.activate();
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
    messages: await messages(() => hooksmith.run(asked)),
  };
  writeFileSync(file, JSON.stringify(noted));
}
