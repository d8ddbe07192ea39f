/** Models that break off, refuse, and are overloaded. */
import assert from 'node:assert/strict';
import { modelFetch } from '../../src/adapters/web/modelFetch';
import { AnthropicModel } from '../../src/models/anthropic';
import { Core } from '../fixtures/core';
import { FakeMessagesApi, type Reply } from '../fixtures/messagesApi';
import { seeded } from '../fixtures/seeded';
import { assertHistory, type Share, Tally, times } from './tally';

const answer: Reply = {
  content: [
    { type: 'text', text: 'I look at it.' },
    { type: 'tool_use', id: 'toolu_1', name: 'TodoWrite', input: { todos: [] } },
  ],
  stop_reason: 'tool_use',
};
const last: Reply = { content: [{ type: 'text', text: 'done' }] };

async function run(replies: Reply[], check: (core: Core, api: FakeMessagesApi) => void): Promise<void> {
  const api = await FakeMessagesApi.start();
  api.reply(...replies);
  const model = new AnthropicModel({
    fetch: modelFetch(),
    apiKey: 'k',
    model: 'claude-test',
    baseURL: api.url,
    sleep: async () => undefined,
  });
  const core = await Core.start({ model });
  try {
    await core.session.send('go');
    assertHistory(core.session.history);
    assert.equal(core.all('after_run').length, 1, 'the run ended once');
    check(core, api);
  } finally {
    await core.stop();
    await api.stop();
  }
}

const isDone = (core: Core) => assert.equal(core.event('after_run').data.status, 'done');

export async function cutStreams(share: Share): Promise<Tally> {
  const tally = new Tally('a stream cut at an event');
  const stride = Math.max(1, Math.round(0.2 / share));
  for (let at = 0; at < 12; at += stride)
    await tally.try(`after event ${at}`, () => run([{ ...answer, cutAfter: at }, answer, last], (core) => isDone(core)));
  for (let at = 0; at < 12; at += stride)
    await tally.try(`an event ${at} that is no JSON`, () =>
      run([{ ...answer, malformed: { at, data: '{"type":' } }, answer, last, last], (core) => isDone(core)),
    );
  return tally;
}

export async function storms(share: Share): Promise<Tally> {
  const tally = new Tally('a storm of 429, 529 and 500');
  const below = seeded(3);
  const statuses = [429, 529, 500, 503];
  for (let n = 0; n < times(60, share); n++)
    await tally.try(`storm ${n}`, () => {
      const refusals = Array.from({ length: below(7) }, () => ({ status: statuses[below(4)]! }));
      return run([...refusals, answer, last, last], (core, api) => {
        const { status, error } = core.event('after_run').data as { status: string; error?: { message: string } };
        tally.count(status);
        // Five attempts belong to one call; what comes after them is the run's end, and says which status it was.
        assert.equal(
          status,
          refusals.length < 5 ? 'done' : 'error',
          `${refusals.length} refusals, ${api.requests.length} requests`,
        );
        if (status === 'error') assert.match(String(error?.message ?? core.event('run_error').error?.message), /429|529|500|503/);
      });
    });
  return tally;
}
