import assert from 'node:assert/strict';
import { logEvent, withoutSecrets } from '../../../src/editor/conversation/eventLog';
import { type LooseFacts, madeEvent } from '../../fixtures/events';

describe('the output channel', () => {
  const told = (type: string, more: LooseFacts = {}) => {
    const lines: string[] = [];
    const at = (level: string) => (text: unknown) => lines.push(`${level} ${text}`);
    logEvent({ error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') }, madeEvent(type, more));
    return lines;
  };

  it('tells each thing at its level', () => {
    assert.deepEqual(told('hook_error', { reason: 'guard failed', data: { file: '/ws/guard.ts', line: 4 } }), [
      'error hook: guard failed (guard.ts:4)',
    ]);
    assert.deepEqual(told('model_retry', { reason: 'overloaded', data: { attempt: 2 } }), ['warn model: retry 2 overloaded']);
    const problems = [{ file: '/ws/a.ts', line: 3, message: 'unknown option' }];
    assert.deepEqual(told('hooks_reloaded', { duration: 12, data: { hooks: 4, problems } }), [
      'info hooks reloaded: 4 live in 12 ms',
      'warn a.ts:3: unknown option',
    ]);
    assert.deepEqual(told('tools_reloaded', { duration: 12, data: { hooks: 0, problems } }), [
      'info tools reloaded in 12 ms',
      'warn a.ts:3: unknown option',
    ]);
    assert.deepEqual(told('before_step'), ['debug main before_step (0 hooks)']);
  });

  it('gives what hooks logged, with their place', () => {
    const record = { id: 'a', file: '/ws/a.ts', name: 'audit', line: 7, kind: 'hook' as const, version: 'v', priority: 0 };
    const hooks = [{ ...record, startedAt: '', duration: 1, decision: 'continue' as const, logs: ['saw Bash'] }];
    assert.equal(told('tool_settled', { toolName: 'Bash', hooks })[0], 'info audit (a.ts:7): saw Bash');
  });

  it('leaves out what looks like a key', () => {
    for (const [text, safe] of [
      ['key sk-ant-api03-abcdefghijk is bad', 'key [secret] is bad'],
      ['Authorization: Bearer abcdef123456', 'Authorization: Bearer [secret]'],
      ['{"x-api-key":"abcd1234"}', '{"x-api-key":"[secret]"}'],
      ['token ghp_0123456789abcdef', 'token [secret]'],
      ['task-force and risk-averse stay', 'task-force and risk-averse stay'],
    ])
      assert.equal(withoutSecrets(text!), safe);
  });
});
