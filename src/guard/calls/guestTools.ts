/** Tools as other agents have them: ours by name, with whatever fields theirs have besides, and theirs that we have no word for. */

import { isAbsolute, join } from 'node:path';
import * as z from 'zod';
import type { AgentContext } from '../../agent/context/agentContext';
import type { AnyTool, Tool } from '../../agent/ports/tool';
import type { Around } from '../../agent/tools/around';
import type { Toolbox } from '../../agent/tools/toolbox';
import { ToolRegistry } from '../../agent/tools/toolRegistry';
import type { Occurrence } from '../../protocols/protocol';
import type { TheirCall } from '../../protocols/toolWords';
import type { JsonObject } from '../../shared/basics/json';
import type { ToolFacts } from '../../shared/calls/toolFacts';
import type { BuiltInName } from '../../shared/calls/toolNames';

/** Every name is a tool: what an agent calls is there, whether we know it or not. Nothing of it ever runs here. */
export class GuestTools extends ToolRegistry {
  private readonly strangers = new Map<string, AnyTool>();

  override registerScope(name: string, tools: AnyTool[]): void {
    super.registerScope(name, tools.map(asGuest));
  }

  override get(name: string): AnyTool {
    const known = super.get(name);
    if (known) return known;
    const stranger = this.strangers.get(name) ?? strangerOf(name);
    this.strangers.set(name, stranger);
    return stranger;
  }

  /** Theirs may call a path what they like. */
  protected override isForeign(): boolean {
    return true;
  }

  /** Ours leave out what is denied; nobody knows that of theirs. */
  override facts(toolName: string, given: JsonObject, around: Around): ToolFacts {
    const facts = super.facts(toolName, given, around);
    if (!this.get(toolName).searches) return facts;
    const folder = facts.fieldPaths.path ?? around.files.realPath(around.cwd);
    const found =
      facts.toolName === ('LS' satisfies BuiltInName) ? around.files.names?.(folder) : around.files.tree?.(folder, mostFound);
    return { ...facts, searches: [{ folder, ...(found ? { found: [...found] } : {}) }] };
  }
}

/** As many as a command line's walk is followed. */
const mostFound = 2000;

/** Its schema says what it has; what it has beside is no fault. */
const asGuest = (tool: AnyTool): AnyTool =>
  tool.input instanceof z.ZodObject ? ({ ...tool, disabled: undefined, input: tool.input.loose() } as AnyTool) : tool;

const strangerOf = (name: string): Tool => ({
  name,
  scope: 'guest',
  description: '',
  readOnly: false,
  input: z.looseObject({}),
  run: () => Promise.reject(new Error('it runs elsewhere')),
});

/** Of a call that is made in that folder, with the tools as they are there. */
export const contextAt = (ctx: AgentContext, place: string | undefined): AgentContext => ({
  ...ctx,
  place,
  deps: { ...ctx.deps, tools: toolsAt(ctx.deps.tools, place) },
});

/** The same tools, whose calls mean what they mean in that folder. */
const toolsAt = (tools: Toolbox, cwd: string | undefined): Toolbox =>
  Object.assign(Object.create(tools) as Toolbox, {
    facts: (toolName: string, input: JsonObject) => tools.factsAt(toolName, input, cwd),
  });

/** Where a call of an agent is made: where it says itself that it runs, else where the agent is. */
export const placeOf = ({ cwd }: Pick<Occurrence, 'cwd'>, { cwd: own }: Pick<TheirCall, 'cwd'>): string | undefined =>
  own === undefined || cwd === undefined || /^~/.test(own) || isAbsolute(own) ? (own ?? cwd) : join(cwd, own);
