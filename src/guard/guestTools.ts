/** Tools as other agents have them: ours by name, with whatever fields theirs have besides, and theirs that we have no word for. */
import { isAbsolute, resolve } from 'node:path';
import * as z from 'zod';
import type { AnyTool, Tool } from '../agent/ports/tool';
import type { Toolbox } from '../agent/toolbox';
import { ToolRegistry } from '../agent/toolRegistry';
import type { JsonObject } from '../shared/json';
import { shellWord } from '../shared/shellWord';
import type { ToolFacts } from '../shared/toolFacts';

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
}

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

const pathFields = ['file_path', 'path', 'notebook_path', 'dir_path', 'filePath'];

/** What is known of a call that is made in `cwd`, which need not be the workspace folder: patterns start there all the same. */
export function guestFacts(tools: Toolbox, toolName: string, input: JsonObject, cwd: string | undefined): ToolFacts {
  const facts = tools.facts(toolName, input);
  if (cwd === undefined || cwd === facts.cwd || !isAbsolute(cwd)) return facts;
  const placed: JsonObject = { ...input };
  for (const field of pathFields) {
    const value = input[field];
    if (typeof value === 'string' && !isAbsolute(value) && !/^(~|[a-z]+:)/i.test(value)) placed[field] = resolve(cwd, value);
  }
  const isLine = facts.commandLine !== undefined && typeof input.command === 'string';
  if (isLine) placed.command = `cd ${shellWord(cwd)} && ${input.command}`;
  const there = tools.facts(toolName, placed);
  if (!isLine) return { ...there, input: facts.input };
  return {
    ...there,
    input: facts.input,
    commandLine: facts.commandLine,
    commands: there.commands?.slice(1),
    seenCommands: there.seenCommands?.slice(1),
  };
}
