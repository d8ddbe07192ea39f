/** The same twenty steps by others: each asks the same server for the same calls, and runs two hooks around each. */
import { fork } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import type { ToolDeclaration } from '../../src/shared/messages/messages';
import { root } from '../fixtures/core';
import { peer, spawnedHook } from './peers';

export interface Loop {
  what: string;
  /** Runs so many steps; gives the times at which they had ended, where it knows them, else those of begin and end. `marked` is called at each but the first, where it knows them. */
  run(steps: number, marked?: () => void): Promise<number[]>;
  stop?(): unknown;
}
export interface Place {
  url: string;
  /** With a file `a.txt`. */
  folder: string;
  tools: readonly ToolDeclaration[];
}
const system = 'x'.repeat(800);

/** The SDK in a loop; `around` is called before and after each tool. */
export function bareLoop({ url, folder, tools }: Place, around?: (event: object) => Promise<unknown>): Loop['run'] {
  const client = new Anthropic({ apiKey: 'k', baseURL: url, maxRetries: 0 });
  return async (steps, marked) => {
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'go' }];
    const marks = [performance.now()];
    for (;;) {
      const stream = client.messages.stream({
        model: `bench-${steps}`,
        max_tokens: 8192,
        messages,
        tools: tools as Anthropic.Tool[],
        system,
      });
      const { content } = await stream.finalMessage();
      marks.push(performance.now());
      marked?.();
      messages.push({ role: 'assistant', content });
      const uses = content.filter((block) => block.type === 'tool_use');
      if (uses.length === 0) return marks;
      const results: Anthropic.ToolResultBlockParam[] = [];
      for (const { id, name, input } of uses) {
        await around?.({ event: 'before', name, input });
        const text = await readFile(join(folder, 'a.txt'), 'utf8');
        await around?.({ event: 'after', name, input, text });
        results.push({ type: 'tool_result', tool_use_id: id, content: text });
      }
      messages.push({ role: 'user', content: results });
    }
  };
}

/** Both hooks in a process of their own, by what Node brings. */
export function forkedLoop(place: Place): Loop {
  const echo = fork(join(root, '.vscode-test/out/bench/echo.js'), { serialization: 'advanced' });
  const asked = (event: object) =>
    new Promise((resolve) => {
      echo.once('message', resolve);
      echo.send(event);
    });
  return { what: 'bare SDK, both hooks in a forked process', run: bareLoop(place, asked), stop: () => echo.kill() };
}

export function spawningLoop(place: Place): Loop {
  const file = join(place.folder, 'hook.cjs');
  writeFileSync(file, "process.stdin.on('data', () => {}).on('end', () => console.log('{}'));\n");
  return {
    what: 'bare SDK, each hook a spawned `sh -c node hook.js`',
    run: bareLoop(place, (event) => spawnedHook(file, event)),
  };
}

const hooked = async <T>(work: () => Promise<T>): Promise<T> => {
  await Promise.resolve();
  const came = await work();
  await Promise.resolve();
  return came;
};

export function aiSdkLoop({ url, folder, tools }: Place): Loop {
  const { load, version } = peer('aiSdk');
  const { streamText, stepCountIs, jsonSchema } = load('ai');
  const provider = load('@ai-sdk/anthropic').createAnthropic({ apiKey: 'k', baseURL: `${url}/v1` });
  const execute = () => hooked(() => readFile(join(folder, 'a.txt'), 'utf8'));
  const offered = Object.fromEntries(
    tools.map(({ name, description, input_schema }) => [name, { description, inputSchema: jsonSchema(input_schema), execute }]),
  );
  return {
    what: `${version}, both hooks in its process`,
    run: async (steps) => {
      const marks = [performance.now()];
      const { fullStream } = streamText({
        model: provider(`bench-${steps}`),
        maxOutputTokens: 8192,
        maxRetries: 0,
        system,
        messages: [{ role: 'user', content: 'go' }],
        tools: offered,
        stopWhen: stepCountIs(steps + 1),
        onStepFinish: () => void marks.push(performance.now()),
      });
      for await (const part of fullStream) if (part.type === 'error') throw part.error;
      return marks;
    },
  };
}

export function langchainLoop({ url, folder, tools }: Place): Loop {
  const { load, version } = peer('langchain');
  const { createAgent, createMiddleware, tool } = load('langchain');
  const { ChatAnthropic } = load('@langchain/anthropic');
  const read = () => readFile(join(folder, 'a.txt'), 'utf8');
  const offered = tools.map(({ name, description, input_schema }) => tool(read, { name, description, schema: input_schema }));
  const around = createMiddleware({
    name: 'hooks',
    wrapToolCall: (request: unknown, handler: (request: unknown) => Promise<unknown>) => hooked(() => handler(request)),
  });
  return {
    what: `${version} createAgent, both hooks as middleware`,
    run: async (steps) => {
      const model = new ChatAnthropic({
        ...{ model: `bench-${steps}`, apiKey: 'k', anthropicApiUrl: url, maxTokens: 8192, maxRetries: 0, streaming: true },
      });
      const agent = createAgent({ model, tools: offered, systemPrompt: system, middleware: [around] });
      const began = performance.now();
      const { messages } = await agent.invoke(
        { messages: [{ role: 'user', content: 'go' }] },
        { recursionLimit: steps * 8 + 20 },
      );
      const ended = performance.now();
      if (messages.length < steps * 2) throw new Error(`it ended after ${messages.length} messages`);
      return [began, ended];
    },
  };
}

/** It works in a process of its own that it starts for each run: a step is timed from the first call of a tool on. */
export function agentSdkLoop({ url, folder }: Place): Loop {
  const { import: imported, version } = peer('agentSdk');
  const around = async () => ({});
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  return {
    what: `${version}, both hooks in its process`,
    run: async (steps) => {
      const { query } = await imported('@anthropic-ai/claude-agent-sdk');
      const marks: number[] = [];
      const stream = query({
        prompt: 'go',
        options: {
          ...{
            model: `bench-${steps}`,
            cwd: folder,
            systemPrompt: system,
            settingSources: [],
            tools: ['Read'],
            allowedTools: ['Read'],
          },
          hooks: { PreToolUse: [{ hooks: [around] }], PostToolUse: [{ hooks: [around] }] },
          env: {
            ...{ PATH: process.env.PATH, HOME: home, ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'k' },
            CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
          },
        },
      });
      for await (const { type, message, subtype, result } of stream) {
        const asks = type === 'assistant' && message.content.some((block: { type: string }) => block.type === 'tool_use');
        if (asks || type === 'result') marks.push(performance.now());
        if (type === 'result' && subtype !== 'success') throw new Error(`it ended with ${subtype}: ${result ?? ''}`);
      }
      if (marks.length <= steps) throw new Error(`it ended after ${marks.length} steps`);
      return marks;
    },
  };
}
