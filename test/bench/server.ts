/** A Messages API on loopback in a process of its own: it asks for a file as often as the model's name says, `bench-N`, and streams as the real one does. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const words = 'some words of an answer ';
const event = (type: string, more: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
const delta = (index: number, value: object) => event('content_block_delta', { index, delta: value });

function answer(model: string, step: number, mayAsk: boolean): string {
  const [, kind = 'steps', count = '0'] = /^bench-(?:(\w+)-)?(\d+)$/.exec(model) ?? [];
  const asks = mayAsk && kind === 'steps' && step < Number(count);
  const deltas = kind === 'deltas' ? Number(count) : 20;
  const usage = { input_tokens: 10, output_tokens: 1 };
  const message = {
    id: `msg_${step}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  const parts = [
    event('message_start', { message }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
  ];
  for (let n = 0; n < deltas; n++) parts.push(delta(0, { type: 'text_delta', text: words }));
  parts.push(event('content_block_stop', { index: 0 }));
  if (asks) {
    const block = { type: 'tool_use', id: `toolu_${step}`, name: 'Read', input: {} };
    parts.push(event('content_block_start', { index: 1, content_block: block }));
    for (const piece of ['{"file', '_path":', ' "a.txt"}'])
      parts.push(delta(1, { type: 'input_json_delta', partial_json: piece }));
    parts.push(event('content_block_stop', { index: 1 }));
  }
  const stop_reason = asks ? 'tool_use' : 'end_turn';
  parts.push(
    event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 30 } }),
    event('message_stop', {}),
  );
  return parts.join('');
}

const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => (text += chunk));
  request.on('end', () => {
    // An agent that counts its tokens beforehand does without.
    if (!/^\/v1\/messages(\?|$)/.test(request.url ?? '')) return void response.writeHead(404).end('{}');
    const { model, tools } = JSON.parse(text) as { model: string; tools?: unknown[] };
    const step = text.split('"tool_result"').length - 1;
    response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end(answer(model, step, tools === undefined || tools.length > 0));
  });
});
// A client that was held up meanwhile finds its connection as it left it.
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
