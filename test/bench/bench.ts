import { fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import * as esbuild from 'esbuild';
import { AnthropicModel } from '../../src/models/anthropic';
import { type DispatchRequest, nothingEarlier } from '../../src/shared/dispatch';
import { noUsage } from '../../src/shared/messages';
import { Core, root } from '../fixtures/core';
import { FakeMessagesApi } from '../fixtures/messagesApi';
import { openLab } from '../view/page';
import { hookRecord, Stream, sessionOf } from '../view/samples';

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
/** Medians of both in milliseconds, measured in turn, so that what else the machine does falls on both. */
async function timed(times: number, ours: (n: number) => Promise<unknown>, floor: (n: number) => Promise<unknown>) {
  const all: [number[], number[]] = [[], []];
  for (let n = 0; n < times; n++)
    for (const [which, run] of [ours, floor].entries()) {
      const before = performance.now();
      await run(n);
      all[which]!.push(performance.now() - before);
    }
  return [median(all[0]), median(all[1])] as const;
}
const row = (what: string, [ours, floor]: readonly [number, number], goal: number | string) =>
  console.log(
    `${what.padEnd(58)} ${ours.toFixed(3).padStart(9)} ms  floor ${floor.toFixed(3).padStart(9)} ms  ratio ${(ours / floor).toFixed(2).padStart(6)}  goal ${goal}`,
  );

async function dispatch(): Promise<void> {
  const hooks = Array.from(
    { length: 10 },
    (_, n) =>
      `export const h${n} = hook('preToolUse', { tools: 'Bash' }, (ctx) => { if (ctx.input.command === 'never') return ctx.deny('no'); });`,
  ).join('\n');
  const core = await Core.start({ hooks: { 'ten.ts': `import { hook } from 'hooksmith';\n${hooks}` } });
  const input = { command: `echo ${'x'.repeat(1000)}` };
  const request: DispatchRequest<'preToolUse'> = {
    event: 'preToolUse',
    run: {
      agentName: 'main',
      branch: 'main',
      depth: 0,
      sessionId: 's',
      runId: 'r',
      step: 0,
      purpose: 'chat',
      usage: noUsage,
      costUsd: 0,
      errors: [],
      metadata: {},
      waitedMs: 0,
      earlier: nothingEarlier,
      createdAt: '',
      updatedAt: '',
      replaying: false,
    },
    payload: {
      toolCallId: 't',
      toolName: 'Bash',
      input,
      requestedInput: input,
      status: 'known',
      cwd: '/',
      home: '/',
      paths: [],
      fieldPaths: {},
      pathsComplete: true,
      commands: [{ program: 'echo', args: [], text: 'echo' }],
    },
  };
  const echo = fork(join(root, '.vscode-test/out/bench/echo.js'), { serialization: 'advanced' });
  const bounce = () =>
    new Promise((resolve) => {
      echo.once('message', resolve);
      echo.send({ type: 'dispatch', n: 1, request });
    });
  const dispatch = () => core.host.dispatch(request);
  await timed(500, dispatch, bounce);
  row('a dispatch of 10 hooks, 1 KB input / an IPC round trip', await timed(3000, dispatch, bounce), 1.5);
  echo.kill();
  await core.stop();
}

async function saveToLive(count: number): Promise<void> {
  const text = (n: number, change: number) =>
    `import { hook } from 'hooksmith';\nexport const h${n} = hook('toolSettled', (ctx) => { ctx.log('${change}'); });\n`;
  const core = await Core.start({ hooks: Object.fromEntries(Array.from({ length: count }, (_, n) => [`h${n}.ts`, text(n, 0)])) });
  const file = join(core.folder, '.hooksmith', 'hooks', 'h0.ts');
  const context = await esbuild.context({
    entryPoints: [file],
    write: false,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    external: ['hooksmith'],
    sourcemap: 'inline',
    logLevel: 'silent',
  });
  await context.rebuild();
  const rebuild = async (n: number) => {
    writeFileSync(file, text(0, n + 1000));
    await context.rebuild();
  };
  const both = await timed(20, (n) => core.save('h0.ts', text(0, n + 1)), rebuild);
  await context.dispose();
  row(`save to live with ${count} hook files / esbuild's own rebuild`, both, '30 ms');
  await core.stop();
}

async function step(): Promise<void> {
  const api = await FakeMessagesApi.start();
  const content = [{ type: 'text' as const, text: 'x'.repeat(2000) }];
  const core = await Core.start({
    model: new AnthropicModel({ apiKey: 'k', model: 'claude-test', baseURL: api.url }),
    hooks: {
      'a.ts':
        "import { hook } from 'hooksmith';\nexport const a = hook('preModelCall', () => undefined);\nexport const b = hook('postModelCall', () => undefined);",
    },
  });
  const client = new Anthropic({ apiKey: 'k', baseURL: api.url, maxRetries: 0 });
  // Both keep their history and offer the same tools, as a loop does: the requests of one are as long as the other's.
  const messages: Anthropic.MessageParam[] = [];
  const bare = async () => {
    api.reply({ content });
    messages.push({ role: 'user', content: 'hi' });
    const { system, tools } = api.requests.at(-1)!.body as Pick<Anthropic.MessageCreateParams, 'system' | 'tools'>;
    const stream = await client.messages.create({ model: 'claude-test', max_tokens: 100, messages, system, tools, stream: true });
    for await (const event of stream) void event;
    messages.push({ role: 'assistant', content: content[0]!.text });
  };
  const ours = async () => {
    api.reply({ content });
    await core.session.send('hi');
  };
  await timed(10, ours, bare);
  row('one agent step, two hooks / the bare SDK call', await timed(60, ours, bare), 1.5);
  await core.stop();
  await api.stop();
}

/** Frames while the list is scrolled from end to end, against a page that scrolls as much of nothing. */
async function timelineFrames(): Promise<void> {
  const lab = await openLab();
  const { page, send } = await lab.open('timeline', { width: 1000, height: 600 });
  const stream = new Stream();
  const kinds = ['message', 'pre_tool_use', 'post_tool_use', 'tool_settled'];
  const items = Array.from({ length: 100_000 }, (_, n) =>
    stream.event(n === 0 ? 'before_run' : kinds[n % 4]!, {
      toolName: 'Bash',
      branch: n % 3 ? 'main' : 'main/scout',
      hooks: [hookRecord('audit')],
    }),
  );
  await send(sessionOf(items));
  /** Median milliseconds of script and layout for one step of scrolling. */
  const scroll = (selector: string) =>
    page.evaluate(async (selector) => {
      const scroller = document.querySelector(selector)!;
      const steps: number[] = [];
      const far = scroller.scrollHeight / 121;
      scroller.scrollTop = 0;
      for (let n = 0; n < 120; n++) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const before = performance.now();
        scroller.scrollTop += far;
        scroller.dispatchEvent(new Event('scroll'));
        await Promise.resolve();
        void document.body.offsetHeight;
        steps.push(performance.now() - before);
      }
      return steps.sort((a, b) => a - b)[60]!;
    }, selector);
  const ours = await scroll('.rows');
  await page.evaluate(() => {
    const empty = document.body.appendChild(document.createElement('div'));
    empty.id = 'empty';
    empty.style.cssText = 'position:fixed;inset:0;overflow:auto';
    empty.appendChild(document.createElement('div')).style.height = '2200000px';
  });
  row('a frame of scrolling 100,000 events / an empty page', [ours, Math.max(0.05, await scroll('#empty'))], '16.7 ms');
  console.log(`  (the goal is 16.7 ms a frame: ${ours.toFixed(2)} ms)`);
  await lab.close();
}

function activation(): void {
  const require = createRequire(join(root, 'package.json'));
  const file = join(root, 'dist', 'extension.js');
  const bytes = readFileSync(file).length;
  const before = performance.now();
  const { Module } = require('node:module') as { Module: { _load(id: string, ...rest: unknown[]): unknown } };
  const original = Module._load;
  // The editor's module is not there in plain Node; only loading is measured, nothing of it is called.
  Module._load = (id, ...rest) => (id === 'vscode' ? {} : original(id, ...rest));
  try {
    require(file);
  } finally {
    Module._load = original;
  }
  console.log(
    `loading the extension's bundle (${(bytes / 1e6).toFixed(1)} MB) takes ${(performance.now() - before).toFixed(0)} ms`,
  );
}

(async () => {
  await dispatch();
  await saveToLive(10);
  await saveToLive(50);
  await step();
  activation();
  await timelineFrames();
})().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
