/** The plain facts of a registered hook: what the tree, the linter and "why was it skipped" show; no function, so that it crosses processes and is kept in session files. */
import type { EventName, OnError } from './points';

/** Options after checking, with defaults filled in. */
export interface HookOptions {
  tools: string[];
  match: Record<string, string[]>;
  agents: string[];
  priority: number;
  timeoutMs: number;
  onError?: OnError;
  inherit: 'always' | 'if-none' | 'never';
  redacts: boolean;
  shadow: boolean;
  enabled: boolean;
  /** Display name. */
  name?: string;
}

/** What a policy says of paths in general, so that searches leave out what a call could not name. Patterns as `denyPaths` and `allowPaths` read them. */
export interface PathLimits {
  denied?: readonly string[];
  allowed?: readonly string[];
}

/** What people are told that it is called. */
export const calledAs = ({ name, options }: { name: string; options: Pick<HookOptions, 'name'> }): string => options.name ?? name;

export interface HookDescription {
  /** `FILE#EXPORT`. */
  id: string;
  file: string;
  name: string;
  line: number;
  version: string;
  kind: 'hook' | 'policy';
  events: EventName[];
  options: HookOptions;
  /** 0 the user's own, then workspace folders in order, the agent's own, `addHook`. */
  layer: number;
  /** Real path of the workspace folder that it is of, where there are several: its patterns start there. */
  folder?: string;
  /** Position in its file. */
  position: number;
  /** Where the hook belongs to an agent's folder: that agent's name. */
  agent?: string;
  limits?: PathLimits;
}

/** Of the gate that stands for a file which does not load: it is in no version of it. */
export const noVersion = '';

/** Whether it counts among those that are live: it is somebody's hook, and switched on. */
export const isLive = ({ version, options }: Pick<HookDescription, 'version' | 'options'>): boolean =>
  version !== noVersion && options.enabled;

/** Whether what it cleans is held back until it has run. In shadow it changes nothing, so there is nothing to wait for. */
export const cleans = ({ options }: { options: Pick<HookOptions, 'enabled' | 'redacts' | 'shadow'> }): boolean =>
  options.enabled && options.redacts && !options.shadow;
