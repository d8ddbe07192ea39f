/** 20,000 pieces of an answer on their way to another process, as the view is one. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import { modelFetch } from '../../src/adapters/web/modelFetch';
import { AnthropicModel } from '../../src/models/anthropic';
import type { StreamItem } from '../../src/shared/stream/stream';
import { Core, root } from '../fixtures/core';
import { attempted, type Line, type Row, timed } from './measure';
import { peer } from './peers';
import { startServer } from './step';

const deltas = 20_000;
const model = `bench-deltas-${deltas}`;

export async function streaming(): Promise<Line[]> {
  const { url, stop } = await startServer();
  const parsed = parsing(url);
  const result = [await toTheView(url, parsed), ...(await attempted('AI SDK: 20,000 text deltas', () => byAiSdk(url, parsed)))];
  stop();
  return result;
}

/** The least that anybody has to do. */
function parsing(url: string): () => Promise<void> {
  const client = new Anthropic({ apiKey: 'k', baseURL: url, maxRetries: 0 });
  return async () => {
    const stream = await client.messages.create({
      ...{ model, max_tokens: 8192, stream: true },
      messages: [{ role: 'user', content: 'go' }],
    });
    for await (const one of stream) void one;
  };
}

/** `bench:check` asks for this one alone. */
export async function streamingCheck(): Promise<Row[]> {
  const { url, stop } = await startServer();
  // The quickest tenth counts there: of eight that is one, and chance.
  const row = await toTheView(url, parsing(url), 20);
  stop();
  return [row];
}

async function toTheView(url: string, parsed: () => Promise<void>, times = 8): Promise<Row> {
  const core = await Core.start({ model: () => new AnthropicModel({ fetch: modelFetch(), apiKey: 'k', model, baseURL: url }) });
  const view = fork(join(root, '.vscode-test/out/bench/reader.js'));
  const shown = async (n: number) => {
    const { session, close } = core.assembled.open({ id: `d${n}`, items: [] });
    session.onItem(together(view));
    const all = new Promise((resolve) => view.once('message', resolve));
    view.send({ expects: deltas });
    await session.send('go');
    await all;
    await session.dispose();
    close();
  };
  const result = await timed(times, shown, parsed);
  view.disconnect();
  await core.stop();
  return {
    what: '20,000 text deltas, all in another process',
    floor: 'the SDK reading them',
    measured: result,
    goal: 1.5,
    heldBack:
      'Each piece is read by the SDK as in the floor, then kept, told and written into a message to the other process; what is said in one turn of the event loop crosses together.',
  };
}

/** What is said in one turn of the event loop goes together, as the editor’s window posts it. */
function together(view: ChildProcess): (item: StreamItem) => void {
  let queued: StreamItem[] = [];
  const flush = () => {
    const items = queued;
    queued = [];
    view.send({ type: 'items', items });
  };
  return (item) => {
    if (queued.push(item) === 1) setImmediate(flush);
  };
}

async function byAiSdk(url: string, parsed: () => Promise<void>): Promise<Row[]> {
  const { load, version } = peer('aiSdk');
  const { streamText } = load('ai');
  const provider = load('@ai-sdk/anthropic').createAnthropic({ apiKey: 'k', baseURL: `${url}/v1` });
  const read = async () => {
    let count = 0;
    const { textStream } = streamText({ model: provider(model), maxOutputTokens: 8192, maxRetries: 0, prompt: 'go' });
    for await (const piece of textStream) if (piece) count++;
    if (count < deltas) throw new Error(`it ended after ${count} deltas`);
  };
  await read();
  return [
    {
      what: `${version}: 20,000 text deltas, none of them sent on`,
      floor: 'the SDK reading them',
      measured: await timed(3, read, parsed),
    },
  ];
}
