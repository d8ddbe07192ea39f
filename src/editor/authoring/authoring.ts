/** What hook files show of themselves in the editor: lenses above each hook, what came of trials, and the last decisions. */
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { HookReloader } from '../../hooks/parent/accepting/reloader';
import type { Conversation } from '../conversation/conversation';
import type { Views } from '../conversation/views';
import type { HooksTreeSource } from '../hooks/hooksTree';
import type { HookDebugger } from './hookDebugger';
import { HookLenses } from './hookLenses';
import { LastDecisions } from './lastDecisions';
import { TrialThreads } from './trialThreads';
import type { TurnParts } from './turnIntoHook';

export interface AuthoringParts extends Pick<TurnParts, 'toolFacts' | 'recorded'> {
  /** Of the extension. */
  folder: string;
  core: { readonly hookFiles: Pick<HookReloader, 'inForce'> };
  conversation: Pick<Conversation, 'recorded'>;
  hookDebugger: HookDebugger;
  source: HooksTreeSource;
  views: Pick<Views, 'keepTimeline'>;
}

export function authoring({
  folder,
  core,
  conversation,
  hookDebugger,
  source,
  views,
  ...past
}: AuthoringParts): vscode.Disposable {
  const threads = new TrialThreads();
  const lenses = new HookLenses({
    ...{ source, threads, toolFacts: past.toolFacts, recorded: past.recorded },
    script: join(folder, 'dist', 'host.js'),
    inForce: (file) => core.hookFiles.inForce(file),
    atWork: () => conversation.recorded,
    debug: () => hookDebugger.start(),
    keepTimeline: () => views.keepTimeline(),
  });
  return vscode.Disposable.from(threads, lenses.register(), new LastDecisions(source).register());
}
