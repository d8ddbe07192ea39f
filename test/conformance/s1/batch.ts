/** Several tool calls in one response. */
import assert from 'node:assert/strict';
import { behaviour } from '../behaviour';
import { call } from '../rehearse';

export const batch = [
  behaviour('S1-26', 'C', 'better', 'a failure reads the same whether its tool ran alone or beside others', async (rehearse) => {
    const gone = { file_path: 'gone.txt' };
    const alone = await rehearse({ turns: [call('Read', gone)] });
    const beside = await rehearse({ turns: [call('Read', gone, 'Read', gone)] });
    const text = (result: string) => result.replace(/\S*gone\.txt/, 'gone.txt');
    assert.match(alone.results[0]!, /^error: /);
    assert.deepEqual(beside.results.map(text), [text(alone.results[0]!), text(alone.results[0]!)]);
  }),

  behaviour(
    'S1-27',
    'T/C',
    'better',
    'results keep call order, and one failing tool harms neither the others nor the run',
    async (rehearse) => {
      const { results, status } = await rehearse({ turns: [call('Look', 'a', 'Throw', 'b', 'Look', 'c', 'Echo', 'd')] });
      assert.deepEqual([results, status], [['a', 'error: b', 'c', 'd'], 'done']);
    },
  ),

  behaviour(
    'S1-28',
    'T',
    'better',
    'neighbours that only read run together without an option; a call that acts runs alone',
    async (rehearse) => {
      const { results, types } = await rehearse({ turns: [call('Meet', 'a', 'Meet', 'b'), call('Echo', 'c', 'Echo', 'd')] });
      assert.deepEqual(results, ['a', 'b', 'c', 'd']);
      const acts = types('tool_start', 'tool_settled').slice(4);
      assert.deepEqual(acts, ['tool_start', 'tool_settled', 'tool_start', 'tool_settled']);
    },
  ),

  behaviour(
    'S1-29',
    'T/C',
    'better',
    'a stop keeps finished results and answers the calls that never began as skipped',
    async (rehearse) => {
      const { results, ran, status, history } = await rehearse({
        hooks: `export const halt = hook('postToolUse', (ctx) => ctx.input.text === 'b' ? ctx.stop('enough') : undefined);`,
        turns: [call('Echo', 'a', 'Echo', 'b', 'Echo', 'c')],
      });
      assert.deepEqual(results, ['a', 'b', 'error: Tool call skipped: enough']);
      assert.deepEqual([ran, status, history.length], [['Echo a', 'Echo b'], 'stopped', 3]);
    },
  ),

  behaviour(
    'S1-30',
    'T/C',
    'n/a',
    'tool results are plain text or content blocks: there is no wrapper that hooks would have to look behind',
  ),
];
