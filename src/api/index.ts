/** The module `hooksmith` that hook files import. */
export { z } from 'zod/v4';
export type { Command, ToolStatus } from '../shared/calls/toolFacts';
export type { HookEvent } from '../shared/events/events';
export type { EventName } from '../shared/hooks/points';
export type {
  ContentBlock,
  Message,
  ModelResponse,
  OpenRequest as ModelRequest,
  ToolDeclaration,
  Usage,
} from '../shared/messages/messages';
export { textOf } from '../shared/messages/messages';
export type { OpenError as ErrorFacts } from '../shared/runs/errorFacts';
export type { StopSignal } from '../shared/runs/stopReasons';
export type { DecidedBy } from '../shared/verdicts/hookRecord';
export { type CommandHook, commandHook } from './commandHook';
export { denyCommands, requireCommand } from './commandPolicies';
export type { Decision, HookContext, Patch, PolicyContext, PolicyReturned, Returned, State, ToolFields } from './contexts';
export { defineTool, group, type HookDefinition, hook, policy, type ToolDefinition, type ToolRunContext } from './define';
export { contextConfig, finishReasons, guards, observe, rateLimit, stepLimit, timeLimit, tokenLimit } from './guards';
export { allowPaths, denyPaths, redirectPath } from './pathPolicies';
export type { InputOf, ToolInputs } from './toolInputs';
export { onUnload } from './unload';
