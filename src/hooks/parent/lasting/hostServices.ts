/** What a hook host is made of and may ask of the process that it works for. */

import type { JsonObject } from '../../../shared/basics/json';
import type { ToolFacts } from '../../../shared/calls/toolFacts';
import type { Caller, CompleteOptions, Completer } from '../../../shared/hooks/dispatch';
import type { StrayFailure } from '../../hostProtocol';

export interface HostServices {
  toolFacts(toolName: string, input: JsonObject, caller?: Caller): ToolFacts;
  complete(prompt: string, options: CompleteOptions, by: Completer): Promise<string>;
  /** Where relative paths of hooks start: the workspace folder. */
  cwd?: string;
  log(text: string, by?: 'host'): void;
  /** What a hook logs, at once, as a line with its name and place; its row comes when the hooks of its event have ended. */
  hookLogged?(line: string): void;
  /** Something failed for which no dispatch waits: an `event` observer, a timer or a promise that a hook left behind. `file` may be empty. */
  observerFailed(failure: StrayFailure): void;
}
export interface HostOptions {
  /** Path of the built host. */
  script: string;
  services: HostServices;
  /** Names of variables that hooks are given beside those that every program needs; asked whenever a host starts. */
  environment?(): readonly string[];
  /** It replays past events: its hooks have no clock but the record's, and no way out. */
  replaying?: boolean;
  /** It counts which lines its hooks reach. */
  covering?: boolean;
  /** No process is started for a set without hooks; else one is, so that the first hook does not wait for it. */
  lazy?: boolean;
}
