import assert from 'node:assert/strict';
import { Spans } from '../../../src/adapters/telemetry/spans';
import { hookEvent } from '../../fixtures/hookSet';

describe('spans of what hooks asked a model', () => {
  const told = () => {
    const names: string[] = [];
    const begin = (name: string) => void names.push(name);
    const spans = new Spans<void>({ begin, end: () => undefined, note: () => undefined }, () => false);
    const say = (type: 'completion' | 'before_run', runId: string, model = '') =>
      spans.take({ kind: 'event', event: hookEvent(type, { runId, agentName: 'main', data: { model, hook: 'h' } }) });
    return { names, say };
  };

  it('wait for the beginning of their run, and not without end where it never comes', () => {
    const { names, say } = told();
    say('completion', 'own', 'oldest');
    for (let n = 0; n < 1000; n++) say('completion', 'elsewhere', `${n}`);
    say('completion', 'own', 'newest');
    say('before_run', 'own');
    assert.deepEqual(names, ['invoke_agent main', 'chat newest']);
    say('before_run', 'elsewhere');
    assert.equal(names.length, 2 + 1 + 99);
    assert.equal(names.at(-1), 'chat 999');
  });
});
