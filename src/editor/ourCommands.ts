/** Our commands by name, and the only ways to register one and to run one: a name that is not of the list does not compile. */
import * as vscode from 'vscode';

/** Those that the editor makes of our views. */
type OfViews = `${'chat' | 'timeline' | 'hooks'}.focus`;
/** Of the palette and of menus, each a row of `registerCommands`. */
export type PaletteCommand =
  | 'openChat'
  | 'newChat'
  | 'compact'
  | 'openTimeline'
  | 'newHook'
  | 'debugHooks'
  | 'importHooks'
  | 'reloadHooks'
  | 'chooseModel'
  | 'setApiKey'
  | 'manageApprovals'
  | 'showAgui'
  | 'restoreCheckpoint'
  | 'redoRestore'
  | 'exportSession'
  | 'showSessions'
  | 'renameSession'
  | 'restoreSession'
  | 'openSession';
export type EventCommand = 'turnIntoHook' | 'showEventInChat' | 'openEventPayload';
export type LensCommand = 'runOnLastMatch' | 'runHookOn' | 'debugHook';
export type TreeCommand = 'openHook' | 'enableHook' | 'disableHook' | 'showHookEvents' | 'copyHookId' | 'whyThisOrder';
/** Each registered by the part whose business it is. */
type OfParts =
  | 'ask'
  | 'fix'
  | 'askTerminal'
  | 'replaySessions'
  | 'showReplayChange'
  | 'coverBySessions'
  | 'runTestsOf'
  | 'makeHookLive'
  | 'showShadowDecision'
  | 'mcpServers'
  | 'guardAgent'
  | 'openGuestSession'
  | 'reviewHookFiles'
  | 'reviewHookFile'
  | 'makeLive'
  | 'putBack';

type Registered = `hooksmith.${PaletteCommand | EventCommand | LensCommand | TreeCommand | OfParts}`;
export type OurCommand = Registered | `hooksmith.${OfViews}`;

// biome-ignore lint/suspicious/noExplicitAny: what a command is given is the business of who registers it, as the editor has it.
export const onCommand = (name: Registered, run: (...args: any[]) => unknown): vscode.Disposable =>
  vscode.commands.registerCommand(name, run);

export const runCommand = (name: OurCommand, ...args: unknown[]): Thenable<unknown> =>
  vscode.commands.executeCommand(name, ...args);
