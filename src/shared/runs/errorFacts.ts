/** An error as it is told and recorded. */
import type { WayOut } from './waysOut';

declare const said: unique symbol;
/** What a server or a hook calls it: any word. */
export type SaidKind = string & { readonly [said]: true };
export const saidKind = (word: string): SaidKind => word as SaidKind;

/** Of a tool call. */
export type ToolErrorKind = 'tool' | 'validation' | 'unknown_tool' | 'disabled' | 'timeout' | 'hook';
/** Of a model call, where no server has a word for it, or its word is not enough. */
export type ModelErrorKind =
  | 'api_error'
  | 'authentication_error'
  | 'connection'
  | 'context_length_exceeded'
  | 'malformed'
  | 'no_pictures'
  | 'no_tools'
  | 'not_found'
  | 'rate_limit_error'
  | 'script_ended';

export interface ErrorFacts {
  kind?: ToolErrorKind | ModelErrorKind | SaidKind;
  name: string;
  message: string;
  status?: number;
  /** What helps, the most likely first; none where nobody knows. */
  waysOut?: readonly WayOut[];
}

/** As hooks see and change it, who have words of their own for its kind. */
export type OpenError = Omit<ErrorFacts, 'kind'> & { kind?: string };
