/** Our commands, views and contexts by name, and the only ways to register, run and set one: a name that is not of the list does not compile. */
import * as vscode from 'vscode';

export type OurView = `hooksmith.${'chat' | 'timeline' | 'hooks'}`;
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
  | 'writeGuard'
  | 'openGuestSession'
  | 'reviewHookFiles'
  | 'reviewHookFile'
  | 'makeLive'
  | 'putBack';

/** What `when` clauses of the manifest ask. */
export type OurContext =
  `hooksmith.${'held' | 'problems' | 'reviewing' | 'canPutBack' | 'guardAsked' | 'didRun' | 'didAsk' | 'didSave' | 'didSeeHook' | 'didTurn' | 'didTry'}`;

type Registered = `hooksmith.${PaletteCommand | EventCommand | LensCommand | TreeCommand | OfParts}`;
/** With those that the editor makes of our views. */
export type OurCommand = Registered | `${OurView}.focus`;

// biome-ignore lint/suspicious/noExplicitAny: what a command is given is the business of who registers it, as the editor has it.
export const onCommand = (name: Registered, run: (...args: any[]) => unknown): vscode.Disposable =>
  vscode.commands.registerCommand(name, run);

export const runCommand = (name: OurCommand, ...args: unknown[]): Thenable<unknown> =>
  vscode.commands.executeCommand(name, ...args);

export const setContext = (name: OurContext, value: boolean): void =>
  void vscode.commands.executeCommand('setContext', name, value);
